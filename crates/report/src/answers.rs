//! The records that answer the question of a run.

use super::ReportedRun;
use super::run::number;
use boilingpoint_plan::{Nearness, Question};
use boilingpoint_problem::Fitness;
use boilingpoint_record::collection::collected;
use boilingpoint_record::records::RecordLine;

impl ReportedRun {
    /// The records that answer the run's question: the best of each order; with `collect`, the best
    /// of each value; with `find`, the smallest board first, each board that meets the condition
    /// and is the first of its order, or the nearest board if none meets it.
    pub fn answers(&self) -> Vec<&RecordLine> {
        match self.plan.objective.question() {
            Question::Best => self.view.best_by_order().into_values().collect(),
            Question::Collect(_) => collected(&self.view.records),
            Question::Find(_) => {
                let all: Vec<_> = self.view.best_by_order().into_values().collect();
                let is_met = |r: &&RecordLine| {
                    Nearness::of(&r.fitness).is_some_and(|nearness| nearness.order().is_some())
                };
                let met: Vec<_> = all.iter().copied().filter(is_met).collect();
                if met.is_empty() {
                    let nearest = all.into_iter().rev().max_by_key(|r| fitness(r));
                    Vec::from_iter(nearest)
                } else {
                    met
                }
            }
        }
    }

    /// The fitness of a record as people read it.
    pub fn words(&self, record: &RecordLine) -> String {
        let objective = &self.plan.objective;
        objective.fitness_words(&record.fitness, record.facts.certainty)
    }

    /// The heading of a record's card: the answer that the record gives.
    pub fn heading(&self, record: &RecordLine) -> String {
        let sign = if record.facts.is_bound() { ">=" } else { "=" };
        let fitness = record.fitness.join(", ");
        let words = || self.words(record);
        match (self.plan.objective.question(), &record.collected) {
            (Question::Find(find), _) => format!("{find}: {}", words()),
            (Question::Collect(collect), Some(value)) if self.plan.objective.keeps_smallest() => {
                format!("{collect} = {value}: {}", words())
            }
            (Question::Collect(collect), Some(value)) => {
                format!("{collect} = {value}: {} {sign} {fitness}", self.objective())
            }
            // An equality sign after a condition would read as a part of it.
            _ if self.plan.objective.require.is_some() => {
                format!("{}: {}", self.objective(), words())
            }
            _ => format!("{} {sign} {fitness}", self.objective()),
        }
    }

    /// The height of a fitness in a chart: its first component; with `find`, the margin, or 0 for a
    /// board that meets the condition; with `collect` of smallest boards, the order.
    pub fn height(&self, fitness: &[String]) -> Option<f64> {
        match self.plan.objective.question() {
            Question::Find(_) => match Nearness::of(fitness)? {
                Nearness::Met(_) => Some(0.0),
                Nearness::Missed(margin) => number(&margin),
            },
            Question::Collect(_) if self.plan.objective.keeps_smallest() => {
                Some(-number(fitness.first()?)?)
            }
            _ => number(fitness.first()?),
        }
    }
}

/// The fitness of a record. `None` if it cannot be read.
pub fn fitness(record: &RecordLine) -> Option<Fitness> {
    Fitness::parse(&record.fitness).ok()
}

/// The id of a record's card on a page, and the name of its file: `record-` and the order, or
/// `value-` and the collected value.
pub fn record_id(record: &RecordLine) -> String {
    match &record.collected {
        Some(value) if number(value).is_some() => format!("value-{}", value.replace('/', "_")),
        Some(form) => {
            // A form may be longer than the name of a file, and has letters that a link may not
            // have.
            let readable = form.chars().map(|c| match c.is_ascii_alphanumeric() {
                true => c,
                false => '_',
            });
            let readable: String = readable.take(40).collect();
            format!("value-{readable}-{:08x}", crc32fast::hash(form.as_bytes()))
        }
        None => format!("record-{}", record.facts.order),
    }
}
