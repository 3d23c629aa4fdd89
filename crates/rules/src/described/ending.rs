//! A proof that a described game ends.
//!
//! Four numbers of a position are looked at: its vertices, its edges, its coloured vertices and its
//! uncoloured vertices. The kinds of moves are put away one number after another: a number that no
//! remaining kind can increase puts away the kinds that always decrease it. If all kinds are put
//! away, every move decreases the list of these numbers in lexicographic order, so the game ends.

use super::{Change, Colour, Colours, MoveKind, Place};
use boilingpoint_boards::{Board, Tint};

/// The least upper bound that is known for the change of a number in a move; `None` if the number
/// may increase without limit.
type Most = Option<i64>;

/// A number of a position.
struct Measure {
    /// The bound of its change by a kind of moves.
    change: fn(&MoveKind) -> Most,
    /// The number itself.
    of: fn(&Board) -> usize,
}

const MEASURES: [Measure; 4] = [
    Measure {
        change: |kind| vertices(kind, |_| true),
        of: Board::order,
    },
    Measure {
        change: edges,
        of: |board| board.link_count(),
    },
    Measure {
        change: |kind| vertices(kind, |colour| colour != Colour::Uncoloured),
        of: |board| board.order() - uncoloured(board),
    },
    Measure {
        change: |kind| vertices(kind, |colour| colour == Colour::Uncoloured),
        of: uncoloured,
    },
];

fn uncoloured(board: &Board) -> usize {
    let tints = board.tints().iter();
    tints.filter(|&&tint| tint == Tint::None).count()
}

/// A number of moves after which the game has ended: the least number of the position that every
/// kind of moves decreases. `None` if no number is of this sort.
pub(super) fn moves_at_most(kinds: &[MoveKind], position: &Board) -> Option<usize> {
    let decreases = |measure: &&Measure| {
        let falls = |kind| (measure.change)(kind).is_some_and(|most| most < 0);
        kinds.iter().all(falls)
    };
    let numbers = MEASURES.iter().filter(decreases);
    numbers.map(|measure| (measure.of)(position)).min()
}

/// The number of a kind of moves for which there is no proof that the game ends; `None` if it ends.
pub(super) fn endless(kinds: &[MoveKind]) -> Option<usize> {
    let mut open: Vec<usize> = (0..kinds.len()).collect();
    loop {
        let before = open.len();
        for measure in MEASURES {
            let most = |&i: &usize| (measure.change)(&kinds[i]);
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
