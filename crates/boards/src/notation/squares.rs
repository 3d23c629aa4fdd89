//! The notation of squares: rows such as `..|#.`, and rectangles from which squares are taken out,
//! such as `squares(4,5)-0,0-3,4`.

use super::super::construction::BuildError;
use super::super::families::Family;
use super::super::{Board, BoardLimit, Square};
use super::NotationError;
use boilingpoint_language::{Cursor, Unexpected};
use std::collections::BTreeSet;

/// The greatest number of rows and the greatest number of columns of squares.
const MOST_ROWS: i16 = 1000;

/// Reads a board of squares, row by row.
pub(super) fn read_squares(cursor: &mut Cursor, limit: BoardLimit) -> Result<Board, NotationError> {
    cursor.reading("squares");
    let (mut squares, mut row, mut column) = (Vec::new(), 0i16, 0i16);
    let start = *cursor;
    while let Some(c @ ('.' | '#' | '|')) = cursor.peek() {
        match c {
            '.' => squares.push([row, column]),
            '|' => (row, column) = (row + 1, -1),
            _ => {}
        }
        column += 1;
        if row >= MOST_ROWS || column > MOST_ROWS {
            let problem = format!(
                "the board is too large; at most {MOST_ROWS} rows and columns are accepted"
            );
            return Err(cursor.wrong(problem).into());
        }
        if squares.len() > limit.order {
            return Err(NotationError::TooLarge(limit));
        }
        cursor.advance();
    }
    if squares.is_empty() {
        let problem = "the board has no square; expected at least one `.`";
        return Err(start.wrong(problem).into());
    }
    Ok(Board::of_squares(squares))
}

/// Reads a rectangle of squares, such as `6x6`.
pub(super) fn read_rectangle(
    cursor: &mut Cursor,
    limit: BoardLimit,
) -> Result<Option<Board>, NotationError> {
    let mut after = *cursor;
    let rows = after.digits();
    if !(after.take('x') || after.take('×')) {
        return Ok(None);
    }
    after.skip_spaces();
    let columns = after.digits();
    let (Ok(rows), Ok(columns)) = (rows.parse(), columns.parse()) else {
        return Err(after.expected("the number of columns, as in `6x6`").into());
    };
    *cursor = after;
    let squares = Family::find("squares").expect("a family of the catalogue");
    let board = squares
        .build_within(&[rows, columns], limit)
        .map_err(|source| BuildError::Family {
            call: format!("squares({rows},{columns})"),
            source,
        });
    Ok(Some(board?))
}

/// Reads the holes that follow a board of squares: `-`, a row, `,` and a column each, counted from
/// 0. Returns the board without these squares.
pub(super) fn with_holes(board: Board, cursor: &mut Cursor) -> Result<Board, Unexpected> {
    let Some(squares) = board.squares() else {
        return Ok(board);
    };
    let mut stays: BTreeSet<Square> = squares.iter().copied().collect();
    let mut end = *cursor;
    while cursor.take('-') {
        cursor.reading("hole");
        cursor.skip_spaces();
        let start = *cursor;
        let row = cursor.number("the row of a square, from 0")?;
        cursor.require(',', "a comma, and then the column of the square")?;
        cursor.skip_spaces();
        let column = cursor.number("the column of the square, from 0")?;
        let place = [row, column].map(|x| i16::try_from(x).unwrap_or(MOST_ROWS));
        if !stays.remove(&place) {
            let problem = format!(
                "there is no square in row {row} and column {column}; expected a square that is not \
                 taken out yet, with its row and its column from 0"
            );
            return Err(start.wrong(problem));
        }
        end = *cursor;
    }
    *cursor = end;
    if stays.is_empty() {
        return Err(cursor.wrong("every square is taken out; expected at least one that stays"));
    }
    Ok(match stays.len() == squares.len() {
        true => board,
        false => Board::of_squares(stays.into_iter().collect()),
    })
}

/// The squares as a rectangle with holes, as [`with_holes`] reads them, if the text has at most
/// `most` characters. `None` for a rectangle.
pub fn holes_text(squares: &[Square], most: usize) -> Option<String> {
    let there: BTreeSet<Square> = squares.iter().copied().collect();
    let bounds = |axis: usize| {
        let all = squares.iter().map(|s| s[axis]);
        Some((all.clone().min()?, all.max()?))
    };
    let [(top, bottom), (first, last)] = [bounds(0)?, bounds(1)?];
    let side = |least: i16, most: i16| u32::from(most.abs_diff(least)) + 1;
    let mut text = format!("squares({},{})", side(top, bottom), side(first, last));
    let rectangle = text.len();
    let all = (top..=bottom).flat_map(|i| (first..=last).map(move |j| [i, j]));
    for [i, j] in all.filter(|square| !there.contains(square)) {
        text += &format!("-{},{}", i.abs_diff(top), j.abs_diff(first));
        if text.len() > most {
            return None;
        }
    }
    (text.len() > rectangle).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parse_board, simplest_name};

    fn text(text: &str) -> String {
        parse_board(text).expect("a board").text()
    }

    #[test]
    fn holes_are_taken_out_of_rectangles() {
        for (holes, rows) in [
            ("squares(2,3)-0,0", "#..|..."),
            ("2x3-0,0", "#..|..."),
            ("2x3-0,0-1,2", "#..|..#"),
            ("squares(2, 3) - 1,2 - 0, 0", "#..|..#"),
            ("squares(3,3)-1,1", "...|.#.|..."),
            ("3x3-0,0-0,1-0,2", "...|..."),
        ] {
            assert_eq!(text(holes), rows, "{holes}");
        }
    }

    /// All sets of squares within 3 by 4: the name is read back as the same set, and it is shorter
    /// than the rows.
    #[test]
    fn names_with_holes_are_read_back() {
        for set in 1u32..1 << 12 {
            let squares: Vec<Square> = (0..12)
                .filter(|k| set >> k & 1 == 1)
                .map(|k| [k / 4, k % 4])
                .collect();
            let board = Board::of_squares(squares.clone());
            if let Some(holes) = holes_text(&squares, usize::MAX) {
                assert_eq!(text(&holes), board.text());
                let is_short = holes.len() < board.text().len();
                let name = simplest_name(&board).filter(|name| name.contains('-'));
                assert_eq!(name, is_short.then_some(holes));
            }
        }
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        for (text, problem) in [
            (
                "squares(2,3)-2,0",
                "hole, character 14: there is no square in row 2 and column 0",
            ),
            (
                "2x3-0,0-0,0",
                "hole, character 9: there is no square in row 0 and column 0",
            ),
            (
                "2x3-0",
                "expected a comma, and then the column of the square",
            ),
            ("2x3-,1", "expected the row of a square, from 0"),
            ("2x3-0,", "expected the column of the square, from 0"),
            (
                "2x3-0,99999999999",
                "there is no square in row 0 and column 99999999999",
            ),
            ("1x1-0,0", "every square is taken out"),
            ("grid(2,2)-0,0", "expected the end"),
        ] {
            let message = parse_board(text).expect_err("a mistake").to_string();
            assert!(message.contains(problem), "{text}: {message}");
        }
    }
}
