//! A canonical form that somebody claims, and its comparison with the checker's own.
//!
//! The claim is a plain list of nodes. The checker builds each node with its own algebra, and
//! refuses a node whose canonical form has other options than the node.

use super::algebra::{GameTable, Id, ZERO};
use super::{CheckError, Dyadic};

/// A position of a claimed canonical form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormNode {
    /// The number `numerator / 2^exponent`.
    Number {
        /// The numerator.
        numerator: i64,
        /// The exponent of the denominator.
        exponent: u32,
    },
    /// The game with these options. Each option is the index of an earlier node.
    Options {
        /// The options of Left.
        left: Vec<usize>,
        /// The options of Right.
        right: Vec<usize>,
    },
}

/// The result of comparing a claimed form with the checker's value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormVerdict {
    /// The last node is the canonical form of the value.
    Same,
    /// The claim is not the canonical form of the value; the text says why.
    Other(String),
}

impl GameTable {
    /// Compares a claimed form with a value. The last node of the claim is the form itself.
    pub(super) fn compare_form(
        &mut self,
        claim: &[FormNode],
        value: Id,
    ) -> Result<FormVerdict, CheckError> {
        Ok(match self.built(claim)? {
            Ok(form) if form == value => FormVerdict::Same,
            Ok(_) => FormVerdict::Other("it is the form of another game".into()),
            Err(why) => FormVerdict::Other(why),
        })
    }

    /// Whether a value is at most the game of a form, and whether it is at least that game; `None`
    /// if the form is not canonical.
    pub(super) fn order_to_form(
        &mut self,
        value: Id,
        form: &[FormNode],
    ) -> Result<Option<[bool; 2]>, CheckError> {
        let Ok(other) = self.built(form)? else {
            return Ok(None);
        };
        Ok(Some([self.le(value, other)?, self.le(other, value)?]))
    }

    /// The game of a form, whose last node is the form itself; or the reason why the form is not
    /// canonical.
    fn built(&mut self, form: &[FormNode]) -> Result<Result<Id, String>, CheckError> {
        let mut built: Vec<Id> = Vec::with_capacity(form.len());
        for (i, node) in form.iter().enumerate() {
            self.meter.work(1)?;
            let id = match node {
                &FormNode::Number {
                    numerator,
                    exponent,
                } => self.number_of(numerator, exponent)?,
                FormNode::Options { left, right } => {
                    let sides = [left, right].map(|side| {
                        let built = side.iter().map(|&j| built.get(j).copied());
                        built.collect::<Option<Vec<Id>>>()
                    });
                    let [Some(left), Some(right)] = sides else {
                        return Ok(Err(format!(
                            "position {i} has an option that is no earlier position"
                        )));
                    };
                    let id = self.canonical(left.clone(), right.clone())?;
                    let options = self.options(id);
                    let is_same = |mut side: Vec<Id>, own: &[Id]| {
                        side.sort_unstable();
                        side == own
                    };
                    if !is_same(left, &options.left) || !is_same(right, &options.right) {
                        return Ok(Err(format!("position {i} is not in canonical form")));
                    }
                    id
                }
            };
            built.push(id);
        }
        Ok(built.last().copied().ok_or_else(|| "it is empty".into()))
    }

    /// The canonical form of a number: `n + 1 = {n|}`, `-n - 1 = {|-n}`, and
    /// `k/2^m = {(k-1)/2^m | (k+1)/2^m}` for odd `k`.
    pub(super) fn number_of(&mut self, numerator: i64, exponent: u32) -> Result<Id, CheckError> {
        let number = Dyadic::over_power(numerator, exponent)?;
        if let Some(&known) = self.numbers.get(&number) {
            return Ok(known);
        }
        let id = match number.is_integer() {
            true => self.integer_of(number.numerator())?,
            false => {
                let (k, m) = (number.numerator(), number.denominator().trailing_zeros());
                let [less, more] = [k.checked_sub(1), k.checked_add(1)];
                self.meter.descend()?;
                let left = self.number_of(less.ok_or(CheckError::Overflow)?, m)?;
                let right = self.number_of(more.ok_or(CheckError::Overflow)?, m)?;
                self.meter.ascend();
                self.canonical(vec![left], vec![right])?
            }
        };
        self.meter.entry(size_of::<(Dyadic, Id)>() + 1)?;
        self.numbers.insert(number, id);
        Ok(id)
    }

    fn integer_of(&mut self, n: i64) -> Result<Id, CheckError> {
        let mut id = ZERO;
        for _ in 0..n.unsigned_abs() {
            id = match n > 0 {
                true => self.canonical(vec![id], vec![])?,
                false => self.canonical(vec![], vec![id])?,
            };
        }
        Ok(id)
    }
}
