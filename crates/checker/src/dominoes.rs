//! The position of a certificate about squares: the dominoes that can be placed, from the
//! definition of Domineering.
//!
//! A vertex is a domino: with tint `L` it covers two squares of a column, with tint `R` two squares
//! of a row. Two dominoes are adjacent if they overlap. Placing a domino is a claim, after which
//! all neighbours are gone; so play on the squares is play on this graph.

use crate::format::Statement;
use std::collections::BTreeMap;

/// A square: row and column.
type Square = (usize, usize);

/// Checks that a statement is about these squares: rows of `.` (free) and `#` (not there) with `|`
/// between them. The vertices are the dominoes of Left row by row, by their upper squares, and
/// then those of Right, by their left squares. The error is the problem.
pub(super) fn is_about(statement: &Statement, squares: &str) -> Result<(), String> {
    let mut covering: BTreeMap<Square, Vec<usize>> = BTreeMap::new();
    for (i, row) in squares.split('|').enumerate() {
        for (j, symbol) in row.chars().enumerate() {
            match symbol {
                '.' => drop(covering.insert((i, j), Vec::new())),
                '#' => {}
                other => return Err(format!("expected `.`, `#` or `|`, found `{other}`")),
            }
        }
    }
    let free: Vec<Square> = covering.keys().copied().collect();
    let mut tints = String::new();
    for (tint, [down, right]) in [('L', [1, 0]), ('R', [0, 1])] {
        for &square in &free {
            let next = (square.0 + down, square.1 + right);
            if covering.contains_key(&next) {
                let domino = tints.len();
                tints.push(tint);
                for covered in [square, next] {
                    covering.entry(covered).or_default().push(domino);
                }
            }
        }
    }
    let mut edges = Vec::new();
    for dominoes in covering.values() {
        for (i, &a) in dominoes.iter().enumerate() {
            edges.extend(dominoes[..i].iter().map(|&b| [b, a]));
        }
    }
    let mut stated: Vec<[usize; 2]> = statement.edges.clone();
    stated.iter_mut().for_each(|edge| edge.sort_unstable());
    stated.sort_unstable();
    edges.sort_unstable();
    if statement.tints != tints || stated != edges {
        return Err("the last statement is not about the dominoes of these squares".into());
    }
    Ok(())
}
