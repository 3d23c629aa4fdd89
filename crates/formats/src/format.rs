//! The table of formats: their names, what they carry, and how they are written.

use crate::given::Given;
use crate::stream::read_text;
use crate::{adjacency, dimacs, dot, edges, gml, graphml, json};
use crate::{matrix, matrix_market, planar_code};
use boilingpoint_boards::{
    Board, BoardLimit, Graph, Link, cgsuite_text, digraph6, graph6, sparse6,
};
use serde_json::Value;

/// A feature of a board that a format may not carry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feature {
    /// The tints of vertices.
    Tints,
    /// The token.
    Token,
    /// The squares that vertices stand for.
    Squares,
    /// Names of vertices.
    Labels,
    /// Edges from a vertex to itself.
    Loops,
    /// Several edges between two vertices.
    Parallel,
    /// Weights of edges.
    Weights,
    /// Directions of edges.
    Arcs,
    /// Edges without direction beside arcs.
    Mixed,
    /// Vertices, if there is no edge.
    Edgeless,
    /// A graph without vertices.
    Empty,
}

use Feature::{
    Arcs, Edgeless, Empty, Labels, Loops, Mixed, Parallel, Squares, Tints, Token, Weights,
};

impl Feature {
    const ALL: [(Feature, &str); 11] = [
        (Tints, "tints"),
        (Token, "the token"),
        (Squares, "squares"),
        (Labels, "names of vertices"),
        (Loops, "loops"),
        (Parallel, "parallel edges"),
        (Weights, "weights"),
        (Arcs, "directions"),
        (Mixed, "the difference between an edge and two arcs"),
        (Edgeless, "vertices without edges"),
        (Empty, "a graph without vertices"),
    ];

    /// Whether a board has the feature.
    fn is_in(self, given: &Given) -> bool {
        let board = &given.board;
        let links = || board.links().into_iter();
        match self {
            Tints => board.is_tinted(),
            Token => board.token().is_some(),
            Squares => board.squares().is_some(),
            Labels => given.labels.is_some(),
            Edgeless => board.link_count() == 0 && board.order() > 0,
            Empty => board.order() == 0,
            Mixed => true,
            _ if board.has_plain_links() => false,
            Loops => links().any(|l| l.is_loop()),
            Parallel => {
                let all = board.links();
                let ends = |i: usize| (all[i].from, all[i].to, all[i].arc);
                (1..all.len()).any(|i| ends(i) == ends(i - 1))
            }
            Weights => links().any(|l| l.weight != 1),
            Arcs => links().any(|l| l.arc),
        }
    }
}

/// How a format tells arcs from edges without direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Directions {
    /// All links are edges.
    Edges,
    /// All links are arcs.
    Arcs,
    /// All links are edges, if all have a partner in the other direction; else all are arcs.
    Symmetry,
    /// All links are edges if they have no weights; else all are arcs.
    Weights,
    /// The links of a graph are edges, or they are arcs.
    Graph,
    /// Each link is an edge or an arc.
    Link,
}

impl Directions {
    /// Whether the format loses the difference between an edge and two arcs.
    fn mix(self, links: &[Link]) -> bool {
        let edges = || links.iter().any(|l| !l.arc && !l.is_loop());
        let arcs = || links.iter().any(|l| l.arc);
        let back = |l: &Link| {
            let arc = |weight| Link::arc(l.to, l.from, weight);
            // Links are sorted, the weight last.
            let at = links.partition_point(|k| *k < arc(0));
            l.is_loop() || links.get(at).is_some_and(|k| *k == arc(k.weight))
        };
        match self {
            Directions::Edges | Directions::Link => false,
            Directions::Arcs => edges(),
            Directions::Symmetry => arcs() && (edges() || links.iter().all(back)),
            Directions::Weights => edges() && (arcs() || links.iter().any(|l| l.weight != 1)),
            Directions::Graph => arcs() && edges(),
        }
    }
}

/// A format of files of boards.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The name, as commands take it.
    pub name: &'static str,
    /// The endings of files in this format.
    pub endings: &'static [&'static str],
    /// The programs that read and write the format, and where it is defined.
    pub summary: &'static str,
    /// Whether a file may have several graphs.
    pub several: bool,
    /// The beginning of a file.
    pub head: &'static str,
    /// The text between two boards of a file.
    pub between: &'static str,
    carries: &'static [Feature],
    directions: Directions,
    write: Write,
}

