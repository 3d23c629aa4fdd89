//! Adjacency matrices: rows of 0 and 1, with blanks, commas or nothing between them.

use crate::cells::{Cell, Row};
use crate::draft::{Draft, Twice};
use crate::{Given, Misread};
use boilingpoint_boards::{Board, BoardLimit};

/// An entry of a matrix: its text, and its place.
type Entry<'a> = (&'a str, (usize, usize));

/// Reads rows that are a matrix. `None` if they are not.
pub(crate) fn of_rows(rows: &[Row], limit: BoardLimit) -> Option<Result<Given, Misread>> {
    if !rows.iter().all(Row::is_bare) {
        return None;
    }
    let matrix = entries(rows);
    if !is_square(&matrix) {
        return None;
    }
    let ambiguous = || "this can be a matrix, and two edges, which are different graphs; expected `0-1,1-2` for edges, and brackets around the rows of a matrix";
    match read(&matrix, limit) {
        Read::Board(given) if matrix.len() == 2 && rows[0].cells.len() == 2 => {
            let plain = given.board.is_plain();
            Some(
                plain
                    .then_some(given)
                    .ok_or_else(|| rows[0].wrong(0, ambiguous())),
            )
        }
        Read::Board(given) => Some(Ok(given)),
        Read::Wrong(misread) => Some(Err(misread)),
        Read::NoMatrix => None,
    }
}

fn is_square<T>(matrix: &[Vec<T>]) -> bool {
    matrix.iter().all(|row| row.len() == matrix.len())
}

/// Refuses rows of 0 and 1 that are no square: they may be a matrix that is cut off.
pub(crate) fn check_shape(rows: &[Row]) -> Result<(), Misread> {
    let numbers = || {
        rows.iter()
            .flat_map(|row| &row.cells)
            .filter(|cell| cell.number().is_some())
    };
    let bare = rows.iter().all(Row::is_bare);
    let wide = rows.iter().any(|row| row.cells.len() >= 3);
    let bits = numbers().next().is_some() && numbers().all(|cell| bit(cell.text).is_some());
    if !bare || !wide || !bits {
        return Ok(());
    }
    let odd = rows
        .iter()
        .find(|row| row.cells.len() != rows.len())
        .unwrap_or(&rows[0]);
    Err(odd.wrong(0, format!(
        "rows of 0 and 1 are a matrix; expected {} entries, as many as rows, each of them 0 or 1",
        rows.len()
    )))
}

/// Parts rows into matrices, before each of which stands its order. `None` if the rows are not of
/// this form.
pub(crate) fn counted<'r, 'a>(rows: &'r [Row<'a>]) -> Option<Vec<&'r [Row<'a>]>> {
    let mut parts = Vec::new();
    let mut rest = rows;
    while let Some(first) = rest.first() {
        let [cell] = first.cells[..] else {
            return None;
        };
        let order = cell
            .number()
            .filter(|n| *n > 0 && n.to_string() == cell.text)?;
        let (part, others) = rest.split_at_checked(order.checked_add(1)?)?;
        if !is_square(&entries(&part[1..])) {
            return None;
        }
        parts.push(part);
        rest = others;
    }
    Some(parts)
}

/// Reads a part of [`counted`].
pub(crate) fn of_counted(rows: &[Row], limit: BoardLimit) -> Result<Given, Misread> {
    match read(&entries(&rows[1..]), limit) {
        Read::Board(given) => Ok(given),
        Read::Wrong(misread) => Err(misread),
        Read::NoMatrix => Err(rows[0].wrong(0, "expected a matrix of 0 and 1 after its order")),
    }
}

/// The entries of rows, whose digits may follow each other without blanks.
fn entries<'a>(rows: &[Row<'a>]) -> Vec<Vec<Entry<'a>>> {
    let is_dense = rows.iter().all(|row| row.cells.len() == 1);
    let split = |row: &Row<'a>| -> Vec<Entry<'a>> {
        let entry = |cell: &Cell<'a>| (cell.text, (row.line, cell.column));
        match is_dense {
            true => {
                let (text, (line, column)) = entry(&row.cells[0]);
                let digits = text.char_indices();
                digits
                    .map(|(i, c)| (&text[i..i + c.len_utf8()], (line, column + i)))
                    .collect()
            }
            false => row.cells.iter().map(entry).collect(),
        }
    };
    rows.iter().map(split).collect()
}

/// The outcome of reading a square of entries.
pub(crate) enum Read {
    Board(Given),
    Wrong(Misread),
    /// There are other entries than 0 and 1.
    NoMatrix,
}

/// Reads a square of entries. A symmetric matrix has edges, another one has arcs.
pub(crate) fn read(matrix: &[Vec<Entry>], limit: BoardLimit) -> Read {
    let order = matrix.len();
    let line = matrix
        .first()
        .and_then(|row| row.first())
        .map_or(0, |(_, (line, _))| *line);
    let symmetric = (0..order).all(|a| (0..a).all(|b| matrix[a][b].0 == matrix[b][a].0));
    let other = matrix
        .iter()
        .flatten()
        .find(|(text, _)| bit(text).is_none());
    if let Some((text, place)) = other {
        let numbers = matrix
            .iter()
            .flatten()
            .all(|(text, _)| text.parse::<f64>().is_ok());
        let hollow = (0..order).all(|v| bit(matrix[v][v].0) == Some(false));
        return match symmetric && numbers && hollow {
            true => Read::Wrong(Misread::at(
                *place,
                format!(
                    "found {text}, which can be a weight or a number of edges; expected 0 or 1 (an edge list has weights: `0 1 {{'weight': 3}}`)"
                ),
            )),
            false => Read::NoMatrix,
        };
    }
    let build = || {
        let mut draft = Draft::numbered(limit, order, 0)?;
        for (a, row) in matrix.iter().enumerate() {
            for (b, (text, _)) in row.iter().enumerate() {
                if bit(text) == Some(true) && (!symmetric || a <= b) {
                    draft.link(a, b, 1, !symmetric)?;
                }
            }
        }
        draft.finish(line, Twice::Refused).map_err(|e| e.problem)
    };
    match build() {
        Ok(given) => Read::Board(given),
        Err(problem) => Read::Wrong(Misread::line(line, problem)),
    }
}

/// An entry, which may be written as a decimal number or as a truth value.
fn bit(text: &str) -> Option<bool> {
    match text {
        "0" | "False" | "false" => Some(false),
        "1" | "True" | "true" => Some(true),
        _ if !text.starts_with(|c: char| c.is_ascii_digit()) => None,
        _ => match text.parse::<f64>() {
            Ok(0.0) => Some(false),
            Ok(1.0) => Some(true),
            _ => None,
        },
    }
}

/// Writes the matrix with blanks between its entries. The order stands before two rows that could
/// be edges.
pub(crate) fn write(board: &Board) -> String {
    let order = board.order();
    let mut rows = vec![vec!['0'; order]; order];
    for link in board.links() {
        rows[link.from][link.to] = '1';
        if !link.arc {
            rows[link.to][link.from] = '1';
        }
    }
    let line = |row: Vec<char>| {
        let texts: Vec<String> = row.iter().map(char::to_string).collect();
        texts.join(" ") + "\n"
    };
    let head = if order == 2 && !board.is_plain() {
        "2\n"
    } else {
        ""
    };
    head.to_string() + &rows.into_iter().map(line).collect::<String>()
}
