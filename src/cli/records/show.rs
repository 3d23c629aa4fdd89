//! `boil records show`.

use super::super::failure::Failure;
use super::super::pictures::{PictureFile, WidthArg, picture_group};
use super::super::table::{left, line};
use super::{CommandResult, RecordsArgs, named};
use boilingpoint_boards::Board;
use boilingpoint_book::harvest;
use boilingpoint_book::{Neighbours, Record};
use boilingpoint_draw::{BoardPicture, DrawingOptions};
use boilingpoint_problem::{Certainty, Facts};
use boilingpoint_report::export;
use boilingpoint_report::{NamedQuantity, quantities, record_value};
use boilingpoint_solver::{Budget, Solver};
use clap::Args;
use serde_json::{Map, Value};
use std::io::Write;

#[derive(Args, Debug)]
#[command(group(picture_group()))]
pub struct ShowArgs {
    /// The number of the record
    #[arg(allow_negative_numbers = true)]
    id: i64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Show also every invariant and the boards of the lineage
    #[arg(long)]
    all: bool,
    /// Draw the board to an SVG, PNG, PDF or TikZ (`.tex`) file
    #[arg(long, value_name = "FILE", group = "pictures")]
    svg: Option<PictureFile>,
    #[command(flatten)]
    width: WidthArg,
}

impl ShowArgs {
    pub fn run(&self, records: &RecordsArgs) -> CommandResult {
        let r = records.get(self.id)?;
        if let Some(file) = &self.svg {
            let options = DrawingOptions {
                title: Some(format!("record {}: {}", r.id, named(&r))),
                ..DrawingOptions::default()
            };
            let board = &board(&r)?;
            file.write(&BoardPicture { board, options }, &self.width)?;
        }
        let neighbours = Neighbours::of(&records.open()?, &r)?;
        let quantities = match self.all {
            true => known_quantities(&r)?,
            false => Vec::new(),
        };
        if self.json {
            return self.print_json(&r, &neighbours, &quantities);
        }
        let mut out = std::io::stdout().lock();
        let mut write = |rows: Vec<(&str, String)>, width: usize| -> CommandResult {
            // Facts that the game does not have are left out.
            for (name, value) in rows.into_iter().filter(|(_, value)| !value.is_empty()) {
                writeln!(
                    out,
                    "{}",
                    line(&[left("", width), left("", 0)], &[name, &value])
                )?;
            }
            Ok(())
        };
        write(card(&r), CARD)?;
        write(beside(&r, &neighbours), CARD)?;
        if self.all {
            write(ancestors(&r), CARD)?;
            let width = quantities.iter().map(|q| q.invariant.name.len()).max();
            let rows = quantities
                .iter()
                .map(|q| (q.invariant.name, q.answer.text()));
            write(rows.collect(), width.unwrap_or(CARD))?;
        }
        Ok(())
    }

    fn print_json(
        &self,
        r: &Record,
        neighbours: &Neighbours,
        quantities: &[NamedQuantity],
    ) -> CommandResult {
        let mut object = export::object(r);
        if self.all {
            let ids = |records: &[Record]| records.iter().map(|r| r.id).collect::<Vec<_>>();
            let answers = quantities.iter().map(|q| {
                let known = q.answer.is_known().then(|| q.answer.text());
                (q.invariant.name.to_string(), known.into())
            });
            object["invariants"] = answers.collect::<Map<String, Value>>().into();
            object["ties"] = ids(&neighbours.ties).into();
            object["smaller"] = ids(&neighbours.smaller).into();
            object["greater"] = ids(&neighbours.greater).into();
        }
        writeln!(std::io::stdout().lock(), "{object}")?;
        Ok(())
    }
}

/// The width of the names on a card, in characters.
const CARD: usize = 14;

/// All invariants of a record. Values that the book does not have are computed within the default
/// budget of the solver.
fn known_quantities(r: &Record) -> Result<Vec<NamedQuantity>, Failure> {
    let board = board(r)?;
    let mut solver = None;
    let value = record_value(&r.entry, &board, |ruleset| {
        (
            &mut *solver.insert(Solver::new(ruleset, Budget::default())),
            (),
        )
    });
    Ok(quantities(&value, &board, None))
}

