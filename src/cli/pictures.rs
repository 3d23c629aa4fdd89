//! Options that name a picture file.

use super::failure::{CommandResult, Failure};
use crate::draw::{PictureError, PictureFormat, Svg};
use std::path::PathBuf;
use std::str::FromStr;

/// The file of a picture. The ending of its name says the format, and is checked when the command
/// line is read.
#[derive(Clone, Debug)]
pub struct PictureFile {
    path: PathBuf,
    format: PictureFormat,
}

impl FromStr for PictureFile {
    type Err = PictureError;

    fn from_str(text: &str) -> Result<PictureFile, PictureError> {
        let path = PathBuf::from(text);
        let format = PictureFormat::of(&path)?;
        Ok(PictureFile { path, format })
    }
}

impl PictureFile {
    /// Writes a drawing in the format of the file.
    pub fn write(&self, svg: &Svg) -> CommandResult {
        let bytes = self.format.bytes(&svg.to_string());
        let bytes = bytes.map_err(Failure::input)?;
        std::fs::write(&self.path, bytes)
            .map_err(|e| Failure::input(format!("cannot write {}: {e}", self.path.display())))
    }
}
