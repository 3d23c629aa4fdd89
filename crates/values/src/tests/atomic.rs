//! Tests of atomic weights: facts from the literature, and the calculus compared with two other
//! ways to the weight: the definition on game trees, and the equation that a weight satisfies.

use super::*;
use std::cmp::Ordering;

fn weight(values: &mut Values, text: &str) -> Option<Value> {
    let v = parse(values, text);
    values.atomic_weight(v).unwrap()
}

fn assert_weight(values: &mut Values, text: &str, expected: &str) {
    let expected = parse(values, expected);
    assert_eq!(weight(values, text), Some(expected), "weight of {text}");
}

/// Rows from CGSuite's table of unary operations (its tests of canonical short games).
#[test]
fn weights_that_cgsuite_gives() {
    let mut values = Values::new();
    let long = "{0||0,v*|vv|||{0||0,v*|vv|||vv,{0,v*|vv}},{0||0,v*|vv}|\
                {0||0,v*|vv|||vv,{0,v*|vv}||||vv}}";
    let longer = "{0,*,*2,*3,{0,*,*2,*3,*4||*4,v*5|vv*4}||{0,*,*2,*3,*4||*4,v*5|vv*4|||vv*4,\
                  {*4,v*5|vv*4}},{0,*,*2,*3,*4||*4,v*5|vv*4}|{0,*,*2,*3,*4||*4,v*5|vv*4|||\
                  vv*4,{*4,v*5|vv*4}||||vv*4}}";
    for (text, expected) in [
        ("0", "0"),
        ("*8", "0"),
        ("^", "1"),
        ("v*", "-1"),
        ("^*6", "1"),
        ("{0|*||*|||*||||*}", "1"),
        ("{0||0|v*}", "1"),
        (long, "0"),
        (longer, "0"),
        ("{0||0|vvv}", "0"),
        ("{^^^|vv}", "{1|0}"),
    ] {
        assert_weight(&mut values, text, expected);
    }
}

/// Values that are not all small have no weight here. CGSuite gives 0 for tiny and miny and 2 for
/// `{1|^^||^}`.
#[test]
fn only_all_small_games_have_a_weight() {
    let mut values = Values::new();
    for text in [
        "5",
        "-1823437481924",
        "-1/2",
        "25/16",
        "9/8*",
        "6^*",
        "73/16v9*8",
        "Tiny(3/2)",
        "Tiny({3|1})",
        "Miny({5||3|1})",
        "{1|^^||^}",
        "{1|^^^||^}",
        "{3||2*|1*}",
        "{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}",
        "{1|-1}",
        "{1|0}",
    ] {
        let v = parse(&mut values, text);
        assert!(!values.is_all_small(v), "{text}");
        assert_eq!(values.atomic_weight(v), Ok(None), "{text}");
    }
}

/// Weights from cgt-tools' own tests, recomputed. All up-powers but the first are less than any up.
/// The weight of a form is known, but the sum of the form and a number is not all small.
#[test]
fn numbers_beside_a_known_form_have_no_weight() {
    let mut values = Values::new();
    for text in ["{^|*}", "{0||0|v*}"] {
        assert!(weight(&mut values, text).is_some());
        assert_eq!(weight(&mut values, &format!("{text}+1")), None, "{text}");
    }
}

#[test]
fn weights_of_small_games() {
    let mut values = Values::new();
    for (text, expected) in [
        ("*3", "0"),
        ("v", "-1"),
        ("v2", "-2"),
        ("{^2|v}", "1/2"),
        ("{^2|v2}", "*"),
        ("{^3|v3}", "{1|-1}"),
        ("{^2|*}", "1"),
        ("{^2,{^|*}|*}", "1"),
        ("{*|v2}", "-1"),
        ("^<2>", "0"),
        ("^<5>*", "0"),
        ("^[4]*3", "1"),
        ("v[2]", "-1"),
    ] {
        assert_weight(&mut values, text, expected);
    }
}

/// Paths in the game of Cutthroat, alternately black and white (McCurdy and Nowakowski, Cutthroat,
/// an all-small game on graphs, theorem 12), with the weights that another program gives them.
#[test]
fn cutthroat_paths() {
    let mut values = Values::new();
    for (text, expected) in [
        ("{*,{0|*}|*,{*|0}}", "0"),
        ("{0|0,*}", "-1"),
        ("{0,{0,*|0}|0,{0|0,*}}", "0"),
        ("{0|{0|0,*}}", "0"),
        ("{0,*|{*|0}}", "0"),
    ] {
        assert_weight(&mut values, text, expected);
    }
}

