//! Games that are described instead of programmed. A description is a list of kinds of moves.
//!
//! A move points at a path: one vertex, or up to four vertices of which each is adjacent to the
//! next. The move kind says which colours the vertices of the path have before the move, how many
//! neighbours of which colour they need, and how the path, its edges and its neighbours change. The
//! player who cannot move loses.
//!
//! The colours are own, other and uncoloured, as the player to move sees them. So each rule holds
//! for both players with the colours exchanged, and a described game is fair by construction.
//!
//! A description is read from a file (`docs/how-to/game-file.md`). Its name is the description
//! itself in a short notation (`text.rs`), such as `rules(LR>.L)`, so the name is all that records
//! and run folders have to keep. Descriptions of games that may never end are refused
//! (`ending.rs`).

mod ending;
mod play;
#[cfg(test)]
mod tests;
mod text;
mod words;

use super::{Algebra, Features, Options, Player, Ruleset};
use boilingpoint_boards::{Board, Tint};
use play::Paths;
pub use text::{HEAD, TextError};
pub use words::{UnknownWord, read_amount, read_change, read_colours, read_place};

/// The greatest number of kinds of moves of a game.
pub const MOST_KINDS: usize = 16;
/// The greatest number of vertices of a path.
pub const MOST_PLACES: usize = 4;
/// The greatest distance in which neighbours count.
pub const MOST_WITHIN: u32 = 9;

/// The colour of a vertex, as the player to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// The vertex has no tint.
    Uncoloured,
    /// The vertex is tinted for the player to move.
    Own,
    /// The vertex is tinted for the opponent.
    Other,
}

impl Colour {
    /// All colours, in the order in which texts list them.
    pub const ALL: [Colour; 3] = [Colour::Uncoloured, Colour::Own, Colour::Other];

    /// The colour of a tint for a player.
    fn of(tint: Tint, player: Player) -> Colour {
        match (tint, player) {
            (Tint::None, _) => Colour::Uncoloured,
            (Tint::Left, Player::Left) | (Tint::Right, Player::Right) => Colour::Own,
            (Tint::Left, Player::Right) | (Tint::Right, Player::Left) => Colour::Other,
        }
    }

    /// The tint of a colour for a player.
    fn tint(self, player: Player) -> Tint {
        match self {
            Colour::Uncoloured => Tint::None,
            Colour::Own => player.tint(),
            Colour::Other => player.other().tint(),
        }
    }

    /// The colour as the opponent sees it.
    fn mirrored(self) -> Colour {
        match self {
            Colour::Uncoloured => Colour::Uncoloured,
            Colour::Own => Colour::Other,
            Colour::Other => Colour::Own,
        }
    }
}

/// A set of colours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Colours([bool; 3]);

impl Colours {
    /// All three colours.
    pub const ANY: Colours = Colours([true; 3]);

    /// The set with one more colour.
    #[must_use]
    pub fn with(mut self, colour: Colour) -> Colours {
        self.0[colour as usize] = true;
        self
    }

    /// Whether a colour is in the set.
    pub fn has(self, colour: Colour) -> bool {
        self.0[colour as usize]
    }

    /// The colours of the set, in the order of [`Colour::ALL`].
    pub fn each(self) -> impl Iterator<Item = Colour> {
        Colour::ALL.into_iter().filter(move |&c| self.has(c))
    }

    fn mirrored(self) -> Colours {
        let [uncoloured, own, other] = self.0;
        Colours([uncoloured, other, own])
    }
}

/// How a vertex changes in a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Change {
    /// The vertex keeps its colour.
    Unchanged,
    /// The vertex gets this colour, or loses its colour.
    Becomes(Colour),
    /// The vertex leaves the board with its edges.
    Removed,
}

impl Change {
    /// The colour of a vertex after the change; `None` if the vertex leaves the board.
    fn after(self, before: Colour) -> Option<Colour> {
        match self {
            Change::Unchanged => Some(before),
            Change::Becomes(colour) => Some(colour),
            Change::Removed => None,
        }
    }

    /// The same change of a vertex that has one of these colours; unchanged if it has no effect.
    fn of(self, colours: Colours) -> Change {
        match self {
            Change::Becomes(colour) if colours == Colours::default().with(colour) => {
                Change::Unchanged
            }
            change => change,
        }
    }

    fn mirrored(self) -> Change {
        match self {
            Change::Becomes(colour) => Change::Becomes(colour.mirrored()),
            change => change,
        }
    }
}

/// The numbers of neighbours that a condition accepts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Amount {
    /// At least the first number; at most the second, if there is one.
    Between(u32, Option<u32>),
    /// The even numbers.
    Even,
    /// The odd numbers.
    Odd,
}

impl Amount {
    /// Whether the condition accepts a number.
    fn admits(self, number: usize) -> bool {
        match self {
            Amount::Between(least, most) => {
                number >= least as usize && most.is_none_or(|most| number <= most as usize)
            }
            Amount::Even => number.is_multiple_of(2),
            Amount::Odd => !number.is_multiple_of(2),
        }
    }

