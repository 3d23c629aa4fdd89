//! Files of a report: pictures in the run's `plots/`, and one page that contains all of them.

use super::answers::record_id;
use super::card::{Card, card_svg};
use super::charts::{self, Sheet};
use super::page::{PageInputs, comparison_page, known, page, pictures};
use super::{ReportError, ReportedRun};
use crate::draw::PictureFormat;
use crate::record::folder::{FileError, write_atomic};
use crate::record::own::{self, OwnPath};
use crate::record::records::RecordLine;
use std::path::{Path, PathBuf};

/// Draws the charts and cards of a run into `plots/`, each in these formats and charts in this width,
/// and writes `report.html`. Returns the files.
///
/// # Errors
/// If a chart cannot be drawn or a file cannot be written.
pub fn write_report(
    run: &ReportedRun,
    cards: &[Card],
    formats: &[PictureFormat],
    sheet: Sheet,
) -> Result<Vec<PathBuf>, ReportError> {
    let known = known(run)?;
    let plots = run.folder.plots();
    own::make_folder(&plots).map_err(FileError::of("create", &plots))?;
    let mut files = Vec::new();
    for picture in pictures(run, &known, sheet)? {
        let Some(name) = picture.file_name() else {
            continue;
        };
        let file = plots.join(name);
        write_picture(OwnPath::inner(&file), &picture.svg, formats, &mut files)?;
    }
    for card in cards {
        let file = plots.join(file_name(&card.record));
        let svg = card_svg(card).to_string();
        write_picture(OwnPath::inner(&file), &svg, formats, &mut files)?;
    }
    let around = PageInputs {
        known: &known,
        cards,
        is_live: false,
    };
    let file = run.folder.path().join("report.html");
    write_atomic(&file, page(run, &around)?.as_bytes())?;
    files.push(file);
    Ok(files)
}

/// Writes a comparison of several runs into a folder: the picture `comparison` in these formats, and
/// `comparison.html` with the curves, the attainment and a table of settings. Returns the files.
///
/// # Errors
/// If a chart cannot be drawn or a file cannot be written.
pub fn write_comparison(
    runs: &[ReportedRun],
    folder: &Path,
    formats: &[PictureFormat],
) -> Result<Vec<PathBuf>, ReportError> {
    let mut files = Vec::new();
    let picture = charts::comparison(runs)?;
    write_picture(
        OwnPath::from(&folder.join("comparison")),
        &picture.svg,
        formats,
        &mut files,
    )?;
    let file = folder.join("comparison.html");
    write_atomic(&file, comparison_page(runs)?.as_bytes())?;
    files.push(file);
    Ok(files)
}

/// The name of the file of a record's card, without extension. The names of orders sort like them.
fn file_name(record: &RecordLine) -> String {
    match record.collected {
        Some(_) => record_id(record),
        None => format!("record-{:02}", record.facts.order),
    }
}

fn write_picture(
    file: OwnPath,
    svg: &str,
    formats: &[PictureFormat],
    files: &mut Vec<PathBuf>,
) -> Result<(), ReportError> {
    for &format in formats {
        let path = file.path().with_extension(format.ending());
        write_atomic(file.beside(&path), &format.bytes(svg)?)?;
        files.push(path);
    }
    Ok(())
}
