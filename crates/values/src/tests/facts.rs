//! Facts of values and of thermographs, against their definitions.

use super::oracle::drawn;
use super::*;

/// Penalties from -1 to 6 in quarters.
fn penalties() -> impl Iterator<Item = Dyadic> {
    (-4..=24).map(|t| Dyadic::new(t, 2).unwrap())
}

fn dyadics() -> impl Iterator<Item = Dyadic> {
    drawn((-40i64..40, 0u32..5)).map(|(m, k)| Dyadic::new(m, k).unwrap())
}

#[test]
fn arithmetic_of_dyadics() {
    let large = [
        i64::MAX,
        i64::MIN + 1,
        1 << 31,
        (1 << 30) - 1,
        1 << 30,
        -(1 << 30),
        3,
        0,
    ];
    let large = large
        .into_iter()
        .flat_map(|m| [0, 1, 30, 31, 32, 60].map(|k| (m, k)));
    let mut all: Vec<Dyadic> = large.filter_map(|(m, k)| Dyadic::new(m, k).ok()).collect();
    all.extend(dyadics().take(60));
    assert!(Dyadic::new(1, 60).is_ok());
    assert_eq!(Dyadic::new(1, 61), Err(ValueError::Overflow));
    assert_eq!(Dyadic::new(2, 61), Dyadic::new(1, 60));
    let exact = |x: Dyadic| (i128::from(x.numerator()), x.exponent());
    for &x in &all {
        let (m, k) = exact(x);
        assert_eq!(x.to_f64(), m as f64 / (k as f64).exp2());
        assert_eq!(String::from(x), x.to_string());
        assert_eq!(x.to_string().parse::<Dyadic>().unwrap(), x);
        for n in [-3, -1, 0, 1, 2, 5, 1 << 40] {
            let product = i64::try_from(m * i128::from(n))
                .ok()
                .and_then(|m| Dyadic::new(m, k).ok());
            match product {
                Some(product) => assert_eq!(x.times(n), Ok(product), "{n} * {x}"),
                // The product may fit when it is reduced.
                None => assert!(x.times(n).is_err() || k > 0, "{n} * {x}"),
            }
        }
        for &y in &all {
            let (n, l) = exact(y);
            let compared = (m << (60 - k)).cmp(&(n << (60 - l)));
            assert_eq!(x.cmp(&y), compared, "{x} and {y}");
            let top = k.max(l);
            let sum = (m << (top - k)) + (n << (top - l));
            let mut reduced = (sum, top);
            while reduced.1 > 0 && reduced.0 % 2 == 0 {
                reduced = (reduced.0 / 2, reduced.1 - 1);
            }
            let fits = i64::try_from(reduced.0)
                .ok()
                .and_then(|m| Dyadic::new(m, reduced.1).ok());
            assert_eq!(x.add(y).ok(), fits, "{x} + {y}");
        }
    }
}

/// The simplest number in an open interval, by trying all numbers in the order of their birthdays.
#[test]
fn the_simplest_number_between_two() {
    let mut by_birthday = vec![Dyadic::ZERO];
    for day in 1..12 {
        let mut known = by_birthday.clone();
        known.sort_unstable();
        let between = known
            .windows(2)
            .map(|pair| pair[0].add(pair[1]).unwrap().half().unwrap());
        let new: Vec<Dyadic> = between
            .chain([Dyadic::integer(-day), Dyadic::integer(day)])
            .collect();
        by_birthday.extend(new);
    }
    let mut ends = drawn((-40i64..40, any::<bool>()));
    for _ in 0..2000 {
        let mut end = || {
            let (m, closed) = ends.next().unwrap();
            (Dyadic::new(m, 3).unwrap(), closed)
        };
        let (low, high) = (end(), end());
        let above = |x: Dyadic| x > low.0 || low.1 && x == low.0;
        let below = |x: Dyadic| x < high.0 || high.1 && x == high.0;
        let first = |fits: &dyn Fn(Dyadic) -> bool| by_birthday.iter().copied().find(|&x| fits(x));
        let both = first(&|x| above(x) && below(x));
        assert_eq!(
            Dyadic::simplest(Some(low), Some(high)),
            both,
            "{low:?} {high:?}"
        );
        assert_eq!(Dyadic::simplest(Some(low), None), first(&above), "{low:?}");
        assert_eq!(
            Dyadic::simplest(None, Some(high)),
            first(&below),
            "{high:?}"
        );
    }
    assert_eq!(Dyadic::simplest(None, None), Some(Dyadic::ZERO));
}

