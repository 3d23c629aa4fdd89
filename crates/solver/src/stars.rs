//! Bounds for a position without a search: by stars, sums of switches between which it lies.
//!
//! Let the game be one in which claims exclude (`rules.rs`), as in Snort. Let `A` and `B` be the
//! vertices of a position that Left and that Right may claim, and write `S(w)` for the vertices of
//! `A` that are `w` or neighbours of `w`.
//!
//! **Theorem.** Let `w_1, ..., w_k` be vertices of `B` such that the sets `S(w_i)` are disjoint and
//! not empty. Let `s_i` be the size of `S(w_i)`, and `c_i` the number of the vertices `q` of `B`,
//! other than `w_i`, for which `S(q)` is not empty and a subset of `S(w_i)`. Then the position is
//! at most the sum of the switches `{s_i - 1 | -c_i}` and the number of the other vertices of `A`.
//!
//! *Proof.* By monotonicity the position is at most the position in which Right gives up all
//! vertices but the `w_i` and their vertices `q`. There an edge matters only between a vertex of
//! `A` and a vertex that Right has kept, and the vertices of `A` at or beside those of `i` are in
//! `S(w_i)`. So the position is the sum of a piece for each `i` and of vertices that only Left may
//! claim. In a piece Left claims a vertex of `S(w_i)`. She has at most `s_i - 1` moves there after
//! that, so each of her options is at most `s_i - 1`. Right may claim `w_i`, which takes all of
//! `S(w_i)` from Left and leaves the `c_i` vertices `q` to him. A game is at most `{x | y}` if its
//! Left options are at most `x` and `y` is one of its Right options. ∎
//!
//! **Symmetry.** If Left may claim every vertex that Right may claim, the position is at least a
//! game that equals its negative: she gives up the vertices that only she may claim, and the
//! players have the same rights to the others. So the mean and the left wall are at least 0.

use super::SolveError;
use super::chains::{self, Chains};
use super::rules::Rules;
use boilingpoint_boards::BitRow;
use boilingpoint_boards::classes::Classes;
use boilingpoint_rules::Player;
use boilingpoint_values::{Dyadic, Enclosure};

/// The most rounds in which stars are exchanged for others.
const ROUNDS: usize = 2;

/// If there are more stars, none is exchanged or becomes a part of a chain: the time for that grows
/// with the square of their number.
const MOST_STARS: usize = 128;

/// Exchanges and chains take as many steps as the square of the number of classes, divided by this.
const CLASSES_A_STEP: u64 = 64;

/// The steps of work for exchanges and chains in a position with some classes.
fn steps(classes: usize) -> u64 {
    match classes > MOST_STARS {
        true => 0,
        false => (classes * classes) as u64 / CLASSES_A_STEP,
    }
}

/// A sum of switches and a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    /// Twice the mean.
    mean: i64,
    /// Twice the temperatures of the switches, the hottest first.
    temperatures: Vec<i64>,
}

impl Switches {
    /// The sum for disjoint stars; `all` is the number of the player's vertices.
    fn of_stars<R>(stars: &[Star<R>], chosen: &[usize], all: i64) -> Switches {
        let sizes = chosen.iter().map(|&s| stars[s].sizes);
        let mut temperatures: Vec<i64> = sizes.map(|[s, c]| s - 1 + c).collect();
        temperatures.sort_unstable_by(|a, b| b.cmp(a));
        Switches {
            mean: 2 * all - gain(stars, chosen),
            temperatures,
        }
    }

    /// The left wall at a penalty. The penalty and the result are multiples of `1 / unit`; the unit
    /// is even.
    ///
    /// A switch hotter than the penalty is a switch of the difference, and a colder one is its
    /// mean. The players take turns in the hottest switch.
    fn left_wall(&self, penalty: i64, unit: i64) -> i64 {
        let halves = unit / 2;
        let hot = self.temperatures.iter().map(|t| t * halves - penalty);
        let signs = [1, -1].into_iter().cycle();
        let above = hot.take_while(|&t| t > 0).zip(signs).map(|(t, s)| t * s);
        self.mean * halves + above.sum::<i64>()
    }

