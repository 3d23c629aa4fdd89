//! The catalogue of families: sets of boards with a name and parameters.
//!
//! The numbering of the vertices is part of a family's definition, since tints are written vertex
//! by vertex. The summary of each family describes the numbering, which never changes.

use super::marks::{Link, MAX_WEIGHT};
use super::random::{random_connected, random_tree};
use super::{Board, BoardLimit, Graph, Tint};
use boilingpoint_language::{nearest, suggestion};
use std::ops::Deref;

/// The arguments of a family, and the limit of its members.
#[derive(Debug, Clone, Copy)]
struct Arguments<'a> {
    values: &'a [i64],
    limit: BoardLimit,
}

impl<'a> Arguments<'a> {
    /// Arguments for another family, with the same limit.
    fn of(self, values: &'a [i64]) -> Arguments<'a> {
        Arguments { values, ..self }
    }
}

impl Deref for Arguments<'_> {
    type Target = [i64];

    fn deref(&self) -> &[i64] {
        self.values
    }
}

/// The function that builds a member of a family from its arguments. The caller has checked the
/// number of arguments.
#[derive(Debug, Clone, Copy)]
enum Build {
    Graph(fn(Arguments) -> Result<Graph, FamilyError>),
    Board(fn(Arguments) -> Result<Board, FamilyError>),
}

/// A family of the catalogue: a set of boards with a name and parameters.
#[derive(Debug, Clone, Copy)]
pub struct Family {
    /// The name of the family, as written before the parenthesis.
    pub name: &'static str,
    /// The name with its parameters, such as `bipartite(m,n)`.
    pub signature: &'static str,
    /// A description of the boards and of the numbering of their vertices, in one line.
    pub summary: &'static str,
    /// The least number of arguments that the family takes.
    pub min_args: usize,
    /// The greatest number of arguments; `None` if there is no limit.
    pub max_args: Option<usize>,
    build: Build,
}

/// The reason why a family has no member for some arguments.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FamilyError {
    /// The family does not take this number of arguments.
    #[error("{signature} does not take {found} argument{}", if *.found == 1 { "" } else { "s" })]
    Arity {
        /// The name of the family with its parameters.
        signature: &'static str,
        /// The number of arguments that were given.
        found: usize,
    },
    /// An argument is outside of the range that the family accepts.
    #[error("argument {argument} is {found}; expected {expected}")]
    Argument {
        /// The index of the argument, counted from 1.
        argument: usize,
        /// The value of the argument.
        found: i64,
        /// A description of the accepted range.
        expected: String,
    },
    /// The member would have too many vertices or edges.
    #[error("this board is too large; {0} are accepted")]
    TooLarge(BoardLimit),
}

impl Family {
    /// Builds the member of the family for the given arguments.
    ///
    /// # Errors
    /// [`FamilyError`] gives the reason why the family has no member for these arguments.
    pub fn build(&self, args: &[i64]) -> Result<Board, FamilyError> {
        self.build_within(args, BoardLimit::MOST)
    }

    /// Like [`Family::build`], for boards within a limit. The limit is checked before the board is
    /// built.
    ///
    /// # Errors
    /// As [`Family::build`].
    pub fn build_within(&self, args: &[i64], limit: BoardLimit) -> Result<Board, FamilyError> {
        self.check_arity(args.len())?;
        let args = Arguments {
            values: args,
            limit,
        };
        match self.build {
            Build::Graph(build) => Ok(Board::untinted(build(args)?)),
            Build::Board(build) => build(args),
        }
    }

