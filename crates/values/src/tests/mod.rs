//! Tests of the algebra: facts from the literature, and laws.

use super::uptimal::Uptimal;
use super::*;
use proptest::prelude::*;
use rustc_hash::FxHashMap;

mod atomic;
mod facts;
mod laws;
mod operations;
mod oracle;
mod store;

fn parse(values: &mut Values, text: &str) -> Value {
    values.parse(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn written(values: &mut Values, text: &str) -> String {
    let v = parse(values, text);
    values.notation(v, Notation::Text, 1 << 20).expect("short")
}

/// Values from the tests of CGSuite and cgt-tools: a text, and another text with the same value.
const SAME: &[(&str, &str)] = &[
    ("{0|^*5}", "^^*4"),
    ("3+-1", "{4|2}"),
    ("+-1+-2+-3+-4", "+-{10|8||6|4|||4|2||0|-2}"),
    ("{0|v*}", "^<2>"),
    ("{0,*|v}", "^<2>*"),
    ("{^|*}", "^[2]"),
    ("{0,^*|0}", "^[2]*"),
    ("^^^^^^+vvv*+^19*3+v14", "^8*2"),
    ("3 - 2 +- 6 - 7 +- 8 + 4", "{12|0||-4|-16}"),
    ("2 + (1+*)", "3*"),
    ("{1,2|}", "3"),
    ("{1/2|2}", "1"),
    ("{3/4|7/8}", "13/16"),
    ("{0,*,*2|0,*,*2}", "*3"),
    ("{1|0}+{0|1}", "{3/2|1/2}"),
    ("{|{^|-2}}", "0"),
    ("{1v2*|1}", "1v3"),
    ("{0|*||*|||*||||*}", "^[4]"),
    ("{0||0|v*}", "{0|^<2>}"),
    ("^<3>", "{0|v[2]*}"),
    ("^[3]", "^+^<2>+^<3>"),
    ("v<2>", "{^*|0}"),
    ("v[2]", "-^-^<2>"),
    ("3/4v[3]*", "3/4-^[3]+*"),
    ("{0||0|-3/2}", "Tiny(3/2)"),
    ("{5||3|1|||0||||0}", "Miny({5||3|1})"),
    ("Miny(2)", "{2|0||0}"),
    ("{3||2+*|1+*}", "{3||2*|1*}"),
    ("5+5+5", "15"),
    (
        "{12|||11||10,{11|10}|9Tiny({2|1})}",
        "{3||2|1}+{3||2|1}+{3||2|1}+{3||2|1}+{3||2|1}",
    ),
];

#[test]
fn equal_values_have_equal_handles() {
    let mut values = Values::new();
    for (a, b) in SAME {
        assert_eq!(parse(&mut values, a), parse(&mut values, b), "{a} = {b}");
    }
}

/// Temperatures and means from M. Müller's course notes and the tests of CGSuite and pycgt.
#[test]
fn temperatures_and_means() {
    let mut values = Values::new();
    for (text, mean, temperature) in [
        ("{4|-4}", "0", "4"),
        ("{4||-4|-10}", "-3/2", "11/2"),
        ("{4||-4|-20}", "-4", "8"),
        ("{4||-4|-100}", "-4", "8"),
        ("{4|0}", "2", "2"),
        ("{9||8|0}", "8", "1"),
        ("{14|2|||-2||-14|-16}", "-1/4", "33/4"),
        ("{3||2|1}", "9/4", "3/4"),
        ("{3||2*|1*}", "9/4", "3/4"),
        (
            "{3/2+*|1/2||{0|-3},{-1+*,{-1/2|-1+*}|-5/2}}",
            "-5/16",
            "21/16",
        ),
        ("25/16", "25/16", "-1/16"),
        ("-1/2", "-1/2", "-1/2"),
        ("7", "7", "-1"),
        ("0", "0", "-1"),
        ("*8", "0", "0"),
        ("^", "0", "0"),
        ("73/16v9*8", "73/16", "0"),
        ("{2|-1/2}", "3/4", "5/4"),
    ] {
        let v = parse(&mut values, text);
        assert_eq!(values.mean(v).unwrap().to_string(), mean, "mean of {text}");
        assert_eq!(
            values.temperature(v).unwrap().to_string(),
            temperature,
            "temperature of {text}"
        );
    }
}

fn corners(wall: &Wall) -> Vec<(String, String)> {
    wall.corners()
        .iter()
        .map(|(t, v)| (t.to_string(), v.to_string()))
        .collect()
}

/// Walls below penalty 0, too: CGSuite prints for `25/16` corners at -1/16, -1/8 and -1/2.
#[test]
fn walls() {
    let mut values = Values::new();
    let own = |list: &[(&str, &str)]| {
        list.iter()
            .map(|(a, b)| (a.to_string(), b.to_string()))
            .collect::<Vec<_>>()
    };
    let v = parse(&mut values, "25/16");
    let t = values.thermograph(v).unwrap();
    assert_eq!(
        corners(&t.left),
        own(&[("-1", "2"), ("-1/2", "2"), ("-1/16", "25/16")])
    );
    assert_eq!(
        corners(&t.right),
        own(&[
            ("-1", "1"),
            ("-1/2", "3/2"),
            ("-1/8", "3/2"),
            ("-1/16", "25/16")
        ])
    );
    let v = parse(&mut values, "{3||2|1}");
    let t = values.thermograph(v).unwrap();
    assert_eq!(
        corners(&t.right),
        own(&[("-1", "2"), ("1/2", "2"), ("3/4", "9/4")])
    );
    let v = parse(&mut values, "^");
    let t = values.thermograph(v).unwrap();
    assert_eq!(corners(&t.right), own(&[("-1", "0"), ("0", "0")]));
}

#[test]
fn stops_outcomes_birthdays() {
    let mut values = Values::new();
    for (text, left, right, outcome, birthday) in [
        ("{{3|2}|0}", "2", "0", "N", 5),
        ("0", "0", "0", "P", 0),
        (
            "-1823437481924",
            "-1823437481924",
            "-1823437481924",
            "R",
            1823437481924,
        ),
        ("25/16", "25/16", "25/16", "L", 6),
        ("73/16v9*8", "73/16", "73/16", "L", 27),
        ("v*", "0", "0", "N", 2),
        ("6^*", "6", "6", "L", 8),
        ("{^^^|vv}", "0", "0", "N", 5),
        ("{3||2|1}", "3", "2", "L", 4),
    ] {
        let v = parse(&mut values, text);
        assert_eq!(values.left_stop(v).unwrap().to_string(), left, "{text}");
        assert_eq!(values.right_stop(v).to_string(), right, "{text}");
        assert_eq!(values.outcome(v).unwrap().to_string(), outcome, "{text}");
        assert_eq!(values.birthday(v).unwrap(), birthday, "birthday of {text}");
    }
}

#[test]
fn kinds() {
    let mut values = Values::new();
    let v = parse(&mut values, "*5");
    assert_eq!(values.as_nimber(v), Some(5));
    let v = parse(&mut values, "-3/4v7*2");
    let nus = values.nus(v).unwrap();
    assert_eq!(
        (nus.number.to_string().as_str(), nus.up, nus.nim),
        ("-3/4", -7, 2)
    );
    let v = parse(&mut values, "Tiny(2)");
    assert!(values.is_infinitesimal(v) && values.nus(v).is_none());
}

/// The numbers of short games born by day 0, 1, 2, 3: 1, 4, 22, 1474.
#[test]
fn census() {
    let mut values = Values::new();
    let mut born = vec![Value::ZERO];
    for expected in [4, 22, 1474] {
        // Every game is {antichain | antichain} of games of the previous day.
        let antichains = antichains(&mut values, &born);
        let mut next = std::collections::BTreeSet::new();
        for l in &antichains {
            for r in &antichains {
                next.insert(values.game(l, r).unwrap());
            }
        }
        assert_eq!(next.len(), expected);
        born = next.into_iter().collect();
    }
}

fn antichains(values: &mut Values, games: &[Value]) -> Vec<Vec<Value>> {
    let mut all = vec![vec![]];
    for &g in games {
        let mut more = Vec::new();
        for chain in &all {
            if chain
                .iter()
                .all(|&h| values.partial_cmp(g, h).unwrap().is_none())
            {
                more.push(chain.iter().copied().chain([g]).collect());
            }
        }
        all.extend(more);
    }
    all
}

#[test]
fn notation_is_read_back_and_does_not_depend_on_interning() {
    let texts: Vec<&str> = SAME.iter().flat_map(|&(a, b)| [a, b]).collect();
    let (mut forward, mut backward) = (Values::new(), Values::new());
    let one: Vec<String> = texts.iter().map(|t| written(&mut forward, t)).collect();
    let mut two: Vec<String> = texts
        .iter()
        .rev()
        .map(|t| written(&mut backward, t))
        .collect();
    two.reverse();
    assert_eq!(one, two);
    for (text, shown) in texts.iter().zip(&one) {
        assert_eq!(
            parse(&mut forward, text),
            parse(&mut forward, shown),
            "{text} -> {shown}"
        );
    }
}

#[test]
fn the_notation_of_winning_ways_and_of_cgsuite() {
    let mut values = Values::new();
    for (text, shown) in [
        ("{3*,{{5|4}|*}|-3*,{*|{-4|-5}}}", "±(3*,{5|4||*})"),
        ("±{3*,{5|4||*}}", "±(3*,{5|4||*})"),
        ("±(^,*)", "±(*,^)"),
        ("±({3|2},{5|0})", "±({3|2},{5|0})"),
        ("{2|-2}", "±2"),
        ("{{3|2}|{-2|-3}}", "±{3|2}"),
        ("{1*|-1*}", "±(1*)"),
        ("{{2|1}|-1}", "{2|1||-1}"),
        ("{{{9|8}|5}|{-1|-3}}", "{9|8||5|||-1|-3}"),
        ("{{{{9|8}|5}|{-1|-3}}|-7}", "{{9|8||5|||-1|-3}|-7}"),
        ("{±1|-5}", "{±1|-5}"),
        ("{1,±2|-1,-5}", "{1,±2|-5}"),
        ("{2|0||0}", "miny(2)"),
        ("{0||0|{-1|-2}}", "tiny({2|1})"),
        ("{-3||-3|-5}", "-3+tiny(2)"),
        ("{0||0|-1/4}", "tiny(1/4)"),
        ("^^", "^^"),
        ("^+^+^", "^3"),
        ("5^^*2", "5^^*2"),
        ("^<3>", "^<3>"),
        ("v[2]*", "v[2]*"),
        ("-2+^<2>*", "-2^<2>*"),
        ("*", "*"),
        ("0", "0"),
    ] {
        let v = parse(&mut values, text);
        assert_eq!(
            values.notation(v, Notation::Text, 1000).as_deref(),
            Some(shown),
            "{text}"
        );
        assert_eq!(parse(&mut values, shown), v);
        let length = values.notation_length(v, Notation::Text);
        assert_eq!(length, Ok(shown.len() as u64));
    }
    let v = parse(&mut values, "{5,{{8|13/2}|^*2}|-5,{v*2|{-13/2|-8}}}");
    assert_eq!(
        values.notation(v, Notation::Latex, 1000).as_deref(),
        Some("\\pm (5,\\{8\\mid \\frac{13}{2}\\parallel {\\uparrow}{*}_{2}\\})")
    );
    assert_eq!(values.notation(v, Notation::Braces, 5), None);
}

#[test]
fn uptimals_are_recognised() {
    let mut values = Values::new();
    for n in 2..=9 {
        let (power, sum) = (values.up_power(n).unwrap(), values.up_powers(n).unwrap());
        for (v, is_sum) in [(power, false), (sum, true)] {
            for (summand, is_starred) in [(Value::ZERO, false), (Value::STAR, true)] {
                let v = values.add(v, summand).unwrap();
                let uptimal = Uptimal {
                    n,
                    is_sum,
                    is_down: false,
                    is_starred,
                };
                assert_eq!(values.uptimal(v), Some(uptimal));
                let negative = values.neg(v).unwrap();
                let uptimal = Uptimal {
                    is_down: true,
                    ..uptimal
                };
                assert_eq!(values.uptimal(negative), Some(uptimal));
                let other = parse(&mut values, "^");
                let other = values.add(v, other).unwrap();
                assert_ne!(values.uptimal(other), Some(uptimal));
            }
        }
    }
}

#[test]
fn ups_and_stars_are_written_as_sums() {
    let mut values = Values::new();
    for (text, shown) in [
        ("{0|*}", "^"),
        ("{0,*|0}", "^*"),
        ("^+^", "^^"),
        ("{0|^^*3}", "^3*2"),
        ("{*|0}", "v"),
        ("v+*+3/2+v", "3/2vv*"),
        ("*+*", "0"),
        ("^<2>", "{0|v*}"),
        ("v[2]*", "{0|0,v*}"),
        ("±{3|2}", "{{3|2}|{-2|-3}}"),
    ] {
        let v = parse(&mut values, text);
        let braces = values.notation(v, Notation::Braces, 1000);
        assert_eq!(braces.as_deref(), Some(shown));
        assert_eq!(parse(&mut values, shown), parse(&mut values, text));
    }
}

/// Forms that look like sums of ups and powers of up, and are none.
#[test]
fn forms_of_small_values_are_read_back() {
    let mut values = Values::new();
    let parts = [
        "0", "*", "*2", "^", "v", "^*", "v*", "^*2", "^[2]", "v[2]", "^[2]*", "^<2>", "v<2>*", "1",
        "1^", "-1v[2]", "1*",
    ];
    let parts = parts.map(|text| parse(&mut values, text));
    let mut sides: Vec<Vec<Value>> = parts.iter().map(|&v| vec![v]).collect();
    for (i, &a) in parts.iter().enumerate() {
        sides.extend(parts[..i].iter().map(|&b| vec![a, b]));
    }
    for lefts in &sides {
        for rights in &sides {
            let game = values.game(lefts, rights).unwrap();
            let text = values.notation(game, Notation::Text, 1000).unwrap();
            assert_eq!(parse(&mut values, &text), game, "{text}");
        }
    }
    let shown = |values: &mut Values, text: &str| {
        let v = parse(values, text);
        values.notation(v, Notation::Text, 1000).unwrap()
    };
    // Tiny and miny are of positive games.
    for (text, is_named) in [
        ("{0||0|-2}", true),
        ("{0||0|{1|-1}}", false),
        ("{3|0||0}", true),
    ] {
        let found = shown(&mut values, text);
        assert_eq!(found.contains("iny"), is_named, "{found}");
    }
    for n in [63, 64, 65] {
        for text in [values.up_power(n).unwrap(), values.up_powers(n).unwrap()] {
            assert_eq!(values.uptimal(text).is_some(), n <= 64, "{n}");
        }
    }
    let mut latex = |text: &str| {
        let v = parse(&mut values, text);
        values.notation(v, Notation::Latex, 1000).unwrap()
    };
    assert_eq!(latex("^3"), "3{\\cdot}{\\uparrow}");
    assert_eq!(latex("1v3"), "1+3{\\cdot}{\\downarrow}");
    assert_eq!(latex("-3/2^*2"), "-\\frac{3}{2}{\\uparrow}{*}_{2}");
}

#[test]
fn many_ups_are_made_and_more_are_refused() {
    let mut values = Values::new();
    let mut ups = |up: i32, nim: u32| {
        values.number_up_star(NumberUpStar {
            number: Dyadic::ZERO,
            up,
            nim,
        })
    };
    for (up, is_made) in [
        (100_000, true),
        (-100_000, true),
        (100_001, false),
        (-100_001, false),
    ] {
        assert_eq!(ups(up, 1).is_ok(), is_made, "{up}");
    }
    assert_eq!(ups(0, 4097), Err(ValueError::Overflow));
}

#[test]
fn functions_name_their_arguments_and_their_errors() {
    let cool = FUNCTIONS.iter().find(|f| f.name == "cool").unwrap();
    assert_eq!(cool.signature(), "cool(G,T)");
    let heat = FUNCTIONS.iter().find(|f| f.name == "heat").unwrap();
    let mut values = Values::new();
    let [hot, most] = ["{1|0}", "9223372036854775807"].map(|text| parse(&mut values, text));
    let refused = (heat.apply)(&mut values, &[hot, most]).unwrap_err();
    assert_eq!(refused, ValueError::Overflow.to_string());
}

#[test]
fn bad_notation_names_the_place() {
    let mut values = Values::new();
    for (text, column) in [
        ("1.5", 1),
        ("* + 2.1/2", 5),
        ("", 1),
        ("{1|2", 5),
        ("{1,2}", 6),
        ("1/3", 1),
        ("{1|2|3}", 5),
        ("5)", 2),
        ("x", 1),
        ("*99999999", 10),
        ("99999999999999999999", 1),
        ("^<0>", 4),
        ("Tin(2)", 1),
        ("1+", 3),
        ("x(0)", 1),
    ] {
        let error = values.parse(text).expect_err(text);
        assert_eq!(error.column, column, "{text}: {error}");
    }
    let nested = |depth: usize| format!("{}0{}", "(".repeat(depth), ")".repeat(depth));
    assert!(values.parse(&nested(400)).is_ok());
    assert!(values.parse(&nested(401)).is_err());
    assert!(values.parse(&"(0)".repeat(1000)).is_ok());
    let deep = "{".repeat(100_000);
    assert!(values.parse(&deep).is_err());
    assert!(
        values
            .parse("9223372036854775807+9223372036854775807")
            .is_err()
    );
}

/// `{2^63-1 | }` is a number, and so is the value between neighbours of 60 binary places. Treating
/// it as hot because it does not fit into 64 bits would be wrong.
#[test]
fn a_number_without_room_is_an_error() {
    let mut values = Values::new();
    let fine = "1/1152921504606846976";
    for text in [
        "{9223372036854775807|}",
        "{|-9223372036854775807}",
        "{5,{9223372036854775807|}|1}",
        &format!("{{0|{fine}}}"),
    ] {
        let error = values.parse(text).unwrap_err();
        assert!(
            error.message.contains("too large or too fine"),
            "{text}: {error}"
        );
    }
    assert!(values.parse("{0|0}").is_ok() && values.parse("{9223372036854775806|}").is_ok());
}

#[test]
fn the_byte_limit_ends_with_an_error() {
    let mut values = Values::new();
    values.set_limits(Limits {
        bytes: Some(50_000),
        ..Limits::default()
    });
    let mut total = Value::ZERO;
    let mut failed = false;
    for k in 1..40 {
        let hot = format!("{{{{{}|{k}*}}|{{-{k}|-{}}}}}", 3 * k, 7 * k);
        let Ok(next) = values
            .parse(&hot)
            .map_err(|_| ())
            .and_then(|v| values.add(total, v).map_err(|_| ()))
        else {
            failed = true;
            break;
        };
        total = next;
    }
    assert!(failed);
}

/// Random games of small depth as expression trees.
#[derive(Clone, Debug)]
enum Recipe {
    Number(i8, u8),
    Star(u8),
    Up(i8),
    Game(Vec<Recipe>, Vec<Recipe>),
}

fn recipe() -> impl Strategy<Value = Recipe> {
    let leaf = prop_oneof![
        (-20i8..20, 0u8..3).prop_map(|(m, k)| Recipe::Number(m, k)),
        (0u8..4).prop_map(Recipe::Star),
        (-2i8..3).prop_map(Recipe::Up),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        (
            prop::collection::vec(inner.clone(), 1..3),
            prop::collection::vec(inner, 1..3),
        )
            .prop_map(|(l, r)| Recipe::Game(l, r))
    })
}

fn build(values: &mut Values, recipe: &Recipe) -> Value {
    match recipe {
        Recipe::Number(m, k) => values.number(Dyadic::new(i64::from(*m), u32::from(*k)).unwrap()),
        Recipe::Star(m) => parse(values, &format!("*{m}")),
        Recipe::Up(n) => values
            .number_up_star(NumberUpStar {
                number: Dyadic::ZERO,
                up: i32::from(*n),
                nim: 0,
            })
            .unwrap(),
        Recipe::Game(l, r) => {
            let l: Vec<Value> = l.iter().map(|g| build(values, g)).collect();
            let r: Vec<Value> = r.iter().map(|g| build(values, g)).collect();
            values.game(&l, &r).unwrap()
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_are_read_back_in_both_notations(a in recipe()) {
        let mut s = Values::new();
        let a = build(&mut s, &a);
        for style in [Notation::Text, Notation::Braces] {
            let text = s.notation(a, style, 1 << 20).unwrap();
            prop_assert_eq!(s.parse(&text), Ok(a), "{}", text);
            prop_assert_eq!(s.notation_length(a, style), Ok(text.len() as u64));
            // Another order of interning gives the same text.
            let mut other = Values::new();
            let again = other.parse(&text).unwrap();
            prop_assert_eq!(other.notation(again, style, 1 << 20), Some(text));
        }
    }

    #[test]
    fn the_reduced_form_differs_by_an_infinitesimal(a in recipe(), b in recipe()) {
        let mut s = Values::new();
        let (a, b) = (build(&mut s, &a), build(&mut s, &b));
        let reduced = s.reduced(a).unwrap();
        let difference = s.sub(a, reduced).unwrap();
        prop_assert!(s.is_infinitesimal(difference));
        // Values that differ by an infinitesimal have the same reduced form.
        let (two, up) = (s.reduced(b).unwrap(), parse(&mut s, "^*"));
        let difference = s.sub(a, b).unwrap();
        prop_assert_eq!(reduced == two, s.is_infinitesimal(difference));
        let other = s.add(a, up).unwrap();
        prop_assert_eq!(s.reduced(other), Ok(reduced));
        // Infinitesimals added to options keep most games in their class.
        let [mut lefts, mut rights] = [s.left_options(a).unwrap(), s.right_options(a).unwrap()];
        for option in lefts.iter_mut().chain(&mut rights) {
            *option = s.add(*option, up).unwrap();
        }
        let near = s.game(&lefts, &rights).unwrap();
        let difference = s.sub(a, near).unwrap();
        prop_assert_eq!(s.reduced(near) == Ok(reduced), s.is_infinitesimal(difference));
    }

    #[test]
    fn laws_of_the_group(a in recipe(), b in recipe(), c in recipe()) {
        let mut s = Values::new();
        let (a, b, c) = (build(&mut s, &a), build(&mut s, &b), build(&mut s, &c));
        // Associativity, through different intermediate results.
        let ab = s.add(a, b).unwrap();
        let bc = s.add(b, c).unwrap();
        prop_assert_eq!(s.add(ab, c).unwrap(), s.add(a, bc).unwrap());
        // a - a = 0 by computation, not by the shortcut: a + b - a = b.
        let minus = s.neg(a).unwrap();
        prop_assert_eq!(s.add(ab, minus).unwrap(), b);
        prop_assert_eq!(s.neg(minus).unwrap(), a);
        // The order is translation invariant and agrees with the difference.
        let le = s.le(a, b).unwrap();
        let (ac, bc2) = (s.add(a, c).unwrap(), s.add(b, c).unwrap());
        prop_assert_eq!(s.le(ac, bc2).unwrap(), le);
        let d = s.sub(a, b).unwrap();
        prop_assert_eq!(s.le(d, Value::ZERO).unwrap(), le);
    }

    #[test]
    fn laws_of_thermographs(a in recipe(), b in recipe()) {
        let mut s = Values::new();
        let (a, b) = (build(&mut s, &a), build(&mut s, &b));
        let sum = s.add(a, b).unwrap();
        let (ta, tb, t) = (s.thermograph(a).unwrap(), s.thermograph(b).unwrap(), s.thermograph(sum).unwrap());
        prop_assert_eq!(ta.mean.add(tb.mean).unwrap(), t.mean);
        prop_assert!(t.temperature <= ta.temperature.max(tb.temperature));
        // The walls at penalty 0 are the stops.
        prop_assert_eq!(t.left.at(Dyadic::ZERO).unwrap(), s.left_stop(sum).unwrap());
        prop_assert_eq!(t.right.at(Dyadic::ZERO).unwrap(), s.right_stop(sum));
        let minus = s.neg(sum).unwrap();
        let mirrored = s.thermograph(minus).unwrap();
        prop_assert_eq!(mirrored.mean, t.mean.neg());
        prop_assert_eq!(mirrored.temperature, t.temperature);
        for (x, y) in mirrored.left.corners().iter().zip(t.right.corners()) {
            prop_assert_eq!((x.0, x.1), (y.0, y.1.neg()));
        }
    }

    #[test]
    fn canonical_form_has_nothing_to_remove(a in recipe()) {
        let mut s = Values::new();
        let v = build(&mut s, &a);
        let (lefts, rights) = (s.left_options(v).unwrap(), s.right_options(v).unwrap());
        prop_assert_eq!(s.game(&lefts, &rights).unwrap(), v);
        for (i, &x) in lefts.iter().enumerate() {
            for (j, &y) in lefts.iter().enumerate() {
                prop_assert!(i == j || !s.le(x, y).unwrap());
            }
            for reply in s.right_options(x).unwrap() {
                prop_assert!(!s.le(reply, v).unwrap(), "reversible");
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[0-9*^v{}|,/+()±TinyM<>\\[\\] -]{0,30}") {
        let _ = Values::new().parse(&text);
    }
}

/// The numbers of values born by a day (Siegel, III.1), and each day's greatest value.
#[test]
fn values_born_by_a_day() {
    let mut values = Values::new();
    for (day, number) in [(0, 1), (1, 4), (2, 22), (3, 1474)] {
        let born = values.born_by(day).expect("few");
        assert_eq!(born.len(), number, "day {day}");
        let last = values.integer(day as i64);
        for &value in &born {
            assert!(values.birthday(value).expect("small") <= day);
            assert!(values.le(value, last).expect("small"));
        }
        let negatives: Vec<Value> = born
            .iter()
            .map(|&v| values.neg(v).expect("small"))
            .collect();
        assert!(negatives.iter().all(|v| born.contains(v)));
    }
}

/// Two values have the same reduced form exactly when they differ by an infinitesimal, for all
/// values born by day 3.
#[test]
fn classes_of_values_up_to_infinitesimals() {
    let mut values = Values::new();
    let mut firsts: FxHashMap<Value, Value> = FxHashMap::default();
    for value in values.born_by(3).expect("few") {
        let reduced = values.reduced(value).expect("small");
        let first = *firsts.entry(reduced).or_insert(value);
        let difference = values.sub(value, first).expect("small");
        assert!(values.is_infinitesimal(difference));
    }
    let firsts: Vec<Value> = firsts.into_values().collect();
    for (k, &first) in firsts.iter().enumerate() {
        for &other in &firsts[..k] {
            let difference = values.sub(first, other).expect("small");
            assert!(!values.is_infinitesimal(difference));
        }
    }
    // The option {6|^} is reversible up to an infinitesimal, through ^.
    for (text, reduced) in [("{3/2,{6|^}|0}", "{3/2|0}"), ("{3/2*|^}", "{3/2|0}")] {
        let (value, expected) = (parse(&mut values, text), parse(&mut values, reduced));
        assert_eq!(values.reduced(value), Ok(expected), "{text}");
    }
}

#[test]
fn kinds_of_values() {
    let mut values = Values::new();
    for (text, kind) in [
        ("0", "0"),
        ("-3", "integer"),
        ("5/8", "number/8"),
        ("*3", "*3"),
        ("^^*", "^^*"),
        ("{0||0|-2}", "tiny(2)"),
        ("{1|0||0}", "miny(1)"),
        ("{0|^*2,^}", "infinitesimal"),
        ("1/2*", "number plus infinitesimal"),
        ("{1|-1}", "hot"),
    ] {
        let v = parse(&mut values, text);
        assert_eq!(values.kind(v).expect("small"), kind, "{text}");
    }
}
