//! Edge lists: an edge on each line.
//!
//! The forms are those of networkx (`0 1`, `0 1 3`, `0 1 {'weight': 3}`), of tables with commas or
//! tabs, and of lists that begin with the numbers of vertices and edges. Vertices are numbers from
//! 0 or from 1, or names. Without numbers at the beginning, the vertices are those that occur.

use crate::cells::{Cell, Row, quoted};
use crate::draft::{Draft, Twice, weight};
use crate::{Given, Misread};
use boilingpoint_boards::{Board, BoardLimit, Link};
use std::collections::HashSet;

/// Reads the rows of an edge list that begins at `line`.
pub(crate) fn read(rows: &[Row], line: usize, limit: BoardLimit) -> Result<Given, Misread> {
    check_alone(rows)?;
    check_named(rows)?;
    let mut draft = Draft::new(limit);
    let signs = rows.iter().any(|row| row.arrow.is_some());
    for row in rows {
        add(&mut draft, row, !signs || row.arrow == Some(true))?;
    }
    let twice = if signs {
        Twice::Refused
    } else {
        Twice::Symmetric
    };
    draft.finish(line, twice)
}

/// Adds the vertex, or the edge, of a row.
fn add(draft: &mut Draft, row: &Row, arc: bool) -> Result<(), Misread> {
    let wrong = |cell: usize| move |problem: String| row.wrong(cell, problem);
    let v = draft.vertex(row.cells[0].text).map_err(wrong(0))?;
    let Some(to) = row.cells.get(1) else {
        return Ok(());
    };
    let to = draft.vertex(to.text).map_err(wrong(1))?;
    let weight = match (row.cells.get(2), row.data) {
        (Some(cell), _) => weight(cell.text).map_err(wrong(2))?,
        (None, Some(data)) => weight_of(data).map_err(wrong(1))?,
        (None, None) => 1,
    };
    if row.cells.len() > 3 {
        return Err(row.wrong(
            3,
            "found a fourth entry; expected two vertices and perhaps a weight",
        ));
    }
    draft.here = (row.line, row.cells[0].column);
    draft.link(v, to, weight, arc).map_err(wrong(0))
}

/// The weight in the attributes of an edge as networkx writes them, such as `{'weight': 3}`.
pub(crate) fn weight_of(data: &str) -> Result<u32, String> {
    let inside = data
        .strip_prefix('{')
        .and_then(|d| d.trim_end().strip_suffix('}'));
    let inside = inside.ok_or_else(|| format!("`{data}` has no `}}` at its end"))?;
    let mut entries = inside.split(',').filter_map(|entry| entry.split_once(':'));
    let value = entries.find(|(key, _)| key.trim().trim_matches(['\'', '"']) == "weight");
    value.map_or(Ok(1), |(_, value)| weight(value.trim()))
}

