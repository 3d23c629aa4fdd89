//! Features: the kinds of marks that boards may carry besides a graph. Games, classes, configs and
//! commands use the same list.

use boilingpoint_boards::{Board, MAX_WEIGHT};
use serde::{Deserialize, Serialize};

/// A kind of mark that a board may carry besides its graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feature {
    /// Tints of vertices, which say who may claim a vertex.
    Tints,
    /// Weights of links greater than 1.
    Weights,
    /// Loops: links from a vertex to itself.
    Loops,
    /// Parallel links: several links between the same two vertices.
    Parallel,
    /// Arcs: links that can be used in one direction only.
    Arcs,
    /// A token that lies on a vertex.
    Token,
    /// Squares of the plane lattice as vertices.
    Squares,
}

/// The features that a board may have, and the features that it must have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Features {
    /// Whether vertices may have tints.
    pub tints: bool,
    /// The greatest weight that a link may have, at least 1.
    pub max_weight: u32,
    /// Whether vertices may have loops.
    pub loops: bool,
    /// Whether several links may join the same two vertices.
    pub parallel: bool,
    /// Whether links may have directions.
    pub arcs: bool,
    /// Whether a token must lie on a vertex; if not, no vertex may have one.
    pub token: bool,
    /// Whether the vertices must be squares; if not, no vertex may be a square.
    pub squares: bool,
}

impl Features {
    /// The features of a plain graph: no marks are allowed.
    pub const GRAPH: Features = Features {
        tints: false,
        max_weight: 1,
        loops: false,
        parallel: false,
        arcs: false,
        token: false,
        squares: false,
    };

    /// The features of a graph whose vertices may have tints.
    pub const TINTS: Features = Features {
        tints: true,
        ..Features::GRAPH
    };

    /// The features of piles: a pile is a vertex with weighted loops.
    pub const PILES: Features = Features {
        loops: true,
        max_weight: MAX_WEIGHT,
        ..Features::GRAPH
    };

    /// Whether these features include a given feature.
    pub fn has(&self, feature: Feature) -> bool {
        match feature {
            Feature::Tints => self.tints,
            Feature::Weights => self.max_weight > 1,
            Feature::Loops => self.loops,
            Feature::Parallel => self.parallel,
            Feature::Arcs => self.arcs,
            Feature::Token => self.token,
            Feature::Squares => self.squares,
        }
    }

    /// Whether these features include any feature other than tints and squares.
    pub fn has_marks(&self) -> bool {
        let unmarked = Features {
            tints: self.tints,
            squares: self.squares,
            ..Features::GRAPH
        };
        *self != unmarked
    }

    pub(super) fn check(&self, ruleset: &str, board: &Board) -> Result<(), Unfit> {
        let unfit = |problem: String| {
            Err(Unfit {
                ruleset: ruleset.to_string(),
                problem,
            })
        };
        let (squares, token) = (board.squares().is_some(), board.token().is_some());
        let problem = if self.squares && !squares && board.order() > 0 {
            "is played on squares; give a board such as `..|#.` or `squares(2,3)`"
        } else if self.token && !token {
            "needs a token on a vertex; give a board such as `cycle(5)@0`"
        } else if squares && !self.squares {
            "is not played on squares"
        } else if token && !self.token {
            "has no use for a token"
        } else if board.is_tinted() && !self.tints {
            "has no use for tints"
        } else {
            return self.unfit_link(board).map_or(Ok(()), unfit);
        };
        unfit(problem.to_string())
    }

    /// A description of the first link that the features do not allow; `None` if all links are
    /// allowed.
    fn unfit_link(&self, board: &Board) -> Option<String> {
        if board.has_plain_links() {
            return None;
        }
        let links = board.links();
        for (i, l) in links.iter().enumerate() {
            let (a, b) = (l.from, l.to);
            let same = |k: &boilingpoint_boards::Link| (k.from, k.to, k.arc) == (a, b, l.arc);
            let problem = if l.is_loop() && !self.loops {
                format!("loops; there is a loop at vertex {a}")
            } else if l.arc && !self.arcs {
                format!("arcs; there is an arc from {a} to {b}")
            } else if l.weight > 1 && !self.has(Feature::Weights) {
                format!("weights; the edge {a}-{b} has a weight above 1")
            } else if !self.parallel && links[..i].iter().any(same) {
                format!("parallel edges; there are parallel edges between {a} and {b}")
            } else {
                continue;
            };
            return Some(format!("has no use for {problem}"));
        }
        None
    }
}

/// The error for a board that is not a position of a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{ruleset} {problem}")]
pub struct Unfit {
    /// The name of the ruleset.
    pub ruleset: String,
    /// A description of the feature that the game needs, or that it cannot use.
    pub problem: String,
}
