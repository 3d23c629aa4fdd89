//! Options that several commands share: ruleset, budget, threads.

use super::failure::Failure;
use boilingpoint_boards::BoardLimit;
use boilingpoint_clock::Timer;
use boilingpoint_memory::Account;
use boilingpoint_plan::{game_from_file, is_game_file, parse_size, print_size};
use boilingpoint_rules::{self as ruleset, Ruleset};
use boilingpoint_solver::Budget;
use clap::Args;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The default of `--memory`.
pub const DEFAULT_MEMORY: &str = "2 GiB";

/// The default of `--seconds`: no command goes on for longer if nobody asks for it.
const HOUR: u64 = 3_600;

/// The least share of the memory for tables.
const LEAST_TABLES: u64 = 8 << 20;

/// The game, and the limits of evaluations.
#[derive(Args, Debug, Clone)]
pub struct LimitArgs {
    /// The game, by name (`boil list rulesets`), or a file that describes one (`FILE.toml`)
    #[arg(long, default_value = "snort", value_parser = ruleset_name)]
    pub ruleset: String,
    /// Most positions that one evaluation may visit
    #[arg(long, default_value_t = 5_000_000, value_name = "N")]
    pub positions: u64,
    /// Most steps of work that one evaluation may take, each about a microsecond; 2,000,000 by
    /// default. Where a command is given the steps of a search for bounds, there is no default
    #[arg(long, value_name = "N")]
    pub work: Option<u64>,
    /// Memory for the whole program, at least 64 MiB; a full table drops positions, which are
    /// valued again when they are needed
    #[arg(long, default_value = DEFAULT_MEMORY, value_name = "SIZE")]
    pub memory: String,
    /// Stop after this many seconds; 0 for no limit
    #[arg(long, default_value_t = HOUR, value_name = "N")]
    pub seconds: u64,
}

impl LimitArgs {
    /// The ruleset with the name in the option.
    pub fn ruleset(&self) -> Result<&'static dyn Ruleset, Failure> {
        ruleset::find(&self.ruleset).map_err(Failure::input)
    }

    /// The limit of a board that is read: its graph takes at most a sixteenth of the memory.
    pub fn board_limit(&self) -> BoardLimit {
        // `budget` reports a text that is no amount of memory.
        let bytes = parse_size(&self.memory).unwrap_or(u64::MAX);
        let most = BoardLimit::MOST;
        BoardLimit {
            order: usize::try_from((bytes / 2).isqrt()).map_or(most.order, |n| n.min(most.order)),
            size: usize::try_from(bytes / 1024).map_or(most.size, |m| m.min(most.size)),
        }
    }

    /// The budget. Its time limit begins now.
    pub fn budget(&self) -> Result<Budget, Failure> {
        let bytes = parse_size(&self.memory)
            .map_err(|e| Failure::input(format!("--memory {}: {e}", self.memory)))?;
        let account = Account {
            memory: bytes,
            evolution: 0,
        };
        let least = account.least(LEAST_TABLES);
        if bytes < least {
            let [given, least] = [bytes, least].map(print_size);
            let problem = format!("--memory {given}: the program needs at least {least}");
            return Err(Failure::input(problem));
        }
        let tables = account.tables();
        account.set_room(tables);
        Ok(Budget {
            positions: self.positions,
            work: self.work.unwrap_or(Budget::WORK),
            bytes: usize::try_from(tables).unwrap_or(usize::MAX),
            stop: stop_after(self.seconds),
        })
    }

    /// The same limits with the seconds for each board, and the clock of the boards.
    pub fn for_each_board(&self) -> (LimitArgs, BoardClock) {
        let clock = BoardClock {
            seconds: self.seconds,
            stop: Arc::default(),
        };
        let limits = LimitArgs {
            seconds: 0,
            ..self.clone()
        };
        (limits, clock)
    }

    /// The budget of a search for bounds whose number of steps is given, so that its work has a
    /// limit only if the limit is given as well.
    pub fn budget_for_bounds(&self) -> Result<Budget, Failure> {
        Ok(Budget {
            work: self.work.unwrap_or(u64::MAX),
            ..self.budget()?
        })
    }
}

/// The time that a command has for all its work.
#[derive(Args, Debug, Clone, Copy)]
pub struct SecondsArg {
    /// Stop after this many seconds; 0 for no limit
    #[arg(long, default_value_t = HOUR, value_name = "N")]
    seconds: u64,
}

impl SecondsArg {
    /// A flag that is set when the time is over, which begins now. `None` without a limit.
    pub fn stop(self) -> Option<Arc<AtomicBool>> {
        stop_after(self.seconds)
    }
}

/// The time that a command has for each of its boards.
#[derive(Debug)]
pub struct BoardClock {
    seconds: u64,
    stop: Arc<AtomicBool>,
}

impl BoardClock {
    /// The time for a board in seconds; 0 for no limit.
    pub fn seconds(&self) -> u64 {
        self.seconds
    }

    /// The flag that is set when the time for a board is over.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    /// Begins the time for a board; it ends when the timer is dropped. `None` without a limit.
    pub fn start(&self) -> Option<Timer> {
        self.reset();
        (self.seconds > 0)
            .then(|| Timer::start(Duration::from_secs(self.seconds), self.stop.clone()))
    }

    /// Clears the flag.
    pub fn reset(&self) {
        self.stop.store(false, Ordering::Relaxed);
    }
}

/// The name of the ruleset that an option gives: by this name, or by the path of a game file.
pub fn ruleset_name(text: &str) -> Result<String, String> {
    if !is_game_file(text) {
        return Ok(text.to_string());
    }
    let game = game_from_file(Path::new(text)).map_err(|e| e.render(false))?;
    Ok(game.name().to_string())
}

/// A flag that is set after some seconds. `None` for 0 seconds, which means no limit.
pub fn stop_after(seconds: u64) -> Option<Arc<AtomicBool>> {
    (seconds > 0).then(|| stop_within(Duration::from_secs(seconds)))
}

/// A flag that is set after a time.
pub fn stop_within(time: Duration) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    Timer::start(time, stop.clone()).detach();
    stop
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