    /// The least number that the condition accepts.
    fn least(self) -> u32 {
        match self {
            Amount::Between(least, _) => least,
            Amount::Even => 0,
            Amount::Odd => 1,
        }
    }
}

/// A condition on the neighbours of a vertex: how many of them have one of these colours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Count {
    /// The colours of the neighbours that are counted.
    pub colours: Colours,
    /// The numbers that are accepted.
    pub amount: Amount,
}

/// A vertex of a path: its conditions before the move, and its change.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The colours that the vertex may have.
    pub colours: Colours,
    /// Whether the token must lie on the vertex.
    pub has_token: bool,
    /// The conditions on its neighbours.
    pub counts: Vec<Count>,
    /// How the vertex changes.
    pub change: Change,
    /// Whether the token is moved to the vertex.
    pub gets_token: bool,
}

/// A kind of moves.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MoveKind {
    /// The vertices of the path, in order.
    pub places: Vec<Place>,
    /// How the neighbours of the path change, by their colours in the order of [`Colour::ALL`].
    pub neighbours: [Change; 3],
    /// The greatest distance of a neighbour.
    pub within: u32,
    /// Whether the edges of the path are removed.
    pub removes_edges: bool,
}

impl MoveKind {
    /// Whether the vertices of the path have the same rules from its end as from its beginning. Then
    /// a path and its reversal are one move.
    fn is_reversible(&self) -> bool {
        self.places.len() > 1 && self.places.iter().eq(self.places.iter().rev())
    }

    /// The same rules for the opponent.
    fn mirrored(&self) -> MoveKind {
        let count = |count: &Count| Count {
            colours: count.colours.mirrored(),
            ..*count
        };
        let place = |place: &Place| Place {
            colours: place.colours.mirrored(),
            counts: sorted(place.counts.iter().map(count).collect()),
            change: place.change.mirrored(),
            ..place.clone()
        };
        MoveKind {
            places: self.places.iter().map(place).collect(),
            neighbours: Colour::ALL.map(|c| self.neighbour(c.mirrored()).mirrored()),
            ..self.clone()
        }
    }

    /// The change of a neighbour of this colour.
    fn neighbour(&self, colour: Colour) -> Change {
        self.neighbours[colour as usize]
    }

    /// The kind without the parts that have no effect, so that equal rules are equal texts.
    fn normal(mut self) -> MoveKind {
        for place in &mut self.places {
            place.change = place.change.of(place.colours);
            place
                .counts
                .retain(|c| c.amount != Amount::Between(0, None));
            place.counts = sorted(std::mem::take(&mut place.counts));
        }
        for colour in Colour::ALL {
            let change = &mut self.neighbours[colour as usize];
            *change = change.of(Colours::default().with(colour));
        }
        let counts = self.places.iter().any(|p| !p.counts.is_empty());
        if !counts && self.neighbours == [Change::Unchanged; 3] {
            self.within = 1;
        }
        self
    }

    /// Whether the kind looks at colours or changes them.
    fn uses_colours(&self) -> bool {
        let place = |p: &Place| {
            let counted = p.counts.iter().any(|c| c.colours != Colours::ANY);
            p.colours != Colours::ANY || counted || matches!(p.change, Change::Becomes(_))
        };
        let [first, second, third] = self.neighbours;
        let alike = first == second && second == third;
        let recoloured = self
            .neighbours
            .iter()
            .any(|c| matches!(c, Change::Becomes(_)));
        self.places.iter().any(place) || !alike || recoloured
    }

    fn uses_token(&self) -> bool {
        self.places.iter().any(|p| p.has_token || p.gets_token)
    }

    /// The mistakes in this kind alone. Returns the key of the part, and the problem.
    fn mistake(&self) -> Option<(&'static str, String)> {
        let (places, one) = (&self.places, |of: fn(&Place) -> bool| {
            self.places.iter().filter(|p| of(p)).count() <= 1
        });
        let wrong = |key, problem: &str| Some((key, problem.to_string()));
        if !(1..=MOST_PLACES).contains(&places.len()) {
            let problem = format!("a path has from 1 to {MOST_PLACES} vertices");
            return Some(("path", problem));
        }
        if places.iter().any(|p| p.colours == Colours::default()) {
            return wrong("path", "a vertex of a path has at least one colour");
        }
        if !one(|p| p.has_token) {
            return wrong("path", "the token lies on one vertex only");
        }
        if !one(|p| p.gets_token) {
            return wrong("becomes", "the token goes to one vertex only");
        }
        if places
            .iter()
            .any(|p| p.gets_token && p.change == Change::Removed)
        {
            return wrong("becomes", "the token cannot go to a vertex that is removed");
        }
        let empty =
            |c: &Count| matches!(c.amount, Amount::Between(least, Some(most)) if least > most);
        let of_none = |c: &Count| c.colours == Colours::default();
        let counts = || places.iter().flat_map(|p| &p.counts);
        if counts().any(|c| empty(c) || of_none(c)) {
            return wrong("if", "a condition accepts no number of neighbours");
        }
        if !(1..=MOST_WITHIN).contains(&self.within) {
            let problem = format!("the distance of neighbours is from 1 to {MOST_WITHIN}");
            return Some(("within", problem));
        }
        if self.removes_edges && places.len() == 1 {
            return wrong("edges", "a path of one vertex has no edges");
        }
        None
    }
}

