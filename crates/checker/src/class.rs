//! Whether a board belongs to a class, by the definitions in a textbook.
//!
//! The search has its own tests of membership (`problem/class.rs`), which are fast. The tests here
//! are slow, and share nothing with them but the list of a board's links.

use boilingpoint_boards::{Board, Link, Tint};
use boilingpoint_rules::Features;
use std::collections::BTreeSet;

/// The bounds of a class, except for those on the order.
#[derive(Clone, Copy, Debug)]
pub struct ClassBounds<'a> {
    /// The kind, named as in configs.
    pub kind: &'a str,
    /// The marks that boards may have. The ruleset decides about token and squares.
    pub features: &'a Features,
    /// The greatest degree of a vertex; 0 for no bound.
    pub max_degree: u64,
    /// The greatest number of kinds of vertices; 0 for no bound.
    pub max_kinds: u64,
}

/// The reason why a board is not in a class; `None` if it is.
pub fn outside_class(board: &Board, class: &ClassBounds) -> Option<String> {
    if !class.features.tints && board.tints().iter().any(|&tint| tint != Tint::None) {
        return Some("a vertex has a tint".to_string());
    }
    if let Some(why) = strange_link(&board.links(), class.features) {
        return Some(why);
    }
    let plain = Plain::of(board);
    let most = plain.degrees.iter().copied().max().unwrap_or(0);
    if class.max_degree > 0 && most > class.max_degree {
        let limit = class.max_degree;
        return Some(format!("a vertex has degree {most}, more than {limit}"));
    }
    if class.max_kinds > 0 {
        let (kinds, limit) = (number_of_kinds(board) as u64, class.max_kinds);
        if kinds > limit {
            return Some(format!(
                "it has {kinds} kinds of vertices, more than {limit}"
            ));
        }
    }
    let why = match class.kind {
        "any" => plain.of_graphs(board),
        "connected" => plain.of_graphs(board).or(plain.is_split()),
        "tree" => plain.of_graphs(board).or(plain.is_no_tree()),
        "caterpillar" => plain.of_graphs(board).or(plain.is_no_caterpillar()),
        "bipartite" => plain.of_graphs(board).or(plain.is_odd()),
        "girth-5" => plain
            .of_graphs(board)
            .or(plain.is_split())
            .or(plain.has_short_cycle()),
        "squares" => plain.is_no_set_of_squares(board),
        _ => Some("there is no such class"),
    };
    why.map(str::to_string)
}

/// The first thing about links that the features do not allow.
fn strange_link(links: &[Link], features: &Features) -> Option<String> {
    let mut joined = BTreeSet::new();
    let mut looped = BTreeSet::new();
    for link in links {
        let (a, b) = (link.from.min(link.to), link.from.max(link.to));
        let why = if link.weight > features.max_weight {
            let (weight, limit) = (link.weight, features.max_weight);
            format!("a link has weight {weight}, more than {limit}")
        } else if a == b && !features.loops {
            format!("vertex {a} has a loop")
        } else if a == b && !looped.insert(a) {
            format!("vertex {a} has more than one loop")
        } else if link.arc && !features.arcs {
            format!("there is an arc from {} to {}", link.from, link.to)
        } else if a != b && !joined.insert((a, b)) && !features.parallel {
            format!("there are parallel edges between {a} and {b}")
        } else {
            continue;
        };
        return Some(why);
    }
    None
}

/// The number of kinds of vertices. At first two vertices are of one kind if they have the same
/// marks, loops and degree. Then vertices of one kind whose neighbours are of other kinds are
/// parted, until nothing changes.
fn number_of_kinds(board: &Board) -> usize {
    let mut loops = vec![Vec::new(); board.order()];
    let mut neighbours = vec![Vec::new(); board.order()];
    for link in board.links() {
        if link.from == link.to {
            loops[link.from].push(link.weight);
        } else {
            neighbours[link.from].push(link.to);
            neighbours[link.to].push(link.from);
        }
    }
    let mark = |v: usize| {
        let square = board.squares().map(|squares| squares[v]);
        let tint = board.tints()[v].symbol();
        (
            tint,
            board.token() == Some(v),
            loops[v].clone(),
            square,
            neighbours[v].len(),
        )
    };
    let mut kinds = numbered((0..board.order()).map(mark).collect());
    loop {
        let next = |v: usize| {
            let mut around: Vec<usize> = neighbours[v].iter().map(|&u| kinds[u]).collect();
            around.sort_unstable();
            (kinds[v], around)
        };
        let refined = numbered((0..board.order()).map(next).collect());
        if count(&refined) == count(&kinds) {
            return count(&kinds);
        }
        kinds = refined;
    }
}

/// Gives equal things equal numbers, and different things different ones.
fn numbered<T: Ord>(things: Vec<T>) -> Vec<usize> {
    let mut different: Vec<&T> = things.iter().collect();
    different.sort_unstable();
    different.dedup();
    let place = |thing: &T| different.partition_point(|&other| other < thing);
    things.iter().map(place).collect()
}

fn count(numbers: &[usize]) -> usize {
    numbers.iter().collect::<BTreeSet<_>>().len()
}

