//! Outlines of boards: counts by which a family proposes the arguments of a member.
//!
//! A family of the catalogue lists the few arguments for which its member can have an outline. So
//! the search for the name of a board builds a few boards for each family.

use super::cliques::pairs;
use super::subsets::choose;
use crate::{Board, Graph, Tint};

/// Lists of arguments.
pub(crate) type Proposals = Vec<Vec<i64>>;

/// The greatest order for which the arguments of a family are found by trying many lists.
pub(super) const MOST_FOR_MANY: usize = 60;

/// Counts that two isomorphic boards have in common.
pub(crate) struct Outline<'a> {
    pub(super) graph: &'a Graph,
    /// The number of vertices.
    pub order: usize,
    /// The number of edges of the graph.
    pub size: usize,
    /// The degrees of the vertices, in increasing order.
    pub degrees: Vec<usize>,
    /// The number of vertices that are tinted `L`.
    pub left: usize,
    /// The number of vertices that are tinted `R`.
    pub right: usize,
    /// Whether the board has no marks except for tints.
    pub is_plain: bool,
    /// Whether the vertices are squares.
    pub has_squares: bool,
}

impl<'a> Outline<'a> {
    pub fn of(board: &'a Board) -> Outline<'a> {
        let graph = board.graph();
        let mut degrees: Vec<usize> = graph.degrees().collect();
        degrees.sort_unstable();
        let tinted = |tint: Tint| board.tints().iter().filter(|&&t| t == tint).count();
        Outline {
            graph,
            order: graph.order(),
            size: degrees.iter().sum::<usize>() / 2,
            degrees,
            left: tinted(Tint::Left),
            right: tinted(Tint::Right),
            is_plain: board.is_plain(),
            has_squares: board.squares().is_some(),
        }
    }

    /// Whether two boards have the same counts.
    pub fn is_like(&self, other: &Outline) -> bool {
        let counts = |o: &Outline| (o.order, o.size, o.left, o.right, o.is_plain, o.has_squares);
        counts(self) == counts(other) && self.degrees == other.degrees
    }

    /// Whether a board without tints and marks can be a member of the further families, which have
    /// no trees that are not in an earlier family. Disconnected boards are named by components.
    pub fn is_plain_with_a_cycle(&self) -> bool {
        self.is_plain && !self.is_tinted() && self.size >= self.order && self.order > 2
    }

    fn is_tinted(&self) -> bool {
        self.left + self.right > 0
    }

    fn is_tree(&self) -> bool {
        self.size + 1 == self.order
    }

    /// The greatest degree; 0 for an empty board.
    pub(super) fn degree(&self) -> usize {
        self.degrees.last().copied().unwrap_or(0)
    }

    /// Whether all vertices have this degree.
    pub(super) fn is_regular(&self, degree: usize) -> bool {
        self.degrees.first() == Some(&degree) && self.degree() == degree
    }

    /// These arguments, if the board has this number of edges.
    pub fn sized(&self, size: usize, args: &[usize]) -> Proposals {
        when(self.size == size, args)
    }

    /// These arguments, if every vertex has this degree.
    pub fn regular(&self, degree: usize, args: &[usize]) -> Proposals {
        when(self.is_regular(degree), args)
    }

    /// The order without `less`, divided by `by`; a number that no family takes if this is no
    /// integer.
    pub fn part(&self, less: usize, by: usize) -> usize {
        match self.order.checked_sub(less) {
            Some(rest) if rest.is_multiple_of(by) => rest / by,
            _ => usize::MAX,
        }
    }

    /// The factors `(a, b)` with `a * b` vertices, by `a`.
    pub fn factors(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let divides = |a: &usize| self.order.is_multiple_of(*a);
        (1..=self.order)
            .filter(divides)
            .map(|a| (a, self.order / a))
    }

    /// All factors of the order, as two arguments.
    pub fn all_factors(&self) -> Proposals {
        self.factors().flat_map(|(a, b)| one(&[a, b])).collect()
    }

    /// The factors `a <= b` of the order, if the board has the number of edges that `size` gives.
    pub fn rising_factors(&self, least: usize, size: impl Fn(usize, usize) -> usize) -> Proposals {
        let fits = |&(a, b): &(usize, usize)| least <= a && a <= b && size(a, b) == self.size;
        self.factors()
            .filter(fits)
            .map(|(a, b)| list(&[a, b]))
            .collect()
    }

    pub fn grid(&self) -> Proposals {
        let lines = |a: usize, b: usize| (a - 1) * b;
        let mut all = self.rising_factors(2, |a, b| lines(a, b) + lines(b, a));
        for (a, rest) in self.factors().filter(|f| f.0 > 1) {
            for b in (a..=rest / a).filter(|&b| rest.is_multiple_of(b)) {
                let c = rest / b;
                let size = lines(a, b * c) + lines(b, a * c) + lines(c, a * b);
                all.extend(when(b <= c && size == self.size, &[a, b, c]));
            }
        }
        all
    }

    pub fn bipartite(&self) -> Proposals {
        let fits = |a: &usize| a * (self.order - a) == self.size;
        let all = (1..=self.order / 2).filter(fits);
        all.map(|a| list(&[a, self.order - a])).collect()
    }

    pub fn nary_tree(&self) -> Proposals {
        if !self.is_tree() || self.is_tinted() {
            return none();
        }
        let height = |n: usize| {
            let (mut order, mut level, mut height) = (1, 1, 0);
            while order < self.order {
                level *= n;
                (order, height) = (order + level, height + 1);
            }
            (order == self.order).then(|| list(&[n, height]))
        };
        (2..self.order).filter_map(height).collect()
    }

    pub fn broom(&self) -> Proposals {
        let (n, d) = (self.order, self.degree());
        when(
            self.is_tree() && d > 1,
            &[(n + 1).saturating_sub(d), d.max(1) - 1],
        )
    }

    pub fn double_star(&self) -> Proposals {
        match self.degrees[..] {
            [.., a, b] if self.is_tree() && a > 1 => when(a + b == self.order, &[a - 1, b - 1]),
            _ => none(),
        }
    }

    /// The exponent, if the order is a power of two.
    pub fn exponent(&self) -> Option<usize> {
        let is_power = self.order.is_power_of_two();
        is_power.then(|| self.order.ilog2() as usize)
    }

    pub fn theta(&self) -> Proposals {
        let n = self.order;
        if self.size != n + 1 || n > MOST_FOR_MANY || self.degree() > 3 || self.degrees[0] < 2 {
            return none();
        }
        let inner = n - 2;
        let rest = |a: usize| (a..=(inner - a) / 2).map(move |b| list(&[a, b, inner - a - b]));
        (0..=inner / 3).flat_map(rest).collect()
    }

    /// The numbers of vertices tinted `L` and `R`, if each vertex has a tint.
    pub fn tints(&self, size: usize) -> Proposals {
        let all = self.is_tinted() && self.left + self.right == self.order;
        when(all && self.size == size, &[self.left, self.right])
    }

    pub fn tinted_star(&self) -> Proposals {
        when(
            self.left > 0 && self.is_tree(),
            &[self.left.max(1) - 1, self.right],
        )
    }

    pub fn queen(&self) -> Proposals {
        let lines = |m: usize, n: usize| m * pairs(n) + n * pairs(m);
        let diagonals = |m: usize, n: usize| {
            let all = (1..m).map(pairs).sum::<usize>();
            2 * (2 * all + (n + 1 - m) * pairs(m))
        };
        self.rising_factors(2, |m, n| lines(m, n) + diagonals(m, n))
    }

    pub fn lines(&self) -> Proposals {
        if self.is_plain {
            return none();
        }
        let cube = |n: usize, d: u32| {
            let points = n.checked_pow(d)?;
            let kinds = (n + 2).checked_pow(d)?;
            (points + (kinds - points) / 2 == self.order).then(|| list(&[n, d as usize]))
        };
        let all = (1..=self.order).flat_map(|n| (1..=9).filter_map(move |d| cube(n, d)));
        all.collect()
    }

    /// The sizes of at least three independent sets, by the degrees of their vertices. Graphs with
    /// several sets of one vertex are composed of fewer sets of twins.
    pub fn multipartite(&self) -> Proposals {
        let mut parts = Vec::new();
        for same in self.degrees.chunk_by(|a, b| a == b).rev() {
            let part = self.order - same[0];
            if !same.len().is_multiple_of(part) || part == 1 && same.len() > 1 {
                return none();
            }
            parts.extend(std::iter::repeat_n(part, same.len() / part));
        }
        when(parts.len() > 2, &parts)
    }

    pub fn turan(&self) -> Proposals {
        match (self.order.checked_sub(self.degrees[0]), self.multipartite()) {
            (Some(most), parts) if !parts.is_empty() => {
                let least = self.order - self.degree();
                when(most <= least + 1, &[self.order, parts[0].len()])
            }
            _ => none(),
        }
    }

    pub fn lollipop(&self) -> Proposals {
        let fits = |m: &usize| pairs(*m) + self.order - m == self.size;
        let all = (3..self.order).filter(fits);
        all.map(|m| list(&[m, self.order - m])).collect()
    }

    pub fn barbell(&self) -> Proposals {
        let fits = |m: &usize| 2 * pairs(*m) + self.order - 2 * m + 1 == self.size;
        let all = (3..=self.order / 2).filter(fits);
        all.map(|m| list(&[m, self.order - 2 * m])).collect()
    }

    pub fn tadpole(&self) -> Proposals {
        let leaves = self.degrees.iter().filter(|&&d| d == 1).count();
        match self.graph.girth() {
            Some(m) if self.size == self.order && leaves == 1 => when(true, &[m, self.order - m]),
            _ => none(),
        }
    }

    pub fn windmill(&self) -> Proposals {
        let n = self.order - 1;
        let fits = |k: &usize| n.is_multiple_of(k - 1) && n / (k - 1) * pairs(*k) == self.size;
        let all = (4..=n).filter(fits);
        all.map(|k| list(&[n / (k - 1), k])).collect()
    }

    pub fn generalised_petersen(&self) -> Proposals {
        let n = self.part(0, 2);
        if !self.is_regular(3) || n == usize::MAX {
            return none();
        }
        (2..n.div_ceil(2)).map(|k| list(&[n, k])).collect()
    }

    /// The numbers `n` and `k` for which there are as many subsets as vertices.
    fn subsets(&self, degree: impl Fn(usize, usize) -> usize) -> Proposals {
        let mut all = none();
        for k in 2..=self.order.ilog2() as usize + 1 {
            let mut n = 2 * k;
            while choose(n, k) < self.order {
                n += 1;
            }
            let fits = choose(n, k) == self.order && self.is_regular(degree(n, k));
            all.extend(when(fits, &[n, k]));
        }
        all
    }

    pub fn kneser(&self) -> Proposals {
        self.subsets(|n, k| choose(n - k, k))
    }

    pub fn johnson(&self) -> Proposals {
        self.subsets(|n, k| k * (n - k))
    }

    pub fn hamming(&self) -> Proposals {
        let power = |q: usize| {
            let d = (2..16).find(|&d| q.pow(d) >= self.order)?;
            let degree = d as usize * (q - 1);
            let fits = q.pow(d) == self.order && self.is_regular(degree);
            fits.then(|| list(&[d as usize, q]))
        };
        (3..12).filter_map(power).collect()
    }

    /// The degree 3 and `d * 2^d` vertices.
    pub fn cube_connected_cycles(&self) -> Proposals {
        let fits = |d: &usize| d << d == self.order && self.is_regular(3);
        (3..12).filter(fits).map(|d| list(&[d])).collect()
    }

    /// The numbers whose Mycielski graphs have this order.
    pub fn mycielski(&self) -> Proposals {
        let fits = |n: &usize| (3usize << (n - 2)) - 1 == self.order;
        (4..16).filter(fits).map(|n| list(&[n])).collect()
    }
}

/// No arguments.
pub(super) fn none() -> Proposals {
    Vec::new()
}

/// One list of arguments.
pub(super) fn one(args: &[usize]) -> Proposals {
    vec![list(args)]
}

/// One list of arguments if a condition holds.
pub(super) fn when(holds: bool, args: &[usize]) -> Proposals {
    if holds { one(args) } else { none() }
}

/// A list of arguments.
pub(super) fn list(args: &[usize]) -> Vec<i64> {
    args.iter().map(|&n| n as i64).collect()
}