    /// The family of the catalogue with this name; `None` for an unknown name.
    pub fn find(name: &str) -> Option<&'static Family> {
        catalogue().iter().find(|family| family.name == name)
    }

    /// Whether the family takes this number of arguments.
    pub(super) fn takes(&self, arguments: usize) -> bool {
        arguments >= self.min_args && self.max_args.is_none_or(|most| arguments <= most)
    }

    /// Fails if the family does not take this number of arguments.
    pub(super) fn check_arity(&self, found: usize) -> Result<(), FamilyError> {
        if self.takes(found) {
            return Ok(());
        }
        let signature = self.signature;
        Err(FamilyError::Arity { signature, found })
    }

    /// The name in the catalogue that is nearest to a misspelt name; `None` if no name is near.
    pub fn nearest(name: &str) -> Option<&'static str> {
        nearest(name, catalogue().iter().map(|f| f.name))
    }

    /// The message for a name that is neither in the catalogue nor in `others`. The message
    /// suggests the nearest name, or lists all names.
    pub(super) fn missing<'a>(name: &str, others: impl IntoIterator<Item = &'a str>) -> String {
        let others = others.into_iter();
        let names: Vec<&str> = others.chain(catalogue().iter().map(|f| f.name)).collect();
        let hint = suggestion(name, names.iter().copied());
        let hint = hint.unwrap_or_else(|| format!("expected one of {}", names.join(", ")));
        // The first characters of a long name are enough for a message.
        let name: String = name.chars().take(100).collect();
        format!("there is no family `{name}`; {hint}")
    }
}

const fn before_parenthesis(signature: &'static str) -> &'static str {
    let mut end = 0;
    while signature.as_bytes()[end] != b'(' {
        end += 1;
    }
    signature.split_at(end).0
}

/// Makes an entry of each row. A row has the signature, the least and the greatest number of
/// arguments, the function that builds the board, and the summary.
macro_rules! families {
    ($(
        $signature:literal ($least:literal, $most:expr) $kind:ident($build:ident) $summary:literal;
    )*) => {
        &[$(Family {
            name: before_parenthesis($signature),
            signature: $signature,
            summary: $summary,
            min_args: $least,
            max_args: $most,
            build: Build::$kind($build),
        }),*]
    };
}

static CATALOGUE: &[Family] = families! {
    "path(n)" (1, Some(1)) Graph(path) "path of n vertices, numbered along it";
    "cycle(n)" (1, Some(1)) Graph(cycle) "cycle of n >= 3 vertices, numbered around it";
    "star(n)" (1, Some(1)) Graph(star) "star of n leaves, K(1,n): the centre, then the leaves";
    "complete(n)" (1, Some(1)) Graph(complete) "complete graph of n vertices";
    "bipartite(m,n)" (2, Some(2)) Graph(bipartite)
        "complete bipartite graph: m vertices, then n vertices";
    "grid(a,b[,c])" (2, Some(3)) Graph(grid)
        "grid of a by b (by c) vertices, numbered with the last coordinate running fastest";
    "nary_tree(n,p)" (2, Some(2)) Graph(nary_tree)
        "complete n-ary tree of height p, numbered by level from the root";
    "caterpillar(l1,l2,...)" (1, None) Graph(caterpillar)
        "spine whose i-th vertex has l_i leaves: the spine, then the leaves in order";
    "spider(l1,l2,...)" (1, None) Graph(spider)
        "legs of l_i vertices at a centre: the centre, then each leg outwards";
    "broom(h,l)" (2, Some(2)) Graph(broom)
        "path of h >= 1 vertices with l leaves at its end: the path, then the leaves";
    "double_star(a,b)" (2, Some(2)) Graph(caterpillar)
        "two joined centres with a and b leaves: the centres, then the leaves";
    "wheel(n)" (1, Some(1)) Graph(wheel)
        "centre joined to a cycle of n >= 3 vertices: the centre, then the cycle";
    "hypercube(d)" (1, Some(1)) Graph(hypercube)
        "cube of 2^d vertices; neighbours differ in one binary digit";
    "friendship(n)" (1, Some(1)) Graph(friendship)
        "n triangles that share a vertex: that vertex, then the others in pairs";
    "random_tree(n,seed)" (2, Some(2)) Graph(tree)
        "uniform random labelled tree of n >= 1 vertices; a seed gives the same tree in every release";
    "random_connected(n,m,seed)" (3, Some(3)) Graph(connected)
        "random tree of n vertices and random further edges, m in all; a seed gives the same graph in every release";
    "theta(a,b,c)" (3, Some(3)) Graph(theta)
        "two ends joined by three paths with a, b and c inner vertices: the ends, then the paths";
    "alternating_path(n)" (1, Some(1)) Board(alternating_path)
        "path of n vertices tinted L, R, L, ... in turn";
    "tinted_star(l,r)" (2, Some(2)) Board(tinted_star)
        "star with a centre tinted L and l leaves tinted L, then r leaves tinted R";
    "tinted_complete(l,r)" (2, Some(2)) Board(tinted_complete)
        "complete graph of l vertices tinted L, then r vertices tinted R";
    "tinted_bipartite(l,r)" (2, Some(2)) Board(tinted_bipartite)
        "l vertices tinted L, each joined to each of r vertices tinted R";
    "looped_path(n)" (1, Some(1)) Board(looped_path)
        "path of n vertices with a loop at each vertex";
    "piles(a,b,...)" (1, None) Board(piles)
        "a vertex for each pile, with a loop of the pile's weight";
    "squares(m,n)" (2, Some(2)) Board(squares) "m rows of n squares, numbered row by row";
    "lines(n,d)" (2, Some(2)) Board(lines)
        "the n^d points of a cube, then its lines as vertices with a loop, joined to their points";
};

/// All families, in the order in which `boil list families` prints them.
pub fn catalogue() -> &'static [Family] {
    CATALOGUE
}

