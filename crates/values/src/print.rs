//! Writes values in a notation that does not depend on the order of interning.
//!
//! The notation is that of *Winning Ways*, of Siegel's *Combinatorial Game Theory* and of CGSuite 2:
//!
//! - numbers, ups and stars: `3/2`, `5*`, `^^`, `-1^3*3`, `v`; `^3` is the sum of three ups;
//! - the up-powers `^<2>` and their sums `^[2] = ^ + ^<2>`, with `*` (Siegel, II.4);
//! - `tiny(2) = {0||0|-2}`, `miny(2) = {2|0||0}`, and `1+tiny(2)`;
//! - `±x` for `{x|-x}` and `±(a,b)` for `{a,b|-a,-b}`, if the game equals its negative. So braces
//!   after `±` always are one game, as in `±{3|2}`. (CGSuite 2 writes braces around a list, too;
//!   CGSuite 1 wrote parentheses);
//! - `{a,b|c}` for every other game, where a longer run of bars separates more loosely:
//!   `{3|2||1}` is `{{3|2}|1}`. A run has at most three bars.
//!
//! Options are ordered by the length of their texts, then alphabetically. So the text of a value is
//! unique. [`Values::parse`] reads it back.

use super::uptimal::Uptimal;
use super::{Dyadic, NumberUpStar, Value, ValueError, Values};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::rc::Rc;

/// A notation in which values are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Notation {
    /// The notation of this project, as the head of this file describes it.
    Text,
    /// The same notation in LaTeX.
    Latex,
    /// Only numbers, ups, stars and braces with one bar, as in `{{2|1}|{-1|-2}}`, for programs.
    Braces,
}

/// The longest run of bars that is written.
pub const LONGEST_RUN: usize = 3;

/// The symbols of a notation.
struct NotationMarks {
    open: &'static str,
    close: &'static str,
    /// The runs of one, two and three bars.
    bars: [&'static str; LONGEST_RUN],
    plus_minus: &'static str,
    is_latex: bool,
}

impl Notation {
    fn marks(self) -> NotationMarks {
        match self {
            Notation::Text | Notation::Braces => NotationMarks {
                open: "{",
                close: "}",
                bars: ["|", "||", "|||"],
                plus_minus: "±",
                is_latex: false,
            },
            Notation::Latex => NotationMarks {
                open: "\\{",
                close: "\\}",
                bars: ["\\mid ", "\\parallel ", "\\mathrel{|||}"],
                plus_minus: "\\pm ",
                is_latex: true,
            },
        }
    }
}

impl Values {
    /// The atomic weight of a value as text. `None` for values that are not all small, and for
    /// texts longer than `limit` bytes.
    pub fn atomic_weight_text(&mut self, v: Value, limit: usize) -> Option<String> {
        let weight = self.atomic_weight(v).ok()??;
        self.notation(weight, Notation::Text, limit)
    }

    /// The canonical form as text; `None` if the text has more than `limit` bytes, or the limits of
    /// the algebra end the computation.
    ///
    /// The time and the memory are linear in the length of the text times the depth of the form. A
    /// limit is needed, since the length may be exponential in the number of followers.
    pub fn notation(&mut self, v: Value, style: Notation, limit: usize) -> Option<String> {
        let mut writer = Writer::new(self, style);
        writer.most = limit as u64;
        if writer.length(v).ok()? > limit as u64 {
            return None;
        }
        Some(writer.text(v).ok()?.to_string())
    }

    /// The length of the canonical form's text in bytes, computed without writing the text. The
    /// greatest length that is told is 2^64 - 1.
    ///
    /// # Errors
    /// The errors of [`Values::neg`].
    pub fn notation_length(&mut self, v: Value, style: Notation) -> Result<u64, ValueError> {
        Writer::new(self, style).length(v)
    }
}

/// How a value is written, where the texts of its options are left open.
enum Shape {
    /// A text without options.
    Name(String),
    /// The text, then a value in parentheses.
    Of(String, Value),
    /// `±` before Left's options.
    PlusMinus(Vec<Value>),
    /// Braces and a run of bars between the options.
    Game {
        sides: [Vec<Value>; 2],
        /// The length of the run of bars.
        bars: usize,
        /// Whether the only option of a side is written without braces of its own.
        is_open: [bool; 2],
    },
}

struct Writer<'v> {
    values: &'v mut Values,
    style: Notation,
    marks: NotationMarks,
    shapes: FxHashMap<Value, Rc<Shape>>,
    lengths: FxHashMap<Value, u64>,
    /// The greatest length that is of use.
    most: u64,
    texts: FxHashMap<Value, Rc<str>>,
}

