//! The checker's own algebra of short games. It uses only the definitions (Siegel, *Combinatorial
//! Game Theory*, ch. II).
//!
//! A game is stored in canonical form, as the sorted lists of its Left and its Right options. The
//! same pair of lists always gets the same handle, so games are equal exactly when their handles
//! are equal. Two kinds of results are memoised: the order of two games, and their sum. The algebra
//! uses no number translation, no stops in comparisons and no negation symmetry.

use super::meter::Meter;
use super::{CheckError, Dyadic};
use boilingpoint_rules::Player;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The handle of a canonical form in a [`GameTable`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Id(u32);

/// The game 0 = {|}, which is always the first entry of a table.
pub(super) const ZERO: Id = Id(0);

/// The options of a game, sorted. The options that a [`GameTable`] stores are a canonical form.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct GameOptions {
    pub(super) left: Vec<Id>,
    pub(super) right: Vec<Id>,
}

/// The number that a canonical form equals, if any, and its stops.
#[derive(Clone, Copy)]
struct GameFacts {
    number: Option<Dyadic>,
    left_stop: Dyadic,
    right_stop: Dyadic,
}

/// All games found so far, with memoised orders and sums.
pub(super) struct GameTable {
    games: Vec<Rc<GameOptions>>,
    facts: Vec<GameFacts>,
    ids: FxHashMap<Rc<GameOptions>, Id>,
    order: FxHashMap<(Id, Id), bool>,
    sums: FxHashMap<(Id, Id), Id>,
    /// The numbers that [`GameTable::number_of`] has built.
    pub(super) numbers: FxHashMap<Dyadic, Id>,
    pub(super) meter: Meter,
}

impl GameTable {
    /// A table that contains only the game 0. Its work and its memory count on `meter`.
    pub(super) fn new(meter: Meter) -> Result<GameTable, CheckError> {
        let mut algebra = GameTable {
            games: Vec::new(),
            facts: Vec::new(),
            ids: FxHashMap::default(),
            order: FxHashMap::default(),
            sums: FxHashMap::default(),
            numbers: FxHashMap::default(),
            meter,
        };
        algebra.intern(GameOptions {
            left: Vec::new(),
            right: Vec::new(),
        })?;
        Ok(algebra)
    }

    /// The Left and the Right options of `g`.
    pub(super) fn options(&self, g: Id) -> Rc<GameOptions> {
        Rc::clone(&self.games[g.0 as usize])
    }

    /// The number that `g` equals; `None` if `g` is not a number.
    pub(super) fn number(&self, g: Id) -> Option<Dyadic> {
        self.facts[g.0 as usize].number
    }

    /// The Left stop of `g`.
    pub(super) fn left_stop(&self, g: Id) -> Dyadic {
        self.facts[g.0 as usize].left_stop
    }

    /// The Right stop of `g`.
    pub(super) fn right_stop(&self, g: Id) -> Dyadic {
        self.facts[g.0 as usize].right_stop
    }

    /// Whether g ≤ h. By definition this holds if no Left option of g is ≥ h, and no Right option
    /// of h is ≤ g.
    pub(super) fn le(&mut self, g: Id, h: Id) -> Result<bool, CheckError> {
        if g == h {
            return Ok(true);
        }
        self.meter.work(1)?;
        if let Some(&known) = self.order.get(&(g, h)) {
            return Ok(known);
        }
        self.meter.descend()?;
        let (of_g, of_h) = (self.options(g), self.options(h));
        let le = !self.any(&of_g.left, |table, gl| table.le(h, gl))?
            && !self.any(&of_h.right, |table, hr| table.le(hr, g))?;
        self.meter.ascend();
        self.meter.entry(size_of::<((Id, Id), bool)>() + 1)?;
        self.order.insert((g, h), le);
        Ok(le)
    }

    /// The first of some games for which a condition holds.
    fn first(
        &mut self,
        games: &[Id],
        holds: impl Fn(&mut GameTable, Id) -> Result<bool, CheckError>,
    ) -> Result<Option<Id>, CheckError> {
        for &g in games {
            if holds(self, g)? {
                return Ok(Some(g));
            }
        }
        Ok(None)
    }

    /// Whether a condition holds for any of some games.
    fn any(
        &mut self,
        games: &[Id],
        holds: impl Fn(&mut GameTable, Id) -> Result<bool, CheckError>,
    ) -> Result<bool, CheckError> {
        Ok(self.first(games, holds)?.is_some())
    }

