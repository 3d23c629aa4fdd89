//! The checker's own thermographs, computed exactly from the definition.
//!
//! For a game G that is no integer, the scaffolds are
//! `L_t = max over G^L of RW_t(G^L) - t` and `R_t = min over G^R of LW_t(G^R) + t` for t ≥ -1.
//! The temperature is the least t at which the scaffolds meet, and the mean is their value at this
//! t. Below the temperature the walls LW and RW are the scaffolds; above it both walls are the
//! mean. An integer has temperature -1, and its mean is the integer. (Siegel, *Combinatorial Game
//! Theory*, II.5, continued down to t = -1; so a number k / 2^m gets the temperature -1 / 2^m.)

use super::algebra::{GameTable, Id};
use super::{CheckError, Dyadic};
use boilingpoint_rules::Player;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::rc::Rc;

/// A piece of a wall. At temperature `from` the wall has the value `value`, and from there on the
/// slope `slope`.
#[derive(Clone, Copy)]
struct Piece {
    from: Dyadic,
    value: Dyadic,
    slope: i32,
}

impl Piece {
    fn at(&self, t: Dyadic) -> Result<Dyadic, CheckError> {
        self.value.plus(t.minus(self.from)?.times(self.slope)?)
    }
}

/// A wall: a continuous piecewise linear function of t ≥ -1.
type Wall = Vec<Piece>;

/// A thermograph: both walls, the temperature and the mean.
pub(super) struct Thermograph {
    left: Wall,
    right: Wall,
    pub(super) temperature: Dyadic,
    pub(super) mean: Dyadic,
}

impl Thermograph {
    /// The corners `(t, value)` of the left wall and of the right wall, from t = -1 upward.
    pub(super) fn corners(&self) -> [Vec<(Dyadic, Dyadic)>; 2] {
        [&self.left, &self.right].map(|wall| wall.iter().map(|p| (p.from, p.value)).collect())
    }

    /// The values of the left wall and of the right wall at temperature `t`.
    pub(super) fn walls_at(&self, t: Dyadic) -> Result<[Dyadic; 2], CheckError> {
        Ok([
            piece_at(&self.left, t).at(t)?,
            piece_at(&self.right, t).at(t)?,
        ])
    }
}

/// Computes the thermographs of the games in a table, each of them once.
pub(super) struct Thermographer<'a> {
    algebra: &'a GameTable,
    drawn: FxHashMap<Id, Rc<Thermograph>>,
}