    /// The right wall, which is as far below the mean as the left wall is above it.
    fn right_wall(&self, penalty: i64, unit: i64) -> i64 {
        self.mean * unit - self.left_wall(penalty, unit)
    }

    fn enclosure(&self) -> Result<Enclosure, SolveError> {
        let half = |n: &i64| Dyadic::new(*n, 1);
        let temperatures: Result<Vec<Dyadic>, _> = self.temperatures.iter().map(half).collect();
        Ok(Enclosure::of_switches(half(&self.mean)?, &temperatures?)?)
    }
}

/// Bounds for a position.
pub struct StarBounds {
    /// Sums that are at least the position and at least its negative.
    most: [Switches; 2],
    /// Other such sums.
    chains: [Chains; 2],
    /// Whether the position and its negative are at least a game that equals its negative.
    at_least_even: [bool; 2],
    /// The numbers of vertices that Left and Right may claim.
    open: [u32; 2],
    /// The steps of work that exchanges and chains take.
    pub steps: u64,
}

impl StarBounds {
    /// The bounds of a position; `None` in a game in which claims do not exclude.
    pub fn of<R: BitRow>(rules: &Rules, position: &Classes<R>) -> Option<StarBounds> {
        let open = Player::BOTH.map(|p| rules.open_of(position, p));
        let [left, right] = open;
        let sums = || [[left, right], [right, left]].map(|open| at_most(position, open));
        rules
            .claims_exclude()
            .then(sums)
            .map(|[above, below]| StarBounds {
                most: [above.0, below.0],
                chains: [above.1, below.1],
                at_least_even: [(right & !left).is_none(), (left & !right).is_none()],
                open: Player::BOTH.map(|p| rules.moves(position, p)),
                steps: steps(position.len()),
            })
    }

    /// The least and the greatest possible left wall, and those of the right wall, at a penalty
    /// between two penalties. All are multiples of `1 / unit`; the unit is even.
    pub fn walls(&self, [from, to]: [i64; 2], unit: i64) -> [[i64; 2]; 2] {
        let [above, below] = [0, 1].map(|i| {
            let (stars, [left, right]) = (&self.most[i], self.chains[i].walls(from, unit));
            let left = left.min(stars.left_wall(from, unit));
            [left, right.min(stars.right_wall(to, unit))]
        });
        let mut left = [-below[1], above[0]];
        let mut right = [-below[0], above[1]];
        if self.at_least_even[0] {
            left[0] = left[0].max(0);
        }
        if self.at_least_even[1] {
            right[1] = right[1].min(0);
        }
        [left, right]
    }

    /// An enclosure of the position, improved by these bounds.
    ///
    /// # Errors
    /// `Overflow` when a number does not fit into exact arithmetic.
    pub fn improve(&self, known: &Enclosure) -> Result<Enclosure, SolveError> {
        let [above, below] = &self.most;
        let mut found = known.at_most(&above.enclosure()?)?;
        found = found.at_least(&below.enclosure()?.negative())?;
        let [above, below] = self.chains;
        found = above.improve(&found)?;
        found = below.improve(&found.negative())?.negative();
        // The game that equals its negative is on the vertices of the player who has fewer.
        let even = self.open[0].min(self.open[1]);
        let even = Enclosure::of_moves(even, even)?.opposed()?;
        if self.at_least_even[0] {
            found = found.at_least(&even)?;
        }
        if self.at_least_even[1] {
            found = found.at_most(&even)?;
        }
        Ok(found)
    }
}

