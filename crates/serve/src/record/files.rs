//! A record as a file: the formats of exports, and pictures.

use super::{FoundRecord, value_of};
use crate::answers;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use boilingpoint_clock::TimeLimit;
use boilingpoint_draw::{DrawingOptions, PictureFormat, Svg, svg, thermograph_svg};
use boilingpoint_explorer::{KeptAppraiser, TIME, budget_until};
use boilingpoint_problem::Appraisal;
use boilingpoint_record::records::RecordLine;
use boilingpoint_report::export::{FORMATS, FormatEntry, LatexOptions, export_with};
use boilingpoint_report::{Card, card_svg};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A kind of file.
#[derive(Clone, Copy)]
pub enum FileKind {
    Export(&'static FormatEntry),
    Picture(&'static PictureEntry),
}

/// A picture of a record.
pub struct PictureEntry {
    pub picture: Picture,
    format: PictureFormat,
    /// The words on the page.
    pub name: &'static str,
    /// The ending of the file.
    pub ending: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Picture {
    Board,
    Thermograph,
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

/// The file of a record, or the reason why the record has no such file.
pub fn answer(appraiser: &mut KeptAppraiser, found: &FoundRecord, kind: FileKind) -> Response {
    let id = found.record.id;
    match kind {
        FileKind::Export(entry) => {
            let stop = Arc::new(AtomicBool::new(false));
            let _timer = TimeLimit::after(TIME, &stop);
            let records = std::slice::from_ref(&found.record);
            let (options, budget) = (LatexOptions::default(), budget_until(&stop));
            let exported = export_with(records, entry.format, &options, &budget);
            match exported.left_out.first() {
                Some(why) => answers::missing(why),
                None => file(id, entry.ending, entry.media, exported.bytes),
            }
        }
        FileKind::Picture(entry) => {
            let Some(drawing) = drawing(appraiser, found, entry.picture) else {
                let what = format!("Record {id} has no {}.", entry.name);
                return answers::missing(&what);
            };
            match entry.format.bytes(&drawing.to_string()) {
                Ok(bytes) => file(id, entry.ending, media(entry.format), bytes),
                Err(error) => answers::missing(&error.to_string()),
            }
        }
    }
}

fn drawing(appraiser: &mut KeptAppraiser, found: &FoundRecord, picture: Picture) -> Option<Svg> {
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
            let value = value_of(appraiser, found, TIME);
            let title = format!("Thermograph of record {}", record.id);
            Some(thermograph_svg(value.thermograph.as_deref()?, Some(&title)))
        }
        Picture::Card => Some(card_svg(&card(appraiser, found))),
    }
}

fn card(appraiser: &mut KeptAppraiser, found: &FoundRecord) -> Card {
    let entry = &found.record.entry;
    let value = value_of(appraiser, found, TIME);
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

fn file(id: i64, ending: &str, media: &'static str, bytes: Vec<u8>) -> Response {
    let mut answer = ([(header::CONTENT_TYPE, media)], bytes).into_response();
    let named = format!("inline; filename=\"record-{id}.{ending}\"");
    if let Ok(named) = HeaderValue::from_str(&named) {
        answer
            .headers_mut()
            .insert(header::CONTENT_DISPOSITION, named);
    }
    answer
}