/// Stars in Cutthroat with a black centre, `n` black and `m` white leaves: the same paper's table
/// 3.
#[test]
fn cutthroat_stars() {
    const MOST: usize = 7;
    let mut values = Values::new();
    let mut before = vec![Value::ZERO; MOST];
    for m in 1..MOST {
        let mut row: Vec<Value> = Vec::new();
        for (n, &right) in before.iter().enumerate() {
            let mut lefts = vec![Value::ZERO];
            lefts.extend(row.last());
            let star = values.game(&lefts, &[right]).unwrap();
            let expected = values.integer(if n == 0 { m - 1 } else { m } as i64);
            assert_eq!(
                values.atomic_weight(star),
                Ok(Some(expected)),
                "{n} black, {m} white"
            );
            row.push(star);
        }
        before = row;
    }
}

/// A game tree, not brought to any form.
#[derive(Clone, Debug)]
struct Tree {
    lefts: Vec<Tree>,
    rights: Vec<Tree>,
}

impl Tree {
    fn value(&self, values: &mut Values) -> Value {
        let lefts: Vec<Value> = self.lefts.iter().map(|t| t.value(values)).collect();
        let rights: Vec<Value> = self.rights.iter().map(|t| t.value(values)).collect();
        values.game(&lefts, &rights).unwrap()
    }

    fn depth(&self) -> usize {
        let options = self.lefts.iter().chain(&self.rights);
        options.map(|t| t.depth() + 1).max().unwrap_or(0)
    }

    /// Whether the player who begins wins the sum with a nim-heap of size `heap`, by playing it
    /// out.
    fn first_wins(&self, heap: usize, left: bool) -> bool {
        let options = if left { &self.lefts } else { &self.rights };
        options.iter().any(|t| !t.first_wins(heap, !left))
            || (0..heap).any(|k| !self.first_wins(k, !left))
    }

    /// The order of the tree relative to a nimber.
    fn to_nimber(&self, n: usize) -> Option<Ordering> {
        match (self.first_wins(n, true), self.first_wins(n, false)) {
            (true, true) => None,
            (true, false) => Some(Ordering::Greater),
            (false, true) => Some(Ordering::Less),
            (false, false) => Some(Ordering::Equal),
        }
    }

    /// The weight by the definition, with a nimber beyond the depth of the tree as the remote star.
    fn weight(&self, values: &mut Values) -> Value {
        let two = values.integer(2);
        let shifted = |trees: &[Tree], values: &mut Values, by: Value| -> Vec<Value> {
            let weights = trees.iter().map(|t| t.weight(values)).collect::<Vec<_>>();
            weights
                .iter()
                .map(|&w| values.add(w, by).unwrap())
                .collect()
        };
        let minus_two = values.neg(two).unwrap();
        let lefts = shifted(&self.lefts, values, minus_two);
        let rights = shifted(&self.rights, values, two);
        let plain = values.game(&lefts, &rights).unwrap();
        if !values.as_number(plain).is_some_and(Dyadic::is_integer) {
            return plain;
        }
        // The weights of such shallow trees are far below 50.
        let mut integers = (-50..50).map(|n| Value::of_number(Dyadic::integer(n)));
        let found = match self.to_nimber(self.depth() + 1) {
            Some(Ordering::Greater) => integers
                .rev()
                .find(|&n| rights.iter().all(|&d| !values.le(d, n).unwrap())),
            Some(Ordering::Less) => {
                integers.find(|&n| lefts.iter().all(|&a| !values.le(n, a).unwrap()))
            }
            _ => return plain,
        };
        found.expect("there is one")
    }
}

/// All non-empty sublists of a list.
fn subsets<T: Clone>(of: &[T]) -> Vec<Vec<T>> {
    (1..1usize << of.len())
        .map(|set| {
            let kept = of.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
            kept.map(|(_, t)| t.clone()).collect()
        })
        .collect()
}

/// All trees whose options are among the given trees.
fn trees_over(options: &[Tree]) -> Vec<Tree> {
    let sides = subsets(options);
    let pairs = sides
        .iter()
        .flat_map(|l| sides.iter().map(move |r| (l.clone(), r.clone())));
    pairs
        .map(|(lefts, rights)| Tree { lefts, rights })
        .collect()
}

fn zero() -> Tree {
    Tree {
        lefts: Vec::new(),
        rights: Vec::new(),
    }
}

