//! Take-away games: chips are taken from piles (Schwenk, *Take-away games*, 1970; Winning Ways,
//! vol. 1, ch. 3 and 4).
//!
//! A pile is a vertex with a loop whose weight is the number of chips; the family `piles(...)`
//! makes such boards. In `take-away(f)`, the number of chips that a player may take depends on the
//! number that was taken last. A second loop at the vertex gives the number that may be taken now.

use super::described::TextError;
use super::{Algebra, Features, Options, Player, Ruleset, Unfit};
use boilingpoint_boards::{Board, Expr, ExprError, Link, MAX_WEIGHT, Parameters};
use boilingpoint_language::Unexpected;

/// Subtraction: a player takes a number of chips from a pile, and this number must belong to a
/// given set.
#[derive(Clone, Debug)]
pub struct Subtraction {
    name: String,
    summary: String,
    set: Vec<u32>,
}

/// Even-odd: a player takes an even number of chips but not the whole pile, or takes the whole pile
/// if its number of chips is odd.
#[derive(Clone, Copy, Debug)]
pub struct EvenOdd;

/// Take-away: the first move takes less than the whole pile. After that, a move takes at most
/// `f(n)` chips, where `n` is the number of chips taken last.
#[derive(Clone, Debug)]
pub struct TakeAway {
    name: String,
    summary: String,
    bound: Expr,
}

/// The piles of a position. For each vertex with loops, the list has the weights of its loops, the
/// greatest first.
fn piles(position: &Board) -> Vec<(usize, Vec<u32>)> {
    let loops: Vec<Link> = position.links().into_iter().filter(Link::is_loop).collect();
    let of_vertex = |same: &[Link]| {
        let weights = same.iter().rev().map(|l| l.weight).collect();
        (same[0].from, weights)
    };
    loops
        .chunk_by(|a, b| a.from == b.from)
        .map(of_vertex)
        .collect()
}

/// Checks that every link is a loop, since a link between two vertices is not a pile.
fn check(ruleset: &dyn Ruleset, board: &Board) -> Result<(), Unfit> {
    ruleset.carries().check(ruleset.name(), board)?;
    match board.links().into_iter().find(|l| !l.is_loop()) {
        None => Ok(()),
        Some(Link { from, to, .. }) => Err(Unfit {
            ruleset: ruleset.name().to_string(),
            problem: format!(
                "is played on piles (vertices with loops, such as `piles(3,4)`), but the board has the edge {from}-{to}"
            ),
        }),
    }
}

/// The position with the loops of vertex `v` replaced by loops of these weights.
fn with_pile(position: &Board, v: usize, weights: &[u32]) -> Board {
    let others = position
        .links()
        .into_iter()
        .filter(|l| l.from != v || !l.is_loop());
    let own = weights.iter().map(|&w| Link::edge(v, v, w));
    position.clone().with_links(others.chain(own).collect())
}

/// The options of a position. `takes` gives the numbers of chips that may be taken from a pile, in
/// increasing order. The options that leave the smallest piles come first, so that a solver reaches
/// small piles first.
fn taking<'a>(position: &'a Board, takes: impl Fn(u32) -> Vec<u32> + 'a) -> Options<'a> {
    Box::new(piles(position).into_iter().flat_map(move |(v, weights)| {
        let chips = weights[0];
        let rest = takes(chips)
            .into_iter()
            .rev()
            .filter_map(move |k| chips.checked_sub(k));
        rest.map(move |left| with_pile(position, v, &[left]))
    }))
}

