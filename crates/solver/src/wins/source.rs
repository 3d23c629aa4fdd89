//! The kinds of positions that the search plays: how a position falls into components, and what is
//! known of a component without a search.

use crate::SolveError;
use crate::budget::if_within_limits;
use crate::cool::{LABELLED_A_STEP, cube};
use crate::cuts::Between;
use crate::exact::Solver;
use crate::signed::{Sign, Signed};
use crate::stars::StarBounds;
use boilingpoint_boards::BitRow;
use boilingpoint_boards::canon::CanonicalKey;
use boilingpoint_boards::classes::Classes;
use boilingpoint_rules::Player;
use boilingpoint_values::{Dyadic, Value};
use smallvec::SmallVec;
use std::marker::PhantomData;

/// The limits for the value of a component.
const VALUED_POSITIONS: u64 = 1 << 10;
const VALUED_WORK: u64 = 1 << 14;

/// A kind of positions.
pub(crate) trait Source {
    type Position: Clone;
    /// A component of a position.
    type Component;
    /// A component or its negative: the one of both that is stored.
    type Part: Clone;

    fn solver(&mut self) -> &mut Solver;
    fn solver_ref(&self) -> &Solver;

    /// The negative of a position.
    fn negative(position: &Self::Position) -> Self::Position;

    /// The components of a position, the sum of those that are integers, and whether `*` is added.
    fn components(&self, position: Self::Position) -> (SmallVec<[Self::Component; 2]>, i64, bool);

    /// The steps that it takes to label a component.
    fn steps(component: &Self::Component) -> u64;

    fn part(component: Self::Component) -> Result<Self::Part, SolveError>;
    fn key(part: &Self::Part) -> &CanonicalKey;
    fn sign(part: &Self::Part) -> Sign;
    fn bytes(part: &Self::Part) -> usize;

    /// The value of a stored component; `None` if it is too large to be valued.
    fn value(&mut self, part: &Self::Part) -> Result<Option<Value>, SolveError>;

    /// Values that a stored component lies between, cooled by a penalty and up to infinitesimals.
    fn between(
        &mut self,
        _part: &Self::Part,
        _penalty: Dyadic,
    ) -> Result<Option<Between>, SolveError> {
        Ok(None)
    }

    /// Bounds for the walls of a stored component by stars, if there are any.
    fn stars(&self, _part: &Self::Part) -> Option<StarBounds> {
        None
    }

    /// Upper bounds for the numbers of moves of Left and of Right.
    fn moves(&self, part: &Self::Part) -> [i64; 2];

    /// The positions after the moves of a player.
    fn options(&self, part: &Self::Part, player: Player) -> Vec<Self::Position>;

    /// An estimate of the mean of a position.
    fn lead(&self, position: &Self::Position) -> i64;
}

/// Compressed boards of a claiming game, each with the classes that are still on the board.
pub(crate) struct Claims<'s, R: BitRow> {
    pub solver: &'s mut Solver,
    /// The greatest number of vertices of a component that is valued.
    pub valued: usize,
    pub rows: PhantomData<R>,
}

impl<R: BitRow> Source for Claims<'_, R> {
    type Position = (Classes<R>, R);
    type Component = Classes<R>;
    type Part = Signed<R>;

    fn solver(&mut self) -> &mut Solver {
        self.solver
    }

    fn solver_ref(&self) -> &Solver {
        self.solver
    }

    fn negative((position, rest): &Self::Position) -> Self::Position {
        (position.swapped(), *rest)
    }

    fn components(
        &self,
        (mut position, rest): Self::Position,
    ) -> (SmallVec<[Classes<R>; 2]>, i64, bool) {
        self.solver.parts(&mut position, rest)
    }

    fn steps(component: &Classes<R>) -> u64 {
        2 * (1 + cube(component.len()) / LABELLED_A_STEP)
    }

    fn part(component: Classes<R>) -> Result<Signed<R>, SolveError> {
        Ok(Signed::of(component))
    }

    fn key(part: &Signed<R>) -> &CanonicalKey {
        &part.labelling.key
    }

    fn sign(part: &Signed<R>) -> Sign {
        part.sign
    }

    fn bytes(part: &Signed<R>) -> usize {
        part.component.len() * 2 * size_of::<R>()
    }

    fn value(&mut self, part: &Signed<R>) -> Result<Option<Value>, SolveError> {
        if part.component.order() > self.valued {
            return Ok(None);
        }
        let value = self
            .solver
            .value_within(part, VALUED_POSITIONS, VALUED_WORK);
        if_within_limits(value)
    }

    fn stars(&self, part: &Signed<R>) -> Option<StarBounds> {
        StarBounds::of(&self.solver.rules, &part.component)
    }

    fn moves(&self, part: &Signed<R>) -> [i64; 2] {
        Player::BOTH.map(|player| i64::from(self.solver.rules.moves(&part.component, player)))
    }

    fn options(&self, part: &Signed<R>, player: Player) -> Vec<Self::Position> {
        let rules = &self.solver.rules;
        let claims = part.claims(rules, player);
        let claim = |c| rules.claim(&part.component, c, player);
        claims.bits().map(claim).collect()
    }

    /// The number of vertices that only Left may claim, less those that only Right may claim.
    fn lead(&self, (position, rest): &Self::Position) -> i64 {
        let lead = rest.bits().map(|c| {
            let [left, right] = self.solver.rules.may_claim[position.tint(c) as usize];
            i64::from(position.counts[c]) * (i64::from(left) - i64::from(right))
        });
        lead.sum()
    }
}