#[test]
fn walls_fall_to_a_line() {
    let mut values = Values::new();
    let step = |i: i64| Dyadic::new(i, 4).unwrap();
    for recipe in drawn(recipe()).take(400) {
        let v = build(&mut values, &recipe);
        let thermograph = values.thermograph(v).unwrap();
        for (wall, slopes) in [(&thermograph.left, 0..1), (&thermograph.right, 1..3)] {
            for slope in slopes {
                for by in [-3, 0, 1, 4].map(Dyadic::integer) {
                    let below = |t: Dyadic| {
                        let gap = wall.at(t).unwrap().add(by).unwrap();
                        gap <= t.times(slope).unwrap()
                    };
                    let Some(t) = wall.falls_to(by, slope).unwrap() else {
                        assert!(slope == 0 && !below(Dyadic::integer(1 << 20)));
                        continue;
                    };
                    assert!(t >= Dyadic::ZERO && below(t));
                    let before = t.sub(step(1)).unwrap();
                    assert!(before < Dyadic::ZERO || !below(before), "{by} {slope} {t}");
                    if t > Dyadic::ZERO {
                        let gap = wall.at(t).unwrap().add(by).unwrap();
                        assert_eq!(gap, t.times(slope).unwrap());
                    }
                }
            }
        }
    }
}

#[test]
fn hot_games_that_equal_their_negatives() {
    let mut values = Values::new();
    let mut hot = 0;
    for recipes in drawn(prop::collection::vec(recipe(), 1..4)).take(1500) {
        let lefts: Vec<Value> = recipes
            .iter()
            .map(|recipe| build(&mut values, recipe))
            .collect();
        if lefts.iter().all(|&v| values.right_stop(v) <= Dyadic::ZERO) {
            continue;
        }
        hot += 1;
        let rights: Vec<Value> = lefts.iter().map(|&v| values.neg(v).unwrap()).collect();
        let game = values.game(&lefts, &rights).unwrap();
        let expected = values.thermograph(game).unwrap().temperature;
        assert_eq!(
            values.temperature_of_hot_self_negative(&lefts),
            Ok(expected),
            "{recipes:?}"
        );
    }
    assert!(hot > 150, "{hot}");
}

#[test]
fn corners_of_walls_are_checked() {
    let corner = |(t, v): (i64, i64)| (Dyadic::integer(t), Dyadic::integer(v));
    let wall =
        |corners: &[(i64, i64)]| Wall::of_corners(corners.iter().copied().map(corner).collect());
    let sound = [(-1, 3), (0, 3), (2, 1), (5, 4)];
    let read = wall(&sound).unwrap();
    assert_eq!(read.corners(), sound.map(corner));
    for (t, v) in [(-1, 3), (0, 3), (1, 2), (2, 1), (3, 2), (5, 4), (9, 4)] {
        assert_eq!(read.at(Dyadic::integer(t)), Ok(Dyadic::integer(v)));
    }
    assert!(wall(&[(-1, 0)]).is_some());
    let wrong: [&[(i64, i64)]; 6] = [
        &[],
        &[(0, 3), (2, 1)],
        &[(-1, 3), (1, 0)],
        &[(-1, 3), (-1, 3)],
        &[(-1, 3), (2, 0), (1, 0)],
        &[(-1, 0), (1, 1)],
    ];
    for corners in wrong {
        assert_eq!(
            wall(corners).map(|w| w.corners().to_vec()),
            None,
            "{corners:?}"
        );
    }
}