/// Refuses a single line whose meaning is not clear.
fn check_alone(rows: &[Row]) -> Result<(), Misread> {
    if rows.iter().all(|row| row.cells.len() < 2) {
        let line = rows.first().map_or(0, |row| row.line);
        return Err(Misread::line(
            line,
            "the list has no edge; expected two vertices in a line",
        ));
    }
    match rows {
        [row] if row.cells.len() == 2 && row.is_bare() => {
            let [a, b] = [row.cells[0].text, row.cells[1].text];
            let counts = b == "0" && row.cells[0].number().is_some_and(|n| n > 0);
            match row.commas || counts {
                true => Err(row.wrong(0, format!(
                    "this can be an edge, and {}, which are different graphs; expected `{a}-{b}` for an edge",
                    if counts { "the numbers of vertices and edges" } else { "two vertices without an edge" }
                ))),
                false => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

/// Refuses rows of names of which none occurs twice: they may be lines of another format.
fn check_named(rows: &[Row]) -> Result<(), Misread> {
    let is_number = |c: &Cell| c.number().is_some();
    let is_edge = |row: &Row| row.arrow.is_some() || row.data.is_some();
    let are_numbers = |row: &Row| row.cells.iter().take(2).all(is_number);
    if rows.iter().any(is_edge) || rows.iter().all(are_numbers) {
        return Ok(());
    }
    let mut seen = HashSet::new();
    let mut ends = rows.iter().flat_map(|row| row.cells.iter().take(2));
    match ends.any(|cell| !seen.insert(cell.text)) {
        true => Ok(()),
        false => Err(rows[0].wrong(
            0,
            "this is neither a board nor an edge list: no vertex occurs twice; expected graph6 (`DQc`), a family (`star(4)`), edges (`0-1,1-2`), or an edge on each line",
        )),
    }
}

/// The numbers of a row that has nothing else.
fn numbers(row: &Row) -> Option<Vec<usize>> {
    row.cells
        .iter()
        .map(|cell| cell.number().filter(|_| row.is_bare()))
        .collect()
}

/// The vertices of the edges in some rows: pairs, as many as the row has room for, or one pair and
/// a weight.
fn pairs(rows: &[Row], weighted: bool) -> Option<Vec<usize>> {
    let of_row = |row: &Row| match weighted {
        true if row.cells.len() == 3 => Some(vec![row.cells[0].number()?, row.cells[1].number()?]),
        true => None,
        false => numbers(row).filter(|all| all.len() % 2 == 0),
    };
    Some(
        rows.iter()
            .map(of_row)
            .collect::<Option<Vec<_>>>()?
            .concat(),
    )
}

/// Whether vertices count from 0 or from 1 to `order`.
fn fit(vertices: &[usize], order: usize) -> bool {
    let (least, greatest) = (vertices.iter().min(), vertices.iter().max());
    match (least, greatest) {
        (Some(&least), Some(&greatest)) => greatest < order || least >= 1 && greatest <= order,
        _ => true,
    }
}

/// Parts rows into graphs, each of which begins with the numbers of its vertices and edges. `None`
/// if the rows are not of this form.
pub(crate) fn counted<'r, 'a>(rows: &'r [Row<'a>]) -> Option<Vec<&'r [Row<'a>]>> {
    let mut parts = Vec::new();
    let mut rest = rows;
    // A single row is an edge.
    while rest.len() > 1 || !parts.is_empty() && !rest.is_empty() {
        let [order, size] = numbers(&rest[0])?[..] else {
            return None;
        };
        // Such rows are more often entries of a matrix.
        if order < 2 {
            return None;
        }
        let after = &rest[1..];
        let weighted = after.first().is_some_and(|row| row.cells.len() == 3);
        let mut end = 0;
        let mut found = 0;
        while found < size {
            found += if weighted {
                1
            } else {
                after.get(end)?.cells.len() / 2
            };
            end += 1;
        }
        let ends = pairs(after.get(..end)?, weighted)?;
        if found != size || !fit(&ends, order) {
            return None;
        }
        let (part, others) = rest.split_at(end + 1);
        parts.push(part);
        rest = others;
    }
    (!parts.is_empty()).then_some(parts)
}

/// Refuses rows of which the first may be the numbers of vertices and edges, if not as many edges
/// follow: the list may be cut off.
pub(crate) fn check_counts(rows: &[Row]) -> Result<(), Misread> {
    let Some((first, edges)) = rows.split_first().filter(|(_, edges)| !edges.is_empty()) else {
        return Ok(());
    };
    let counts = numbers(first);
    if counts
        .as_ref()
        .is_some_and(|c| c.len() == 3 && c[0] == c[1] && c[2] == edges.len())
    {
        return Err(first.wrong(0, "this may be the size of a matrix; expected `%%MatrixMarket` in the first line of such a file"));
    }
    let counts = counts.filter(|counts| counts.len() <= 2);
    let ends = pairs(edges, false).or_else(|| pairs(edges, true));
    let (Some(counts), Some(ends)) = (counts, ends) else {
        return Ok(());
    };
    let (n, size) = (counts[0], edges.len());
    if let Some(greatest) = ends.iter().max().filter(|_| !fit(&ends, n)) {
        // A slip in the numbers, or a vertex beyond them.
        if counts.get(1) == Some(&size) && n > 1 && *greatest <= n + 1 {
            return Err(first.wrong(0, format!(
                "this announces {n} vertices and {size} edges, or is an edge itself, and vertex {greatest} occurs; expected vertices from 0 or from 1, or another line first"
            )));
        }
        return Ok(());
    }
    let announced = counts
        .get(1)
        .map_or(String::new(), |m| format!(" and {m} edges"));
    Err(first.wrong(0, format!(
        "this can announce {n} vertices{announced}, or be an edge or a vertex, and {size} lines follow; expected `{n} {size}`, or another line first"
    )))
}

/// Reads a part of [`counted`].
pub(crate) fn of_counted(rows: &[Row], limit: BoardLimit) -> Result<Given, Misread> {
    let (first, edges) = (&rows[0], &rows[1..]);
    let wrong = |e: String| first.wrong(0, e);
    let order = first.cells[0].number().unwrap_or_default();
    let weighted = edges.first().is_some_and(|row| row.cells.len() == 3);
    let ends = pairs(edges, weighted).unwrap_or_default();
    let base = usize::from(!ends.is_empty() && !ends.contains(&0));
    let mut draft = Draft::numbered(limit, order, base).map_err(wrong)?;
    for row in edges {
        if weighted {
            add(&mut draft, row, false)?;
            continue;
        }
        for pair in row.cells.chunks(2) {
            let vertex = |cell: &Cell| draft.find(cell.text);
            let [Some(a), Some(b)] = [vertex(&pair[0]), vertex(&pair[1])] else {
                return Err(row.wrong(0, "expected vertices without zeros before their numbers"));
            };
            draft.here = (row.line, pair[0].column);
            draft.link(a, b, 1, false).map_err(|e| row.wrong(0, e))?;
        }
    }
    draft.finish(first.line, Twice::Refused)
}

/// Writes an edge on each line, with its attributes as networkx writes them if `attributes` is set.
/// A vertex without edges has a line of its own.
pub(crate) fn write(board: &Board, name: &dyn Fn(usize) -> String, attributes: bool) -> String {
    let links = board.links();
    let weighted = links.iter().any(|l| l.weight != 1);
    let data = |l: &Link| match (attributes, weighted) {
        (false, _) => String::new(),
        (true, true) => format!(" {{'weight': {}}}", l.weight),
        (true, false) => " {}".to_string(),
    };
    let mut text = String::new();
    let mut seen = vec![false; board.order()];
    for l in &links {
        (seen[l.from], seen[l.to]) = (true, true);
        text += &format!(
            "{} {}{}\n",
            quoted(&name(l.from)),
            quoted(&name(l.to)),
            data(l)
        );
    }
    for v in (0..board.order()).filter(|&v| !seen[v]) {
        text += &format!("{}\n", quoted(&name(v)));
    }
    text
}
