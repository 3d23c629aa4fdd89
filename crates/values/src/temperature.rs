//! Thermographs of values, computed from the thermographs of their options.

use super::calc::Calc;
use super::{Dyadic, Thermograph, Value, ValueError};
use std::sync::Arc;

impl Calc<'_> {
    /// The temperature of the game `{lefts | -lefts}`, where at least one value in `lefts` has a
    /// positive right stop.
    ///
    /// The mean is 0, so the temperature is the penalty at which the Left scaffold reaches 0: the
    /// greatest of the penalties at which the options' right walls, less `t`, reach 0. A right wall
    /// is nowhere above its mast and, for `t >= 0`, nowhere below the right stop. So the greatest
    /// right stop is a lower bound, and an option whose left stop or mean is not greater can be
    /// skipped.
    pub fn temperature_of_hot_self_negative(
        &mut self,
        lefts: &[Value],
    ) -> Result<Dyadic, ValueError> {
        let stops = lefts.iter().map(|v| v.number());
        let mut hottest = stops.fold(Dyadic::ZERO, |most, stop| most.max(stop));
        for &v in lefts {
            if v.number() <= Dyadic::ZERO || self.left_stop(v)? <= hottest {
                continue;
            }
            let floor = Dyadic::integer(v.number().floor());
            let thermograph = self.thermograph_of_fraction(v.plus(floor.neg())?)?;
            if thermograph.mean.add(floor)? > hottest {
                let met = thermograph.right.falls_to(floor, 1)?;
                hottest = met.map_or(hottest, |t| hottest.max(t));
            }
        }
        Ok(hottest)
    }

    /// The thermograph of a value.
    ///
    /// Adding an integer moves both walls. Adding another number moves the walls only at `t >= 0`,
    /// since an option that is a number has walls of its own below 0. So thermographs are memoised
    /// by the form and the fractional part of the number.
    pub fn thermograph(&mut self, v: Value) -> Result<Thermograph, ValueError> {
        let floor = Dyadic::integer(v.number().floor());
        self.thermograph_of_fraction(v.plus(floor.neg())?)?
            .translated(floor)
    }

    /// The thermograph of a value whose number is at least 0 and less than 1; from the memo, or
    /// else computed.
    fn thermograph_of_fraction(&mut self, v: Value) -> Result<Arc<Thermograph>, ValueError> {
        if let Some(known) = self.memo.thermographs.get(&v) {
            return Ok(known.clone());
        }
        self.tick()?;
        let made = Arc::new(match v.as_number() {
            Some(Dyadic::ZERO) => Thermograph::integer(Dyadic::ZERO),
            Some(x) => {
                let left = x.left_option().map(Value::of_number);
                let right = x.right_option().map(Value::of_number);
                self.thermograph_of_options(left.as_slice(), right.as_slice(), Dyadic::ZERO)?
            }
            None => {
                let form = self.form(v);
                self.thermograph_of_options(form.lefts(), form.rights(), v.number())?
            }
        });
        self.memo.thermographs.insert(v, made.clone());
        Ok(made)
    }

    fn thermograph_of_options(
        &mut self,
        lefts: &[Value],
        rights: &[Value],
        number: Dyadic,
    ) -> Result<Thermograph, ValueError> {
        let mut all = |options: &[Value]| -> Result<Vec<Thermograph>, ValueError> {
            let options = options.iter();
            options.map(|w| self.thermograph(w.plus(number)?)).collect()
        };
        let (lefts, rights) = (all(lefts)?, all(rights)?);
        Thermograph::of_options(&lefts, &rights)
    }
}
