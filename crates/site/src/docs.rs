//! The book of documents as pages.

use super::SiteError;
use super::context::Site;
use super::files::{bytes, files_below, text};
use super::frame::Frame;
use super::markdown::render;
use super::summary::{SummaryEntry, SummaryPart, summary};
use askama::Template;
use std::collections::BTreeSet;
use std::path::Path;

/// The folder of the documents in the site.
const FOLDER: &str = "docs";
/// The table of contents.
const SUMMARY: &str = "SUMMARY.md";
/// The first document.
const INDEX: &str = "index.md";

/// The documents of a site: their number, and the links that lead nowhere.
#[derive(Default)]
pub struct DocumentCounts {
    pub documents: usize,
    pub broken: Vec<String>,
    pub has_findings: bool,
}

#[derive(Template)]
#[template(path = "doc.html")]
struct DocumentPage<'a> {
    frame: Frame<'a>,
    title: String,
    contents: String,
    text: String,
    previous: Option<DocumentLink<'a>>,
    next: Option<DocumentLink<'a>>,
}

#[derive(Template)]
#[template(path = "contents.html")]
struct ContentsPart<'a> {
    parts: &'a [SummaryPart],
    place: &'a str,
    up: String,
}

impl ContentsPart<'_> {
    fn address(&self, entry: &SummaryEntry) -> String {
        format!("{}{}", self.up, page_name(&entry.path))
    }
}

struct DocumentLink<'a> {
    title: &'a str,
    address: String,
}

/// Writes the documents, and the files that they link.
pub fn write_documents(site: &Site, root: &Path) -> Result<DocumentCounts, SiteError> {
    let names: BTreeSet<String> = files_below(root, "")?.into_iter().collect();
    let parts = match names.contains(SUMMARY) {
        true => known(summary(&text(root, SUMMARY)?), &names),
        false => Vec::new(),
    };
    let mut counts = DocumentCounts {
        has_findings: names.contains("findings.md"),
        ..DocumentCounts::default()
    };
    let documents = names
        .iter()
        .filter(|name| name.ends_with(".md") && *name != SUMMARY);
    let mut files = BTreeSet::new();
    for place in documents {
        let found = render(&text(root, place)?, place, &names);
        let broken = found.broken.iter();
        counts
            .broken
            .extend(broken.map(|link| format!("{place}: {link}")));
        files.extend(found.files);
        write(site, &parts, place, found.title, found.html)?;
        counts.documents += 1;
    }
    if !names.contains(INDEX) {
        write(site, &parts, INDEX, "Documents".to_string(), String::new())?;
    }
    for file in files {
        site.out
            .write(&format!("{FOLDER}/{file}"), &bytes(root, &file)?)?;
    }
    Ok(counts)
}

/// The contents without documents that do not exist.
fn known(mut parts: Vec<SummaryPart>, names: &BTreeSet<String>) -> Vec<SummaryPart> {
    for part in &mut parts {
        part.entries.retain(|entry| names.contains(&entry.path));
    }
    parts
}

fn write(
    site: &Site,
    parts: &[SummaryPart],
    place: &str,
    title: String,
    text: String,
) -> Result<(), SiteError> {
    let up = "../".repeat(place.matches('/').count());
    let all: Vec<&SummaryEntry> = parts.iter().flat_map(|part| &part.entries).collect();
    let here = all.iter().position(|entry| entry.path == place);
    let link = |at: Option<usize>| {
        let entry = all.get(at?)?;
        Some(DocumentLink {
            title: &entry.title,
            address: format!("{up}{}", page_name(&entry.path)),
        })
    };
    let previous = link(here.and_then(|at| at.checked_sub(1)));
    let next = link(here.map(|at| at + 1));
    let contents = ContentsPart {
        parts,
        place,
        up: up.clone(),
    };
    let name = format!("{FOLDER}/{}", page_name(place));
    let page = DocumentPage {
        frame: site.frame("docs", &name),
        title,
        contents: contents.render()?,
        text,
        previous,
        next,
    };
    site.page(&name, &page)
}

/// The name of the page of a document.
fn page_name(place: &str) -> String {
    format!("{}.html", place.strip_suffix(".md").unwrap_or(place))
}
