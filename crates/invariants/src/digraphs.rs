//! Degrees and connection along the directions of links. An edge without a direction leads both
//! ways, a loop nowhere.

use boilingpoint_boards::Board;

/// The number of links with a direction.
pub(super) fn arcs(board: &Board) -> usize {
    board.links().iter().filter(|link| link.arc).count()
}

/// For each vertex, the vertices that links lead to; or those that links lead from, in which case
/// the directions are turned.
fn ahead(board: &Board, turned: bool) -> Vec<Vec<usize>> {
    let mut ahead = vec![Vec::new(); board.order()];
    for link in board.links().iter().filter(|link| !link.is_loop()) {
        if !(link.arc && turned) {
            ahead[link.from].push(link.to);
        }
        if !link.arc || turned {
            ahead[link.to].push(link.from);
        }
    }
    for list in &mut ahead {
        list.sort_unstable();
        list.dedup();
    }
    ahead
}

/// For each vertex, the number of vertices that links lead to, or lead from.
pub(super) fn degrees(board: &Board, turned: bool) -> Vec<usize> {
    ahead(board, turned).iter().map(Vec::len).collect()
}

/// Whether links lead from each vertex to each other: from one vertex to all, and from all to it.
pub fn strongly_connected(board: &Board) -> bool {
    [false, true].into_iter().all(|turned| {
        let ahead = ahead(board, turned);
        let mut seen = vec![false; board.order()];
        let mut open: Vec<usize> = (0..board.order().min(1)).collect();
        while let Some(v) = open.pop() {
            if !std::mem::replace(&mut seen[v], true) {
                open.extend(&ahead[v]);
            }
        }
        seen.into_iter().all(|seen| seen)
    })
}
