//! Tints and a token along a named board: `path(10):.R..R.....`, `cycle(5)@0`.
//!
//! A name gives the vertices their numbers. The board's own numbers are others, so its tints are
//! carried over by an isomorphism. Of all isomorphisms the one counts that gives the least text.

use super::canon::fingerprint;
use super::structure::are_twins;
use super::{Board, Graph, Link, Tint, parse_board};

/// The largest number of partial isomorphisms that are kept at a time, and the number from which
/// those that a symmetry of the board exchanges are kept once.
const MOST_MAPS: usize = 256;
const MANY_MAPS: usize = 32;
/// The largest number of canonical labellings for a name.
const MOST_LABELLINGS: usize = 4000;

/// The text of a board with tints or a token whose graph has a name. `None` if the board has other
/// marks, or if the search for the least text exceeds its limits.
pub(super) fn along(name: &str, board: &Board) -> Option<String> {
    let named = parse_board(name).ok()?;
    let place = LeastMap::of(board, named.graph())?;
    let mut text = name.to_string();
    if let Some(token) = board.token() {
        text += &format!("@{}", place[token]);
    }
    if board.is_tinted() {
        let mut tints = vec![Tint::None; board.order()];
        for (v, &at) in place.iter().enumerate() {
            tints[at] = board.tints()[v];
        }
        text.push(':');
        text.extend(tints.iter().map(|tint| tint.symbol()));
    }
    // A hash in the search could have collided; the text is compared vertex by vertex.
    let read = parse_board(&text).ok()?;
    (read == board.relabelled(&place)).then_some(text)
}

/// The search for the isomorphism with the least text: for each vertex of the named graph in turn,
/// the vertices of the board that it may stand for.
struct LeastMap<'a> {
    board: &'a Board,
    /// The graph of the board without tints and token.
    graph: &'a Graph,
    named: &'a Graph,
    labellings: usize,
}

/// The vertices of the board that the first vertices of the named graph stand for.
type Map = Vec<usize>;

impl<'a> LeastMap<'a> {
    /// The number in the named graph of each vertex of the board.
    fn of(board: &'a Board, named: &'a Graph) -> Option<Vec<usize>> {
        let graph = board.graph();
        let mut search = LeastMap {
            board,
            graph,
            named,
            labellings: 0,
        };
        if (graph.order(), graph.size()) != (named.order(), named.size()) {
            return None;
        }
        let mut maps: Vec<Map> = vec![Vec::new()];
        for i in 0..named.order() {
            maps = search.extended(&maps, i)?;
        }
        let mut place = vec![0; graph.order()];
        for (i, &v) in maps.first()?.iter().enumerate() {
            place[v] = i;
        }
        Some(place)
    }

    /// The maps that also have the vertex `i`, with the least text.
    fn extended(&mut self, maps: &[Map], i: usize) -> Option<Vec<Map>> {
        let mut found: Vec<Map> = Vec::new();
        let mut least = None;
        let mut wanted = None;
        for map in maps {
            let mut candidates = self.candidates(map, i);
            candidates.sort_by_key(|&v| self.colour(v));
            let is_only = candidates.len() == 1;
            let mut own_least = None;
            for v in candidates {
                let colour = self.colour(v);
                if least.is_some_and(|least| colour > least)
                    || own_least.is_some_and(|own| colour > own)
                {
                    break;
                }
                let longer: Map = map.iter().copied().chain([v]).collect();
                // A map that can be completed can be completed by its only candidate.
                if !is_only {
                    let first = match wanted {
                        Some(first) => first,
                        None => self.marked(self.named, &(0..=i).collect::<Vec<_>>())?,
                    };
                    wanted = Some(first);
                    if self.marked(self.graph, &longer)? != first {
                        continue;
                    }
                }
                own_least = Some(colour);
                if least.is_none_or(|least| colour < least) {
                    least = Some(colour);
                    found.clear();
                }
                found.push(longer);
            }
        }
        if found.len() > MANY_MAPS {
            found = self.distinct(found)?;
        }
        (found.len() <= MOST_MAPS).then_some(found)
    }

    /// The vertices that `i` may stand for: as many neighbours, and the same adjacencies to the
    /// vertices before. Of twins with the same colour only the first is listed.
    fn candidates(&self, map: &Map, i: usize) -> Vec<usize> {
        let (graph, named) = (self.graph, self.named);
        let mut found: Vec<usize> = Vec::new();
        for v in 0..graph.order() {
            let fits = !map.contains(&v)
                && graph.neighbours(v).count() == named.neighbours(i).count()
                && map
                    .iter()
                    .enumerate()
                    .all(|(j, &u)| graph.has_edge(u, v) == named.has_edge(j, i));
            let is_twin = |&u: &usize| self.colour(u) == self.colour(v) && are_twins(graph, u, v);
            if fits && !found.iter().any(is_twin) {
                found.push(v);
            }
        }
        found
    }

    /// The order of texts: the token as early as possible, then the tints.
    fn colour(&self, v: usize) -> (bool, char) {
        let has_token = self.board.token() == Some(v);
        (!has_token, self.board.tints()[v].symbol())
    }

