//! Finds the common shape of canonical forms: the step from Table 1 of *Degrees are useless in
//! Snort when measuring temperature* to its Theorem 4.3, by machine.
//!
//! A canonical form is a tree whose leaves are numbers with ups and nimbers. The forms of a family
//! have a common shape if these trees differ only in the numbers, and each number is a polynomial
//! in the parameters: an affine polynomial of one parameter, or a quadratic polynomial of several.
//! A star that depends on the parity of the parameters is written `s(n)`, as in the theorem. As for
//! formulas ([`super::formula`]), the last rows do not determine the shape, and test it.

use super::formula::{self, MAX_PERIOD, by_residue, residues, starts};
use super::polynomial::Polynomial;
use boilingpoint_problem::expression::Number;
use boilingpoint_problem::invariants::rational;
use boilingpoint_values::{Dyadic, LONGEST_RUN, Value, Values};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;

/// The largest number of parts of a form that is compared with others.
const MAX_PARTS: usize = 2_000;

/// A canonical form as a tree. Its options are ordered by their shape first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FormulaForm {
    skeleton: String,
    entries: Vec<FormEntry>,
}

/// A leaf of the tree: a number and a nimber. The ups are part of the skeleton.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct FormEntry {
    number: Dyadic,
    nim: u32,
}

/// The character that stands for an entry in a skeleton.
const ENTRY: char = '#';

/// The form of a value. `None` if the form is too large to be compared, or a number in it is out of
/// range.
pub fn form_of(values: &mut Values, value: Value) -> Option<FormulaForm> {
    let own_negative = values.nus(value).is_none() && values.neg(value).ok()? == value;
    if !own_negative {
        return Some(form(values, value, &mut 0)?.0);
    }
    let lefts = values.lefts(value).ok()?;
    let (lefts, bars) = side(values, &lefts, &mut 0)?;
    // As in the notation of values: braces are one game, parentheses a number or several options.
    let skeleton = match bars {
        0 if is_one_game(&lefts.skeleton) => format!("±{}", lefts.skeleton),
        0 => format!("±({})", lefts.skeleton),
        _ => format!("±{{{}}}", lefts.skeleton),
    };
    Some(FormulaForm { skeleton, ..lefts })
}

/// Whether a skeleton is a single option that has braces of its own.
fn is_one_game(skeleton: &str) -> bool {
    let mut depth = 0_i32;
    let mut ends = skeleton.char_indices().filter(|&(_, c)| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == '}' && depth == 0
    });
    skeleton.starts_with('{') && ends.next().is_some_and(|(at, _)| at + 1 == skeleton.len())
}

/// The form of a value, and the length of its run of bars: 0 for a number with ups and stars.
fn form(values: &mut Values, value: Value, parts: &mut usize) -> Option<(FormulaForm, usize)> {
    *parts += 1;
    if *parts > MAX_PARTS {
        return None;
    }
    if let Some(nus) = values.nus(value) {
        let ups = match nus.up {
            0 => String::new(),
            1 => "^".to_string(),
            -1 => "v".to_string(),
            k if k > 0 => format!("^{k}"),
            k => format!("v{}", -k),
        };
        let entry = FormEntry {
            number: nus.number,
            nim: nus.nim,
        };
        let form = FormulaForm {
            skeleton: format!("{ENTRY}{ups}"),
            entries: vec![entry],
        };
        return Some((form, 0));
    }
    let (lefts, rights) = (values.lefts(value).ok()?, values.rights(value).ok()?);
    let (lefts, of_lefts) = side(values, &lefts, parts)?;
    let (rights, of_rights) = side(values, &rights, parts)?;
    let bars = 1 + of_lefts.max(of_rights);
    let run = "|".repeat(bars);
    let form = FormulaForm {
        skeleton: format!("{{{}{run}{}}}", lefts.skeleton, rights.skeleton),
        entries: [lefts.entries, rights.entries].concat(),
    };
    Some((form, bars))
}

