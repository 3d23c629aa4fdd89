//! What is seen of a run while it goes on: a line, or with `--watch` the whole screen.
//!
//! The search hands over the rows of each generation, which are added to a view of the run
//! ([`run`]); a thread of its own draws it ([`screen`]), a few times a second. Everything goes to
//! standard error.

mod draw;
mod limits;
mod line;
mod run;
mod screen;
mod terminal;
#[cfg(test)]
mod tests;
mod text;

use super::failure::{Done, Failure};
use super::signals::Signals;
use crate::record::rows::GenerationRows;
use crate::search::Driver;
use clap::Args;
pub use line::Line;
pub use run::LiveRun;
use screen::Screen;
use std::io::IsTerminal;

/// How a run is watched.
#[derive(Args, Debug)]
pub struct Watching {
    /// Watch the run on the whole screen: curve, records, operators; `q` stops it, `?` is help
    #[arg(long)]
    watch: bool,
}

/// What is seen of a run; gone when it is dropped.
pub enum Watch {
    /// A line.
    Line(Line),
    /// The whole screen.
    Screen(Screen),
}

impl Watching {
    /// Whether what is asked for can be.
    ///
    /// # Errors
    /// When there is no terminal, or more than one run to watch.
    pub fn check(&self, compares: bool) -> Done {
        if !self.watch {
            return Ok(());
        }
        if compares {
            let message =
                "--watch shows a single run: leave out --seeds, and a [grid] in the config";
            return Err(Failure::input(message));
        }
        if !std::io::stdout().is_terminal() || !std::io::stderr().is_terminal() {
            let message = "--watch needs a terminal: neither standard output nor standard error may be redirected";
            return Err(Failure::input(message));
        }
        Ok(())
    }

    /// Begins to watch a run.
    ///
    /// # Errors
    /// When the terminal cannot be drawn on.
    pub fn begin(&self, driver: &Driver, signals: &Signals) -> Result<Watch, Failure> {
        if !self.watch {
            let line = Line::new(LiveRun::new(driver), String::new());
            return Ok(Watch::Line(line));
        }
        let screen = Screen::open(LiveRun::with_past(driver), signals.clone());
        let refused = |e| Failure::input(format!("--watch cannot draw on this terminal: {e}"));
        Ok(Watch::Screen(screen.map_err(refused)?))
    }
}

impl Watch {
    /// Adds a generation.
    pub fn add(&self, rows: GenerationRows) {
        match self {
            Watch::Line(line) => line.add(rows),
            Watch::Screen(screen) => screen.add(rows),
        }
    }
}