/// Writes a board.
#[derive(Clone, Copy, Debug)]
enum Write {
    Text(fn(&Given, &dyn Fn(usize) -> String) -> String),
    /// The format takes some boards only. The last text says which.
    Line(fn(&Board) -> Option<String>, &'static str),
    /// As `Line`, for a format that is no text.
    Bytes(fn(&Board) -> Option<Vec<u8>>, &'static str),
}

/// All formats that are written. The readers also read incremental sparse6.
pub static FORMATS: [Format; 15] = [
    Format {
        name: "boards",
        endings: &["txt"],
        summary: "the notation of this program, a board on each line, with all its marks",
        several: true,
        head: "",
        between: "",
        carries: &[
            Tints, Token, Squares, Loops, Parallel, Weights, Edgeless, Empty,
        ],
        directions: Directions::Link,
        write: Write::Text(|given, _| given.board.text() + "\n"),
    },
    Format {
        name: "graph6",
        endings: &["g6"],
        summary: "nauty, Sage, networkx, House of Graphs; formats.txt of nauty",
        several: true,
        head: "",
        between: "",
        carries: &[Edgeless, Empty],
        directions: Directions::Edges,
        write: Write::Text(|given, _| graph6::write(given.board.graph()) + "\n"),
    },
    Format {
        name: "sparse6",
        endings: &["s6"],
        summary: "nauty, Sage, networkx; formats.txt of nauty",
        several: true,
        head: "",
        between: "",
        carries: &[Loops, Parallel, Edgeless, Empty],
        directions: Directions::Edges,
        write: Write::Text(|given, _| code(&given.board, sparse6::write)),
    },
    Format {
        name: "digraph6",
        endings: &["d6", "dig6"],
        summary: "nauty, Sage, GAP; formats.txt of nauty",
        several: true,
        head: "",
        between: "",
        carries: &[Loops, Edgeless, Empty],
        directions: Directions::Arcs,
        write: Write::Text(|given, _| code(&given.board, digraph6::write)),
    },
    Format {
        name: "edges",
        endings: &["edges", "edgelist", "el"],
        summary: "an edge on each line, as networkx, igraph and SNAP have it",
        several: false,
        head: "",
        between: "",
        carries: &[Labels, Loops, Weights],
        directions: Directions::Edges,
        write: Write::Text(edge_list),
    },
    Format {
        name: "adjacency",
        endings: &["adj", "lst"],
        summary: "the neighbours of each vertex on a line, as the House of Graphs has it",
        several: true,
        head: "",
        // An empty line parts lists of rows.
        between: "\n",
        carries: &[Labels, Loops, Edgeless],
        directions: Directions::Edges,
        write: Write::Text(|given, name| adjacency::write(&given.board, name)),
    },
    Format {
        name: "matrix",
        endings: &["mat"],
        summary: "the adjacency matrix, rows of 0 and 1",
        several: true,
        head: "",
        // An empty line parts lists of rows.
        between: "\n",
        carries: &[Loops, Edgeless],
        directions: Directions::Symmetry,
        write: Write::Text(|given, _| matrix::write(&given.board)),
    },
    Format {
        name: "dimacs",
        endings: &["col", "gr", "dimacs"],
        summary: "solvers for colouring, cliques and paths; the DIMACS challenges",
        several: true,
        head: "",
        between: "",
        carries: &[Loops, Weights, Edgeless, Empty],
        directions: Directions::Weights,
        write: Write::Text(|given, _| dimacs::write(&simple(&given.board, true))),
    },
    Format {
        name: "dot",
        endings: &["dot", "gv"],
        summary: "Graphviz; The DOT Language",
        several: true,
        head: "",
        between: "",
        carries: &[
            Tints, Token, Squares, Labels, Loops, Parallel, Weights, Edgeless, Empty,
        ],
        directions: Directions::Link,
        write: Write::Text(|given, name| dot::write(&given.board, name, &|_| String::new())),
    },
    Format {
        name: "gml",
        endings: &["gml"],
        summary: "networkx, igraph, Gephi; Himsolt's GML",
        several: true,
        head: "",
        between: "",
        carries: &[
            Tints, Token, Squares, Labels, Loops, Parallel, Weights, Edgeless, Empty,
        ],
        directions: Directions::Graph,
        write: Write::Text(|given, name| gml::write(&given.board, name)),
    },
    Format {
        name: "graphml",
        endings: &["graphml", "xml"],
        summary: "networkx, igraph, yEd, Gephi; the GraphML specification",
        several: false,
        head: "",
        between: "",
        carries: &[
            Tints, Token, Squares, Labels, Loops, Parallel, Weights, Edgeless, Empty,
        ],
        directions: Directions::Link,
        write: Write::Text(|given, name| graphml::write(&given.board, name)),
    },
    Format {
        name: "matrix-market",
        endings: &["mtx"],
        summary: "SciPy, MATLAB, the SuiteSparse collection; NIST's exchange formats",
        several: false,
        head: "",
        between: "",
        carries: &[Loops, Weights, Edgeless, Empty],
        directions: Directions::Symmetry,
        write: Write::Text(|given, _| matrix_market::write(&simple(&given.board, true))),
    },
    Format {
        name: "node-link",
        endings: &["json", "jsonl"],
        summary: "networkx and D3, a graph on each line; JSON",
        several: true,
        head: "",
        between: "",
        carries: &[
            Tints, Token, Squares, Labels, Loops, Parallel, Weights, Edgeless, Empty,
        ],
        directions: Directions::Graph,
        write: Write::Text(|given, name| {
            let id = |v: usize| match &given.labels {
                Some(_) => Value::from(name(v)),
                None => Value::from(v),
            };
            json::node_link(&given.board, &id, Value::Object(Default::default())).to_string() + "\n"
        }),
    },
    Format {
        name: "cgsuite",
        endings: &["cgs"],
        summary: "the graph strings of CGSuite's Snort and Col; CGSuite's help on games on graphs",
        several: true,
        head: "",
        between: "",
        carries: &[Tints],
        directions: Directions::Edges,
        write: Write::Line(
            |board| cgsuite_text(board).filter(|_| board.order() > 1),
            "a connected graph with an edge",
        ),
    },
    Format {
        name: "planar-code",
        endings: &["pc", "pl", "plc"],
        summary: "plantri, CaGe, House of Graphs; the guide of plantri",
        several: true,
        head: planar_code::HEAD,
        between: "",
        carries: &[Loops, Parallel, Edgeless, Empty],
        directions: Directions::Edges,
        write: Write::Bytes(planar_code::write, "a planar graph of order 65535 at most"),
    },
];

impl Format {
    /// The format with this name; `None` if there is none.
    pub fn find(name: &str) -> Option<&'static Format> {
        FORMATS.iter().find(|format| format.name == name)
    }

    /// The format of files with this ending; `None` if there is none.
    pub fn of_ending(ending: &str) -> Option<&'static Format> {
        let ending = ending.to_lowercase();
        FORMATS
            .iter()
            .find(|format| format.endings.contains(&&*ending))
    }

