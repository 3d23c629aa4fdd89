//! The arena: all components that an enclosure has found so far, each with its proved bounds.

use super::relax::{Side, weakened};
use super::{Effort, FirstBounds};
use crate::SolveError;
use crate::exact::Solver;
use crate::signed::{Sign, Signed};
use crate::stars::StarBounds;
use crate::steps::labelled;
use boilingpoint_boards::BitRow;
use boilingpoint_boards::canon::CanonicalKey;
use boilingpoint_boards::classes::{Classes, PerClass};
use boilingpoint_memory::Share;
use boilingpoint_rules::Player;
use boilingpoint_values::{Dyadic, Enclosure, Options, Value, Values};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The number of positions evaluated by the exact solver that count as one step.
const POSITIONS_A_STEP: u64 = 16;

/// The number of steps of work on values that count as one position of the exact solver.
const WORK_A_POSITION: u64 = 256;

/// The greatest order of components that the exact solver values as soon as they are found.
const SMALL: usize = 8;

/// Adding a position takes time in proportion to the square of its number of classes. So it counts
/// as this square, divided by 2 to this power, steps.
const STEP_OF_CLASSES: u32 = 14;

/// The number of options of a player that are added at once. On a board of hundreds of vertices,
/// adding a single option takes a while.
const BATCH: usize = 64;

/// The greatest numbers of positions and of steps of work that the exact solver may take for one
/// component. Hardly any component of the orders that are valued needs a hundredth of these
/// numbers.
const MOST_POSITIONS: u64 = 1 << 20;
const MOST_WORK: u64 = 1 << 28;

/// The greatest number of components in the arena; the search ends when the arena is full.
const MOST_NODES: usize = 400_000;

/// About the number of bytes that the allocator adds to a list.
const ALLOCATION: usize = 16;

/// The greatest number of steps of work on values for the exact sum of two parts.
const WORK_A_PAIR: u64 = 50_000;

/// The steps of work, about a microsecond each, that an option costs whenever the bounds of a
/// component are updated.
pub const WORK_AN_OPTION: u64 = 32;

/// A part of a position: a component of the arena or the negative of such a component.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PartRef {
    /// The number of the component in the arena.
    pub node: usize,
    /// Whether the part is the component's negative.
    pub negative: bool,
}

impl PartRef {
    /// The enclosure of the part, given the enclosure of its component.
    pub fn of(self, component: &Enclosure) -> Enclosure {
        if self.negative {
            component.negative()
        } else {
            component.clone()
        }
    }
}

/// A position as a sum of components, with the bounds proved for it.
pub struct Sum {
    /// For an option, the class that was claimed. For a position that bounds a component from below
    /// or above, the number of the relaxation that made it.
    pub claim: usize,
    /// The components, except for pairs that are negatives of each other.
    pub parts: SmallVec<[PartRef; 2]>,
    /// The enclosure of the sum of the isolated vertices.
    pub rest: Enclosure,
    pub enclosure: Enclosure,
    /// The sum of the versions of the parts when the enclosure was last updated.
    seen: u64,
    pub visits: u32,
    /// The number of latest visits in a row that improved nothing.
    pub stalled: u32,
    /// An estimate of the mean, by which the search picks an option; it proves nothing.
    pub guess: f64,
}

/// A component of the arena, with its proved bounds and the positions they follow from.
pub struct Node<R: BitRow> {
    /// The stored position: the component or its negative, whichever the key selects.
    pub position: Classes<R>,
    /// The canonical order of the classes of `position`.
    pub order: PerClass<u16>,
    /// Whether the component equals its own negative.
    pub self_negative: bool,
    pub enclosure: Enclosure,
    /// The number of improvements of the enclosure so far; it tells whether a sum is out of date.
    pub version: u64,
    /// The exact value, if the solver has computed it.
    pub value: Option<Value>,
    /// Whether the search can prove nothing more about the component.
    pub done: bool,
    pub visits: u32,
    pub expansion: Option<Box<Expansion>>,
}