/// Reads argument `i` (from 0) as a count; fails if the count is less than `least`.
fn count(args: Arguments, i: usize, least: usize) -> Result<usize, FamilyError> {
    match usize::try_from(args[i]) {
        Ok(n) if n > args.limit.order => Err(FamilyError::TooLarge(args.limit)),
        Ok(n) if n >= least => Ok(n),
        _ => Err(FamilyError::Argument {
            argument: i + 1,
            found: args[i],
            expected: format!("at least {least}"),
        }),
    }
}

/// Returns the order if order and size are within the limit. Counts are at most the greatest order,
/// so a sum of three counts does not overflow.
fn fits(args: Arguments, order: usize, size: usize) -> Result<usize, FamilyError> {
    if args.limit.allows(order, size) {
        Ok(order)
    } else {
        Err(FamilyError::TooLarge(args.limit))
    }
}

fn path(args: Arguments) -> Result<Graph, FamilyError> {
    let n = count(args, 0, 0)?;
    Ok(Graph::from_edges(n, (1..n).map(|v| (v - 1, v))))
}

fn cycle(args: Arguments) -> Result<Graph, FamilyError> {
    let n = count(args, 0, 3)?;
    Ok(Graph::from_edges(n, (0..n).map(|v| (v, (v + 1) % n))))
}

fn star(args: Arguments) -> Result<Graph, FamilyError> {
    caterpillar(args)
}

fn complete(args: Arguments) -> Result<Graph, FamilyError> {
    let n = count(args, 0, 0)?;
    fits(args, n, n * n.saturating_sub(1) / 2)?;
    Ok(Graph::from_edges(
        n,
        (0..n).flat_map(|b| (0..b).map(move |a| (a, b))),
    ))
}

fn bipartite(args: Arguments) -> Result<Graph, FamilyError> {
    let (m, n) = (count(args, 0, 0)?, count(args, 1, 0)?);
    let order = fits(args, m + n, m * n)?;
    Ok(Graph::from_edges(
        order,
        (0..m).flat_map(|a| (m..m + n).map(move |b| (a, b))),
    ))
}

