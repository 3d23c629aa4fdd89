//! What is seen of a run while it goes on: a line, or with `--watch` the whole screen.
//!
//! The search hands over a few texts and numbers after each generation ([`picture`]); a thread of
//! its own draws them ([`screen`]), a few times a second. Everything goes to standard error.

mod curve;
mod draw;
mod limits;
mod line;
mod past;
mod picture;
mod screen;
mod terminal;
#[cfg(test)]
mod tests;
mod text;

use super::failure::{Done, Failure};
use super::signals::Signals;
use crate::run::{Driver, Sight};
use clap::Args;
pub use line::Line;
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
            let line = Line::new(driver.plan(), String::new(), driver.elapsed());
            return Ok(Watch::Line(line));
        }
        let mut picture = picture::Picture::new(driver.plan(), driver.elapsed());
        past::recall(&mut picture, driver.folder());
        let screen = Screen::open(picture, signals.clone());
        let refused = |e| Failure::input(format!("--watch cannot draw on this terminal: {e}"));
        Ok(Watch::Screen(screen.map_err(refused)?))
    }
}

impl Watch {
    /// Shows how the run stands.
    pub fn show(&self, sight: &Sight) {
        match self {
            Watch::Line(line) => line.show(sight),
            Watch::Screen(screen) => screen.show(sight),
        }
    }
}
