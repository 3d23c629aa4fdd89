//! Files of a report: pictures in the run's `plots/`, and one page that contains all of them.

use super::answers::record_id;
use super::card::{Card, card_svg};
use super::charts::{self, Sheet};
use super::page::{PageInputs, RunLink, comparison_page, known, page, pictures};
use super::{ReportError, ReportedRun};
use boilingpoint_comparison::{CHART, ComparedRun, EffortAxis, Results};
use boilingpoint_draw::PictureFormat;
use boilingpoint_record::folder::{FileError, write_atomic};
use boilingpoint_record::own::{self, OwnPath};
use boilingpoint_record::records::RecordLine;
use std::path::{Path, PathBuf};

/// The page of a run in its folder.
const REPORT: &str = "report.html";

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
        write_picture(OwnPath::inner(&file), &picture.file(), formats, &mut files)?;
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
    let file = run.folder.path().join(REPORT);
    write_atomic(&file, page(run, &around)?.as_bytes())?;
    files.push(file);
    Ok(files)
}

/// Writes a comparison of several runs: the page at `file`, and beside it the charts in these formats.
/// Returns the files.
///
/// # Errors
/// If a chart cannot be drawn or a file cannot be written.
pub fn write_comparison(
    results: &Results,
    file: &Path,
    formats: &[PictureFormat],
) -> Result<Vec<PathBuf>, ReportError> {
    let folder = file.parent().unwrap_or(Path::new(""));
    let page = comparison_page(results, &|run| link_from(folder, run))?;
    let mut files = write_comparison_charts(results, folder, formats)?;
    write_atomic(file, page.as_bytes())?;
    files.push(file.to_path_buf());
    Ok(files)
}

/// Writes the charts of a comparison into a folder: the attainment of the settings and their
/// fitness, each in these formats. Returns the files.
///
/// # Errors
/// If a chart cannot be drawn or a file cannot be written.
pub fn write_comparison_charts(
    results: &Results,
    folder: &Path,
    formats: &[PictureFormat],
) -> Result<Vec<PathBuf>, ReportError> {
    let mut files = Vec::new();
    let mut write = |name: &str, svg: &str| {
        let file = folder.join(name);
        write_picture(OwnPath::from(&file), svg, formats, &mut files)
    };
    write(CHART, &charts::attainment(results)?.file())?;
    if let Some(medians) = charts::medians(results, EffortAxis::Asked)? {
        write(medians.name, &medians.file())?;
    }
    Ok(files)
}

/// The name of a run on a page in this folder, and the address of its report if it has one.
fn link_from(folder: &Path, run: &ComparedRun) -> RunLink {
    let Ok(below) = run.dir.strip_prefix(folder) else {
        return (run.dir.display().to_string(), None);
    };
    let parts: Vec<String> = below
        .components()
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    let name = parts.join("/");
    let report = run.dir.join(REPORT);
    let address = own::exists(&report).then(|| format!("{name}/{REPORT}"));
    (name, address)
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
