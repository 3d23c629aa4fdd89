//! Games that are not played on compressed graphs: the solver plays them part by part.
//!
//! Table, budget and verdicts are the same as for claiming games (`solver/exact.rs`). Most games
//! are played on boards: the keys of the table are canonical keys of marked boards. If the ruleset
//! knows a smaller position of the same value, that position replaces the given one. A position
//! with a token is one part, since all moves are made at the token. Domineering, Cram and
//! Clobber are played on sets of bits (`solver/squares.rs`, `solver/stones.rs`).

use super::budget::SolveError;
use super::exact::Solver;
use super::playable::{Keyed, Playable};
use super::recent::Packed;
use super::signed::Sign;
use super::squares::Region;
use super::steps::{Account, PER_VERTEX, Tree};
use super::stones::Stones;
use super::table::KnownValue;
use super::words::SquareWord;
use boilingpoint_boards::Board;
use boilingpoint_boards::canon::marked_key;
use boilingpoint_rules::{Algebra, Player, Ruleset};
use boilingpoint_values::{Dyadic, MAX_NIMBER, NumberUpStar, OptionList, Value};
use smallvec::SmallVec;

impl Playable for Board {
    fn units(&self) -> u64 {
        self.order() as u64 * PER_VERTEX
    }

    fn bytes(&self) -> usize {
        Board::bytes(self)
    }

    /// The components. If the ruleset knows a smaller position of the same value, its components
    /// are returned instead.
    fn parts(self, ruleset: &dyn Ruleset) -> (SmallVec<[Board; 2]>, i64) {
        let position = ruleset.reduced(self);
        let components = match position.token() {
            Some(_) => Vec::new(),
            None => position.graph().components(),
        };
        let parts = match components.len() {
            0 | 1 => SmallVec::from_iter([position]),
            _ => components.iter().map(|c| position.kept(c)).collect(),
        };
        (parts, 0)
    }

    fn keyed(self) -> Result<Keyed<Board>, SolveError> {
        Ok(Keyed {
            key: marked_key(&self)?,
            sign: Sign::Positive,
            position: self,
        })
    }

    fn options(
        &self,
        ruleset: &'static dyn Ruleset,
        player: Player,
    ) -> impl Iterator<Item = Board> {
        ruleset.each_option(self, player)
    }
}

/// Positions whose parts are looked up in the tables.
pub(super) trait Lookup: Playable {
    /// The value of a part, from the tables or from its options.
    fn known(self, solver: &mut Solver) -> Result<KnownValue, SolveError> {
        solver.known_by_key(self)
    }

    /// The set of squares that the position is; `None` for another position.
    fn squares(&self) -> Option<Region> {
        None
    }
}

impl Lookup for Board {}

impl Lookup for Stones {
    fn known(self, solver: &mut Solver) -> Result<KnownValue, SolveError> {
        solver.known_recently(self.packed(), self)
    }
}

impl<W: SquareWord> Lookup for Region<W> {
    fn known(self, solver: &mut Solver) -> Result<KnownValue, SolveError> {
        let Some(narrow) = self.narrow() else {
            return solver.known_recently(self.packed(), self);
        };
        if let Some(known) = solver.recent_sets.get(narrow.word()) {
            return Ok(known);
        }
        let known = solver.known_by_key(narrow)?;
        solver.recent_sets.put(narrow.word(), known);
        Ok(known)
    }

    fn squares(&self) -> Option<Region> {
        Some(self.wide())
    }
}

impl Solver {
    /// Computes the value of a position within the budget.
    pub(super) fn value_in_parts<P: Lookup>(&mut self, position: P) -> Result<Value, SolveError> {
        let find = |solver: &mut Solver| {
            if !P::KEEPS_ROOT
                && let (parts, 0) = position.clone().parts(solver.ruleset)
                && let [part] = parts.as_slice()
            {
                return solver.root_part(part);
            }
            let mut account = Account::default();
            let value = solver.sum_of_parts(position.clone(), &mut account)?;
            Ok((value, account.closed()))
        };
        self.within_budget(find, |solver| solver.few_in_parts(&position))
    }

    /// The value of a position of one part, which is not put into the table.
    fn root_part<P: Lookup>(&mut self, part: &P) -> Result<(Value, Tree), SolveError> {
        let keyed = part.clone().keyed()?;
        let known = self.generation.table.get(&keyed.key);
        let (value, tree) = match known {
            Some(known) => (known.value, known.tree),
            None => {
                let mut account = self.count_position(None)?;
                let value = self.value_by_options(&keyed, &mut account)?;
                self.count_steps(account.steps());
                (value, account.closed())
            }
        };
        Ok((self.signed(value, keyed.sign)?, tree))
    }

    /// The value of an option, or of the position itself: the sum of the values of its parts.
    /// Charges the cost to an account.
    fn sum_of_parts<P: Lookup>(
        &mut self,
        position: P,
        account: &mut Account,
    ) -> Result<Value, SolveError> {
        let units = position.units();
        let (values, number) = self.values_of_parts(position, &mut account.tree)?;
        self.charge(account, units)?;
        let games = self.add_up(values, true, |solver, cost| solver.charge(account, cost))?;
        Ok(self.values.add(games, self.values.integer(number))?)
    }

