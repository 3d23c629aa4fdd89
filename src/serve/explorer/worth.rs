//! What a position is worth, as far as a clock allows.

use crate::graph::Board;
use crate::ruleset::Ruleset;
use crate::serve::live::Pause;
use crate::solver::{Budget, Effort, Solver, can_enclose, enclose};
use crate::value::{Notation, Thermograph};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Canonical forms longer than this are left out.
const FORM: usize = 400;
/// What an evaluation may need.
const POSITIONS: u64 = 2_000_000;
const BYTES: usize = 256 << 20;
/// Steps of the enclosure of what is out of reach.
const STEPS: u64 = 200;
/// Less time than this is not worth beginning.
const LEAST: Duration = Duration::from_millis(5);

/// What a position is worth, in texts.
#[derive(Clone, Debug, Default)]
pub struct Worth {
    /// The canonical form; empty if it is too long, or not known.
    pub form: String,
    /// Empty in a game without values.
    pub temperature: String,
    /// Likewise.
    pub mean: String,
    /// Who wins.
    pub outcome: String,
    /// In an impartial game.
    pub grundy: Option<u32>,
    /// The thermograph.
    pub thermograph: Option<Thermograph>,
    /// Whether all of this is exact; otherwise temperature and mean are proved bounds.
    pub is_exact: bool,
}

/// Evaluates positions of a game.
pub struct Appraiser {
    ruleset: &'static dyn Ruleset,
    solver: Solver,
    stop: Arc<AtomicBool>,
}

impl Appraiser {
    /// For a game.
    pub fn new(ruleset: &'static dyn Ruleset) -> Appraiser {
        let stop = Arc::new(AtomicBool::new(false));
        Appraiser {
            ruleset,
            solver: Solver::new(ruleset, budget(&stop)),
            stop,
        }
    }

    /// What a position is worth; bounds if that is too much; nothing if there is no time left.
    pub fn worth(&mut self, position: &Board, end: Instant) -> Option<Worth> {
        let left = end.saturating_duration_since(Instant::now());
        if left < LEAST {
            return None;
        }
        // a part of the time is left for bounds
        let pause = Pause::after(left.mul_f64(0.35), &self.stop);
        let exact = self.exact(position);
        drop(pause);
        exact.or_else(|| self.bounds(position, end))
    }

    fn exact(&mut self, position: &Board) -> Option<Worth> {
        let e = self.solver.evaluate(position).ok()?;
        let thermal = e.temperatures().filter(|_| e.summary.grundy.is_none());
        let form = |value| self.solver.canonical_form(value, Notation::PlusMinus, FORM);
        let form = e.value().and_then(form).unwrap_or_default();
        Some(Worth {
            form: form.replace(',', ", "),
            temperature: thermal.map_or(String::new(), |t| t.temperature.to_string()),
            mean: thermal.map_or(String::new(), |t| t.mean.to_string()),
            outcome: e.summary.outcome.to_string(),
            grundy: e.summary.grundy,
            thermograph: e
                .short
                .filter(|_| e.summary.grundy.is_none())
                .map(|s| s.thermograph.as_ref().clone()),
            is_exact: true,
        })
    }

    fn bounds(&self, position: &Board, end: Instant) -> Option<Worth> {
        let left = end.saturating_duration_since(Instant::now());
        if left < LEAST || !can_enclose(self.ruleset) {
            return None;
        }
        let stop = Arc::new(AtomicBool::new(false));
        let _pause = Pause::after(left.mul_f64(0.5), &stop);
        let found = enclose(self.ruleset, &budget(&stop), position, Effort::of(STEPS)).ok()?;
        let text = |[low, high]: [crate::value::Dyadic; 2]| match low == high {
            true => low.to_string(),
            false => format!("{low} to {high}"),
        };
        Some(Worth {
            temperature: text(found.temperature()),
            mean: text(found.mean()),
            ..Worth::default()
        })
    }
}

fn budget(stop: &Arc<AtomicBool>) -> Budget {
    Budget {
        positions: POSITIONS,
        bytes: BYTES,
        stop: Some(stop.clone()),
    }
}
