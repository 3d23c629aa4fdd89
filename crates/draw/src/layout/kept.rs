//! The layouts of the graphs that a thread has drawn last. A page draws a board several times, and
//! so do the files of a record.

use super::Point;
use boilingpoint_boards::Graph;
use std::cell::RefCell;
use std::collections::VecDeque;

/// The number of layouts that a thread keeps.
const KEPT: usize = 32;

/// A graph and the places of its vertices.
type KeptLayout = (Graph, Vec<Point>);

thread_local! {
    static LAYOUTS: RefCell<VecDeque<KeptLayout>> = const { RefCell::new(VecDeque::new()) };
}

/// The layout of a graph: a kept one, or the one that `make` makes.
pub fn layout(graph: &Graph, make: fn(&Graph) -> Vec<Point>) -> Vec<Point> {
    let found = LAYOUTS.with_borrow(|kept| {
        let found = kept.iter().find(|(known, _)| known == graph);
        found.map(|(_, places)| places.clone())
    });
    found.unwrap_or_else(|| {
        let places = make(graph);
        LAYOUTS.with_borrow_mut(|kept| {
            kept.truncate(KEPT - 1);
            kept.push_front((graph.clone(), places.clone()));
        });
        places
    })
}