/// The records beside a record, and how to export it.
fn beside(r: &Record, neighbours: &Neighbours) -> Vec<(&'static str, String)> {
    let numbers = |records: &[Record]| {
        let numbers = records.iter().map(|r| r.id.to_string());
        numbers.collect::<Vec<_>>().join(", ")
    };
    let of_order = |records: &[Record]| match records.first() {
        Some(first) => format!("order {}: {}", first.entry.facts.order, numbers(records)),
        None => String::new(),
    };
    let formats = export::formats_of(r).into_iter().map(|format| format.name);
    vec![
        ("ties", numbers(&neighbours.ties)),
        ("conflicts with", numbers(&neighbours.conflicting)),
        ("smaller", of_order(&neighbours.smaller)),
        ("greater", of_order(&neighbours.greater)),
        ("exports", formats.collect::<Vec<_>>().join(", ")),
    ]
}

/// The stored ancestors, the oldest first, each with the operators that made the next board.
fn ancestors(r: &Record) -> Vec<(&'static str, String)> {
    let mut rows: Vec<(&'static str, String)> = Vec::new();
    for step in &r.entry.lineage {
        match (&step.from, rows.last_mut()) {
            (Some(from), _) => {
                let from = boilingpoint_boards::with_name(from);
                let operator = &step.operator;
                rows.push((
                    "ancestor",
                    format!("{from} -> {operator} ({})", step.generation),
                ));
            }
            (None, Some((_, text))) => *text += &format!(", {}", step.operator),
            (None, None) => {}
        }
    }
    rows
}

/// Names and values, in the order of the output.
fn card(r: &Record) -> Vec<(&'static str, String)> {
    let (e, f) = (&r.entry, &r.entry.facts);
    let by = &e.found_by;
    let found_by = format!("{by}, generation {}", by.generation);
    let steps = e.lineage.iter();
    let steps: Vec<String> = steps
        .map(|s| format!("{} ({})", s.operator, s.generation))
        .collect();
    let bytes = e.certificate_bytes();
    let (proved, proof) = match &e.proof {
        Some(proof) => ("no board of this class and order does better", proof.text()),
        None => ("no", String::new()),
    };
    vec![
        ("record", r.id.to_string()),
        ("ruleset", e.game_text()),
        ("objective", e.objective.clone()),
        ("class", e.class.to_string()),
        ("fitness", e.fitness_text()),
        ("certainty", f.certainty.to_string()),
        ("proved optimal", proved.to_string()),
        ("proof", proof),
        ("in conflict", r.conflict.clone().unwrap_or_default()),
        ("board", named(r)),
        ("order", f.order.to_string()),
        ("outcome", f.filed_text("outcome")),
        ("Grundy value", f.filed_text("grundy")),
        ("temperature", temperature_text(f)),
        ("mean", f.filed_text("mean")),
        ("canonical form", form_text(f)),
        ("atomic weight", f.filed_text("atomic_weight")),
        ("degrees", format!("{}, {}", f.degree, f.degree2)),
        (
            "certificate",
            bytes.map_or(String::new(), |b| format!("{b} bytes")),
        ),
        ("verified by", r.verified_by.clone()),
        ("found by", found_by),
        ("found at", e.found_at.clone()),
        ("lineage", steps.join(" -> ")),
    ]
}

fn form_text(facts: &Facts) -> String {
    match (&facts.canonical_form, facts.certainty) {
        _ if facts.temperature.is_none() => String::new(),
        (Some(form), _) => form.clone(),
        (None, Certainty::Exact) => "(too long to print)".to_string(),
        (None, _) => "(not known)".to_string(),
    }
}

/// The temperature. For a lower bound, the book has the least possible temperature.
fn temperature_text(facts: &Facts) -> String {
    let text = facts.filed_text("temperature");
    if facts.is_bound() && !text.is_empty() {
        format!("at least {text}")
    } else {
        text
    }
}

fn board(r: &Record) -> Result<Board, Failure> {
    harvest::board_of(&r.entry.facts.board, &r.entry.facts.tints)
        .map_err(|e| Failure::input(format!("record {}: {e}", r.id)))
}