impl Writer<'_> {
    fn new(values: &mut Values, style: Notation) -> Writer<'_> {
        Writer {
            values,
            style,
            marks: style.marks(),
            shapes: FxHashMap::default(),
            lengths: FxHashMap::default(),
            most: u64::MAX,
            texts: FxHashMap::default(),
        }
    }

    fn shape(&mut self, v: Value) -> Result<Rc<Shape>, ValueError> {
        if let Some(known) = self.shapes.get(&v) {
            return Ok(known.clone());
        }
        self.check_parts(self.shapes.len())?;
        let shape = Rc::new(self.shape_of(v)?);
        self.shapes.insert(v, shape.clone());
        Ok(shape)
    }

    /// Refuses a text of this many parts. Each part has a character of its own, so the text of many
    /// parts is long.
    fn check_parts(&self, parts: usize) -> Result<(), ValueError> {
        match parts as u64 > self.most {
            true => Err(ValueError::Work),
            false => Ok(()),
        }
    }

    fn shape_of(&mut self, v: Value) -> Result<Shape, ValueError> {
        if let Some(nus) = self.values.nus(v) {
            return Ok(Shape::Name(self.marks.number_up_star(nus)));
        }
        let is_plain = self.style == Notation::Braces;
        if !is_plain && let Some(named) = self.infinitesimal(v)? {
            return Ok(named);
        }
        let sides = [self.values.lefts(v)?, self.values.rights(v)?];
        if !is_plain && self.is_symmetric(v, &sides)? {
            let [lefts, _] = sides;
            return Ok(Shape::PlusMinus(lefts));
        }
        let mut inner = [0; 2];
        if !is_plain {
            for (inner, side) in inner.iter_mut().zip(&sides) {
                if let &[option] = side.as_slice()
                    && let Shape::Game { bars, .. } = *self.shape(option)?
                    && bars < LONGEST_RUN
                {
                    *inner = bars;
                }
            }
        }
        Ok(Shape::Game {
            sides,
            bars: 1 + inner[0].max(inner[1]),
            is_open: inner.map(|bars| bars > 0),
        })
    }

    /// The name of an infinitesimal, perhaps with a number before it.
    fn infinitesimal(&mut self, v: Value) -> Result<Option<Shape>, ValueError> {
        let number = v.number();
        let before = match number == Dyadic::ZERO {
            true => String::new(),
            false => self.marks.number(number),
        };
        let alone = Value::of(v.form, Dyadic::ZERO);
        if let Some(uptimal) = self.values.uptimal(alone) {
            return Ok(Some(Shape::Name(before + &self.marks.uptimal(uptimal))));
        }
        let Some((name, of)) = self.values.tiny_or_miny(alone)? else {
            return Ok(None);
        };
        let plus = if before.is_empty() { "" } else { "+" };
        let name = match self.marks.is_latex {
            true => format!("\\mathrm{{{name}}}"),
            false => name.to_string(),
        };
        Ok(Some(Shape::Of(format!("{before}{plus}{name}"), of)))
    }

    /// Whether the game equals its negative.
    fn is_symmetric(&mut self, v: Value, sides: &[Vec<Value>; 2]) -> Result<bool, ValueError> {
        let stops = self.values.left_stop(v)? == self.values.right_stop(v).neg();
        Ok(stops && sides[0].len() == sides[1].len() && self.values.neg(v)? == v)
    }

    /// The length of the text in bytes.
    fn length(&mut self, v: Value) -> Result<u64, ValueError> {
        if let Some(&known) = self.lengths.get(&v) {
            return Ok(known);
        }
        self.check_parts(self.lengths.len())?;
        let [open, close] = [self.marks.open, self.marks.close].map(|mark| mark.len() as u64);
        let length = match &*self.shape(v)? {
            Shape::Name(name) => name.len() as u64,
            Shape::Of(name, of) => (name.len() as u64 + 2).saturating_add(self.length(*of)?),
            Shape::PlusMinus(lefts) => {
                let list = self.list_length(lefts, false)?;
                let around: usize = self.brackets(lefts)?.map(str::len).iter().sum();
                list.saturating_add((self.marks.plus_minus.len() + around) as u64)
            }
            Shape::Game {
                sides,
                bars,
                is_open,
            } => {
                let mut length = open + self.marks.bars[bars - 1].len() as u64 + close;
                for (side, &is_open) in sides.iter().zip(is_open) {
                    length = length.saturating_add(self.list_length(side, is_open)?);
                }
                length
            }
        };
        self.lengths.insert(v, length);
        Ok(length)
    }

    /// The brackets of Left's options after `±`: none around a number, and none around a game, which
    /// has braces of its own; else parentheses, so that braces after `±` have one meaning.
    fn brackets(&mut self, lefts: &[Value]) -> Result<[&'static str; 2], ValueError> {
        Ok(match *lefts {
            [x] if self.values.as_number(x).is_some() => ["", ""],
            [x] if matches!(*self.shape(x)?, Shape::Game { .. }) => ["", ""],
            _ => ["(", ")"],
        })
    }

    fn list_length(&mut self, options: &[Value], is_open: bool) -> Result<u64, ValueError> {
        let braces = self.marks.open.len() + self.marks.close.len();
        let mut length = options.len() as u64 - 1;
        for &option in options {
            length = length.saturating_add(self.length(option)?);
        }
        Ok(length - if is_open { braces as u64 } else { 0 })
    }

    fn text(&mut self, v: Value) -> Result<Rc<str>, ValueError> {
        if let Some(known) = self.texts.get(&v) {
            return Ok(known.clone());
        }
        let NotationMarks { open, close, .. } = self.marks;
        let text = match &*self.shape(v)? {
            Shape::Name(name) => name.clone(),
            Shape::Of(name, of) => format!("{name}({})", self.text(*of)?),
            Shape::PlusMinus(lefts) => {
                let list = self.list(lefts, false)?;
                let [before, after] = self.brackets(lefts)?;
                format!("{}{before}{list}{after}", self.marks.plus_minus)
            }
            Shape::Game {
                sides: [lefts, rights],
                bars,
                is_open,
            } => {
                let lefts = self.list(lefts, is_open[0])?;
                let rights = self.list(rights, is_open[1])?;
                format!("{open}{lefts}{}{rights}{close}", self.marks.bars[bars - 1])
            }
        };
        let text: Rc<str> = text.into();
        self.texts.insert(v, text.clone());
        Ok(text)
    }

    /// The texts of the options, in an order that depends only on these texts.
    fn list(&mut self, options: &[Value], is_open: bool) -> Result<String, ValueError> {
        let texts: Result<Vec<Rc<str>>, ValueError> =
            options.iter().map(|&option| self.text(option)).collect();
        let mut texts = texts?;
        texts.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        let list = texts.join(",");
        if is_open {
            let within = self.marks.open.len()..list.len() - self.marks.close.len();
            return Ok(list[within].to_string());
        }
        Ok(list)
    }
}

