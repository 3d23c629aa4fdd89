//! Snort on trees whose levels are alike: the theorem of `docs/findings/snort-two-degrees.md`, and
//! the recurrence and the list of `docs/findings/snort-complete-trees.md`.

use crate::common::{outcome, solver};
use crate::snort::{levels, tinted};
use boilingpoint_boards::{Board, parse_board};
use boilingpoint_solver::{Solver, with_deep_stack};
use boilingpoint_values::{Dyadic, Outcome};

/// The mean and the temperature of a board.
fn mast(solver: &mut Solver, board: &Board) -> (Dyadic, Dyadic) {
    let summary = solver.summary(board).expect("within the budget");
    let heat = summary.temperatures.expect("a game with values");
    (heat.mean, heat.temperature)
}

/// The theorem on T(a,b,c): if b >= 3 and a(b-2) > b+2, the temperature is at least ac(b-2)/4. The
/// proof does not cover a(b-2) = b+2, which is (5,3), (3,4) and (2,6), but the inequality holds
/// there for c = 1 to 4, too, and the temperatures are greater than the bound for the first two.
/// All a, b and c with a and b to 7, ab to 24 and c to 4.
#[test]
fn trees_of_depth_three_are_at_least_as_hot_as_the_theorem_says() {
    let mut solver = solver();
    let (mut met, mut equal) = (0, Vec::new());
    for b in 3..=7usize {
        for a in 1..=7 {
            for c in 1..=4 {
                if a * (b - 2) < b + 2 || a * b > 24 {
                    continue;
                }
                let tree = Board::untinted(levels(&[a, b, c]));
                let bound = Dyadic::new((a * c * (b - 2)) as i64, 2).expect("small");
                let (mean, temperature) = mast(&mut solver, &tree);
                assert_eq!(mean, Dyadic::ZERO);
                assert!(temperature >= bound, "{a}, {b}, {c}: {temperature}");
                if a * (b - 2) == b + 2 {
                    equal.push((a, b, c));
                    assert_eq!(temperature > bound, b != 6, "{a}, {b}, {c}");
                } else {
                    met += 1;
                }
            }
        }
    }
    let expected = [(5, 3), (3, 4), (2, 6)];
    let expected = expected
        .into_iter()
        .flat_map(|(a, b)| (1..=4).map(move |c| (a, b, c)));
    assert_eq!(equal, expected.collect::<Vec<_>>());
    assert_eq!(met, 4 * 11);
}

/// A branch of height at most two: the leaves below each child of its root. Its text, its `W` and
/// its `C` are those of the theorem on trees of height three; `M` and `T` follow.
struct LowBranch(&'static [usize]);

impl LowBranch {
    fn text(&self) -> String {
        let child = |&c: &usize| match c {
            0 => "leaf".to_string(),
            c => format!("tree({c}*leaf)"),
        };
        match self.0 {
            [] => "leaf".to_string(),
            children => {
                let children: Vec<String> = children.iter().map(child).collect();
                format!("tree({})", children.join(","))
            }
        }
    }

    /// Twice W and twice C.
    fn doubled(&self) -> [i64; 2] {
        let w = self.0.iter().map(|&c| if c == 0 { 2 } else { c as i64 });
        let c = self.0.iter().max().map_or(0, |&c| 2 * c as i64);
        [w.sum(), c]
    }

    /// Four times M and four times T.
    fn quadrupled(&self) -> [i64; 2] {
        match (self.0.is_empty(), self.doubled()) {
            (true, _) => [4, 0],
            (false, [w, c]) => [w - c, w + c],
        }
    }
}

/// The theorem on trees of height three: if the sum of the M of the branches exceeds the greatest
/// T, it is at most the temperature. All trees with up to five branches of ten kinds, to order 26.
/// The bound of the counterexample to Conjecture 5.1 with 117 vertices is that of the page.
#[test]
fn trees_of_height_three_are_at_least_as_hot_as_the_theorem_says() {
    const KINDS: [LowBranch; 10] = [
        LowBranch(&[]),
        LowBranch(&[0]),
        LowBranch(&[0, 0]),
        LowBranch(&[0, 0, 0, 0]),
        LowBranch(&[1]),
        LowBranch(&[1, 1]),
        LowBranch(&[0, 2]),
        LowBranch(&[2, 2, 2]),
        LowBranch(&[0, 0, 3, 3]),
        LowBranch(&[1, 2, 3]),
    ];
    let mut solver = solver();
    let mut lists: Vec<Vec<usize>> = (0..KINDS.len()).map(|i| vec![i]).collect();
    let (mut met, mut equal) = (0, 0);
    while let Some(list) = lists.pop() {
        let branches: Vec<&LowBranch> = list.iter().map(|&i| &KINDS[i]).collect();
        let found = temperature_by_theorem(&branches);
        let texts: Vec<String> = branches.iter().map(|b| b.text()).collect();
        let text = format!("tree({})", texts.join(","));
        let board = parse_board(&text).expect("a tree");
        if board.order() > 26 {
            continue;
        }
        if list.len() < 5 {
            lists.extend((list[list.len() - 1]..KINDS.len()).map(|i| [&list[..], &[i]].concat()));
        }
        if let Some(least) = found {
            let (_, temperature) = mast(&mut solver, &board);
            assert!(temperature >= least, "{text}: {temperature} < {least}");
            met += 1;
            equal += usize::from(temperature == least);
        }
    }
    // Regression guard: from this program, version 0.2.0.
    assert!(met > 500 && equal > 100, "{met}, {equal}");
    let big = [
        LowBranch(&[0; 15]),
        LowBranch(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5, 5, 5, 5, 5]),
        LowBranch(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5, 5, 5, 5]),
    ];
    let leaves = std::iter::repeat_n(&KINDS[0], 13);
    let branches: Vec<&LowBranch> = leaves.chain(&big).collect();
    let least = Dyadic::new(155, 2).expect("small");
    assert_eq!(temperature_by_theorem(&branches), Some(least));
}

