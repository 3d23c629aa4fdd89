//! Whether a board contains another one as an induced part.
//!
//! A vertex without a tint in the part stands for a vertex of any tint. A tinted vertex stands for
//! a vertex of the same tint. Between two vertices of the part the board has the same links, with
//! their weights and directions, and no others. The token of the part, if it has one, lies on the
//! token of the board. Squares count as vertices whose neighbours are the squares beside them.

use super::board::{Board, Tint};
use std::collections::BTreeMap;

/// Whether `board` has an induced part that is isomorphic to `part`. `None` if a search of `steps`
/// steps does not decide this.
pub fn contains(board: &Board, part: &Board, steps: u64) -> Option<bool> {
    let sizes = |b: &Board| (b.order(), b.graph().size(), b.link_count());
    let ((order, size, links), (part_order, part_size, part_links)) = (sizes(board), sizes(part));
    if part_order > order || part_size > size || part_links > links {
        return Some(false);
    }
    let mut search = PartSearch {
        whole: LinkTable::of(board),
        part: LinkTable::of(part),
        sequence: sequence(part),
        images: Vec::with_capacity(part_order),
        is_used: vec![false; order],
        steps,
    };
    search.extend()
}

/// A link as seen from one of its ends: 1 for an arc forwards, -1 backwards, 0 for an edge; and its
/// weight.
type SeenLink = (i8, u32);

/// The links from each vertex to each other one or to itself.
type MarkedLinks = BTreeMap<(usize, usize), Vec<SeenLink>>;

/// The links of a board, by pairs of vertices.
struct LinkTable<'a> {
    board: &'a Board,
    /// `None` if all links are edges of weight 1.
    marked: Option<MarkedLinks>,
}

impl<'a> LinkTable<'a> {
    fn of(board: &'a Board) -> LinkTable<'a> {
        let table = || {
            let mut table = MarkedLinks::new();
            for link in board.links() {
                let way = i8::from(link.arc);
                let mut add = |from, to, way| {
                    table
                        .entry((from, to))
                        .or_default()
                        .push((way, link.weight));
                };
                add(link.from, link.to, way);
                if !link.is_loop() {
                    add(link.to, link.from, -way);
                }
            }
            table.values_mut().for_each(|links| links.sort_unstable());
            table
        };
        LinkTable {
            board,
            marked: (!board.has_plain_links()).then(table),
        }
    }

    /// The links from one vertex to another.
    fn between(&self, from: usize, to: usize) -> Vec<SeenLink> {
        match &self.marked {
            Some(table) => table.get(&(from, to)).cloned().unwrap_or_default(),
            None if from != to && self.board.graph().has_edge(from, to) => vec![(0, 1)],
            None => Vec::new(),
        }
    }

    /// Whether the links between two vertices are those between two vertices of another board.
    fn agrees(&self, (a, b): (usize, usize), other: &LinkTable, (c, d): (usize, usize)) -> bool {
        match (&self.marked, &other.marked) {
            (None, None) => {
                a == b || self.board.graph().has_edge(a, b) == other.board.graph().has_edge(c, d)
            }
            _ => self.between(a, b) == other.between(c, d),
        }
    }
}

/// The vertices of a board, each after a neighbour if there is one, and vertices of high degree
/// first.
fn sequence(board: &Board) -> Vec<usize> {
    let graph = board.graph();
    let order = board.order();
    let mut near = vec![0; order];
    let mut left: Vec<usize> = (0..order).collect();
    let mut sequence = Vec::with_capacity(order);
    while let Some(place) =
        (0..left.len()).max_by_key(|&i| (near[left[i]], graph.degree_of(left[i])))
    {
        let v = left.swap_remove(place);
        graph.neighbours(v).for_each(|u| near[u] += 1);
        sequence.push(v);
    }
    sequence
}

struct PartSearch<'a> {
    whole: LinkTable<'a>,
    part: LinkTable<'a>,
    /// The vertices of the part, in the order in which they get images.
    sequence: Vec<usize>,
    /// The images of the first vertices of the sequence.
    images: Vec<usize>,
    is_used: Vec<bool>,
    /// The number of steps that are left.
    steps: u64,
}

