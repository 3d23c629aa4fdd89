//! Lists all boards of a class, one for each isomorphism class.

use super::class::{Class, Kind};
use super::genome::Genome;
use super::known::known_count;
use boilingpoint_boards::canon::fingerprint;
use boilingpoint_boards::enumerate::{self, MAX_CONNECTED, MAX_TREE};
use boilingpoint_boards::polyominoes::{MAX_SQUARES, polyominoes};
use boilingpoint_boards::trees::Trees;
use boilingpoint_boards::{Board, Graph, Link, Tint};
use boilingpoint_rules::Features;
use rustc_hash::FxHashSet;
use std::convert::Infallible;

fn are_trees(kind: Kind) -> bool {
    matches!(kind, Kind::Tree | Kind::Caterpillar)
}

/// The greatest order up to which the boards of a kind are listed. `None` for [`Kind::Any`], since
/// only connected boards are listed.
pub fn listed_up_to(kind: Kind) -> Option<usize> {
    match kind {
        Kind::Any => None,
        Kind::Squares => Some(MAX_SQUARES),
        kind if are_trees(kind) => Some(MAX_TREE),
        _ => Some(MAX_CONNECTED),
    }
}

/// The names of the kinds whose boards are listed, for messages.
pub fn listed_names() -> String {
    let mut kinds = Kind::ALL.to_vec();
    kinds.retain(|&kind| listed_up_to(kind).is_some());
    Kind::names(&kinds)
}

/// Calls `each` with every connected board of a class, in increasing order of the number of
/// vertices. Graphs carry every choice of marks that the class allows ([`with_marks`]), but no
/// parallel edges. Sets of squares are listed up to reflection.
///
/// The time is proportional to the number of all trees, of all connected graphs or of all connected
/// sets of squares of the class's orders. The memory is proportional to the same number, except for
/// trees and for squares. [`listed_up_to`] gives the orders that are practical.
///
/// # Errors
/// The first error that `each` returns; it ends the listing.
pub fn list<E>(class: &Class, mut each: impl FnMut(Board) -> Result<(), E>) -> Result<(), E> {
    if class.kind == Kind::Squares {
        return list_squares(class, each);
    }
    let bare = Class {
        features: Features {
            tints: class.features.tints,
            ..Features::GRAPH
        },
        ..*class
    };
    let mut hand = |graph: Graph| {
        let board = Board::untinted(graph);
        if !bare.contains(&Genome::of_board(&board)) {
            return Ok(());
        }
        with_marks(&board, class)
            .into_iter()
            .try_for_each(&mut each)
    };
    if are_trees(class.kind) {
        let mut orders = class.min_order..=class.max_order;
        return orders
            .try_for_each(|order| Trees::of_order(order).try_for_each(|tree| hand(tree.graph())));
    }
    // A connected graph has a vertex without which it stays connected. So each graph with a property
    // that graphs keep without a vertex grows from one with the property.
    let parents = Class {
        kind: Kind::Connected,
        properties: class.properties.hereditary(),
        min_order: 1,
        ..bare
    };
    let mut graphs = enumerate::first();
    for order in 1..=class.max_order {
        if order > 1 {
            graphs = enumerate::next_connected(&graphs);
            if parents.is_narrow() {
                graphs.retain(|graph| {
                    parents.contains(&Genome::of_board(&Board::untinted(graph.clone())))
                });
            }
        }
        graphs.iter().cloned().try_for_each(&mut hand)?;
    }
    Ok(())
}

/// A bound on the boards that [`list`] goes through at one order of a class: those that it lists, and
/// those of the more general kind from which it picks them. `None` if the number is not known, or if
/// the list does not have all boards of the class.
pub fn listed_at_most(class: &Class, order: usize) -> Option<u64> {
    let features = &class.features;
    let kind = match class.kind {
        Kind::Any | Kind::Squares => return None,
        _ if features.parallel => return None,
        kind if are_trees(kind) => Kind::Tree,
        _ => Kind::Connected,
    };
    let graphs = known_count(kind, order)?;
    let vertices = u32::try_from(order).ok()?;
    let edges = match kind {
        Kind::Tree => vertices.saturating_sub(1),
        _ => vertices * vertices.saturating_sub(1) / 2,
    };
    let weights = u64::from(features.max_weight.max(1));
    let links = weights * if features.arcs { 3 } else { 1 };
    let loops = if features.loops { weights + 1 } else { 1 };
    let tints: u64 = if features.tints { 3 } else { 1 };
    let tokens = if features.token { order as u64 } else { 1 };
    let choices = [
        tints.saturating_pow(vertices),
        loops.saturating_pow(vertices),
        links.saturating_pow(edges),
        tokens,
    ];
    Some(choices.into_iter().fold(graphs, u64::saturating_mul))
}

