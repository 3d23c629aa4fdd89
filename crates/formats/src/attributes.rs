//! The attributes that formats with attributes carry: `tint`, `token` and `square` of a vertex,
//! `weight` of an edge, and its direction. DOT, GML, GraphML and node-link data share the names.

use boilingpoint_boards::{Board, Link};

/// The attributes of a vertex that has marks.
pub(crate) fn of_vertex(board: &Board, v: usize) -> Vec<(&'static str, String)> {
    let mut all = Vec::new();
    if board.is_tinted() {
        all.push(("tint", board.tints()[v].symbol().to_string()));
    }
    if board.token() == Some(v) {
        all.push(("token", "true".to_string()));
    }
    if let Some(squares) = board.squares() {
        let [row, column] = squares[v];
        all.push(("square", format!("{row},{column}")));
    }
    all
}

/// Whether a board has arcs, and whether it has weights.
pub(crate) fn of_links(links: &[Link]) -> (bool, bool) {
    let directed = links.iter().any(|l| l.arc);
    let weighted = links.iter().any(|l| l.weight != 1);
    (directed, weighted)
}

/// The links as entries of a format in which all links of a graph are edges, or all are arcs: two
/// ends and a weight. On a directed board an edge is two arcs.
pub(crate) fn entries(links: &[Link], directed: bool) -> Vec<(usize, usize, u32)> {
    let ends = |l: &Link| {
        let both = directed && !l.arc && !l.is_loop();
        let back = both.then_some((l.to, l.from, l.weight));
        [Some((l.from, l.to, l.weight)), back].into_iter().flatten()
    };
    links.iter().flat_map(ends).collect()
}

/// Whether two entries have the same ends.
pub(crate) fn are_several(entries: &[(usize, usize, u32)]) -> bool {
    let mut seen = std::collections::BTreeSet::new();
    !entries.iter().all(|(from, to, _)| seen.insert((from, to)))
}
