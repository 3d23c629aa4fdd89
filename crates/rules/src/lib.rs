#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! The games, each in a file of its own behind one trait, and the catalogue of all rulesets by
//! name.
//!
//! [`Ruleset::each_option`] defines a game: it gives the options of a position as boards. The
//! independent checker plays by this method alone. The other methods help the fast solver. They say
//! whether the game is a claiming game ([`Claiming`]), give a smaller position of the same value
//! ([`Ruleset::reduced`]), select options that are enough ([`Ruleset::promising`]), and give bounds
//! for the end of a game ([`Ruleset::foreseen`]).
//!
//! Values belong to one of three algebras ([`Algebra`]): short partizan games, nimbers, or outcomes
//! without values.

/// The methods of a ruleset that return constants: its name, its algebra, the features of its
/// boards, and its rules. The features are one of the constants of [`Features`] and those added to
/// it.
macro_rules! about {
    ($name:literal, $algebra:ident, $carries:ident $(+ $feature:ident)*, $summary:literal) => {
        fn name(&self) -> &str {
            $name
        }

        fn summary(&self) -> &str {
            $summary
        }

        fn algebra(&self) -> $crate::Algebra {
            $crate::Algebra::$algebra
        }

        fn carries(&self) -> $crate::Features {
            $crate::Features { $($feature: true,)* ..$crate::Features::$carries }
        }
    };
}

mod claiming;
mod clobber;
mod col;
mod cutthroat;
pub mod described;
mod digraph_placement;
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

use boilingpoint_boards::{Board, Tint};
use boilingpoint_language::suggestion;
use boilingpoint_values::{Dyadic, Outcome, Winner};
pub use claiming::Claiming;
pub use clobber::Clobber;
pub use col::Col;
pub use cutthroat::Cutthroat;
pub use described::Described;
pub use digraph_placement::DigraphPlacement;
pub use domineering::{Cram, Domineering};
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
use std::sync::{Mutex, MutexGuard, PoisonError};
pub use take_away::{EvenOdd, ParameterError, Subtraction, TakeAway};

/// A player: Left (blue) or Right (red).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// Left, who plays blue and is called she.
    Left,
    /// Right, who plays red and is called he.
    Right,
}

impl Player {
    /// Both players, Left first.
    pub const BOTH: [Player; 2] = [Player::Left, Player::Right];

    /// The opponent of this player.
    pub const fn other(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }

    /// Whether this player wins with a move to a position of this outcome, in which the opponent
    /// begins.
    pub fn wins_by_moving_to(self, outcome: Outcome) -> bool {
        let [left_first, right_first] = outcome.winners();
        match self {
            Player::Left => right_first == Winner::Left,
            Player::Right => left_first == Winner::Right,
        }
    }

    /// The tint of the vertices that are reserved for this player.
    pub const fn tint(self) -> Tint {
        match self {
            Player::Left => Tint::Left,
            Player::Right => Tint::Right,
        }
    }
}

/// The algebra that the values of a game belong to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algebra {
    /// Short partizan games: a player who cannot move loses, and positions add up. The rules must
    /// be fair: a position with the players exchanged ([`Board::swapped`]) has the negative value.
    Partizan,
    /// Short impartial games: both players have the same options, and the values are nimbers.
    Impartial,
    /// Games whose positions have an outcome but no value; [`Ruleset::ended`] decides the outcome.
    /// Positions do not add up.
    Winner,
}

/// The end of a game whose positions have no values ([`Algebra::Winner`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// This player has won.
    Won(Player),
    /// The game is a draw: neither player can win any more.
    Drawn,
}

/// The options of a position, each made when it is asked for: a position can have hundreds of
/// thousands of options.
pub type Options<'a> = Box<dyn Iterator<Item = Board> + 'a>;

/// A ruleset: the rules of a game.
///
/// A new ruleset needs a file with an implementation, a line in [`catalogue`], golden data and a
/// config; see `docs/adding-a-ruleset.md`.
pub trait Ruleset: Send + Sync {
    /// The name in configs and on the command line.
    fn name(&self) -> &str;

    /// The rules in a sentence or two, which `boil list` prints.
    fn summary(&self) -> &str;

    /// The algebra that the values of the game belong to.
    fn algebra(&self) -> Algebra {
        Algebra::Partizan
    }

    /// The features that boards of the game may have and must have.
    fn carries(&self) -> Features;

    /// The rules: all positions that `player` can move to, without any reduction.
    fn each_option<'a>(&'a self, position: &'a Board, player: Player) -> Options<'a>;

