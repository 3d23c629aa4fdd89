//! Graphs as rows of numbers or names: edge lists, adjacency lists and adjacency matrices.
//!
//! These have no specification and no header. The reader follows networkx
//! (`readwrite.edgelist`, `readwrite.adjlist`), the House of Graphs and the lists that begin with a
//! line `n m`. If a text has two readings with different graphs, it is refused.

use crate::cells::{Cell, Row};
use crate::given::{Ended, Sink, hand};
use crate::sniff::board_line;
use crate::{Given, Misread, adjacency, edges, matrix};
use boilingpoint_boards::BoardLimit;

/// Whether a line is a row of numbers, and no board by itself.
pub(crate) fn is_row(text: &str) -> bool {
    let row = Row::with_tabs(1, text);
    let first = row.cells.first();
    let alone = row.cells.len() == 1 && row.is_bare() && !row.colon;
    row.is_numeric() && first.is_some_and(|c| !alone || c.text != "0")
}

/// Whether a line may be a row of names.
pub(crate) fn may_be_row(text: &str) -> bool {
    let row = Row::with_tabs(1, text);
    let is_word = |c: &Cell| {
        let word = |c: char| c.is_alphanumeric() || "_.-+' ".contains(c);
        c.text.chars().all(word)
    };
    let no_board = row.data.is_some() || text.starts_with(['"', '\'']);
    // Tints follow the colon after a board at once.
    let neighbours = text
        .split_once(':')
        .is_some_and(|(_, rest)| !rest.starts_with(['.', 'L', 'R']));
    let words = row.cells.iter().all(is_word);
    row.cells.len() >= 2 && (no_board || words) || row.colon && neighbours && words
}

/// Whether a line is a title as nauty's `showg` writes them: `Graph 1, order 4.`
pub(crate) fn is_title(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let number = |word: Option<&str>, end: char| {
        let digits = word.and_then(|word| word.strip_suffix(end));
        digits.is_some_and(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit()))
    };
    words.next() == Some("Graph")
        && number(words.next(), ',')
        && words.next() == Some("order")
        && number(words.next(), '.')
}

/// Reads the graphs of a text, which empty lines or titles separate.
pub(crate) fn read(text: &str, limit: BoardLimit, sink: &mut Sink) -> Result<(), Ended> {
    let text = text.trim_start_matches('\u{feff}');
    let titled = text.lines().any(|line| is_title(line.trim()));
    // networkx writes the time into the head of an adjacency list.
    let is_head = |line: &str| line.starts_with('#') && line.contains("GMT");
    let reading = Reading {
        several: !titled && blocks(text).take(2).count() > 1,
        titled,
        adjacency: text.lines().take(8).any(is_head),
        limit,
    };
    let most = limit.size.saturating_add(limit.order).saturating_add(2);
    let mut numbered = false;
    for block in blocks(text) {
        if let Some((line, _)) = block.get(most) {
            return Err(
                Misread::line(*line, format!("more than {most} lines are not accepted")).into(),
            );
        }
        let rows: Vec<Row> = block
            .iter()
            .map(|&(number, line)| Row::with_tabs(number, line))
            .collect();
        if let Some(row) = rows.iter().find(|row| row.cells.is_empty()) {
            return Err(Misread::line(
                row.line,
                "found no vertex in the line; expected two vertices",
            )
            .into());
        }
        let numbers = rows
            .iter()
            .any(|row| row.cells.first().is_some_and(Cell::is_number));
        // The House of Graphs writes invariants and their values after the list of a graph.
        if numbered && !numbers && block.iter().all(|(_, line)| line.contains(':')) {
            continue;
        }
        numbered = numbers;
        reading.graphs(&rows, sink)?;
    }
    Ok(())
}

/// The lines of each graph with their numbers, without comments and titles.
fn blocks(text: &str) -> impl Iterator<Item = Vec<(usize, &str)>> {
    let mut lines = (1..).zip(text.split('\n'));
    std::iter::from_fn(move || {
        let mut block = Vec::new();
        for (number, line) in lines.by_ref() {
            let trimmed = line.trim();
            let is_end = trimmed.is_empty() || is_title(trimmed);
            if is_end && !block.is_empty() {
                break;
            }
            if !is_end && board_line(line).is_some() {
                block.push((number, line));
            }
        }
        (!block.is_empty()).then_some(block)
    })
}