#[test]
fn orthodox_moves_keep_the_wall() {
    let mut values = Values::new();
    let mut counts = [0; 2];
    for recipe in drawn(recipe()).take(300) {
        let v = build(&mut values, &recipe);
        let thermograph = values.thermograph(v).unwrap();
        for is_left in [true, false] {
            let options = if is_left {
                values.lefts(v)
            } else {
                values.rights(v)
            };
            for option in options.unwrap() {
                let of_option = values.thermograph(option).unwrap();
                for tax in penalties() {
                    let (wall, after) = match is_left {
                        true => (&thermograph.left, of_option.right.at(tax).unwrap().sub(tax)),
                        false => (&thermograph.right, of_option.left.at(tax).unwrap().add(tax)),
                    };
                    let keeps = after.unwrap() == wall.at(tax).unwrap();
                    let expected = keeps && tax <= thermograph.temperature;
                    let found = thermograph.is_orthodox(is_left, &of_option, tax).unwrap();
                    assert_eq!(found, expected, "{recipe:?} at {tax}");
                    counts[usize::from(found)] += 1;
                }
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
}

#[test]
fn incentives_are_the_greatest_gains() {
    let mut values = Values::new();
    for recipe in drawn(recipe()).take(300) {
        let g = build(&mut values, &recipe);
        for is_left in [true, false] {
            let options = match is_left {
                true => values.left_options(g),
                false => values.right_options(g),
            };
            let gains: Vec<Value> = options
                .unwrap()
                .into_iter()
                .map(|option| match is_left {
                    true => values.sub(option, g).unwrap(),
                    false => values.sub(g, option).unwrap(),
                })
                .collect();
            let mut greatest: Vec<Value> = Vec::new();
            for &gain in &gains {
                let less =
                    |values: &mut Values, other| gain != other && values.le(gain, other).unwrap();
                if !gains.iter().any(|&other| less(&mut values, other)) {
                    greatest.push(gain);
                }
            }
            let mut found = values.incentives(g, is_left).unwrap();
            greatest.sort_unstable();
            greatest.dedup();
            found.sort_unstable();
            assert_eq!(found, greatest, "{recipe:?}");
        }
    }
}

#[test]
fn least_left_stops() {
    let mut values = Values::new();
    for recipes in drawn(prop::collection::vec(recipe(), 0..5)).take(300) {
        let all: Vec<Value> = recipes
            .iter()
            .map(|recipe| build(&mut values, recipe))
            .collect();
        let stops = all.iter().map(|&v| {
            values
                .thermograph(v)
                .unwrap()
                .left
                .at(Dyadic::ZERO)
                .unwrap()
        });
        let least = stops.min();
        assert_eq!(values.least_left_stop(&all), Ok(least));
    }
}

#[test]
fn outcomes_are_winners_and_letters() {
    for outcome in Outcome::ALL {
        let [left_first, right_first] = outcome.winners();
        assert_eq!(Outcome::of(left_first, right_first), outcome);
        assert_eq!(Outcome::of_letters(outcome.letters()), Some(outcome));
    }
    assert_eq!(Outcome::of_letters("X"), None);
    assert_eq!(Outcome::of_letters(""), None);
}

#[test]
fn ups_and_nimbers_are_sums() {
    let mut values = Values::new();
    let mut sum = Value::ZERO;
    let up = parse(&mut values, "{0|*}");
    for n in 0..12 {
        for nim in 0..6 {
            let star = parse(&mut values, &format!("*{nim}"));
            let expected = values.add(sum, star).unwrap();
            for up in [n, -n] {
                let number = Dyadic::ZERO;
                // In a store of its own, in which no multiple of up is known.
                let mut other = Values::new();
                let made = other
                    .number_up_star(NumberUpStar { number, up, nim })
                    .unwrap();
                let text = other.notation(made, Notation::Text, 1 << 20).unwrap();
                let sign = if up < 0 {
                    values.neg(expected).unwrap()
                } else {
                    expected
                };
                assert_eq!(parse(&mut values, &text), sign, "{up} ups and *{nim}");
            }
        }
        sum = values.add(sum, up).unwrap();
    }
    let too_large = |up, nim| {
        let nus = NumberUpStar {
            number: Dyadic::ZERO,
            up,
            nim,
        };
        Values::new().number_up_star(nus)
    };
    assert!(too_large(0, MAX_NIMBER).is_ok());
    assert_eq!(too_large(0, MAX_NIMBER + 1), Err(ValueError::Overflow));
    assert!(too_large(100_000, 0).is_ok());
    assert_eq!(too_large(100_000 + 1, 0), Err(ValueError::Overflow));
    assert_eq!(too_large(-(100_000) - 1, 0), Err(ValueError::Overflow));
}

type Holds = fn(bool, bool) -> bool;

/// Symbols, how the relation is written, and when it holds: the first two flags say whether the
/// left value is at most the right one, and at least.
const RELATIONS: [(&str, &str, Holds); 15] = [
    ("=", "=", |most, least| most && least),
    ("==", "=", |most, least| most && least),
    ("!=", "!=", |most, least| !most || !least),
    ("≠", "!=", |most, least| !most || !least),
    ("<=", "<=", |most, _| most),
    ("≤", "<=", |most, _| most),
    (">=", ">=", |_, least| least),
    ("≥", ">=", |_, least| least),
    ("<", "<", |most, least| most && !least),
    (">", ">", |most, least| least && !most),
    ("||", "||", |most, least| !most && !least),
    ("∥", "||", |most, least| !most && !least),
    ("‖", "||", |most, least| !most && !least),
    ("<|", "<|", |_, least| !least),
    ("|>", "|>", |most, _| !most),
];

#[test]
fn relations_are_written_and_hold() {
    let mut values = Values::new();
    let texts = ["0", "*", "^", "v", "1", "-1", "±1", "^*", "1/2"];
    let all = texts.map(|text| parse(&mut values, text));
    for (symbol, shown, holds) in RELATIONS {
        for (text, other) in texts.iter().zip(all) {
            let condition = ValueCondition::parse(&format!("{symbol} {text}"), 100).unwrap();
            assert_eq!(condition.to_string(), format!("{shown} {text}"));
            for v in all {
                let most = values.le(v, other).unwrap();
                let least = values.le(other, v).unwrap();
                assert_eq!(
                    condition.holds(&mut values, v),
                    Ok(holds(most, least)),
                    "{symbol}"
                );
            }
        }
    }
    let long = ValueCondition::parse("> {3|1/2}", 7).unwrap();
    assert_eq!(long.to_string(), "> {3|1/2}");
    assert!(ValueCondition::parse("> {3|1/2}", 6).is_err());
}

#[test]
fn signs_names_and_fractions_are_read() {
    let mut values = Values::new();
    let same = [
        ("½", "1/2"),
        ("¾ + ¼", "1"),
        ("-½", "-1/2"),
        ("1 ± 2", "1 + {2|-2}"),
        ("±1", "{1|-1}"),
        ("±{1|0}", "{{1|0}|{0|-1}}"),
        ("v", "-^"),
        ("vv", "-^-^"),
        ("v(1)", "1v"),
        ("^3", "^+^+^"),
        ("*0", "0"),
        ("⇓", "vv"),
        ("⇑*", "^^*"),
    ];
    for (text, other) in same {
        assert_eq!(
            parse(&mut values, text),
            parse(&mut values, other),
            "{text}"
        );
    }
    // Many groups side by side are not deep.
    let wide = vec!["(1)"; 2000].join("-");
    assert_eq!(
        parse(&mut values, &wide),
        Value::of_number(Dyadic::integer(1 - 1999))
    );
    let sides = vec!["{1|0}"; 300].join(",");
    let game = parse(&mut values, &format!("{{{sides}|0}}"));
    assert_eq!(game, parse(&mut values, "{{1|0}|0}"));
    assert!(values.parse(&format!("*{MAX_NIMBER}")).is_ok());
    assert!(values.parse(&format!("*{}", MAX_NIMBER + 1)).is_err());
}

#[test]
fn texts_of_numbers_ups_and_weights() {
    let mut values = Values::new();
    for (text, latex) in [
        ("0", "0"),
        ("-1/2", "-\\frac{1}{2}"),
        ("1/2", "\\frac{1}{2}"),
    ] {
        let v = parse(&mut values, text);
        assert_eq!(values.notation(v, Notation::Latex, 100).unwrap(), latex);
        // A text as long as the limit is written.
        let length = text.len();
        assert_eq!(
            values.notation(v, Notation::Text, length).as_deref(),
            Some(text)
        );
        assert_eq!(values.notation(v, Notation::Text, length - 1), None);
    }
    for (text, weight) in [("^^^", Some("3")), ("v*", Some("-1")), ("{1|-1}", None)] {
        let v = parse(&mut values, text);
        assert_eq!(
            values.atomic_weight_text(v, 100).as_deref(),
            weight,
            "{text}"
        );
    }
    for (text, plain) in [
        ("{1|-1}", "±1"),
        ("{0|-1}", "{0|-1}"),
        ("{1,{2|0}|-1,{0|-2}}", "±(1,{2|0})"),
    ] {
        assert_eq!(written(&mut values, text), plain);
    }
}
