//! A document as HTML: its links lead to the pages of the site, and its headings have anchors.

use pulldown_cmark::{Alignment, CowStr, Event, Options, Parser, Tag, TagEnd, html};
use std::collections::{BTreeMap, BTreeSet};

/// The HTML that documents may have, besides places for links. All other HTML is shown as text.
const ALLOWED: [&str; 5] = ["<sub>", "</sub>", "<sup>", "</sup>", "</a>"];

/// A document as HTML.
pub struct RenderedDocument {
    pub title: String,
    pub html: String,
    /// The files besides documents that it links, below the folder of documents.
    pub files: BTreeSet<String>,
    /// The links that lead nowhere. The page has their words only.
    pub broken: Vec<String>,
}

/// Renders the document at `place` below the folder of documents. `names` are the files there.
pub fn render(text: &str, place: &str, names: &BTreeSet<String>) -> RenderedDocument {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let headings = headings(Parser::new_ext(text, options));
    let mut writer = Writer {
        place,
        names,
        ids: headings.iter().map(|(_, id)| id.clone()).collect(),
        open: Vec::new(),
        files: BTreeSet::new(),
        broken: Vec::new(),
    };
    let mut out = String::new();
    let events = Parser::new_ext(text, options).filter_map(|event| writer.event(event));
    html::push_html(&mut out, events);
    RenderedDocument {
        title: headings
            .into_iter()
            .next()
            .map_or(place.to_string(), |(text, _)| text),
        html: out,
        files: writer.files,
        broken: writer.broken,
    }
}

/// The texts of the headings, each with its anchor. Equal anchors are numbered.
fn headings<'a>(events: impl Iterator<Item = Event<'a>>) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut current: Option<String> = None;
    for event in events {
        match (event, &mut current) {
            (Event::Start(Tag::Heading { .. }), _) => current = Some(String::new()),
            (Event::Text(text) | Event::Code(text), Some(heading)) => heading.push_str(&text),
            (Event::End(TagEnd::Heading(_)), _) => {
                let text = current.take().unwrap_or_default();
                let id = anchor(&text);
                let count = counts.entry(id.clone()).or_default();
                let numbered = match *count {
                    0 => id,
                    n => format!("{id}-{n}"),
                };
                *count += 1;
                found.push((text, numbered));
            }
            _ => {}
        }
    }
    found
}

/// The anchor of a heading, by the rule of mdBook and of GitHub.
fn anchor(text: &str) -> String {
    let letter = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' || c == '-' => Some(c.to_ascii_lowercase()),
        c if c.is_whitespace() => Some('-'),
        _ => None,
    };
    text.trim().chars().filter_map(letter).collect()
}

/// The target of a link.
enum Target {
    Address(String),
    Nowhere,
}

struct Writer<'a> {
    place: &'a str,
    names: &'a BTreeSet<String>,
    /// The anchors of the headings that are still to come.
    ids: std::collections::VecDeque<String>,
    /// Whether each open link or image is written.
    open: Vec<bool>,
    files: BTreeSet<String>,
    broken: Vec<String>,
}

impl Writer<'_> {
    /// The event as the page has it. `None` if the page leaves it out.
    fn event<'e>(&mut self, event: Event<'e>) -> Option<Event<'e>> {
        match event {
            Event::Start(tag) => self.start(tag).map(Event::Start),
            Event::End(TagEnd::Link | TagEnd::Image) => {
                let is_written = self.open.pop().unwrap_or(true);
                is_written.then_some(event)
            }
            Event::Html(text) | Event::InlineHtml(text) => html_event(text),
            other => Some(other),
        }
    }

    fn start<'e>(&mut self, tag: Tag<'e>) -> Option<Tag<'e>> {
        match tag {
            Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            } => {
                let dest_url = self.opened(&dest_url, true)?;
                Some(Tag::Link {
                    link_type,
                    dest_url,
                    title,
                    id,
                })
            }
            Tag::Image {
                link_type,
                dest_url,
                title,
                id,
            } => {
                let dest_url = self.opened(&dest_url, false)?;
                Some(Tag::Image {
                    link_type,
                    dest_url,
                    title,
                    id,
                })
            }
            Tag::Heading { level, classes, .. } => Some(Tag::Heading {
                level,
                id: self.ids.pop_front().map(CowStr::from),
                classes,
                attrs: Vec::new(),
            }),
            // An alignment would be a style in the page, which its policy forbids.
            Tag::Table(columns) => Some(Tag::Table(vec![Alignment::None; columns.len()])),
            other => Some(other),
        }
    }

    /// The address of a link or an image that begins. `None` if it is left out.
    fn opened(&mut self, address: &str, may_be_outside: bool) -> Option<CowStr<'static>> {
        let target = match self.target(address) {
            Target::Address(target) if may_be_outside || !has_scheme(&target) => Some(target),
            _ => {
                self.broken.push(address.to_string());
                None
            }
        };
        self.open.push(target.is_some());
        target.map(CowStr::from)
    }

    fn target(&mut self, address: &str) -> Target {
        if has_scheme(address) {
            let is_known = ["https:", "http:", "mailto:"];
            return match is_known.iter().any(|scheme| address.starts_with(scheme)) {
                true => Target::Address(address.to_string()),
                false => Target::Nowhere,
            };
        }
        let (path, anchor) = match address.split_once('#') {
            Some((path, anchor)) => (path, format!("#{anchor}")),
            None => (address, String::new()),
        };
        if path.is_empty() {
            return Target::Address(anchor);
        }
        let Some(file) = resolved(self.place, path).filter(|file| self.names.contains(file)) else {
            return Target::Nowhere;
        };
        match path.strip_suffix(".md") {
            Some(page) => Target::Address(format!("{page}.html{anchor}")),
            None => {
                self.files.insert(file);
                Target::Address(address.to_string())
            }
        }
    }
}

