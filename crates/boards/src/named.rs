//! Graphs that have names of their own, such as the Petersen graph.
//!
//! The table `named.tsv` has a row for each graph: its names, its canonical graph6, facts by which
//! the tests check it, and the source of these facts. The names are those of Sage, networkx, the
//! House of Graphs and Wikipedia.

use super::canon::fingerprint;
use super::{Board, Graph, graph6};
use std::sync::{LazyLock, OnceLock};

/// The rows of the table.
const TABLE: &str = include_str!("named.tsv");

/// A graph with a name of its own.
#[derive(Debug)]
pub struct NamedGraph {
    /// The name, in lower case, with `_` between words.
    pub name: &'static str,
    /// Other names.
    pub aliases: Vec<&'static str>,
    /// The canonical graph6.
    pub graph6: &'static str,
    /// The number of vertices.
    pub order: usize,
    /// The number of edges.
    pub size: usize,
    /// The facts in the other columns: the name of the column, and the fact.
    pub facts: Vec<(&'static str, &'static str)>,
    print: OnceLock<u128>,
}

impl PartialEq for NamedGraph {
    fn eq(&self, other: &NamedGraph) -> bool {
        self.name == other.name
    }
}

impl Eq for NamedGraph {}

static GRAPHS: LazyLock<Vec<NamedGraph>> = LazyLock::new(|| {
    let mut lines = TABLE.lines();
    let columns: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    lines.map(|line| row(&columns, line)).collect()
});

fn row(columns: &[&'static str], line: &'static str) -> NamedGraph {
    let cells: Vec<&str> = line.split('\t').collect();
    let cell = |name: &str| {
        let at = columns.iter().position(|column| *column == name);
        at.and_then(|at| cells.get(at).copied()).unwrap_or_default()
    };
    let number = |name: &str| cell(name).parse().unwrap_or(0);
    NamedGraph {
        name: cell("name"),
        aliases: cell("aliases")
            .split(',')
            .filter(|name| !name.is_empty())
            .collect(),
        graph6: cell("graph6"),
        order: number("order"),
        size: number("size"),
        facts: columns.iter().copied().zip(cells).skip(3).collect(),
        print: OnceLock::new(),
    }
}

impl NamedGraph {
    /// All graphs with names, from the smallest.
    pub fn all() -> &'static [NamedGraph] {
        &GRAPHS
    }

    /// The graph with this name, in any case, with `_`, hyphens or spaces between its words, and
    /// with or without `graph` at its end; `None` if there is none.
    pub fn find(name: &str) -> Option<&'static NamedGraph> {
        let name = plain(name);
        let short = name.strip_suffix("_graph").unwrap_or(&name);
        let is_it = |g: &&NamedGraph| g.name == short || g.aliases.contains(&short);
        NamedGraph::all().iter().find(is_it)
    }

    /// The named graph that is isomorphic to a board; `None` if there is none, or if the board has
    /// tints or marks.
    pub fn of(board: &Board) -> Option<&'static NamedGraph> {
        if !board.is_plain() || board.is_tinted() {
            return None;
        }
        let (order, size) = (board.order(), board.graph().size());
        let mut alike = NamedGraph::all()
            .iter()
            .filter(|g| g.order == order && g.size == size)
            .peekable();
        alike.peek()?;
        let own = fingerprint(board);
        alike.find(|g| {
            *g.print
                .get_or_init(|| fingerprint(&Board::untinted(g.graph())))
                == own
        })
    }

    /// The graph, in its canonical labelling.
    pub fn graph(&self) -> Graph {
        graph6::read(self.graph6).expect("the table has graph6")
    }
}

/// A name in lower case, with `_` between words. `PetersenGraph` has two words.
fn plain(name: &str) -> String {
    let mut plain = String::new();
    let mut before = '_';
    for c in name.trim().chars() {
        let starts = c.is_uppercase() && (before.is_lowercase() || before.is_ascii_digit());
        let parts = matches!(c, ' ' | '-' | '_' | '–' | '\'' | '’');
        if (starts || parts) && !plain.ends_with('_') {
            plain.push('_');
        }
        if !parts {
            plain.extend(c.to_lowercase().flat_map(ascii));
        }
        before = c;
    }
    plain
}