    /// The fingerprint of a graph with numbers at some vertices, as loops with weights.
    fn marked(&mut self, graph: &Graph, vertices: &[usize]) -> Option<u128> {
        self.fingerprint(&Board::untinted(graph.clone()), vertices)
    }

    fn fingerprint(&mut self, board: &Board, vertices: &[usize]) -> Option<u128> {
        self.labellings += 1;
        if self.labellings > MOST_LABELLINGS {
            return None;
        }
        let mut links = board.links();
        let loops = vertices.iter().enumerate();
        links.extend(loops.map(|(i, &v)| Link::edge(v, v, i as u32 + 2)));
        Some(fingerprint(&board.clone().with_links(links)))
    }

    /// The maps without those that a symmetry of the board carries to an earlier one.
    fn distinct(&mut self, maps: Vec<Map>) -> Option<Vec<Map>> {
        let mut seen = std::collections::BTreeSet::new();
        let mut kept = Vec::new();
        for map in maps {
            if seen.insert(self.fingerprint(self.board, &map)?) {
                kept.push(map);
            }
        }
        Some(kept)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::simplest_name;
    use super::*;
    use proptest::prelude::*;

    fn name(text: &str) -> String {
        simplest_name(&parse_board(text).unwrap()).unwrap_or_default()
    }

    #[test]
    fn tints_stand_along_the_family() {
        for (text, expected) in [
            ("path(10):.R..R.....", "path(10):.....R..R."),
            ("path(3):R.L", "path(3):L.R"),
            ("star(4):.L..R", "star(4):...LR"),
            ("cycle(6):..L..R", "cycle(6):..L..R"),
            ("cycle(5)@3", "cycle(5)@0"),
            ("path(4)@3:L..R", "path(4)@0:R..L"),
            ("grid(3,3):........L", "grid(3,3):........L"),
            ("complete(4):LR.L", "complete(4):.LLR"),
        ] {
            let found = name(text);
            let read = parse_board(&found).unwrap();
            let board = parse_board(text).unwrap();
            assert_eq!(fingerprint(&read), fingerprint(&board), "{text} -> {found}");
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn the_least_text_is_found_among_all_numberings() {
        // Every numbering of a small board gives the same name.
        let board = parse_board("path(4):LR..").unwrap();
        let mut names = std::collections::BTreeSet::new();
        let mut place = [0, 1, 2, 3];
        for _ in 0..24 {
            names.insert(simplest_name(&board.relabelled(&place)).unwrap());
            next_permutation(&mut place);
        }
        assert_eq!(names.into_iter().collect::<Vec<_>>(), ["path(4):..RL"]);
    }

    fn next_permutation(items: &mut [usize]) {
        let Some(i) = (1..items.len()).rev().find(|&i| items[i - 1] < items[i]) else {
            return;
        };
        let j = (i..items.len())
            .rev()
            .find(|&j| items[j] > items[i - 1])
            .unwrap();
        items.swap(i - 1, j);
        items[i..].reverse();
    }

    #[test]
    fn boards_with_many_symmetries_are_named_in_time() {
        for (family, left, right) in [
            ("hypercube(4)", 0, 15),
            ("nary_tree(3,3)", 5, 9),
            ("caterpillar(4,3,4)", 0, 11),
            ("star(40)", 0, 5),
            ("grid(5,5)", 0, 12),
            ("complete(12)", 3, 7),
        ] {
            let mut board = parse_board(family).unwrap();
            board.set_tint(left, Tint::Left);
            board.set_tint(right, Tint::Right);
            let found = simplest_name(&board).unwrap();
            assert!(found.contains(':'), "{found}");
            let read = parse_board(&found).unwrap();
            assert_eq!(fingerprint(&read), fingerprint(&board), "{found}");
        }
    }

    proptest! {
        /// Reading the printed name gives an isomorphic position.
        #[test]
        fn a_name_is_read_back(
            family in prop::sample::select(vec!["path(7)", "star(6)", "cycle(7)", "grid(2,4)", "caterpillar(2,1,3)", "bipartite(2,4)", "wheel(6)", "nary_tree(2,3)"]),
            seed in prop::collection::vec(0..3u8, 24),
            order in prop::collection::vec(any::<u32>(), 24),
            token in prop::option::of(0..7usize),
        ) {
            let named = parse_board(family).unwrap();
            let n = named.order();
            let mut place: Vec<usize> = (0..n).collect();
            place.sort_by_key(|&v| order[v]);
            let mut board = named.with_token(token.map(|v| v % n));
            for (v, &tint) in seed.iter().enumerate().take(n) {
                board.set_tint(v, [Tint::None, Tint::Left, Tint::Right][usize::from(tint)]);
            }
            let board = board.relabelled(&place);
            if let Some(found) = simplest_name(&board) {
                let read = parse_board(&found).unwrap();
                prop_assert_eq!(fingerprint(&read), fingerprint(&board), "{}", found);
            } else {
                prop_assert!(token.is_none() && !board.is_tinted(), "{} has no name", board.text());
            }
        }
    }
}