/// The options of one player, in order. A single option with a short run of bars is written without
/// braces, as in the notation of values; the length of its run is the second result.
fn side(values: &mut Values, options: &[Value], parts: &mut usize) -> Option<(FormulaForm, usize)> {
    let forms = options.iter().map(|&o| form(values, o, parts));
    let forms: Vec<(FormulaForm, usize)> = forms.collect::<Option<_>>()?;
    if let [(only, bars @ 1..LONGEST_RUN)] = forms.as_slice() {
        let skeleton = only.skeleton[1..only.skeleton.len() - 1].to_string();
        let form = FormulaForm {
            skeleton,
            entries: only.entries.clone(),
        };
        return Some((form, *bars));
    }
    let mut forms: Vec<FormulaForm> = forms.into_iter().map(|(form, _)| form).collect();
    forms.sort_by_cached_key(|f| {
        let numbers: Vec<_> = f.entries.iter().map(|e| Reverse(e.number)).collect();
        let nims: Vec<u32> = f.entries.iter().map(|e| e.nim).collect();
        (f.skeleton.len(), f.skeleton.clone(), numbers, nims)
    });
    let skeletons: Vec<&str> = forms.iter().map(|f| f.skeleton.as_str()).collect();
    let form = FormulaForm {
        skeleton: skeletons.join(","),
        entries: forms
            .iter()
            .flat_map(|f| f.entries.iter().copied())
            .collect(),
    };
    Some((form, 0))
}

/// The common shape of the canonical forms of a family.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommonForm {
    names: Vec<char>,
    period: i64,
    cases: BTreeMap<Vec<i64>, Case>,
    from: Option<i64>,
    held_out: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Case {
    skeleton: String,
    entries: Vec<(Polynomial, Star)>,
    held_out: usize,
}

/// The nimber of an entry, as a function of the parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Star {
    /// A constant nimber.
    Fixed(u32),
    /// `*` if the sum of some parameters is odd (with `plus`: even), and nothing otherwise.
    Parity { of: Vec<bool>, plus: bool },
}

impl Star {
    fn at(&self, point: &[i64]) -> u32 {
        match self {
            Star::Fixed(nim) => *nim,
            Star::Parity { of, plus } => {
                let odd = |x: &i64| x.rem_euclid(2) == 1;
                let counted = of.iter().zip(point).filter(|(of, x)| **of && odd(x));
                u32::from((counted.count() % 2 == 1) != *plus)
            }
        }
    }
}

type FormPoint = (Vec<i64>, FormulaForm);

/// The shape that all forms have, if they have a common shape. With one parameter, the first rows
/// may be left out.
pub fn common_form(names: &[char], forms: &[FormPoint]) -> Option<CommonForm> {
    starts(names, forms).find_map(|(from, rest)| {
        let most = MAX_PERIOD[usize::from(names.len() > 1)];
        (1..=most).find_map(|period| {
            let case =
                |(residue, part): (Vec<i64>, Vec<&FormPoint>)| Some((residue, case(names, &part)?));
            let cases = by_residue(rest, period).into_iter().map(case);
            let cases = cases.collect::<Option<BTreeMap<_, _>>>()?;
            Some(CommonForm {
                names: names.to_vec(),
                period,
                held_out: cases.values().map(|c| c.held_out).sum(),
                cases,
                from,
            })
        })
    })
}

fn case(names: &[char], rows: &[&FormPoint]) -> Option<Case> {
    let first = &rows.first()?.1;
    if rows.iter().any(|(_, form)| form.skeleton != first.skeleton) {
        return None;
    }
    let mut held_out = 0;
    let entries = (0..first.entries.len()).map(|i| {
        let point = |(at, form): &&FormPoint| (at.clone(), rational(form.entries[i].number));
        let points: Vec<(Vec<i64>, Number)> = rows.iter().map(point).collect();
        let points: Vec<&(Vec<i64>, Number)> = points.iter().collect();
        let degree = if names.len() > 1 { 2 } else { 1 };
        let (polynomial, held) = formula::polynomial(names, &points, degree)?;
        held_out = held;
        Some((polynomial, star(names.len(), rows, i)?))
    });
    let entries = entries.collect::<Option<_>>()?;
    Some(Case {
        skeleton: first.skeleton.clone(),
        entries,
        held_out,
    })
}

