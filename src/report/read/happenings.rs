//! What the events of a run come to: restarts, migrations, verdicts, new bests.

use serde::Deserialize;
use serde_json::Value;

/// A specimen's way from one island to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Migration {
    /// At the end of this generation.
    pub generation: u64,
    /// From this island.
    pub from: usize,
    /// To this one.
    pub to: usize,
}

/// Boards of a generation that were not valued exactly, by why.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdicts {
    /// Proved too cold to change anything.
    pub cut: u64,
    /// With a lower bound.
    pub bounded: u64,
    /// Skipped since boards that look as expensive were out of reach.
    pub screened: u64,
    /// Out of reach.
    pub unfinished: u64,
    /// With a value, for which the objective is not defined.
    pub undefined: u64,
}

impl Verdicts {
    /// Each with its name.
    pub fn named(&self) -> [(&'static str, u64); 5] {
        [
            ("too cold to matter", self.cut),
            ("with a lower bound", self.bounded),
            ("skipped as too expensive", self.screened),
            ("out of budget", self.unfinished),
            ("objective undefined", self.undefined),
        ]
    }

    fn add(&mut self, event: &str, boards: u64) {
        match event {
            "cut" => self.cut += boards,
            "bounded" => self.bounded += boards,
            "screened" => self.screened += boards,
            "unfinished" => self.unfinished += boards,
            "undefined" => self.undefined += boards,
            _ => {}
        }
    }
}

/// What happened in a run.
#[derive(Debug, Default)]
pub struct Happenings {
    /// Generation and island.
    pub restarts: Vec<(u64, usize)>,
    /// In order.
    pub migrations: Vec<Migration>,
    /// By generation, in order; those without any are left out.
    pub verdicts: Vec<(u64, Verdicts)>,
    /// Of the whole run.
    pub total: Verdicts,
    /// Each new best.
    pub bests: Vec<NewBest>,
}

/// When a board became the best of its run.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct NewBest {
    /// The generation.
    pub generation: u64,
    /// How many boards had been asked with it.
    pub boards: u64,
    /// Exact rationals, the most important first.
    pub fitness: Vec<String>,
}

impl Happenings {
    /// One event more. Events of kinds that are not known are passed over, as another version may have them.
    pub(super) fn add(&mut self, event: &Value) {
        let number = |name: &str| event.get(name).and_then(Value::as_u64);
        let (Some(kind), Some(generation)) = (
            event.get("event").and_then(Value::as_str),
            number("generation"),
        ) else {
            return;
        };
        match kind {
            "restart" => {
                let island = number("island").map(|i| (generation, i as usize));
                self.restarts.extend(island);
            }
            "migration" => self.migrations.extend(Migration::deserialize(event)),
            "best" => self.bests.extend(NewBest::deserialize(event)),
            kind @ ("cut" | "bounded" | "screened" | "unfinished" | "undefined") => {
                let boards = number("boards").unwrap_or(1);
                self.total.add(kind, boards);
                match self.verdicts.last_mut() {
                    Some((last, verdicts)) if *last == generation => verdicts.add(kind, boards),
                    _ => {
                        let mut verdicts = Verdicts::default();
                        verdicts.add(kind, boards);
                        self.verdicts.push((generation, verdicts));
                    }
                }
            }
            _ => {}
        }
    }
}