/// The four lists of positions from which the bounds of a component follow. The first two have the
/// numbers of the players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReasonList {
    /// The options of Left.
    Lefts,
    /// The options of Right, not negated. The list is empty if the component equals its own
    /// negative.
    Rights,
    /// Positions that are at most the component in the order of games, so that their bounds bound
    /// it from below.
    Below,
    /// Positions that are at least the component in the order of games, so that their bounds bound
    /// it from above.
    Above,
}

/// The positions from which the bounds of a component follow.
pub struct Expansion {
    /// The positions that were added, in the order of [`ReasonList`].
    pub lists: [Vec<Sum>; 4],
    /// The claims of each player that are not among the options yet.
    pub pending: [Vec<usize>; 2],
}

impl Expansion {
    /// The number of positions from which the bounds follow.
    pub fn options(&self) -> u64 {
        self.lists.iter().map(Vec::len).sum::<usize>() as u64
    }

    /// Whether all options of a player were added.
    pub fn has_all(&self, player: Player) -> bool {
        self.pending[player as usize].is_empty()
    }
}

/// The pairs of parts, each with the enclosure of its sum, and the parts that are in no pair.
pub type Paired = (Vec<([PartRef; 2], Enclosure)>, Vec<PartRef>);

/// All components that a search has found so far, and the number of steps left.
pub struct Arena<'a, R: BitRow> {
    pub solver: &'a mut Solver,
    /// The number of steps that may still be taken.
    pub left: u64,
    /// The steps of work of the budget that are left; see [`Budget::work`](super::Budget::work).
    work: u64,
    /// The greatest order of components that the exact solver values.
    valued: usize,
    /// The temperature below which the exact one does not matter; see [`Effort::cold`].
    pub cold: Option<Dyadic>,
    first: FirstBounds,
    nodes: Vec<Node<R>>,
    numbers: FxHashMap<CanonicalKey, usize>,
    pairs: FxHashMap<[PartRef; 2], Option<Enclosure>>,
    /// The bytes of components, sums and pairs, and the greatest number allowed.
    held: usize,
    most: usize,
    share: Share,
}

