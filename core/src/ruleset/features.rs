//! Features: the marks that boards may carry besides a graph. Games, classes, configs and commands
//! use the same list.

use crate::graph::{Board, MAX_WEIGHT};

/// A kind of mark that a board may carry besides its graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feature {
    /// Tints of vertices.
    Tints,
    /// Weights of links above 1.
    Weights,
    /// Loops at vertices.
    Loops,
    /// Several links between the same vertices.
    Parallel,
    /// Directions of links.
    Arcs,
    /// A token on a vertex.
    Token,
    /// Squares as vertices.
    Squares,
}

/// The marks that a board may carry besides its graph, and those that it must carry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    /// Vertices may be tinted.
    pub tints: bool,
    /// The greatest weight of a link, at least 1.
    pub max_weight: u32,
    /// Vertices may have loops.
    pub loops: bool,
    /// Several links may join the same vertices.
    pub parallel: bool,
    /// Links may have directions.
    pub arcs: bool,
    /// A token must lie on a vertex.
    pub token: bool,
    /// The vertices must be squares.
    pub squares: bool,
}

impl Features {
    /// A graph without marks.
    pub const GRAPH: Features = Features {
        tints: false,
        max_weight: 1,
        loops: false,
        parallel: false,
        arcs: false,
        token: false,
        squares: false,
    };

    /// A graph with tints.
    pub const TINTS: Features = Features {
        tints: true,
        ..Features::GRAPH
    };

    /// Piles: vertices with weighted loops.
    pub const PILES: Features = Features {
        loops: true,
        max_weight: MAX_WEIGHT,
        ..Features::GRAPH
    };

    /// Whether a feature is among these.
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

    /// Whether any feature other than tints and squares is among these.
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
        if self.squares && board.squares().is_none() && board.order() > 0 {
            return unfit(
                "is played on squares; give a board such as `..|#.` or `squares(2,3)`".to_string(),
            );
        }
        if self.token && board.token().is_none() {
            return unfit(
                "needs a token on a vertex; give a board such as `cycle(5)@0`".to_string(),
            );
        }
        if !self.squares && board.squares().is_some() {
            return unfit("is not played on squares".to_string());
        }
        if !self.token && board.token().is_some() {
            return unfit("has no use for a token".to_string());
        }
        if !self.tints && board.is_tinted() {
            return unfit("has no use for tints".to_string());
        }
        self.unfit_link(board).map_or(Ok(()), unfit)
    }

    /// A description of the first link that the features do not allow.
    fn unfit_link(&self, board: &Board) -> Option<String> {
        if board.has_plain_links() {
            return None;
        }
        let links = board.links();
        for (i, l) in links.iter().enumerate() {
            let (a, b) = (l.from, l.to);
            if l.is_loop() && !self.loops {
                return Some(format!(
                    "has no use for loops; there is a loop at vertex {a}"
                ));
            }
            if l.arc && !self.arcs {
                return Some(format!(
                    "has no use for arcs; there is an arc from {a} to {b}"
                ));
            }
            if l.weight > 1 && !self.has(Feature::Weights) {
                return Some(format!(
                    "has no use for weights; the edge {a}-{b} has a weight above 1"
                ));
            }
            let same = |k: &crate::graph::Link| (k.from, k.to, k.arc) == (a, b, l.arc);
            if !self.parallel && links[..i].iter().any(same) {
                return Some(format!(
                    "has no use for parallel edges; there are parallel edges between {a} and {b}"
                ));
            }
        }
        None
    }
}

/// A board that a game cannot be played on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{ruleset} {problem}")]
pub struct Unfit {
    /// The game.
    pub ruleset: String,
    /// The feature that the game needs or cannot use.
    pub problem: String,
}