/// All all-small trees of depth at most two, and those whose options are `*` and any two of them.
#[test]
fn the_definition_played_out() {
    let mut values = Values::new();
    let star = Tree {
        lefts: vec![zero()],
        rights: vec![zero()],
    };
    let day_two = trees_over(&[zero(), star.clone()]);
    assert_eq!(day_two.len(), 9);
    let mut all = day_two.clone();
    for i in 0..9 {
        for j in 0..i {
            all.extend(trees_over(&[
                star.clone(),
                day_two[j].clone(),
                day_two[i].clone(),
            ]));
        }
    }
    for tree in &all {
        let v = tree.value(&mut values);
        let played = tree.weight(&mut values);
        assert!(values.is_all_small(v), "{tree:?}");
        assert_eq!(values.atomic_weight(v), Ok(Some(played)), "{tree:?}");
    }
}

/// The all-small values born by day 3: each position has options for both players or for neither.
fn born_by_day_three(values: &mut Values) -> Vec<Value> {
    let mut born = vec![Value::ZERO];
    for _ in 0..3 {
        let sides: Vec<Vec<Value>> = antichains(values, &born)
            .into_iter()
            .filter(|side| !side.is_empty())
            .collect();
        let mut next: std::collections::BTreeSet<Value> = born.iter().copied().collect();
        for l in &sides {
            for r in &sides {
                next.insert(values.game(l, r).unwrap());
            }
        }
        born = next.into_iter().collect();
    }
    born
}

/// Norton's product `w.^`: `n` ups for an integer, `{w^L.^ + ^^* | w^R.^ + vv*}` for other games.
fn times_up(values: &mut Values, w: Value) -> Value {
    if let Some(n) = values.as_number(w).filter(|x| x.is_integer()) {
        let up = i32::try_from(n.numerator()).unwrap();
        return values
            .number_up_star(NumberUpStar {
                number: Dyadic::ZERO,
                up,
                nim: 0,
            })
            .unwrap();
    }
    let mut sides = Vec::new();
    for (options, shift) in [
        (values.left_options(w).unwrap(), "^^*"),
        (values.right_options(w).unwrap(), "vv*"),
    ] {
        let shift = parse(values, shift);
        let mut side = Vec::new();
        for option in options {
            let product = times_up(values, option);
            side.push(values.add(product, shift).unwrap());
        }
        sides.push(side);
    }
    values.game(&sides[0], &sides[1]).unwrap()
}

/// Whether `v☆ <= g - w.^ <= ^☆`, with a nimber beyond every birthday as the remote star.
fn weighs(values: &mut Values, g: Value, w: Value) -> bool {
    let product = times_up(values, w);
    let rest = values.sub(g, product).unwrap();
    let nim = u32::try_from(values.birthday(rest).unwrap()).unwrap() + 3;
    let [low, high] = [-1, 1].map(|up| {
        let number = Dyadic::ZERO;
        let bound = NumberUpStar { number, up, nim };
        values.number_up_star(bound).unwrap()
    });
    values.le(low, rest).unwrap() && values.le(rest, high).unwrap()
}

/// The weight is the one game that satisfies the equation (Siegel, II.7).
fn assert_equation(values: &mut Values, g: Value) {
    let w = values.atomic_weight(g).unwrap().expect("all small");
    assert!(weighs(values, g, w));
    for shift in ["1", "-1", "1/4", "*", "^"] {
        let shift = parse(values, shift);
        let other = values.add(w, shift).unwrap();
        assert!(!weighs(values, g, other));
    }
}

/// All all-small values born by day 3 satisfy the equation of the weight; all pairs obey the laws
/// of sum, order and outcome.
#[test]
fn all_small_values_of_three_days() {
    let mut values = Values::new();
    let born = born_by_day_three(&mut values);
    assert_eq!(born.len(), 67);
    for &g in &born {
        assert_equation(&mut values, g);
    }
    for &g in &born {
        for &h in &born {
            assert_laws(&mut values, g, h);
        }
    }
}

fn assert_laws(values: &mut Values, g: Value, h: Value) {
    let weight =
        |values: &mut Values, v: Value| values.atomic_weight(v).unwrap().expect("all small");
    let (wg, wh) = (weight(values, g), weight(values, h));
    let sum = values.add(g, h).unwrap();
    let w = weight(values, sum);
    assert_eq!(values.add(wg, wh), Ok(w), "weights add");
    let minus = values.neg(g).unwrap();
    assert_eq!(Ok(weight(values, minus)), values.neg(wg));
    if values.le(h, g).unwrap() {
        assert!(values.le(wh, wg).unwrap(), "weights keep the order");
    }
    let two = values.integer(2);
    if values.le(two, w).unwrap() {
        assert_eq!(values.outcome(sum), Ok(Outcome::L), "the Two-Ahead Rule");
    }
}

