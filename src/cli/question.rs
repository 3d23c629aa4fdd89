//! Options that scan, landscape and atlas share: an objective, a condition, and a class to
//! list.

use super::failure::{CommandResult, Failure};
use super::limits::shortened;
use super::ranges::ends;
use boilingpoint_boards::Board;
use boilingpoint_book::BoardClass;
use boilingpoint_problem::expression::{self, Expression};
use boilingpoint_problem::{
    Class, Kind, Objective, ObjectiveText, invariants, listed_names, listed_up_to,
};
use boilingpoint_record::input::open_named;
use boilingpoint_rules::{Features, Ruleset};
use boilingpoint_solver::SolveError;
use boilingpoint_study::atlas::known_orders;
use boilingpoint_study::boards::marks;
use clap::Args;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// The objective, and the condition under which a board counts.
#[derive(Args, Debug)]
pub struct QuestionArgs {
    /// The objective to maximise: an expression over invariants, or several separated by `;`
    #[arg(
        long,
        default_value = "temperature - degree",
        value_name = "EXPRESSION",
        allow_hyphen_values = true
    )]
    objective: String,
    #[command(flatten)]
    condition: ConditionArgs,
}

/// The condition under which a board counts.
#[derive(Args, Debug)]
pub struct ConditionArgs {
    /// A condition that a board has to meet to be counted
    #[arg(long, visible_alias = "where", value_name = "CONDITION")]
    require: Option<String>,
}

impl QuestionArgs {
    /// The objective that the options describe.
    pub fn objective(&self) -> Result<Objective, Failure> {
        self.condition.objective_of(&expressions(&self.objective)?)
    }

    /// The objective as a text that [`Objective::parse`] reads.
    pub fn text(&self) -> Result<String, Failure> {
        let (maximize, require) = (expressions(&self.objective)?, self.condition.expression()?);
        Ok(ObjectiveText::of(&maximize, require.as_ref()).to_string())
    }

    /// The text of the condition.
    pub fn condition_text(&self) -> Result<Option<String>, Failure> {
        self.condition.text()
    }

    /// The condition alone, as an objective that maximises nothing.
    pub fn condition(&self) -> Result<Objective, Failure> {
        self.condition.objective()
    }
}

impl ConditionArgs {
    /// The condition, as an objective that maximises nothing.
    pub fn objective(&self) -> Result<Objective, Failure> {
        self.objective_of(&[])
    }

    /// The condition.
    pub fn expression(&self) -> Result<Option<Expression>, Failure> {
        self.require.as_deref().map(condition).transpose()
    }

    /// The text of the condition.
    pub fn text(&self) -> Result<Option<String>, Failure> {
        let require = self.expression()?;
        Ok(require.map(|require| require.text().to_string()))
    }

    /// The objective that maximises these expressions under the condition.
    pub fn objective_of(&self, maximize: &[Expression]) -> Result<Objective, Failure> {
        let require = self.expression()?;
        Ok(Objective::new(maximize, require.as_ref(), &[]))
    }
}

/// Tints and marks that are added to every listed board, in every possible way.
#[derive(Args, Debug)]
pub struct MarkOptions {
    /// Add tints to every board, in every possible way
    #[arg(long)]
    tinted: bool,
    /// Add loops to every board, in every possible way
    #[arg(long)]
    loops: bool,
    /// Give the edges of every board directions, in every possible way
    #[arg(long)]
    arcs: bool,
    /// Give every board weights from 1 to N, in every possible way
    #[arg(long, default_value_t = 1, value_name = "N")]
    weights: u32,
}

impl MarkOptions {
    /// A class with these tints and marks. If the game needs a token, its boards have one.
    pub fn class(&self, ruleset: &dyn Ruleset) -> Result<Class, Failure> {
        let features = Features {
            tints: self.tinted,
            max_weight: self.weights,
            loops: self.loops,
            arcs: self.arcs,
            ..Features::GRAPH
        };
        marks(ruleset, features).map_err(|why| Failure::input(format!("--{why}")))
    }
}

fn parse(option: &str, text: &str) -> Result<Expression, Failure> {
    Expression::parse(text, &invariants::names())
        .map_err(|e| Failure::input(format!("{option}: {}", e.render(text))))
}

/// The expressions of `--objective`.
pub fn expressions(text: &str) -> Result<Vec<Expression>, Failure> {
    let texts = ObjectiveText::list(text).into_iter();
    texts.map(|text| number("--objective", text)).collect()
}