/// How the rows of a text are read.
struct Reading {
    /// Whether the text has several graphs.
    several: bool,
    /// Whether each graph has a title.
    titled: bool,
    /// Whether a comment says that the text is an adjacency list.
    adjacency: bool,
    limit: BoardLimit,
}

/// The words over the columns of an edge list: the two vertices.
const HEADS: [[&str; 2]; 6] = [
    ["source", "target"],
    ["from", "to"],
    ["u", "v"],
    ["node1", "node2"],
    ["vertex1", "vertex2"],
    ["src", "dst"],
];

impl Reading {
    /// Finds how rows describe graphs, and reads them.
    fn graphs(&self, rows: &[Row], sink: &mut Sink) -> Result<(), Ended> {
        let colons = rows.iter().any(|row| row.colon);
        let counted = match colons {
            true => adjacency::counted(rows),
            false => matrix::counted(rows).or_else(|| edges::counted(rows)),
        };
        let Some(parts) = counted else {
            return hand(sink, self.graph(rows)?);
        };
        for part in parts {
            let given = match colons {
                true => adjacency::with_colons(part, true, self.limit),
                false if part[0].cells.len() == 1 => matrix::of_counted(part, self.limit),
                false => edges::of_counted(part, self.limit),
            };
            hand(sink, given?)?;
        }
        Ok(())
    }

    /// Finds how rows describe a graph, and reads it.
    fn graph(&self, rows: &[Row]) -> Result<Given, Misread> {
        let has = |is: fn(&Row) -> bool| rows.iter().any(is);
        let is_head = |row: &Row| {
            let words: Vec<String> = row.cells.iter().map(|c| c.text.to_lowercase()).collect();
            words.len() >= 2 && HEADS.iter().any(|head| head[..] == words[..2])
        };
        if is_head(&rows[0]) {
            return self.edges(&rows[1..], rows[0].line);
        }
        if has(|row| row.colon) {
            return adjacency::with_colons(rows, self.titled, self.limit);
        }
        if has(|row| row.data.is_some() && row.cells.len() == 1) {
            return self.alone(rows, |rows| adjacency::over_lines(rows, self.limit));
        }
        if self.adjacency {
            return self.alone(rows, |rows| adjacency::without_colons(rows, self.limit));
        }
        if let Some(read) = matrix::of_rows(rows, self.limit) {
            return read;
        }
        edges::check_counts(rows)?;
        matrix::check_shape(rows)?;
        self.lists(rows)
    }

    /// Reads rows that no count and no shape tells apart: an edge list or an adjacency list.
    fn lists(&self, rows: &[Row]) -> Result<Given, Misread> {
        let longest = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
        if longest <= 2 {
            return self.edges(rows, rows[0].line);
        }
        let list = || self.alone(rows, |rows| adjacency::without_colons(rows, self.limit));
        if longest > 3 {
            return list();
        }
        match (self.edges(rows, rows[0].line), list()) {
            (Ok(edges), Ok(list)) if edges != list => Err(Misread::line(
                rows[0].line,
                "this can be edges with weights, and vertices with their neighbours, which are different graphs; expected `{'weight': 3}` after each edge, or `1: 2 3` for each vertex",
            )),
            (Ok(edges), _) => Ok(edges),
            (Err(_), Ok(list)) => Ok(list),
            (Err(wrong), Err(_)) => Err(wrong),
        }
    }

    fn edges(&self, rows: &[Row], line: usize) -> Result<Given, Misread> {
        self.alone(rows, |rows| edges::read(rows, line, self.limit))
    }

    /// Reads rows without counts, if the text has no other graph: an empty line in such a list may
    /// be a slip.
    fn alone(
        &self,
        rows: &[Row],
        read: impl FnOnce(&[Row]) -> Result<Given, Misread>,
    ) -> Result<Given, Misread> {
        match (self.several, rows.last()) {
            (true, Some(last)) => Err(Misread::line(
                last.line + 1,
                "an empty line begins or ends a part of the list; expected a list without empty lines, or a line with the numbers of vertices and edges before each graph",
            )),
            _ => read(rows),
        }
    }
}
