//! Canonical labelling and symmetries against all permutations of the vertices.

use super::Choices;
use boilingpoint_boards::{Board, automorphism_group, board_text, canon, orbits};

/// The most vertices: 5040 permutations.
const MOST: usize = 7;

/// Two boards have the same normal form and fingerprint exactly if they are isomorphic; the
/// symmetry group and its orbits are those found by trying all permutations.
pub fn run(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let rules = choices.ruleset();
    // Squares keep their place in the plane.
    let board = match rules.carries().squares {
        true => choices.tinted(MOST),
        false => choices.playable(rules, MOST),
    };
    let text = board_text(&board.name(), &board.tint_string());
    let moved = board.relabelled(&choices.permutation(board.order()));
    assert_eq!(canon::normal(&board), canon::normal(&moved), "{text}");
    assert_eq!(
        canon::fingerprint(&board),
        canon::fingerprint(&moved),
        "{text}"
    );
    let other = nearby(&moved, &mut choices);
    let images = permutations(board.order());
    let is_isomorphic = images.iter().any(|image| board.relabelled(image) == other);
    let looks_it = canon::fingerprint(&board) == canon::fingerprint(&other);
    let other_text = board_text(&other.name(), &other.tint_string());
    assert_eq!(is_isomorphic, looks_it, "{text} and {other_text}");
    assert_eq!(
        is_isomorphic,
        canon::normal(&board) == canon::normal(&other),
        "{text} and {other_text}"
    );
    if board.is_plain() {
        let group: Vec<&Vec<usize>> = images
            .iter()
            .filter(|i| board.relabelled(i) == board)
            .collect();
        let found: u64 = automorphism_group(&board).iter().product();
        assert_eq!(found, group.len() as u64, "{text}");
        let least = |v: usize| {
            group
                .iter()
                .map(|image| image[v])
                .min()
                .expect("the identity")
        };
        let expected: Vec<usize> = (0..board.order()).map(least).collect();
        assert_eq!(orbits(&board), expected, "{text}");
    }
}

/// The board with one link moved or one tint changed; it may be isomorphic to the board.
fn nearby(board: &Board, choices: &mut Choices) -> Board {
    let mut other = board.clone();
    let n = board.order();
    let (a, b) = (choices.below(n), choices.below(n));
    let tinted = board.is_tinted();
    if tinted && choices.below(2) == 0 {
        let (first, second) = (board.tints()[a], board.tints()[b]);
        other.set_tint(a, second);
        other.set_tint(b, first);
        return other;
    }
    let mut links = board.links();
    if links.is_empty() || a == b {
        return other;
    }
    let at = choices.below(links.len());
    let moved = match links[at].arc {
        true => boilingpoint_boards::Link::arc(a, b, links[at].weight),
        false => boilingpoint_boards::Link::edge(a, b, links[at].weight),
    };
    links[at] = moved;
    let (tints, token) = (board.tint_string(), board.token());
    let changed = Board::of_links(n, links)
        .tinted(&tints)
        .expect("a tint each");
    changed.with_token(token)
}

/// All permutations of `0..n` (Heap's algorithm).
fn permutations(n: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    let mut now: Vec<usize> = (0..n).collect();
    let mut counts = vec![0; n];
    all.push(now.clone());
    let mut i = 0;
    while i < n {
        if counts[i] < i {
            now.swap(if i % 2 == 0 { 0 } else { counts[i] }, i);
            all.push(now.clone());
            counts[i] += 1;
            i = 0;
        } else {
            counts[i] = 0;
            i += 1;
        }
    }
    all
}
