//! The search for a board that refutes an inequality.

use super::sweep::Conjecture;
use boilingpoint_boards::{Board, board_text, parse_board};
use boilingpoint_book::BoardClass;
use boilingpoint_plan::read_no_boards;
use boilingpoint_plan::{ConfigError, Nearness, Plan};
use boilingpoint_record::manifest::Status;
use boilingpoint_search::{Control, Driver, RunError};
use std::path::Path;

/// The settings of the searches for counterexamples.
#[derive(Clone, Debug)]
pub struct RefutationSearch {
    pub ruleset: String,
    /// The class of the boards, with their tints and marks.
    pub class: BoardClass,
    /// The condition under which the inequality is claimed.
    pub condition: Option<String>,
    /// The orders of the boards.
    pub orders: (usize, usize),
    /// The seconds of each search.
    pub seconds: u64,
    pub seed: u64,
    /// The number of threads; 0 for one per core.
    pub threads: usize,
}

/// The reason why a search for a counterexample has failed.
#[derive(Debug, thiserror::Error)]
pub enum RefutationError {
    /// The config of the search cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The search has failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The search was stopped.
    #[error("the search for a counterexample was stopped")]
    Stopped,
}

/// Searches for a board that refutes an inequality, in a new run in the folder `dir`. Returns the
/// smallest one that was found.
///
/// # Errors
/// When the search cannot run, or was stopped.
pub fn search_for_refutation(
    settings: &RefutationSearch,
    conjecture: &Conjecture,
    dir: &Path,
    control: Control,
) -> Result<Option<Board>, RefutationError> {
    let plan = plan(settings, conjecture)?;
    let mut driver = Driver::begin(&plan, dir, control)?;
    let ended = driver.run(|_| {})?;
    if ended.status == Status::Stopped {
        return Err(RefutationError::Stopped);
    }
    let best = driver.manifest().best.as_ref();
    let found = best.filter(|b| matches!(Nearness::of(&b.fitness), Some(Nearness::Met(_))));
    let board = found.and_then(|b| parse_board(&board_text(&b.board, &b.tints)).ok());
    Ok(board)
}

fn plan(settings: &RefutationSearch, conjecture: &Conjecture) -> Result<Plan, ConfigError> {
    let (low, high) = settings.orders;
    let text = |text: &str| toml::Value::String(text.to_string()).to_string();
    let refutation = match &settings.condition {
        Some(condition) => format!("({condition}) and {}", conjecture.refutation()),
        None => conjecture.refutation(),
    };
    let boards = settings.class.config();
    let config = format!(
        "name = \"conjecture\"\nseed = {}\nthreads = {}\n[game]\nruleset = {}\n{boards}\
         order = [{low}, {high}]\n[objective]\nfind = {}\nstop_at_find = true\n[search]\n\
         count = 0\ngenerations = 1_000_000\n[budget]\nseconds = {}\n",
        settings.seed,
        settings.threads,
        text(&settings.ruleset),
        text(&refutation),
        settings.seconds,
    );
    Plan::resolve("conjecture.toml", config.as_bytes(), &[], read_no_boards)
}
