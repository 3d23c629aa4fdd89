//! Adjacency lists: a vertex and its neighbours on each line.
//!
//! The House of Graphs writes `1: 2 3` and lists each edge from both ends. networkx writes `0 1 2`
//! and lists each edge once (`write_adjlist`), or each neighbour on a line of its own
//! (`write_multiline_adjlist`).

use crate::cells::{Row, quoted};
use crate::draft::{Draft, Twice};
use crate::edges::weight_of;
use crate::{Given, Misread};
use boilingpoint_boards::{Board, BoardLimit};
use std::collections::HashSet;

/// Parts rows with colons into graphs, before each of which stands its order, as nauty's `showg -q`
/// writes them. `None` if no row has an order.
pub(crate) fn counted<'r, 'a>(rows: &'r [Row<'a>]) -> Option<Vec<&'r [Row<'a>]>> {
    let order = |row: &Row| {
        row.cells
            .first()
            .filter(|_| !row.colon && row.cells.len() == 1)?
            .number()
    };
    let mut parts = Vec::new();
    let mut rest = rows;
    while let Some((first, after)) = rest.split_first() {
        let (part, others) = after.split_at_checked(order(first)?)?;
        parts.push(part);
        rest = others;
    }
    // Without vertices there are no rows to read.
    parts.retain(|part| !part.is_empty());
    Some(parts)
}

/// Reads rows such as `1: 2 3`. Every neighbour has to have a row. If the edges of a list by nauty
/// are not listed from both ends, they are arcs.
pub(crate) fn with_colons(rows: &[Row], nauty: bool, limit: BoardLimit) -> Result<Given, Misread> {
    let mut draft = Draft::new(limit);
    for row in rows {
        if !row.colon {
            return Err(row.wrong(0, "found no `:`; expected a vertex, `:` and its neighbours"));
        }
        let head = row.cells.first().map_or("", |cell| cell.text);
        draft.new_vertex(head).map_err(|e| row.wrong(0, e))?;
    }
    let heads = draft.order();
    for row in rows {
        neighbours(&mut draft, row)?;
        if draft.order() > heads {
            let (head, last) = (row.cells[0].text, heads);
            let cell = row
                .cells
                .iter()
                .position(|c| draft.find(c.text) == Some(last));
            let cell = cell.unwrap_or(0);
            let name = row.cells[cell].text;
            let problem = format!("{name} is a neighbour of {head}, but has no line of its own");
            return Err(row.wrong(cell, problem));
        }
    }
    let twice = if nauty {
        Twice::SymmetricOrArcs
    } else {
        Twice::Symmetric
    };
    finish(draft, rows, twice)
}

/// Reads rows such as `0 1 2`. Every vertex has to have a row.
pub(crate) fn without_colons(rows: &[Row], limit: BoardLimit) -> Result<Given, Misread> {
    let mut draft = Draft::new(limit);
    let mut heads = HashSet::new();
    for row in rows {
        if let Some(head) = row.cells.first() {
            if !heads.insert(head.text) {
                return Err(row.wrong(0, format!("the vertex {} has two lines", head.text)));
            }
            draft.vertex(head.text).map_err(|e| row.wrong(0, e))?;
        }
    }
    for row in rows {
        neighbours(&mut draft, row)?;
        let alone = row.cells.iter().position(|cell| !heads.contains(cell.text));
        if let Some(cell) = alone {
            let name = row.cells[cell].text;
            return Err(row.wrong(cell, format!("the vertex {name} has no line of its own")));
        }
    }
    finish(draft, rows, Twice::Symmetric)
}

/// Joins the first vertex of a row to the others.
fn neighbours(draft: &mut Draft, row: &Row) -> Result<(), Misread> {
    let mut seen = HashSet::new();
    let mut vertices = row.cells.iter().enumerate();
    let Some((_, head)) = vertices.next() else {
        return Ok(());
    };
    for (i, cell) in vertices {
        let wrong = |e: String| row.wrong(i, e);
        if !seen.insert(cell.text) {
            return Err(wrong(format!("the neighbour {} occurs twice", cell.text)));
        }
        let (v, u) = (
            draft.vertex(head.text).map_err(wrong)?,
            draft.vertex(cell.text).map_err(wrong)?,
        );
        // The direction says which end lists the other.
        draft.here = (row.line, cell.column);
        draft.link(v, u, 1, true).map_err(wrong)?;
    }
    Ok(())
}

/// Reads networkx's adjacency list over several lines: a vertex and the number of its neighbours,
/// then each neighbour with the attributes of the edge.
pub(crate) fn over_lines(rows: &[Row], limit: BoardLimit) -> Result<Given, Misread> {
    let mut draft = Draft::new(limit);
    let mut rows_left = rows.iter();
    while let Some(row) = rows_left.next() {
        let number = row.cells.get(1).and_then(|cell| cell.number());
        let (Some(head), Some(number), 2) = (row.cells.first(), number, row.cells.len()) else {
            return Err(row.wrong(0, "expected a vertex and the number of its neighbours"));
        };
        let v = draft.vertex(head.text).map_err(|e| row.wrong(0, e))?;
        for _ in 0..number {
            let Some(next) = rows_left.next() else {
                let problem =
                    format!("{number} neighbours are announced; the list ends before the last");
                return Err(row.wrong(1, problem));
            };
            let wrong = |e: String| next.wrong(0, e);
            let ([cell], Some(data)) = (&next.cells[..], next.data) else {
                return Err(wrong(
                    "expected a neighbour and its attributes in braces".to_string(),
                ));
            };
            let u = draft.vertex(cell.text).map_err(wrong)?;
            let weight = weight_of(data).map_err(wrong)?;
            draft.here = (next.line, cell.column);
            draft.link(v, u, weight, false).map_err(wrong)?;
        }
    }
    finish(draft, rows, Twice::Refused)
}

fn finish(draft: Draft, rows: &[Row], twice: Twice) -> Result<Given, Misread> {
    let line = rows.first().map_or(0, |row| row.line);
    draft.finish(line, twice)
}

/// Writes the vertices with their neighbours, each edge from both ends.
pub(crate) fn write(board: &Board, name: &dyn Fn(usize) -> String) -> String {
    let links = board.links();
    let loops: HashSet<usize> = links
        .iter()
        .filter(|l| l.is_loop())
        .map(|l| l.from)
        .collect();
    let line = |v: usize| {
        let own = loops.contains(&v).then_some(v);
        let mut around: Vec<usize> = board.graph().neighbours(v).chain(own).collect();
        around.sort_unstable();
        let names: String = around
            .into_iter()
            .map(|u| format!(" {}", quoted(&name(u))))
            .collect();
        format!("{}:{names}\n", quoted(&name(v)))
    };
    (0..board.order()).map(line).collect()
}
