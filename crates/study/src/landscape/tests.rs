//! Compares the landscape with its definition, on small boards: labelled graphs, every move at
//! every vertex and edge, and isomorphism and symmetry by trying all permutations.

use super::*;
use boilingpoint_boards::Graph;
use boilingpoint_problem::Kind;
use boilingpoint_problem::expression::Expression;
use boilingpoint_problem::invariants;
use boilingpoint_rules::{Features, Snort};
use boilingpoint_solver::Budget;
use std::collections::{BTreeSet, HashMap};

/// Adjacency: the set of neighbours of each vertex, as bits.
type Shape = Vec<u32>;

fn has(set: u32, v: usize) -> bool {
    set >> v & 1 == 1
}

fn edges(shape: &Shape) -> Vec<(usize, usize)> {
    let pairs = (0..shape.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    pairs.filter(|&(a, b)| has(shape[a], b)).collect()
}

fn arcs(shape: &Shape) -> Vec<(usize, usize)> {
    let both = edges(shape).into_iter().flat_map(|(a, b)| [(a, b), (b, a)]);
    both.collect()
}

fn toggled(shape: &Shape, a: usize, b: usize) -> Shape {
    let mut other = shape.clone();
    other[a] ^= 1 << b;
    other[b] ^= 1 << a;
    other
}

/// The shape with a new vertex that has these neighbours.
fn grown(shape: &Shape, neighbours: u32) -> Shape {
    let new = shape.len();
    let mut more: Shape = shape.clone();
    for (v, row) in more.iter_mut().enumerate() {
        *row |= u32::from(has(neighbours, v)) << new;
    }
    more.push(neighbours);
    more
}

/// The vertices that can be reached from `start` without visiting `banned`.
fn reach(shape: &Shape, start: usize, banned: u32) -> u32 {
    let mut reached = 1 << start;
    loop {
        let around = (0..shape.len()).filter(|&v| has(reached, v));
        let more = around.fold(reached, |set, v| set | shape[v]) & !banned;
        if more == reached {
            return reached;
        }
        reached = more;
    }
}

fn connected(shape: &Shape) -> bool {
    !shape.is_empty() && reach(shape, 0, 0).count_ones() as usize == shape.len()
}

/// The subgraph on a list of vertices, in that order.
fn part(shape: &Shape, vertices: &[usize]) -> Shape {
    let row = |&v: &usize| {
        let places = vertices.iter().enumerate();
        places.fold(0, |row, (i, &u)| row | u32::from(has(shape[v], u)) << i)
    };
    vertices.iter().map(row).collect()
}

fn members(set: u32) -> Vec<usize> {
    (0..32).filter(|&v| has(set, v)).collect()
}

fn without(shape: &Shape, gone: u32) -> Shape {
    part(shape, &members(!gone & ((1u32 << shape.len()) - 1)))
}

/// The shape with a copy of the branch hung on `hub`. The branch's root is its vertex 0.
fn hung(shape: &Shape, branch: &Shape, hub: usize) -> Shape {
    let shift = shape.len();
    let mut more = shape.clone();
    more.extend(branch.iter().map(|row| row << shift));
    toggled(&more, hub, shift)
}

/// The branch that the bridge from `hub` to `root` cuts off, root first; `None` if it is no bridge.
fn branch(shape: &Shape, (hub, root): (usize, usize)) -> Option<(u32, Shape)> {
    let set = reach(&toggled(shape, hub, root), root, 0);
    let rest = members(set & !(1 << root));
    let list: Vec<usize> = std::iter::once(root).chain(rest).collect();
    (!has(set, hub)).then(|| (set, part(shape, &list)))
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for shorter in permutations(n - 1) {
        for at in 0..n {
            let mut longer = shorter.clone();
            longer.insert(at, n - 1);
            all.push(longer);
        }
    }
    all
}

/// The order, and the least code of a labelling.
type Key = (usize, u64);

/// Keys of shapes with marked vertices. Two keys are equal if and only if a permutation makes the
/// shapes and marks equal.
struct Keys {
    permutations: Vec<Vec<Vec<usize>>>,
    known: HashMap<(Shape, Vec<usize>), Key>,
}

impl Keys {
    fn new(most: usize) -> Keys {
        Keys {
            permutations: (0..=most).map(permutations).collect(),
            known: HashMap::new(),
        }
    }

    fn key(&mut self, shape: &Shape, marks: &[usize]) -> Key {
        let edges = edges(shape);
        let code = |p: &Vec<usize>| {
            let bit = |&(a, b): &(usize, usize)| {
                let (low, high) = (p[a].min(p[b]), p[a].max(p[b]));
                1u64 << (high * (high - 1) / 2 + low)
            };
            let marked = marks.iter().fold(0, |code, &v| code << 4 | p[v] as u64);
            edges.iter().map(bit).sum::<u64>() << 8 | marked
        };
        let all = &self.permutations[shape.len()];
        let least = || all.iter().map(code).min().expect("a permutation");
        let entry = self.known.entry((shape.clone(), marks.to_vec()));
        *entry.or_insert_with(|| (shape.len(), least()))
    }

    /// The vertices to which a symmetry maps `v`.
    fn alike(&mut self, shape: &Shape, v: usize) -> Vec<usize> {
        let own = self.key(shape, &[v]);
        let same = |u: &usize| self.key(shape, &[*u]) == own;
        (0..shape.len()).filter(same).collect()
    }

    fn arcs_alike(&mut self, shape: &Shape, arc: (usize, usize)) -> Vec<(usize, usize)> {
        let own = self.key(shape, &[arc.0, arc.1]);
        let same = |&(a, b): &(usize, usize)| self.key(shape, &[a, b]) == own;
        arcs(shape).into_iter().filter(same).collect()
    }
}

/// Every labelled board to which a move of a neighbourhood leads, in the class or not.
fn moves(shape: &Shape, neighbourhood: usize, keys: &mut Keys) -> Vec<Shape> {
    match neighbourhood {
        0 => leaf_moves(shape),
        1 => edge_moves(shape),
        2 => branch_moves(shape),
        _ => alike_moves(shape, keys),
    }
}

fn leaf_moves(shape: &Shape) -> Vec<Shape> {
    let all = 0..shape.len();
    let mut found: Vec<Shape> = all.clone().map(|v| grown(shape, 1 << v)).collect();
    for leaf in all.filter(|&v| shape[v].count_ones() == 1) {
        let less = without(shape, 1 << leaf);
        found.extend((0..less.len()).map(|v| grown(&less, 1 << v)));
        found.push(less);
    }
    found
}

fn edge_moves(shape: &Shape) -> Vec<Shape> {
    let all: Vec<usize> = (0..shape.len()).collect();
    let pairs = || all.iter().flat_map(|&b| (0..b).map(move |a| (a, b)));
    // An edge is added or removed, or one is removed and one is added that shares an end with it.
    let mut found: Vec<Shape> = pairs().map(|(a, b)| toggled(shape, a, b)).collect();
    for (a, b) in edges(shape) {
        let less = toggled(shape, a, b);
        let shares = |&(c, d): &(usize, usize)| (c == a || c == b) != (d == a || d == b);
        let others = pairs().filter(|&(c, d)| shares(&(c, d)) && !has(shape[c], d));
        found.extend(others.map(|(c, d)| toggled(&less, c, d)));
        found.push(grown(&less, 1 << a | 1 << b));
        // A contraction replaces the two ends by a vertex with the neighbours of both.
        let last = grown(shape, (shape[a] | shape[b]) & !(1 << a | 1 << b));
        found.push(without(&last, 1 << a | 1 << b));
    }
    let inner = all.iter().filter(|&&v| shape[v].count_ones() != 1);
    found.extend(inner.map(|&v| without(shape, 1 << v)));
    found
}

fn branch_moves(shape: &Shape) -> Vec<Shape> {
    let mut found: Vec<Shape> = shape.iter().map(|&row| grown(shape, row)).collect();
    for arc in arcs(shape) {
        let Some((set, copy)) = branch(shape, arc) else {
            continue;
        };
        found.push(hung(shape, &copy, arc.0));
        let rest = without(shape, set);
        if copy.len() > 1 {
            found.extend((0..rest.len()).map(|hub| hung(&rest, &copy, hub)));
        }
        found.push(rest);
    }
    found
}

fn alike_moves(shape: &Shape, keys: &mut Keys) -> Vec<Shape> {
    let mut found = Vec::new();
    for v in 0..shape.len() {
        let hubs = keys.alike(shape, v).into_iter();
        found.push(hubs.fold(shape.clone(), |more, hub| grown(&more, 1 << hub)));
    }
    for arc in arcs(shape) {
        let Some((_, copy)) = branch(shape, arc) else {
            continue;
        };
        let same = keys.arcs_alike(shape, arc);
        let at_hub = same.iter().filter(|(hub, _)| *hub == arc.0);
        found.push(at_hub.fold(shape.clone(), |more, _| hung(&more, &copy, arc.0)));
        let cut = |gone: u32, &arc: &(usize, usize)| gone | branch(shape, arc).expect("a bridge").0;
        found.push(without(shape, same.iter().fold(0, cut)));
    }
    found
}

/// Every board of the class by its key, grown vertex by vertex.
fn shapes(class: &Class, keys: &mut Keys) -> HashMap<Key, Shape> {
    let mut all = HashMap::new();
    let mut last: Vec<Shape> = vec![vec![0]];
    for order in 1..=class.max_order {
        let grows = |set: &u32| class.kind == Kind::Connected || set.count_ones() == 1;
        let sets: Vec<u32> = (1..1 << order).filter(grows).collect();
        let mut next = HashMap::new();
        if order < class.max_order {
            let grown = last
                .iter()
                .flat_map(|s| sets.iter().map(|&set| grown(s, set)));
            next.extend(grown.map(|more| (keys.key(&more, &[]), more)));
        }
        if order >= class.min_order {
            all.extend(last.into_iter().map(|s| (keys.key(&s, &[]), s)));
        }
        last = next.into_values().collect();
    }
    all
}

/// The landscape by its definition.
struct ListedBoards {
    class: Class,
    keys: Keys,
    fitness: HashMap<Key, Fitness>,
    near: HashMap<Key, Vec<BTreeSet<Key>>>,
}

impl ListedBoards {
    fn new(class: Class, objective: &Objective, pool: &Pool) -> ListedBoards {
        let mut keys = Keys::new(class.max_order);
        let shapes = shapes(&class, &mut keys);
        let mut world = ListedBoards {
            class,
            keys,
            fitness: HashMap::new(),
            near: HashMap::new(),
        };
        for (&key, shape) in &shapes {
            let board = Board::untinted(Graph::from_edges(shape.len(), edges(shape)));
            let score = pool.map(&[board], |solver, board| objective.score(solver, board));
            let fitness = score
                .into_iter()
                .flatten()
                .map(|score| (key, score.fitness));
            world.fitness.extend(fitness);
        }
        for (&key, shape) in &shapes {
            let near = (0..NEIGHBOURHOODS.len()).map(|n| world.reached(key, shape, n));
            let near = near.collect();
            world.near.insert(key, near);
        }
        world
    }

    /// The neighbours of a board in one neighbourhood.
    fn reached(&mut self, key: Key, shape: &Shape, n: usize) -> BTreeSet<Key> {
        let mut reached = BTreeSet::new();
        for child in moves(shape, n, &mut self.keys) {
            let tree = edges(&child).len() + 1 == child.len();
            let orders = self.class.min_order..=self.class.max_order;
            let fits = orders.contains(&child.len()) && connected(&child);
            if fits && (tree || self.class.kind == Kind::Connected) {
                let child = self.keys.key(&child, &[]);
                if child != key && self.fitness.contains_key(&child) {
                    reached.insert(child);
                }
            }
        }
        reached
    }

    fn near(&self, key: Key, moves: MoveSet) -> BTreeSet<Key> {
        let by = |n: &usize| moves.names().contains(&NEIGHBOURHOODS[*n].name);
        let sets = (0..NEIGHBOURHOODS.len()).filter(by);
        sets.flat_map(|n| self.near[&key][n].iter().copied())
            .collect()
    }

    fn improves(&self, key: Key, moves: MoveSet) -> bool {
        let near = self.near(key, moves);
        near.iter().any(|n| self.fitness[n] > self.fitness[&key])
    }

    /// Whether moves between boards of equal fitness lead, forwards, to a board that a move
    /// improves.
    fn escapes(&self, key: Key, moves: MoveSet, seen: &mut BTreeSet<Key>) -> bool {
        if !seen.insert(key) {
            return false;
        }
        let near = self.near(key, moves).into_iter();
        let mut level = near.filter(|n| self.fitness[n] == self.fitness[&key]);
        self.improves(key, moves) || level.any(|n| self.escapes(n, moves, seen))
    }

    fn traps(&self, order: usize, moves: MoveSet, max: &Option<Fitness>) -> Traps {
        let mut traps = Traps::default();
        for (&key, fitness) in self.fitness.iter().filter(|(key, _)| key.0 == order) {
            let below = Some(fitness) < max.as_ref();
            let stuck = !self.improves(key, moves);
            let trapped = !self.escapes(key, moves, &mut BTreeSet::new());
            traps.optima += u64::from(stuck);
            traps.false_optima += u64::from(stuck && below);
            traps.false_plateaus += u64::from(trapped && below);
            traps.neighbours += self.near(key, moves).len() as u64;
        }
        traps
    }

    fn landscape(&self) -> BTreeMap<usize, OrderLandscape> {
        let orders = self.class.min_order..=self.class.max_order;
        let of = |order: usize| {
            let own = || self.fitness.iter().filter(|(key, _)| key.0 == order);
            let boards = self.near.keys().filter(|key| key.0 == order).count() as u64;
            let max = own().map(|(_, fitness)| fitness).max().cloned();
            let traps = MoveSet::all().into_iter();
            let found = OrderLandscape {
                boards,
                traps: traps.map(|m| self.traps(order, m, &max)).collect(),
                maximum: Maximum {
                    undefined: boards - own().count() as u64,
                    attaining: own().filter(|(_, f)| Some(*f) == max.as_ref()).count() as u64,
                    max,
                    boards: (),
                },
            };
            (order, found)
        };
        orders.map(of).collect()
    }
}

fn agrees(kind: Kind, orders: (usize, usize), objective: &str) -> BTreeMap<usize, OrderLandscape> {
    let class = Class {
        kind,
        min_order: orders.0,
        max_order: orders.1,
        max_degree: 0,
        max_kinds: 0,
        properties: boilingpoint_problem::Properties::default(),
        features: Features::GRAPH,
    };
    let expression = Expression::parse(objective, &invariants::names()).unwrap();
    let objective = Objective::new(&[expression], None, &[]);
    let pool = Pool::new(&Snort, &Budget::default(), 2).unwrap();
    let ours = landscape(&class, &objective, &pool, None).unwrap();
    assert_eq!(
        ours,
        ListedBoards::new(class, &objective, &pool).landscape()
    );
    ours
}

#[test]
fn trees_are_as_defined() {
    let ours = agrees(Kind::Tree, (2, 7), "temperature - degree");
    assert_eq!((ours[&7].boards, ours[&7].maximum.undefined), (11, 0));
    agrees(Kind::Tree, (3, 6), "temperature / degree");
}

#[test]
fn connected_boards_are_as_defined() {
    let ours = agrees(Kind::Connected, (1, 5), "temperature / degree");
    assert_eq!(
        (ours[&1].maximum.undefined, ours[&1].traps[0]),
        (1, Traps::default())
    );
    agrees(Kind::Connected, (2, 5), "temperature - degree");
}

#[test]
fn a_stop_ends_it() {
    let class = Class {
        kind: Kind::Tree,
        min_order: 2,
        max_order: 5,
        max_degree: 0,
        max_kinds: 0,
        properties: boilingpoint_problem::Properties::default(),
        features: Features::GRAPH,
    };
    let expression = Expression::parse("order", &invariants::names()).unwrap();
    let objective = Objective::new(&[expression], None, &[]);
    let pool = Pool::new(&Snort, &Budget::default(), 1).unwrap();
    let stopped = landscape(&class, &objective, &pool, Some(&AtomicBool::new(true)));
    assert_eq!(stopped, Err(LandscapeError::Stopped));
}
