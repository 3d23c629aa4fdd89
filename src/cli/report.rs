//! `boil report`: charts, cards and a page for runs.

use super::eval::write_picture;
use super::failure::{Done, Failure};
use crate::report::{Card, RunData, comparison, write_report};
use crate::ruleset;
use crate::run::harvest::board_of;
use crate::solver::{Budget, Solver};
use crate::value::Notation;
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Canonical forms longer than this are not put on a card.
const FORM_LIMIT: usize = 4096;

#[derive(Args, Debug)]
pub struct Report {
    /// Run folders; several are also compared in one chart, `comparison.svg` beside the first
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// Also write each picture as PNG
    #[arg(long)]
    png: bool,
    /// Cards for the records of only so many orders, the highest fitness first; by default for all
    #[arg(long, value_name = "N")]
    cards: Option<usize>,
}

impl Report {
    pub fn run(&self) -> Done {
        let mut read = Vec::new();
        for path in &self.runs {
            let run = RunData::read(path).map_err(Failure::input)?;
            let cards = self.cards_of(&run)?;
            let files = write_report(&run, &cards, self.png).map_err(Failure::input)?;
            let mut out = std::io::stdout().lock();
            for file in files {
                writeln!(out, "{}", file.display())?;
            }
            read.push(run);
        }
        if read.len() > 1 {
            self.compare(&read)
        } else {
            Ok(())
        }
    }

    /// The curves of several runs in one chart, beside the first of them.
    fn compare(&self, runs: &[RunData]) -> Done {
        let svg = comparison(runs).map_err(Failure::input)?;
        let beside = self.runs[0].parent().unwrap_or(Path::new("."));
        let mut files = vec![beside.join("comparison.svg")];
        if self.png {
            files.push(beside.join("comparison.png"));
        }
        for file in files {
            write_picture(&file, &svg)?;
            writeln!(std::io::stdout().lock(), "{}", file.display())?;
        }
        Ok(())
    }

    /// The records of the fittest orders, in order of order.
    fn cards_of(&self, run: &RunData) -> Result<Vec<Card>, Failure> {
        let rules = ruleset::by_name(&run.plan.game.ruleset)
            .ok_or_else(|| Failure::input("unknown ruleset"))?;
        let fitness = |texts: &[String]| {
            texts
                .iter()
                .map(|t| t.parse().unwrap_or_default())
                .collect::<Vec<crate::problem::expression::Number>>()
        };
        let mut records: Vec<_> = run.best_by_order().into_values().collect();
        records.sort_by(|a, b| {
            fitness(&b.fitness)
                .cmp(&fitness(&a.fitness))
                .then(a.order.cmp(&b.order))
        });
        records.truncate(self.cards.unwrap_or(usize::MAX));
        records.sort_by_key(|r| r.order);
        let mut solver = Solver::new(rules, Budget::default());
        let mut cards = Vec::new();
        for record in records {
            let board = board_of(&record.board, &record.tints).map_err(Failure::input)?;
            let short = solver.evaluate(&board).ok().and_then(|e| e.short);
            let form = short
                .as_ref()
                .and_then(|s| solver.canonical_form(s.value, Notation::PlusMinus, FORM_LIMIT));
            cards.push(Card {
                objective: run.objective(),
                canonical_form: form,
                thermograph: short.map(|s| s.thermograph.as_ref().clone()),
                record: record.clone(),
                board,
            });
        }
        Ok(cards)
    }
}
