//! The abstract part of the notes *Combinatorial Games* (Frieze): games as digraphs, Games 2 and 3,
//! Theorem 1. The take-away games are in `take_away.rs`, geography in `geography.rs`.

use crate::impartial::{Game, lists};
use boilingpoint_boards::{Board, Link};
use std::collections::{BTreeSet, HashMap};

/// A digraph: the out-neighbours of each vertex.
type Digraph = Vec<Vec<usize>>;

/// All digraphs on the vertices 0 to n - 1, without loops.
fn digraphs(n: usize) -> impl Iterator<Item = Digraph> {
    let arcs: Vec<(usize, usize)> = (0..n)
        .flat_map(|a| (0..n).filter(move |&b| b != a).map(move |b| (a, b)))
        .collect();
    (0..1u32 << arcs.len()).map(move |set| {
        let mut out = vec![Vec::new(); n];
        for (i, &(a, b)) in arcs.iter().enumerate() {
            if set >> i & 1 == 1 {
                out[a].push(b);
            }
        }
        out
    })
}

/// Whether some vertex reaches itself.
fn has_cycle(out: &Digraph) -> bool {
    (0..out.len()).any(|start| {
        let (mut reached, mut waiting) = (BTreeSet::new(), out[start].clone());
        while let Some(v) = waiting.pop() {
            if reached.insert(v) {
                waiting.extend(&out[v]);
            }
        }
        reached.contains(&start)
    })
}

/// All orders of 0 to n - 1.
fn permutations(n: usize) -> Vec<Vec<usize>> {
    (0..n).fold(vec![vec![]], |shorter, next| {
        let longer = |p: &Vec<usize>| {
            let p = p.clone();
            (0..=p.len()).map(move |i| [&p[..i], &[next], &p[i..]].concat())
        };
        shorter.iter().flat_map(longer).collect()
    })
}

/// Whether these are the losing vertices: sinks lose (P1), from a winning vertex there is an arc to
/// a losing one (P2), and from a losing vertex there is none (P3).
fn is_partition(out: &Digraph, losing: u32) -> bool {
    (0..out.len()).all(|v| {
        let to_losing = out[v].iter().any(|&u| losing >> u & 1 == 1);
        (losing >> v & 1 == 1) != to_losing
    })
}

/// Frieze, Theorem 1: a finite digraph is acyclic if and only if it has a topological numbering.
/// All 4,165 digraphs to 4 vertices; numberings by trying all. On the acyclic ones exactly one
/// partition into winning and losing vertices satisfies P1 to P3, and the program finds it: with
/// the token on a vertex of the board of these arcs, the next player wins if and only if the vertex
/// is winning.
#[test]
fn theorem_1_topological_numberings() {
    let mut met = [0; 2];
    for n in 1..=4 {
        let numberings = permutations(n);
        let mut game = Game::new("vertex-geography");
        for out in digraphs(n) {
            let numbers = |f: &Vec<usize>| (0..n).all(|v| out[v].iter().all(|&u| f[v] < f[u]));
            let acyclic = !has_cycle(&out);
            assert_eq!(numberings.iter().any(numbers), acyclic, "{out:?}");
            met[usize::from(acyclic)] += 1;
            if !acyclic {
                continue;
            }
            let found: Vec<u32> = (0..1 << n).filter(|&p| is_partition(&out, p)).collect();
            assert_eq!(found.len(), 1, "{out:?}");
            let arcs = |v: usize| out[v].iter().map(move |&u| Link::arc(v, u, 1));
            let board = Board::of_links(n, (0..n).flat_map(arcs).collect());
            for v in 0..n {
                let wins = game.next_wins(&board.clone().with_token(Some(v)));
                assert_eq!(wins, found[0] >> v & 1 == 0, "{out:?} at {v}");
            }
        }
    }
    // Acyclic digraphs on 1 to 4 labelled vertices: 1, 3, 25, 543 (OEIS A003024).
    assert_eq!(met, [1 + 4 + 64 + 4096 - 572, 572]);
}

