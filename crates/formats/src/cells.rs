//! The cells of a line: words or numbers, with blanks, commas or the signs of edges between them.

use crate::Misread;
use boilingpoint_boards::{BoardLimit, parse_board_within};

/// A cell of a row: its text without quotes, and its column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell<'a> {
    pub text: &'a str,
    pub column: usize,
}

impl Cell<'_> {
    pub fn is_number(&self) -> bool {
        !self.text.is_empty() && self.text.bytes().all(|b| b.is_ascii_digit())
    }

    pub fn number(&self) -> Option<usize> {
        self.text.parse().ok().filter(|_| self.is_number())
    }
}

/// A line with cells.
#[derive(Clone, Debug)]
pub(crate) struct Row<'a> {
    pub line: usize,
    pub cells: Vec<Cell<'a>>,
    /// The attributes in braces at the end of the line.
    pub data: Option<&'a str>,
    /// The sign between two vertices: whether it is that of an arc.
    pub arrow: Option<bool>,
    /// Whether a colon follows the first cell.
    pub colon: bool,
    /// Whether commas separate the cells.
    pub commas: bool,
}

/// The signs between two vertices, and whether they are those of an arc.
const ARROWS: [(&str, bool); 6] = [
    ("<->", false),
    ("<-->", false),
    ("-->", true),
    ("->", true),
    ("--", false),
    ("\u{2014}", false),
];

impl<'a> Row<'a> {
    /// The cells of a line, which blanks, commas and semicolons part.
    pub fn of(line: usize, text: &'a str) -> Row<'a> {
        Row::parted(line, text, false)
    }

    /// The cells of a line. If it has tabs, only these part names.
    pub fn with_tabs(line: usize, text: &'a str) -> Row<'a> {
        Row::parted(line, text, text.trim().contains('\t'))
    }

    fn parted(line: usize, text: &'a str, tabs: bool) -> Row<'a> {
        let mut row = Row {
            line,
            cells: Vec::new(),
            data: None,
            arrow: None,
            colon: false,
            commas: false,
        };
        let (mut rest, mut at, mut column) = (text, 0, 1);
        loop {
            let skipped =
                rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',' || c == ';');
            row.commas |= rest[..rest.len() - skipped.len()].contains(',');
            rest = skipped;
            if rest.is_empty() || rest.starts_with('#') {
                return row;
            }
            if rest.starts_with('{') {
                row.data = Some(rest.trim_end());
                return row;
            }
            if let Some((sign, arc)) = ARROWS.iter().find(|(sign, _)| rest.starts_with(sign)) {
                row.arrow = Some(*arc);
                rest = &rest[sign.len()..];
                continue;
            }
            if let (Some(after), 1, false) = (rest.strip_prefix(':'), row.cells.len(), row.colon) {
                row.colon = true;
                rest = after;
                continue;
            }
            let here = text.len() - rest.len();
            column += text[at..here].chars().count();
            at = here;
            let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
            let quoted = quote.and_then(|q| rest[1..].find(q));
            let (cell, length) = match quoted {
                Some(end) => (&rest[1..=end], end + 2),
                None => {
                    let length = cell_length(rest, row.cells.is_empty(), tabs);
                    (&rest[..length], length)
                }
            };
            row.cells.push(Cell { text: cell, column });
            rest = &rest[length..];
        }
    }

    /// Whether the row has cells only: neither attributes nor the sign of an edge.
    pub fn is_bare(&self) -> bool {
        self.data.is_none() && self.arrow.is_none()
    }

    pub fn is_numeric(&self) -> bool {
        self.cells.iter().all(Cell::is_number)
    }

    /// A mistake at a cell.
    pub fn wrong(&self, cell: usize, problem: impl Into<String>) -> Misread {
        let column = self.cells.get(cell).map_or(0, |c| c.column);
        Misread::at((self.line, column), problem)
    }
}

/// The length of a cell without quotes. A colon ends the first cell, an arrow ends every cell.
fn cell_length(text: &str, is_first: bool, tabs: bool) -> usize {
    let ends = |(at, c): (usize, char)| {
        c.is_whitespace() && (!tabs || c == '\t' || text[..at].bytes().all(|b| b.is_ascii_digit()))
            || c == ','
            || c == ';'
            || c == ':' && is_first
            || c == '#' && text[..at].bytes().all(|b| b.is_ascii_digit())
            || ARROWS.iter().any(|(sign, _)| text[at..].starts_with(sign))
    };
    let end = text.char_indices().skip(1).find(|&at| ends(at));
    text[..end.map_or(text.len(), |(at, _)| at)]
        .trim_end()
        .len()
}

/// A name as a cell: in quotation marks if it has other characters than letters and digits, begins
/// the lines of another format, or is a board itself.
pub(crate) fn quoted(name: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || "_.+".contains(c);
    let others = [
        "c", "p", "graph", "digraph", "strict", "creator", "version", "comment",
    ];
    let is_number = name.bytes().all(|b| b.is_ascii_digit());
    let is_other = others.contains(&&*name.to_lowercase())
        || !is_number
            && parse_board_within(
                name,
                BoardLimit {
                    order: 64,
                    size: 4096,
                },
            )
            .is_ok();
    match !name.is_empty() && name.chars().all(is_word) && !is_other {
        true => name.to_string(),
        false if name.contains('"') => format!("'{name}'"),
        false => format!("\"{name}\""),
    }
}
