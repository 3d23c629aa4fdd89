//! A record as a file: the formats of exports, and pictures.

use super::FoundRecord;
use boilingpoint_book::RecordValue;
use boilingpoint_draw::{DrawingOptions, PictureError, PictureFormat, Svg, svg, thermograph_svg};
use boilingpoint_problem::Appraisal;
use boilingpoint_record::records::RecordLine;
use boilingpoint_report::export::{FORMATS, FormatEntry, LatexOptions, export_with, formats_of};
use boilingpoint_report::{Card, card_svg};
use boilingpoint_solver::Budget;

/// A kind of file.
#[derive(Clone, Copy)]
pub enum FileKind {
    /// The record in a format of exports.
    Export(&'static FormatEntry),
    /// A picture.
    Picture(&'static PictureEntry),
}

/// A picture of a record.
pub struct PictureEntry {
    /// The contents.
    pub picture: Picture,
    format: PictureFormat,
    /// The words on the page.
    pub name: &'static str,
    /// The ending of the file.
    pub ending: &'static str,
}

/// The contents of a picture.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Picture {
    /// The board.
    Board,
    /// The thermograph of its value.
    Thermograph,
    /// Both, with the facts.
    Card,
}

const fn entry(
    picture: Picture,
    format: PictureFormat,
    name: &'static str,
    ending: &'static str,
) -> PictureEntry {
    PictureEntry {
        picture,
        format,
        name,
        ending,
    }
}

/// All pictures, in the order of the page.
pub const PICTURES: [PictureEntry; 7] = [
    entry(Picture::Board, PictureFormat::Svg, "drawing", "svg"),
    entry(Picture::Board, PictureFormat::Png, "drawing", "png"),
    entry(Picture::Board, PictureFormat::Pdf, "drawing", "pdf"),
    entry(
        Picture::Thermograph,
        PictureFormat::Svg,
        "thermograph",
        "thermograph.svg",
    ),
    entry(
        Picture::Thermograph,
        PictureFormat::Pdf,
        "thermograph",
        "thermograph.pdf",
    ),
    entry(Picture::Card, PictureFormat::Svg, "card", "card.svg"),
    entry(Picture::Card, PictureFormat::Pdf, "card", "card.pdf"),
];

fn media(format: PictureFormat) -> &'static str {
    match format {
        PictureFormat::Svg => "image/svg+xml",
        PictureFormat::Png => "image/png",
        PictureFormat::Pdf => "application/pdf",
    }
}

/// The kind of file with this ending.
pub fn kind(ending: &str) -> Option<FileKind> {
    let format = FORMATS.iter().find(|entry| entry.ending == ending);
    let picture = PICTURES.iter().find(|entry| entry.ending == ending);
    format
        .map(FileKind::Export)
        .or(picture.map(FileKind::Picture))
}

/// All endings, for a message.
pub fn endings() -> String {
    let formats = FORMATS.iter().map(|entry| entry.ending);
    let pictures = PICTURES.iter().map(|entry| entry.ending);
    formats.chain(pictures).collect::<Vec<_>>().join(", ")
}

/// The reason why a record has no such file.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The format cannot hold the record.
    #[error("{0}")]
    LeftOut(String),
    /// The value of the record is not known.
    #[error("Record {id} has no {picture}.")]
    NoPicture {
        /// The number of the record.
        id: i64,
        /// The name of the picture.
        picture: &'static str,
    },
    /// The picture cannot be written in its format.
    #[error(transparent)]
    Picture(#[from] PictureError),
}

impl FileKind {
    /// The ending of the file.
    pub fn ending(self) -> &'static str {
        match self {
            FileKind::Export(entry) => entry.ending,
            FileKind::Picture(entry) => entry.ending,
        }
    }

    /// The words for the file on a page.
    pub fn name(self) -> &'static str {
        match self {
            FileKind::Export(entry) => entry.name,
            FileKind::Picture(entry) => entry.name,
        }
    }

    /// The media type of the file.
    pub fn media(self) -> &'static str {
        match self {
            FileKind::Export(entry) => entry.media,
            FileKind::Picture(entry) => media(entry.format),
        }
    }

    /// Whether the file holds the value of the record's board, which the caller has to find.
    pub fn needs_value(self) -> bool {
        matches!(self, FileKind::Picture(entry) if entry.picture != Picture::Board)
    }

    /// The files that a record has.
    pub fn all_of(found: &FoundRecord, value: &RecordValue) -> Vec<FileKind> {
        let has_picture = |picture| picture != Picture::Thermograph || value.thermograph.is_some();
        let pictures = PICTURES.iter().filter(|p| has_picture(p.picture));
        let formats = formats_of(&found.record).into_iter();
        let pictures = pictures.map(FileKind::Picture);
        pictures.chain(formats.map(FileKind::Export)).collect()
    }

    /// The bytes of a record's file. The values that an export needs are computed within the
    /// budget.
    ///
    /// # Errors
    /// When the record has no such file.
    pub fn bytes(
        self,
        found: &FoundRecord,
        value: Option<&RecordValue>,
        budget: &Budget,
    ) -> Result<Vec<u8>, FileError> {
        match self {
            FileKind::Export(entry) => {
                let records = std::slice::from_ref(&found.record);
                let options = LatexOptions::default();
                let exported = export_with(records, entry.format, &options, budget);
                match exported.left_out.into_iter().next() {
                    Some(why) => Err(FileError::LeftOut(why)),
                    None => Ok(exported.bytes),
                }
            }
            FileKind::Picture(entry) => {
                let drawing = drawing(found, value, entry.picture);
                let drawing = drawing.ok_or(FileError::NoPicture {
                    id: found.record.id,
                    picture: entry.name,
                })?;
                Ok(entry.format.bytes(&drawing.to_string())?)
            }
        }
    }
}

fn drawing(found: &FoundRecord, value: Option<&RecordValue>, picture: Picture) -> Option<Svg> {
    let record = &found.record;
    match picture {
        Picture::Board => {
            let facts = &record.entry.facts;
            let options = DrawingOptions {
                title: Some(format!("record {}: {}", record.id, facts.named_text())),
                ..DrawingOptions::default()
            };
            Some(svg(&found.board, &options))
        }
        Picture::Thermograph => {
            let title = format!("Thermograph of record {}", record.id);
            Some(thermograph_svg(
                value?.thermograph.as_deref()?,
                Some(&title),
            ))
        }
        Picture::Card => Some(card_svg(&card(found, value?))),
    }
}

fn card(found: &FoundRecord, value: &RecordValue) -> Card {
    let entry = &found.record.entry;
    Card {
        heading: format!("{}: {}", entry.objective, entry.fitness_text()),
        record: RecordLine {
            generation: entry.found_by.generation,
            fitness: entry.fitness.texts(),
            facts: entry.facts.clone(),
            verified: true,
            collected: None,
            certificate: None,
            proof: None,
            lineage: entry.lineage.clone(),
        },
        board: found.board.clone(),
        lineage: entry.lineage.clone(),
        value: Appraisal {
            facts: entry.facts.clone(),
            thermograph: value.thermograph.as_deref().cloned(),
        },
    }
}
