//! Oracles of what makes boards the same: thousands of random boards with all kinds of marks, and
//! all permutations of their vertices. A board is a list of marks here; nothing of the labelling,
//! of the groups or of their data helps.

use crate::canon::{fingerprint, marked_key, normal};
use crate::{Board, Graph, Link, Opposable, Tint, automorphism_group, contains, opposable, orbits};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The number of random boards of each test.
const BOARDS: usize = 2000;

/// The greatest order.
const ORDER: usize = 6;

/// The marks of a board: tint and token of each vertex, and the sorted list of links.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Marks {
    vertices: Vec<(Tint, bool)>,
    links: Vec<Link>,
}

impl Marks {
    fn of(board: &Board) -> Marks {
        let token = |v| board.token() == Some(v);
        let tints = board.tints().iter().enumerate();
        Marks {
            vertices: tints.map(|(v, &tint)| (tint, token(v))).collect(),
            links: board.links(),
        }
        .sorted()
    }

    fn sorted(mut self) -> Marks {
        for link in self.links.iter_mut().filter(|l| !l.arc) {
            (link.from, link.to) = (link.from.min(link.to), link.from.max(link.to));
        }
        self.links.sort_unstable();
        self
    }

    /// The marks after vertex `v` has become vertex `map[v]`.
    fn moved(&self, map: &[usize]) -> Marks {
        let mut moved = self.clone();
        for (v, &to) in map.iter().enumerate() {
            moved.vertices[to] = self.vertices[v];
        }
        for link in &mut moved.links {
            (link.from, link.to) = (map[link.from], map[link.to]);
        }
        moved.sorted()
    }

    /// The marks of some vertices, numbered in this order, and of the links among them.
    fn part(&self, of: &[usize]) -> Marks {
        let place = |v: usize| of.iter().position(|&u| u == v);
        let links = self.links.iter().filter_map(|&link| {
            Some(Link {
                from: place(link.from)?,
                to: place(link.to)?,
                ..link
            })
        });
        Marks {
            vertices: of.iter().map(|&v| self.vertices[v]).collect(),
            links: links.collect(),
        }
        .sorted()
    }
}

