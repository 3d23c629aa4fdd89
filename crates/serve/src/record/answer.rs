//! The answers about a record: its page, or one of its files.

use crate::{ServerState, answers};
use askama::Template;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use boilingpoint_book::{BookEntry, RecordValue};
use boilingpoint_clock::TimeLimit;
use boilingpoint_explorer::{KeptAppraiser, MORE_TIME, TIME, budget_until};
use boilingpoint_pages::{FileKind, FoundRecord, Links, PartOptions, RecordPart};
use boilingpoint_report::record_value;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

#[derive(Template)]
#[template(path = "record.html")]
struct RecordPage {
    tab: &'static str,
    id: i64,
    /// The contents of the page.
    part: String,
}

/// The page of a record.
pub fn page(
    state: &ServerState,
    appraiser: &mut KeptAppraiser,
    found: FoundRecord,
    is_patient: bool,
) -> Response {
    let time = if is_patient { MORE_TIME } else { TIME };
    let end = Instant::now() + time;
    let value = value_of(appraiser, &found, time / 2);
    let links = Links::served();
    let options = PartOptions {
        most: None,
        has_invariants: true,
        links: &links,
        run: run(state, &links, &found.record.entry),
        end: Some(end),
        offers_time: !is_patient,
        drawn: usize::MAX,
        files: FileKind::all_of(&found, &value),
    };
    let id = found.record.id;
    let part = RecordPart::new(found, &value, options).render();
    answers::page(&RecordPage {
        tab: "book",
        id,
        part: part.unwrap_or_default(),
    })
}

/// The address of the run that found a record, if the server has the run. The run is looked up by
/// its folder, or by its name for a record of an older version.
fn run(state: &ServerState, links: &Links, entry: &BookEntry) -> Option<String> {
    let by = &entry.found_by;
    let name = by.folder.as_ref().unwrap_or(&by.run);
    let found = state.index.find(name)?;
    Some(links.run(&found.name))
}

/// The value of a record's board: from the book, and from the appraiser if the book does not have
/// all of it.
fn value_of(appraiser: &mut KeptAppraiser, found: &FoundRecord, time: Duration) -> RecordValue {
    record_value(&found.record.entry, &found.board, |ruleset| {
        appraiser.of(ruleset).solver_for(time)
    })
}

/// The file of a record, or the reason why the record has no such file.
pub fn file(appraiser: &mut KeptAppraiser, found: &FoundRecord, kind: FileKind) -> Response {
    let value = kind.needs_value().then(|| value_of(appraiser, found, TIME));
    let stop = Arc::new(AtomicBool::new(false));
    let _timer = TimeLimit::after(TIME, &stop);
    match kind.bytes(found, value.as_ref(), &budget_until(&stop)) {
        Ok(bytes) => named(found.record.id, kind, bytes),
        Err(why) => answers::missing(&why.to_string()),
    }
}

fn named(id: i64, kind: FileKind, bytes: Vec<u8>) -> Response {
    let mut answer = ([(header::CONTENT_TYPE, kind.media())], bytes).into_response();
    let named = format!("inline; filename=\"record-{id}.{}\"", kind.ending());
    if let Ok(named) = HeaderValue::from_str(&named) {
        answer
            .headers_mut()
            .insert(header::CONTENT_DISPOSITION, named);
    }
    answer
}