fn grid(args: Arguments) -> Result<Graph, FamilyError> {
    let (a, b) = (count(args, 0, 0)?, count(args, 1, 0)?);
    let c = if args.len() == 3 {
        count(args, 2, 0)?
    } else {
        1
    };
    let order = fits(args, a * b * c, 0)?;
    let mut graph = Graph::empty(order);
    for v in 0..order {
        let (y, z) = (v / c % b, v % c);
        if z + 1 < c {
            graph.add_edge(v, v + 1);
        }
        if y + 1 < b {
            graph.add_edge(v, v + c);
        }
        if v + b * c < order {
            graph.add_edge(v, v + b * c);
        }
    }
    Ok(graph)
}

fn nary_tree(args: Arguments) -> Result<Graph, FamilyError> {
    let (n, height) = (count(args, 0, 1)?, count(args, 1, 0)?);
    let (mut order, mut level) = (1, 1);
    for _ in 0..height {
        level *= n;
        order = fits(args, order + level, 0)?;
    }
    Ok(Graph::from_edges(
        order,
        (1..order).map(|v| ((v - 1) / n, v)),
    ))
}

fn caterpillar(args: Arguments) -> Result<Graph, FamilyError> {
    let mut order = args.len();
    for i in 0..args.len() {
        order = fits(args, order + count(args, i, 0)?, 0)?;
    }
    let mut graph = Graph::from_edges(order, (1..args.len()).map(|v| (v - 1, v)));
    let mut leaf = args.len();
    for spine in 0..args.len() {
        for _ in 0..count(args, spine, 0)? {
            graph.add_edge(spine, leaf);
            leaf += 1;
        }
    }
    Ok(graph)
}

fn spider(args: Arguments) -> Result<Graph, FamilyError> {
    let mut order = 1;
    for i in 0..args.len() {
        order = fits(args, order + count(args, i, 0)?, 0)?;
    }
    let mut graph = Graph::empty(order);
    let mut next = 1;
    for leg in 0..args.len() {
        for step in 0..count(args, leg, 0)? {
            graph.add_edge(if step == 0 { 0 } else { next - 1 }, next);
            next += 1;
        }
    }
    Ok(graph)
}

fn broom(args: Arguments) -> Result<Graph, FamilyError> {
    let (handle, leaves) = (count(args, 0, 1)?, count(args, 1, 0)?);
    let order = fits(args, handle + leaves, 0)?;
    let end = move |v| if v < handle { v - 1 } else { handle - 1 };
    Ok(Graph::from_edges(order, (1..order).map(|v| (end(v), v))))
}

fn wheel(args: Arguments) -> Result<Graph, FamilyError> {
    let n = count(args, 0, 3)?;
    let order = fits(args, n + 1, 2 * n)?;
    let edges = (0..n).flat_map(|v| [(0, v + 1), (v + 1, (v + 1) % n + 1)]);
    Ok(Graph::from_edges(order, edges))
}

fn hypercube(args: Arguments) -> Result<Graph, FamilyError> {
    let d = count(args, 0, 0)?;
    if d > args.limit.order.ilog2() as usize {
        return Err(FamilyError::TooLarge(args.limit));
    }
    let order = 1 << d;
    let edges = (0..order).flat_map(|v| (0..d).map(move |i| (v, v ^ 1 << i)));
    Ok(Graph::from_edges(order, edges))
}

fn friendship(args: Arguments) -> Result<Graph, FamilyError> {
    let n = count(args, 0, 0)?;
    let order = fits(args, 2 * n + 1, 3 * n)?;
    let triangle = |i: usize| [(0, 2 * i + 1), (0, 2 * i + 2), (2 * i + 1, 2 * i + 2)];
    Ok(Graph::from_edges(order, (0..n).flat_map(triangle)))
}

fn tree(args: Arguments) -> Result<Graph, FamilyError> {
    Ok(random_tree(count(args, 0, 1)?, args[1] as u64))
}

