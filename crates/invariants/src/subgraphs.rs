//! Numbers of cliques, paths, cycles and colourings of a graph that is given as rows of bits.
//!
//! Row `v` is the set of neighbours of vertex `v`. On the rows of the complement, the cliques are
//! the independent sets of the graph.

use super::NoAnswer;
use super::rows::Steps;
use boilingpoint_boards::BitRow;
use std::convert::Infallible;

/// A limit on the steps of a count.
pub trait Limit {
    /// The reason why a count ends early.
    type Error;

    /// Counts a step.
    ///
    /// # Errors
    /// If there are more steps than the limit.
    fn step(&mut self) -> Result<(), Self::Error>;
}

/// No limit.
pub struct Unlimited;

impl Limit for Unlimited {
    type Error = Infallible;

    fn step(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

/// The number of sets of `k` vertices of `within` that are pairwise adjacent.
///
/// # Errors
/// If there are more steps than the limit.
pub fn cliques<R: BitRow, L: Limit>(
    rows: &[R],
    within: R,
    k: usize,
    limit: &mut L,
) -> Result<u64, L::Error> {
    limit.step()?;
    match k {
        0 => Ok(1),
        1 => Ok(u64::from(within.count())),
        2 => {
            let inside = |v: usize| u64::from((rows[v] & within).count());
            Ok(within.bits().map(inside).sum::<u64>() / 2)
        }
        _ => {
            let mut open = within;
            let with_least = |v: usize| {
                open &= !R::one(v);
                cliques(rows, rows[v] & open, k - 1, limit)
            };
            within.bits().map(with_least).sum()
        }
    }
}

/// The number of paths with this number of edges from one vertex to another whose inner vertices
/// are in `within`, which has neither end.
///
/// # Errors
/// If there are more steps than the limit.
pub fn paths<R: BitRow, L: Limit>(
    rows: &[R],
    [from, to]: [usize; 2],
    edges: usize,
    within: R,
    limit: &mut L,
) -> Result<u64, L::Error> {
    limit.step()?;
    match edges {
        0 => Ok(u64::from(from == to)),
        1 => Ok(u64::from(rows[from].has(to))),
        2 => Ok(u64::from((rows[from] & rows[to] & within).count())),
        _ => {
            let next = (rows[from] & within).bits();
            next.map(|v| paths(rows, [v, to], edges - 1, within & !R::one(v), limit))
                .sum()
        }
    }
}

/// The number of cycles of this length, induced or not. Each is counted at its least vertex, once
/// in each direction.
///
/// # Errors
/// If there are more steps than the limit.
pub fn cycles<R: BitRow, L: Limit>(
    rows: &[R],
    length: usize,
    limit: &mut L,
) -> Result<u64, L::Error> {
    if length < 3 {
        return Ok(0);
    }
    let mut above = R::first(rows.len());
    let at = |v: usize| {
        above &= !R::one(v);
        let second = (rows[v] & above).bits();
        second
            .map(|u| paths(rows, [u, v], length - 1, above & !R::one(u), limit))
            .sum::<Result<u64, L::Error>>()
    };
    Ok((0..rows.len()).map(at).sum::<Result<u64, L::Error>>()? / 2)
}

/// The number of sets of `k` edges between vertices of `within` of which no two share a vertex.
///
/// # Errors
/// If there are more steps than the limit.
pub fn matchings<R: BitRow, L: Limit>(
    rows: &[R],
    within: R,
    k: usize,
    limit: &mut L,
) -> Result<u64, L::Error> {
    limit.step()?;
    let vertices = within.count() as usize;
    if k == 0 || vertices < 2 * k {
        return Ok(u64::from(k == 0));
    }
    // A vertex with few neighbours leaves few ways.
    let degree = |&v: &usize| (rows[v] & within).count();
    let Some(v) = within.bits().min_by_key(degree) else {
        return Ok(0);
    };
    let others = within & !R::one(v);
    let mut number = match vertices > 2 * k {
        true => matchings(rows, others, k, limit)?,
        false => 0,
    };
    for u in (rows[v] & within).bits() {
        let with = matchings(rows, others & !R::one(u), k - 1, limit)?;
        number = number.saturating_add(with);
    }
    Ok(number)
}

/// The number of sets of `k` vertices of `open` such that each vertex of `bare` is in the row of one
/// of them. With the neighbours and the vertex itself as rows, these are the dominating sets.
///
/// # Errors
/// If there are more steps than the limit.
pub fn dominating<R: BitRow, L: Limit>(
    rows: &[R],
    mut open: R,
    bare: R,
    k: usize,
    limit: &mut L,
) -> Result<u64, L::Error> {
    limit.step()?;
    let choices = |&v: &usize| (rows[v] & open).count();
    let Some(v) = bare.bits().min_by_key(choices) else {
        return Ok(binomial(open.count().into(), k as u64));
    };
    if k == 0 {
        return Ok(0);
    }
    let mut number = 0u64;
    for u in (rows[v] & open).bits() {
        open &= !R::one(u);
        let with = dominating(rows, open, bare & !rows[u], k - 1, limit)?;
        number = number.saturating_add(with);
    }
    Ok(number)
}

/// The number of sets of `k` of `n` things, or the greatest number that fits.
fn binomial(n: u64, k: u64) -> u64 {
    let step = |number: u64, i: u64| number.saturating_mul(n.saturating_sub(i)) / (i + 1);
    (0..k).fold(1, step)
}

/// The number of colourings with at most `k` colours in which adjacent vertices differ: the value
/// of the chromatic polynomial.
///
/// # Errors
/// [`NoAnswer`] if the search takes more than this number of steps, or if the number does not fit.
pub fn colourings<R: BitRow>(rows: &[R], k: usize, steps: u64) -> Result<u64, NoAnswer> {
    let mut search = Colourings {
        rows,
        order: by_back_degree(rows),
        classes: vec![R::NONE; k],
        steps: Steps::new(steps),
    };
    search.from(0, 0)
}

/// The vertices in an order in which each has the most neighbours among those before it.
fn by_back_degree<R: BitRow>(rows: &[R]) -> Vec<usize> {
    let (mut before, mut open) = (R::NONE, R::first(rows.len()));
    let mut order = Vec::with_capacity(rows.len());
    while !open.is_none() {
        let degrees = |&v: &usize| ((rows[v] & before).count(), rows[v].count());
        let next = open.bits().max_by_key(degrees).unwrap_or(0);
        order.push(next);
        before |= R::one(next);
        open &= !R::one(next);
    }
    order
}

/// A count of colourings. Colours that no vertex has yet are alike.
struct Colourings<'a, R> {
    rows: &'a [R],
    order: Vec<usize>,
    classes: Vec<R>,
    steps: Steps,
}

impl<R: BitRow> Colourings<'_, R> {
    /// The number of ways to colour the vertices from number `place` of the order on, when `used`
    /// colours occur before them.
    fn from(&mut self, place: usize, used: usize) -> Result<u64, NoAnswer> {
        let Some(&v) = self.order.get(place) else {
            return Ok(1);
        };
        self.steps.take()?;
        let mut number = 0u64;
        for colour in 0..used.min(self.classes.len()) {
            if (self.classes[colour] & self.rows[v]).is_none() {
                self.classes[colour] |= R::one(v);
                let each = self.from(place + 1, used)?;
                number = number.checked_add(each).ok_or(NoAnswer::TooGreat)?;
                self.classes[colour] &= !R::one(v);
            }
        }
        let fresh = self.classes.len() - used;
        if fresh > 0 {
            self.classes[used] |= R::one(v);
            let each = self.from(place + 1, used + 1)?;
            self.classes[used] &= !R::one(v);
            let all = each.checked_mul(fresh as u64);
            let sum = all.and_then(|all| number.checked_add(all));
            number = sum.ok_or(NoAnswer::TooGreat)?;
        }
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boilingpoint_boards::parse_board;

    fn rows(text: &str) -> Vec<u64> {
        let board = parse_board(text).unwrap();
        let graph = board.graph();
        (0..graph.order()).map(|v| graph.row(v)[0]).collect()
    }

    /// Cycles of the Petersen graph: 12 of length 5, 10 of 6, 15 of 8, 20 of 9 (West, section 1.1
    /// for the girth; the others by hand, from each vertex).
    #[test]
    fn numbers_of_known_graphs() {
        let complete = rows("complete(6)");
        let all = u64::first(6);
        let binomial = [1, 6, 15, 20, 15, 6, 1, 0];
        for (k, expected) in binomial.into_iter().enumerate() {
            assert_eq!(
                cliques(&complete, all, k, &mut Unlimited),
                Ok(expected),
                "{k}"
            );
        }
        assert_eq!(cycles(&complete, 3, &mut Unlimited), Ok(20));
        assert_eq!(cycles(&complete, 4, &mut Unlimited), Ok(45));
        assert_eq!(cycles(&complete, 6, &mut Unlimited), Ok(60));
        assert_eq!(colourings(&complete, 6, 10_000), Ok(720));
        assert_eq!(colourings(&complete, 5, 10_000), Ok(0));
        let everything = |text: &str| (rows(text), u64::first(rows(text).len()));
        let (complete, all) = everything("complete(6)");
        assert_eq!(matchings(&complete, all, 3, &mut Unlimited), Ok(15));
        assert_eq!(matchings(&complete, all, 2, &mut Unlimited), Ok(45));
        let (hexagon, all) = everything("cycle(6)");
        assert_eq!(matchings(&hexagon, all, 3, &mut Unlimited), Ok(2));
        assert_eq!(matchings(&hexagon, all, 2, &mut Unlimited), Ok(9));
        let closed: Vec<u64> = (0..6).map(|v| hexagon[v] | u64::one(v)).collect();
        assert_eq!(dominating(&closed, all, all, 1, &mut Unlimited), Ok(0));
        // The three pairs of opposite vertices.
        assert_eq!(dominating(&closed, all, all, 2, &mut Unlimited), Ok(3));
        assert_eq!(dominating(&closed, all, all, 6, &mut Unlimited), Ok(1));
        assert_eq!(dominating(&hexagon, all, all, 3, &mut Unlimited), Ok(0));
        let pentagon = rows("cycle(5)");
        assert_eq!(colourings(&pentagon, 3, 10_000), Ok(30));
        assert!(colourings(&pentagon, 3, 3).is_err());
        assert_eq!(paths(&pentagon, [0, 1], 4, 0b11100, &mut Unlimited), Ok(1));
    }
}
