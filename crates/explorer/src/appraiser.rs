//! Values of positions within a time limit.

use boilingpoint_boards::Board;
use boilingpoint_clock::{TimeLimit, now};
use boilingpoint_problem::{Appraisal, Certainty, Facts};
use boilingpoint_rules::Ruleset;
use boilingpoint_solver::{Budget, Effort, Solver, can_enclose, enclose};
use boilingpoint_values::Notation;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The longest canonical form on a page, in bytes. A longer form is left out.
pub const FORM: usize = 400;
/// The longest canonical form that is compared with others, in bytes.
pub const COMPARED: usize = 2000;
/// The limits of an evaluation: positions, and bytes of tables.
const POSITIONS: u64 = 2_000_000;
pub const BYTES: usize = 256 << 20;
/// The number of steps for the bounds of a position that cannot be valued exactly.
const STEPS: u64 = 200;
/// An evaluation is not begun if less time than this is left.
const LEAST: Duration = Duration::from_millis(5);

/// The appraiser of the game that was asked for last. Its tables are the only ones of the process:
/// an appraiser of another game takes its place.
#[derive(Default)]
pub struct KeptAppraiser(Option<Appraiser>);

impl KeptAppraiser {
    /// The appraiser of a game.
    pub fn of(&mut self, ruleset: &'static dyn Ruleset) -> &mut Appraiser {
        let kept = self.0.take().filter(|kept| kept.ruleset == ruleset);
        let appraiser = kept.unwrap_or_else(|| Appraiser::new(ruleset));
        self.0.insert(appraiser)
    }
}

/// Evaluates positions of a game.
pub struct Appraiser {
    ruleset: &'static dyn Ruleset,
    solver: Solver,
    stop: Arc<AtomicBool>,
}

impl Appraiser {
    pub fn new(ruleset: &'static dyn Ruleset) -> Appraiser {
        let stop = Arc::new(AtomicBool::new(false));
        Appraiser {
            ruleset,
            solver: Solver::new(ruleset, budget_until(&stop)),
            stop,
        }
    }

    /// The solver, for an evaluation that ends after this time. The timer has to be kept until
    /// then.
    pub fn solver_for(&mut self, time: Duration) -> (&mut Solver, TimeLimit) {
        let timer = TimeLimit::after(time, &self.stop);
        (&mut self.solver, timer)
    }

    /// The value of a position, or bounds if it cannot be valued in time. `None` if no time is
    /// left.
    pub fn appraise(&mut self, position: &Board, end: Duration) -> Option<Appraisal> {
        let left = end.saturating_sub(now());
        if left < LEAST {
            return None;
        }
        // Part of the time is reserved for bounds.
        let pause = TimeLimit::after(left.mul_f64(0.35), &self.stop);
        let exact = self.exact(position);
        drop(pause);
        exact.or_else(|| self.bounds(position, end))
    }

    /// The canonical form of a position. `None` if it is not found in time, or has more than `most`
    /// bytes.
    pub fn form(&mut self, position: &Board, end: Duration, most: usize) -> Option<String> {
        let left = end.saturating_sub(now());
        if left < LEAST {
            return None;
        }
        let _pause = TimeLimit::after(left, &self.stop);
        let evaluation = self.solver.evaluate(position).ok()?;
        let form = |value| self.solver.canonical_form(value, Notation::Braces, most);
        evaluation.value().and_then(form)
    }

    fn exact(&mut self, position: &Board) -> Option<Appraisal> {
        let evaluation = self.solver.evaluate(position).ok()?;
        let mut found = Appraisal::of(&mut self.solver, &evaluation, FORM);
        // The Grundy value of a nimber determines temperature and mean, so the page does not show
        // them.
        if found.facts.grundy.is_some() {
            found.thermograph = None;
            (found.facts.temperature, found.facts.mean) = (None, None);
        }
        Some(found)
    }

    fn bounds(&self, position: &Board, end: Duration) -> Option<Appraisal> {
        let left = end.saturating_sub(now());
        if left < LEAST || !can_enclose(self.ruleset) {
            return None;
        }
        let stop = Arc::new(AtomicBool::new(false));
        let _pause = TimeLimit::after(left.mul_f64(0.5), &stop);
        let found = enclose(
            self.ruleset,
            &budget_until(&stop),
            position,
            Effort::of(STEPS),
        )
        .ok()?;
        let facts = Facts {
            temperature: Some(found.temperature().into()),
            mean: Some(found.mean().into()),
            certainty: Certainty::LowerBound,
            ..Facts::default()
        };
        Some(Appraisal {
            facts,
            thermograph: None,
        })
    }
}

/// The budget of an evaluation that the flag ends.
pub fn budget_until(stop: &Arc<AtomicBool>) -> Budget {
    Budget {
        positions: POSITIONS,
        bytes: BYTES,
        stop: Some(stop.clone()),
        ..Budget::default()
    }
}
