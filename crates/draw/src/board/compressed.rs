//! Reduces large boards to small ones for drawing. A branch that occurs several times at a vertex
//! is drawn once, with its multiplicity. Of a long path, only the ends are drawn. Vertices with the
//! same neighbours are drawn as one vertex.
//!
//! The trees that hang from the core are compared by codes ([`HangingTrees`]). No function
//! recurses, since a path may have as many vertices as the largest board.

use boilingpoint_boards::{Board, Graph, HangingTrees, Tint, is_clique, twin_sets};
use std::collections::{BTreeMap, HashMap, HashSet};

/// If a path has at least this many vertices in a row, an ellipsis is drawn for its middle.
const LONG: usize = 8;
/// The number of vertices of such a path that are drawn at each end.
const ENDS: usize = 2;

/// A smaller board that represents a larger one.
#[derive(Clone, Debug)]
pub(super) struct Sketch {
    /// The board that is drawn.
    pub board: Board,
    /// Edges to the first vertex of a repeated branch, with the multiplicity of the branch.
    pub branches: Vec<((usize, usize), usize)>,
    /// Vertices that represent a set of twins. Each has the size of its set, and whether the twins
    /// are adjacent.
    pub twins: Vec<(usize, usize, bool)>,
    /// Vertices that represent a part of a path. Each has the number of vertices in this part.
    pub ellipses: Vec<(usize, usize)>,
    /// The order of the larger board.
    pub order: usize,
}

/// Reduces the board for drawing. `None` if the result is not much smaller, or if the board has
/// marks other than tints.
pub(super) fn compressed(board: &Board) -> Option<Sketch> {
    if !board.is_plain() {
        return None;
    }
    let n = board.order();
    let is_small = |s: &Sketch| 2 * s.board.order() <= n;
    // Parts that occur only twice are drawn twice. If the drawing is then still too large, they are
    // drawn once.
    let coarse = sketch(board, 3);
    if coarse.board.order() <= 40 && is_small(&coarse) {
        return Some(coarse);
    }
    let fine = sketch(board, 2);
    let chosen = if 3 * fine.board.order() < 2 * coarse.board.order() {
        fine
    } else {
        coarse
    };
    is_small(&chosen).then_some(chosen)
}

fn sketch(board: &Board, least: usize) -> Sketch {
    let mut kept = DrawnPart::of(board, least);
    kept.shorten(board);
    kept.sketch(board)
}

/// The part of a board that is drawn.
struct DrawnPart {
    vertices: Vec<usize>,
    /// The first vertex of each repeated branch, with the vertex above it and the multiplicity.
    branches: BTreeMap<usize, (usize, usize)>,
    twins: BTreeMap<usize, (usize, bool)>,
    /// The children of each vertex that are drawn.
    children: BTreeMap<usize, Vec<usize>>,
    ellipses: BTreeMap<usize, usize>,
    /// Edges that replace the part of a path that an ellipsis represents.
    bridges: Vec<(usize, usize)>,
}

impl DrawnPart {
    fn of(board: &Board, least: usize) -> DrawnPart {
        let hanging = HangingTrees::of(board.graph());
        let (code, children) = (hanging.codes(board.tints()), hanging.children());
        let twins = twins(board.graph(), hanging.core(), &code, least);
        let dropped: HashSet<usize> = twins
            .values()
            .flat_map(|t| t.0[1..].iter().copied())
            .collect();
        let mut kept = DrawnPart {
            vertices: Vec::new(),
            branches: BTreeMap::new(),
            twins: twins.iter().map(|(&v, t)| (v, (t.0.len(), t.1))).collect(),
            children: BTreeMap::new(),
            ellipses: BTreeMap::new(),
            bridges: Vec::new(),
        };
        let mut open = hanging.core().to_vec();
        open.retain(|v| !dropped.contains(v));
        while let Some(v) = open.pop() {
            kept.vertices.push(v);
            let mut alike: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
            for &child in &children[v] {
                alike.entry(code[child]).or_default().push(child);
            }
            let mut drawn = Vec::new();
            for group in alike.into_values() {
                if group.len() >= least {
                    kept.branches.insert(group[0], (v, group.len()));
                    drawn.push(group[0]);
                } else {
                    drawn.extend(group);
                }
            }
            open.extend(&drawn);
            kept.children.insert(v, drawn);
        }
        kept.vertices.sort_unstable();
        kept
    }

    /// Replaces the middle of each long hanging path by an ellipsis.
    fn shorten(&mut self, board: &Board) {
        let is_link = |kept: &DrawnPart, v: usize| {
            let only = kept
                .children
                .get(&v)
                .is_some_and(|c| c.len() == 1 && !kept.branches.contains_key(&c[0]));
            only && board.tints()[v] == Tint::None
        };
        let heads: Vec<usize> = self.vertices.clone();
        let mut inside: HashSet<usize> = HashSet::new();
        for head in heads {
            for first in self.children.get(&head).cloned().unwrap_or_default() {
                // A path begins where the vertex above is not part of a path.
                if inside.contains(&first) || !is_link(self, first) {
                    continue;
                }
                let mut path = vec![first];
                while let Some(&next) = self
                    .children
                    .get(&path[path.len() - 1])
                    .and_then(|c| c.first())
                {
                    if !is_link(self, next) {
                        break;
                    }
                    path.push(next);
                }
                let above = is_link(self, head) && inside.contains(&head);
                inside.extend(&path);
                if !above && path.len() >= LONG {
                    self.cut(&path);
                }
            }
        }
    }

