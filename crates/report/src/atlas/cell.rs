//! Texts for the cells of Markdown tables.

/// A text as code. A backtick in the text needs a longer fence. A bar is escaped, since it would
/// end the cell.
pub(super) fn code(text: &str) -> String {
    let text = text.replace('|', "\\|");
    let runs = text.split(|c| c != '`').map(str::len);
    match runs.max().unwrap_or(0) {
        0 => format!("`{text}`"),
        longest => {
            let fence = "`".repeat(longest + 1);
            format!("{fence} {text} {fence}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_hold_whatever_graph6_has() {
        assert_eq!(code("DQc"), "`DQc`");
        assert_eq!(code("I|a\\|"), "`I\\|a\\\\|`");
        assert_eq!(code("I`a"), "`` I`a ``");
        assert_eq!(code("``a`"), "``` ``a` ```");
    }
}
