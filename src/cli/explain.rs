//! `boil explain`: finds the families that a record, or any board, belongs to.

use super::failure::{CommandResult, Failure};
use super::given;
use super::limits::{DEFAULT_MEMORY, FORM_LIMIT, LimitArgs, ruleset_name, stop_within};
use super::records::record;
use super::table::card;
use boilingpoint_boards::canon::normal;
use boilingpoint_boards::{Board, BoardFamily, BoardLimit, shape_of, simplest_name, with_name};
use boilingpoint_book::harvest::board_of;
use boilingpoint_problem::{Objective, ObjectiveText};
use boilingpoint_solver::{Budget, Pool, SolveError};
use boilingpoint_study::families::{
    ColumnFormula, CommonForm, Formulas, Proposal, Structure, Sweep, SweepError, SweepRow,
    Valuation, fewest_rows, proposals, structure,
};
use boilingpoint_values::Notation;
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The largest number of vertices of a board that is explained.
const MOST_VERTICES: usize = 500;

/// The number of steps for the bounds of a member that exceeds the budget.
const STEPS: u64 = 2_000;

#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// The number of a record in the book (`boil records list`), or a board
    #[arg(value_name = "RECORD", allow_negative_numbers = true)]
    what: String,
    /// The record book
    #[arg(long, default_value = "runs/records.db", value_name = "FILE")]
    book: PathBuf,
    /// The game; by default the record's own, and snort for a board
    #[arg(long, value_name = "NAME", value_parser = ruleset_name)]
    ruleset: Option<String>,
    /// The objective whose growth is examined: an expression over invariants; by default the
    /// record's own
    #[arg(long, value_name = "EXPRESSION", allow_hyphen_values = true)]
    objective: Option<String>,
    /// Most positions that one evaluation may visit; a member that needs more gets bounds
    #[arg(long, default_value_t = 500_000, value_name = "N")]
    positions: u64,
    /// Most steps of work that one evaluation may take, each about a microsecond; 2,000,000 by
    /// default
    #[arg(long, value_name = "N")]
    work: Option<u64>,
    /// Stop after this many seconds; 0 for no limit. Each family has an equal share of the time
    /// that is left, and is explained by the members that were valued in it
    #[arg(long, default_value_t = 20, value_name = "N")]
    seconds: u64,
    /// Memory for the whole program, at least 64 MiB
    #[arg(long, default_value = DEFAULT_MEMORY, value_name = "SIZE")]
    memory: String,
    /// Threads; 0 for one per core
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// Print JSON: one object per line, first the structure, then each family
    #[arg(long)]
    json: bool,
}

struct ExplainedBoard {
    board: Board,
    ruleset: String,
    objective: String,
    source: Option<i64>,
}

impl ExplainedBoard {
    fn asked(&self) -> ObjectiveText<'_> {
        ObjectiveText::split(&self.objective)
    }
}

/// The members of a family that were valued, the first ones first.
struct Members {
    all: Vec<SweepRow>,
    /// Whether the time sufficed for all.
    are_all: bool,
}

impl ExplainArgs {
    pub fn run(&self) -> CommandResult {
        let subject = self.subject()?;
        let board = &subject.board;
        if !board.is_plain() {
            return Err(Failure::input(
                "only boards without weights, loops, arcs, tokens and squares can be explained",
            ));
        }
        if board.order() > MOST_VERTICES {
            let problem =
                format!("only boards of at most {MOST_VERTICES} vertices can be explained");
            return Err(Failure::input(problem));
        }
        let objective = Objective::parse(&subject.objective)
            .map_err(|why| Failure::input(format!("objective `{}`: {why}", subject.objective)))?;
        let shape = shape_of(board);
        let found = shape.as_ref().map_or(Vec::new(), proposals);
        let mut out = std::io::stdout().lock();
        self.print_structure(&mut out, &subject, shape.map(|s| s.0.to_string()))?;
        if found.is_empty() && !self.json {
            writeln!(
                out,
                "\nno family was found: no part of the board is repeated, so nothing can become a parameter"
            )?;
        }
        let limits = LimitArgs {
            ruleset: subject.ruleset.clone(),
            positions: self.positions,
            work: self.work,
            memory: self.memory.clone(),
            seconds: 0,
        };
        let (ruleset, budget) = (limits.ruleset()?, limits.budget()?);
        let began = Instant::now();
        for (done, proposal) in found.iter().enumerate() {
            let left = Duration::from_secs(self.seconds).saturating_sub(began.elapsed());
            let share = left / (found.len() - done) as u32;
            let stop = (self.seconds > 0).then(|| stop_within(share));
            let budget = Budget {
                stop,
                ..budget.clone()
            };
            let pool = Pool::new(ruleset, &budget, self.threads)?;
            let rows = self.sweep(&pool, &objective, proposal)?;
            if rows.all.len() < fewest_rows() && !rows.are_all {
                self.print_unfinished(&mut out, proposal)?;
                continue;
            }
            let names: Vec<char> = proposal.at.iter().map(|(name, _)| name).collect();
            let formulas = Formulas::of(&names, &rows.all, &subject.asked().maximize);
            self.print_family(&mut out, proposal, &rows, &formulas, &subject)?;
            out.flush()?;
        }
        Ok(())
    }