fn connected(args: Arguments) -> Result<Graph, FamilyError> {
    let (n, m) = (count(args, 0, 1)?, args[1]);
    let most = n * (n - 1) / 2;
    match usize::try_from(m) {
        Ok(size) if (n - 1..=most).contains(&size) => {
            fits(args, n, size)?;
            Ok(random_connected(n, size, args[2] as u64))
        }
        _ => {
            let expected = format!("from {} to {most} edges for order {n}", n - 1);
            Err(FamilyError::Argument {
                argument: 2,
                found: m,
                expected,
            })
        }
    }
}

fn theta(args: Arguments) -> Result<Graph, FamilyError> {
    let inner = [count(args, 0, 0)?, count(args, 1, 0)?, count(args, 2, 0)?];
    if inner.iter().filter(|&&n| n == 0).count() > 1 {
        return Err(FamilyError::Argument {
            argument: 2,
            found: 0,
            expected: "at least 1, since another path has no inner vertex".to_string(),
        });
    }
    let mut graph = Graph::empty(fits(args, inner.iter().sum::<usize>() + 2, 0)?);
    let mut next = 2;
    for n in inner {
        let mut last = 0;
        for _ in 0..n {
            graph.add_edge(last, next);
            (last, next) = (next, next + 1);
        }
        graph.add_edge(last, 1);
    }
    Ok(graph)
}

fn tinted(graph: Graph, tint: impl Fn(usize) -> Tint) -> Board {
    let tints = (0..graph.order()).map(tint).collect();
    Board::new(graph, tints).expect("a tint for each vertex")
}

/// A function that tints the first `l` vertices `L` and the other vertices `R`.
fn first_left(l: usize) -> impl Fn(usize) -> Tint {
    move |v| if v < l { Tint::Left } else { Tint::Right }
}

fn alternating_path(args: Arguments) -> Result<Board, FamilyError> {
    let turn = |v: usize| [Tint::Left, Tint::Right][v % 2];
    Ok(tinted(path(args)?, turn))
}

fn tinted_star(args: Arguments) -> Result<Board, FamilyError> {
    let (l, r) = (count(args, 0, 0)?, count(args, 1, 0)?);
    let star = star(args.of(&[fits(args, l + r, 0)? as i64]))?;
    Ok(tinted(star, first_left(l + 1)))
}

fn tinted_complete(args: Arguments) -> Result<Board, FamilyError> {
    let (l, r) = (count(args, 0, 0)?, count(args, 1, 0)?);
    let all = complete(args.of(&[fits(args, l + r, 0)? as i64]))?;
    Ok(tinted(all, first_left(l)))
}

fn tinted_bipartite(args: Arguments) -> Result<Board, FamilyError> {
    Ok(tinted(bipartite(args)?, first_left(count(args, 0, 0)?)))
}

fn looped_path(args: Arguments) -> Result<Board, FamilyError> {
    let board = Board::untinted(path(args)?);
    let mut links = board.links();
    links.extend((0..board.order()).map(|v| Link::edge(v, v, 1)));
    Ok(board.with_links(links))
}

fn piles(args: Arguments) -> Result<Board, FamilyError> {
    let pile = |(v, &n): (usize, &i64)| match u32::try_from(n) {
        Ok(weight) if weight <= MAX_WEIGHT => Ok(Link::edge(v, v, weight)),
        _ => Err(FamilyError::Argument {
            argument: v + 1,
            found: n,
            expected: format!("from 0 to {MAX_WEIGHT}"),
        }),
    };
    fits(args, args.len(), args.len())?;
    let loops: Vec<Link> = args
        .iter()
        .enumerate()
        .map(pile)
        .collect::<Result<_, _>>()?;
    Ok(Board::of_links(loops.len(), loops))
}

fn squares(args: Arguments) -> Result<Board, FamilyError> {
    let (m, n) = (count(args, 0, 1)?, count(args, 1, 1)?);
    if m.max(n) > 1000 {
        return Err(FamilyError::TooLarge(args.limit));
    }
    fits(args, m * n, 2 * m * n)?;
    let all = (0..m as i16).flat_map(|i| (0..n as i16).map(move |j| [i, j]));
    Ok(Board::of_squares(all.collect()))
}