    /// The values of the parts of a position, and a number that is added. Values that add up to 0
    /// are left out.
    pub(super) fn values_of_parts<P: Lookup>(
        &mut self,
        position: P,
        tree: &mut Tree,
    ) -> Result<(SmallVec<[Value; 4]>, i64), SolveError> {
        let (parts, number) = position.parts(self.ruleset);
        let mut values = SmallVec::new();
        for part in parts {
            let known = part.known(self)?;
            *tree += known.tree;
            self.add_summand(&mut values, known.value)?;
        }
        Ok((values, number))
    }

    /// The value of a part, from the cache of recent lookups or by its key.
    pub(super) fn known_recently<P: Lookup>(
        &mut self,
        packed: Packed,
        part: P,
    ) -> Result<KnownValue, SolveError> {
        if let Some(known) = self.recent.get(packed) {
            return Ok(known);
        }
        let known = self.known_by_key(part)?;
        self.recent.put(packed, known);
        Ok(known)
    }

    /// The value of a part by its key, from the table or from its options.
    pub(super) fn known_by_key<P: Lookup>(&mut self, part: P) -> Result<KnownValue, SolveError> {
        let keyed = part.keyed()?;
        let known = match self.generation.table.get(&keyed.key) {
            Some(known) => known,
            None => self.valued(&keyed)?,
        };
        let value = self.signed(known.value, keyed.sign)?;
        Ok(KnownValue { value, ..known })
    }

    /// Evaluates a part that is not in the table, and puts its value into the table.
    fn valued<P: Lookup>(&mut self, keyed: &Keyed<P>) -> Result<KnownValue, SolveError> {
        let bytes = keyed.position.bytes();
        self.held += bytes;
        let mut account = self.count_position(Some(&keyed.key))?;
        let value = self.value_by_options(keyed, &mut account)?;
        self.held -= bytes;
        Ok(self.keep(&keyed.key, value, account))
    }

    fn value_by_options<P: Lookup>(
        &mut self,
        keyed: &Keyed<P>,
        account: &mut Account,
    ) -> Result<Value, SolveError> {
        let part = &keyed.position;
        match (self.ruleset.algebra(), keyed.sign) {
            (Algebra::Impartial, _) => self.impartial_value(part, account),
            (_, Sign::SelfNegative) => {
                let lefts = self.values_of_options(part, Player::Left, account)?;
                self.value_of_self_negative(&lefts)
            }
            _ => {
                let lefts = self.values_of_options(part, Player::Left, account)?;
                let rights = self.values_of_options(part, Player::Right, account)?;
                Ok(self.values.game(&lefts, &rights)?)
            }
        }
    }

    fn values_of_options<P: Lookup>(
        &mut self,
        part: &P,
        player: Player,
        account: &mut Account,
    ) -> Result<OptionList, SolveError> {
        let mut values = OptionList::new();
        for option in part.options(self.ruleset, player) {
            let value = self.sum_of_parts(option, account)?;
            if !values.contains(&value) {
                values.push(value);
            }
        }
        Ok(values)
    }

    /// Keeps only which nimbers the options have, since a position can have hundreds of thousands
    /// of options.
    fn impartial_value<P: Lookup>(
        &mut self,
        part: &P,
        account: &mut Account,
    ) -> Result<Value, SolveError> {
        let mut nimbers = Nimbers::default();
        for option in part.options(self.ruleset, Player::Left) {
            let value = self.sum_of_parts(option, account)?;
            nimbers.add(self.values.as_nimber(value));
        }
        self.nimber(nimbers.least_excluded())
    }

    /// The value of an impartial position with these options: the least nimber that is not an
    /// option (Sprague 1935, Grundy 1939).
    pub(super) fn least_excluded(&mut self, options: &[Value]) -> Result<Value, SolveError> {
        let mut nimbers = Nimbers::default();
        for &option in options {
            nimbers.add(self.values.as_nimber(option));
        }
        self.nimber(nimbers.least_excluded())
    }

    fn nimber(&mut self, nim: u32) -> Result<Value, SolveError> {
        if nim > MAX_NIMBER {
            return Err(SolveError::Grundy(nim));
        }
        Ok(self.values.number_up_star(NumberUpStar {
            number: Dyadic::ZERO,
            up: 0,
            nim,
        })?)
    }
}

/// A set of nimbers up to [`MAX_NIMBER`]; no position has a greater one.
#[derive(Default)]
struct Nimbers(Vec<u64>);

impl Nimbers {
    fn add(&mut self, nim: Option<u32>) {
        let Some(nim) = nim.filter(|&nim| nim <= MAX_NIMBER) else {
            return;
        };
        let word = nim as usize / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (nim % 64);
    }

    fn least_excluded(&self) -> u32 {
        let full = self.0.iter().take_while(|&&word| word == u64::MAX).count();
        let next = self.0.get(full).map_or(0, |word| word.trailing_ones());
        full as u32 * 64 + next
    }
}
