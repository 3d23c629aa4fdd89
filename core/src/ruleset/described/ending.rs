//! A proof that a described game ends.
//!
//! Four numbers of a position are looked at: its vertices, its edges, its coloured vertices and its
//! uncoloured vertices. The kinds of moves are put away one number after another: a number that no
//! remaining kind can increase puts away the kinds that always decrease it. If all kinds are put
//! away, every move decreases the list of these numbers in lexicographic order, so the game ends.

use super::{Change, Colour, Colours, MoveKind, Place};

/// The least upper bound that is known for the change of a number in a move; `None` if the number
/// may increase without limit.
type Most = Option<i64>;

/// A number of a position, as the bound of its change by a kind of moves.
type Measure = fn(&MoveKind) -> Most;

const MEASURES: [Measure; 4] = [
    |kind| vertices(kind, |_| true),
    edges,
    |kind| vertices(kind, |colour| colour != Colour::Uncoloured),
    |kind| vertices(kind, |colour| colour == Colour::Uncoloured),
];

/// The number of a kind of moves for which there is no proof that the game ends; `None` if it ends.
pub(super) fn endless(kinds: &[MoveKind]) -> Option<usize> {
    let mut open: Vec<usize> = (0..kinds.len()).collect();
    loop {
        let before = open.len();
        for measure in MEASURES {
            let most = |&i: &usize| measure(&kinds[i]);
            if open.iter().all(|i| most(i).is_some_and(|m| m <= 0)) {
                open.retain(|i| most(i) == Some(0));
            }
        }
        if open.is_empty() || open.len() == before {
            return open.first().copied();
        }
    }
}

/// The change of the number of vertices whose colour counts.
fn vertices(kind: &MoveKind, counts: fn(Colour) -> bool) -> Most {
    let number = |colour: Option<Colour>| i64::from(colour.is_some_and(counts));
    let change =
        |before: Colour, change: Change| number(change.after(before)) - number(Some(before));
    let place = |place: &Place| {
        let changes = place.colours.each().map(|c| change(c, place.change));
        changes.max().unwrap_or(0)
    };
    let path: i64 = kind.places.iter().map(place).sum();
    let neighbour = |colour: Colour| change(colour, kind.neighbour(colour));
    if Colour::ALL.into_iter().any(|colour| neighbour(colour) > 0) {
        return None;
    }
    // A condition may guarantee some neighbours outside of the path.
    let of_some = |colours: Colours| colours.each().map(neighbour).max().unwrap_or(0);
    let others = kind.places.len() as i64 - 1;
    let counts = kind.places.iter().flat_map(|place| &place.counts);
    let sure = counts.map(|count| {
        let number = (i64::from(count.amount.least()) - others).max(0);
        number * of_some(count.colours)
    });
    Some(path + sure.min().unwrap_or(0))
}

/// The change of the number of edges. A vertex that is removed takes the edges of the path with it.
fn edges(kind: &MoveKind) -> Most {
    let removed = kind.places.windows(2).filter(|ends| {
        let is_end = |place: &Place| place.change == Change::Removed;
        kind.removes_edges || ends.iter().any(is_end)
    });
    Some(-(removed.count() as i64))
}
