//! Tables of aligned text: on which side the cells of a column stand, and how wide they are.

/// Between two columns.
const GAP: &str = "  ";

/// A column by the side at which its cells stand, and its least width in characters.
#[derive(Clone, Copy)]
pub enum Column {
    /// Texts.
    Left(usize),
    /// Numbers.
    Right(usize),
}

use Column::{Left, Right};

impl Column {
    fn cell(self, text: &str) -> String {
        match self {
            Left(width) => format!("{text:<width$}"),
            Right(width) => format!("{text:>width$}"),
        }
    }

    /// The column, at least as wide as a text.
    fn holding(self, text: &str) -> Column {
        let width = text.chars().count();
        match self {
            Left(least) => Left(least.max(width)),
            Right(least) => Right(least.max(width)),
        }
    }

    /// The least width.
    pub fn width(self) -> usize {
        let (Left(width) | Right(width)) = self;
        width
    }
}

/// A line of a table.
pub fn line(columns: &[Column], cells: &[impl AsRef<str>]) -> String {
    let cells = columns.iter().zip(cells);
    let cells: Vec<String> = cells.map(|(c, text)| c.cell(text.as_ref())).collect();
    cells.join(GAP).trim_end().to_string()
}

/// The lines of a table whose columns are as wide as they must be.
pub fn lines(columns: &[Column], rows: &[impl AsRef<[String]>]) -> Vec<String> {
    let columns = fitted(columns, rows);
    rows.iter()
        .map(|row| line(&columns, row.as_ref()))
        .collect()
}

/// The columns, wide enough for the rows.
pub fn fitted(columns: &[Column], rows: &[impl AsRef<[String]>]) -> Vec<Column> {
    let column = |(i, &column): (usize, &Column)| {
        let cells = rows.iter().filter_map(|row| row.as_ref().get(i));
        cells.fold(column, |column, text| column.holding(text))
    };
    columns.iter().enumerate().map(column).collect()
}

/// The width of columns that stand side by side, with what is between them.
pub fn span(columns: &[Column]) -> usize {
    let widths = columns.iter().map(|c| c.width()).sum::<usize>();
    widths + GAP.len() * columns.len().saturating_sub(1)
}

/// What is said of one thing: an indented line for each name, the texts `width` characters after the names begin.
pub fn card<'a>(width: usize, rows: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let columns = [Left(0), Left(width), Left(0)];
    let rows = rows.into_iter();
    let lines: Vec<String> = rows
        .map(|(name, text)| line(&columns, &["", name, &text]))
        .collect();
    lines.join("\n")
}