    /// Whether x ≤ {left | right}, by the definition of the order. The game need not be canonical.
    fn at_most(&mut self, x: Id, game: &GameOptions) -> Result<bool, CheckError> {
        self.meter.work(1)?;
        self.meter.descend()?;
        let of_x = self.options(x);
        let at_most = !self.any(&game.right, |table, r| table.le(r, x))?
            && !self.any(&of_x.left, |table, xl| table.at_least(xl, game))?;
        self.meter.ascend();
        Ok(at_most)
    }

    /// Whether x ≥ {left | right}, by the definition of the order.
    fn at_least(&mut self, x: Id, game: &GameOptions) -> Result<bool, CheckError> {
        self.meter.work(1)?;
        self.meter.descend()?;
        let of_x = self.options(x);
        let at_least = !self.any(&game.left, |table, l| table.le(x, l))?
            && !self.any(&of_x.right, |table, xr| table.at_most(xr, game))?;
        self.meter.ascend();
        Ok(at_least)
    }

    /// The canonical form of {left | right}: removes dominated options and bypasses reversible
    /// options until there are none of either.
    pub(super) fn canonical(&mut self, left: Vec<Id>, right: Vec<Id>) -> Result<Id, CheckError> {
        let mut game = GameOptions { left, right };
        loop {
            self.meter.work(1 + game.left.len() + game.right.len())?;
            game.left = self.undominated(game.left, Player::Left)?;
            game.right = self.undominated(game.right, Player::Right)?;
            match self.bypassed(&game)? {
                Some(shorter) => game = shorter,
                None => return self.intern(game),
            }
        }
    }

    /// Sorts options, and removes those that are no better for `player` than another option.
    fn undominated(&mut self, mut options: Vec<Id>, player: Player) -> Result<Vec<Id>, CheckError> {
        options.sort_unstable();
        options.dedup();
        let dominates = |table: &mut GameTable, y: Id, x: Id| match player {
            Player::Left => table.le(x, y),
            Player::Right => table.le(y, x),
        };
        let mut undominated = Vec::new();
        for &x in &options {
            if !self.any(&options, |table, y| Ok(y != x && dominates(table, y, x)?))? {
                undominated.push(x);
            }
        }
        Ok(undominated)
    }

    /// The game with every reversible option bypassed; `None` if no option is reversible.
    ///
    /// A Left option is reversible if it has a Right option that is ≤ the game; the Left options of
    /// that Right option replace it. Likewise for Right.
    fn bypassed(&mut self, game: &GameOptions) -> Result<Option<GameOptions>, CheckError> {
        let mut reversible = 0;
        let mut next = GameOptions {
            left: Vec::new(),
            right: Vec::new(),
        };
        for &l in &game.left {
            let answers = &self.options(l).right;
            match self.first(answers, |table, lr| table.at_most(lr, game))? {
                Some(lr) => {
                    next.left.extend(&self.options(lr).left);
                    reversible += 1;
                }
                None => next.left.push(l),
            }
        }
        for &r in &game.right {
            let answers = &self.options(r).left;
            match self.first(answers, |table, rl| table.at_least(rl, game))? {
                Some(rl) => {
                    next.right.extend(&self.options(rl).right);
                    reversible += 1;
                }
                None => next.right.push(r),
            }
        }
        Ok((reversible > 0).then_some(next))
    }

    /// The handle of a game in canonical form. A new game gets a new entry in the table.
    fn intern(&mut self, game: GameOptions) -> Result<Id, CheckError> {
        if let Some(&id) = self.ids.get(&game) {
            return Ok(id);
        }
        let facts = self.read_off(&game)?;
        let options = (game.left.capacity() + game.right.capacity()) * size_of::<Id>();
        let entry = size_of::<(Rc<GameOptions>, Id)>() + size_of::<Rc<GameOptions>>();
        self.meter.entry(entry + size_of::<GameFacts>() + 1)?;
        self.meter.hold(options + size_of::<GameOptions>() + 64)?; // with the allocator's share
        let id = Id(u32::try_from(self.games.len()).map_err(|_| CheckError::Overflow)?);
        let game = Rc::new(game);
        self.games.push(Rc::clone(&game));
        self.facts.push(facts);
        self.ids.insert(game, id);
        Ok(id)
    }

