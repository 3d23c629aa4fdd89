//! Paragraphs of Markdown, in lines of at most 100 columns.

const COLUMNS: usize = 100;

/// Breaks a text into lines of at most 100 columns. A code span stays on one line. A word that
/// begins a list, a heading or a quotation in Markdown does not begin a line.
pub(super) fn paragraph(text: &str) -> String {
    let mut units: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match units.last_mut() {
            Some(before) if is_open(before) || begins_a_block(word) => {
                before.push(' ');
                before.push_str(word);
            }
            _ => units.push(word.to_string()),
        }
    }
    let mut lines = String::new();
    let mut column = 0;
    for unit in units {
        let width = unit.chars().count();
        if column > 0 && column + 1 + width > COLUMNS {
            lines.push('\n');
            column = 0;
        }
        if column > 0 {
            lines.push(' ');
            column += 1;
        }
        lines += &unit;
        column += width;
    }
    lines
}

/// Whether a text ends within a code span.
fn is_open(text: &str) -> bool {
    text.matches('`').count() % 2 == 1
}

/// Whether Markdown takes a line that starts with this word for something other than text.
fn begins_a_block(word: &str) -> bool {
    let number = word.strip_suffix(['.', ')']).unwrap_or_default();
    let is_item = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    is_item || ["-", "+", "*"].contains(&word) || word.starts_with(['#', '>', '='])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_at_most_100_columns() {
        let text = paragraph(&"word ".repeat(50));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines.iter().all(|line| line.len() <= 100));
        assert_eq!(lines.join(" "), ["word"; 50].join(" "));
    }

    #[test]
    fn no_line_begins_a_list() {
        let text = format!(
            "{} `temperature - degree` in 1. and # and > it",
            "x".repeat(88)
        );
        assert_eq!(paragraph(&text).lines().count(), 2);
        let starts = |line: &str| line.starts_with(['-', '#', '>', '1']);
        assert!(!paragraph(&text).lines().any(starts));
    }
}