    /// All options of a position at once, for small boards.
    fn options(&self, position: &Board, player: Player) -> Vec<Board> {
        self.each_option(position, player).collect()
    }

    /// The choice behind each option, in the same order: the names of the vertices that a player
    /// points at to make the move. `None` if comparing the positions before and after the move
    /// shows the choice.
    fn choices(&self, position: &Board, player: Player) -> Option<Vec<Vec<usize>>> {
        let claiming = self.claiming()?;
        let is_translated = self.claims(position).is_some();
        (!is_translated).then(|| claiming.choices(position, player))
    }

    /// The end of a position of an [`Algebra::Winner`] game; `None` if the game goes on. A position
    /// in which the player to move has no options must have ended.
    fn ended(&self, _position: &Board) -> Option<End> {
        None
    }

    /// The tables of the claiming game. If positions are translated to another claiming game, these
    /// are the tables of that game. `None` if neither applies.
    fn claiming(&self) -> Option<&'static Claiming> {
        None
    }

    /// The position of a claiming game that has the same value as the given position; `None` if the
    /// game needs no translation.
    fn claims(&self, _position: &Board) -> Option<Board> {
        None
    }

    /// Whether the moves are to place a domino on two free squares: Left in a column and Right in a
    /// row, or, in an impartial game, both either way. The solver then plays on sets of bits where
    /// the board is one of squares.
    fn places_dominoes(&self) -> bool {
        false
    }

    /// Whether the moves are to move a stone, which is a tint, to an adjacent stone of the
    /// opponent, which it replaces. The solver then plays on sets of bits where the board is one of
    /// squares.
    fn moves_stones(&self) -> bool {
        false
    }

    /// A position of the same value that has fewer vertices or links, if the ruleset knows one;
    /// else the given position.
    fn reduced(&self, position: Board) -> Board {
        position
    }

    /// Options of an [`Algebra::Winner`] game, the most promising first. The list may leave out
    /// options, but it contains a best option.
    fn promising<'a>(&'a self, position: &'a Board, player: Player) -> Options<'a> {
        self.each_option(position, player)
    }

    /// The worst and the best end for Left that a position of an [`Algebra::Winner`] game can still
    /// have, as far as the ruleset knows without a search. The game must not have ended.
    fn foreseen(&self, _position: &Board, _mover: Player) -> [End; 2] {
        [End::Won(Player::Right), End::Won(Player::Left)]
    }

    /// A number of moves after which every play from a position has ended, both players counted;
    /// `None` if the ruleset knows none without a search.
    fn moves_at_most(&self, position: &Board) -> Option<usize> {
        // A claim takes a vertex from the board.
        self.claiming().map(|_| position.order())
    }

    /// Whether every position is all small: if one player has a move, so has the other.
    fn is_all_small(&self) -> bool {
        false
    }

    /// Whether the value of every position is a number, or a number plus `*`.
    fn is_number_or_star(&self) -> bool {
        false
    }

    /// The outcome of a position, if a theorem tells it without a search. The solver does not use
    /// it, so that theorem and solver can be compared.
    fn outcome_by_theorem(&self, _position: &Board) -> Option<Outcome> {
        None
    }

    /// An upper bound for the temperatures of the boards without tints that have this order, at
    /// least this least degree, and at least this domination number; `None` if no theorem gives
    /// one.
    fn temperature_at_most(
        &self,
        _order: usize,
        _least_degree: usize,
        _domination: usize,
    ) -> Option<Dyadic> {
        None
    }

    /// Whether a tint in CGSuite's notation of the game names the player who has a neighbour, and
    /// who may therefore not move on the vertex.
    fn cgsuite_tints_neighbours(&self) -> bool {
        false
    }

    /// The board that a text means in this game, if the text reads as `board`; `is_cgsuite` says
    /// whether the text is a graph string of CGSuite.
    fn meant(&self, board: Board, is_cgsuite: bool) -> Board {
        match is_cgsuite && self.cgsuite_tints_neighbours() {
            true => board.swapped(),
            false => board,
        }
    }

    /// Checks that a board has only features that the game uses, and all features that it needs.
    ///
    /// # Errors
    /// [`Unfit`] describes the feature that is missing or not allowed.
    fn fits(&self, board: &Board) -> Result<(), Unfit> {
        self.carries().check(self.name(), board)
    }
}