impl<'a> Thermographer<'a> {
    pub(super) fn new(algebra: &'a GameTable) -> Thermographer<'a> {
        Thermographer {
            algebra,
            drawn: FxHashMap::default(),
        }
    }

    /// The thermograph of the game `g`.
    pub(super) fn draw(&mut self, g: Id) -> Result<Rc<Thermograph>, CheckError> {
        if let Some(drawn) = self.drawn.get(&g) {
            return Ok(Rc::clone(drawn));
        }
        let meter = &self.algebra.meter;
        meter.descend()?;
        let drawn = Rc::new(match self.algebra.number(g) {
            Some(n) if n.is_integer() => mast(n),
            _ => self.draw_hot(g)?,
        });
        meter.ascend();
        meter.entry(size_of::<(Id, Rc<Thermograph>)>() + 1)?;
        let pieces = drawn.left.capacity() + drawn.right.capacity();
        meter.hold(size_of::<Thermograph>() + pieces * size_of::<Piece>() + 64)?;
        self.drawn.insert(g, Rc::clone(&drawn));
        Ok(drawn)
    }

    /// The thermograph of a game that is not an integer.
    fn draw_hot(&mut self, g: Id) -> Result<Thermograph, CheckError> {
        let options = self.algebra.options(g);
        let left = self.scaffold(&options.left, Player::Left)?;
        let right = self.scaffold(&options.right, Player::Right)?;
        match (left, right) {
            (Some(left), Some(right)) => closed(left, right),
            _ => Err(CheckError::Inconsistent(
                "a game that is no integer lacks options",
            )),
        }
    }

    /// The scaffold that follows from the options of a player; `None` if there are none.
    fn scaffold(&mut self, options: &[Id], player: Player) -> Result<Option<Wall>, CheckError> {
        let mut scaffold: Option<Wall> = None;
        for &option in options {
            let drawn = self.draw(option)?;
            let (wall, wanted) = match player {
                Player::Left => (tilted(&drawn.right, -1)?, Ordering::Greater),
                Player::Right => (tilted(&drawn.left, 1)?, Ordering::Less),
            };
            let corners = wall.len() + scaffold.as_ref().map_or(0, Vec::len);
            self.algebra.meter.work(corners)?;
            scaffold = Some(match scaffold {
                None => wall,
                Some(best) => outer(&best, &wall, wanted)?,
            });
        }
        Ok(scaffold)
    }
}

/// The thermograph of an integer: a vertical mast.
fn mast(n: Dyadic) -> Thermograph {
    let temperature = Dyadic::integer(-1);
    let wall = vec![Piece {
        from: temperature,
        value: n,
        slope: 0,
    }];
    Thermograph {
        left: wall.clone(),
        right: wall,
        temperature,
        mean: n,
    }
}

/// The piece of a wall that covers the temperature `t`.
fn piece_at(wall: &[Piece], t: Dyadic) -> &Piece {
    &wall[wall.partition_point(|p| p.from <= t) - 1]
}

/// The wall with `slope` times t added to it.
fn tilted(wall: &[Piece], slope: i32) -> Result<Wall, CheckError> {
    wall.iter()
        .map(|p| {
            Ok(Piece {
                value: p.value.plus(p.from.times(slope)?)?,
                slope: p.slope + slope,
                ..*p
            })
        })
        .collect()
}

/// The temperatures at which a piece of either wall begins, in increasing order.
fn beginnings(a: &[Piece], b: &[Piece]) -> Vec<Dyadic> {
    let mut all: Vec<Dyadic> = a.iter().chain(b).map(|p| p.from).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The temperature at which two lines meet. The lines are `gap` apart at `t`, and approach each
/// other with slope `closing`.
fn meeting(t: Dyadic, gap: Dyadic, closing: i32) -> Result<Dyadic, CheckError> {
    match closing {
        1 => t.plus(gap),
        2 => t.plus(gap.halved()?),
        _ => Err(CheckError::Inconsistent(
            "a thermograph has a slope other than -1, 0 and 1",
        )),
    }
}

/// The greater (or the lesser, depending on `wanted`) of two walls at each temperature.
fn outer(a: &[Piece], b: &[Piece], wanted: Ordering) -> Result<Wall, CheckError> {
    let starts = beginnings(a, b);
    let mut wall: Wall = Vec::new();
    let mut push = |piece: Piece| {
        if wall
            .last()
            .is_none_or(|last: &Piece| last.slope != piece.slope)
        {
            wall.push(piece);
        }
    };
    for (i, &t) in starts.iter().enumerate() {
        let here = |p: &Piece| -> Result<Piece, CheckError> {
            Ok(Piece {
                from: t,
                value: p.at(t)?,
                slope: p.slope,
            })
        };
        let (a, b) = (here(piece_at(a, t))?, here(piece_at(b, t))?);
        let a_first = (a.value, a.slope).cmp(&(b.value, b.slope)) == wanted;
        let (first, second) = if a_first { (a, b) } else { (b, a) };
        push(first);
        if second.slope.cmp(&first.slope) == wanted {
            let gap = first
                .value
                .max(second.value)
                .minus(first.value.min(second.value))?;
            let from = meeting(t, gap, (second.slope - first.slope).abs())?;
            if starts.get(i + 1).is_none_or(|&end| from < end) {
                push(Piece {
                    from,
                    value: first.at(from)?,
                    slope: second.slope,
                });
            }
        }
    }
    Ok(wall)
}

/// The thermograph with the given scaffolds. Its walls are the scaffolds up to the point where
/// these first meet.
fn closed(left: Wall, right: Wall) -> Result<Thermograph, CheckError> {
    let starts = beginnings(&left, &right);
    for (i, &t) in starts.iter().enumerate() {
        let (l, r) = (piece_at(&left, t), piece_at(&right, t));
        let gap = l.at(t)?.minus(r.at(t)?)?;
        if gap < Dyadic::integer(0) {
            return Err(CheckError::Inconsistent(
                "the scaffolds of a thermograph cross below temperature -1",
            ));
        }
        let closing = r.slope - l.slope;
        let temperature = if gap == Dyadic::integer(0) {
            t
        } else if closing == 0 {
            continue;
        } else {
            meeting(t, gap, closing)?
        };
        if starts.get(i + 1).is_none_or(|&end| temperature < end) {
            let mean = l.at(temperature)?;
            let (left, right) = (cut(left, temperature, mean), cut(right, temperature, mean));
            return Ok(Thermograph {
                left,
                right,
                temperature,
                mean,
            });
        }
    }
    Err(CheckError::Inconsistent(
        "the scaffolds of a thermograph never meet",
    ))
}

/// The wall up to `temperature`, followed by the mast.
fn cut(mut wall: Wall, temperature: Dyadic, mean: Dyadic) -> Wall {
    wall.retain(|p| p.from < temperature);
    if wall.last().is_none_or(|p| p.slope != 0) {
        wall.push(Piece {
            from: temperature,
            value: mean,
            slope: 0,
        });
    }
    wall
}