    /// Whether files in this format are text in UTF-8.
    pub fn is_text(&self) -> bool {
        !matches!(self.write, Write::Bytes(..))
    }

    /// Whether the boards are graph strings of CGSuite, whose tints some games exchange.
    pub fn is_cgsuite(&self) -> bool {
        self.name == "cgsuite"
    }

    /// A board in this format. Features that the format does not carry are left out: [`Format::lost`]
    /// names them.
    ///
    /// # Errors
    /// When the format has no place for such a board. The text says what it expects.
    pub fn write(&self, given: &Given) -> Result<Vec<u8>, String> {
        let name = |v: usize| match &given.labels {
            Some(labels) => labels[v].clone(),
            None => v.to_string(),
        };
        let wrong = |expected| format!("{} has no place for it; expected {expected}", self.name);
        match self.write {
            Write::Text(write) => Ok(write(given, &name).into_bytes()),
            Write::Line(write, expected) => {
                let line = write(&given.board).map(|text| (text + "\n").into_bytes());
                line.ok_or_else(|| wrong(expected))
            }
            Write::Bytes(write, expected) => write(&given.board).ok_or_else(|| wrong(expected)),
        }
    }

    /// The features of a board that the format does not carry, in words.
    pub fn lost(&self, given: &Given) -> Vec<&'static str> {
        let links = given.board.links();
        let carried = |feature| match feature {
            Arcs => self.directions != Directions::Edges,
            Mixed => !self.directions.mix(&links),
            // Programs write several loops at the only vertex in different ways.
            Parallel if self.name == "sparse6" && given.board.order() == 1 => false,
            feature => self.carries.contains(&feature),
        };
        let lost = |(feature, _): &&(Feature, &str)| !carried(*feature) && feature.is_in(given);
        Feature::ALL
            .iter()
            .filter(lost)
            .map(|(_, word)| *word)
            .collect()
    }
}

/// An edge list. Edges have attributes if there are weights, or if the text had another meaning
/// without them.
fn edge_list(given: &Given, name: &dyn Fn(usize) -> String) -> String {
    let given = Given {
        board: simple(&given.board, true),
        ..given.clone()
    };
    let plain = edges::write(&given.board, name, false);
    let is_same = |read: Given| read.board == given.board && read.labels == given.labels;
    match read_text(&plain, BoardLimit::MOST).is_ok_and(is_same) {
        true => plain,
        false => edges::write(&given.board, name, true),
    }
}

/// The line of a board in a format of nauty, after the features that it does not carry are removed.
fn code(board: &Board, write: fn(&Board) -> Option<String>) -> String {
    let text = write(board).or_else(|| write(&simple(board, false)));
    let text = text.or_else(|| write(&Board::untinted(board.graph().clone())));
    text.unwrap_or_default() + "\n"
}

/// A board without parallel links, and without weights unless they are kept.
fn simple(board: &Board, weights: bool) -> Board {
    let mut links = board.links();
    if !weights {
        links.iter_mut().for_each(|l| l.weight = 1);
    }
    links.dedup_by_key(|l| (l.from, l.to, l.arc));
    Board::untinted(Graph::empty(board.order())).with_links(links)
}
