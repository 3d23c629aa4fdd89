//! Bounds for a position without a search: by chains of stars that overlap.
//!
//! The game, `A`, `B` and `S(w)` are those of `stars.rs`. There stars are disjoint. Where most of
//! them overlap, as in dense graphs, chains give better bounds.
//!
//! **Theorem.** Let `P` be a set of vertices of `A`, and `w_1, ..., w_k` vertices of `B` with
//! `S(w_i)` in `P`. Let `a_i` be the number of the vertices of `P` outside of `S(w_1)` to
//! `S(w_i)`, and `c` the number of the other vertices `q` of `B` for which `S(q)` is not empty and
//! in the union of all `S(w_i)`. Let `D_k` be the number `a_k - c`, and
//! `D_{i-1} = {a_{i-1} - 1 | D_i}`. Then the position is at most `D_0` plus the number of the vertices of `A` outside of `P`.
//! If several such sets `P` are disjoint, it is at most the sum of their games `D_0` and the number
//! of the other vertices of `A`.
//!
//! *Proof.* By monotonicity the position is at most the position in which Right gives up all
//! vertices but the `w_i` and `q` of each set. An edge matters only between a vertex of `A` and a
//! vertex that Right has kept, so this position is the sum of a piece for each set `P`, and of
//! vertices that only Left may claim. In a piece Right may claim `w_1, ..., w_k` one after the
//! other. If Left moves after the first `i` claims, she has at most `a_i - 1` moves after that: her
//! option is at most `a_i - 1`. After all claims she has at most `a_k` moves, and no move of hers
//! takes any of the `c` vertices `q` from Right. A game is at most `{x | y}` if its Left options
//! are at most `x` and one of its Right options is at most `y`. ∎
//!
//! **Walls.** The walls of a sum follow from the means `m` of the chains and their greatest
//! temperature `h`: the mean of the sum is the sum of the means, and the sum is no hotter than `h`.
//! So its left wall at `t` is at most the mean, or the mean plus `h - t` if that is more, and its
//! right wall is at most the mean.
//!
//! Since `a_i` falls, the thermograph of `{x | D}` is simple. Let the left wall of `D` be `y - t`
//! up to its temperature `h`, and then its mean `m`. If `x - h <= y`, the mean is `y` and the
//! temperature `x - y`; else they are half of the sum and of the difference of `x` and `m`.

use super::SolveError;
use super::stars::Star;
use boilingpoint_boards::BitRow;
use boilingpoint_boards::classes::Classes;
use boilingpoint_values::{Dyadic, Enclosure};

/// The unit of means and temperatures is `1/2^PLACES`.
pub const PLACES: u32 = 16;

/// The most stars of a chain. Each star halves a number once at most, so nothing is rounded.
const LONGEST: usize = 12;

/// A sum of chains and a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chains {
    /// The mean.
    pub mean: i64,
    /// A temperature that the sum does not exceed, at least 0.
    pub hottest: i64,
}

impl Chains {
    pub fn of_number(n: i64) -> Chains {
        Chains {
            mean: n << PLACES,
            hottest: 0,
        }
    }

    /// Upper bounds for the left and the right wall at a penalty. The penalty and the results are
    /// multiples of `1 / unit`.
    pub fn walls(&self, penalty: i64, unit: i64) -> [i64; 2] {
        let rounded_up = |n: i64| -((-n * unit) >> PLACES);
        let mean = rounded_up(self.mean);
        let hot = rounded_up(self.mean + self.hottest) - penalty;
        [mean.max(hot), mean]
    }

    /// An enclosure of a game that is at most the sum, improved by that.
    ///
    /// # Errors
    /// `Overflow` when a number does not fit into exact arithmetic.
    pub fn improve(&self, known: &Enclosure) -> Result<Enclosure, SolveError> {
        let [mean, hottest] = [self.mean, self.hottest].map(|n| Dyadic::new(n, PLACES));
        Ok(known.below_mast(mean?, hottest?)?)
    }
}

/// Stars whose vertices lie in a set.
struct Chain<R> {
    /// The set `P`.
    set: R,
    /// The stars, in the order of Right's claims.
    stars: Vec<usize>,
    mean: i64,
    hottest: i64,
}

/// A position, seen by the player whose vertices the stars take.
struct Chooser<'a, R: BitRow> {
    position: &'a Classes<R>,
    /// The vertices that the player and the other player may claim.
    own: R,
    stars: &'a [Star<R>],
    /// The classes of the other player's vertices that take some vertices, with those that they
    /// take.
    takers: Vec<(usize, R)>,
    /// Whether each class is one vertex.
    is_single: bool,
}

