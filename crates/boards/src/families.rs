//! The catalogue of families: sets of boards with a name and parameters.
//!
//! The numbering of the vertices is part of a family's definition, since tints are written vertex
//! by vertex. The summary of each family describes the numbering, which never changes.

mod alias;
mod circles;
mod cliques;
mod cubes;
mod outline;
mod paley;
mod rows;
mod subsets;
#[cfg(test)]
mod tests;
mod turns;

pub(crate) use outline::Outline;

use super::construction::mycielskian;
use super::marks::{Link, MAX_WEIGHT};
use super::random::{random_connected, random_tree};
use super::{Board, BoardLimit, Graph, Tint};
use boilingpoint_language::{nearest, suggestion};
use circles::{
    antiprism, circulant, flower_snark, gear, generalised_petersen, helm, ladder, lcf,
    moebius_ladder, prism, sun, sunlet,
};
use cliques::{
    barbell, book, cocktail_party, crown, empty, fan, lollipop, multipartite, pairs, tadpole,
    triangular_book, turan, windmill,
};
use cubes::{cube_connected_cycles, folded_cube, halved_cube, hamming, power_of_two};
use outline::{Proposals, none, one};
use paley::paley;
use rows::{bishop, king, knight, queen, rook, torus};
use std::ops::Deref;
use subsets::{johnson, kneser, odd, triangular};

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
    /// Whether the family names a board only if no family before it and no construction does.
    is_further: bool,
    /// Lists arguments of members that may have an outline. A family need not name its members.
    proposals: fn(&Outline) -> Proposals,
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

    /// The arguments for which the member of the family may be a board with this outline.
    pub(super) fn proposals(&self, outline: &Outline) -> Proposals {
        if self.is_further && !outline.is_plain_with_a_cycle() {
            return none();
        }
        (self.proposals)(outline)
    }

    /// Whether the family names a board only if no family before it does.
    pub(super) fn is_further(&self) -> bool {
        self.is_further
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
    /// suggests the nearest name, or the command that lists all names.
    pub(super) fn missing<'a>(name: &str, others: impl IntoIterator<Item = &'a str>) -> String {
        let others = others.into_iter();
        let names = others.chain(catalogue().iter().map(|f| f.name));
        let hint = alias::refusal(name).map(str::to_string);
        let hint = hint.or_else(|| suggestion(name, names));
        let hint = hint.unwrap_or_else(|| "`boil list families` lists the names".to_string());
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
/// arguments, the function that builds the board, the summary, and the arguments that the family
/// proposes for the outline `b` of a board. The families of the second list are further families.
macro_rules! families {
    ($(is_further: $further:literal {$(
        $signature:literal ($least:literal, $most:expr) $kind:ident($build:ident)
            $summary:literal
            => |$outline:pat_param| $proposals:expr;
    )*})*) => {
        &[$($(Family {
            name: before_parenthesis($signature),
            signature: $signature,
            summary: $summary,
            min_args: $least,
            max_args: $most,
            build: Build::$kind($build),
            is_further: $further,
            proposals: |$outline| $proposals,
        },)*)*]
    };
}

static CATALOGUE: &[Family] = families! {
    is_further: false {
        "path(n)" (1, Some(1)) Graph(path)
            "path of n vertices, numbered along it"
            => |b| b.sized(b.order.saturating_sub(1), &[b.order]);
        "cycle(n)" (1, Some(1)) Graph(cycle)
            "cycle of n >= 3 vertices, numbered around it"
            => |b| b.sized(b.order, &[b.order]);
        "star(n)" (1, Some(1)) Graph(star)
            "star of n leaves, K(1,n): the centre, then the leaves"
            => |b| b.sized(b.order.saturating_sub(1), &[b.order.saturating_sub(1)]);
        "complete(n)" (1, Some(1)) Graph(complete)
            "complete graph of n vertices"
            => |b| b.sized(pairs(b.order), &[b.order]);
        "bipartite(m,n)" (2, Some(2)) Graph(bipartite)
            "complete bipartite graph: m vertices, then n vertices"
            => |b| b.bipartite();
        "grid(a,b[,c])" (2, Some(3)) Graph(grid)
            "grid of a by b (by c) vertices, numbered with the last coordinate running fastest"
            => |b| b.grid();
        "nary_tree(n,p)" (2, Some(2)) Graph(nary_tree)
            "complete n-ary tree of height p, numbered by level from the root"
            => |b| b.nary_tree();
        "caterpillar(l1,l2,...)" (1, None) Graph(caterpillar)
            "spine whose i-th vertex has l_i leaves: the spine, then the leaves in order"
            => |_| none();
        "spider(l1,l2,...)" (1, None) Graph(spider)
            "legs of l_i vertices at a centre: the centre, then each leg outwards"
            => |_| none();
        "broom(h,l)" (2, Some(2)) Graph(broom)
            "path of h >= 1 vertices with l leaves at its end: the path, then the leaves"
            => |b| b.broom();
        "double_star(a,b)" (2, Some(2)) Graph(caterpillar)
            "two joined centres with a and b leaves: the centres, then the leaves"
            => |b| b.double_star();
        "wheel(n)" (1, Some(1)) Graph(wheel)
            "centre joined to a cycle of n >= 3 vertices: the centre, then the cycle"
            => |b| b.sized(2 * b.order.saturating_sub(1), &[b.order.saturating_sub(1)]);
        "hypercube(d)" (1, Some(1)) Graph(hypercube)
            "cube of 2^d vertices; neighbours differ in one binary digit"
            => |b| b.exponent().map_or_else(none, |d| b.regular(d, &[d]));
        "friendship(n)" (1, Some(1)) Graph(friendship)
            "n triangles that share a vertex: that vertex, then the others in pairs"
            => |b| b.sized(3 * (b.order / 2), &[b.part(1, 2)]);
        "random_tree(n,seed)" (2, Some(2)) Graph(tree)
            "uniform random labelled tree of n >= 1 vertices; a seed gives the same tree in every release"
            => |_| none();
        "random_connected(n,m,seed)" (3, Some(3)) Graph(connected)
            "random tree of n vertices and random further edges, m in all; a seed gives the same graph in every release"
            => |_| none();
        "theta(a,b,c)" (3, Some(3)) Graph(theta)
            "two ends joined by three paths with a, b and c inner vertices: the ends, then the paths"
            => |b| b.theta();
        "alternating_path(n)" (1, Some(1)) Board(alternating_path)
            "path of n vertices tinted L, R, L, ... in turn"
            => |b| b.sized(b.order.saturating_sub(1), &[b.order]);
        "tinted_star(l,r)" (2, Some(2)) Board(tinted_star)
            "star with a centre tinted L and l leaves tinted L, then r leaves tinted R"
            => |b| b.tinted_star();
        "tinted_complete(l,r)" (2, Some(2)) Board(tinted_complete)
            "complete graph of l vertices tinted L, then r vertices tinted R"
            => |b| b.tints(pairs(b.order));
        "tinted_bipartite(l,r)" (2, Some(2)) Board(tinted_bipartite)
            "l vertices tinted L, each joined to each of r vertices tinted R"
            => |b| b.tints(b.left * b.right);
        "looped_path(n)" (1, Some(1)) Board(looped_path)
            "path of n vertices with a loop at each vertex"
            => |b| one(&[b.order]);
        "piles(a,b,...)" (1, None) Board(piles)
            "a vertex for each pile, with a loop of the pile's weight"
            => |_| none();
        "squares(m,n)" (2, Some(2)) Board(squares)
            "m rows of n squares, numbered row by row"
            => |b| if b.has_squares { b.all_factors() } else { none() };
        "lines(n,d)" (2, Some(2)) Board(lines)
            "the n^d points of a cube, then its lines as vertices with a loop, joined to their points"
            => |b| b.lines();
    }
    is_further: true {
        "empty(n)" (1, Some(1)) Graph(empty)
            "n vertices without edges"
            => |_| none();
        "prism(n)" (1, Some(1)) Graph(prism)
            "two joined cycles of n >= 3 vertices: the one cycle, then the other in the same order"
            => |b| b.regular(3, &[b.part(0, 2)]);
        "antiprism(n)" (1, Some(1)) Graph(antiprism)
            "two cycles of n >= 3 vertices; vertex n+i is joined to i and i+1 modulo n"
            => |b| b.regular(4, &[b.part(0, 2)]);
        "moebius_ladder(n)" (1, Some(1)) Graph(moebius_ladder)
            "ladder of n >= 2 rungs with a twist, of order 2n: a cycle, numbered around it, and its n diameters"
            => |b| b.regular(3, &[b.part(0, 2)]);
        "ladder(n)" (1, Some(1)) Graph(ladder)
            "two paths of n >= 1 vertices joined by n rungs: the one path, then the other"
            => |_| none();
        "helm(n)" (1, Some(1)) Graph(helm)
            "wheel with a leaf on each vertex of its cycle, n >= 3: the centre, the cycle, then the leaves"
            => |b| b.sized(3 * (b.order / 2), &[b.part(1, 2)]);
        "gear(n)" (1, Some(1)) Graph(gear)
            "centre joined to every other vertex of a cycle of 2n vertices, n >= 3: the centre, then the cycle"
            => |b| b.sized(3 * (b.order / 2), &[b.part(1, 2)]);
        "fan(n)" (1, Some(1)) Graph(fan)
            "centre joined to a path of n >= 1 vertices: the centre, then the path"
            => |b| b.sized(2 * b.order - 3, &[b.order - 1]);
        "book(n)" (1, Some(1)) Graph(book)
            "n >= 1 squares that share an edge: the ends of that edge, then the other two vertices of each square"
            => |b| b.sized(3 * (b.order / 2) - 2, &[b.part(2, 2)]);
        "triangular_book(n)" (1, Some(1)) Graph(triangular_book)
            "n >= 1 triangles that share an edge: the ends of that edge, then the others"
            => |b| b.sized(2 * b.order - 3, &[b.order - 2]);
        "sun(n)" (1, Some(1)) Graph(sun)
            "complete graph of n >= 3 vertices, then n vertices; vertex n+i is joined to i and i+1 modulo n"
            => |b| b.sized(pairs(b.order / 2) + b.order, &[b.part(0, 2)]);
        "sunlet(n)" (1, Some(1)) Graph(sunlet)
            "cycle of n >= 3 vertices with a leaf at each: the cycle, then the leaves"
            => |b| b.sized(b.order, &[b.part(0, 2)]);
        "crown(n)" (1, Some(1)) Graph(crown)
            "complete bipartite graph K(n,n) without the edges from i to n+i"
            => |b| b.regular(b.order / 2 - 1, &[b.part(0, 2)]);
        "cocktail_party(n)" (1, Some(1)) Graph(cocktail_party)
            "n pairs; all vertices are joined except for the two of a pair, 2i and 2i+1"
            => |b| b.regular(b.order - 2, &[b.part(0, 2)]);
        "folded_cube(d)" (1, Some(1)) Graph(folded_cube)
            "cube of 2^(d-1) vertices whose opposite vertices are joined, d >= 2; neighbours differ in one or in all binary digits"
            => |b| b.exponent().map_or_else(none, |d| b.regular(d + 1, &[d + 1]));
        "halved_cube(d)" (1, Some(1)) Graph(halved_cube)
            "2^(d-1) vertices, the even words of the cube without their last digit; neighbours differ in one or two binary digits"
            => |b| b.exponent().map_or_else(none, |d| b.regular(d * (d + 1) / 2, &[d + 1]));
        "cube_connected_cycles(d)" (1, Some(1)) Graph(cube_connected_cycles)
            "cube of dimension d >= 3 whose corner x is a cycle of vertices d*x+i; d*x+i is joined to d*y+i if x and y differ in digit i"
            => |b| b.cube_connected_cycles();
        "mycielski(n)" (1, Some(1)) Graph(mycielski)
            "the n-th Mycielski graph, of chromatic number n: one vertex, an edge, then each the Mycielskian of the one before"
            => |b| b.mycielski();
        "flower_snark(n)" (1, Some(1)) Graph(flower_snark)
            "n >= 3 stars of three leaves: the centres, the first leaves in a cycle, the others in a cycle of 2n; a snark for odd n >= 5"
            => |b| b.regular(3, &[b.part(0, 4)]);
        "paley(q)" (1, Some(1)) Graph(paley)
            "field of q elements, q = p^k and 1 modulo 4, as polynomials with digits to the base p; neighbours differ by a square"
            => |b| b.regular((b.order - 1) / 2, &[b.order]);
        "triangular(n)" (1, Some(1)) Graph(triangular)
            "the pairs of n >= 2 elements in lexicographic order, joined if they share an element: the line graph of complete(n)"
            => |_| none();
        "odd(n)" (1, Some(1)) Graph(odd)
            "the sets of n-1 of 2n-1 elements in lexicographic order, joined if they are disjoint, n >= 2"
            => |_| none();
        "kneser(n,k)" (2, Some(2)) Graph(kneser)
            "the sets of k of n elements in lexicographic order, joined if they are disjoint, 1 <= k <= n"
            => |b| b.kneser();
        "johnson(n,k)" (2, Some(2)) Graph(johnson)
            "the sets of k of n elements in lexicographic order, joined if they share k-1, 1 <= k <= n"
            => |b| b.johnson();
        "generalised_petersen(n,k)" (2, Some(2)) Graph(generalised_petersen)
            "cycle of n >= 3 vertices; vertex i is joined to n+i, and n+i to n+j with j = i+k modulo n, 2k < n"
            => |b| b.generalised_petersen();
        "turan(n,r)" (2, Some(2)) Graph(turan)
            "complete multipartite graph of n vertices in r parts that are as equal as possible, the smaller parts first"
            => |b| b.turan();
        "windmill(n,k)" (2, Some(2)) Graph(windmill)
            "n >= 1 complete graphs of k >= 2 vertices that share one: that vertex, then the others of each"
            => |b| b.windmill();
        "lollipop(m,n)" (2, Some(2)) Graph(lollipop)
            "complete graph of m >= 1 vertices with a path of n vertices at its last: the complete graph, then the path"
            => |b| b.lollipop();
        "tadpole(m,n)" (2, Some(2)) Graph(tadpole)
            "cycle of m >= 3 vertices with a path of n vertices at its last: the cycle, then the path"
            => |b| b.tadpole();
        "barbell(m,n)" (2, Some(2)) Graph(barbell)
            "two complete graphs of m >= 2 vertices joined by a path of n: the one, the path, then the other"
            => |b| b.barbell();
        "torus(m,n)" (2, Some(2)) Graph(torus)
            "m by n grid that is closed to cycles in both directions, m and n at least 3, numbered row by row"
            => |b| if b.degrees[0] == 4 { b.rising_factors(3, |m, n| 2 * m * n) } else { none() };
        "rook(m,n)" (2, Some(2)) Graph(rook)
            "moves of a rook on m rows of n squares, numbered row by row"
            => |b| b.rising_factors(2, |m, n| m * pairs(n) + n * pairs(m));
        "hamming(d,q)" (2, Some(2)) Graph(hamming)
            "words of d letters out of q, as numbers to the base q; neighbours differ in one letter"
            => |b| b.hamming();
        "king(m,n)" (2, Some(2)) Graph(king)
            "moves of a king on m rows of n squares, numbered row by row"
            => |b| b.rising_factors(2, |m, n| 4 * m * n + 2 - 3 * (m + n));
        "knight(m,n)" (2, Some(2)) Graph(knight)
            "moves of a knight on m rows of n squares, numbered row by row"
            => |b| b.rising_factors(3, |m, n| 4 * m * n + 8 - 6 * (m + n));
        "queen(m,n)" (2, Some(2)) Graph(queen)
            "moves of a queen on m rows of n squares, numbered row by row"
            => |b| b.queen();
        "bishop(m,n)" (2, Some(2)) Graph(bishop)
            "moves of a bishop on m rows of n squares, numbered row by row"
            => |_| none();
        "multipartite(a,b,...)" (1, None) Graph(multipartite)
            "complete multipartite graph: the parts of a, b, ... vertices in order"
            => |b| b.multipartite();
        "circulant(n,s1,s2,...)" (2, None) Graph(circulant)
            "vertices 0 to n-1 around a circle; v is joined to v+s and v-s modulo n for each step s"
            => |b| b.circulant();
        "lcf(r,s1,s2,...)" (2, None) Graph(lcf)
            "LCF notation [s1,...,sk]^r: a cycle of r*k vertices, numbered around it; vertex i is joined to i+s for its step s"
            => |b| b.lcf();
    }
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
        _ => Err(refused(args, i, format!("at least {least}"))),
    }
}

/// The error for argument `i` (from 0), which is outside of a range.
fn refused(args: Arguments, i: usize, expected: String) -> FamilyError {
    FamilyError::Argument {
        argument: i + 1,
        found: args[i],
        expected,
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
    let order = power_of_two(args, d)?;
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

fn mycielski(args: Arguments) -> Result<Graph, FamilyError> {
    let n = count(args, 0, 1)?;
    let mut graph = Graph::empty(fits(args, 1, 0)?);
    for step in 1..n {
        // The Mycielskian of a single vertex has an isolated vertex, so the edge is the second.
        graph = match step {
            1 => Graph::from_edges(fits(args, 2, 1)?, [(0, 1)]),
            _ => mycielskian(&graph, args.limit).ok_or(FamilyError::TooLarge(args.limit))?,
        };
    }
    Ok(graph)
}
