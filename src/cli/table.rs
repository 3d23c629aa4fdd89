//! Tables of aligned text.

/// The widest column that is padded, in characters.
const WIDEST: usize = 1000;

/// The space between two columns.
const GAP: &str = "  ";

/// A column: heading, alignment, and least width in characters.
#[derive(Clone, Copy)]
pub struct TextColumn<'a> {
    pub heading: &'a str,
    width: usize,
    is_right: bool,
}

/// A column of texts, aligned left.
pub const fn left(heading: &str, width: usize) -> TextColumn<'_> {
    TextColumn {
        heading,
        width,
        is_right: false,
    }
}

/// A column of numbers, aligned right.
pub const fn right(heading: &str, width: usize) -> TextColumn<'_> {
    TextColumn {
        heading,
        width,
        is_right: true,
    }
}

impl TextColumn<'_> {
    /// The width in characters.
    pub fn width(&self) -> usize {
        self.width
    }

    fn cell(&self, text: &str) -> String {
        // A longer cell is written whole; a format takes no width of 2^16.
        let width = self.width.min(WIDEST);
        if self.is_right {
            format!("{text:>width$}")
        } else {
            format!("{text:<width$}")
        }
    }
}

/// The line of the headings.
pub fn head(columns: &[TextColumn]) -> String {
    let headings: Vec<&str> = columns.iter().map(|c| c.heading).collect();
    line(columns, &headings)
}

/// A line of a table.
pub fn line(columns: &[TextColumn], cells: &[impl AsRef<str>]) -> String {
    let cells = columns.iter().zip(cells);
    let cells: Vec<String> = cells.map(|(c, text)| c.cell(text.as_ref())).collect();
    cells.join(GAP).trim_end().to_string()
}

/// Makes the columns wide enough for their headings and for all rows.
pub fn fitted<'a>(
    columns: &[TextColumn<'a>],
    rows: &[impl AsRef<[String]>],
) -> Vec<TextColumn<'a>> {
    let fitted = |(i, column): (usize, &TextColumn<'a>)| {
        let cells = rows.iter().filter_map(|row| row.as_ref().get(i));
        let texts = cells.map(String::as_str).chain([column.heading]);
        let widest = texts.map(|text| text.chars().count()).max();
        let width = column.width.max(widest.unwrap_or(0));
        TextColumn { width, ..*column }
    };
    columns.iter().enumerate().map(fitted).collect()
}

/// The width of adjacent columns, with the gaps between the columns.
pub fn span(columns: &[TextColumn]) -> usize {
    let gaps = GAP.len() * columns.len().saturating_sub(1);
    columns.iter().map(|c| c.width).sum::<usize>() + gaps
}

/// Properties as a list. Each name has an indented line, and the texts are aligned.
pub fn card<'a>(width: usize, rows: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let columns = [left("", 0), left("", width), left("", 0)];
    let lines = rows
        .into_iter()
        .map(|(name, text)| line(&columns, &["", name, &text]));
    lines.collect::<Vec<_>>().join("\n")
}