/// The boards of a class, as [`list`] lists them.
pub fn listed(class: &Class) -> Vec<Board> {
    let mut boards = Vec::new();
    let done: Result<(), Infallible> = list(class, |board| {
        boards.push(board);
        Ok(())
    });
    match done {
        Ok(()) => boards,
    }
}

fn list_squares<E>(class: &Class, mut each: impl FnMut(Board) -> Result<(), E>) -> Result<(), E> {
    let mut orders = class.min_order..=class.max_order.min(MAX_SQUARES);
    orders.try_for_each(|order| {
        polyominoes(order, |squares| each(Board::of_squares(squares.to_vec())))
    })
}

/// The board with every choice of the marks that a class allows (tints, loops, weights, directions,
/// the vertex of the token), up to isomorphism. A board that already carries marks of some kind
/// keeps these marks.
///
/// The number of choices is exponential in the board's size.
pub fn with_marks(board: &Board, class: &Class) -> Vec<Board> {
    let features = &class.features;
    let mut boards = vec![board.clone()];
    if features.tints && !board.is_tinted() {
        let tints = [Tint::None, Tint::Left, Tint::Right];
        let tinted = each_vertex(boards, &tints, |board, v, &tint| board.set_tint(v, tint));
        boards = different(tinted);
    }
    if features.arcs || features.max_weight > 1 {
        // Boards with different tints stay different, so each is a list of its own.
        boards = boards
            .iter()
            .flat_map(|b| different(with_each_link(b, features)))
            .collect();
    }
    if features.loops {
        let weights: Vec<u32> = (0..=features.max_weight).collect();
        boards = each_vertex(boards, &weights, |board, v, &weight| {
            let mut links = board.links();
            links.push(Link::edge(v, v, weight));
            *board = board.clone().with_links(links);
        });
    }
    if features.token && board.token().is_none() {
        boards = boards
            .iter()
            .flat_map(|b| (0..b.order()).map(|v| b.clone().with_token(Some(v))))
            .collect();
    }
    different(boards)
}

/// The first board of each isomorphism class.
fn different(mut boards: Vec<Board>) -> Vec<Board> {
    let mut seen = FxHashSet::default();
    if boards.len() > 1 {
        boards.retain(|board| seen.insert(fingerprint(board)));
    }
    boards
}

/// Copies every board once for each choice at each vertex, and applies the choices to the copies.
fn each_vertex<T>(
    mut boards: Vec<Board>,
    choices: &[T],
    put: impl Fn(&mut Board, usize, &T),
) -> Vec<Board> {
    let order = boards.first().map_or(0, Board::order);
    for v in 0..order {
        let with = |board: &Board| -> Vec<Board> {
            let one = |choice: &T| {
                let mut board = board.clone();
                put(&mut board, v, choice);
                board
            };
            choices.iter().map(one).collect()
        };
        boards = boards.iter().flat_map(with).collect();
    }
    boards
}

/// All copies of the board in which each link has some weight and some direction that the features
/// allow.
fn with_each_link(board: &Board, features: &Features) -> Vec<Board> {
    let choices = |link: Link| -> Vec<Link> {
        let weights = if link.weight > 1 {
            link.weight..=link.weight
        } else {
            1..=features.max_weight
        };
        let turns = features.arcs && !link.arc && !link.is_loop();
        let directed = |weight| {
            let ends = [(link.from, link.to), (link.to, link.from)].into_iter();
            let arcs = ends.map(move |(from, to)| Link::arc(from, to, weight));
            std::iter::once(Link { weight, ..link }).chain(arcs.filter(move |_| turns))
        };
        weights.flat_map(directed).collect()
    };
    let mut all: Vec<Vec<Link>> = vec![Vec::new()];
    for link in board.links() {
        let own = choices(link);
        let with = |links: &Vec<Link>| -> Vec<Vec<Link>> {
            own.iter()
                .map(|&l| [links.as_slice(), &[l]].concat())
                .collect()
        };
        all = all.iter().flat_map(with).collect();
    }
    all.into_iter()
        .map(|links| board.clone().with_links(links))
        .collect()
}