    fn subject(&self) -> Result<ExplainedBoard, Failure> {
        let default = |given: &Option<String>, default: &str| {
            given.clone().unwrap_or_else(|| default.to_string())
        };
        let Ok(id) = self.what.trim().parse::<i64>() else {
            let ruleset = default(&self.ruleset, "snort");
            let game = boilingpoint_rules::find(&ruleset).ok();
            let named = given::one(&self.what, game, BoardLimit::MOST)?;
            return Ok(ExplainedBoard {
                board: normal(&named.board()?.board),
                ruleset,
                objective: default(&self.objective, "temperature - degree"),
                source: None,
            });
        };
        let entry = record(&self.book, id)?.entry;
        let board = board_of(&entry.facts.board, &entry.facts.tints)?;
        Ok(ExplainedBoard {
            board,
            ruleset: default(&self.ruleset, &entry.ruleset),
            objective: default(&self.objective, &entry.objective),
            source: Some(id),
        })
    }

    fn sweep(
        &self,
        pool: &Pool,
        objective: &Objective,
        proposal: &Proposal,
    ) -> Result<Members, Failure> {
        let family = BoardFamily::of(proposal.family.clone());
        let sweep = Sweep::of(&family, &proposal.ranges())?;
        let how = Valuation {
            pool,
            notation: Notation::Text,
            limit: FORM_LIMIT,
            steps: STEPS,
            objective: Some(objective),
            columns: None,
        };
        let mut all = Vec::new();
        let valued = sweep.value(&how, |row| {
            all.push(row);
            Ok::<(), SweepError>(())
        });
        let is_late = |error: &SweepError| match error {
            SweepError::Solve { source, .. } => *source == SolveError::Stopped,
            _ => false,
        };
        match valued {
            Err(error) if !is_late(&error) => Err(error.into()),
            valued => Ok(Members {
                all,
                are_all: valued.is_ok(),
            }),
        }
    }

    fn print_unfinished(&self, out: &mut impl Write, proposal: &Proposal) -> CommandResult {
        let (family, at, seconds) = (proposal.family.to_string(), &proposal.at, self.seconds);
        if self.json {
            writeln!(out, "{}", json!({ "family": family, "unfinished": true }))?;
        } else {
            writeln!(
                out,
                "\n{family}    the board is its member {at}; too few members were valued within {seconds} s (--seconds)"
            )?;
        }
        Ok(())
    }

    fn print_structure(
        &self,
        out: &mut impl Write,
        subject: &ExplainedBoard,
        shape: Option<String>,
    ) -> CommandResult {
        let board = &subject.board;
        let s = structure(board);
        let name = with_name(&board.text());
        let automorphisms = s.automorphisms().map(|n| n.to_string());
        if self.json {
            let object = json!({
                "record": subject.source, "board": board.name(), "tints": board.tint_string(),
                "ruleset": subject.ruleset, "objective": subject.objective,
                "name": simplest_name(board), "shape": shape, "kinds": s.kinds, "diameter": s.diameter,
                "twins": s.twins, "joined_twins": s.joined_twins,
                "automorphisms": automorphisms, "group": s.group, "orbits": s.orbits,
            });
            writeln!(out, "{object}")?;
            return Ok(());
        }
        let what = match subject.source {
            Some(id) => format!("record {id}, {name}"),
            None => name,
        };
        let (ruleset, objective) = (&subject.ruleset, &subject.objective);
        writeln!(out, "{what}  ({ruleset}, {objective})")?;
        let diameter = s.diameter.map_or("not connected".into(), |d| d.to_string());
        let size = format!("{}, {}", board.order(), board.graph().size());
        let rows = [
            ("shape", shape.unwrap_or("no part is repeated".into())),
            ("kinds", s.kinds.join(", ")),
            ("order, size", size),
            ("diameter", diameter),
            ("twins", twins(&s)),
            ("automorphisms", group(&s, automorphisms)),
            ("orbits", sizes(&s.orbits)),
        ];
        writeln!(out, "{}", card(14, rows))?;
        Ok(())
    }

