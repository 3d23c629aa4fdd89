//! The state of the page, which its address holds.

use crate::view::{MORE_TIME, PositionRequest, TIME};
use serde::{Deserialize, Serialize};

/// A board, the moves made on it, and the game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
pub struct ExplorerQuery {
    /// The name of the game.
    pub ruleset: String,
    /// The board, as a text that the program reads.
    pub board: String,
    /// The moves from the board to the position, as in `L3.R0`.
    pub moves: String,
    /// Not empty if the greater time limit applies.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub patient: String,
    /// The tax at which moves are recommended, as a number; empty for the temperature of the
    /// position.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub tax: String,
    /// The other positions of a sum, a line for each: a game, a tab, and a board.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub with: String,
    /// Not empty if the page shows the answer to each move that loses.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// The text before the state in an address of this page.
    #[serde(skip)]
    pub base: &'static str,
}

impl Default for ExplorerQuery {
    fn default() -> ExplorerQuery {
        ExplorerQuery {
            ruleset: "snort".to_string(),
            board: String::new(),
            moves: String::new(),
            patient: String::new(),
            tax: String::new(),
            with: String::new(),
            why: String::new(),
            base: SERVED,
        }
    }
}

/// The text before the state in the addresses of the server.
pub const SERVED: &str = "/position?";

/// The text before the state in the addresses of a page that is a file.
pub const FILE: &str = "#";

impl ExplorerQuery {
    /// Reads the state from the part of an address after `base`. What it does not have is as on an
    /// empty page.
    pub fn read(text: &str, base: &'static str) -> ExplorerQuery {
        let read: ExplorerQuery = serde_urlencoded::from_str(text).unwrap_or_default();
        ExplorerQuery { base, ..read }
    }

    /// The address of the page with these moves, within the lesser time limit.
    pub fn address(&self, moves: &str) -> String {
        let asked = ExplorerQuery {
            moves: moves.to_string(),
            patient: String::new(),
            ..self.clone()
        };
        asked.address_as_is()
    }

    /// The address of the page in this state.
    pub fn address_as_is(&self) -> String {
        let state = serde_urlencoded::to_string(self).unwrap_or_default();
        format!("{}{state}", self.base)
    }

    /// The other positions of the sum: game and board.
    pub fn others(&self) -> Vec<(String, String)> {
        let lines = self.with.lines().filter(|line| !line.trim().is_empty());
        let pair = |line: &str| {
            let (ruleset, board) = line.split_once('\t').unwrap_or((line, ""));
            (ruleset.trim().to_string(), board.trim().to_string())
        };
        lines.map(pair).collect()
    }

    /// The address of the page with these other positions.
    pub fn address_with(&self, others: &[(String, String)]) -> String {
        let term = |(ruleset, board): &(String, String)| format!("{ruleset}\t{board}");
        let asked = ExplorerQuery {
            with: others.iter().map(term).collect::<Vec<_>>().join("\n"),
            patient: String::new(),
            ..self.clone()
        };
        asked.address_as_is()
    }

    /// The request for the position; `None` if there is no board.
    pub fn request(&self) -> Option<PositionRequest> {
        let board = self.board.trim();
        (!board.is_empty()).then(|| PositionRequest {
            ruleset: self.ruleset.clone(),
            board: board.to_string(),
            moves: self.moves.clone(),
            time: if self.patient.is_empty() {
                TIME
            } else {
                MORE_TIME
            },
            tax: self.tax.trim().parse().ok(),
            others: self.others(),
            answers: !self.why.is_empty(),
        })
    }
}
