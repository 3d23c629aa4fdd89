//! The feed of new records (Atom, RFC 4287).

use super::SiteError;
use super::context::Site;
use askama::Template;
use boilingpoint_book::Record;

/// The time of a feed without records, and of a record whose time cannot be read.
const EARLIEST: &str = "1970-01-01T00:00:00Z";
/// The beginning of ids in a site without an address (RFC 4151).
const TAG: &str = "tag:boilingpoint.invalid,2026:";

#[derive(Template)]
#[template(path = "feed.xml")]
struct Feed {
    title: String,
    id: String,
    updated: String,
    /// The address of the site; empty for addresses that are relative to the feed.
    base: String,
    entries: Vec<FeedEntry>,
}

struct FeedEntry {
    title: String,
    id: String,
    updated: String,
    number: i64,
    summary: String,
}

/// Writes the feed of the records, the newest first.
pub fn write_feed(site: &Site, records: &[Record]) -> Result<(), SiteError> {
    let base = site.options.url.clone().unwrap_or_default();
    let stem = match base.is_empty() {
        true => TAG,
        false => base.as_str(),
    };
    let entries: Vec<FeedEntry> = records.iter().map(|record| entry(record, stem)).collect();
    let updated = entries.iter().map(|entry| &entry.updated).max();
    let feed = Feed {
        title: clean(&site.options.title),
        id: format!("{stem}feed"),
        updated: updated.map_or(EARLIEST.to_string(), String::clone),
        base,
        entries,
    };
    site.page("feed.xml", &feed)
}

fn entry(record: &Record, stem: &str) -> FeedEntry {
    let e = &record.entry;
    let (game, order) = (e.game_text(), e.facts.order);
    let is_time = humantime::parse_rfc3339(&e.found_at).is_ok();
    FeedEntry {
        title: clean(&format!(
            "{}: {}, {game}, {}, order {order}",
            e.objective,
            e.fitness_text(),
            e.class
        )),
        id: format!("{stem}record/{}", record.id),
        updated: if is_time { &e.found_at } else { EARLIEST }.to_string(),
        number: record.id,
        summary: clean(&format!(
            "Record {}: fitness {} of {} in {game}, class {}, order {order}. Board {}. Found by {}.",
            record.id,
            e.fitness_text(),
            e.objective,
            e.class,
            e.facts.named_text(),
            e.found_by
        )),
    }
}

/// A text without the characters that XML does not have.
fn clean(text: &str) -> String {
    let is_kept = |c: &char| {
        !(c.is_control() || ('\u{fffe}'..='\u{ffff}').contains(c)) || ['\n', '\t'].contains(c)
    };
    text.chars().filter(is_kept).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_xml_lacks_are_left_out() {
        assert_eq!(clean("a\u{0}\u{8}b\n\u{ffff}é"), "ab\né");
    }
}
