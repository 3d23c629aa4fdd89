//! Writes values in a notation that does not depend on the order of interning.
//!
//! Numbers, ups and stars are written as `3/2`, `5*`, `-1^2*3`, `v`. Every other game is written
//! with braces, `{a,b|c}`; its options are ordered by length, then alphabetically. In the papers'
//! notation, a game that equals its own negative is written as `±{...}`.

use super::{Dyadic, NumberUpStar, Value, Values};
use rustc_hash::FxHashMap;
use std::fmt::Write;
use std::rc::Rc;

/// A notation in which values are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// Braces throughout, as in `{{2|1}|{-1|-2}}`. This notation is common in the field.
    Braces,
    /// The notation of the papers, with `±` for a game that equals its negative: `±{{2|1}}`, `±3`.
    PlusMinus,
    /// The notation of the papers in LaTeX.
    Latex,
}

/// The symbols that a notation uses for brackets, bars and signs.
struct NotationMarks {
    open: &'static str,
    close: &'static str,
    bar: &'static str,
    up: &'static str,
    down: &'static str,
    star: &'static str,
    plus_minus: &'static str,
}

impl Notation {
    fn marks(self) -> NotationMarks {
        match self {
            Notation::Braces | Notation::PlusMinus => NotationMarks {
                open: "{",
                close: "}",
                bar: "|",
                up: "^",
                down: "v",
                star: "*",
                plus_minus: "±",
            },
            Notation::Latex => NotationMarks {
                open: "\\{",
                close: "\\}",
                bar: "\\mid ",
                up: "{\\uparrow}",
                down: "{\\downarrow}",
                star: "{*}",
                plus_minus: "\\pm ",
            },
        }
    }
}

impl Values {
    /// The atomic weight of a value as text, in braces. `None` for values that are not all small,
    /// and for texts longer than `limit` bytes.
    pub fn atomic_weight_text(&mut self, v: Value, limit: usize) -> Option<String> {
        let weight = self.atomic_weight(v).ok()??;
        self.notation(weight, Notation::Braces, limit)
    }

    /// The canonical form as text; `None` if the text has more than `limit` bytes.
    ///
    /// The time and the memory are linear in the length of the text. A limit is needed, since the
    /// length may be exponential in the number of followers.
    pub fn notation(&mut self, v: Value, style: Notation, limit: usize) -> Option<String> {
        let marks = style.marks();
        if self.length(v, &mut FxHashMap::default()) > limit as u64 {
            return None;
        }
        let mut memo = FxHashMap::default();
        if style != Notation::Braces && self.nus(v).is_none() && self.neg(v) == Ok(v) {
            let lefts = self.lefts(v).ok()?;
            let alone = matches!(lefts[..], [l] if self.as_number(l).is_some());
            let lefts = self.side(&lefts, &marks, &mut memo)?;
            let (open, close) = if alone {
                ("", "")
            } else {
                (marks.open, marks.close)
            };
            return Some(format!("{}{open}{lefts}{close}", marks.plus_minus));
        }
        Some(self.written(v, &marks, &mut memo)?.to_string())
    }

    /// A lower bound for the length of the text, computed without writing the text.
    fn length(&self, v: Value, memo: &mut FxHashMap<u32, u64>) -> u64 {
        if self.nus(v).is_some() {
            return 1;
        }
        if let Some(&known) = memo.get(&v.form) {
            return known;
        }
        let form = self.form(v);
        let options = form.lefts().iter().chain(form.rights());
        let length = options.fold(3u64, |sum, &w| sum.saturating_add(1 + self.length(w, memo)));
        memo.insert(v.form, length);
        length
    }

    /// The text of a value; `None` if a number does not fit into exact arithmetic.
    fn written(
        &self,
        v: Value,
        marks: &NotationMarks,
        memo: &mut FxHashMap<Value, Rc<str>>,
    ) -> Option<Rc<str>> {
        if let Some(known) = memo.get(&v) {
            return Some(known.clone());
        }
        let text = match self.nus(v) {
            Some(nus) => number_up_star(nus, marks),
            None => {
                let lefts = self.side(&self.lefts(v).ok()?, marks, memo)?;
                let rights = self.side(&self.rights(v).ok()?, marks, memo)?;
                format!("{}{lefts}{}{rights}{}", marks.open, marks.bar, marks.close)
            }
        };
        let text: Rc<str> = text.into();
        memo.insert(v, text.clone());
        Some(text)
    }

    /// The texts of the options, in an order that depends only on these texts.
    fn side(
        &self,
        options: &[Value],
        marks: &NotationMarks,
        memo: &mut FxHashMap<Value, Rc<str>>,
    ) -> Option<String> {
        let texts: Option<Vec<Rc<str>>> = options
            .iter()
            .map(|&w| self.written(w, marks, memo))
            .collect();
        let mut texts = texts?;
        texts.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        Some(texts.join(","))
    }
}

fn number_up_star(nus: NumberUpStar, marks: &NotationMarks) -> String {
    let mut text = String::new();
    if nus.number != Dyadic::ZERO || (nus.up, nus.nim) == (0, 0) {
        text = nus.number.to_string();
    }
    let latex = marks.open.len() > 1;
    if latex && !nus.number.is_integer() {
        let sign = if nus.number < Dyadic::ZERO { "-" } else { "" };
        let denominator = 1u64 << nus.number.exponent();
        text = format!(
            "{sign}\\frac{{{}}}{{{denominator}}}",
            nus.number.numerator().unsigned_abs()
        );
    }
    if nus.up != 0 {
        text += if nus.up > 0 { marks.up } else { marks.down };
        if nus.up.abs() > 1 {
            let _ = if latex {
                write!(text, "^{{{}}}", nus.up.abs())
            } else {
                write!(text, "{}", nus.up.abs())
            };
        }
    }
    if nus.nim > 0 {
        text += marks.star;
        if nus.nim > 1 {
            let _ = if latex {
                write!(text, "_{{{}}}", nus.nim)
            } else {
                write!(text, "{}", nus.nim)
            };
        }
    }
    text
}