/// Frieze, Game 2: a chip on (m, n) moves left or down, and who gets it to (0, 0) wins. The losing
/// positions are those with m = n. By the labelling procedure to 20 and 20; by the program on the
/// board of arcs with the chip as its token, to 4 and 4; and as two piles, from which any number of
/// chips may be taken, with Grundy values, to 12 and 12.
#[test]
fn game_2_is_lost_on_the_diagonal() {
    const MOST: usize = 20;
    let mut lost = [[false; MOST + 1]; MOST + 1];
    for m in 0..=MOST {
        for n in 0..=MOST {
            let to_lost = (0..m).any(|a| lost[a][n]) || (0..n).any(|b| lost[m][b]);
            lost[m][n] = !to_lost;
            assert_eq!(lost[m][n], m == n, "({m}, {n})");
        }
    }
    let place = |m: usize, n: usize| 5 * m + n;
    let mut arcs = Vec::new();
    for m in 0..5 {
        for n in 0..5 {
            arcs.extend((0..m).map(|a| Link::arc(place(m, n), place(a, n), 1)));
            arcs.extend((0..n).map(|b| Link::arc(place(m, n), place(m, b), 1)));
        }
    }
    let board = Board::of_links(25, arcs);
    let mut chip = Game::new("vertex-geography");
    let mut piles = Game::new("subtraction(1,2,3,4,5,6,7,8,9,10,11,12)");
    for list in lists(&[13, 13]) {
        let (m, n) = (list[0], list[1]);
        let two = Board::of_links(2, vec![Link::edge(0, 0, m), Link::edge(1, 1, n)]);
        assert_eq!(piles.grundy(&two), m ^ n, "({m}, {n})");
        if m < 5 && n < 5 {
            let at = board
                .clone()
                .with_token(Some(place(m as usize, n as usize)));
            assert_eq!(chip.grundy(&at), m ^ n, "({m}, {n})");
        }
    }
}

/// A word as its first letter and its last.
type Word = (usize, usize);

/// Whether the next player wins Game 3, by its rules: `set` are the words left, and the next word
/// has to begin with `letter`.
fn wins_with(
    words: &[Word],
    set: u32,
    letter: Option<usize>,
    known: &mut HashMap<(u32, Option<usize>), bool>,
) -> bool {
    if let Some(&known) = known.get(&(set, letter)) {
        return known;
    }
    let fits = |i: &usize| set >> i & 1 == 1 && letter.is_none_or(|letter| words[*i].0 == letter);
    let found = (0..words.len())
        .filter(fits)
        .any(|i| !wins_with(words, set & !(1 << i), Some(words[i].1), known));
    known.insert((set, letter), found);
    found
}

/// Frieze, Game 3: the players remove words in turn, and each word begins with the last letter of
/// the word before. The notes play it on sets of words; with a letter as a vertex and a word as an
/// arc from its first letter to its last it is edge geography on a directed multigraph. Played both
/// ways on 400 random sets of 1 to 9 words over 2 to 4 letters, with words that begin and end with
/// one letter, and different words with the same ends; at the start any word may be taken.
#[test]
fn game_3_is_edge_geography_on_letters() {
    let mut game = Game::new("edge-geography");
    let mut met = [0; 2];
    for seed in 0..400u64 {
        // A linear congruential generator suffices to choose words.
        let mut state = seed;
        let mut next = |n: usize| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) as usize % n
        };
        let letters = 2 + seed as usize % 3;
        let words: Vec<Word> = (0..1 + seed as usize % 9)
            .map(|_| (next(letters), next(letters)))
            .collect();
        let (all, mut known) = ((1u32 << words.len()) - 1, HashMap::new());
        let board = |set: u32, token: usize| {
            let left = words.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
            let arcs = left.map(|(_, &(a, b))| Link::arc(a, b, 1));
            Board::of_links(letters, arcs.collect()).with_token(Some(token))
        };
        for letter in 0..letters {
            let wins = wins_with(&words, all, Some(letter), &mut known);
            assert_eq!(game.next_wins(&board(all, letter)), wins, "{words:?}");
        }
        let start = wins_with(&words, all, None, &mut known);
        let by_game =
            (0..words.len()).any(|i| !game.next_wins(&board(all & !(1 << i), words[i].1)));
        assert_eq!(by_game, start, "{words:?}");
        met[usize::from(start)] += 1;
    }
    assert!(met.iter().all(|&n| n > 5), "{met:?}");
}