/// The nimber of the entry `i` as a function of the parameters.
fn star(parameters: usize, rows: &[&FormPoint], i: usize) -> Option<Star> {
    let nim = |form: &FormulaForm| form.entries[i].nim;
    let first = nim(&rows.first()?.1);
    let fixed = std::iter::once(Star::Fixed(first));
    let choices = 1u32..1 << parameters.min(16);
    let parity = choices.flat_map(|choice| {
        let of: Vec<bool> = (0..parameters).map(|k| choice >> k & 1 == 1).collect();
        [false, true].map(|plus| Star::Parity {
            of: of.clone(),
            plus,
        })
    });
    let agrees = |star: &Star| rows.iter().all(|(at, form)| star.at(at) == nim(form));
    fixed.chain(parity).find(agrees)
}

impl CommonForm {
    /// The canonical form at a point, in braces. `None` if the shape does not cover the point.
    pub fn at(&self, point: &[i64]) -> Option<String> {
        if self.from.is_some_and(|from| point[0] < from) {
            return None;
        }
        let residue: Vec<i64> = point.iter().map(|x| x.rem_euclid(self.period)).collect();
        let case = self.cases.get(&residue)?;
        let texts = case.entries.iter().map(|(polynomial, star)| {
            let number = polynomial.at(point)?.to_string();
            Some(with_nim(number, star.at(point)))
        });
        let texts = texts.collect::<Option<Vec<_>>>()?;
        Some(filled(&case.skeleton, &texts))
    }

    /// The number of held-out rows that agree with the shape.
    pub fn held_out(&self) -> usize {
        self.held_out
    }

    /// Whether a star depends on parity, so that the meaning of `s` has to be printed.
    pub fn has_parity(&self) -> bool {
        let parity = |(_, star): &(Polynomial, Star)| matches!(star, Star::Parity { .. });
        self.cases.values().any(|c| c.entries.iter().any(parity))
    }

    /// The meaning of `s`, to be printed if [`has_parity`](CommonForm::has_parity) holds.
    pub const PARITY: &'static str = "s(k) is 0 if k is even and * if k is odd";

    fn entry(&self, (polynomial, star): &(Polynomial, Star)) -> String {
        match star {
            Star::Fixed(0) => polynomial.compact(),
            Star::Fixed(nim) if polynomial.constant().is_some() => {
                with_nim(polynomial.compact(), *nim)
            }
            Star::Fixed(nim) => format!("{}+{}", polynomial.compact(), nimber(*nim)),
            Star::Parity { of, plus } => {
                let named = self.names.iter().zip(of).filter(|(_, of)| **of);
                let sum = named.map(|(n, _)| n.to_string()).collect::<Vec<_>>();
                let minus = if *plus { "-1" } else { "" };
                let s = format!("s({}{minus})", sum.join("+"));
                if polynomial.is_zero() {
                    s
                } else {
                    format!("{}+{s}", polynomial.compact())
                }
            }
        }
    }
}

/// A number with a nimber, as in canonical forms: `5*`, `*`, `0`.
fn with_nim(number: String, nim: u32) -> String {
    match (number.as_str(), nim) {
        (_, 0) => number,
        ("0", nim) => nimber(nim),
        (_, nim) => number + &nimber(nim),
    }
}

fn nimber(nim: u32) -> String {
    match nim {
        1 => "*".to_string(),
        nim => format!("*{nim}"),
    }
}

/// A skeleton with its entries filled in. Ups are written after the number and before the nimber.
fn filled(skeleton: &str, entries: &[String]) -> String {
    let mut entries = entries.iter();
    let mut text = String::new();
    let mut pieces = skeleton.split(ENTRY);
    text += pieces.next().unwrap_or_default();
    for piece in pieces {
        let entry = entries.next().map_or("", String::as_str);
        let rest = piece.trim_start_matches(|c: char| c == '^' || c == 'v' || c.is_ascii_digit());
        let ups = &piece[..piece.len() - rest.len()];
        let star = entry.find(['*', 's']).unwrap_or(entry.len());
        let (number, nim) = entry.split_at(star);
        let number = if number == "0" && !ups.is_empty() {
            ""
        } else {
            number
        };
        text += &format!("{number}{ups}{nim}{rest}");
    }
    text
}

