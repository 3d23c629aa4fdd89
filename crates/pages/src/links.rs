//! The addresses in parts of pages.

use boilingpoint_book::BookEntry;

/// The longest readable part of a name that is made of a text.
const READABLE: usize = 60;

/// The addresses of pages: those of the live view, or those of files beside each other.
#[derive(Clone, Debug)]
pub struct Links(Place);

#[derive(Clone, Debug)]
enum Place {
    /// The addresses of the live view begin at the root of its host.
    Served,
    /// A page of the static site.
    Site {
        /// The way from the page's folder to the folder of the site: empty, or `../` once or more.
        up: String,
        has_explorer: bool,
    },
}

impl Links {
    /// The addresses of the live view.
    pub fn served() -> Links {
        Links(Place::Served)
    }

    /// The addresses on a page of the static site. `up` is empty, or `../` once or more: the way
    /// from the page's folder to the folder of the site.
    pub fn of_site(up: &str, has_explorer: bool) -> Links {
        let up = up.to_string();
        Links(Place::Site { up, has_explorer })
    }

    /// The page of a record.
    pub fn record(&self, id: i64) -> String {
        match &self.0 {
            Place::Served => format!("/record/{id}"),
            Place::Site { up, .. } => format!("{up}record/{id}.html"),
        }
    }

    /// A file of a record.
    pub fn file(&self, id: i64, ending: &str) -> String {
        match &self.0 {
            Place::Served => format!("/record/{id}.{ending}"),
            Place::Site { up, .. } => format!("{up}record/{id}.{ending}"),
        }
    }

    /// The list of the records that have the ruleset, the objective and the class of an entry.
    pub fn list(&self, entry: &BookEntry) -> String {
        let (ruleset, objective) = (entry.ruleset.as_str(), entry.objective.as_str());
        let class = entry.class.to_string();
        match &self.0 {
            Place::Served => {
                let asked = [
                    ("ruleset", ruleset),
                    ("objective", objective),
                    ("class", &class),
                ];
                format!("/book?{}", query(&asked))
            }
            Place::Site { up, .. } => {
                format!("{up}records/{}.html", list_name(ruleset, objective, &class))
            }
        }
    }

    /// The explorer with a board. `None` if a site has no explorer.
    pub fn explorer(&self, ruleset: impl AsRef<str>, board: impl AsRef<str>) -> Option<String> {
        let asked = query(&[("ruleset", ruleset.as_ref()), ("board", board.as_ref())]);
        match &self.0 {
            Place::Served => Some(format!("/position?{asked}")),
            Place::Site { up, has_explorer } => {
                has_explorer.then(|| format!("{up}explorer.html#{asked}"))
            }
        }
    }

    /// The page of a run.
    pub fn run(&self, name: &str) -> String {
        match &self.0 {
            Place::Served => format!("/run/{}", percent_encoded(name, b"/")),
            Place::Site { up, .. } => format!("{up}runs/{}.html", readable_name(&[name])),
        }
    }

    /// The page of a record that is made within a greater time limit. `None` for a file.
    pub fn more_time(&self, id: i64) -> Option<String> {
        match &self.0 {
            Place::Served => Some(format!("/record/{id}?patient=yes")),
            Place::Site { .. } => None,
        }
    }
}

fn query(pairs: &[(&str, &str)]) -> String {
    serde_urlencoded::to_string(pairs).unwrap_or_default()
}

/// Escapes a text for an address or a cookie. Letters, digits, `-._~` and the bytes in `kept` are
/// not escaped.
pub fn percent_encoded(text: &str, kept: &[u8]) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) || kept.contains(&byte) {
            out.push(char::from(byte));
        } else {
            out += &format!("%{byte:02X}");
        }
    }
    out
}

/// The name of the first page of a list of records on a site, without its ending.
pub fn list_name(ruleset: &str, objective: &str, class: &str) -> String {
    readable_name(&[ruleset, objective, class])
}

/// The name of a file that stands for some texts: their letters and digits, and a checksum of the
/// texts. Two lists of texts have different names, and a list always has the same name.
pub fn readable_name(texts: &[&str]) -> String {
    let mut name = String::new();
    for c in texts.join(" ").chars() {
        match c {
            _ if name.len() >= READABLE => break,
            c if c.is_ascii_alphanumeric() => name.push(c.to_ascii_lowercase()),
            _ if name.ends_with('-') || name.is_empty() => {}
            _ => name.push('-'),
        }
    }
    let sum = crc32fast::hash(texts.join("\0").as_bytes());
    format!("{}-{sum:08x}", name.trim_end_matches('-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_readable_and_differ() {
        let tree = readable_name(&["snort", "temperature - degree", "tree"]);
        assert!(tree.starts_with("snort-temperature-degree-tree-"), "{tree}");
        assert_ne!(
            tree,
            readable_name(&["snort", "temperature + degree", "tree"])
        );
        assert_ne!(readable_name(&["a b", "c"]), readable_name(&["a", "b c"]));
        let hostile = readable_name(&["../../etc/passwd\0<b>"]);
        assert!(
            hostile
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '-')
        );
        assert!(readable_name(&["x".repeat(1000).as_str()]).len() < 80);
    }

    #[test]
    fn addresses_are_escaped() {
        let board = "path(3):L&R#\"";
        let served = Links::served().explorer("snort", board);
        let site = Links::of_site("../", true).explorer("snort", board);
        let query = "ruleset=snort&board=path%283%29%3AL%26R%23%22";
        assert_eq!(served, Some(format!("/position?{query}")));
        assert_eq!(site, Some(format!("../explorer.html#{query}")));
        assert_eq!(Links::of_site("", false).explorer("snort", board), None);
        assert_eq!(Links::served().run("a b/c"), "/run/a%20b/c");
    }
}