    fn cut(&mut self, path: &[usize]) {
        let middle = &path[ENDS..path.len() - ENDS];
        let (stands, after) = (middle[0], path[path.len() - ENDS]);
        self.ellipses.insert(stands, middle.len());
        let gone: HashSet<usize> = middle[1..].iter().copied().collect();
        self.vertices.retain(|v| !gone.contains(v));
        self.bridges.push((stands, after));
    }

    fn sketch(self, board: &Board) -> Sketch {
        let place: HashMap<usize, usize> = self
            .vertices
            .iter()
            .enumerate()
            .map(|(i, &v)| (v, i))
            .collect();
        let induced = board.kept(&self.vertices);
        let bridges = self
            .bridges
            .iter()
            .filter_map(|(a, b)| Some((*place.get(a)?, *place.get(b)?)));
        let edges = induced.graph().edges().chain(bridges);
        let graph = Graph::from_edges(self.vertices.len(), edges);
        let tints = induced.tints().to_vec();
        let drawn = Board::new(graph, tints).unwrap_or(induced);
        let branch = |(v, (above, count)): (&usize, &(usize, usize))| {
            Some(((*place.get(above)?, *place.get(v)?), *count))
        };
        Sketch {
            board: drawn,
            branches: self.branches.iter().filter_map(branch).collect(),
            twins: self
                .twins
                .iter()
                .filter_map(|(v, t)| Some((*place.get(v)?, t.0, t.1)))
                .collect(),
            ellipses: self
                .ellipses
                .iter()
                .filter_map(|(v, n)| Some((*place.get(v)?, *n)))
                .collect(),
            order: board.order(),
        }
    }
}

/// Sets of at least `least` vertices of the core that have the same neighbours and the same hanging
/// branches. The key is the first vertex of a set. The value has all vertices of the set, and
/// whether they are adjacent.
fn twins(
    graph: &Graph,
    core: &[usize],
    code: &[usize],
    least: usize,
) -> BTreeMap<usize, (Vec<usize>, bool)> {
    let inside = graph.induced(core);
    let codes: Vec<usize> = core.iter().map(|&v| code[v]).collect();
    let mut sets = twin_sets(&inside, &codes);
    sets.retain(|set| set.len() >= least.max(3) && inside.degree_of(set[0]) > 0);
    let named = |set: Vec<usize>| {
        let joined = is_clique(&inside, &set);
        let set: Vec<usize> = set.into_iter().map(|i| core[i]).collect();
        (set[0], (set, joined))
    };
    sets.into_iter().map(named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use boilingpoint_boards::parse_board;

    fn of(text: &str) -> Option<Sketch> {
        compressed(&parse_board(text).unwrap())
    }

    /// The number of vertices that a sketch represents. Vertices beyond the edge of a branch count
    /// with its multiplicity.
    fn told(s: &Sketch) -> usize {
        let graph = s.board.graph();
        let mut times = vec![1; graph.order()];
        for &((above, first), count) in &s.branches {
            let mut beyond = vec![first];
            let mut next = 0;
            while next < beyond.len() {
                let v = beyond[next];
                next += 1;
                times[v] *= count;
                let on = graph.neighbours(v).filter(|w| (v, *w) != (first, above));
                let on: Vec<usize> = on.filter(|w| !beyond.contains(w)).collect();
                beyond.extend(on);
            }
        }
        for &(v, count) in s
            .ellipses
            .iter()
            .chain(&s.twins.iter().map(|t| (t.0, t.1)).collect::<Vec<_>>())
        {
            times[v] *= count;
        }
        times.iter().sum()
    }

    #[test]
    fn repeated_branches_are_drawn_once() {
        let tree = of("nary_tree(10,3)").unwrap();
        assert_eq!(tree.board.order(), 4);
        assert!(tree.branches.iter().all(|b| b.1 == 10));
        assert_eq!(told(&tree), 1111);
        let caterpillar = of("caterpillar(300,299,300)").unwrap();
        assert_eq!((caterpillar.board.order(), told(&caterpillar)), (6, 902));
        let star = of("star(500)").unwrap();
        assert_eq!((star.board.order(), told(&star)), (2, 501));
    }

    #[test]
    fn long_paths_have_an_ellipsis() {
        for text in ["broom(500,400)", "path(200)"] {
            let board = parse_board(text).unwrap();
            let sketch = compressed(&board).unwrap();
            assert!(
                sketch.board.order() < 16,
                "{text}: {}",
                sketch.board.order()
            );
            assert!(!sketch.ellipses.is_empty(), "{text}");
            assert_eq!(told(&sketch), board.order(), "{text}");
            assert_eq!(
                sketch.board.graph().size(),
                sketch.board.order() - 1,
                "{text}"
            );
        }
    }

    #[test]
    fn twins_of_the_core_are_one() {
        let complete = of("complete(60)").unwrap();
        assert_eq!((complete.board.order(), complete.twins[0].2), (1, true));
        let bipartite = of("bipartite(30,40)").unwrap();
        assert_eq!((bipartite.board.order(), told(&bipartite)), (2, 70));
    }

    #[test]
    fn a_board_without_repetition_is_not_compressed() {
        assert!(of("grid(8,8)").is_none());
        assert!(of("0-1*3,1-2").is_none());
        assert!(of("random_tree(100,1)").is_none_or(|s| told(&s) == 100));
        // Branches with different tints are different.
        let tinted =
            parse_board(&format!("star(60):{}", ".".repeat(30) + &"L".repeat(31))).unwrap();
        assert_eq!(compressed(&tinted).unwrap().board.order(), 3);
    }
}