fn sorted(mut counts: Vec<Count>) -> Vec<Count> {
    counts.sort_unstable();
    counts.dedup();
    counts
}

/// The reason why a description is no game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{problem}", self.place())]
pub struct DescriptionError {
    /// The number of the kind of moves, from 0; `None` if the mistake is in no single kind.
    pub kind: Option<usize>,
    /// The key of the part in a game file; empty if the mistake is in no single part.
    pub key: &'static str,
    /// The mistake, and what is expected.
    pub problem: String,
}

impl DescriptionError {
    fn place(&self) -> String {
        match (self.kind, self.key) {
            (None, _) => String::new(),
            (Some(kind), "") => format!("move {}: ", kind + 1),
            (Some(kind), key) => format!("move {}, `{key}`: ", kind + 1),
        }
    }
}

/// A game by its description.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Described {
    name: String,
    summary: String,
    kinds: Vec<MoveKind>,
    algebra: Algebra,
    carries: Features,
}

impl Described {
    /// The game with these kinds of moves, in any order.
    ///
    /// # Errors
    /// When a kind makes no sense, or when the game may never end.
    pub fn new(kinds: Vec<MoveKind>) -> Result<Described, DescriptionError> {
        if !(1..=MOST_KINDS).contains(&kinds.len()) {
            return Err(DescriptionError {
                kind: None,
                key: "",
                problem: format!("a game has from 1 to {MOST_KINDS} kinds of moves"),
            });
        }
        for (i, kind) in kinds.iter().enumerate() {
            if let Some((key, problem)) = kind.mistake() {
                let kind = Some(i);
                return Err(DescriptionError { kind, key, problem });
            }
        }
        let mut kinds: Vec<MoveKind> = kinds.into_iter().map(MoveKind::normal).collect();
        if let Some(stuck) = ending::endless(&kinds) {
            return Err(DescriptionError {
                kind: Some(stuck),
                key: "",
                problem: "the game may never end; expected a move that removes a vertex or an edge of its path, colours an uncoloured vertex, or uncolours a coloured one, and that no other kind of move takes back".to_string(),
            });
        }
        kinds.sort_by_cached_key(text::kind);
        kinds.dedup();
        let is_kind = |kind: &MoveKind| kinds.contains(&kind.mirrored());
        let algebra = match kinds.iter().all(is_kind) {
            true => Algebra::Impartial,
            false => Algebra::Partizan,
        };
        let has_paths = kinds.iter().any(|k| k.places.len() > 1);
        let carries = Features {
            tints: kinds.iter().any(MoveKind::uses_colours),
            token: kinds.iter().any(MoveKind::uses_token),
            arcs: has_paths && !kinds.iter().any(MoveKind::is_reversible),
            parallel: kinds.iter().any(|k| k.removes_edges),
            ..Features::GRAPH
        };
        Ok(Described {
            name: text::name(&kinds),
            summary: words::summary(&kinds, algebra),
            kinds,
            algebra,
            carries,
        })
    }

    /// Each move of a player, as a kind with a path.
    fn each_move<'a>(
        &'a self,
        position: &'a Board,
        player: Player,
    ) -> impl Iterator<Item = play::Made<'a>> {
        let paths = move |kind| Paths::new(kind, position, player);
        self.kinds.iter().flat_map(paths)
    }
}

impl Ruleset for Described {
    fn name(&self) -> &str {
        &self.name
    }

    fn summary(&self) -> &str {
        &self.summary
    }

    fn algebra(&self) -> Algebra {
        self.algebra
    }

    fn carries(&self) -> Features {
        self.carries
    }

    fn each_option<'a>(&'a self, position: &'a Board, player: Player) -> Options<'a> {
        let after = move |made: play::Made| made.after(position, player);
        Box::new(self.each_move(position, player).map(after))
    }

    fn choices(&self, position: &Board, player: Player) -> Option<Vec<Vec<usize>>> {
        let names = |made: play::Made| {
            let chosen = made.chosen();
            chosen.map(|v| position.name_of(v)).collect()
        };
        Some(self.each_move(position, player).map(names).collect())
    }

    fn moves_at_most(&self, position: &Board) -> Option<usize> {
        ending::moves_at_most(&self.kinds, position)
    }
}
