//! DIMACS: the formats of the DIMACS challenges for colouring, cliques, shortest paths, flows
//! and tree width.
//!
//! Lines begin with a letter: `c` a comment, `p edge 5 4` (or `col`, `sp`, `tw`) the numbers of
//! vertices and edges, `e 1 2` an edge, `a 1 2 3` an arc with its length. After `p tw`, an edge has
//! no letter. Vertices count from 1. Sources: *Clique and Coloring Problems Graph Format* (DIMACS,
//! 1993), the 9th challenge on shortest paths, the format `.gr` of PACE.

use crate::cells::Row;
use crate::draft::{Draft, Twice, weight};
use crate::given::{Ended, Sink, hand};
use crate::{Given, Misread};
use boilingpoint_boards::{Board, BoardLimit};

/// Whether a text is in one of these formats: it has a line `p` with numbers, or every line is a
/// comment or has one of their letters and numbers.
pub(crate) fn is(text: &str) -> bool {
    let mut rows = text.lines().map(|line| Row::of(0, line));
    let numbers = |row: &Row, from: usize| {
        row.cells.len() > from && row.cells[from..].iter().all(|c| c.number().is_some())
    };
    let is_line = |row: &Row| match row.cells.first().map(|c| c.text) {
        None | Some("c") => true,
        Some("e" | "a" | "n") => numbers(row, 1),
        Some(_) => false,
    };
    let is_p = |row: &Row| row.cells.first().is_some_and(|c| c.text == "p");
    rows.clone()
        .any(|row| is_p(&row) && (numbers(&row, 1) || numbers(&row, 2)))
        || rows.all(|row| is_line(&row))
}

/// A graph whose lines are being read.
struct Problem {
    draft: Draft,
    line: usize,
    /// The word after `p`.
    kind: String,
    /// The announced number of edges.
    edges: usize,
    /// The number of edges so far.
    found: usize,
}

/// Reads the graphs of a text, each of which begins with a line `p`.
pub(crate) fn read(text: &str, limit: BoardLimit, sink: &mut Sink) -> Result<(), Ended> {
    let mut problem: Option<Problem> = None;
    for (line, row) in (1..).zip(text.split('\n')) {
        let row = Row::of(line, row.trim_start_matches('\u{feff}'));
        let Some(first) = row.cells.first() else {
            continue;
        };
        match (first.text, &mut problem) {
            ("c", _) => {}
            ("p", _) => {
                if let Some(done) = problem.take() {
                    if done.draft.order() == 0 {
                        let problem = "found a second line `p` after one without vertices";
                        return Err(row.wrong(0, problem).into());
                    }
                    hand(sink, done.finish()?)?;
                }
                problem = Some(Problem::begin(&row, limit)?);
            }
            // The costs and ends of vertices (`n`), dimensions (`d`) and positions (`v`, `x`) are no marks.
            ("n" | "d" | "v" | "x", Some(_)) => {}
            (_, Some(problem)) => problem.edge(&row)?,
            (found, None) => {
                let expected = format!(
                    "found `{found}`; expected `c` and a comment, or `p edge` and the numbers of vertices and edges"
                );
                return Err(row.wrong(0, expected).into());
            }
        }
    }
    match problem {
        Some(problem) => hand(sink, problem.finish()?),
        None => Err(Misread::line(
            1,
            "the file has no line `p edge` with the numbers of vertices and edges",
        )
        .into()),
    }
}

impl Problem {
    fn begin(row: &Row, limit: BoardLimit) -> Result<Problem, Misread> {
        let expected = "expected `p edge`, the number of vertices and the number of edges";
        let cells: Vec<&str> = row.cells.iter().map(|c| c.text).collect();
        let [
            _,
            kind @ ("edge" | "edges" | "col" | "sp" | "max" | "tw" | "cep" | "ds"),
            _,
            _,
        ] = cells[..]
        else {
            return Err(row.wrong(1, expected));
        };
        let number = |cell: usize| {
            row.cells[cell]
                .number()
                .ok_or_else(|| row.wrong(cell, expected))
        };
        let draft = Draft::numbered(limit, number(2)?, 1).map_err(|e| row.wrong(2, e))?;
        Ok(Problem {
            draft,
            line: row.line,
            kind: kind.to_string(),
            edges: number(3)?,
            found: 0,
        })
    }

    fn edge(&mut self, row: &Row) -> Result<(), Misread> {
        let (letter, first) = match &self.kind[..] {
            "sp" | "max" => ("a", 1),
            "tw" | "cep" | "ds" => ("", 0),
            _ => ("e", 1),
        };
        let expected = match letter {
            "" => "expected two vertices".to_string(),
            letter => format!("expected `{letter}` and two vertices"),
        };
        if first == 1 && row.cells[0].text != letter {
            return Err(row.wrong(0, format!("found `{}`; {expected}", row.cells[0].text)));
        }
        let vertex = |cell: usize| {
            let text = row
                .cells
                .get(cell)
                .ok_or_else(|| row.wrong(cell - 1, format!("the line ends; {expected}")))?;
            let order = self.draft.order();
            let absent = || {
                row.wrong(
                    cell,
                    format!(
                        "there is no vertex `{}`; expected one from 1 to {order}",
                        text.text
                    ),
                )
            };
            self.draft.find(text.text).ok_or_else(absent)
        };
        let (from, to) = (vertex(first)?, vertex(first + 1)?);
        let weight = match row.cells.get(first + 2) {
            Some(cell) => weight(cell.text).map_err(|e| row.wrong(first + 2, e))?,
            None if letter == "a" => {
                return Err(row.wrong(0, "expected `a`, two vertices and a length"));
            }
            None => 1,
        };
        self.found += 1;
        self.draft.here = (row.line, row.cells[first].column);
        self.draft
            .link(from, to, weight, true)
            .map_err(|e| row.wrong(0, e))
    }

    fn is_directed(&self) -> bool {
        matches!(&self.kind[..], "sp" | "max")
    }

    /// The graph. Some files count an edge once, but list it from both ends.
    fn finish(self) -> Result<Given, Misread> {
        let (edges, found) = (self.edges, self.found);
        let twice = if self.is_directed() {
            Twice::Refused
        } else {
            Twice::Symmetric
        };
        let given = self.draft.finish(self.line, twice)?;
        if edges != found && edges != given.board.link_count() {
            return Err(Misread::line(
                self.line,
                format!("{edges} edges are announced, but {found} follow"),
            ));
        }
        Ok(given)
    }
}

/// Writes a graph for the problems of colouring and cliques, or with arcs for that of paths.
pub(crate) fn write(board: &Board) -> String {
    let links = board.links();
    let paths = links.iter().any(|l| l.arc || l.weight != 1);
    let (kind, letter) = if paths { ("sp", 'a') } else { ("edge", 'e') };
    let mut lines = Vec::new();
    for l in links {
        let (a, b) = (l.from + 1, l.to + 1);
        let length = if paths {
            format!(" {}", l.weight)
        } else {
            String::new()
        };
        lines.push(format!("{letter} {a} {b}{length}\n"));
        if paths && !l.arc && a != b {
            lines.push(format!("{letter} {b} {a}{length}\n"));
        }
    }
    format!(
        "p {kind} {} {}\n{}",
        board.order(),
        lines.len(),
        lines.concat()
    )
}