/// The lower bound of the theorem on trees of height three; `None` if the theorem is not about the
/// tree.
fn temperature_by_theorem(branches: &[&LowBranch]) -> Option<Dyadic> {
    let all = branches.iter().map(|b| b.quadrupled());
    let least: i64 = all.clone().map(|[m, _]| m).sum();
    let hottest = all.map(|[_, t]| t).max()?;
    (least > hottest).then(|| Dyadic::new(least, 2).expect("small"))
}

/// The trees with alike levels, of order at most 45 and height 2 to 4, whose root has an odd number
/// of children, three or more: of these 126 trees only that with 3, 1, 1, 2 children level by level
/// is a second-player win.
#[test]
fn trees_with_alike_levels_and_an_odd_root() {
    let mut solver = solver();
    let mut lists: Vec<Vec<usize>> = (3..45).step_by(2).map(|a| vec![a]).collect();
    let (mut trees, mut lost) = (0, Vec::new());
    while let Some(list) = lists.pop() {
        let mut width = 1;
        let order = 1 + list.iter().map(|n| (width *= n, width).1).sum::<usize>();
        if order > 45 {
            continue;
        }
        if list.len() < 4 {
            lists.extend((1..45).map(|n| [&list[..], &[n]].concat()));
        }
        if list.len() >= 2 {
            trees += 1;
            match outcome(&mut solver, &Board::untinted(levels(&list))) {
                Outcome::N => {}
                Outcome::P => lost.push(list),
                other => panic!("{list:?}: {}", other.letters()),
            }
        }
    }
    // Regression guard: from this program, version 0.2.0; the checker confirms the tree in
    // `a_tree_with_alike_levels_that_the_second_player_wins`.
    assert_eq!((trees, lost), (126, vec![vec![3, 1, 1, 2]]));
}

/// The recurrence of `docs/findings/snort-bounded-degree.md`, times 2^j: of the means m(j), and of
/// the temperatures t(j), for j from 0 on. The numbers of children are those of the levels from
/// the lowest on.
fn recurrence(children: &[i128]) -> Vec<(i128, i128)> {
    let mut found: Vec<(i128, i128)> = vec![(1, 0)];
    let (mut before, mut last) = (0, 1);
    for (j, &here) in children.iter().enumerate() {
        let (gain, loss) = (here * last, 2 * children[j.saturating_sub(1)] * before);
        found.push((gain - loss, gain + loss));
        (before, last) = (last, gain - loss);
    }
    found
}

/// The temperature h(k) of a tree with alike levels, if the theorem of
/// `docs/findings/snort-bounded-degree.md` says it: if m(j) is at least 1 for j < k, and m(k) at
/// least 1/2. h(k) is m(k) + t(k).
fn by_recurrence(children: &[i128]) -> Option<Dyadic> {
    let found = recurrence(children);
    let k = children.len();
    let (mean, temperature) = found[k];
    let holds = (1..k).all(|j| found[j].0 >= 1 << j) && 2 * mean >= 1 << k;
    holds.then(|| Dyadic::new((mean + temperature) as i64, k as u32).expect("small"))
}

