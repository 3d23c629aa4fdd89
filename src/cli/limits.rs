//! Options that several commands share: ruleset, budget, threads.

use super::failure::Failure;
use crate::plan::parse_size;
use crate::ruleset::{self, Ruleset};
use crate::search::Timer;
use crate::solver::Budget;
use clap::Args;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The game, and the limits of evaluations.
#[derive(Args, Debug, Clone)]
pub struct LimitArgs {
    /// The game; `boil list rulesets` lists all
    #[arg(long, default_value = "snort")]
    pub ruleset: String,
    /// Most positions that one evaluation may visit
    #[arg(long, default_value_t = 5_000_000, value_name = "N")]
    pub positions: u64,
    /// Memory for the tables of all threads; a full table drops positions, which are valued
    /// again when they are needed
    #[arg(long, default_value = "1 GiB", value_name = "SIZE")]
    pub memory: String,
    /// Stop after this many seconds; 0 for no limit
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seconds: u64,
}

impl LimitArgs {
    /// The ruleset with the name in the option.
    pub fn ruleset(&self) -> Result<&'static dyn Ruleset, Failure> {
        ruleset::find(&self.ruleset).map_err(Failure::input)
    }

    /// The budget. Its time limit begins now.
    pub fn budget(&self) -> Result<Budget, Failure> {
        let bytes = parse_size(&self.memory)
            .map_err(|e| Failure::input(format!("--memory {}: {e}", self.memory)))?;
        let stop = (self.seconds > 0).then(|| {
            let stop = Arc::new(AtomicBool::new(false));
            Timer::start(Duration::from_secs(self.seconds), stop.clone()).detach();
            stop
        });
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        Ok(Budget {
            positions: self.positions,
            bytes,
            stop,
        })
    }
}

/// The longest canonical form that is printed, in bytes. A longer form is left out.
pub const FORM_LIMIT: usize = 1 << 16;

/// A text that is cut, if necessary, to a length that fits into a message.
pub fn shortened(text: &str) -> String {
    if text.chars().count() <= 60 {
        text.to_string()
    } else {
        text.chars().take(57).chain("...".chars()).collect()
    }
}
