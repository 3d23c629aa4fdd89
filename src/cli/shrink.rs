//! `boil shrink`: the smallest board below a given one that keeps a property.

use super::failure::{CommandResult, Failure};
use super::given;
use super::limits::LimitArgs;
use super::search::in_config;
use super::table::card;
use boilingpoint_boards::{Board, parse_board, simplest_name};
use boilingpoint_evolve::Problem;
use boilingpoint_plan::read_no_boards;
use boilingpoint_plan::{Override, Plan};
use boilingpoint_problem::{Class, Facts, Genome, Kind};
use boilingpoint_record::records::RecordLine;
use boilingpoint_search::{Evaluator, Shrunk, ShrunkEnd};
use clap::Args;
use serde_json::json;
use std::io::Write;

const AFTER_HELP: &str = "\
    The command takes vertices, branches and edges away, contracts edges, lowers numbers of \
    equal branches, and moves parts of the board elsewhere, as long as the board keeps the \
    property. It looks at the smallest boards first. The result is the same on any number of \
    threads. A board whose property is not decided within the limits does not count as one that \
    keeps it. The smallest board that is found need not be the smallest one that exists.";

#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
#[command(mut_arg("positions", |positions| positions.default_value("20000")))]
#[command(mut_arg("work", |work| {
    let help = "Most steps of work that one evaluation may take, each about a microsecond";
    work.default_value("200000").help(help)
}))]
#[command(mut_arg("seconds", |seconds| {
    seconds.help("Print the smallest board so far after this many seconds; 0 for no limit")
}))]
pub struct ShrinkArgs {
    /// A board that has the property, written as for `boil eval`
    board: String,
    /// The property: a condition over invariants, such as `temperature > degree`
    #[arg(long, value_name = "CONDITION", allow_hyphen_values = true)]
    keep: String,
    /// The class to stay in (any, connected, tree, caterpillar, bipartite, girth-5, squares); by
    /// default trees for a tree, and connected boards for a connected board
    #[arg(long)]
    class: Option<String>,
    /// Most boards to score
    #[arg(long, default_value_t = 20_000, value_name = "N")]
    boards: u64,
    /// Steps of a search for bounds, for a board that exceeds the positions or the work; 0 for no
    /// bounds
    #[arg(long, default_value_t = 500, value_name = "STEPS")]
    bounds: u64,
    /// Set a key of a config that limits the boards or their evaluation, such as
    /// `boards.max_degree=4`
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Print JSON: one object
    #[arg(long)]
    json: bool,
    /// Threads; 0 for one per core
    #[arg(long, default_value_t = 0)]
    threads: usize,
    #[command(flatten)]
    limits: LimitArgs,
}

impl ShrinkArgs {
    pub fn run(&self) -> CommandResult {
        let named = given::one(
            &self.board,
            Some(self.limits.ruleset()?),
            self.limits.board_limit(),
        )?;
        let in_board = |why: &dyn std::fmt::Display| named.failure(why);
        let board = &named.board()?.board;
        let plan = self.plan(board)?;
        let (_, clock) = self.limits.for_each_board();
        let evaluator = Evaluator::new(&plan, Some(clock.flag()))?;
        let witness = Genome::of_board(board).in_order();
        if !evaluator.boards().contains(&witness) {
            let class = plan.class_of(plan.boards.class);
            return Err(in_board(&format!("it is not in the class: {class}")));
        }
        let timer = clock.start();
        let shrunk = evaluator.shrink(&witness, self.boards);
        let shrunk = shrunk.map_err(|why| in_board(&why))?;
        drop(timer);
        clock.reset();
        let line = evaluator.record_of_find(&shrunk.genome, 0, Vec::new())?;
        let line = line.ok_or_else(|| in_board(&"the smallest board has no value"))?;
        self.print(board, &shrunk, &line)
    }

