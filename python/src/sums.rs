//! In which component of a sum to move, and by which of its options.

use crate::arguments::Arg;
use crate::error::{self, OrRaise};
use crate::play::player;
use crate::thermograph::PyThermograph;
use boilingpoint_rules::Player;
use boilingpoint_values::{Thermograph, hotstrat, thermostrat};
use pyo3::prelude::*;

/// The index of the component in which a strategy moves for a player; `None` if all are numbers.
#[pyfunction]
pub fn _component(
    strategy: &str,
    player: Arg<&str>,
    thermographs: Vec<Py<PyThermograph>>,
) -> PyResult<Option<usize>> {
    let all: Vec<&Thermograph> = thermographs.iter().map(|t| t.get().walls()).collect();
    let is_left = self::player(player.0)? == Player::Left;
    match strategy {
        "hotstrat" => Ok(hotstrat(&all)),
        "thermostrat" => Ok(thermostrat(&all, is_left)
            .or_raise()?
            .map(|found| found.component)),
        _ => Err(error::input(format!("there is no strategy {strategy:?}"))),
    }
}

/// Whether an option of a component is orthodox for a player at the component's temperature.
#[pyfunction]
pub fn _is_orthodox(
    player: Arg<&str>,
    component: &PyThermograph,
    option: &PyThermograph,
) -> PyResult<bool> {
    let own = component.walls();
    let is_left = self::player(player.0)? == Player::Left;
    own.is_orthodox(is_left, option.walls(), own.temperature)
        .or_raise()
}