impl PartSearch<'_> {
    /// Gives the next vertex of the sequence an image in every way that is possible.
    fn extend(&mut self) -> Option<bool> {
        let Some(&v) = self.sequence.get(self.images.len()) else {
            return Some(true);
        };
        for image in self.candidates(v) {
            self.steps = self.steps.checked_sub(1)?;
            if !self.fits(v, image) {
                continue;
            }
            self.images.push(image);
            self.is_used[image] = true;
            let found = self.extend()?;
            self.images.pop();
            self.is_used[image] = false;
            if found {
                return Some(true);
            }
        }
        Some(false)
    }

    /// The vertices that may be the image of `v`: the neighbours of an image, if a neighbour of `v`
    /// has one.
    fn candidates(&self, v: usize) -> Vec<usize> {
        let part = self.part.board.graph();
        let mut placed = self.sequence.iter().zip(&self.images);
        let whole = self.whole.board.graph();
        let all: Vec<usize> = match placed.find(|&(&u, _)| part.has_edge(u, v)) {
            Some((_, &image)) => whole.neighbours(image).collect(),
            None => (0..whole.order()).collect(),
        };
        let is_free =
            |&image: &usize| !self.is_used[image] && whole.degree_of(image) >= part.degree_of(v);
        all.into_iter().filter(is_free).collect()
    }

    /// Whether `image` has the tint, the token and the links to the other images that `v` has.
    fn fits(&self, v: usize, image: usize) -> bool {
        let (board, part) = (self.whole.board, self.part.board);
        let tint = part.tints()[v];
        let has_tint = tint == Tint::None || tint == board.tints()[image];
        let has_token = part.token() != Some(v) || board.token() == Some(image);
        let mut placed = self.sequence.iter().zip(&self.images);
        has_tint
            && has_token
            && self.part.agrees((v, v), &self.whole, (image, image))
            && placed.all(|(&u, &at)| self.part.agrees((v, u), &self.whole, (image, at)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_board;

    fn has(board: &str, part: &str) -> Option<bool> {
        let [board, part] = [board, part].map(|text| parse_board(text).unwrap());
        contains(&board, &part, 100_000)
    }

    #[test]
    fn parts_are_induced() {
        for (board, part, expected) in [
            ("path(6)", "path(4)", true),
            ("cycle(5)", "path(4)", true),
            ("complete(5)", "path(3)", false),
            ("complete(5)", "complete(3)", true),
            ("grid(3,3)", "cycle(8)", true),
            ("grid(3,3)", "cycle(6)", false),
            ("star(4)", "0,1,2,3", true),
            ("star(4)", "0,1,2,3,4", false),
            ("path(3):L.R", "path(2):L.", true),
            ("path(3):L.R", "path(2):LR", false),
            ("path(3):L.R", "path(3)", true),
            ("0-1*3,1-2", "0-1*3", true),
            ("0-1*3,1-2", "0-1*2", false),
            ("0>1,1>2", "0>1", true),
            ("0>1,1>2", "0>1,2>1", false),
            ("0-0,0-1", "0-0", true),
            ("0-0,0-1", "0-1,1-2", false),
            ("path(4)@0", "path(2)@0", true),
            ("path(4)@0", "path(3)@1", false),
            ("path(4)", "?", true),
        ] {
            assert_eq!(has(board, part), Some(expected), "{part} in {board}");
        }
    }

    /// By trying all sets of vertices.
    #[test]
    fn the_search_agrees_with_the_definition() {
        for seed in 0..40 {
            let board = parse_board(&format!("random_tree(8,{seed})")).unwrap();
            for part in [
                "path(4)",
                "path(5)",
                "star(3)",
                "tree(2*path(2),leaf)",
                "0-1,2-3",
            ] {
                let part = parse_board(part).unwrap();
                let wanted = super::super::canon::normal(&part).name();
                let sets = 0u32..1 << board.order();
                let any = sets
                    .filter(|s| s.count_ones() as usize == part.order())
                    .any(|set| {
                        let chosen: Vec<usize> =
                            (0..board.order()).filter(|&v| set >> v & 1 == 1).collect();
                        super::super::canon::normal(&board.kept(&chosen)).name() == wanted
                    });
                assert_eq!(
                    contains(&board, &part, 100_000),
                    Some(any),
                    "{wanted} in {seed}"
                );
            }
        }
    }

    #[test]
    fn a_search_that_takes_too_long_decides_nothing() {
        let board = parse_board("complete(40)").unwrap();
        let part = parse_board("0-1,0-2,1-2,2-3").unwrap();
        assert_eq!(contains(&board, &part, 1000), None);
    }
}
