//! Arc Kayles on stars with three rays: from where on the Grundy values have period 34.
//!
//! `S(a,b,n)` is a centre with rays of `a`, `b` and `n` vertices, `P(n)` the path of `n` vertices. A
//! move shortens a ray and cuts a path off, or takes the centre with the first vertex of a ray.
//!
//! **Theorem.** Let `c` be so large that for all `n >= c` the paths `P(n)` and `S(i,b,n)`, `S(a,j,n)`
//! with `i <= a - 2`, `j <= b - 2` have the values of `n + 34`. If `S(a,b,n)` has the value of
//! `S(a,b,n+34)` for all `n` with `c <= n <= 2c + 36`, it has for all `n >= c`.
//!
//! *Proof.* By induction, for `n > 2c + 36`. A move in the third ray of `S(a,b,n)` leaves `S(a,b,i)`
//! and `P(j)` with `i + j = n - 2`; so `i >= c` or `j >= c`, and that part may be longer by 34. A move
//! from `n + 34` leaves `i >= c + 34` or `j >= c + 34`, and that part may be shorter by 34. The other
//! moves leave positions that have the period from `c` on. ∎ (Paths have it from 53 vertices on: Guy
//! and Smith, *The G-values of various games*, 1956.)
//!
//! `cargo run --release --example arc_kayles_stars -- 34 2500` prints a line for each `a <= b <= 34`;
//! it fails if rays of 2500 vertices do not prove a period.
#![allow(clippy::print_stdout)] // a table is all that it is for

const PERIOD: usize = 34;

/// The Grundy values by the length of the third ray, or by the vertices of a path.
type Values = Vec<u16>;

/// A set of Grundy values.
#[derive(Default)]
struct Nimbers([u64; 4]);

impl Nimbers {
    fn add(&mut self, nimber: u16) {
        self.0[usize::from(nimber) / 64] |= 1 << (nimber % 64);
    }

    fn least_excluded(&self) -> u16 {
        let missing = (0..256).find(|n| self.0[n / 64] >> (n % 64) & 1 == 0);
        missing.expect("values below 256") as u16
    }
}

/// The value left by the moves that cut a path off a ray of `n` vertices: `rest(i)` is the value of
/// the board whose ray has `i` vertices.
fn cuts(seen: &mut Nimbers, n: usize, paths: &Values, rest: impl Fn(usize) -> u16) {
    for i in 0..n.saturating_sub(1) {
        seen.add(rest(i) ^ paths[n - 2 - i]);
    }
}

fn paths(most: usize) -> Values {
    let mut paths = Values::new();
    for n in 0..=most {
        let mut seen = Nimbers::default();
        cuts(&mut seen, n, &paths, |i| paths[i]);
        paths.push(seen.least_excluded());
    }
    paths
}

/// The values of `S(a,b,n)`, where `stars[i][j]` has the values for shorter rays.
fn star([a, b]: [usize; 2], most: usize, paths: &Values, stars: &[Vec<Values>]) -> Values {
    if a == 0 || b == 0 {
        return paths[a + b + 1..][..=most].to_vec();
    }
    let mut values = Values::new();
    while values.len() <= most {
        let (n, mut seen) = (values.len(), Nimbers::default());
        cuts(&mut seen, a, paths, |i| stars[i][b][n]);
        cuts(&mut seen, b, paths, |j| stars[a][j][n]);
        cuts(&mut seen, n, paths, |i| values[i]);
        let rays = [a, b, n];
        for taken in (0..3).filter(|&ray| rays[ray] > 0) {
            let left = |ray: usize| paths[rays[ray] - usize::from(ray == taken)];
            seen.add(left(0) ^ left(1) ^ left(2));
        }
        values.push(seen.least_excluded());
    }
    values
}

/// The least `n` from which on the values repeat, as far as they are known.
fn start(values: &Values) -> usize {
    let known = 0..values.len() - PERIOD;
    let differs = known.rev().find(|&n| values[n] != values[n + PERIOD]);
    differs.map_or(0, |n| n + 1)
}

fn main() {
    let number = |i: usize, default| {
        let text = std::env::args().nth(i);
        text.map_or(default, |text| text.parse().expect("a number"))
    };
    let (longest, most) = (number(1, 10), number(2, 1000));
    let paths = paths(2 * longest + most + 1);
    // A board's rays may be exchanged, so the table has all pairs.
    let mut stars: Vec<Vec<Values>> = Vec::new();
    println!("rays    period 34 from  greatest value");
    for a in 0..=longest {
        stars.push(Vec::new());
        for b in 0..=longest {
            let values = star([a, b], most, &paths, &stars);
            let shorter = (0..a.saturating_sub(1)).map(|i| &stars[i][b]);
            let shorter = shorter.chain(stars[a][..b.saturating_sub(1)].iter());
            let c = shorter
                .chain([&paths, &values])
                .map(start)
                .max()
                .unwrap_or(0);
            assert!(
                2 * c + 36 + PERIOD <= most,
                "rays of {a} and {b} vertices need longer ones"
            );
            if 0 < a && a <= b {
                let greatest = values.iter().max().expect("a value");
                println!("{:<8}{:<16}{greatest}", format!("{a},{b}"), start(&values));
            }
            stars[a].push(values);
        }
    }
}