/// Random all-small games as expression trees.
#[derive(Clone, Debug)]
pub(super) enum Small {
    UpStar(i8, u8),
    Game(Vec<Small>, Vec<Small>),
}

pub(super) fn small(up: i8, nim: u8, size: u32) -> impl Strategy<Value = Small> {
    let leaf = (-up..=up, 0..=nim).prop_map(|(n, m)| Small::UpStar(n, m));
    leaf.prop_recursive(4, size, 3, |inner| {
        (
            prop::collection::vec(inner.clone(), 1..3),
            prop::collection::vec(inner, 1..3),
        )
            .prop_map(|(l, r)| Small::Game(l, r))
    })
}

pub(super) fn build_small(values: &mut Values, recipe: &Small) -> Value {
    match recipe {
        Small::UpStar(n, m) => values
            .number_up_star(NumberUpStar {
                number: Dyadic::ZERO,
                up: i32::from(*n),
                nim: u32::from(*m),
            })
            .unwrap(),
        Small::Game(l, r) => {
            let l: Vec<Value> = l.iter().map(|g| build_small(values, g)).collect();
            let r: Vec<Value> = r.iter().map(|g| build_small(values, g)).collect();
            values.game(&l, &r).unwrap()
        }
    }
}

/// The nimbers among the positions of a value.
fn nimbers(values: &Values, v: Value, seen: &mut std::collections::BTreeSet<Value>) -> Vec<u32> {
    if !seen.insert(v) {
        return Vec::new();
    }
    let mut found: Vec<u32> = values.as_nimber(v).into_iter().collect();
    let (lefts, rights) = (
        values.left_options(v).unwrap(),
        values.right_options(v).unwrap(),
    );
    for w in lefts.into_iter().chain(rights) {
        found.extend(nimbers(values, w, seen));
    }
    found
}

/// The theorem on remote stars: a value has the same order relative to all nimbers that are not its
/// positions.
fn assert_remote(values: &mut Values, v: Value) {
    let atom = values.calc().atom(v).unwrap();
    let nimbers = nimbers(values, v, &mut Default::default());
    assert_eq!(atom.remote, nimbers.iter().max().unwrap() + 1);
    for nim in (0..atom.remote + 9).filter(|n| !nimbers.contains(n)) {
        let text = format!("*{nim}");
        let star = parse(values, &text);
        // `partial_cmp` gives `None` for confused values as well.
        assert_eq!(values.partial_cmp(v, star), Ok(atom.to_star), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn laws_of_atomic_weights(a in small(3, 5, 16), b in small(3, 5, 16)) {
        let mut s = Values::new();
        let (a, b) = (build_small(&mut s, &a), build_small(&mut s, &b));
        assert_laws(&mut s, a, b);
        assert_equation(&mut s, a);
    }

    #[test]
    fn remote_stars_are_alike(a in small(3, 5, 16), up in -9i32..10, nim in 0u32..20) {
        let mut s = Values::new();
        let v = build_small(&mut s, &a);
        assert_remote(&mut s, v);
        let v = s.number_up_star(NumberUpStar { number: Dyadic::ZERO, up, nim }).unwrap();
        assert_remote(&mut s, v);
    }

    #[test]
    fn ups_and_nimbers_weigh_their_ups(up in -300i32..300, nim in 0u32..40) {
        let mut s = Values::new();
        let v = s.number_up_star(NumberUpStar { number: Dyadic::ZERO, up, nim }).unwrap();
        prop_assert_eq!(s.atomic_weight(v).unwrap(), Some(s.integer(i64::from(up))));
    }

    /// The properties tested here do not depend on the form of the recipe.
    #[test]
    fn an_all_small_form_has_an_all_small_value(a in small(3, 5, 16), b in recipe()) {
        let mut s = Values::new();
        let v = build_small(&mut s, &a);
        prop_assert!(s.is_all_small(v) && s.is_infinitesimal(v));
        let v = build(&mut s, &b);
        let both = |s: &mut Values, v: Value| {
            let (l, r) = (s.left_options(v).unwrap(), s.right_options(v).unwrap());
            (l.is_empty() == r.is_empty(), [l, r].concat())
        };
        let (mut waiting, mut all_small) = (vec![v], true);
        while let Some(w) = waiting.pop() {
            let (alike, options) = both(&mut s, w);
            all_small &= alike;
            waiting.extend(options);
        }
        prop_assert_eq!(s.is_all_small(v), all_small);
        prop_assert_eq!(s.atomic_weight(v).unwrap().is_some(), all_small);
    }
}
