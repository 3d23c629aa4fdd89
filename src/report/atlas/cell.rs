//! What is in a cell of a table in Markdown.

/// A text as code. A backtick within needs a longer fence, and a bar would end the cell.
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

/// A number with commas between its thousands.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
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

    #[test]
    fn thousands_are_grouped() {
        let texts = [0, 999, 1000, 11_716_571].map(grouped);
        assert_eq!(texts, ["0", "999", "1,000", "11,716,571"]);
    }
}