/// A star, seen by the player whose vertices it takes.
pub struct Star<R> {
    /// The class of its centre.
    pub centre: usize,
    /// The classes of the vertices that a claim of the centre takes.
    pub taken: R,
    /// The classes of which it takes all vertices.
    pub whole: R,
    /// The numbers `s` and `c` of the theorem.
    sizes: [i64; 2],
}

impl<R> Star<R> {
    /// Twice the number by which the star lowers the mean of a sum.
    fn gain(&self) -> i64 {
        self.sizes.iter().sum::<i64>() + 1
    }
}

fn gain<R>(stars: &[Star<R>], chosen: &[usize]) -> i64 {
    chosen.iter().map(|&s| stars[s].gain()).sum()
}

/// The sum of the theorem, for the player who may claim the first set of vertices; the other player
/// may claim the second set. With it a sum of chains. The disjoint stars are chosen greedily, once
/// the largest first and once the smallest first; the better choice is then improved.
fn at_most<R: BitRow>(position: &Classes<R>, [own, other]: [R; 2]) -> (Switches, Chains) {
    let counts = own.bits().map(|c| i64::from(position.counts[c]));
    let all: i64 = counts.sum();
    let found = other.bits().filter_map(|c| star(position, c, [own, other]));
    let mut stars: Vec<Star<R>> = found.collect();
    stars.sort_by_key(|star| (-star.gain(), star.centre));
    let (mut largest, mut smallest) = (Vec::new(), Vec::new());
    add_disjoint(&stars, 0..stars.len(), &mut largest);
    add_disjoint(&stars, (0..stars.len()).rev(), &mut smallest);
    let mut choices = [largest, smallest];
    choices.sort_by_key(|chosen| -gain(&stars, chosen));
    if stars.len() > MOST_STARS {
        return (
            Switches::of_stars(&stars, &choices[0], all),
            Chains::of_number(all),
        );
    }
    choices[0] = exchanged(&stars, std::mem::take(&mut choices[0]));
    let switches = Switches::of_stars(&stars, &choices[0], all);
    let chains = chains::at_most(position, [own, other], &stars, &choices);
    (switches, chains)
}

/// Adds each star of an order that is disjoint from all stars chosen before it.
fn add_disjoint<R: BitRow>(
    stars: &[Star<R>],
    order: impl Iterator<Item = usize>,
    chosen: &mut Vec<usize>,
) {
    let taken = chosen.iter().map(|&s| stars[s].taken);
    let mut used = taken.fold(R::NONE, |used, taken| used | taken);
    for s in order {
        if (stars[s].taken & used).is_none() {
            used |= stars[s].taken;
            chosen.push(s);
        }
    }
}

/// Exchanges chosen stars for a star that meets them, and for the smallest stars that fit beside
/// it, as long as this lowers the mean of the sum.
fn exchanged<R: BitRow>(stars: &[Star<R>], mut chosen: Vec<usize>) -> Vec<usize> {
    let mut most = gain(stars, &chosen);
    for _ in 0..ROUNDS {
        let before = most;
        for s in (0..stars.len()).rev() {
            if chosen.contains(&s) {
                continue;
            }
            let meets = |t: usize| !(stars[t].taken & stars[s].taken).is_none();
            let mut other: Vec<usize> = chosen.iter().copied().filter(|&t| !meets(t)).collect();
            other.push(s);
            add_disjoint(stars, (0..stars.len()).rev(), &mut other);
            let more = gain(stars, &other);
            if more > most {
                (chosen, most) = (other, more);
            }
        }
        if most == before {
            break;
        }
    }
    chosen
}

