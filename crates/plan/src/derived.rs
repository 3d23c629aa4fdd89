//! Settings that follow from several keys: goals, classes, and the boards of start files.

use super::expressions::SMALLEST;
use super::keys::{BoardKeys, GameKeys, ObjectiveKeys};
use super::question::Question;
use super::reader::Reader;
use super::start::StartBoard;
use super::table::key;
use super::{ConfigError, Plan};
use boilingpoint_boards::is_cgsuite;
use boilingpoint_problem::expression::Expression;
use boilingpoint_problem::{Class, Kind, Properties, invariants};
use boilingpoint_rules::Features;
use boilingpoint_solver::Budget;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Reads the boards of a file in `boards.start_from`. Keeps the boards that are in the plan's
/// class.
pub type ReadBoards = fn(&Path, &Plan) -> Result<Vec<StartBoard>, Box<dyn std::error::Error>>;

/// Refuses to read a file that the config of a run names, or a config from a cluster. A resolved
/// plan has the boards of its files in it. So such a config was not written by this program, and
/// could name any file of the user.
///
/// # Errors
/// Always.
pub fn read_no_boards(_: &Path, _: &Plan) -> Result<Vec<StartBoard>, Box<dyn std::error::Error>> {
    let why = "the config of a run names no files: `boards.start` has its boards";
    Err(why.into())
}

impl GameKeys {
    /// The game for people: its name, if it has one, beside its rules.
    pub fn text(&self) -> String {
        game_text(self.ruleset.name(), &self.name)
    }
}

/// A game for people: its name, if it has one, beside its rules.
pub fn game_text(rules: &str, name: &str) -> String {
    match name {
        "" => rules.to_string(),
        name => format!("{name} — {rules}"),
    }
}

impl ObjectiveKeys {
    /// The expressions that are maximised, the most important first. They are given by `maximize`,
    /// or derived from `find`.
    pub fn goals(&self) -> &[Expression] {
        match &self.find {
            Some(find) => &find.maximize,
            None => &self.maximize.expressions,
        }
    }

    /// The expressions to maximise among the boards that meet all conditions; `None` in a search
    /// for a front, or for the values of an expression.
    pub fn walked(&self) -> Option<Vec<Expression>> {
        match self.question() {
            Question::Find(_) => {
                let smallest = Expression::parse(SMALLEST, &invariants::names());
                smallest.ok().map(|smallest| vec![smallest])
            }
            Question::Best if !self.is_front() => Some(self.goals().to_vec()),
            Question::Best | Question::Collect(_) => None,
        }
    }

    /// Whether the objective stands for a score that somebody else computes: the order, without a
    /// condition.
    pub fn is_placeholder(&self) -> bool {
        let is_order = matches!(self.goals(), [only] if only.text() == "order");
        is_order && self.find.is_none() && self.require.is_none()
    }

    /// Whether the search looks for a front: the expressions that are maximised have no order among
    /// them.
    pub fn is_front(&self) -> bool {
        self.find.is_none() && self.maximize.is_front
    }
}

impl Plan {
    /// The condition that every board has to meet: `objective.require`, and the properties of the
    /// class. `None` if there is none.
    pub fn required(&self) -> Option<Expression> {
        let of_class = self.boards.properties().condition();
        match (&self.objective.require, of_class) {
            (Some(require), Some(of_class)) => Some(of_class.and(require)),
            (require, of_class) => require.clone().or(of_class),
        }
    }

    /// The text of the condition that every board has to meet, if there is one.
    pub fn condition_text(&self) -> Option<String> {
        let required = self.required()?;
        Some(required.text().to_string())
    }

    /// The budget of the plan's solvers. They stop when `stop` becomes true.
    pub fn solver_budget(&self, stop: Option<Arc<AtomicBool>>) -> Budget {
        Budget {
            positions: self.budget.positions,
            work: self.budget.work,
            bytes: self.budget.board_memory as usize,
            stop,
        }
    }

    /// Reads the start boards as their texts mean them in the game.
    pub(super) fn fit_start(&mut self) {
        let ruleset = self.game.ruleset;
        for start in &mut self.boards.start {
            start.board = ruleset.meant(start.board.clone(), is_cgsuite(&start.text));
        }
    }

    /// Replaces the start files by the boards that they contain.
    pub(super) fn read_start_files(
        &mut self,
        from: &Reader,
        read_boards: ReadBoards,
    ) -> Result<(), ConfigError> {
        self.boards.start_from.clear();
        for (path, spot) in from.texts(key!(boards.start_from), false) {
            match read_boards(Path::new(path.trim()), self) {
                Ok(boards) => self.boards.start.extend(boards),
                Err(error) => from.wrong(&spot, error.to_string(), None),
            }
        }
        from.check()
    }

    /// The class of boards of this kind within the plan's bounds.
    pub fn class_of(&self, kind: Kind) -> Class {
        let boards = &self.boards;
        let [min_order, max_order] = boards.order;
        Class {
            kind,
            min_order,
            max_order,
            max_degree: boards.most_degree(),
            max_kinds: boards.max_kinds,
            properties: boards.properties(),
            features: Features {
                token: self.game.ruleset.carries().token,
                ..boards.features()
            },
        }
    }
}

impl BoardKeys {
    /// The greatest degree of a vertex; 0 for no bound.
    pub fn most_degree(&self) -> usize {
        match self.regular {
            0 => self.max_degree,
            regular => regular,
        }
    }

    /// The bounds on the graph that moves do not keep.
    pub fn properties(&self) -> Properties {
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Properties {
            min_degree: number(self.min_degree.max(self.regular)),
            girth: number(self.girth),
            clique: number(self.clique),
            diameter: number(self.diameter),
            bipartite: self.bipartite,
            vertex_transitive: self.vertex_transitive,
        }
    }

    /// The features that boards may have. A token is not among them, since only the ruleset decides
    /// whether boards have a token.
    pub(super) fn features(&self) -> Features {
        Features {
            tints: self.tinted,
            max_weight: self.max_weight,
            loops: self.loops,
            parallel: self.parallel,
            arcs: self.arcs,
            token: false,
            squares: self.class == Kind::Squares,
        }
    }
}