/// The expression of an option, which has to be a number.
pub fn number(option: &str, text: &str) -> Result<Expression, Failure> {
    let expression = parse(option, text)?;
    if expression.kind() == expression::QuantityKind::Number {
        return Ok(expression);
    }
    Err(Failure::input(format!(
        "{option}: `{text}` is a condition; expected a number"
    )))
}

fn condition(text: &str) -> Result<Expression, Failure> {
    let expression = parse("--require", text)?;
    if expression.kind() == expression::QuantityKind::Condition {
        return Ok(expression);
    }
    Err(Failure::input(format!(
        "--require: `{text}` is a number; expected a condition such as `degree <= 3`"
    )))
}

/// The class of `--class` and `--order`, if this program can list all its boards.
pub fn listed_class(name: &str, orders: &str) -> Result<Class, Failure> {
    listed_to(name, orders, listed_up_to)
}

/// The class of `--class` and `--order`, if this program or `geng` can list all its boards in
/// parts.
pub fn listed_by_all(name: &str, orders: &str) -> Result<Class, Failure> {
    listed_to(name, orders, |kind| match kind {
        Kind::Connected => Some(known_orders(kind)),
        kind => listed_up_to(kind),
    })
}

/// The failure of a command that does not know a class.
pub fn no_class(name: &str, expected: &str) -> Failure {
    let meant = BoardClass::suggestion(name).map_or(String::new(), |meant| format!("; {meant}"));
    Failure::input(format!("--class {name}: expected {expected}{meant}"))
}

fn listed_to(
    name: &str,
    orders: &str,
    most: impl Fn(Kind) -> Option<usize>,
) -> Result<Class, Failure> {
    let class = BoardClass::parse(name).filter(|class| class.features == Features::GRAPH);
    let (low, high) = range(orders)?;
    let class = class.and_then(|class| class.within(low..=high, Features::GRAPH));
    let Some((class, most)) = class.and_then(|class| Some((class, most(class.kind)?))) else {
        let kinds = listed_names();
        return Err(no_class(
            name,
            &format!(
                "{kinds}, with further words if wanted, as in `connected, regular 3, girth 5`"
            ),
        ));
    };
    if low < 1 || high > most {
        return Err(Failure::input(format!(
            "--order: this program lists {name} boards of orders 1..{most}; for more, pipe a generator such as geng into `boil scan -`"
        )));
    }
    Ok(class)
}

/// The orders of `--order`, both ends included.
pub fn range(text: &str) -> Result<(usize, usize), Failure> {
    let ends = ends(text, |t| t.trim().parse::<usize>()).ok();
    let range = ends.filter(|(l, h)| l <= h);
    range.ok_or_else(|| Failure::input(format!("--order {text}: expected a range such as 2..8")))
}

/// A stream of boards: a file, or standard input for `-`.
pub fn stream(name: &str) -> Result<Box<dyn BufRead + Send>, Failure> {
    if name == "-" {
        return Ok(Box::new(BufReader::new(std::io::stdin())));
    }
    if Path::new(name).is_dir() {
        return Err(Failure::input(format!(
            "{name} is a folder; expected a file"
        )));
    }
    let file = open_named(name.as_ref());
    let file = file.map_err(|e| Failure::input(format!("cannot read {name}: {e}")))?;
    Ok(Box::new(BufReader::new(file)))
}

/// A board as graph6, with its tints if it has any.
pub fn notation(board: &Board) -> String {
    board.text()
}

/// The error of a command about all boards when one board cannot be solved.
pub fn unsolved(board: &Board, error: &SolveError) -> Failure {
    let degree = board.graph().degree();
    Failure::input(format!(
        "board `{}` (order {}, degree {degree}): {error}",
        shortened(&notation(board)),
        board.order()
    ))
}

impl QuestionArgs {
    /// Prints how many of the boards have no fitness, and why, if there are any.
    pub fn note_unscored(&self, unscored: u64, boards: u64) -> CommandResult {
        if unscored == 0 {
            return Ok(());
        }
        match self.condition_text()? {
            Some(condition) => print_note!(
                "note: {unscored} of {boards} boards have no fitness: they do not meet `{condition}`, or the objective is undefined"
            ),
            None => print_note!(
                "note: {unscored} of {boards} boards have no fitness: the objective is undefined"
            ),
        }
        Ok(())
    }
}