/// The links between different vertices: the neighbours of each vertex, the number of links at each
/// vertex, and the number of all links.
struct Plain {
    neighbours: Vec<BTreeSet<usize>>,
    degrees: Vec<u64>,
    links: usize,
}

impl Plain {
    fn of(board: &Board) -> Plain {
        let mut neighbours = vec![BTreeSet::new(); board.order()];
        let (mut degrees, mut links) = (vec![0; board.order()], 0);
        for link in board.links() {
            if link.from != link.to {
                neighbours[link.from].insert(link.to);
                neighbours[link.to].insert(link.from);
                degrees[link.from] += 1;
                degrees[link.to] += 1;
                links += 1;
            }
        }
        Plain {
            neighbours,
            degrees,
            links,
        }
    }

    fn of_graphs(&self, board: &Board) -> Option<&'static str> {
        let squares = board.squares().is_some();
        squares.then_some("the board is a set of squares, not a graph")
    }

    /// A graph is connected if every vertex can be reached from the first one. The labels of the
    /// reachable vertices spread along the links until nothing changes.
    fn is_split(&self) -> Option<&'static str> {
        let mut reached = vec![false; self.neighbours.len()];
        reached.iter_mut().take(1).for_each(|first| *first = true);
        self.spread(&mut reached, |from| from, |to, from| to || from);
        let all = reached.iter().all(|&r| r);
        (!all).then_some("the board is not connected")
    }

    /// Two neighbours of a vertex on a cycle of three links are adjacent. Two opposite vertices of
    /// a cycle of four links have two common neighbours.
    fn has_short_cycle(&self) -> Option<&'static str> {
        let vertices = 0..self.neighbours.len();
        let common = |a: usize, b: usize| {
            let (a, b) = (&self.neighbours[a], &self.neighbours[b]);
            a.intersection(b).count()
        };
        let most = |a: usize, b: usize| usize::from(!self.neighbours[a].contains(&b));
        let pairs = vertices.clone().flat_map(|a| (0..a).map(move |b| (a, b)));
        let has = pairs.into_iter().any(|(a, b)| common(a, b) > most(a, b));
        has.then_some("the board has a cycle of three or four links")
    }

    /// A tree is a connected graph with one link less than it has vertices.
    fn is_no_tree(&self) -> Option<&'static str> {
        let is_tree = self.links + 1 == self.neighbours.len();
        let cycle =
            (!is_tree).then_some("the number of links is not the number of vertices less 1");
        self.is_split().or(cycle)
    }

    /// A caterpillar is a tree in which the vertices of degree two or more form a path. They form a
    /// tree in any tree, and a tree is a path if no vertex has three neighbours in it.
    fn is_no_caterpillar(&self) -> Option<&'static str> {
        let inner = |v: &&usize| self.neighbours[**v].len() > 1;
        let branches = (0..self.neighbours.len())
            .filter(|v| inner(&v))
            .any(|v| self.neighbours[v].iter().filter(inner).count() > 2);
        let branch = branches.then_some("the vertices of degree two or more do not form a path");
        self.is_no_tree().or(branch)
    }

    /// A connected graph is bipartite if no vertex is reached from the first one by walks of even
    /// and of odd length.
    fn is_odd(&self) -> Option<&'static str> {
        let mut walks = vec![[false; 2]; self.neighbours.len()];
        walks.iter_mut().take(1).for_each(|first| first[0] = true);
        let longer = |[even, odd]: [bool; 2]| [odd, even];
        let both = |a: [bool; 2], b: [bool; 2]| [a[0] || b[0], a[1] || b[1]];
        self.spread(&mut walks, longer, both);
        let odd = walks.contains(&[true; 2]);
        self.is_split()
            .or(odd.then_some("the board has an odd cycle"))
    }

    /// Adds the label of each vertex, changed by `along`, to the labels of its neighbours, until no
    /// label changes.
    fn spread<T: Copy + PartialEq>(
        &self,
        labels: &mut [T],
        along: impl Fn(T) -> T,
        add: impl Fn(T, T) -> T,
    ) {
        let mut changed = true;
        while changed {
            changed = false;
            for v in 0..labels.len() {
                for &u in &self.neighbours[v] {
                    let more = add(labels[u], along(labels[v]));
                    changed |= more != labels[u];
                    labels[u] = more;
                }
            }
        }
    }

    /// In a set of squares, two squares are neighbours if they share a side.
    fn is_no_set_of_squares(&self, board: &Board) -> Option<&'static str> {
        let Some(squares) = board.squares() else {
            return Some("the board is not a set of squares");
        };
        let touches = |v: usize, u: usize| {
            let ([i, j], [k, l]) = (squares[v], squares[u]);
            u32::from(i.abs_diff(k)) + u32::from(j.abs_diff(l)) == 1
        };
        let all = 0..squares.len();
        let fits = squares.len() == self.neighbours.len()
            && all.clone().all(|v| {
                let touching = all.clone().filter(|&u| touches(v, u));
                touching.eq(self.neighbours[v].iter().copied())
            });
        (!fits).then_some("the links are not those of the squares")
    }
}
