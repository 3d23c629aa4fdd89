//! Matrix Market: the format of NIST for sparse and dense matrices.
//!
//! The first line is `%%MatrixMarket matrix coordinate pattern symmetric`, or with other words in
//! these places. A symmetric matrix has edges, a general one has arcs, and an integer entry is a
//! weight. Source: *The Matrix Market Exchange Formats* (Boisvert, Pozo and Remington, NIST, 1996).

use crate::cells::Row;
use crate::draft::{Draft, Twice, weight};
use crate::given::{Ended, Sink, hand};
use crate::{Given, Misread};
use boilingpoint_boards::{Board, BoardLimit};

/// The words of the first line.
struct Head {
    dense: bool,
    pattern: bool,
    symmetric: bool,
}

/// Reads the matrix of a text.
pub(crate) fn read(text: &str, limit: BoardLimit, sink: &mut Sink) -> Result<(), Ended> {
    hand(sink, matrix(text.trim_start_matches('\u{feff}'), limit)?)
}

fn matrix(text: &str, limit: BoardLimit) -> Result<Given, Misread> {
    let head = Head::of(text.lines().next().unwrap_or_default())?;
    let lines = (1..).zip(text.split('\n')).skip(1);
    let is_empty = |line: &str| line.trim().is_empty() || line.starts_with('%');
    let mut rows = lines
        .filter(|(_, line)| !is_empty(line))
        .map(|(n, line)| Row::of(n, line));
    let sizes = rows
        .next()
        .ok_or_else(|| Misread::line(1, "the file ends before the size of the matrix"))?;
    let number = |row: &Row, cell: usize| {
        let found = row.cells.get(cell).and_then(|c| c.number());
        found.ok_or_else(|| row.wrong(cell, "expected a whole number"))
    };
    let (n, columns) = (number(&sizes, 0)?, number(&sizes, 1)?);
    if n != columns {
        return Err(sizes.wrong(
            0,
            format!("the matrix has {n} rows and {columns} columns; expected a square"),
        ));
    }
    let mut draft = Draft::numbered(limit, n, 1).map_err(|e| sizes.wrong(0, e))?;
    // A dense matrix has all entries column by column; a symmetric one has those from the diagonal.
    let mut places =
        (0..n).flat_map(|j| (if head.symmetric { j } else { 0 }..n).map(move |i| (i, j)));
    let entries = match head.dense {
        true if head.symmetric => n.saturating_mul(n + 1) / 2,
        true => n.saturating_mul(n),
        false => number(&sizes, 2)?,
    };
    let mut found = 0;
    let mut last = 1;
    for row in rows {
        last = row.line;
        found += 1;
        let (at, cell) = match head.dense {
            true => (places.next(), 0),
            false => {
                let place = [number(&row, 0)?, number(&row, 1)?];
                if let Some(cell) = place.iter().position(|x| !(1..=n).contains(x)) {
                    let problem = format!(
                        "found {}; expected a row and a column from 1 to {n}",
                        place[cell]
                    );
                    return Err(row.wrong(cell, problem));
                }
                (Some((place[0] - 1, place[1] - 1)), 2)
            }
        };
        let Some((i, j)) = at else {
            break;
        };
        let value = match (head.pattern, row.cells.get(cell)) {
            (true, None) => "1",
            (false, Some(value)) if row.cells.len() == cell + 1 => value.text,
            (true, Some(_)) => return Err(row.wrong(cell, "found an entry after the row and the column; expected none in a pattern")),
            (false, _) => return Err(row.wrong(0, "expected one entry in the line, after its row and its column unless the matrix is dense")),
        };
        if value.parse::<f64>() == Ok(0.0) {
            continue;
        }
        draft.here = (row.line, 1);
        let weight = weight(value).map_err(|e| row.wrong(cell, e))?;
        draft
            .link(i, j, weight, !head.symmetric)
            .map_err(|e| row.wrong(0, e))?;
    }
    if found != entries {
        let problem = format!("{entries} entries are announced, but {found} follow");
        return Err(Misread::line(last, problem));
    }
    let given = draft.finish(sizes.line, Twice::Refused)?;
    Ok(undirected(given))
}

/// A board whose arcs all have a partner of the same weight is one with edges: programs write
/// symmetric matrices as general ones.
fn undirected(given: Given) -> Given {
    let links = given.board.links();
    let paired = |l: &boilingpoint_boards::Link| {
        l.is_loop()
            || links
                .binary_search(&boilingpoint_boards::Link::arc(l.to, l.from, l.weight))
                .is_ok()
    };
    if !links.iter().all(paired) {
        return given;
    }
    let edges = links
        .iter()
        .filter(|l| l.from <= l.to)
        .map(|l| boilingpoint_boards::Link::edge(l.from, l.to, l.weight));
    let board = Board::of_links(given.board.order(), edges.collect());
    Given { board, ..given }
}

impl Head {
    fn of(line: &str) -> Result<Head, Misread> {
        let words: Vec<String> = line.split_whitespace().map(str::to_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let expected = "expected `%%MatrixMarket matrix`, `coordinate` or `array`, `pattern`, `integer` or `real`, and `general` or `symmetric`";
        let [
            _,
            "matrix",
            format @ ("coordinate" | "array"),
            field @ ("pattern" | "integer" | "real"),
            symmetry @ ("general" | "symmetric"),
        ] = words[..]
        else {
            return Err(Misread::line(1, expected));
        };
        Ok(Head {
            dense: format == "array",
            pattern: field == "pattern",
            symmetric: symmetry == "symmetric",
        })
    }
}

/// Writes the adjacency matrix by its entries.
pub(crate) fn write(board: &Board) -> String {
    let links = board.links();
    let directed = links.iter().any(|l| l.arc);
    let weighted = links.iter().any(|l| l.weight != 1);
    let mut lines = Vec::new();
    for l in &links {
        let (a, b) = (l.from + 1, l.to + 1);
        let weight = if weighted {
            format!(" {}", l.weight)
        } else {
            String::new()
        };
        // The lower triangle of a symmetric matrix is written.
        match directed {
            true => lines.push(format!("{a} {b}{weight}\n")),
            false => lines.push(format!("{b} {a}{weight}\n")),
        }
        if directed && !l.arc && a != b {
            lines.push(format!("{b} {a}{weight}\n"));
        }
    }
    let field = if weighted { "integer" } else { "pattern" };
    let symmetry = if directed { "general" } else { "symmetric" };
    let n = board.order();
    format!(
        "%%MatrixMarket matrix coordinate {field} {symmetry}\n{n} {n} {}\n{}",
        lines.len(),
        lines.concat()
    )
}
