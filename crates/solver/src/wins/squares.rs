//! Sets of squares in Domineering as positions of the search. Large sets lie between the values of
//! their cuts (`solver/cuts.rs`).

use super::source::Source;
use crate::SolveError;
use crate::boards::Lookup;
use crate::cuts::{Between, Cutter};
use crate::exact::Solver;
use crate::ladder::rung_of;
use crate::playable::{Keyed, Playable};
use crate::signed::Sign;
use crate::squares::Region;
use boilingpoint_boards::canon::CanonicalKey;
use boilingpoint_rules::Player;
use boilingpoint_values::{Dyadic, Value};
use smallvec::SmallVec;

/// The square of a number of squares that takes a step to cut.
const SQUARES_A_STEP: u64 = 64;

/// The limits of the work for the value of a component, and for its bounds.
const VALUED_WORK: u64 = 1 << 16;
const BETWEEN_WORK: u64 = 1 << 14;

/// The value of a component; `None` if it takes too much work.
pub fn valued(cutter: &mut Cutter<'_>, part: Region) -> Result<Option<Value>, SolveError> {
    cutter.within(VALUED_WORK, |cutter| Ok(part.known(cutter.solver)?.value))
}

impl Source for Cutter<'_> {
    type Position = Region;
    type Component = Region;
    type Part = Keyed<Region>;

    fn solver(&mut self) -> &mut Solver {
        self.solver
    }

    fn solver_ref(&self) -> &Solver {
        self.solver
    }

    fn negative(position: &Region) -> Region {
        position.turned()
    }

    fn components(&self, position: Region) -> (SmallVec<[Region; 2]>, i64, bool) {
        let (parts, number) = position.parts(self.solver.ruleset);
        (parts, number, false)
    }

    fn steps(component: &Region) -> u64 {
        let squares = u64::from(component.len());
        1 + squares * squares / SQUARES_A_STEP
    }

    fn part(component: Region) -> Result<Keyed<Region>, SolveError> {
        component.keyed()
    }

    fn key(part: &Keyed<Region>) -> &CanonicalKey {
        &part.key
    }

    fn sign(part: &Keyed<Region>) -> Sign {
        part.sign
    }

    fn bytes(_part: &Keyed<Region>) -> usize {
        0
    }

    fn value(&mut self, part: &Keyed<Region>) -> Result<Option<Value>, SolveError> {
        match self.is_small(part.position) {
            true => valued(self, part.position),
            false => Ok(None),
        }
    }

    fn between(
        &mut self,
        part: &Keyed<Region>,
        penalty: Dyadic,
    ) -> Result<Option<Between>, SolveError> {
        let Some(rung) = rung_of(penalty) else {
            return Ok(None);
        };
        self.within(BETWEEN_WORK, |cutter| {
            cutter.bounds(part.position, part.sign, rung)
        })
    }

    fn moves(&self, part: &Keyed<Region>) -> [i64; 2] {
        Player::BOTH.map(|player| part.position.moves(player))
    }

    fn options(&self, part: &Keyed<Region>, player: Player) -> Vec<Region> {
        part.position.options(self.solver.ruleset, player).collect()
    }

    fn lead(&self, position: &Region) -> i64 {
        let [left, right] = Player::BOTH.map(|player| position.moves(player));
        left - right
    }
}
