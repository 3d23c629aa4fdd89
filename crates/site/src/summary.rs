//! The table of contents of the documents, `SUMMARY.md`.

/// A part of the contents: its heading, and its documents in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SummaryPart {
    /// The heading; empty before the first one.
    pub title: String,
    pub entries: Vec<SummaryEntry>,
}

/// A document in the contents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SummaryEntry {
    pub title: String,
    /// The path of the document below the folder of documents.
    pub path: String,
    /// The depth in the list, from 0.
    pub level: usize,
}

/// Reads the contents. A line that is neither a heading nor a link is passed over.
pub fn summary(text: &str) -> Vec<SummaryPart> {
    let mut parts = vec![SummaryPart::default()];
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("# ") {
            parts.push(SummaryPart {
                title: title.trim().to_string(),
                entries: Vec::new(),
            });
        } else if let (Some(entry), Some(part)) = (entry(line), parts.last_mut()) {
            part.entries.push(entry);
        }
    }
    parts.retain(|part| !part.entries.is_empty());
    parts
}

fn entry(line: &str) -> Option<SummaryEntry> {
    let indent = line.len() - line.trim_start().len();
    let link = line.trim().trim_start_matches(['-', '*', ' ']);
    let (title, path) = link
        .strip_prefix('[')?
        .strip_suffix(')')?
        .rsplit_once("](")?;
    Some(SummaryEntry {
        title: title.replace('`', ""),
        path: path.to_string(),
        level: indent / 2,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_have_parts_and_levels() {
        let text =
            "# Summary\n\n[Start](index.md)\n\n# How to\n\n- [`a` b](a.md)\n  - [c](x/c.md)\n";
        let parts = summary(text);
        assert_eq!(parts.len(), 2);
        assert_eq!(parts[0].title, "Summary");
        let second = &parts[1].entries;
        assert_eq!((second[0].title.as_str(), second[0].level), ("a b", 0));
        assert_eq!((second[1].path.as_str(), second[1].level), ("x/c.md", 1));
    }
}