impl NotationMarks {
    fn number(&self, x: Dyadic) -> String {
        if !self.is_latex || x.is_integer() {
            return x.to_string();
        }
        let sign = if x < Dyadic::ZERO { "-" } else { "" };
        let (numerator, denominator) = (x.numerator().unsigned_abs(), 1u64 << x.exponent());
        format!("{sign}\\frac{{{numerator}}}{{{denominator}}}")
    }

    fn arrow(&self, is_down: bool) -> &'static str {
        match (self.is_latex, is_down) {
            (false, false) => "^",
            (false, true) => "v",
            (true, false) => "{\\uparrow}",
            (true, true) => "{\\downarrow}",
        }
    }

    fn number_up_star(&self, nus: NumberUpStar) -> String {
        let mut text = String::new();
        if nus.number != Dyadic::ZERO || (nus.up, nus.nim) == (0, 0) {
            text = self.number(nus.number);
        }
        let arrow = self.arrow(nus.up < 0);
        // In LaTeX `\uparrow^3` is the third up-power, so three ups are a multiple.
        let _ = match (nus.up.unsigned_abs(), self.is_latex) {
            (0, _) => Ok(()),
            (1, _) => write!(text, "{arrow}"),
            (2, false) => write!(text, "{arrow}{arrow}"),
            (n, false) => write!(text, "{arrow}{n}"),
            (n, true) if text.is_empty() => write!(text, "{n}{{\\cdot}}{arrow}"),
            (n, true) => write!(text, "+{n}{{\\cdot}}{arrow}"),
        };
        text + &self.star(nus.nim)
    }

    fn star(&self, nim: u32) -> String {
        match (nim, self.is_latex) {
            (0, _) => String::new(),
            (1, false) => "*".to_string(),
            (1, true) => "{*}".to_string(),
            (m, false) => format!("*{m}"),
            (m, true) => format!("{{*}}_{{{m}}}"),
        }
    }

    fn uptimal(&self, uptimal: Uptimal) -> String {
        let Uptimal {
            n,
            is_sum,
            is_down,
            is_starred,
        } = uptimal;
        let exponent = match (self.is_latex, is_sum) {
            (false, false) => format!("<{n}>"),
            (false, true) => format!("[{n}]"),
            (true, false) => format!("{{{n}}}"),
            (true, true) => format!("{{[{n}]}}"),
        };
        let place = match (self.is_latex, is_down) {
            (false, _) => "",
            (true, false) => "^",
            (true, true) => "_",
        };
        let star = self.star(u32::from(is_starred));
        format!("{}{place}{exponent}{star}", self.arrow(is_down))
    }
}