/// The board whose winning sets are the lines of the cube `[n]^d`; each line occurs once.
///
/// Along a line every coordinate is constant, rises from the first value to the last, or falls from
/// the last to the first. The first coordinate that is not constant rises, which fixes the
/// direction of the line.
fn lines(args: Arguments) -> Result<Board, FamilyError> {
    let (n, d) = (count(args, 0, 1)?, count(args, 1, 1)?);
    let power = |base: usize| u32::try_from(d).ok().and_then(|d| base.checked_pow(d));
    let (Some(points), Some(kinds)) = (power(n), power(n + 2)) else {
        return Err(FamilyError::TooLarge(args.limit));
    };
    let order = fits(
        args,
        points.saturating_add((kinds - points) / 2),
        ((kinds - points) / 2).saturating_mul(n),
    )?;
    let mut links = Vec::new();
    let mut set = points;
    for kind in 0..kinds {
        let digits: Vec<usize> = (0..d as u32)
            .map(|i| kind / (n + 2).pow(i) % (n + 2))
            .collect();
        if digits.iter().find(|&&k| k >= n) != Some(&n) {
            continue;
        }
        links.push(Link::edge(set, set, 1));
        for step in 0..n {
            let coordinate = |&k: &usize| match k {
                k if k < n => k,
                k if k == n => step,
                _ => n - 1 - step,
            };
            let point = digits.iter().map(coordinate).fold(0, |p, x| p * n + x);
            links.push(Link::edge(point, set, 1));
        }
        set += 1;
    }
    Ok(Board::of_links(order, links))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(name: &str, args: &[i64]) -> Graph {
        Family::find(name)
            .unwrap()
            .build(args)
            .unwrap()
            .graph()
            .clone()
    }

    #[test]
    fn boards_that_carry_more() {
        let board = |name: &str, args: &[i64]| Family::find(name).unwrap().build(args).unwrap();
        assert_eq!(board("alternating_path", &[4]).tint_string(), "LRLR");
        assert_eq!(board("tinted_star", &[1, 2]).tint_string(), "LLRR");
        assert_eq!(board("piles", &[3, 0, 5]).name(), "0-0*3,2-2*5,1");
        assert_eq!(board("squares", &[2, 3]).name(), "...|...");
        assert_eq!(board("looped_path", &[2]).name(), "0-0,0-1,1-1");
        assert_eq!(shape("theta", &[0, 1, 2]), (5, 6));
        // Lemma 5 of the notes on combinatorial games: ((n+2)^d - n^d) / 2 lines
        for (n, d) in [(3, 2), (4, 2), (3, 3), (4, 3), (2, 4)] {
            let cube = board("lines", &[n, d]);
            let points = n.pow(d as u32);
            let lines = ((n + 2).pow(d as u32) - points) / 2;
            assert_eq!(cube.order() as i64, points + lines);
            assert_eq!(cube.link_count() as i64, lines * (n + 1));
        }
    }

    fn shape(name: &str, args: &[i64]) -> (usize, usize) {
        let graph = member(name, args);
        (graph.order(), graph.size())
    }

    #[test]
    fn orders_and_sizes() {
        assert_eq!(shape("path", &[0]), (0, 0));
        assert_eq!(shape("path", &[5]), (5, 4));
        assert_eq!(shape("cycle", &[3]), (3, 3));
        assert_eq!(shape("star", &[0]), (1, 0));
        assert_eq!(shape("star", &[4]), (5, 4));
        assert_eq!(shape("complete", &[5]), (5, 10));
        assert_eq!(shape("bipartite", &[2, 4]), (6, 8));
        assert_eq!(shape("grid", &[3, 4]), (12, 17));
        assert_eq!(shape("grid", &[2, 2, 3]), (12, 20));
        assert_eq!(shape("grid", &[0, 3]), (0, 0));
        assert_eq!(shape("nary_tree", &[3, 0]), (1, 0));
        assert_eq!(shape("nary_tree", &[3, 2]), (13, 12));
        assert_eq!(shape("nary_tree", &[1, 4]), (5, 4));
        assert_eq!(shape("caterpillar", &[4, 3, 4]), (14, 13));
        assert_eq!(shape("spider", &[1, 2, 3]), (7, 6));
        assert_eq!(shape("broom", &[3, 4]), (7, 6));
        assert_eq!(shape("double_star", &[2, 3]), (7, 6));
        assert_eq!(shape("wheel", &[6]), (7, 12));
        assert_eq!(shape("hypercube", &[0]), (1, 0));
        assert_eq!(shape("hypercube", &[4]), (16, 32));
        assert_eq!(shape("friendship", &[3]), (7, 9));
    }

    #[test]
    fn numbering_is_as_the_summaries_say() {
        assert_eq!(member("star", &[2]), Graph::from_edges(3, [(0, 1), (0, 2)]));
        let spined = Graph::from_edges(6, [(0, 1), (1, 2), (0, 3), (2, 4), (2, 5)]);
        assert_eq!(member("caterpillar", &[1, 0, 2]), spined);
        assert_eq!(
            member("broom", &[2, 2]),
            Graph::from_edges(4, [(0, 1), (1, 2), (1, 3)])
        );
        assert_eq!(member("grid", &[1, 5]), member("path", &[5]));
        assert_eq!(member("grid", &[2, 2, 2]), member("hypercube", &[3]));
        assert_eq!(
            member("spider", &[2, 1]),
            Graph::from_edges(4, [(0, 1), (1, 2), (0, 3)])
        );
    }

    #[test]
    fn names_are_distinct_and_signatures_start_with_them() {
        for (i, family) in catalogue().iter().enumerate() {
            assert!(family.signature.starts_with(&format!("{}(", family.name)));
            assert!(
                catalogue()[..i]
                    .iter()
                    .all(|other| other.name != family.name)
            );
        }
    }

    #[test]
    fn hostile_arguments_are_errors() {
        for family in catalogue() {
            assert!(
                matches!(family.build(&[]), Err(FamilyError::Arity { .. })),
                "{}",
                family.name
            );
            for value in [-1, i64::MIN, i64::MAX, 100_001, 1 << 40] {
                let args = vec![value; family.min_args];
                assert!(family.build(&args).is_err(), "{} of {value}", family.name);
            }
        }
        let build = |name: &str, args: &[i64]| Family::find(name).unwrap().build(args);
        assert_eq!(
            build("complete", &[50_000]),
            Err(FamilyError::TooLarge(BoardLimit::MOST))
        );
        let small = BoardLimit { order: 9, size: 9 };
        for family in catalogue() {
            for value in 0..40 {
                let args = vec![value; family.min_args];
                if let Ok(board) = family.build_within(&args, small) {
                    assert!(board.order() <= small.order, "{} of {value}", family.name);
                }
            }
        }
        assert_eq!(
            build("nary_tree", &[10, 100_000]),
            Err(FamilyError::TooLarge(BoardLimit::MOST))
        );
        assert_eq!(
            build("hypercube", &[17]),
            Err(FamilyError::TooLarge(BoardLimit::MOST))
        );
        assert_eq!(
            build("grid", &[100_000, 100_000, 100_000]),
            Err(FamilyError::TooLarge(BoardLimit::MOST))
        );
        assert!(build("random_connected", &[4, 7, 1]).is_err());
        assert!(build("random_connected", &[4, 2, 1]).is_err());
        assert_eq!(
            build("cycle", &[2]).unwrap_err().to_string(),
            "argument 1 is 2; expected at least 3"
        );
    }

    #[test]
    fn misspelt_names_have_a_nearest() {
        assert_eq!(Family::nearest("catterpilar"), Some("caterpillar"));
        assert_eq!(Family::nearest("Star"), Some("star"));
        assert_eq!(Family::nearest("xyzzy"), None);
    }
}