impl fmt::Display for CommonForm {
    /// Writes text like `±(2n+1+s(n),{3n+2|2n+2+s(n-1)||s(n)})`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (residue, case)) in self.cases.iter().enumerate() {
            let entries: Vec<String> = case.entries.iter().map(|e| self.entry(e)).collect();
            let between = if i == 0 { "" } else { "; " };
            write!(f, "{between}{}", filled(&case.skeleton, &entries))?;
            if self.cases.len() > 1 {
                write!(f, " for {}", residues(&self.names, residue, self.period))?;
            }
        }
        match (self.from, self.names.first()) {
            (Some(from), Some(name)) => write!(f, ", where {name} >= {from}"),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The common form of some texts, after a check that it reproduces each of them.
    fn common(texts: &[&str]) -> Option<String> {
        let mut values = Values::new();
        let mut forms = Vec::new();
        for (n, text) in (1..).zip(texts) {
            let value = values.parse(text).unwrap();
            forms.push((vec![n], form_of(&mut values, value).unwrap()));
        }
        let common = common_form(&['n'], &forms)?;
        for (n, text) in (1..).zip(texts) {
            let Some(again) = common.at(&[n]) else {
                continue;
            };
            let again = again.replace('±', "+-");
            let expected = values.parse(text).unwrap();
            if !again.contains("+-") {
                assert_eq!(
                    values.parse(&again).unwrap(),
                    expected,
                    "{again} and {text}"
                );
            }
        }
        Some(common.to_string())
    }

    #[test]
    fn theorem_4_3_from_table_1() {
        let table = include_str!("../../../../tests/data/snort-table-1.csv");
        let rows = table
            .lines()
            .skip(1)
            .map(|line| line.split('"').nth(1).unwrap());
        let rows: Vec<&str> = rows.collect();
        assert_eq!(
            common(&rows).as_deref(),
            Some("±(2n+1+s(n),{3n+2|2n+2+s(n-1)||s(n)})")
        );
    }

    #[test]
    fn other_shapes() {
        assert_eq!(common(&["1*", "2*", "3*", "4*"]).as_deref(), Some("n+*"));
        assert_eq!(
            common(&["{3|1^}", "{4|1^}", "{5|1^}", "{6|1^}"]).as_deref(),
            Some("{n+2|1^}")
        );
        assert_eq!(
            common(&["{3|*}", "{4|*}", "{5|*}", "{6|*}"]).as_deref(),
            Some("{n+2|*}")
        );
        let turns = ["{9|1}", "3", "{9|3}", "5", "{9|5}", "7", "{9|7}", "9"];
        let by_turns = "n+1 for n = 0 mod 2; {9|n} for n = 1 mod 2";
        assert_eq!(common(&turns).as_deref(), Some(by_turns));
        let late = common(&["*", "{2|1}", "{3|1}", "{4|1}", "{5|1}"]);
        assert_eq!(late.as_deref(), Some("{n|1}, where n >= 2"));
        let switches = [
            "{1|-1}", "{2*|-2*}", "{3|-3}", "{4*|-4*}", "{5|-5}", "{6*|-6*}",
        ];
        assert_eq!(common(&switches).as_deref(), Some("±(n+s(n-1))"));
        let hot = ["±{3|1}", "±{4|1}", "±{5|1}", "±{6|1}"];
        assert_eq!(common(&hot).as_deref(), Some("±{n+2|1}"));
        assert!(is_one_game("{{#|#}|#}") && !is_one_game("{#|#},{#|#}") && !is_one_game("#"));
        assert_eq!(common(&["1", "2", "4", "8", "16", "32"]), None);
        assert_eq!(common(&["1", "*", "{3|1}", "5"]), None);
    }
}
