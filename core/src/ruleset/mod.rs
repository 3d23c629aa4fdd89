//! The games, one file each, behind one trait, and the catalogue of them by name.
//!
//! [`Ruleset::options`] defines a game: it gives the options of a position as boards, and the
//! independent checker plays by it alone. The other methods help the fast solver: whether the game
//! is a claiming game ([`Claiming`]), a smaller position of the same value ([`Ruleset::reduced`]),
//! which options are enough ([`Ruleset::promising`]), how a game can still end
//! ([`Ruleset::foreseen`]).
//!
//! Values belong to one of three algebras ([`Algebra`]): short partizan games, nimbers, or outcomes
//! alone.

mod claiming;
mod clobber;
mod col;
mod cutthroat;
mod domineering;
mod features;
mod geography;
mod kayles;
mod moves;
mod nim;
mod positional;
mod shannon;
mod snort;
mod take_away;

use crate::graph::Board;
use crate::language::suggestion;
pub use claiming::Claiming;
pub use clobber::Clobber;
pub use col::Col;
pub use cutthroat::Cutthroat;
pub use domineering::Domineering;
pub use features::{Feature, Features, Unfit};
pub use geography::{EdgeGeography, VertexGeography};
pub use kayles::{ArcKayles, NodeKayles};
pub use moves::{Move, moves};
pub use nim::NimOnGraphs;
pub use positional::{
    MakerBreaker, Positional, draw_forcing_pairing, erdos_selfridge, winning_sets,
};
pub use shannon::{Shannon, two_disjoint_spanning_trees};
pub use snort::Snort;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
pub use take_away::{EvenOdd, ParameterError, Subtraction, TakeAway, h_sequence};

/// A player: Left (blue) or Right (red).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// Blue.
    Left,
    /// Red.
    Right,
}

impl Player {
    /// Both players, Left first.
    pub const BOTH: [Player; 2] = [Player::Left, Player::Right];

    /// The other player.
    pub const fn other(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }
}

/// The algebra that the values of a game belong to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algebra {
    /// Short partizan games: a player who cannot move loses, and positions add up. The rules must
    /// be fair: with the players exchanged ([`Board::swapped`]) the value is the negative.
    Partizan,
    /// Short games in which both players have the same options: nimbers.
    Impartial,
    /// Outcomes alone, as [`Ruleset::ended`] decides; positions do not add up.
    Winner,
}

/// The end of a game of [`Algebra::Winner`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// The player has won.
    Won(Player),
    /// Neither player can win any more.
    Drawn,
}

/// A game.
///
/// A new ruleset needs a file with an implementation, a line in [`catalogue`], golden data and a
/// config: `docs/adding-a-ruleset.md`.
pub trait Ruleset: Send + Sync {
    /// The name in configs and on the command line.
    fn name(&self) -> &str;

    /// The rules in a sentence or two.
    fn summary(&self) -> &str;

    /// The algebra of the game's values.
    fn algebra(&self) -> Algebra {
        Algebra::Partizan
    }

    /// The marks that boards of the game may carry and those that they must carry.
    fn carries(&self) -> Features;

    /// The rules: the positions that `player` can move to, without any reduction.
    fn options(&self, position: &Board, player: Player) -> Vec<Board>;

    /// For each of the options, the names of the vertices that a player points at to choose it;
    /// `None` if comparing the positions shows the choice.
    fn choices(&self, position: &Board, player: Player) -> Option<Vec<Vec<usize>>> {
        let claiming = self.claiming()?;
        let is_translated = self.claims(position).is_some();
        (!is_translated).then(|| claiming.choices(position, player))
    }

    /// How a position of an [`Algebra::Winner`] game has ended, or `None` if it has not. A position
    /// without options for the player to move must have ended.
    fn ended(&self, _position: &Board) -> Option<End> {
        None
    }

