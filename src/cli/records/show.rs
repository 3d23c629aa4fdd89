//! `boil records show`.

use super::super::failure::Failure;
use super::super::pictures::PictureFile;
use super::super::table::{left, line};
use super::{CommandResult, RecordsArgs, named};
use crate::book::Record;
use crate::book::harvest;
use crate::draw::{DrawingOptions, svg};
use crate::graph::Board;
use crate::problem::{Certainty, Facts};
use crate::report::export;
use clap::Args;
use std::io::Write;

#[derive(Args, Debug)]
pub struct ShowArgs {
    /// The number of the record
    id: i64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Draw the board to an SVG, PNG or PDF file
    #[arg(long, value_name = "FILE")]
    svg: Option<PictureFile>,
}

impl ShowArgs {
    pub fn run(&self, records: &RecordsArgs) -> CommandResult {
        let r = records.get(self.id)?;
        if let Some(file) = &self.svg {
            let options = DrawingOptions {
                title: Some(format!("record {}: {}", r.id, named(&r))),
                ..DrawingOptions::default()
            };
            file.write(&svg(&board(&r)?, &options))?;
        }
        let mut out = std::io::stdout().lock();
        if self.json {
            writeln!(out, "{}", export::object(&r))?;
            return Ok(());
        }
        for (name, value) in card(&r) {
            // Facts that the game does not have are left out.
            if !value.is_empty() {
                writeln!(
                    out,
                    "{}",
                    line(&[left("", 14), left("", 0)], &[name, &value])
                )?;
            }
        }
        Ok(())
    }
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
        ("ruleset", e.ruleset.clone()),
        ("objective", e.objective.clone()),
        ("class", e.class.to_string()),
        ("fitness", e.fitness_text()),
        ("certainty", f.certainty.to_string()),
        ("proved optimal", proved.to_string()),
        ("proof", proof),
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
