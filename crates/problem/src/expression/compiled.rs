//! Compiled expressions: names are replaced by indices of a table, for evaluation on many boards.

use super::interval::{self, QuantityBounds};
use super::tree::Term;
use super::{Absent, Expression, InvariantName, Quantity, Undefined, UnknownName, eval};

/// An expression whose names are replaced by indices of a table of invariants.
#[derive(Clone, Debug)]
pub struct Compiled {
    root: Term,
    needed: Vec<usize>,
    names: Vec<String>,
}

impl Compiled {
    pub(super) fn new(
        expression: &Expression,
        table: &[InvariantName],
    ) -> Result<Compiled, UnknownName> {
        let needed = expression
            .names
            .iter()
            .map(|name| {
                table
                    .iter()
                    .position(|entry| entry.name == *name)
                    .ok_or_else(|| UnknownName(name.clone()))
            })
            .collect::<Result<Vec<usize>, _>>()?;
        let mut root = expression.root.clone();
        root.for_each_name(&mut |place| *place = needed[*place]);
        Ok(Compiled {
            root,
            needed,
            names: expression.names.clone(),
        })
    }

    /// The indices of the table that the expression uses, in the alphabetical order of the names.
    pub fn needed(&self) -> &[usize] {
        &self.needed
    }

    /// Whether the expression is a number that is whole wherever it is defined, if the indices for
    /// which `is_whole` holds are.
    pub fn is_whole(&self, is_whole: &dyn Fn(usize) -> bool) -> bool {
        self.root.is_whole(is_whole)
    }

    /// Evaluates the expression; `get` returns the value at an index.
    ///
    /// # Errors
    /// [`Undefined`] gives the reason why the expression has no value.
    pub fn eval(
        &self,
        mut get: impl FnMut(usize) -> Result<Quantity, Absent>,
    ) -> Result<Quantity, Undefined> {
        eval::eval(&self.root, &mut |place: usize| {
            get(place).map_err(|absent| absent.of(self.name(place)))
        })
    }

    /// Evaluates the expression on bounds; `get` returns the bounds at an index. The result is
    /// `None` if the bounds do not decide the value.
    pub fn between(
        &self,
        mut get: impl FnMut(usize) -> Option<QuantityBounds>,
    ) -> Option<QuantityBounds> {
        interval::between(&self.root, &mut get)
    }

    /// The name with an index of the table.
    fn name(&self, place: usize) -> &str {
        let at = self.needed.iter().position(|&p| p == place);
        at.map_or("", |i| self.names[i].as_str())
    }
}