    fn print_family(
        &self,
        out: &mut impl Write,
        proposal: &Proposal,
        members: &Members,
        found: &Formulas,
        subject: &ExplainedBoard,
    ) -> CommandResult {
        let (family, at, rows) = (&proposal.family, &proposal.at, &members.all);
        let objectives = subject.asked().maximize;
        let grows = found
            .columns
            .iter()
            .any(|c| c.name == objectives[0] && c.formula.as_ref().is_some_and(|f| f.grows()));
        let exact = rows.iter().filter(|r| !r.facts.is_bound()).count();
        let form = found.form.as_ref().and_then(|(form, _)| form.as_ref());
        if self.json {
            let formula = |c: &ColumnFormula| {
                let text = c.formula.as_ref().map(|f| f.to_string());
                (c.name.clone(), text.into())
            };
            let formulas: serde_json::Map<_, serde_json::Value> =
                found.columns.iter().map(formula).collect();
            let parameters: serde_json::Map<_, serde_json::Value> =
                at.iter().map(|(n, v)| (n.to_string(), v.into())).collect();
            let object = json!({
                "family": family.to_string(), "at": parameters, "members": rows.len(), "exact": exact,
                "formulas": formulas, "grows": grows,
                "unfinished": !members.are_all,
                "canonical_form": form.map(|f| f.to_string()),
                "where": form.filter(|f| f.has_parity()).map(|_| CommonForm::PARITY),
            });
            writeln!(out, "{object}")?;
            return Ok(());
        }
        let ranges = proposal.ranges().0.into_iter();
        let ranges: Vec<String> = ranges
            .map(|(name, r)| format!("{name} = {}..{}", r.start(), r.end()))
            .collect();
        let which = match members.are_all {
            true => "members",
            false => "in the time (--seconds), the first members",
        };
        writeln!(
            out,
            "\n{family}    the board is its member {at}; {which} for {} were valued, {exact} of {} exactly",
            ranges.join(", "),
            rows.len()
        )?;
        let wanted = ["temperature", "mean", "degree", "degree2"];
        for column in &found.columns {
            let asked = objectives.contains(&column.name.as_str());
            if !asked && !wanted.contains(&column.name.as_str()) {
                continue;
            }
            let grows = if asked && grows {
                format!("    (fits {exact} members; if it holds for all, it grows without bound)")
            } else {
                String::new()
            };
            match &column.formula {
                Some(f) => writeln!(out, "  {} = {f}{grows}", column.name)?,
                None => writeln!(out, "  {} = ?", column.name)?,
            }
        }
        if let Some(form) = form {
            writeln!(out, "  canonical form = {form}")?;
            if form.has_parity() {
                writeln!(out, "      where {}", CommonForm::PARITY)?;
            }
        }
        Ok(())
    }
}

fn twins(s: &Structure) -> String {
    let apart = (!s.twins.is_empty()).then(|| sizes(&s.twins));
    let joined = (!s.joined_twins.is_empty()).then(|| format!("joined {}", sizes(&s.joined_twins)));
    let all: Vec<String> = apart.into_iter().chain(joined).collect();
    if all.is_empty() {
        return "none".to_string();
    }
    all.join("; ")
}

fn group(s: &Structure, number: Option<String>) -> String {
    match (number, &s.group[..]) {
        (_, []) => "1".to_string(),
        (Some(number), _) => number,
        (None, factors) => {
            let digits: f64 = factors.iter().map(|&f| (f as f64).log10()).sum();
            format!("about 10^{digits:.0}")
        }
    }
}

/// Sizes in falling order, as `5, 5, 4` or `12 x 2`.
fn sizes(sizes: &[usize]) -> String {
    let runs = sizes.chunk_by(|a, b| a == b);
    let text = |run: &[usize]| match run {
        [one] => one.to_string(),
        [first, ..] => format!("{} x {first}", run.len()),
        [] => String::new(),
    };
    runs.map(text).collect::<Vec<_>>().join(", ")
}
