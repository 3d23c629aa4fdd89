//! Picture files: the ending of a file's name says its format.

use super::picture::Picture;
use super::width::{PageWidth, TooNarrow};
use super::{PdfError, PngError, pdf, png};
use std::path::Path;

/// A format that is made of a drawing in SVG.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PictureFormat {
    /// Scalable vector graphics.
    Svg,
    /// Pixels.
    Png,
    /// A page of the portable document format.
    Pdf,
}

/// A format of files with a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileFormat {
    /// A picture.
    Drawing(PictureFormat),
    /// A picture for LaTeX documents that load the package `tikz`.
    Tikz,
}

/// The endings of the formats. A name without an ending is one of an SVG.
const ENDINGS: [(&str, FileFormat); 4] = [
    ("svg", FileFormat::Drawing(PictureFormat::Svg)),
    ("png", FileFormat::Drawing(PictureFormat::Png)),
    ("pdf", FileFormat::Drawing(PictureFormat::Pdf)),
    ("tex", FileFormat::Tikz),
];

/// The pixels of a PNG for each unit of the drawing; more for a picture of a given width, so that
/// it has 300 pixels per inch.
const PNG_SCALE: f32 = 2.0;
const PNG_SCALE_ON_PAPER: f32 = 300.0 / 96.0;

/// The reason why a picture cannot be written in a format.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The name has another ending.
    #[error("expected a name that ends in {0}")]
    Ending(String),
    /// The texts would be too small.
    #[error("--width: {0}")]
    Width(#[from] TooNarrow),
    /// The drawing cannot be rendered.
    #[error(transparent)]
    Png(#[from] PngError),
    /// The drawing cannot be converted.
    #[error(transparent)]
    Pdf(#[from] PdfError),
}

impl FileFormat {
    /// The format of a file, by the ending of its name.
    ///
    /// # Errors
    /// If the ending is not one of a picture.
    pub fn of(file: &Path) -> Result<FileFormat, PictureError> {
        let Some(ending) = file.extension() else {
            return Ok(FileFormat::Drawing(PictureFormat::Svg));
        };
        let known = ENDINGS
            .iter()
            .find(|(known, _)| ending.eq_ignore_ascii_case(known));
        known.map(|(_, format)| *format).ok_or_else(|| {
            let endings = ENDINGS.map(|(ending, _)| format!(".{ending}"));
            PictureError::Ending(one_of(&endings))
        })
    }

    /// A picture in this format, laid out for a width if there is one.
    ///
    /// # Errors
    /// If the picture's texts would be too small, or if the picture is too large for PNG.
    pub fn bytes(
        self,
        picture: &dyn Picture,
        width: Option<PageWidth>,
    ) -> Result<Vec<u8>, PictureError> {
        match self {
            FileFormat::Tikz => Ok(picture.tikz(width)?.into_bytes()),
            FileFormat::Drawing(PictureFormat::Png) if width.is_some() => {
                Ok(png(&picture.svg(width)?.to_string(), PNG_SCALE_ON_PAPER)?)
            }
            FileFormat::Drawing(format) => format.bytes(&picture.svg(width)?.to_string()),
        }
    }
}

impl PictureFormat {
    /// The ending of the names of files in this format, without the dot.
    pub fn ending(self) -> &'static str {
        let drawing = FileFormat::Drawing(self);
        let found = ENDINGS.iter().find(|(_, format)| *format == drawing);
        found.map_or("svg", |(ending, _)| ending)
    }

    /// A drawing in this format.
    ///
    /// # Errors
    /// If the drawing is too large for PNG, or has an element that PDF files of this program lack.
    pub fn bytes(self, svg: &str) -> Result<Vec<u8>, PictureError> {
        Ok(match self {
            PictureFormat::Svg => svg.as_bytes().to_vec(),
            PictureFormat::Png => png(svg, PNG_SCALE)?,
            PictureFormat::Pdf => pdf(svg)?,
        })
    }
}

/// Words as alternatives: `a, b or c`.
fn one_of(words: &[String]) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::{BoardPicture, DrawingOptions};
    use boilingpoint_boards::parse_board;

    #[test]
    fn the_ending_decides() {
        for (name, format) in [
            ("a.svg", FileFormat::Drawing(PictureFormat::Svg)),
            ("a.PNG", FileFormat::Drawing(PictureFormat::Png)),
            ("b.c/a.pdf", FileFormat::Drawing(PictureFormat::Pdf)),
            ("a.tex", FileFormat::Tikz),
            ("a", FileFormat::Drawing(PictureFormat::Svg)),
        ] {
            assert_eq!(FileFormat::of(Path::new(name)).unwrap(), format, "{name}");
        }
        let error = FileFormat::of(Path::new("a.gif")).unwrap_err();
        let expected = "expected a name that ends in .svg, .png, .pdf or .tex";
        assert_eq!(error.to_string(), expected);
        assert_eq!(PictureFormat::Pdf.ending(), "pdf");
    }

    /// At a width, each format has the picture at that width, and texts that can be read.
    #[test]
    fn pictures_have_their_width() {
        let width: PageWidth = "8cm".parse().unwrap();
        for text in [
            "path(1)",
            "caterpillar(4,3,4) L..........R..",
            "0>1,1-2*3,2-2",
            "..|#.",
        ] {
            let board = parse_board(text).unwrap();
            let options = DrawingOptions::default();
            let picture = BoardPicture {
                board: &board,
                options,
            };
            let svg = picture.svg(Some(width)).unwrap().to_string();
            assert!(svg.contains(" width=\"8.000cm\""), "{text}");
            let file = FileFormat::Drawing(PictureFormat::Pdf).bytes(&picture, Some(width));
            let file = String::from_utf8_lossy(&file.unwrap()).into_owned();
            assert!(file.contains("/MediaBox [0 0 226.77"), "{text}");
            let drawn = picture.tikz(Some(width)).unwrap();
            assert!(drawn.starts_with("\\begin{tikzpicture}[scale="), "{text}");
        }
        let long =
            parse_board("path(60) L...........................................................")
                .unwrap();
        let options = DrawingOptions {
            compress: false,
            ..DrawingOptions::default()
        };
        let picture = BoardPicture {
            board: &long,
            options,
        };
        let error = picture.svg(Some(width)).unwrap_err().to_string();
        assert!(error.starts_with("at 8cm the smallest text of the picture would have"));
        assert!(picture.tikz(Some(width)).is_err());
    }
}
