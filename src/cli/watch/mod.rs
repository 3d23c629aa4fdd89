//! The display of a running search: a line, or the whole screen with `--watch`.
//!
//! The search passes on the rows of each generation. They are added to a view of the run ([`run`]),
//! which a thread draws a few times a second ([`screen`]). All output goes to standard error.

mod count;
mod draw;
mod limits;
mod line;
mod run;
mod screen;
mod terminal;
#[cfg(test)]
mod tests;
mod text;

use super::failure::{CommandResult, Failure};
use super::signals::Signals;
use boilingpoint_record::rows::GenerationRows;
use boilingpoint_search::Driver;
use clap::Args;
pub use count::CountLine;
pub use line::Line;
pub use run::LiveRun;
use screen::Screen;
use std::io::IsTerminal;

#[derive(Args, Debug)]
pub struct WatchArgs {
    /// Show the run on the whole screen: curve, records, operators; `q` stops it, `?` shows
    /// help
    #[arg(long)]
    watch: bool,
}

/// The display of a run. It is closed when this value is dropped.
pub enum Watch {
    Line(Line),
    Screen(Screen),
}

impl WatchArgs {
    /// Checks whether the run can be shown as requested.
    ///
    /// # Errors
    /// If there is no terminal, or more than one run.
    pub fn check(&self, compares: bool) -> CommandResult {
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

    /// Opens the display.
    ///
    /// # Errors
    /// If the terminal cannot be drawn on.
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
    pub fn add(&self, rows: GenerationRows) {
        match self {
            Watch::Line(line) => line.add(rows),
            Watch::Screen(screen) => screen.add(rows),
        }
    }
}