impl std::fmt::Debug for dyn Ruleset {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Two rulesets are equal if their names are equal.
impl PartialEq for dyn Ruleset {
    fn eq(&self, other: &dyn Ruleset) -> bool {
        self.name() == other.name()
    }
}

impl Eq for dyn Ruleset {}

/// All rulesets. For each ruleset with parameters, the list has one example.
pub fn catalogue() -> &'static [&'static dyn Ruleset] {
    &[
        &Snort,
        &Col,
        &Cutthroat,
        &Clobber,
        &Domineering,
        &Cram,
        &DigraphPlacement,
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

/// The rulesets that have parameters, with signature and summary.
pub const PARAMETRISED: [(&str, &str); 3] = [
    (
        "subtraction(a,b,...)",
        "take a, b, ... from a pile; impartial",
    ),
    (
        "take-away(f)",
        "take less than the whole pile first, then at most f(n), where n is the last number taken; impartial",
    ),
    (
        "rules(...)",
        "a game from a file (FILE.toml), or from its rules in short: rules(LR>.L) is clobber",
    ),
];

/// The error for a name that belongs to no ruleset.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnknownRuleset {
    /// No ruleset of the catalogue has this name.
    #[error("there is no ruleset `{name}`; {hint}")]
    Name {
        /// The name that was given.
        name: String,
        /// A suggestion of the nearest name, or a list of all names.
        hint: String,
    },
    /// The ruleset exists, but not with these parameters.
    #[error("ruleset `{name}`: {problem}")]
    Parameters {
        /// The name that was given, with its parameters.
        name: String,
        /// The mistake in the parameters.
        problem: ParameterError,
    },
}

/// The greatest number of rulesets with parameters in a process, and of rulesets of other programs,
/// since none of them is freed.
const MOST_MADE: usize = 1000;

/// The ruleset with this name, which may have parameters, as in `subtraction(1,2)`.
///
/// # Errors
/// When no ruleset has this name, or when its parameters are wrong.
pub fn find(name: &str) -> Result<&'static dyn Ruleset, UnknownRuleset> {
    if let Some(known) = catalogue().iter().copied().find(|r| r.name() == name) {
        return Ok(known);
    }
    let parameters = |problem| UnknownRuleset::Parameters {
        name: name.to_string(),
        problem,
    };
    let ruleset: Box<dyn Ruleset> = match split(name) {
        Some(("subtraction", arguments)) => {
            Box::new(Subtraction::parse(arguments).map_err(parameters)?)
        }
        Some(("take-away", arguments)) => Box::new(TakeAway::parse(arguments).map_err(parameters)?),
        Some((described::HEAD, arguments)) => {
            take_away::refuse_long(arguments).map_err(parameters)?;
            Box::new(Described::parse(arguments).map_err(|e| parameters(e.into()))?)
        }
        Some((MOVES, _)) => {
            let known = made().get(name).copied();
            return known.ok_or_else(|| UnknownRuleset::Name {
                name: name.to_string(),
                hint: "its moves are a function of a program, which has to make the game first"
                    .to_string(),
            });
        }
        _ => return Err(unknown(name)),
    };
    if let Some(&known) = made().get(ruleset.name()) {
        return Ok(known);
    }
    keep(Box::leak(ruleset))
}

/// Rulesets with parameters, and those of other programs, are kept for good. The name of a ruleset
/// is its key, which is the same for all spellings of the parameters.
static MADE: Mutex<BTreeMap<String, &'static dyn Ruleset>> = Mutex::new(BTreeMap::new());

fn made() -> MutexGuard<'static, BTreeMap<String, &'static dyn Ruleset>> {
    MADE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Adds a ruleset to those that [`find`] knows by their names. The ruleset of a program that uses
/// this library has the name `moves(...)`.
///
/// # Errors
/// When this process has too many rulesets.
pub fn keep(ruleset: &'static dyn Ruleset) -> Result<&'static dyn Ruleset, UnknownRuleset> {
    let mut made = made();
    let is_foreign = |name: &str| name.split_once('(').is_some_and(|(head, _)| head == MOVES);
    let own = is_foreign(ruleset.name());
    if made.keys().filter(|name| is_foreign(name) == own).count() >= MOST_MADE {
        return Err(UnknownRuleset::Parameters {
            name: ruleset.name().to_string(),
            problem: ParameterError::TooMany(MOST_MADE),
        });
    }
    Ok(*made.entry(ruleset.name().to_string()).or_insert(ruleset))
}

/// The word before the parentheses in the name of a ruleset that is not of this library.
pub const MOVES: &str = "moves";

/// The ruleset with this name; `None` if there is none.
pub fn by_name(name: &str) -> Option<&'static dyn Ruleset> {
    find(name).ok()
}

/// Splits the text `name(arguments)` into the name and the arguments; `None` for other texts.
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