    /// The plan of a search for boards with the property, in the class of the board.
    fn plan(&self, board: &Board) -> Result<Plan, Failure> {
        let quoted = |text: &str| toml::Value::String(text.to_string()).to_string();
        let class = match &self.class {
            Some(class) => class.as_str(),
            None => kind_of(board).name(),
        };
        if self.keep.trim().is_empty() {
            return Err(Failure::input(
                "--keep: expected a condition such as `temperature > degree`",
            ));
        }
        let config = format!(
            "[game]\nruleset = {}\n",
            quoted(self.limits.ruleset()?.name())
        );
        let option = |flag: &str, key: &str, value: &str| Override::option(flag, key, value);
        let number = |flag: &str, key: &str, value: u64| option(flag, key, &value.to_string());
        let work = self
            .limits
            .work
            .unwrap_or(boilingpoint_solver::Budget::WORK);
        let mut overrides = vec![
            option("--class", "boards.class", class),
            option("--keep", "objective.find", &self.keep),
            option("--memory", "budget.memory", &self.limits.memory),
            number("--positions", "budget.positions", self.limits.positions),
            number("--work", "budget.work", work),
            number("--bounds", "budget.bounds", self.bounds),
            number("--threads", "threads", self.threads as u64),
        ];
        overrides.extend(self.set.iter().map(|text| Override::set(text)));
        let plan = Plan::resolve("shrink", config.as_bytes(), &overrides, read_no_boards);
        let mut plan = plan.map_err(|e| in_config(&e))?;
        let carries = plan.game.ruleset.carries();
        plan.boards.order = [1, board.order().max(1)];
        plan.boards.tinted = carries.tints;
        plan.boards.max_weight = carries.max_weight;
        plan.boards.loops = carries.loops;
        plan.boards.parallel = carries.parallel;
        plan.boards.arcs = carries.arcs;
        Ok(plan)
    }

    fn print(&self, board: &Board, shrunk: &Shrunk, line: &RecordLine) -> CommandResult {
        let facts = &line.facts;
        let mut out = std::io::stdout().lock();
        if self.json {
            let names = [
                "board",
                "tints",
                "order",
                "size",
                "temperature",
                "temperature_bounds",
                "mean",
                "outcome",
                "degree",
                "degree2",
                "certainty",
            ];
            let mut object = facts.object(&names);
            let name = name_of(facts);
            object.insert("name".to_string(), name.into());
            object.insert("input".to_string(), self.board.as_str().into());
            object.insert("input_order".to_string(), board.order().into());
            object.insert("keep".to_string(), self.keep.as_str().into());
            object.insert("verified".to_string(), line.verified.into());
            object.insert("boards_scored".to_string(), shrunk.scored.into());
            object.insert("end".to_string(), end_name(shrunk.end).into());
            writeln!(out, "{}", json!(object))?;
            return Ok(());
        }
        let (order, before) = (facts.order, board.order());
        let checked = match (line.verified, &line.proof) {
            (true, None) => "the independent evaluator agrees",
            (true, Some(_)) => "a certificate proves the bound",
            (false, _) => "not checked: it exceeds a limit",
        };
        let texts = |names: [&str; 2]| names.map(|name| facts.column(name).text()).join(", ");
        let name = name_of(facts).unwrap_or_else(|| facts.board_text());
        let mut rows = vec![("board", name)];
        rows.push(("order, size", texts(["order", "size"])));
        if facts.temperature.is_some() {
            rows.push(("temperature", facts.temperature_text()));
        }
        rows.push(("degrees", texts(["degree", "degree2"])));
        rows.push(("checked", checked.to_string()));
        rows.push(("boards scored", shrunk.scored.to_string()));
        rows.push(("end", end_in_words(shrunk.end).to_string()));
        if order < before as u64 {
            writeln!(out, "order {before} to {order}")?;
        } else {
            writeln!(out, "no smaller board was found")?;
        }
        writeln!(out, "{}", card(14, rows))?;
        Ok(())
    }
}

/// The simplest family or construction that a board is, if there is one.
fn name_of(facts: &Facts) -> Option<String> {
    let board = parse_board(&facts.board_text()).ok()?;
    simplest_name(&board)
}

/// The narrowest of the classes trees, connected boards and all boards that has a board, or the
/// class of boards of squares.
fn kind_of(board: &Board) -> Kind {
    if board.squares().is_some() {
        return Kind::Squares;
    }
    let mut plain = Genome::of_board(&Board::untinted(board.graph().clone()));
    plain = plain.in_order();
    let has = |kind: &Kind| Class::of(*kind, 0..=usize::MAX).contains(&plain);
    let kinds = [Kind::Tree, Kind::Connected];
    kinds.into_iter().find(has).unwrap_or(Kind::Any)
}

fn end_name(end: ShrunkEnd) -> &'static str {
    match end {
        ShrunkEnd::Exhausted => "exhausted",
        ShrunkEnd::Boards => "boards",
        ShrunkEnd::Stopped => "seconds",
    }
}

fn end_in_words(end: ShrunkEnd) -> &'static str {
    match end {
        ShrunkEnd::Exhausted => "no board is left to look at",
        ShrunkEnd::Boards => "stopped at the limit of boards (--boards)",
        ShrunkEnd::Stopped => "stopped at the limit of time (--seconds)",
    }
}
