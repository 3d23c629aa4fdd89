//! `boil records show`.

use super::super::eval::write_picture;
use super::super::failure::Failure;
use super::super::limits::FORM_LIMIT;
use super::{Done, Records, named};
use crate::graph::{Board, DrawingOptions, svg};
use crate::report::export;
use crate::ruleset;
use crate::run::book::{Certainty, NewRecord, Record};
use crate::run::harvest;
use crate::run::records::fitness_text;
use crate::solver::{Budget, Solver};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub struct Show {
    /// Its number
    id: i64,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
    /// Draw the board into a file: an SVG, or a PNG if it is named so
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl Show {
    pub fn run(&self, records: &Records) -> Done {
        let r = records.get(self.id)?;
        if let Some(file) = &self.svg {
            let options = DrawingOptions {
                title: Some(format!("record {}: {}", r.id, named(&r))),
                ..DrawingOptions::default()
            };
            write_picture(file, &svg(&board(&r)?, &options))?;
        }
        let anew = Anew::of(&r);
        let mut out = std::io::stdout().lock();
        if self.json {
            let mut object = export::object(&r);
            object["outcome"] = anew.outcome.into();
            object["grundy"] = anew.grundy.into();
            object["atomic_weight"] = anew.atomic_weight.into();
            writeln!(out, "{object}")?;
            return Ok(());
        }
        for (name, value) in card(&r, anew) {
            // what a game does not have is not shown
            if !value.is_empty() {
                writeln!(out, "{name:15} {value}")?;
            }
        }
        Ok(())
    }
}

/// Names and values, in the order in which they are shown.
fn card(r: &Record, anew: Anew) -> Vec<(&'static str, String)> {
    let f = &r.facts;
    let by = &f.found_by;
    let found_by = format!("{}, seed {}, generation {}", by.run, by.seed, by.generation);
    let steps = f.lineage.iter();
    let steps: Vec<String> = steps
        .map(|s| format!("{} ({})", s.operator, s.generation))
        .collect();
    let bytes = f.certificate_bytes();
    let proved = match f.proved {
        true => "no board of this class and order does better",
        false => "no",
    };
    vec![
        ("record", r.id.to_string()),
        ("ruleset", f.ruleset.clone()),
        ("objective", f.objective.clone()),
        ("class", f.class.to_string()),
        (
            "fitness",
            fitness_text(&f.fitness.texts(), f.certainty.text()),
        ),
        ("certainty", f.certainty.to_string()),
        ("proved optimal", proved.to_string()),
        ("board", named(r)),
        ("order", f.order.to_string()),
        ("outcome", anew.outcome.unwrap_or_default()),
        (
            "Grundy value",
            anew.grundy.map_or(String::new(), |g| g.to_string()),
        ),
        ("temperature", temperature_text(f)),
        ("mean", f.mean.clone()),
        ("canonical form", form_text(f)),
        ("atomic weight", anew.atomic_weight.unwrap_or_default()),
        ("degrees", format!("{}, {}", f.degree, f.degree2)),
        (
            "certificate",
            bytes.map_or(String::new(), |b| format!("{b} bytes")),
        ),
        ("verified by", r.verified_by.clone()),
        ("found by", found_by),
        ("found at", f.found_at.clone()),
        ("lineage", steps.join(" -> ")),
    ]
}

fn form_text(facts: &NewRecord) -> String {
    match (&facts.canonical_form, facts.certainty) {
        _ if facts.temperature.is_empty() => String::new(),
        (Some(form), _) => form.clone(),
        (None, Certainty::Exact) => "(too long to print)".to_string(),
        (None, Certainty::LowerBound) => "(not known)".to_string(),
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
            atomic_weight: solver.atomic_weight(&e, FORM_LIMIT),
        }
    }
}

fn board(r: &Record) -> Result<Board, Failure> {
    harvest::board_of(&r.facts.board, &r.facts.tints)
        .map_err(|e| Failure::input(format!("record {}: {e}", r.id)))
}
