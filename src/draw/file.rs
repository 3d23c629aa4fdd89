//! Picture files: the ending of a file's name says its format.

use super::{PdfError, PngError, pdf, png};
use std::path::Path;

/// A format of picture files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PictureFormat {
    Svg,
    Png,
    Pdf,
}

/// The endings of the formats. A name without an ending is one of an SVG.
const ENDINGS: [(&str, PictureFormat); 3] = [
    ("svg", PictureFormat::Svg),
    ("png", PictureFormat::Png),
    ("pdf", PictureFormat::Pdf),
];

/// The pixels of a PNG for each unit of the drawing.
const PNG_SCALE: f32 = 2.0;

/// The reason why a picture cannot be written in a format.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The name has another ending.
    #[error("expected a name that ends in {0}")]
    Ending(String),
    /// The drawing cannot be rendered.
    #[error(transparent)]
    Png(#[from] PngError),
    /// The drawing cannot be converted.
    #[error(transparent)]
    Pdf(#[from] PdfError),
}

impl PictureFormat {
    /// The format of a file, by the ending of its name.
    ///
    /// # Errors
    /// If the ending is not one of a picture.
    pub fn of(file: &Path) -> Result<PictureFormat, PictureError> {
        let Some(ending) = file.extension() else {
            return Ok(PictureFormat::Svg);
        };
        let known = ENDINGS
            .iter()
            .find(|(known, _)| ending.eq_ignore_ascii_case(known));
        known.map(|(_, format)| *format).ok_or_else(|| {
            let endings = ENDINGS.map(|(ending, _)| format!(".{ending}"));
            PictureError::Ending(one_of(&endings))
        })
    }

    /// The ending of the names of files in this format, without the dot.
    pub fn ending(self) -> &'static str {
        let found = ENDINGS.iter().find(|(_, format)| *format == self);
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

    #[test]
    fn the_ending_decides() {
        for (name, format) in [
            ("a.svg", PictureFormat::Svg),
            ("a.PNG", PictureFormat::Png),
            ("b.c/a.pdf", PictureFormat::Pdf),
            ("a", PictureFormat::Svg),
        ] {
            assert_eq!(
                PictureFormat::of(Path::new(name)).unwrap(),
                format,
                "{name}"
            );
        }
        let error = PictureFormat::of(Path::new("a.gif")).unwrap_err();
        let expected = "expected a name that ends in .svg, .png or .pdf";
        assert_eq!(error.to_string(), expected);
        for (ending, format) in ENDINGS {
            assert_eq!(format.ending(), ending);
        }
    }
}