    /// The number and the stops of a canonical form. The numbers are 0 = {|}, n + 1 = {n|}, -n - 1
    /// = {|-n}, and {a|b} with numbers a < b, which lies halfway between a and b. Both stops of a
    /// number are the number. The Left stop of another game is the greatest Right stop of a Left
    /// option, and the Right stop is the least Left stop of a Right option.
    fn read_off(&self, game: &GameOptions) -> Result<GameFacts, CheckError> {
        let one = Dyadic::integer(1);
        let number = match (game.left.as_slice(), game.right.as_slice()) {
            ([], []) => Some(Dyadic::integer(0)),
            ([l], []) => self.number(*l).map(|n| n.plus(one)).transpose()?,
            ([], [r]) => self.number(*r).map(|n| n.minus(one)).transpose()?,
            ([l], [r]) => match (self.number(*l), self.number(*r)) {
                (Some(a), Some(b)) if a < b => Some(a.plus(b)?.halved()?),
                _ => None,
            },
            _ => None,
        };
        if let Some(n) = number {
            return Ok(GameFacts {
                number,
                left_stop: n,
                right_stop: n,
            });
        }
        let left_stop = game.left.iter().map(|&l| self.right_stop(l)).max();
        let right_stop = game.right.iter().map(|&r| self.left_stop(r)).min();
        match (left_stop, right_stop) {
            (Some(left_stop), Some(right_stop)) => Ok(GameFacts {
                number,
                left_stop,
                right_stop,
            }),
            _ => Err(CheckError::Inconsistent(
                "a canonical form that is no integer lacks options",
            )),
        }
    }

    /// The sum of two games, by definition: g + h = {g^L + h, g + h^L | g^R + h, g + h^R}.
    pub(super) fn sum(&mut self, g: Id, h: Id) -> Result<Id, CheckError> {
        let key = (g.min(h), g.max(h));
        self.meter.work(1)?;
        if let Some(&known) = self.sums.get(&key) {
            return Ok(known);
        }
        self.meter.descend()?;
        let (of_g, of_h) = (self.options(g), self.options(h));
        let mut left = Vec::with_capacity(of_g.left.len() + of_h.left.len());
        for &gl in &of_g.left {
            left.push(self.sum(gl, h)?);
        }
        for &hl in &of_h.left {
            left.push(self.sum(g, hl)?);
        }
        let mut right = Vec::with_capacity(of_g.right.len() + of_h.right.len());
        for &gr in &of_g.right {
            right.push(self.sum(gr, h)?);
        }
        for &hr in &of_h.right {
            right.push(self.sum(g, hr)?);
        }
        let sum = self.canonical(left, right)?;
        self.meter.ascend();
        self.meter.entry(size_of::<((Id, Id), Id)>() + 1)?;
        self.sums.insert(key, sum);
        Ok(sum)
    }

    /// The outcome as a letter: `L` or `R` if this player wins, `N` if the next and `P` if the
    /// previous player wins.
    pub(super) fn outcome(&mut self, g: Id) -> Result<char, CheckError> {
        Ok(match (self.le(ZERO, g)?, self.le(g, ZERO)?) {
            (true, true) => 'P',
            (true, false) => 'L',
            (false, true) => 'R',
            (false, false) => 'N',
        })
    }

    /// The canonical form as text; `None` if the text has more than `longest` characters.
    ///
    /// Numbers are written `5` and `-3/4`, numbers plus star `*` and `5*`, other games `{a,b|c,d}`,
    /// with the options in the order of their handles.
    pub(super) fn notation(&self, g: Id, longest: usize) -> Option<String> {
        let mut text = String::new();
        self.write(g, longest, &mut text).then_some(text)
    }

    /// The number n if these are the options of n + * = {n|n}; else `None`.
    fn starred(&self, options: &GameOptions) -> Option<Dyadic> {
        match (options.left.as_slice(), options.right.as_slice()) {
            ([l], [r]) if l == r => self.number(*l),
            _ => None,
        }
    }

    /// Appends the notation of `g`; returns `false` if the text gets longer than `longest`.
    fn write(&self, g: Id, longest: usize, text: &mut String) -> bool {
        let options = self.options(g);
        if let Some(n) = self.number(g) {
            text.push_str(&n.to_string());
        } else if let Some(n) = self.starred(&options) {
            if n != Dyadic::integer(0) {
                text.push_str(&n.to_string());
            }
            text.push('*');
        } else {
            for (opening, side) in [('{', &options.left), ('|', &options.right)] {
                for (i, &option) in side.iter().enumerate() {
                    text.push(if i == 0 { opening } else { ',' });
                    if !self.write(option, longest, text) {
                        return false;
                    }
                }
            }
            text.push('}');
        }
        text.len() <= longest
    }
}