/// A letter without its accent; an umlaut is written with an `e`.
fn ascii(c: char) -> Vec<char> {
    let spelt = match c {
        'ä' => "ae",
        'ö' => "oe",
        'ü' => "ue",
        'ß' => "ss",
        'á' | 'à' => "a",
        'é' | 'è' => "e",
        'ó' => "o",
        'ł' => "l",
        'š' => "s",
        'č' | 'ć' => "c",
        c => return vec![c],
    };
    spelt.chars().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families::Family;
    use crate::{automorphism_group, embedding, parse_board, simplest_name};
    use std::collections::BTreeSet;

    fn fact(graph: &NamedGraph, column: &str) -> String {
        let facts = graph.facts.iter().find(|(name, _)| *name == column);
        facts.map_or(String::new(), |(_, fact)| fact.to_string())
    }

    fn text(number: Option<usize>) -> String {
        number.map_or("-".to_string(), |n| n.to_string())
    }

    #[test]
    fn the_facts_of_each_graph_are_right() {
        assert!(NamedGraph::all().len() >= 150);
        for named in NamedGraph::all() {
            let (graph, name) = (named.graph(), named.name);
            let degrees: Vec<usize> = graph.degrees().collect();
            assert_eq!(
                (graph.order(), graph.size()),
                (named.order, named.size),
                "{name}"
            );
            assert_eq!(
                text(degrees.iter().min().copied()),
                fact(named, "min_degree"),
                "{name}"
            );
            assert_eq!(
                text(degrees.iter().max().copied()),
                fact(named, "max_degree"),
                "{name}"
            );
            assert_eq!(text(graph.girth()), fact(named, "girth"), "{name}");
            assert_eq!(text(graph.diameter()), fact(named, "diameter"), "{name}");
            let two = if graph.is_bipartite() { "yes" } else { "no" };
            assert_eq!(two, fact(named, "bipartite"), "{name}");
            let drawn = if embedding(&graph).is_some() {
                "yes"
            } else {
                "no"
            };
            assert_eq!(drawn, fact(named, "planar"), "{name}");
        }
    }

    #[test]
    fn names_differ_and_are_read() {
        let mut seen = BTreeSet::new();
        for named in NamedGraph::all() {
            for name in named.aliases.iter().chain([&named.name]) {
                assert!(seen.insert(*name), "{name} twice");
                assert!(
                    Family::find(name).is_none() && graph6::read(name).is_err(),
                    "{name}"
                );
                assert_eq!(NamedGraph::find(name), Some(named), "{name}");
                assert_eq!(parse_board(name).unwrap().order(), named.order, "{name}");
            }
        }
        for name in [
            "Grötzsch",
            "grötzsch graph",
            "Möbius–Kantor",
            "HoffmanSingletonGraph",
        ] {
            assert!(NamedGraph::find(name).is_some(), "{name}");
        }
    }

    #[test]
    fn graphs_are_called_by_their_names() {
        let mut prints = BTreeSet::new();
        for named in NamedGraph::all() {
            let board = Board::untinted(named.graph());
            assert!(
                prints.insert(fingerprint(&board)),
                "{} has two rows",
                named.name
            );
            assert_eq!(NamedGraph::of(&board), Some(named));
            if named.order <= 60 {
                let name = simplest_name(&board).unwrap();
                let read = parse_board(&name).unwrap();
                assert_eq!(
                    fingerprint(&read),
                    fingerprint(&board),
                    "{} -> {name}",
                    named.name
                );
            }
        }
        assert_eq!(
            simplest_name(&parse_board("lcf(7,5,-5)").unwrap()).as_deref(),
            Some("heawood")
        );
    }

    #[test]
    fn groups_have_the_orders_of_the_table() {
        for named in NamedGraph::all().iter().filter(|g| g.order <= 60) {
            let factors = automorphism_group(&Board::untinted(named.graph()));
            let order: u128 = factors.into_iter().map(u128::from).product();
            assert_eq!(
                order.to_string(),
                fact(named, "automorphisms"),
                "{}",
                named.name
            );
        }
    }
}
