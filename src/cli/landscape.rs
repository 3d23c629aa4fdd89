//! `boil landscape`: counts the boards that trap a search, by order and by set of moves.

use super::failure::{CommandResult, Failure};
use super::limits::LimitArgs;
use super::question::{QuestionArgs, listed_class, unsolved};
use super::table::{TextColumn, head, left, line, right};
use boilingpoint_problem::expression::Number;
use boilingpoint_problem::{Fitness, NEIGHBOURHOODS};
use boilingpoint_solver::Pool;
use boilingpoint_study::{LandscapeError, MoveSet, OrderLandscape, Traps, landscape};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::io::Write;
use std::time::Duration;

const AFTER_HELP: &str = "A search changes a board by a move, such as adding a leaf, and keeps the change if the board \
    gets better. This command values every board of the class and tries every move on it. A board that no move improves \
    is a local optimum: such a search gets stuck there. It is a false optimum if its order has a better board. It is a \
    false plateau if, in addition, moves between boards of equal fitness never lead to an improvement.";

#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct LandscapeArgs {
    /// The class of boards (connected, tree, caterpillar, bipartite, girth-5)
    #[arg(long)]
    class: String,
    /// The orders: `2..8`, both ends included; moves keep the order within this range
    #[arg(long, value_name = "RANGE")]
    order: String,
    #[command(flatten)]
    question: QuestionArgs,
    /// Print JSON: one object per line, for each order and set of moves
    #[arg(long)]
    json: bool,
    /// Threads; 0 for one per core
    #[arg(long, default_value_t = 0)]
    threads: usize,
    #[command(flatten)]
    limits: LimitArgs,
}

impl LandscapeArgs {
    pub fn run(&self) -> CommandResult {
        let class = listed_class(&self.class, &self.order)?;
        let objective = self.question.objective()?;
        let budget = self.limits.budget()?;
        let pool = Pool::new(self.limits.ruleset()?, &budget, self.threads)?;
        let spinner = spinner();
        let surveyed = landscape(&class, &objective, &pool, budget.stop.as_deref());
        spinner.finish_and_clear();
        let orders = surveyed.map_err(|error| match error {
            LandscapeError::Unsolved(board, error) => unsolved(&board, &error),
            stopped => Failure::input(stopped),
        })?;
        if self.json {
            print_json(&orders)?;
        } else {
            print_tables(&orders)?;
        }
        let unscored = orders.values().map(|order| order.maximum.undefined).sum();
        let boards = orders.values().map(|order| order.boards).sum();
        self.question.note_unscored(unscored, boards)
    }
}

fn spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {elapsed}").expect("a valid template");
    let spinner = ProgressBar::new_spinner().with_style(style);
    spinner.enable_steady_tick(Duration::from_millis(200));
    spinner
}

/// The mean number of neighbours of a board that has a fitness.
fn mean(order: &OrderLandscape, traps: &Traps) -> Option<Number> {
    let scored = order.boards - order.maximum.undefined;
    (scored > 0).then(|| Number::new(traps.neighbours.into(), scored.into()))
}

/// The columns. The first column is an empty margin.
const COLUMNS: [TextColumn; 6] = [
    left("", 0),
    left("moves", 22),
    right("local optima", 12),
    right("false optima", 12),
    right("false plateaus", 14),
    right("mean neighbours", 15),
];

fn print_tables(orders: &BTreeMap<usize, OrderLandscape>) -> CommandResult {
    let mut out = std::io::stdout().lock();
    for (place, (number, order)) in orders.iter().enumerate() {
        if place > 0 {
            writeln!(out)?;
        }
        let max = order
            .maximum
            .max
            .as_ref()
            .map_or("-".into(), Fitness::to_string);
        let (boards, attaining) = (order.boards, order.maximum.attaining);
        writeln!(
            out,
            "order {number}: boards {boards}, maximum {max}, attained by {attaining}"
        )?;
        writeln!(out, "{}", head(&COLUMNS))?;
        for (moves, traps) in MoveSet::all().into_iter().zip(&order.traps) {
            let mean = mean(order, traps).map_or("-".into(), one_decimal);
            let counts = [traps.optima, traps.false_optima, traps.false_plateaus];
            let [optima, false_optima, plateaus] = counts.map(|n| n.to_string());
            let cells = [
                String::new(),
                name(moves),
                optima,
                false_optima,
                plateaus,
                mean,
            ];
            writeln!(out, "{}", line(&COLUMNS, &cells))?;
        }
    }
    Ok(())
}

/// The names of the neighbourhoods in a set. A set of all neighbourhoods has the name `all`.
fn name(moves: MoveSet) -> String {
    let names = moves.names();
    if names.len() == NEIGHBOURHOODS.len() {
        return "all".to_string();
    }
    names.join("+")
}

/// A non-negative number, rounded to one decimal.
fn one_decimal(number: Number) -> String {
    let tenths = (number * Number::from_integer(10)).round().to_integer();
    format!("{}.{}", tenths / 10, tenths % 10)
}

fn print_json(orders: &BTreeMap<usize, OrderLandscape>) -> CommandResult {
    let mut out = std::io::stdout().lock();
    for (number, order) in orders {
        for (moves, traps) in MoveSet::all().into_iter().zip(&order.traps) {
            let object = serde_json::json!({
                "order": number,
                "boards": order.boards,
                "unscored": order.maximum.undefined,
                "max": order.maximum.max.as_ref().map(Fitness::to_string),
                "attaining": order.maximum.attaining,
                "moves": moves.names(),
                "local_optima": traps.optima,
                "false_optima": traps.false_optima,
                "false_plateaus": traps.false_plateaus,
                "mean_neighbours": mean(order, traps).map(|mean| mean.to_string()),
            });
            writeln!(out, "{object}")?;
        }
    }
    Ok(())
}