/// All permutations of `0..n`.
fn permutations(n: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for last in 0..n {
        let longer = |p: &Vec<usize>| {
            let p = p.clone();
            (0..=last).map(move |place| {
                let mut longer = p.clone();
                longer.insert(place, last);
                longer
            })
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// A random board: a third of them have no marks, a third tints, a third links of all kinds.
fn random(order: usize, rng: &mut ChaCha8Rng) -> Board {
    let chance = rng.random_range(0.1..0.9);
    let pairs = (0..order).flat_map(|b| (0..b).map(move |a| (a, b)));
    let edges: Vec<_> = pairs.filter(|_| rng.random_bool(chance)).collect();
    let mut board = Board::untinted(Graph::from_edges(order, edges));
    let marks = rng.random_range(0..3);
    if marks > 0 {
        let tints = [Tint::None, Tint::None, Tint::Left, Tint::Right];
        (0..order).for_each(|v| board.set_tint(v, tints[rng.random_range(0..4)]));
    }
    if marks < 2 {
        return board;
    }
    let mut links = board.links();
    for link in &mut links {
        link.weight = 1 + u32::from(rng.random_bool(0.2));
        link.arc = rng.random_bool(0.3);
        if link.arc && rng.random_bool(0.5) {
            (link.from, link.to) = (link.to, link.from);
        }
    }
    let looped = (0..order).filter(|_| rng.random_bool(0.2));
    links.extend(looped.map(|v| Link::edge(v, v, 1)));
    let again = links.iter().find(|_| rng.random_bool(0.1)).copied();
    links.extend(again);
    let token = rng.random_bool(0.3).then(|| rng.random_range(0..order));
    board.with_links(links).with_token(token)
}

/// The board with its vertices in another order.
fn shuffled(board: &Board, rng: &mut ChaCha8Rng) -> Board {
    let maps = permutations(board.order());
    board.relabelled(&maps[rng.random_range(0..maps.len())])
}

/// Another board of the order: the same in another order, the same but for one mark, or any.
fn beside(board: &Board, rng: &mut ChaCha8Rng) -> Board {
    let order = board.order();
    let mut other = match rng.random_range(0..3) {
        0 => board.clone(),
        1 => random(order, rng),
        _ if board.is_plain() => {
            let mut graph = board.graph().clone();
            let [a, b] = [rng.random_range(0..order), rng.random_range(0..order)];
            if a != b && !graph.has_edge(a, b) {
                graph.add_edge(a, b);
            }
            Board::new(graph, board.tints().to_vec()).expect("a tint each")
        }
        _ => {
            let mut links = board.links();
            if let Some(link) = links.first_mut() {
                (link.from, link.to) = (link.to, link.from);
            }
            board.clone().with_links(links)
        }
    };
    if rng.random_bool(0.1) {
        other.set_tint(rng.random_range(0..order), Tint::Left);
    }
    shuffled(&other, rng)
}

/// Two boards have equal fingerprints, keys and canonical boards exactly if some permutation makes
/// them equal.
#[test]
fn isomorphic_boards_are_the_same() {
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    let mut met = [0; 2];
    for _ in 0..2 * BOARDS {
        let order = rng.random_range(1..=ORDER);
        let board = random(order, rng);
        let other = beside(&board, rng);
        let (one, two) = (Marks::of(&board), Marks::of(&other));
        let same = permutations(order).iter().any(|map| one.moved(map) == two);
        let what = format!(
            "{}:{} and {}:{}",
            board.name(),
            board.tint_string(),
            other.name(),
            other.tint_string()
        );
        assert_eq!(fingerprint(&board) == fingerprint(&other), same, "{what}");
        assert_eq!(normal(&board) == normal(&other), same, "{what}");
        if !board.is_plain() && !other.is_plain() {
            assert_eq!(marked_key(&board) == marked_key(&other), same, "{what}");
        }
        met[usize::from(same)] += 1;
    }
    assert!(met.iter().all(|&n| n > BOARDS / 4), "{met:?}");
}

/// The number of automorphisms, their orbits, and whether a board is opposable: of the graph and
/// its tints.
#[test]
fn symmetries_are_those_of_all_permutations() {
    let rng = &mut ChaCha8Rng::seed_from_u64(2);
    let mut met = [0; 2];
    for _ in 0..BOARDS {
        let order = rng.random_range(1..=ORDER);
        let marked = random(order, rng);
        let board = Board::new(marked.graph().clone(), marked.tints().to_vec());
        let board = board.expect("a tint each");
        let what = format!("{}:{}", board.name(), board.tint_string());
        let marks = Marks::of(&board);
        let maps = permutations(order);
        let automorphisms = maps.iter().filter(|map| marks.moved(map) == marks);
        let automorphisms: Vec<&Vec<usize>> = automorphisms.collect();
        let size = automorphism_group(&board).into_iter().product::<u64>();
        assert_eq!(size, automorphisms.len() as u64, "{what}");
        let orbit = |v: usize| automorphisms.iter().map(|map| map[v]).min();
        let least: Vec<usize> = (0..order).filter_map(orbit).collect();
        assert_eq!(orbits(&board), least, "{what}");
        let mut swapped = marks.clone();
        for (tint, _) in &mut swapped.vertices {
            *tint = tint.swapped();
        }
        let exists = maps.iter().any(|map| {
            let far = |v: usize| {
                let mut ends = marks.links.iter().map(|l| [l.from, l.to]);
                map[v] != v && map[map[v]] == v && !ends.any(|e| e == [v, map[v]])
            };
            swapped.moved(map) == marks && (0..order).all(far)
        });
        let found = opposable(&board, 10_000);
        assert_eq!(matches!(found, Opposable::Yes(_)), exists, "{what}");
        assert!(!matches!(found, Opposable::Unknown), "{what}");
        met[usize::from(size > 1)] += 1;
    }
    assert!(met.iter().all(|&n| n > BOARDS / 4), "{met:?}");
}

/// A part is contained if some vertices have its marks. An untinted vertex of the part stands for
/// any tint, and only a part with the token asks for it.
#[test]
fn parts_are_found_among_all_choices_of_vertices() {
    let rng = &mut ChaCha8Rng::seed_from_u64(3);
    let mut met = [0; 2];
    for _ in 0..BOARDS {
        let order = rng.random_range(1..=ORDER);
        let board = random(order, rng);
        let part_order = rng.random_range(1..=3);
        let part = random(part_order, rng);
        let (whole, asked) = (Marks::of(&board), Marks::of(&part));
        let fits = |map: &Vec<usize>| {
            let chosen = whole.part(&map[..part_order.min(order)]);
            chosen.links == asked.links
                && chosen.vertices.len() == part_order
                && chosen
                    .vertices
                    .iter()
                    .zip(&asked.vertices)
                    .all(|(has, asks)| {
                        (asks.0 == Tint::None || asks.0 == has.0) && (!asks.1 || has.1)
                    })
        };
        let exists = permutations(order).iter().any(fits);
        let what = format!(
            "{}:{} in {}:{}",
            part.name(),
            part.tint_string(),
            board.name(),
            board.tint_string()
        );
        assert_eq!(contains(&board, &part, 1 << 20), Some(exists), "{what}");
        met[usize::from(exists)] += 1;
    }
    assert!(met.iter().all(|&n| n > BOARDS / 8), "{met:?}");
}