/// The star around a vertex of a class; `None` if a claim of it takes no vertex.
fn star<R: BitRow>(position: &Classes<R>, centre: usize, [own, other]: [R; 2]) -> Option<Star<R>> {
    let count = |c: usize| i64::from(position.counts[c]);
    let beside = position.rows[centre] & own;
    // A vertex that both may claim takes itself. Its twins are neighbours, or are not taken.
    let takes_itself = own.has(centre) && !beside.has(centre);
    let s = beside.bits().map(count).sum::<i64>() + i64::from(takes_itself);
    if s == 0 {
        return None;
    }
    let (mut taken, mut whole) = (beside, beside);
    if takes_itself {
        taken |= R::one(centre);
        if count(centre) == 1 {
            whole |= R::one(centre);
        }
    }
    let is_kept = |&q: &usize| {
        let mut takes = position.rows[q] & own;
        if own.has(q) {
            takes |= R::one(q);
        }
        !takes.is_none() && (takes & !whole).is_none()
    };
    // A vertex that takes one of these is one of them or a neighbour of one.
    let near = whole.bits().fold(whole, |near, a| near | position.rows[a]);
    let kept: i64 = (near & other).bits().filter(is_kept).map(count).sum();
    // The centre is among them, unless it has twins that it does not take.
    let c = kept - i64::from(is_kept(&centre));
    Some(Star {
        centre,
        taken,
        whole,
        sizes: [s, c],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Solver};
    use boilingpoint_boards::classes::with_any_rows;
    use boilingpoint_boards::{Board, Tint, enumerate, random_connected, random_tree};
    use boilingpoint_rules::Snort;
    use boilingpoint_values::Value;

    #[test]
    fn steps_grow_with_the_square_of_the_classes_up_to_a_limit() {
        assert_eq!([0, 7, 8, 128, 129].map(steps), [0, 0, 1, 256, 0]);
    }

    /// The value of a sum of switches, by adding.
    fn value_of(solver: &mut Solver, sum: &Switches) -> Value {
        let values = &mut solver.values;
        let mut all = values.number(Dyadic::new(sum.mean, 1).unwrap());
        for &t in &sum.temperatures {
            let [left, right] = [t, -t].map(|x| values.number(Dyadic::new(x, 1).unwrap()));
            let switch = values.game(&[left], &[right]).unwrap();
            all = values.add(all, switch).unwrap();
        }
        all
    }

    /// Compares a board with its sums of switches, as games, and its thermograph with the
    /// enclosure.
    fn check(solver: &mut Solver, board: &Board) {
        let value = solver.value(board).unwrap();
        let negative = solver.values.neg(value).unwrap();
        let compressed = solver.compressed(board).unwrap();
        let bounds = with_any_rows!(&compressed, p => StarBounds::of(&solver.rules, p)).unwrap();
        for (value, sum) in [value, negative].into_iter().zip(&bounds.most) {
            let most = value_of(solver, sum);
            assert!(solver.values.le(value, most).unwrap(), "{board:?}: {sum:?}");
        }
        let thermograph = solver.values.thermograph(value).unwrap();
        for k in 0..12 {
            let walls = bounds.walls([2 * k, 2 * k], 4);
            let t = Dyadic::new(k, 1).unwrap();
            let of = [&thermograph.left, &thermograph.right];
            for ([least, most], wall) in walls.into_iter().zip(of) {
                let [least, most] = [least, most].map(|n| Dyadic::new(n, 2).unwrap());
                let at = wall.at(t).unwrap();
                assert!(least <= at && at <= most, "{board:?} at {t}");
            }
        }
        let [left, right] = bounds.open;
        let known = Enclosure::of_moves(left, right).unwrap();
        let improved = bounds.improve(&known).unwrap();
        assert!(improved.contains(&thermograph).unwrap(), "{board:?}");
    }

    /// Connected graphs to order 7; to order 4 with all tints, to order 6 with some.
    #[test]
    fn positions_lie_between_sums_of_switches() {
        let mut solver = Solver::new(&Snort, Budget::default());
        let mut graphs = enumerate::first();
        for n in 1..=7 {
            if n > 1 {
                graphs = enumerate::next_connected(&graphs);
            }
            for graph in &graphs {
                let all = 3usize.pow(n);
                let step = [1, 1, 1, 1, 5, 67, 2187][n as usize - 1];
                for code in (0..all).step_by(step) {
                    let tint = |v| [Tint::None, Tint::Left, Tint::Right][code / 3usize.pow(v) % 3];
                    let mut board = Board::untinted(graph.clone());
                    (0..n).for_each(|v| board.set_tint(v as usize, tint(v)));
                    check(&mut solver, &board);
                }
            }
        }
    }

    #[test]
    fn larger_positions_lie_between_sums_of_switches() {
        let mut solver = Solver::new(&Snort, Budget::default());
        for seed in 0..60u64 {
            let n = 10 + seed as usize % 4;
            let graph = match seed % 3 {
                0 => random_tree(n, seed),
                _ => random_connected(n, n + seed as usize % 20, seed),
            };
            let mut board = Board::untinted(graph);
            for v in 0..n {
                let tint = [Tint::None, Tint::None, Tint::Left, Tint::Right];
                board.set_tint(v, tint[(seed as usize * 7 + v * v + v) % 4]);
            }
            check(&mut solver, &board);
        }
    }

    /// The enclosure of a sum of switches against the thermograph of its value.
    #[test]
    fn walls_of_sums_of_switches() {
        let mut solver = Solver::new(&Snort, Budget::default());
        for temperatures in [
            &[][..],
            &[0],
            &[7],
            &[9, 9],
            &[9, 6, 5],
            &[8, 8, 3, 3, 1, 0],
        ] {
            let sum = Switches {
                mean: -3,
                temperatures: temperatures.to_vec(),
            };
            let value = value_of(&mut solver, &sum);
            let exact = solver.values.thermograph(value).unwrap();
            let found = sum.enclosure().unwrap();
            assert!(found.contains(&exact).unwrap(), "{sum:?}");
            for k in 0..12 {
                let t = Dyadic::new(k, 1).unwrap();
                let left = found.guarantee(true, true, t).unwrap();
                let right = found.guarantee(true, false, t).unwrap();
                assert_eq!(left, [exact.left.at(t).unwrap(); 2], "{sum:?} at {t}");
                assert_eq!(right, [exact.right.at(t).unwrap(); 2], "{sum:?} at {t}");
                let walls = [sum.left_wall(2 * k, 4), sum.right_wall(2 * k, 4)];
                let walls = walls.map(|n| Dyadic::new(n, 2).unwrap());
                assert_eq!(walls, [left[0], right[0]], "{sum:?} at {t}");
            }
        }
    }

    /// Two stars that share a vertex are `{2 | *}`; a chain has this mean and this temperature.
    #[test]
    fn chains_are_exact() {
        let mut solver = Solver::new(&Snort, Budget::default());
        let board = boilingpoint_boards::parse_board("path(5):LRLRL").unwrap();
        let compressed = solver.compressed(&board).unwrap();
        let bounds = with_any_rows!(&compressed, p => StarBounds::of(&solver.rules, p)).unwrap();
        let value = solver.value(&board).unwrap();
        let thermograph = solver.values.thermograph(value).unwrap();
        let Chains { mean, hottest } = bounds.chains[0];
        let [mean, hottest] = [mean, hottest].map(|n| Dyadic::new(n, chains::PLACES).unwrap());
        assert_eq!([mean, hottest], [thermograph.mean, thermograph.temperature]);
        assert!(mean < Dyadic::new(bounds.most[0].mean, 1).unwrap());
    }

    /// A star is a switch, which its bound is.
    #[test]
    fn stars_are_exact() {
        let mut solver = Solver::new(&Snort, Budget::default());
        let board = boilingpoint_boards::parse_board("star(5)").unwrap();
        let compressed = solver.compressed(&board).unwrap();
        let bounds = with_any_rows!(&compressed, p => StarBounds::of(&solver.rules, p)).unwrap();
        let value = solver.value(&board).unwrap();
        assert_eq!(value_of(&mut solver, &bounds.most[0]), value);
    }
}