    /// The tables of a claiming game, or of the claiming game that positions are translated to;
    /// `None` for other games.
    fn claiming(&self) -> Option<&'static Claiming> {
        None
    }

    /// The position of a claiming game that has the same value, if that is not the board itself.
    fn claims(&self, _position: &Board) -> Option<Board> {
        None
    }

    /// A position of the same value, with fewer vertices or links where the ruleset knows one.
    fn reduced(&self, position: Board) -> Board {
        position
    }

    /// Options of an [`Algebra::Winner`] game, the most promising first; at least one of them is a
    /// best option.
    fn promising(&self, position: &Board, player: Player) -> Vec<Board> {
        self.options(position, player)
    }

    /// The worst and the best possible end for Left of a position of an [`Algebra::Winner`] game
    /// that has not ended, as far as the ruleset can tell without a search.
    fn foreseen(&self, _position: &Board, _mover: Player) -> [End; 2] {
        [End::Won(Player::Right), End::Won(Player::Left)]
    }

    /// Checks that a board carries only marks that the game knows, and all that it needs.
    ///
    /// # Errors
    /// [`Unfit`] names the mark.
    fn fits(&self, board: &Board) -> Result<(), Unfit> {
        self.carries().check(self.name(), board)
    }
}

impl std::fmt::Debug for dyn Ruleset {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Rulesets with equal names are equal.
impl PartialEq for dyn Ruleset {
    fn eq(&self, other: &dyn Ruleset) -> bool {
        self.name() == other.name()
    }
}

impl Eq for dyn Ruleset {}

/// All rulesets; of each one with parameters, an example.
pub fn catalogue() -> &'static [&'static dyn Ruleset] {
    &[
        &Snort,
        &Col,
        &Cutthroat,
        &Clobber,
        &Domineering,
        &NodeKayles,
        &ArcKayles,
        &NimOnGraphs,
        &VertexGeography,
        &EdgeGeography,
        &EvenOdd,
        &Shannon,
        &Positional,
        &MakerBreaker,
    ]
}

/// The rulesets with parameters: signature and summary.
pub const PARAMETRISED: [(&str, &str); 2] = [
    (
        "subtraction(a,b,...)",
        "take a, b, ... from a pile; impartial",
    ),
    (
        "take-away(f)",
        "take less than the whole pile first, then at most f(n), where n is the last number taken; impartial",
    ),
];

/// The error for a name that is not the name of a ruleset.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnknownRuleset {
    /// No ruleset has this name.
    #[error("there is no ruleset `{name}`; {hint}")]
    Name {
        /// The name.
        name: String,
        /// A suggestion of the nearest name, or the list of all names.
        hint: String,
    },
    /// The ruleset does not exist with these parameters.
    #[error("ruleset `{name}`: {problem}")]
    Parameters {
        /// The name with its parameters.
        name: String,
        /// The mistake in the parameters.
        problem: ParameterError,
    },
}

/// The ruleset with this name.
///
/// # Errors
/// When no ruleset has the name, or its parameters are wrong.
pub fn find(name: &str) -> Result<&'static dyn Ruleset, UnknownRuleset> {
    if let Some(known) = catalogue().iter().copied().find(|r| r.name() == name) {
        return Ok(known);
    }
    // A ruleset with parameters is made once for each spelling and never freed.
    static MADE: Mutex<BTreeMap<String, &'static dyn Ruleset>> = Mutex::new(BTreeMap::new());
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&known) = made.get(name) {
        return Ok(known);
    }
    let parameters = |problem| UnknownRuleset::Parameters {
        name: name.to_string(),
        problem,
    };
    let ruleset: &'static dyn Ruleset = match split(name) {
        Some(("subtraction", arguments)) => {
            Box::leak(Box::new(Subtraction::parse(arguments).map_err(parameters)?))
        }
        Some(("take-away", arguments)) => {
            Box::leak(Box::new(TakeAway::parse(arguments).map_err(parameters)?))
        }
        _ => return Err(unknown(name)),
    };
    made.insert(name.to_string(), ruleset);
    Ok(ruleset)
}

/// The ruleset with this name, if there is one.
pub fn by_name(name: &str) -> Option<&'static dyn Ruleset> {
    find(name).ok()
}

/// Splits a name from the text in the parentheses after it.
fn split(name: &str) -> Option<(&str, &str)> {
    let (name, rest) = name.split_once('(')?;
    Some((name.trim(), rest.trim_end().strip_suffix(')')?))
}

fn unknown(name: &str) -> UnknownRuleset {
    let names = catalogue().iter().map(|r| r.name());
    let names: Vec<&str> = names.chain(PARAMETRISED.map(|p| p.0)).collect();
    let known = || format!("known: {}", names.join(", "));
    let hint = suggestion(name, names.iter().copied()).unwrap_or_else(known);
    UnknownRuleset::Name {
        name: name.to_string(),
        hint,
    }
}
