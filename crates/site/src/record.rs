//! The page of a record, and its files.

use super::SiteError;
use super::context::Site;
use super::frame::Frame;
use askama::Template;
use boilingpoint_book::{BookEntry, Neighbours, Record, TIES};
use boilingpoint_pages::{FileKind, FoundRecord, Links, PartOptions, RecordPart, kind};
use boilingpoint_report::record_value;
use boilingpoint_solver::{Budget, Solver};

/// The number of neighbours of each kind that a page draws.
const DRAWN: usize = 3;

/// The ending of the files with all invariants, which take longer than all other files together.
pub const INVARIANTS: &str = "invariants.csv";

/// The limits of a value that the book does not have. They are numbers of steps, so that equal
/// books give equal sites on every machine.
const POSITIONS: u64 = 50_000;
const WORK: u64 = 200_000;
const BYTES: usize = 64 << 20;

/// The budget of values and of exports.
pub fn budget() -> Budget {
    Budget {
        positions: POSITIONS,
        work: WORK,
        bytes: BYTES,
        stop: None,
    }
}

/// Records of one list, sorted by order.
pub struct Surroundings<'a> {
    pub records: &'a [Record],
}

impl<'a> Surroundings<'a> {
    /// The records of these orders.
    pub fn between(&self, first: u64, last: u64) -> &'a [Record] {
        let begin = self
            .records
            .partition_point(|r| r.entry.facts.order < first);
        let end = self
            .records
            .partition_point(|r| r.entry.facts.order <= last);
        &self.records[begin..end]
    }

    fn of_order(&self, order: Option<u64>) -> Vec<Record> {
        let of_order = order.map_or(&[][..], |order| self.between(order, order));
        of_order[..of_order.len().min(TIES)].to_vec()
    }

    /// The records around a record.
    fn neighbours(&self, record: &Record) -> Neighbours {
        let order = record.entry.facts.order;
        let orders = || self.records.iter().map(|r| r.entry.facts.order);
        Neighbours {
            smaller: self.of_order(orders().filter(|&o| o < order).max()),
            greater: self.of_order(orders().filter(|&o| o > order).min()),
            ..Neighbours::among(record, self.between(order, order))
        }
    }
}

#[derive(Template)]
#[template(path = "record.html")]
struct RecordPage<'a> {
    frame: Frame<'a>,
    id: i64,
    part: String,
}

/// Writes the page of a record, and its files.
pub fn write_record(site: &Site, around: &Surroundings, record: &Record) -> Result<(), SiteError> {
    let id = record.id;
    let found = FoundRecord::of(record.clone(), around.neighbours(record));
    let found = found.map_err(|why| SiteError::Record { id, why })?;
    let mut solver = None;
    let value = record_value(&found.record.entry, &found.board, |ruleset| {
        (solver.insert(Solver::new(ruleset, budget())), ())
    });
    let mut files = Vec::new();
    for file in wanted(site, &found, FileKind::all_of(&found, &value)) {
        // A file that cannot be made is not linked.
        if let Ok(bytes) = file.bytes(&found, Some(&value), &budget()) {
            site.out
                .write(&format!("record/{id}.{}", file.ending()), &bytes)?;
            files.push(file);
        }
    }
    let name = format!("record/{id}.html");
    let frame = site.frame("records", &name);
    let links = frame.links();
    let options = PartOptions {
        most: (!site.has_record_files).then_some(DRAWN),
        // The table is half of a page, and takes most of its time.
        has_invariants: site.has_record_files,
        links: &links,
        run: run(site, &links, &found.record.entry),
        end: None,
        offers_time: false,
        drawn: if site.has_record_files { DRAWN } else { 0 },
        files,
    };
    let part = RecordPart::new(found, &value, options).render()?;
    site.page(&name, &RecordPage { frame, id, part })
}

/// The files that the site has of a record. Without all files it has the certificate, since the
/// record is not confirmed without it.
fn wanted(site: &Site, found: &FoundRecord, all: Vec<FileKind>) -> Vec<FileKind> {
    if site.has_record_files {
        // The page has the invariants, and so has a file of the list.
        let is_kept = |file: &FileKind| file.ending() != INVARIANTS;
        return all.into_iter().filter(is_kept).collect();
    }
    let has_certificate = found.record.entry.certificate.is_some();
    let certificate = kind("certificate.json").filter(|_| has_certificate);
    certificate.into_iter().collect()
}

/// The address of the run that found a record, if it has a page.
fn run(site: &Site, links: &Links, entry: &BookEntry) -> Option<String> {
    let by = &entry.found_by;
    let name = by.folder.as_ref().unwrap_or(&by.run);
    site.runs.contains(name).then(|| links.run(name))
}
