//! The table of the quantities of vertices.

use super::facts::{Column, Facts};
use crate::expression::{Absent, Number, Quantity, QuantityKind};
use crate::invariants::table::absent;
use boilingpoint_invariants::{Steps, cliques_at, core, local_independence};
use std::collections::{BTreeMap, BTreeSet};

/// The argument that a quantity of a vertex takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Takes {
    Nothing,
    /// A set of vertices.
    Set,
    /// A set of vertices; all vertices if it is missing.
    MaybeSet,
    /// A number of each vertex.
    Number,
    /// A number of vertices.
    Size,
}

impl Takes {
    pub(crate) fn may_be_missing(self) -> bool {
        matches!(self, Takes::Nothing | Takes::MaybeSet)
    }
}

/// A given argument.
pub(crate) enum Given {
    Set(Vec<bool>),
    Numbers(Vec<Number>),
    Size(usize),
}

impl Given {
    fn set(&self) -> &[bool] {
        match self {
            Given::Set(set) => set,
            _ => &[],
        }
    }

    fn numbers(&self) -> &[Number] {
        match self {
            Given::Numbers(numbers) => numbers,
            _ => &[],
        }
    }
}

/// A row of the table.
pub(crate) struct VertexRow {
    /// The name.
    pub(crate) name: &'static str,
    pub(crate) takes: Takes,
    pub(crate) kind: QuantityKind,
    /// The name as expressions have it.
    pub(crate) written: &'static str,
    /// A description in a few words.
    pub(crate) summary: &'static str,
    /// The values at all vertices.
    pub(crate) of: fn(&Facts, &Given, &mut Steps) -> Result<Column, Absent>,
}

type Found = Result<Column, Absent>;

fn whole(n: usize) -> Result<Quantity, Absent> {
    Ok(Quantity::integer(n as i128))
}

fn holds(condition: bool) -> Result<Quantity, Absent> {
    Ok(Quantity::Condition(condition))
}

/// A quantity of each vertex by itself.
fn each(facts: &Facts, of: impl FnMut(usize) -> Result<Quantity, Absent>) -> Found {
    Ok((0..facts.order()).map(of).collect())
}

/// A number of the distances to the vertices of the set.
fn of_distances(facts: &Facts, given: &Given, of: impl Fn(Vec<usize>) -> Option<usize>) -> Found {
    each(facts, |v| {
        whole(of(facts.distances_to(v, given.set())?).ok_or(Absent::NoValue)?)
    })
}

fn least_distance_to_another(facts: &Facts, given: &Given) -> Found {
    of_distances(facts, given, |all| all.into_iter().filter(|&d| d > 0).min())
}

/// The number of vertices of the set at distances with this remainder modulo 2.
fn at_distances(facts: &Facts, given: &Given, remainder: usize) -> Found {
    of_distances(facts, given, |all| {
        Some(all.into_iter().filter(|d| d % 2 == remainder).count())
    })
}

/// The number of edges between vertices whose distances have this remainder modulo 2. The distances
/// of two neighbours differ by at most 1, so those of the ends are equal.
fn edges_at_distances(facts: &Facts, remainder: usize) -> Found {
    let all = vec![true; facts.order()];
    each(facts, |v| {
        let distances = facts.distances_to(v, &all)?;
        let at = |u: usize| {
            let level = |&&w: &&usize| w > u && distances[w] == distances[u];
            facts.near(u).iter().filter(level).count()
        };
        let ends = (0..facts.order()).filter(|&u| distances[u] % 2 == remainder);
        whole(ends.map(at).sum())
    })
}

/// The number of neighbours in the set.
fn neighbours(facts: &Facts, given: &Given, v: usize) -> usize {
    let near = facts.near(v).iter();
    near.filter(|&&u| given.set()[u]).count()
}

/// The number of vertices that paths inside of the set join to `v`, itself among them; 0 outside.
fn component(facts: &Facts, given: &Given, v: usize) -> usize {
    let mut open = given.set().to_vec();
    let mut reached: Vec<usize> = Vec::from_iter(open[v].then_some(v));
    let mut next = 0;
    while let Some(&u) = reached.get(next) {
        next += 1;
        open[u] = false;
        let near = facts.near(u).iter().filter(|&&w| open[w]);
        let near: Vec<usize> = near.copied().collect();
        near.iter().for_each(|&w| open[w] = false);
        reached.extend(near);
    }
    reached.len()
}

fn disparity(facts: &Facts, v: usize) -> usize {
    let degrees = facts.near(v).iter().map(|&u| facts.near(u).len());
    degrees.collect::<BTreeSet<_>>().len()
}