/// A small sum of the theorem, for the player who may claim the first set of vertices. `stars` are
/// the stars of the other player, the best first, and `choices` are sets of disjoint stars.
pub fn at_most<R: BitRow>(
    position: &Classes<R>,
    [own, other]: [R; 2],
    stars: &[Star<R>],
    choices: &[Vec<usize>],
) -> Chains {
    let takes = |q: usize| match own.has(q) {
        true => (position.rows[q] & own) | R::one(q),
        false => position.rows[q] & own,
    };
    let takers = other.bits().map(|q| (q, takes(q)));
    let chooser = Chooser {
        position,
        own,
        stars,
        takers: takers.filter(|t| !t.1.is_none()).collect(),
        is_single: position.counts.iter().all(|&count| count == 1),
    };
    let extended = choices.iter().map(|chosen| chooser.extended(chosen));
    extended.fold(chooser.longest(), |best, sum| match sum.mean < best.mean {
        true => sum,
        false => best,
    })
}

impl<R: BitRow> Chooser<'_, R> {
    fn count(&self, set: R) -> i64 {
        if self.is_single {
            return i64::from(set.count());
        }
        let counts = set.bits().map(|c| i64::from(self.position.counts[c]));
        counts.sum()
    }

    /// The chain of some stars.
    fn chain(&self, stars: Vec<usize>) -> Chain<R> {
        let all = stars.iter().map(|&s| self.stars[s].taken);
        let set = all.fold(R::NONE, |set, taken| set | taken);
        let (mut removed, mut left) = (R::NONE, self.count(set));
        let mut scores = Vec::with_capacity(stars.len());
        for &star in &stars {
            scores.push((left - 1) << PLACES);
            let whole = self.stars[star].whole;
            left -= self.count(whole & !removed);
            removed |= whole;
        }
        let is_kept = |takes: R| (takes & !removed).is_none();
        let kept = self.takers.iter().filter(|t| is_kept(t.1));
        let kept: i64 = kept.map(|t| i64::from(self.position.counts[t.0])).sum();
        let is_centre_kept = |&s: &usize| {
            let centre = self.stars[s].centre;
            self.takers.iter().any(|t| t.0 == centre && is_kept(t.1))
        };
        let centres = stars.iter().filter(|s| is_centre_kept(s)).count() as i64;
        let mut mean = (left - (kept - centres)) << PLACES;
        let mut hottest = 0;
        let mut after = None;
        for x in scores.into_iter().rev() {
            (mean, hottest) = match after {
                Some(y) if x - hottest <= y => (y, x - y),
                _ => ((x + mean) / 2, (x - mean) / 2),
            };
            after = Some(x);
        }
        Chain {
            set,
            stars,
            mean,
            hottest,
        }
    }

    /// The sum of disjoint chains and the number of the other vertices.
    fn sum(&self, chains: &[Chain<R>]) -> Chains {
        let sets = chains.iter().map(|c| c.set);
        let free = self.own & !sets.fold(R::NONE, |all, set| all | set);
        let means = chains.iter().map(|c| c.mean);
        Chains {
            mean: (self.count(free) << PLACES) + means.sum::<i64>(),
            hottest: chains.iter().map(|c| c.hottest).max().unwrap_or(0),
        }
    }

    /// The best beginning of a chain in which each star takes the most of the vertices that are
    /// left.
    fn longest(&self) -> Chains {
        let (mut rest, mut stars) = (self.own, Vec::new());
        let mut best = self.sum(&[]);
        while stars.len() < LONGEST {
            let takes = |s: usize| self.count(self.stars[s].whole & rest);
            let next = (0..self.stars.len()).max_by_key(|&s| (takes(s), std::cmp::Reverse(s)));
            let Some(next) = next.filter(|&s| takes(s) > 0) else {
                break;
            };
            rest &= !self.stars[next].whole;
            stars.push(next);
            let sum = self.sum(&[self.chain(stars.clone())]);
            if sum.mean < best.mean {
                best = sum;
            }
        }
        best
    }

    /// Disjoint stars, extended by stars that overlap one chain.
    fn extended(&self, chosen: &[usize]) -> Chains {
        let mut chains: Vec<Chain<R>> = chosen.iter().map(|&s| self.chain(vec![s])).collect();
        let sets = chains.iter().map(|chain| chain.set);
        let mut used = sets.fold(R::NONE, |used, set| used | set);
        let covers = |s: usize, used: R| self.count(self.stars[s].whole & !used);
        let mut more: Vec<usize> = (0..self.stars.len())
            .filter(|&s| covers(s, used) > 0)
            .collect();
        more.sort_by_key(|&s| (std::cmp::Reverse(covers(s, used)), s));
        for star in more {
            let taken = self.stars[star].taken;
            let mut touched = (0..chains.len()).filter(|&i| !(chains[i].set & taken).is_none());
            let (Some(i), None) = (touched.next(), touched.next()) else {
                continue;
            };
            let chain = &chains[i];
            if covers(star, used) == 0 || chain.stars.len() == LONGEST {
                continue;
            }
            let stars = chain.stars.iter().copied().chain([star]).collect();
            let longer = self.chain(stars);
            let free = self.count(taken & !used) << PLACES;
            if longer.mean < chain.mean + free {
                used |= taken;
                chains[i] = longer;
            }
        }
        self.sum(&chains)
    }
}
