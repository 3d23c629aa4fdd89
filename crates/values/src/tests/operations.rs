//! Tests of cooling, heating, Norton products and ordinal sums, and of questions.

use super::*;

fn ask(values: &mut Values, text: &str) -> Answer {
    let answer = values.ask(text, 1 << 20, Terms::new(&mut |_, _, _| None));
    answer.unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Questions whose answer is yes. The facts are from *Winning Ways* (chapters 6 and 8) and from
/// Siegel, *Combinatorial Game Theory*, II.5 and II.6.
const TRUE: [&str; 53] = [
    // Signs, and letters of the literature.
    "--1 = 1",
    "-±{3|2} = ±{3|2}",
    "3.±1 = ±1",
    "⇑ = ^^",
    "1 ≤ 2",
    "∗ ∥ ↑",
    "2 − 1 ≠ 2",
    "½ = 1/2",
    "1½ = 3/2",
    "1¾+¼ = 2",
    "½* > 0",
    "1±2 = 1+±2",
    "1+-2 = 1+±2",
    "vv(1) = 1+v2",
    "v(v) = vv",
    "(1)(2) = 3",
    "1 > *",
    "* || 0",
    "^ || *",
    "^^ > *",
    "^ |> *",
    "* |> 0",
    "* <| 0",
    "Tiny(2) > 0",
    "Tiny(2) < ^",
    "v <= 0",
    "{1|-1} != 0",
    "3.^ = ^^^",
    "-2.{1|0} == -{1|0}-{1|0}",
    "0.{5|-5} = 0",
    "4·* = 0",
    "cool({5|1},1) = {4|2}",
    "cool({5|1},2) = 3*",
    "cool({5|1},3) = 3",
    "cool(3/4,1) = 3/4",
    "heat(*,1) = {1|-1}",
    "heat(^,1) = {1||0|-2}",
    "heat(7/2,9) = 7/2",
    "norton({3|1},1) = {3|1}",
    "norton(1/2,^)+norton(1/2,^) = ^",
    "norton(3,^) = ^3",
    "ordinal(*,1) = ^*",
    "ordinal(0,{3|1}) = {3|1}",
    "ordinal(1,1) = 2",
    "tiny(2) = Tiny(2)",
    "-miny({3|1}) = tiny({3|1})",
    "reduced({5*|3^}) = {5|3}",
    "reduced(tiny(2)) = 0",
    "mean({5|1}) = 3",
    "temperature({5|1}) = 2",
    "left-stop({5*|1}) = 5",
    "right-stop({{9|3}|0}) = 0",
    "atomic-weight(^3*) = 3",
];

#[test]
fn questions_are_answered() {
    let mut values = Values::new();
    for text in TRUE {
        assert_eq!(ask(&mut values, text), Answer::Holds(true), "{text}");
    }
    for text in ["* = 0", "1 < *", "^ > *", "^^ || *", "* < 0", "{3|2} <| 1"] {
        assert_eq!(ask(&mut values, text), Answer::Holds(false), "{text}");
    }
    let value = ask(&mut values, "cool({5|1},1)");
    assert_eq!(value, Answer::Value(parse(&mut values, "{4|2}")));
}

#[test]
fn terms_are_valued_by_the_caller() {
    let mut values = Values::new();
    let mut asked = Vec::new();
    let mut other = Values::new();
    let value = parse(&mut other, "{2|1,{1*|v}}");
    let mut terms = |values: &mut Values, name: &str, text: &str| {
        asked.push(format!("{name}: {text}"));
        match name {
            "snort" => Some(values.copy(&other, value).map_err(|e| e.to_string())),
            "take(1,2)" => Some(Err("no piles".to_string())),
            _ => None,
        }
    };
    let answer = values.ask(
        "2+snort(path(3)) = {4|3,{3*|2v}}",
        1 << 20,
        Terms::new(&mut terms),
    );
    assert_eq!(answer, Ok(Answer::Holds(true)));
    let refused = values.ask("1+take(1,2)(x)", 1 << 20, Terms::new(&mut terms));
    let refused = refused.unwrap_err();
    assert_eq!(refused.column, 3);
    assert_eq!(refused.message, "take(1,2)(x): no piles");
    assert_eq!(asked, ["snort: path(3)", "take: 1,2", "take(1,2): x"]);
}

#[test]
fn mistakes_in_questions_are_named() {
    let mut values = Values::new();
    for (text, column, word) in [
        ("cool(1)", 7, "`,`"),
        ("cool(1,*)", 10, "number"),
        ("cool(1,-1)", 11, "negative"),
        ("norton(1,*)", 12, "positive"),
        ("snrot(path(3))", 1, "neither"),
        ("COOL(1,1)", 1, "did you mean `cool`"),
        ("*4097", 6, "up to *4096"),
        ("99999999999999999999", 1, "too large"),
        ("100*path(3)", 5, "a multiple `3.G`"),
        ("snrot(path(3)", 14, "`)`"),
        ("1 = 2 = 3", 7, "not expected"),
        ("1 =", 4, "ends"),
        ("3.", 3, "ends"),
        ("x(0)", 1, "expected a value"),
        ("3.^.", 4, "not expected"),
    ] {
        let refused = values
            .ask(text, 1 << 20, Terms::new(&mut |_, _, _| None))
            .unwrap_err();
        assert!(refused.message.contains(word), "{text}: {refused}");
        assert_eq!(refused.column, column, "{text}: {refused}");
    }
    let refused = values.ask(
        "20.{4,{6|1}|{3|2||1*|0},*2||-1}",
        3000,
        Terms::new(&mut |_, _, _| None),
    );
    let refused = refused.expect_err("much work").to_string();
    assert!(refused.contains("more work"), "{refused}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Cooling is additive and keeps the mean, and lowers a temperature `t + s` to `s` (Siegel,
    /// *Combinatorial Game Theory*, II.5).
    #[test]
    fn laws_of_cooling(a in recipe(), b in recipe(), eighths in 0i64..24) {
        let mut s = Values::new();
        let (a, b) = (build(&mut s, &a), build(&mut s, &b));
        let t = Dyadic::new(eighths, 3).unwrap();
        let sum = s.add(a, b).unwrap();
        let (ca, cb) = (s.cool(a, t).unwrap(), s.cool(b, t).unwrap());
        let cooled = s.cool(sum, t).unwrap();
        prop_assert_eq!(s.add(ca, cb).unwrap(), cooled);
        let (before, after) = (s.thermograph(sum).unwrap(), s.thermograph(cooled).unwrap());
        prop_assert_eq!(before.mean, after.mean);
        if before.temperature > t {
            prop_assert_eq!(before.temperature.sub(t).unwrap(), after.temperature);
        }
    }

    /// The Norton product with a positive value is additive (Siegel, *Combinatorial Game Theory*,
    /// II.6).
    #[test]
    fn laws_of_norton_products(a in recipe(), b in recipe(), which in 0usize..4) {
        let mut s = Values::new();
        let (a, b) = (build(&mut s, &a), build(&mut s, &b));
        let u = parse(&mut s, ["1", "^", "1*", "{3|1}"][which]);
        let sum = s.add(a, b).unwrap();
        let whole = s.norton(sum, u).unwrap();
        let (pa, pb) = (s.norton(a, u).unwrap(), s.norton(b, u).unwrap());
        prop_assert_eq!(s.add(pa, pb).unwrap(), whole);
        prop_assert_eq!(which > 0 || whole == sum, true);
    }

    /// Norton's lemma for ordinal sums, the colon principle (*Winning Ways*, chapter 7): `g:h` is
    /// at most `g:k` exactly if `h` is at most `k`.
    #[test]
    fn laws_of_ordinal_sums(g in recipe(), h in recipe(), k in recipe()) {
        let mut s = Values::new();
        let (g, h, k) = (build(&mut s, &g), build(&mut s, &h), build(&mut s, &k));
        let (gh, gk) = (s.ordinal(g, h).unwrap(), s.ordinal(g, k).unwrap());
        prop_assert_eq!(s.le(gh, gk).unwrap(), s.le(h, k).unwrap());
        prop_assert_eq!(s.ordinal(Value::ZERO, h).unwrap(), h);
        prop_assert_eq!(s.ordinal(g, Value::ZERO).unwrap(), g);
    }
}