/// The vertices whose number is the one that is chosen from all.
fn with_number(given: &Given, chosen: Option<&Number>) -> Found {
    let numbers = given.numbers().iter();
    Ok(numbers.map(|n| holds(Some(n) == chosen)).collect())
}

/// The vertices whose number occurs most often.
fn commonest(given: &Given) -> Found {
    let mut times: BTreeMap<&Number, usize> = BTreeMap::new();
    let numbers = given.numbers();
    numbers
        .iter()
        .for_each(|n| *times.entry(n).or_default() += 1);
    let most = times.values().max();
    Ok(numbers
        .iter()
        .map(|n| holds(times.get(n) == most))
        .collect())
}

macro_rules! table {
    ($($name:literal $takes:ident $kind:ident $of:expr, $written:literal $summary:literal;)*) => {
        &[$(VertexRow {
            name: $name,
            takes: Takes::$takes,
            kind: QuantityKind::$kind,
            written: $written,
            summary: $summary,
            of: $of,
        }),*]
    };
}

/// All quantities of vertices.
pub(crate) fn rows() -> &'static [VertexRow] {
    table! {
        "degree" MaybeSet Number |f, g, _| each(f, |v| whole(neighbours(f, g, v))), "degree(S)" "number of neighbours, or of those in the set S";
        "disparity" Nothing Number |f, _, _| each(f, |v| whole(disparity(f, v))), "disparity" "number of different degrees of its neighbours";
        "local_independence" Nothing Number |f, _, s| Ok(local_independence(f.board().graph(), s).map_err(absent)?.into_iter().map(whole).collect()), "local_independence" "most of its neighbours of which no two are adjacent";
        "cliques" Size Number |f, g, s| cliques(f, g, s), "cliques(k)" "number of sets of k pairwise adjacent vertices with it";
        "component" MaybeSet Number |f, g, _| each(f, |v| whole(component(f, g, v))), "component(S)" "number of vertices of its component, or of that in the graph that the set S induces";
        "distance" Set Number |f, g, _| of_distances(f, g, |all| all.into_iter().min()), "distance(S)" "least distance to a vertex of the set";
        "gap" Set Number |f, g, _| least_distance_to_another(f, g), "gap(S)" "least distance to another vertex of the set";
        "eccentricity" MaybeSet Number |f, g, _| of_distances(f, g, |all| all.into_iter().max()), "eccentricity(S)" "greatest distance to a vertex, or to one of the set S";
        "transmission" MaybeSet Number |f, g, _| of_distances(f, g, |all| Some(all.into_iter().sum())), "transmission(S)" "sum of the distances to all vertices, or to those of the set S";
        "even" MaybeSet Number |f, g, _| at_distances(f, g, 0), "even(S)" "number of vertices at even distance, itself among them, or of those in the set S";
        "odd" MaybeSet Number |f, g, _| at_distances(f, g, 1), "odd(S)" "number of vertices at odd distance, or of those in the set S";
        "even_edges" Nothing Number |f, _, _| edges_at_distances(f, 0), "even_edges" "number of edges whose ends are both at even distance";
        "odd_edges" Nothing Number |f, _, _| edges_at_distances(f, 1), "odd_edges" "number of edges whose ends are both at odd distance";
        "core" Nothing Condition |f, _, s| Ok(core(f.board().graph(), s).map_err(absent)?.into_iter().map(holds).collect()), "core" "the vertices of every largest independent set";
        "near" Set Condition |f, g, _| each(f, |v| holds(neighbours(f, g, v) > 0)), "near(S)" "the vertices with a neighbour in the set";
        "least" Number Condition |_, g, _| with_number(g, g.numbers().iter().min()), "least(q)" "the vertices for which the number q is least";
        "greatest" Number Condition |_, g, _| with_number(g, g.numbers().iter().max()), "greatest(q)" "the vertices for which the number q is greatest";
        "commonest" Number Condition |_, g, _| commonest(g), "commonest(q)" "the vertices whose number q occurs most often";
    }
}

fn cliques(facts: &Facts, given: &Given, steps: &mut Steps) -> Found {
    let Given::Size(size) = given else {
        return Err(Absent::NoValue);
    };
    let found = cliques_at(facts.board().graph(), *size, steps).map_err(absent)?;
    let number = |n: u64| Ok(Quantity::integer(n.into()));
    Ok(found.into_iter().map(number).collect())
}

/// The row of a name.
pub(crate) fn row(name: &str) -> Option<&'static VertexRow> {
    rows().iter().find(|row| row.name == name)
}