/// HTML as the page has it: a few elements, no comments, and anything else as text.
fn html_event(text: CowStr<'_>) -> Option<Event<'_>> {
    let trimmed = text.trim();
    if trimmed.starts_with("<!--") && trimmed.ends_with("-->") {
        return None;
    }
    match ALLOWED.contains(&trimmed) || is_place(trimmed) {
        true => Some(Event::InlineHtml(text)),
        false => Some(Event::Text(text)),
    }
}

/// Whether HTML is a place to which a link may lead, such as `<a id="words">`.
fn is_place(html: &str) -> bool {
    let id = html
        .strip_prefix("<a id=\"")
        .and_then(|rest| rest.strip_suffix("\">"));
    id.is_some_and(|id| {
        id.chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
    })
}

/// Whether an address names a scheme or a host.
fn has_scheme(address: &str) -> bool {
    let scheme = address.split(['/', '#', '?']).next().unwrap_or_default();
    scheme.contains(':') || address.starts_with('/')
}

/// The path below the folder of documents to which a relative path of a document leads. `None` if
/// it leads out of the folder.
fn resolved(place: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = place.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(text: &str) -> RenderedDocument {
        let names = ["a/b.md", "c.md", "pictures/x.svg"].map(str::to_string);
        render(text, "a/b.md", &names.into())
    }

    #[test]
    fn links_lead_to_pages_of_the_site() {
        let page = rendered("# T\n\n[c](../c.md#x-y) [t](#t) [w](https://example.org/a.md)");
        for part in [
            "\"../c.html#x-y\"",
            "\"#t\"",
            "\"https://example.org/a.md\"",
        ] {
            assert!(page.html.contains(part), "{part} in {}", page.html);
        }
        assert!(page.broken.is_empty());
        assert_eq!(page.title, "T");
    }

    #[test]
    fn links_that_lead_nowhere_are_words() {
        let page = rendered("[one](d.md) [two](../../etc/passwd) [three](javascript:alert(1))");
        assert!(!page.html.contains("<a"), "{}", page.html);
        assert!(page.html.contains("one two three"), "{}", page.html);
        assert_eq!(page.broken.len(), 3);
    }

    #[test]
    fn pictures_are_files_of_the_site() {
        let page = rendered("![x](../pictures/x.svg) ![y](https://example.org/y.png)");
        assert!(
            page.html.contains("<img src=\"../pictures/x.svg\""),
            "{}",
            page.html
        );
        assert!(!page.html.contains("example.org"), "{}", page.html);
        assert!(page.files.contains("pictures/x.svg"));
    }

    #[test]
    fn headings_have_the_anchors_of_mdbook() {
        let page = rendered("# What `--fit` says\n\n## 2 × 2, *and*\n\n## 2 × 2, and\n");
        for id in ["what---fit-says", "2--2-and", "2--2-and-1"] {
            assert!(page.html.contains(&format!("id=\"{id}\"")), "{}", page.html);
        }
    }

    #[test]
    fn html_is_text_and_tables_have_no_style() {
        let text = "a<script>b</script> x<sup>2</sup> <!-- c -->\n\n|a|\n|-:|\n|1|\n";
        let page = rendered(&format!(
            "{text}\n<a id=\"w\"></a>c <a id=\"w\" onclick=\"d\">"
        ));
        assert!(page.html.contains("<a id=\"w\"></a>"), "{}", page.html);
        assert!(page.html.contains("&lt;a id="), "{}", page.html);
        assert!(!page.html.contains("<script"), "{}", page.html);
        assert!(page.html.contains("&lt;script&gt;"), "{}", page.html);
        assert!(page.html.contains("x<sup>2</sup>"), "{}", page.html);
        assert!(!page.html.contains("style="), "{}", page.html);
        assert!(!page.html.contains("<!--"), "{}", page.html);
        let code = rendered("```html\n<b>&\n```\n");
        assert!(code.html.contains("&lt;b&gt;&amp;"), "{}", code.html);
    }
}