impl<'a, R: BitRow> Arena<'a, R> {
    /// An empty arena, which takes at most `bytes` bytes.
    pub fn new(
        solver: &'a mut Solver,
        effort: Effort,
        first: FirstBounds,
        bytes: usize,
    ) -> Arena<'a, R> {
        solver.move_on();
        Arena {
            held: 0,
            most: bytes,
            share: Share::take(),
            left: effort.steps,
            work: solver.budget.work,
            solver,
            valued: effort.valued,
            cold: effort.cold,
            first,
            nodes: Vec::new(),
            numbers: FxHashMap::default(),
            pairs: FxHashMap::default(),
        }
    }

    /// Takes a cost from the work that is left. If none is left, no steps are left, either.
    pub fn charge(&mut self, work: u64) {
        self.work = self.work.saturating_sub(work);
        if self.work == 0 {
            self.left = 0;
        }
    }

    /// Counts bytes of the arena.
    fn hold(&mut self, bytes: usize) {
        self.held += bytes;
        self.share.hold(self.held);
    }

    /// The steps and the work that are left, the components, the pairs, and the bytes that are held.
    #[cfg(test)]
    pub fn account(&self) -> [u64; 5] {
        let sizes = [self.nodes.len(), self.pairs.len(), self.held].map(|n| n as u64);
        [self.left, self.work, sizes[0], sizes[1], sizes[2]]
    }

    /// Whether the arena is full, so that the search ends.
    fn is_full(&self) -> bool {
        self.nodes.len() >= MOST_NODES || self.held > self.most
    }

    pub fn node(&self, number: usize) -> &Node<R> {
        &self.nodes[number]
    }

    pub fn node_mut(&mut self, number: usize) -> &mut Node<R> {
        &mut self.nodes[number]
    }

    /// The numbers of all components in increasing order of their number of vertices.
    pub fn by_order(&self) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..self.nodes.len()).collect();
        numbers.sort_by_key(|&n| (self.nodes[n].position.order(), n));
        numbers
    }

    /// The number of the component with this key, if it is in the arena.
    pub fn find(&self, key: &CanonicalKey) -> Option<usize> {
        self.numbers.get(key).copied()
    }

    /// Splits a position into components of the arena, and adds new components. `rest` is the set
    /// of classes that are still on the board.
    pub fn sum(&mut self, mut position: Classes<R>, rest: R) -> Result<Sum, SolveError> {
        let guess = self.guess(&position, rest);
        let classes = position.len() as u64;
        self.left = self
            .left
            .saturating_sub((classes * classes) >> STEP_OF_CLASSES);
        self.charge(classes.max(labelled(classes) / 2));
        let (components, integer, star) = self.solver.parts(&mut position, rest);
        let values = &mut self.solver.values;
        let alone = values.integer(integer);
        let alone = if star {
            values.add(alone, Value::STAR)?
        } else {
            alone
        };
        let rest = Enclosure::exact(&*values.thermograph(alone)?)?;
        let mut parts: SmallVec<[PartRef; 2]> = SmallVec::new();
        for component in components {
            let part = self.part(component)?;
            match parts.iter().position(|&other| self.cancel(part, other)) {
                Some(place) => drop(parts.swap_remove(place)),
                None => parts.push(part),
            }
        }
        parts.sort_unstable();
        let mut sum = Sum {
            claim: 0,
            parts,
            enclosure: rest.clone(),
            rest,
            seen: 0,
            visits: 0,
            stalled: 0,
            guess,
        };
        sum.enclosure = self.by_parts(&sum)?;
        sum.seen = self.versions(&sum);
        self.hold(size_of::<Sum>() + sum.rest.bytes() + sum.enclosure.bytes());
        Ok(sum)
    }

    /// An estimate of the mean of a position: the number of vertices open to Left less the number
    /// open to Right.
    fn guess(&self, position: &Classes<R>, rest: R) -> f64 {
        let mut guess = 0.0;
        for c in rest.bits() {
            let [left, right] = self.solver.rules.may_claim[position.tint(c) as usize];
            let count = f64::from(position.counts[c]);
            guess += count * (f64::from(u8::from(left)) - f64::from(u8::from(right)));
        }
        guess
    }

    /// Whether two parts are negatives of each other, so that their sum is zero.
    fn cancel(&self, a: PartRef, b: PartRef) -> bool {
        a.node == b.node && (a.negative != b.negative || self.nodes[a.node].self_negative)
    }

    fn part(&mut self, component: Classes<R>) -> Result<PartRef, SolveError> {
        let signed = Signed::of(component);
        let negative = signed.sign == Sign::Negative;
        let node = match self.find(&signed.labelling.key) {
            Some(node) => node,
            None => self.add(signed)?,
        };
        let negative = negative && !self.nodes[node].self_negative;
        Ok(PartRef { node, negative })
    }

    /// Adds a new component to the arena.
    fn add(&mut self, signed: Signed<R>) -> Result<usize, SolveError> {
        let self_negative = signed.sign == Sign::SelfNegative;
        let mut enclosure = self.at_first(&signed.component, self_negative)?;
        if self.first == FirstBounds::ByStars
            && let Some(stars) = StarBounds::of(&self.solver.rules, &signed.component)
        {
            self.charge(stars.steps);
            enclosure = stars.improve(&enclosure)?;
        }
        let (number, key) = (self.nodes.len(), signed.labelling.key.len());
        self.numbers.insert(signed.labelling.key.clone(), number);
        let small = signed.component.order() <= SMALL.min(self.valued);
        self.nodes.push(Node {
            order: signed.labelling.order,
            position: signed.component,
            self_negative,
            enclosure,
            version: 0,
            value: None,
            done: false,
            visits: 0,
            expansion: None,
        });
        if small {
            self.value(number)?;
        }
        let node = &self.nodes[number];
        let own = node.position.bytes() + node.order.len() * size_of::<u16>();
        let key = key + size_of::<(CanonicalKey, usize)>() + ALLOCATION;
        self.hold(2 * size_of::<Node<R>>() + own + node.enclosure.bytes() + 2 * key);
        if self.is_full() {
            self.left = 0;
        }
        Ok(number)
    }

    /// The first enclosure of a component, from the players' numbers of moves alone.
    pub fn at_first(
        &self,
        component: &Classes<R>,
        self_negative: bool,
    ) -> Result<Enclosure, SolveError> {
        let [left, right] = Player::BOTH.map(|p| self.solver.rules.moves(component, p));
        let enclosure = Enclosure::of_moves(left, right)?;
        Ok(if self_negative {
            enclosure.opposed()?
        } else {
            enclosure
        })
    }

    /// Values a component unless it is too large; returns whether the value was found.
    pub fn value(&mut self, number: usize) -> Result<bool, SolveError> {
        let node = &self.nodes[number];
        if node.position.order() > self.valued {
            return Ok(false);
        }
        let signed = Signed::of(node.position.clone());
        let work = |solver: &Solver| (solver.work().positions, solver.values.work());
        let (before, steps) = (work(self.solver), self.solver.work().steps);
        let found = self.solver.value_within(&signed, MOST_POSITIONS, MOST_WORK);
        let after = work(self.solver);
        let positions = (after.0 - before.0).max((after.1 - before.1) / WORK_A_POSITION);
        self.left = self.left.saturating_sub(positions / POSITIONS_A_STEP);
        self.charge(self.solver.work().steps - steps);
        let value = match found {
            Ok(value) => value,
            Err(error) if is_out_of_reach(&error) => return Ok(false),
            Err(error) => return Err(error),
        };
        let Some(enclosure) = exactly(&mut self.solver.values, value)? else {
            return Ok(false);
        };
        let node = &mut self.nodes[number];
        node.enclosure = enclosure;
        node.value = Some(value);
        node.done = true;
        node.version += 1;
        node.expansion = None;
        Ok(true)
    }

    /// Expands a component: adds its first options, and the positions that bound it from below and
    /// above.
    pub fn expand(&mut self, number: usize) -> Result<(), SolveError> {
        let node = &self.nodes[number];
        let (position, self_negative) = (node.position.clone(), node.self_negative);
        let mut relaxed = [Vec::new(), Vec::new()];
        for side in [Side::Below, Side::Above] {
            if self_negative && side == Side::Above {
                continue;
            }
            for (after, rest, gives_up) in weakened(&self.solver.rules, &position, side) {
                let mut sum = self.sum(after, rest)?;
                sum.claim = gives_up;
                relaxed[side as usize].push(sum);
            }
        }
        let [below, above] = relaxed;
        let mut expansion = Box::new(Expansion {
            lists: [Vec::new(), Vec::new(), below, above],
            pending: self.claims(&position, self_negative),
        });
        for player in Player::BOTH {
            self.add_options(number, &mut expansion, player)?;
        }
        self.nodes[number].expansion = Some(expansion);
        Ok(())
    }

    /// The claims of each player. Claims that take many vertices from the other player come last,
    /// since the search takes claims from the end of the list.
    fn claims(&self, position: &Classes<R>, self_negative: bool) -> [Vec<usize>; 2] {
        let signed = Signed::of(position.clone());
        Player::BOTH.map(|player| {
            if self_negative && player == Player::Right {
                return Vec::new();
            }
            let claims = signed.claims(&self.solver.rules, player);
            let mut claims: Vec<usize> = claims.bits().collect();
            if claims.len() > BATCH {
                claims.sort_by_cached_key(|&c| {
                    let around = position.rows[c].bits();
                    let taken: u32 = around.map(|d| u32::from(position.counts[d])).sum();
                    (taken, std::cmp::Reverse(c))
                });
            } else {
                claims.reverse();
            }
            claims
        })
    }

    /// Adds up to [`BATCH`] more options of a player. Returns whether any was added.
    pub fn add_options(
        &mut self,
        number: usize,
        expansion: &mut Expansion,
        player: Player,
    ) -> Result<bool, SolveError> {
        if expansion.has_all(player) {
            return Ok(false);
        }
        let position = self.nodes[number].position.clone();
        for _ in 0..BATCH {
            if self.is_full() {
                break;
            }
            let Some(c) = expansion.pending[player as usize].pop() else {
                break;
            };
            let (after, rest) = self.solver.rules.claim(&position, c, player);
            let mut sum = self.sum(after, rest)?;
            sum.claim = c;
            expansion.lists[player as usize].push(sum);
        }
        Ok(true)
    }

    fn versions(&self, sum: &Sum) -> u64 {
        sum.parts.iter().map(|p| self.nodes[p.node].version).sum()
    }

    fn enclosure_of(&self, part: PartRef) -> Enclosure {
        part.of(&self.nodes[part.node].enclosure)
    }

    /// The enclosure of a sum that follows from the enclosures of its parts.
    fn by_parts(&mut self, sum: &Sum) -> Result<Enclosure, SolveError> {
        if sum.parts.is_empty() {
            return Ok(sum.rest.clone());
        }
        let single = self.copies_of(&sum.parts);
        let rest = (&sum.rest, 1);
        let single = Enclosure::sum(single.iter().map(|(e, n)| (e, *n)).chain([rest]))?;
        let (pairs, others) = self.paired(sum)?;
        if pairs.is_empty() {
            return Ok(single);
        }
        let mut all = self.copies_of(&others);
        let equal = pairs.chunk_by(|a, b| a.0 == b.0);
        all.extend(equal.map(|pairs| (pairs[0].1.clone(), pairs.len() as i64)));
        let paired = Enclosure::sum(all.iter().map(|(e, n)| (e, *n)).chain([rest]))?;
        Ok(single.and(&paired)?)
    }

    /// The enclosures of parts, each with the number of its copies that follow each other.
    fn copies_of(&self, parts: &[PartRef]) -> Vec<(Enclosure, i64)> {
        let equal = parts.chunk_by(|a, b| a == b);
        equal
            .map(|parts| (self.enclosure_of(parts[0]), parts.len() as i64))
            .collect()
    }

    /// Puts the valued parts of a sum into pairs, the hottest first, and adds up each pair exactly.
    /// Returns the pairs and the other parts.
    pub fn paired(&mut self, sum: &Sum) -> Result<Paired, SolveError> {
        let known = |p: &PartRef| self.nodes[p.node].value.is_some();
        let (mut hot, mut others): (Vec<PartRef>, Vec<PartRef>) =
            sum.parts.iter().partition(|p| known(p));
        hot.sort_by_key(|p| {
            let temperature = self.nodes[p.node].enclosure.temperature()[0];
            (std::cmp::Reverse(temperature), *p)
        });
        let mut pairs = Vec::new();
        for pair in hot.chunks(2) {
            match *pair {
                [a, b] => match self.pair([a, b])? {
                    Some(both) => pairs.push(([a, b], both)),
                    None => others.extend([a, b]),
                },
                _ => others.push(pair[0]),
            }
        }
        Ok((pairs, others))
    }

    fn pair(&mut self, pair: [PartRef; 2]) -> Result<Option<Enclosure>, SolveError> {
        let orders = pair.map(|p| self.nodes[p.node].position.order());
        if orders[0] + orders[1] > self.valued {
            return Ok(None);
        }
        if let Some(known) = self.pairs.get(&pair) {
            return Ok(known.clone());
        }
        let mut values = [Value::ZERO; 2];
        for (part, value) in pair.iter().zip(&mut values) {
            let own = self.nodes[part.node].value.unwrap_or(Value::ZERO);
            *value = if part.negative {
                self.solver.values.neg(own)?
            } else {
                own
            };
        }
        let before = self.solver.values.work();
        let add = |v: &mut Values| v.add(values[0], values[1]);
        let both = self.solver.values.within_work(WORK_A_PAIR, add);
        let work = self.solver.values.work() - before;
        self.left = self
            .left
            .saturating_sub(work / WORK_A_POSITION / POSITIONS_A_STEP);
        self.charge(work / 2);
        let both = match both.map_err(SolveError::from) {
            Ok(value) => exactly(&mut self.solver.values, value)?,
            Err(error) if is_out_of_reach(&error) => None,
            Err(error) => return Err(error),
        };
        let bytes = both.as_ref().map_or(0, Enclosure::bytes);
        self.hold(2 * size_of::<([PartRef; 2], Option<Enclosure>)>() + bytes);
        self.pairs.insert(pair, both.clone());
        Ok(both)
    }

    /// Updates the enclosure of a sum if its parts have improved since the last update. Returns
    /// whether the enclosure changed.
    pub fn refresh(&mut self, sum: &mut Sum) -> Result<bool, SolveError> {
        let versions = self.versions(sum);
        if versions == sum.seen {
            return Ok(false);
        }
        sum.seen = versions;
        match unless_too_fine(self.refreshed(sum))? {
            Some(found) if found != sum.enclosure => {
                sum.enclosure = found;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn refreshed(&mut self, sum: &Sum) -> Result<Enclosure, SolveError> {
        Ok(sum.enclosure.and(&self.by_parts(sum)?)?)
    }

    /// Whether the search can prove nothing more about any part of a sum.
    pub fn is_done(&self, sum: &Sum) -> bool {
        sum.parts.iter().all(|p| self.nodes[p.node].done)
    }

    /// The enclosure of a component that follows from its options, and from the positions that
    /// bound it from below and above.
    pub fn by_expansion(
        &self,
        number: usize,
        expansion: &Expansion,
    ) -> Result<Enclosure, SolveError> {
        let node = &self.nodes[number];
        let [lefts, rights, below, above] = &expansion.lists;
        let mut around = node.enclosure.clone();
        for sum in below {
            around = around.at_least(&sum.enclosure)?;
        }
        for sum in above {
            around = around.at_most(&sum.enclosure)?;
        }
        if node.self_negative && !below.is_empty() {
            around = around.opposed()?;
        }
        let lefts: Vec<Enclosure> = lefts.iter().map(|s| s.enclosure.clone()).collect();
        if lefts.is_empty() {
            return Ok(around);
        }
        let known = |known, all| Options { known, all };
        let lefts = known(&lefts, expansion.has_all(Player::Left));
        if node.self_negative {
            return Ok(Enclosure::of_self_negative(lefts, &around)?);
        }
        let rights: Vec<Enclosure> = rights.iter().map(|s| s.enclosure.negative()).collect();
        if rights.is_empty() {
            return Ok(around);
        }
        let rights = known(&rights, expansion.has_all(Player::Right));
        Ok(Enclosure::of_options(lefts, rights, &around)?)
    }
}

/// Whether an evaluation failed because the position needs too much work or memory.
fn is_out_of_reach(error: &SolveError) -> bool {
    matches!(
        error,
        SolveError::Budget { .. } | SolveError::Memory(_) | SolveError::Work | SolveError::Overflow
    )
}

/// Turns an overflow into `None`. An overflow means that numbers became too fine for exact
/// arithmetic; the earlier bounds still hold.
pub fn unless_too_fine(
    found: Result<Enclosure, SolveError>,
) -> Result<Option<Enclosure>, SolveError> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(SolveError::Overflow) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The exact thermograph of a value as an enclosure; `None` if its numbers are too fine for exact
/// arithmetic.
fn exactly(values: &mut Values, value: Value) -> Result<Option<Enclosure>, SolveError> {
    let thermograph = values.thermograph(value).map_err(SolveError::from);
    unless_too_fine(thermograph.and_then(|known| Ok(Enclosure::exact(&known)?)))
}