/// The reason why a ruleset does not exist with the given parameters.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    /// A parameter is not a positive number of chips.
    #[error("`{0}` is not a number of chips; expected an integer of at least 1")]
    Chips(String),
    /// The parameters are too long a text to be kept.
    #[error("the parameters have {0} characters; at most {MOST_CHARACTERS} are accepted")]
    TooLong(usize),
    /// The process has too many rulesets with parameters.
    #[error("this process has {0} rulesets with parameters already; more are not made")]
    TooMany(usize),
    /// The bound on the number of chips is not a valid expression.
    #[error(transparent)]
    Bound(#[from] Unexpected),
    /// The bound has no value after some number of chips that a player may have taken.
    #[error("for n = {taken}: {source}")]
    Undefined {
        /// The number of chips that were taken last.
        taken: u32,
        /// The reason why the bound has no value.
        source: ExprError,
    },
    /// The rules describe no game.
    #[error(transparent)]
    Rules(#[from] TextError),
}

/// The greatest length of a list of parameters.
const MOST_CHARACTERS: usize = 10_000;

pub(super) fn refuse_long(arguments: &str) -> Result<(), ParameterError> {
    match arguments.len() {
        length if length > MOST_CHARACTERS => Err(ParameterError::TooLong(length)),
        _ => Ok(()),
    }
}

impl Subtraction {
    /// Reads the set of numbers that may be taken, separated by commas.
    pub(super) fn parse(arguments: &str) -> Result<Subtraction, ParameterError> {
        refuse_long(arguments)?;
        let number = |text: &str| match text.trim().parse() {
            Ok(n) if n > 0 => Ok(n),
            _ => Err(ParameterError::Chips(text.trim().to_string())),
        };
        let mut set: Vec<u32> = arguments.split(',').map(number).collect::<Result<_, _>>()?;
        set.sort_unstable();
        set.dedup();
        let list = set.iter().map(u32::to_string).collect::<Vec<_>>();
        Ok(Subtraction {
            name: format!("subtraction({})", list.join(",")),
            summary: format!("take {} from a pile; impartial", list.join(", ")),
            set,
        })
    }
}

impl Ruleset for Subtraction {
    fn name(&self) -> &str {
        &self.name
    }

    fn summary(&self) -> &str {
        &self.summary
    }

    fn algebra(&self) -> Algebra {
        Algebra::Impartial
    }

    fn carries(&self) -> Features {
        Features::PILES
    }

    fn fits(&self, board: &Board) -> Result<(), Unfit> {
        check(self, board)
    }

    fn each_option<'a>(&'a self, position: &'a Board, _: Player) -> Options<'a> {
        taking(position, |_| self.set.clone())
    }
}

impl Ruleset for EvenOdd {
    about! {
        "even-odd", Impartial, PILES,
        "take an even number from a pile but not the whole pile, or take a whole pile of odd size; impartial"
    }

    fn fits(&self, board: &Board) -> Result<(), Unfit> {
        check(self, board)
    }

    fn each_option<'a>(&'a self, position: &'a Board, _: Player) -> Options<'a> {
        let takes = |chips: u32| {
            let even = (2..chips).step_by(2);
            even.chain((chips % 2 == 1).then_some(chips)).collect()
        };
        taking(position, takes)
    }
}

/// The parameter `n` of the bound after `taken` chips were taken.
fn taken_last(taken: u32) -> Parameters {
    Parameters::none().with('n', i64::from(taken))
}

impl TakeAway {
    /// Reads the bound: an expression in `n`, such as `2*n`.
    pub(super) fn parse(arguments: &str) -> Result<TakeAway, ParameterError> {
        refuse_long(arguments)?;
        let bound = Expr::parse(arguments)?;
        // The bound must have a value for every number of chips that a player may have taken.
        for taken in 1..=MAX_WEIGHT {
            let value = bound.value(&taken_last(taken));
            value.map_err(|source| ParameterError::Undefined { taken, source })?;
        }
        Ok(TakeAway {
            name: format!("take-away({bound})"),
            summary: format!(
                "take less than the whole pile first, then at most {bound}, where n is the last number taken; impartial"
            ),
            bound,
        })
    }

    /// The greatest number of chips that may be taken after `taken` chips were taken.
    pub fn bound(&self, taken: u32) -> u32 {
        let bound = self.bound.value(&taken_last(taken)).unwrap_or(0);
        u32::try_from(bound.max(0)).unwrap_or(u32::MAX)
    }
}

impl Ruleset for TakeAway {
    fn name(&self) -> &str {
        &self.name
    }

    fn summary(&self) -> &str {
        &self.summary
    }

    fn algebra(&self) -> Algebra {
        Algebra::Impartial
    }

    fn carries(&self) -> Features {
        Features {
            parallel: true,
            ..Features::PILES
        }
    }

    fn fits(&self, board: &Board) -> Result<(), Unfit> {
        check(self, board)
    }

    fn each_option<'a>(&'a self, position: &'a Board, _: Player) -> Options<'a> {
        Box::new(piles(position).into_iter().flat_map(move |(v, weights)| {
            let chips = weights[0];
            let most = weights.get(1).copied().unwrap_or(chips - 1).min(chips);
            (1..=most).rev().map(move |taken| {
                let left = chips - taken;
                // A bound above the size of the pile has no effect.
                match self.bound(taken).min(left) {
                    // No chip may be taken any more, so the pile is removed.
                    0 => with_pile(position, v, &[]),
                    bound => with_pile(position, v, &[left, bound]),
                }
            })
        }))
    }
}
