//! Nimbers and atomic weights, by their definitions.
//!
//! A game is all small if in each of its positions both players can move or neither can. Let `A`
//! and `D` be the weights of the Left and the Right options of an all-small game `g`, and `G0` the
//! game `{A-2 | D+2}`. The atomic weight of `g` is `G0`, unless `G0` is an integer and `g` is
//! comparable with the far star. If `g` is greater than the far star, the weight is the greatest
//! integer that is at least none of the `D+2`; if `g` is less, it is the least integer that is at
//! most none of the `A-2` (Siegel, *Combinatorial Game Theory*, II.7). The far star is a nimber
//! `*n` with `n` above the birthday of `g`, which no position of `g` equals.

use super::algebra::{GameTable, Id, ZERO};
use super::{CheckError, Dyadic};
use boilingpoint_rules::Player;
use rustc_hash::FxHashMap;

impl GameTable {
    /// The nimber `*n`, built from its options `0, *, .., *(n-1)`.
    fn nimber(&mut self, n: usize) -> Result<Id, CheckError> {
        let mut nimbers = vec![ZERO];
        while nimbers.len() <= n {
            let next = self.canonical(nimbers.clone(), nimbers.clone())?;
            nimbers.push(next);
        }
        Ok(nimbers[n])
    }

    /// The number `n` if the game is the nimber `*n`; else `None`. The canonical form of `*n` has
    /// the options `0, *, .., *(n-1)` on both sides.
    pub(super) fn grundy(
        &self,
        g: Id,
        known: &mut FxHashMap<Id, Option<u64>>,
    ) -> Result<Option<u64>, CheckError> {
        if let Some(&grundy) = known.get(&g) {
            return Ok(grundy);
        }
        self.meter.descend()?;
        let options = self.options(g);
        let mut of_options = Vec::with_capacity(options.left.len());
        for &option in &options.left {
            self.meter.work(1)?;
            of_options.push(self.grundy(option, known)?);
        }
        of_options.sort_unstable();
        let is_nimber = options.left == options.right
            && (0..).zip(&of_options).all(|(n, &grundy)| grundy == Some(n));
        let grundy = is_nimber.then_some(of_options.len() as u64);
        self.meter.ascend();
        self.meter.entry(size_of::<(Id, Option<u64>)>() + 1)?;
        known.insert(g, grundy);
        Ok(grundy)
    }

    /// The atomic weight; `None` if the game is not all small.
    pub(super) fn atomic_weight(&mut self, g: Id) -> Result<Option<Id>, CheckError> {
        let mut births = FxHashMap::default();
        let Some(birthday) = self.birthday_of_all_small(g, &mut births)? else {
            return Ok(None);
        };
        let mut weights = Weights {
            star: self.nimber(birthday + 1)?,
            known: FxHashMap::default(),
        };
        weights.of(self, g).map(Some)
    }

    /// The depth of the tree of an all-small canonical form; `None` if the game is not all small.
    /// If any form of a game is all small, so is its canonical form.
    fn birthday_of_all_small(
        &self,
        g: Id,
        known: &mut FxHashMap<Id, Option<usize>>,
    ) -> Result<Option<usize>, CheckError> {
        if let Some(&birthday) = known.get(&g) {
            return Ok(birthday);
        }
        self.meter.descend()?;
        let options = self.options(g);
        let mut birthday = Some(0);
        if options.left.is_empty() != options.right.is_empty() {
            birthday = None;
        }
        for &option in options.left.iter().chain(&options.right) {
            self.meter.work(1)?;
            let of_option = self.birthday_of_all_small(option, known)?;
            birthday = birthday
                .zip(of_option)
                .map(|(most, option)| most.max(option + 1));
        }
        self.meter.ascend();
        self.meter.entry(size_of::<(Id, Option<usize>)>() + 1)?;
        known.insert(g, birthday);
        Ok(birthday)
    }
}

/// The weights of the positions of one game.
struct Weights {
    star: Id,
    known: FxHashMap<Id, Id>,
}

impl Weights {
    fn of(&mut self, table: &mut GameTable, g: Id) -> Result<Id, CheckError> {
        if let Some(&weight) = self.known.get(&g) {
            return Ok(weight);
        }
        table.meter.descend()?;
        let options = table.options(g);
        let [minus_two, two] = [table.number_of(-2, 0)?, table.number_of(2, 0)?];
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for &l in &options.left {
            let weight = self.of(table, l)?;
            left.push(table.sum(weight, minus_two)?);
        }
        for &r in &options.right {
            let weight = self.of(table, r)?;
            right.push(table.sum(weight, two)?);
        }
        let plain = table.canonical(left.clone(), right.clone())?;
        let is_integer = table.number(plain).is_some_and(Dyadic::is_integer);
        let weight = match (table.le(self.star, g)?, table.le(g, self.star)?) {
            (true, false) if is_integer => self.last_integer(table, &right, Player::Left)?,
            (false, true) if is_integer => self.last_integer(table, &left, Player::Right)?,
            _ => plain,
        };
        table.meter.ascend();
        table.meter.entry(size_of::<(Id, Id)>() + 1)?;
        self.known.insert(g, weight);
        Ok(weight)
    }

    /// For Left, the greatest integer that is at least none of some games. For Right, the least
    /// integer that is at most none of them. Both exist if there is such a game.
    fn last_integer(
        &self,
        table: &mut GameTable,
        games: &[Id],
        player: Player,
    ) -> Result<Id, CheckError> {
        let toward = match player {
            Player::Left => 1,
            Player::Right => -1,
        };
        // The search begins at an integer on the near side of both stops of all games.
        let far = |table: &GameTable, g: Id| {
            let stops = [table.left_stop(g), table.right_stop(g)];
            stops.map(|x| x.numerator() / x.denominator() * toward - 2)
        };
        let starts = games.iter().flat_map(|&g| far(table, g)).min();
        let mut n = starts.ok_or(CheckError::Inconsistent("an all-small game lacks options"))?;
        let mut last = table.number_of(n * toward, 0)?;
        loop {
            n += 1;
            let next = table.number_of(n * toward, 0)?;
            for &g in games {
                let is_beyond = match player {
                    Player::Left => table.le(g, next)?,
                    Player::Right => table.le(next, g)?,
                };
                if is_beyond {
                    return Ok(last);
                }
            }
            last = next;
        }
    }
}
