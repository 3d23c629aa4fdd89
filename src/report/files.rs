//! Files of a report: pictures in the run's `plots/`, and one page that contains all of them.

use super::answers::record_id;
use super::card::{Card, card_svg};
use super::charts;
use super::page::{PageInputs, comparison_page, known, page, pictures};
use super::{ReportError, ReportedRun};
use crate::draw::png;
use crate::record::folder::{FileError, write_atomic};
use crate::record::own::{self, OwnPath};
use crate::record::records::RecordLine;
use std::path::{Path, PathBuf};

/// Draws the charts and cards of a run into `plots/`, and writes `report.html`. Returns the files.
///
/// # Errors
/// If a chart cannot be drawn or a file cannot be written.
pub fn write_report(
    run: &ReportedRun,
    cards: &[Card],
    with_png: bool,
) -> Result<Vec<PathBuf>, ReportError> {
    let known = known(run)?;
    let plots = run.folder.plots();
    own::make_folder(&plots).map_err(FileError::of("create", &plots))?;
    let mut files = Vec::new();
    for picture in pictures(run, &known)? {
        let file = plots.join(picture.name);
        write_picture(OwnPath::inner(&file), &picture.svg, with_png, &mut files)?;
    }
    for card in cards {
        let file = plots.join(file_name(&card.record));
        let svg = card_svg(card).to_string();
        write_picture(OwnPath::inner(&file), &svg, with_png, &mut files)?;
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

/// Writes a comparison of several runs into a folder: `comparison.svg`, and `comparison.html` with
/// the curves, the attainment and a table of settings. Returns the files.
///
/// # Errors
/// If a chart cannot be drawn or a file cannot be written.
pub fn write_comparison(
    runs: &[ReportedRun],
    folder: &Path,
    with_png: bool,
) -> Result<Vec<PathBuf>, ReportError> {
    let mut files = Vec::new();
    let picture = charts::comparison(runs)?;
    write_picture(
        OwnPath::from(&folder.join("comparison")),
        &picture.svg,
        with_png,
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
    with_png: bool,
    files: &mut Vec<PathBuf>,
) -> Result<(), ReportError> {
    let vector = file.path().with_extension("svg");
    write_atomic(file.beside(&vector), svg.as_bytes())?;
    files.push(vector);
    if with_png {
        let pixels = file.path().with_extension("png");
        write_atomic(file.beside(&pixels), &png(svg, 2.0)?)?;
        files.push(pixels);
    }
    Ok(())
}
