//! In which component of a sum to move, by thermographs alone.
//!
//! *Hotstrat* moves in the component of the greatest temperature. *Thermostrat* (Berlekamp, Conway,
//! Guy, *Winning Ways*, ch. 6) adds the walls: if Left moves, it looks at the sum of all right
//! walls plus the greatest width of a component, at each tax. The *ambient temperature* is the
//! least tax at which this is greatest, and Left moves in the component that is widest there. For
//! Right the sides are exchanged.

use super::{Dyadic, Thermograph, ValueError};

/// A component of a sum to move in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComponentChoice {
    /// The index of the component.
    pub component: usize,
    /// The ambient temperature.
    pub ambient: Dyadic,
}

/// The component of the greatest temperature; `None` if all are numbers, in which a move costs.
pub fn hotstrat(sum: &[&Thermograph]) -> Option<usize> {
    let hot = (0..)
        .zip(sum)
        .filter(|(_, t)| t.temperature >= Dyadic::ZERO);
    // Of equal ones, the first.
    let hottest = hot.max_by_key(|&(i, t)| (t.temperature, std::cmp::Reverse(i)));
    hottest.map(|(i, _)| i)
}

/// The component in which Thermostrat moves for a player; `None` if all are numbers.
///
/// # Errors
/// [`ValueError::Overflow`] when a wall does not fit into exact arithmetic.
pub fn thermostrat(
    sum: &[&Thermograph],
    is_left: bool,
) -> Result<Option<ComponentChoice>, ValueError> {
    if hotstrat(sum).is_none() {
        return Ok(None);
    }
    // The bound is the greatest of finitely many functions that are linear between corners, and a
    // greatest of linear functions has its greatest value at an end.
    let walls = sum.iter().flat_map(|t| [&t.left, &t.right]);
    let corners = walls.flat_map(|wall| wall.corners()).map(|corner| corner.0);
    let mut taxes: Vec<Dyadic> = corners.filter(|t| *t >= Dyadic::ZERO).collect();
    taxes.push(Dyadic::ZERO);
    taxes.sort_unstable();
    taxes.dedup();
    let mut best: Option<(Dyadic, ComponentChoice)> = None;
    for ambient in taxes {
        let (bound, component) = bound(sum, is_left, ambient)?;
        if best.is_none_or(|(known, _)| bound > known) {
            best = Some((bound, ComponentChoice { component, ambient }));
        }
    }
    Ok(best.map(|(_, choice)| choice))
}

/// The bound at a tax, as a gain of the player who moves, and the widest component.
fn bound(sum: &[&Thermograph], is_left: bool, tax: Dyadic) -> Result<(Dyadic, usize), ValueError> {
    let mut total = Dyadic::ZERO;
    let mut widest = (Dyadic::ZERO, Dyadic::ZERO, 0);
    for (i, thermograph) in sum.iter().enumerate() {
        let (left, right) = (thermograph.left.at(tax)?, thermograph.right.at(tax)?);
        total = match is_left {
            true => total.add(right)?,
            false => total.sub(left)?,
        };
        // Of equally wide ones, the hottest.
        let this = (left.sub(right)?, thermograph.temperature, i);
        if i == 0 || (this.0, this.1) > (widest.0, widest.1) {
            widest = this;
        }
    }
    Ok((total.add(widest.0)?, widest.2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Values;

    /// The components in which the strategies move, for Left and for Right.
    fn chosen(sum: &[&str]) -> (Option<usize>, [Option<usize>; 2]) {
        let mut values = Values::new();
        let mut thermograph = |text: &&str| {
            let value = values.parse(text).unwrap();
            values.thermograph(value).unwrap()
        };
        let thermographs: Vec<_> = sum.iter().map(&mut thermograph).collect();
        let all: Vec<&Thermograph> = thermographs.iter().map(AsRef::as_ref).collect();
        let by = |is_left| thermostrat(&all, is_left).unwrap().map(|c| c.component);
        (hotstrat(&all), [by(true), by(false)])
    }

    #[test]
    fn of_switches_the_greatest_is_played() {
        let switches = ["±1", "±5", "{4|-2}"];
        assert_eq!(chosen(&switches), (Some(1), [Some(1), Some(1)]));
        assert_eq!(chosen(&["1", "-3/2"]), (None, [None, None]));
        assert_eq!(chosen(&["3", "*"]), (Some(1), [Some(1), Some(1)]));
    }

    #[test]
    fn of_equal_choices_the_first_is_taken_at_the_least_tax() {
        let mut values = Values::new();
        let switch = values.parse("±1").unwrap();
        let switch = values.thermograph(switch).unwrap();
        let sum = [switch.as_ref(), switch.as_ref()];
        for is_left in [true, false] {
            let choice = thermostrat(&sum, is_left).unwrap().unwrap();
            assert_eq!((choice.component, choice.ambient), (0, Dyadic::ZERO));
        }
    }

    #[test]
    fn the_widest_component_need_not_be_the_hottest() {
        // Left's move in the first component threatens 20 and has to be answered. So Right does
        // better to take the second: the result is then 4 - 3 = 1, and otherwise 0 + 3 = 3.
        let sum = ["{{20|4}|0}", "±3"];
        assert_eq!(chosen(&sum), (Some(0), [Some(0), Some(1)]));
    }
}
