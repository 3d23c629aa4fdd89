//! `boil records`: the record book.

use super::failure::{Done, Failure};
use crate::graph::{Board, board_text, dot};
use crate::ruleset;
use crate::run::book::{Book, Certainty, Filter, NewRecord, Record};
use crate::run::folder::RunFolder;
use crate::run::harvest::{self, Claim};
use crate::run::records::fitness_text;
use crate::run::{Verdict, config::Plan};
use crate::solver::{Budget, Solver};
use clap::{Args, Subcommand, ValueEnum};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub struct Records {
    #[command(subcommand)]
    action: Action,
    /// The record book
    #[arg(
        long,
        global = true,
        default_value = "runs/records.db",
        value_name = "FILE"
    )]
    book: PathBuf,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// List the records: the best board known for each objective, class and order
    List {
        /// Only this order
        #[arg(long)]
        order: Option<u64>,
        /// Only this ruleset
        #[arg(long)]
        ruleset: Option<String>,
        /// Only this objective, as the book writes it
        #[arg(long)]
        objective: Option<String>,
        /// Print one JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Show everything about a record
    Show {
        /// Its number
        id: i64,
        /// Print a JSON object
        #[arg(long)]
        json: bool,
    },
    /// Write records for other programs
    Export {
        /// Their numbers; none for all
        ids: Vec<i64>,
        /// The format
        #[arg(long, value_enum, default_value_t = Format::Graph6)]
        format: Format,
    },
    /// Value records anew and compare them with the independent checker; exit code 1 if one is wrong
    Verify {
        /// A run folder whose `records.jsonl` to check, instead of the book
        run: Option<PathBuf>,
        /// Positions that the checker may visit for a record
        #[arg(long, default_value_t = 20_000_000, value_name = "N")]
        positions: u64,
    },
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Format {
    Graph6,
    Csv,
    Json,
    Dot,
    /// Proofs of lower bounds, one a line
    Certificate,
}

impl Records {
    pub fn run(&self) -> Done {
        match &self.action {
            Action::List {
                order,
                ruleset,
                objective,
                json,
            } => self.list(
                &Filter {
                    order: *order,
                    ruleset: ruleset.clone(),
                    objective: objective.clone(),
                    ..Filter::default()
                },
                *json,
            ),
            Action::Show { id, json } => self.show(*id, *json),
            Action::Export { ids, format } => self.export(ids, *format),
            Action::Verify {
                run: Some(run),
                positions,
            } => verify_run(run, *positions),
            Action::Verify {
                run: None,
                positions,
            } => self.verify(*positions),
        }
    }

    fn open(&self) -> Result<Book, Failure> {
        Book::open_existing(&self.book).map_err(Failure::input)
    }

    fn get(&self, id: i64) -> Result<Record, Failure> {
        let found = self.open()?.get(id).map_err(Failure::input)?;
        found.ok_or_else(|| {
            Failure::input(format!(
                "{} has no record {id}; see `boil records list`",
                self.book.display()
            ))
        })
    }

    fn list(&self, filter: &Filter, as_json: bool) -> Done {
        let records = self.open()?.list(filter).map_err(Failure::input)?;
        let mut out = std::io::stdout().lock();
        if !as_json {
            writeln!(
                out,
                "{:>5}  {:15}  {:>5}  {:>10}  {:12}  {:30}  board",
                "id", "ruleset", "order", "fitness", "class", "objective"
            )?;
        }
        for r in &records {
            let f = &r.facts;
            if as_json {
                writeln!(out, "{}", as_object(r))?;
            } else {
                let fitness = fitness_text(&f.fitness.texts(), f.certainty.text());
                writeln!(
                    out,
                    "{:>5}  {:15}  {:>5}  {fitness:>10}  {:12}  {:30}  {}",
                    r.id,
                    f.ruleset,
                    f.order,
                    f.class.to_string(),
                    f.objective,
                    named(r)
                )?;
            }
        }
        Ok(())
    }

    fn show(&self, id: i64, as_json: bool) -> Done {
        let r = self.get(id)?;
        let anew = Anew::of(&r);
        let mut out = std::io::stdout().lock();
        if as_json {
            let mut object = as_object(&r);
            object["outcome"] = anew.outcome.into();
            object["grundy"] = anew.grundy.into();
            object["atomic_weight"] = anew.atomic_weight.into();
            writeln!(out, "{object}")?;
            return Ok(());
        }
        let has_value = !r.facts.temperature.is_empty();
        let form = r.facts.canonical_form.clone();
        let unknown = match r.facts.certainty {
            Certainty::Exact => "(too long to print)",
            Certainty::LowerBound => "(not known)",
        };
        let form = form.unwrap_or_else(|| unknown.to_string());
        let of_value = |text: &str| {
            if has_value {
                text.to_string()
            } else {
                String::new()
            }
        };
        let f = &r.facts;
        let steps: Vec<String> = f
            .lineage
            .iter()
            .map(|s| format!("{} ({})", s.operator, s.generation))
            .collect();
        for (name, value) in [
            ("record", r.id.to_string()),
            ("ruleset", f.ruleset.clone()),
            ("objective", f.objective.clone()),
            ("class", f.class.to_string()),
            (
                "fitness",
                fitness_text(&f.fitness.texts(), f.certainty.text()),
            ),
            ("board", named(&r)),
            ("order", f.order.to_string()),
            ("outcome", anew.outcome.unwrap_or_default()),
            (
                "Grundy value",
                anew.grundy.map_or(String::new(), |g| g.to_string()),
            ),
            ("temperature", temperature_text(f)),
            ("mean", f.mean.clone()),
            ("canonical form", of_value(&form)),
            ("atomic weight", anew.atomic_weight.unwrap_or_default()),
            ("degrees", format!("{}, {}", f.degree, f.degree2)),
            ("certainty", f.certainty.to_string()),
            ("verified by", r.verified_by.clone()),
            (
                "found by",
                format!(
                    "{}, seed {}, generation {}",
                    f.found_by.run, f.found_by.seed, f.found_by.generation
                ),
            ),
            ("found at", f.found_at.clone()),
            ("lineage", steps.join(" -> ")),
        ] {
            // what a game does not have is not shown
            if !value.is_empty() {
                writeln!(out, "{name:15} {value}")?;
            }
        }
        Ok(())
    }

    fn export(&self, ids: &[i64], format: Format) -> Done {
        let records = if ids.is_empty() {
            self.open()?
                .list(&Filter::default())
                .map_err(Failure::input)?
        } else {
            ids.iter()
                .map(|&id| self.get(id))
                .collect::<Result<_, _>>()?
        };
        let mut out = std::io::stdout().lock();
        if let Format::Csv = format {
            let mut csv = csv::Writer::from_writer(&mut out);
            write_csv(&mut csv, &records).map_err(Failure::input)?;
            csv.flush()?;
            return Ok(());
        }
        let mut left_out = 0;
        for r in &records {
            match format {
                Format::Graph6 if !board(r)?.is_plain() => left_out += 1,
                Format::Json => writeln!(out, "{}", as_object(r))?,
                Format::Certificate => match &r.facts.certificate {
                    Some(text) => writeln!(out, "{}", text.trim_end())?,
                    None => left_out += 1,
                },
                Format::Dot => write!(out, "// record {}\n{}", r.id, dot(&board(r)?))?,
                _ => writeln!(out, "{}", named(r))?,
            }
        }
        if left_out > 0 {
            let why = match format {
                Format::Certificate => "they are exact, and need no certificate",
                _ => "graph6 has no weights, loops, arcs, tokens or squares",
            };
            eprintln!("note: {left_out} boards left out: {why}");
        }
        Ok(())
    }

    fn verify(&self, positions: u64) -> Done {
        let mut tally = Tally::default();
        let each = |r: &Record, verdict: &Verdict| {
            tally.add(&format!("record {} ({})", r.id, named(r)), verdict)
        };
        harvest::check_book(&self.open()?, &Filter::default(), positions, each)
            .map_err(Failure::input)?;
        tally.done()
    }
}

/// The temperature; of a lower bound the book keeps the least that it can be.
fn temperature_text(facts: &NewRecord) -> String {
    match facts.certainty {
        Certainty::LowerBound if !facts.temperature.is_empty() => {
            format!("at least {}", facts.temperature)
        }
        _ => facts.temperature.clone(),
    }
}

/// What the book does not keep of a record's value, found again.
#[derive(Default)]
struct Anew {
    outcome: Option<String>,
    grundy: Option<u32>,
    atomic_weight: Option<String>,
}

impl Anew {
    fn of(r: &Record) -> Anew {
        let rules = ruleset::by_name(&r.facts.ruleset);
        let is_exact = r.facts.certainty == Certainty::Exact;
        let Some((rules, board)) = rules.filter(|_| is_exact).zip(board(r).ok()) else {
            return Anew::default();
        };
        let mut solver = Solver::new(rules, Budget::default());
        let Ok(e) = solver.evaluate(&board) else {
            return Anew::default();
        };
        Anew {
            outcome: Some(e.outcome.to_string()),
            grundy: e.grundy,
            atomic_weight: super::eval::atomic_weight(&mut solver, &e),
        }
    }
}

fn board(r: &Record) -> Result<Board, Failure> {
    harvest::board_of(&r.facts.board, &r.facts.tints)
        .map_err(|e| Failure::input(format!("record {}: {e}", r.id)))
}

/// The board as a text that `boil eval` reads.
fn named(r: &Record) -> String {
    board_text(&r.facts.board, &r.facts.tints)
}

fn as_object(r: &Record) -> serde_json::Value {
    let f = &r.facts;
    json!({
        "id": r.id, "ruleset": f.ruleset, "objective": f.objective, "class": f.class.to_string(), "order": f.order,
        "fitness": f.fitness.texts(), "board": f.board, "tints": f.tints, "temperature": f.temperature,
        "mean": f.mean, "degree": f.degree, "degree2": f.degree2, "canonical_form": f.canonical_form,
        "certainty": f.certainty.text(), "verified_by": r.verified_by, "found_by": f.found_by, "found_at": f.found_at,
        "lineage": f.lineage,
    })
}

fn write_csv(csv: &mut csv::Writer<impl Write>, records: &[Record]) -> Result<(), csv::Error> {
    csv.write_record([
        "id",
        "ruleset",
        "objective",
        "class",
        "order",
        "fitness",
        "board",
        "tints",
        "temperature",
        "mean",
        "degree",
        "degree2",
        "canonical_form",
        "certainty",
        "verified_by",
    ])?;
    for r in records {
        let f = &r.facts;
        csv.write_record([
            r.id.to_string(),
            f.ruleset.clone(),
            f.objective.clone(),
            f.class.to_string(),
            f.order.to_string(),
            f.fitness.texts().join(" "),
            f.board.clone(),
            f.tints.clone(),
            f.temperature.clone(),
            f.mean.clone(),
            f.degree.to_string(),
            f.degree2.to_string(),
            f.canonical_form.clone().unwrap_or_default(),
            f.certainty.to_string(),
            r.verified_by.clone(),
        ])?;
    }
    Ok(())
}

/// How many claims held.
#[derive(Default)]
struct Tally {
    agreed: usize,
    refuted: usize,
    unfinished: usize,
}

impl Tally {
    fn add(&mut self, what: &str, verdict: &Verdict) {
        match verdict {
            Verdict::Agrees => self.agreed += 1,
            Verdict::Disagrees(why) => {
                self.refuted += 1;
                eprintln!("{what}: WRONG: {why}");
            }
            Verdict::Unfinished(why) => {
                self.unfinished += 1;
                eprintln!("{what}: not decided: {why}");
            }
        }
    }

    fn done(&self) -> Done {
        println!(
            "{} verified, {} wrong, {} not decided",
            self.agreed, self.refuted, self.unfinished
        );
        match self.refuted {
            0 => Ok(()),
            n => Err(Failure::refuted(format!("{n} records failed their check"))),
        }
    }
}

fn verify_run(run: &Path, positions: u64) -> Done {
    let folder = RunFolder::open(run).map_err(Failure::input)?;
    let config = folder.config().map_err(Failure::input)?;
    let plan = Plan::resolve(
        &folder.config_path().display().to_string(),
        config.as_bytes(),
        &[],
        &crate::run::catalogue(),
    )
    .map_err(Failure::input)?;
    let rules =
        ruleset::by_name(&plan.game.ruleset).ok_or_else(|| Failure::input("unknown ruleset"))?;
    let mut solver = Solver::new(rules, Budget::default());
    let mut tally = Tally::default();
    for line in folder.records().map_err(Failure::input)? {
        let asked = harvest::objective_text(&plan, line.collected.as_deref());
        let objective = harvest::objective_named(&asked).map_err(Failure::input)?;
        let claim = Claim::of_line(run, &line);
        let verdict = claim.check(&mut solver, &objective, positions);
        tally.add(&format!("order {} ({})", line.order, line.board), &verdict);
    }
    tally.done()
}
