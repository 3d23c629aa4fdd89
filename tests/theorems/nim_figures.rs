//! Figures 2.1, 2.3 and 3.1 of Clark, *Nim on Graphs* (dissertation, Auburn 2012). Their drawings
//! are not in the text at hand; the weights and the moves are. The theorems are in `nim.rs`.

use crate::impartial::{Game, lists};
use crate::nim::{NIM, Tree, merged, nim, trees, weighted};
use boilingpoint_boards::canon;
use boilingpoint_rules::{NimOnGraphs, Player, Ruleset};
use std::collections::{BTreeMap, BTreeSet};

/// The weights in Figure 2.1, link by link: parallel links stand together. Figure 2.3 replaces them
/// by links of weight 3, 1, 2, 3, 7 and 6.
const START: [&[u32]; 6] = [&[1, 2], &[1], &[2], &[3], &[1, 3, 5], &[2, 4]];

/// The moves of Figure 2.1: the parallel links, the link among them, and its weight after the move.
const MOVES: [(usize, usize, u32); 7] = [
    (3, 0, 0),
    (4, 2, 2),
    (5, 1, 2),
    (1, 0, 0),
    (0, 1, 1),
    (0, 0, 0),
    (0, 1, 0),
];

/// The weights of the merged links in Figure 2.3 after each move, as they are printed there.
const MERGED: [[u32; 6]; 8] = [
    [3, 1, 2, 3, 7, 6],
    [3, 1, 2, 0, 7, 6],
    [3, 1, 2, 0, 0, 6],
    [3, 1, 2, 0, 0, 0],
    [3, 0, 2, 0, 0, 0],
    [0, 0, 2, 0, 0, 0],
    [1, 0, 2, 0, 0, 0],
    [0, 0, 2, 0, 0, 0],
];

/// Two vertices that links join.
type Pair = (usize, usize);

/// The vertices that the token visits if the links join these pairs; `None` if the moves do not
/// follow each other, or if the last player could go on.
fn walk(pairs: &[Pair], start: usize) -> Option<Vec<usize>> {
    let mut at = vec![start];
    for (links, ..) in MOVES {
        let (a, b) = pairs[links];
        let here = *at.last()?;
        at.push(match here {
            v if v == a => b,
            v if v == b => a,
            _ => return None,
        });
    }
    // Links 2, 4 and 5 still have weight in the end.
    let last = *at.last()?;
    let free = [2, 4, 5]
        .iter()
        .all(|&i| pairs[i].0 != last && pairs[i].1 != last);
    free.then_some(at)
}

/// Clark, Figures 2.1 and 2.3: the play on a multigraph and on the graph with merged links. On
/// every simple graph of five vertices whose edges can be the six merged links, the seven moves are
/// moves of the game, the first player has the last one, and the merged weights are those of Figure
/// 2.3 after each move. On some of these graphs every move of the first player wins. From the fifth
/// position on, where the games are small enough, both games have the same Grundy value by the
/// rules (Theorem 2.1).
#[test]
fn figures_2_1_and_2_3_a_play_on_parallel_links() {
    let all: Vec<Pair> = (0..5).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    let mut shapes: BTreeMap<String, (Vec<Pair>, Vec<usize>)> = BTreeMap::new();
    for choice in lists(&[10; 6]) {
        let different: BTreeSet<u32> = choice.iter().copied().collect();
        if different.len() < 6 {
            continue;
        }
        let pairs: Vec<Pair> = choice.iter().map(|&i| all[i as usize]).collect();
        // By symmetry the token begins at 0.
        if let Some(at) = walk(&pairs, 0) {
            let links = pairs.iter().zip(1..).map(|(&(a, b), w)| (a, b, w));
            let shape = canon::normal(&nim(5, links, 0)).name();
            shapes.entry(shape).or_insert((pairs, at));
        }
    }
    assert!(shapes.len() > 3, "{}", shapes.len());
    let mut game = Game::new(NIM);
    let mut perfect = 0;
    for (pairs, at) in shapes.values() {
        let mut weights: Vec<Vec<u32>> = START.iter().map(|list| list.to_vec()).collect();
        let board = |weights: &[Vec<u32>], token: usize| {
            let links = pairs.iter().zip(weights);
            let links = links.flat_map(|(&(a, b), list)| list.iter().map(move |&w| (a, b, w)));
            nim(5, links, token)
        };
        let single = |weights: [u32; 6], token: usize| {
            nim(
                5,
                pairs.iter().zip(weights).map(|(&(a, b), w)| (a, b, w)),
                token,
            )
        };
        let mut position = board(&weights, at[0]);
        let mut wins = true;
        for (i, &(links, link, weight)) in MOVES.iter().enumerate() {
            assert_eq!(
                merged(&position),
                single(MERGED[i], at[i]),
                "before move {}",
                i + 1
            );
            weights[links][link] = weight;
            let next = board(&weights, at[i + 1]);
            let options = NimOnGraphs.options(&position, Player::Left);
            assert!(options.contains(&next), "move {} on {pairs:?}", i + 1);
            position = next;
            wins &= i % 2 == 1 || !game.next_wins(&position);
            if i >= 3 {
                let value = game.by_rules(&position);
                assert_eq!(
                    game.by_rules(&merged(&position)),
                    value,
                    "{}",
                    position.name()
                );
            }
        }
        assert_eq!(merged(&position), single(MERGED[7], at[7]));
        assert!(NimOnGraphs.options(&position, Player::Left).is_empty());
        perfect += usize::from(wins);
    }
    assert!(perfect > 0, "of {}", shapes.len());
}

/// Clark, Figure 3.1, the strategy that goes with pruning: where the star that is left is won, the
/// next player moves to a leaf of it without a loop, taking the whole weight of the edge, or takes
/// the loop at the token if there is no such leaf. This move wins. On all trees to order 6 with
/// every set of loops and every start, weights 1.
#[test]
fn figure_3_1_the_strategy_of_pruning() {
    let mut game = Game::new(NIM);
    let mut met = [0; 2];
    for tree in trees(6) {
        for loops in lists(&vec![2; tree.order()]) {
            for token in 0..tree.order() {
                let board = weighted(&tree, &vec![1; tree.size()], &loops, token);
                let star = Tree::of(&board).pruned(token);
                let leaf = star.neighbours[token]
                    .iter()
                    .find(|&&leaf| !star.looped[leaf]);
                let (end, by_loop) = match leaf {
                    Some(&leaf) => (leaf, false),
                    None if star.looped[token] => (token, true),
                    None => continue,
                };
                let gone = (token.min(end), token.max(end));
                let links = board.links();
                let links = links.iter().map(|l| (l.from, l.to, l.weight));
                let after = nim(tree.order(), links.filter(|l| (l.0, l.1) != gone), end);
                assert!(!game.next_wins(&after), "{} to {end}", board.name());
                met[usize::from(by_loop)] += 1;
            }
        }
    }
    assert!(met.iter().all(|&n| n > 100), "{met:?}");
}
