//! Options that name a picture file.

use super::failure::{CommandResult, Failure};
use boilingpoint_draw::{FileFormat, PageWidth, Picture, PictureError, PictureFormat};
use clap::Args;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The file of a picture. The ending of its name says the format, and is checked when the command
/// line is read.
#[derive(Clone, Debug)]
pub struct PictureFile {
    path: PathBuf,
    format: FileFormat,
}

/// The width of pictures. The options that name their files are in the group `pictures`.
#[derive(Args, Debug)]
pub struct WidthArg {
    /// Lay out pictures for this width on a page, such as `8cm`, `80mm`, `3.3in` or `246pt` (points
    /// of TeX). No text becomes smaller than 5 points
    #[arg(long, value_name = "WIDTH", requires = "pictures")]
    pub width: Option<PageWidth>,
}

/// The group of the options that name files of pictures.
pub fn picture_group() -> clap::ArgGroup {
    clap::ArgGroup::new("pictures").multiple(true)
}

impl FromStr for PictureFile {
    type Err = PictureError;

    fn from_str(text: &str) -> Result<PictureFile, PictureError> {
        let path = PathBuf::from(text);
        let format = FileFormat::of(&path)?;
        Ok(PictureFile { path, format })
    }
}

impl PictureFile {
    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a picture in the format of the file.
    pub fn write(&self, picture: &dyn Picture, width: &WidthArg) -> CommandResult {
        write(&self.path, self.format.bytes(picture, width.width))
    }
}

/// The file of a chart, in any format but TikZ.
#[derive(Clone, Debug)]
pub struct ChartFile {
    path: PathBuf,
    format: PictureFormat,
}

impl FromStr for ChartFile {
    type Err = PictureError;

    fn from_str(text: &str) -> Result<ChartFile, PictureError> {
        let path = PathBuf::from(text);
        match FileFormat::of(&path)? {
            FileFormat::Drawing(format) => Ok(ChartFile { path, format }),
            FileFormat::Tikz => Err(PictureError::Ending(".svg, .png or .pdf".to_string())),
        }
    }
}

impl ChartFile {
    /// Writes the SVG of a chart in the format of the file.
    pub fn write(&self, svg: &str) -> CommandResult {
        write(&self.path, self.format.bytes(svg))
    }
}

/// Refuses outputs of a command that are one file: the last would replace the others.
///
/// # Errors
/// When a file is named twice.
pub fn check_apart(outputs: &[(&str, Option<&Path>)]) -> CommandResult {
    for (at, (option, path)) in outputs.iter().enumerate() {
        let twin = outputs[..at]
            .iter()
            .find(|twin| path.is_some() && twin.1 == *path);
        if let (Some((first, _)), Some(path)) = (twin, path) {
            let problem = format!("{first} and {option} name one file, {}", path.display());
            return Err(Failure::input(problem));
        }
    }
    Ok(())
}

fn write(path: &Path, bytes: Result<Vec<u8>, PictureError>) -> CommandResult {
    std::fs::write(path, bytes?)
        .map_err(|e| Failure::input(format!("cannot write {}: {e}", path.display())))
}