/// The theorem on trees with alike levels: all of height up to three, to order 60, with at most
/// eight children, that meet its condition; and of complete trees to height 15 exactly those with
/// eight children or more meet it, the temperature for eight being k 2^(k+2).
#[test]
fn trees_with_alike_levels_have_the_temperature_of_the_theorem() {
    let mut solver = solver();
    let mut lists: Vec<Vec<i128>> = (1..=8).map(|b| vec![b]).collect();
    let mut met = 0;
    while let Some(list) = lists.pop() {
        let from_the_root: Vec<usize> = list.iter().rev().map(|&b| b as usize).collect();
        let order = list.iter().fold(1, |order, &b| order * b + 1);
        if order <= 60
            && let Some(temperature) = by_recurrence(&list)
        {
            met += 1;
            let tree = Board::untinted(levels(&from_the_root));
            assert_eq!(
                mast(&mut solver, &tree),
                (Dyadic::ZERO, temperature),
                "{list:?}"
            );
        }
        if list.len() < 3 {
            lists.extend((1..=8).map(|b| [&list[..], &[b]].concat()));
        }
    }
    assert_eq!(met, 47);
    for n in 1..=12 {
        let holds = (1..=15).all(|k| by_recurrence(&vec![n; k]).is_some());
        assert_eq!(holds, n >= 8, "{n}");
    }
    for k in 1..=15 {
        let expected = Dyadic::integer(k << (k + 2));
        assert_eq!(by_recurrence(&vec![8; k as usize]), Some(expected), "{k}");
    }
}

/// The complete n-ary tree of height q with its root tinted for Left: mean and temperature are
/// those of the recurrence, for n = 3 to 11 and q = 1 and 2, and for n = 4 to 7 and q = 3. At n = 3
/// and q = 3 they are not: the mean is 0 and the temperature 9/2.
#[test]
fn the_recurrence_of_complete_trees() {
    with_deep_stack(|| {
        let mut solver = solver();
        for n in 3..=11usize {
            let heights = if n <= 7 { 3 } else { 2 };
            for q in 1..=heights {
                let (m, t) = recurrence(&[n as i128; 3])[q];
                let number = |x: i128| Dyadic::new(x as i64, q as u32).expect("small");
                let found = mast(&mut solver, &tinted(n, q));
                let expected = match (n, q) {
                    (3, 3) => (Dyadic::ZERO, Dyadic::new(9, 1).expect("small")),
                    _ => (number(m), number(t)),
                };
                assert_eq!(found, expected, "{n}, {q}");
            }
        }
    });
}

/// The means and temperatures of the recurrence. For n = 8 and more the means stay positive, and n
/// copies have a mean above the temperature of one of them; for n = 9 and more each mean is above
/// the temperature of the tree one lower, and for n = 8 only to q = 5. For n = 3, 5 and 7 the first
/// mean below 0 is at q = 3, 4 and 8. To n = 16 and q = 24.
#[test]
fn what_follows_from_the_recurrence() {
    for (n, first) in [(3, 3), (5, 4), (7, 8)] {
        let found = recurrence(&[n; 11]);
        assert_eq!(found.iter().position(|&(m, _)| m < 0), Some(first), "{n}");
    }
    for n in 8..=16 {
        let found = recurrence(&[n; 23]);
        for (q, &(m, t)) in found.iter().enumerate().skip(1) {
            assert!(m > 0 && n * m > t, "{n}, {q}");
            // Both are multiplied by a power of two.
            let above = m > 2 * found[q - 1].1;
            assert_eq!(above, n > 8 || q <= 5, "{n}, {q}");
        }
    }
}

/// T(n,n,n) has degree n + 1 and degree2 n^2 + n - 1, and n^2 (n-2) / 4 is above degree + degree2/2
/// exactly from n = 6 on. Trees of depth two have degree n + 1 and degree2 n^2. For n = 2 to 12.
#[test]
fn the_degrees_of_complete_trees() {
    for n in 2..=12usize {
        let degrees = |height: usize| {
            let tree = levels(&vec![n; height]);
            (tree.degree(), tree.distance_degree(2))
        };
        assert_eq!(degrees(2), (n + 1, n * n), "{n}");
        assert_eq!(degrees(3), (n + 1, n * n + n - 1), "{n}");
        let (degree, second) = degrees(3);
        assert_eq!(n * n * (n - 2) > 4 * degree + 2 * second, n >= 6, "{n}");
    }
}

/// The smallest tree T(a,b,c) of which the theorem says that its temperature is above degree +
/// degree2/2 is T(5,6,5), of order 186. All a, b and c with at most 187 vertices; T(6,5,5) has 187.
#[test]
fn the_smallest_tree_that_the_theorem_puts_above_the_bound() {
    let mut above = Vec::new();
    for a in 1..=62usize {
        for b in (3..=62).take_while(|b| a * b <= 93) {
            for c in (1..=62).take_while(|c| 1 + a + a * b + a * b * c <= 187) {
                let tree = levels(&[a, b, c]);
                let bound = 4 * tree.degree() + 2 * tree.distance_degree(2);
                if a * (b - 2) > b + 2 && a * c * (b - 2) > bound {
                    above.push((tree.order(), [a, b, c]));
                }
            }
        }
    }
    above.sort_unstable();
    assert_eq!(above, [(186, [5, 6, 5]), (187, [6, 5, 5])]);
}
