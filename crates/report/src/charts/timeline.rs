//! The moments of a run: for each generation, the number of boards and the seconds until its end.

use super::axis::{Across, Axis, AxisRange, View};
use super::*;
use crate::ReportedRun;

/// The end of a generation, measured by each of [`Axis::ALL`].
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    pub(crate) generation: u64,
    pub(crate) asked: u64,
    pub(crate) valued: u64,
    pub(crate) seconds: f64,
}

impl Moment {
    fn at(&self, axis: Axis) -> f64 {
        match axis {
            Axis::Generation => self.generation as f64,
            Axis::Asked => self.asked as f64,
            Axis::Valued => self.valued as f64,
            Axis::Seconds => self.seconds,
        }
    }
}

/// The moments of a run, one for each row of `progress.csv`.
pub struct Timeline {
    pub(crate) moments: Vec<Moment>,
    /// The number of the last generation in any log.
    last_generation: f64,
}

impl Timeline {
    pub(crate) fn of(run: &ReportedRun) -> Timeline {
        let mut asked = 0_u64;
        let moment = |row: &boilingpoint_record::rows::ProgressRow| {
            asked = asked.saturating_add(row.asked);
            let seconds = run.view.seconds_at(row.generation).unwrap_or(0.0);
            Moment {
                generation: row.generation,
                asked,
                valued: row.boards_valued,
                // A log may come from another machine and have any text in its cells.
                seconds: if seconds.is_finite() {
                    seconds.max(0.0)
                } else {
                    0.0
                },
            }
        };
        Timeline {
            moments: run.view.progress.iter().map(moment).collect(),
            last_generation: run.view.last_generation(),
        }
    }

    /// The number of a row on an axis.
    pub(super) fn at(&self, row: usize, axis: Axis) -> f64 {
        self.moments.get(row).map_or(0.0, |m| m.at(axis))
    }

    /// The number of the end of a generation on an axis.
    pub(super) fn at_generation(&self, generation: u64, axis: Axis) -> f64 {
        if axis == Axis::Generation {
            return generation as f64;
        }
        let row = self.moments.partition_point(|m| m.generation < generation);
        self.at(row.min(self.moments.len().saturating_sub(1)), axis)
    }

    /// The moment of a board on an axis. Only the number of boards asked is known exactly; by
    /// others the board lies at the end of its generation.
    pub(super) fn at_board(&self, generation: u64, asked: Option<u64>, axis: Axis) -> f64 {
        match asked {
            Some(asked) if axis == Axis::Asked => asked as f64,
            _ => self.at_generation(generation, axis),
        }
    }

    /// The greatest number on an axis, and never 0.
    pub(super) fn last(&self, axis: Axis) -> f64 {
        let all = self.moments.iter().map(|m| m.at(axis));
        let last = all.fold(0.0, f64::max);
        match axis {
            Axis::Generation => last.max(self.last_generation),
            _ if last > 0.0 => last,
            _ => 1.0,
        }
    }

    /// The least positive number on an axis.
    fn first(&self, axis: Axis) -> f64 {
        let all = self.moments.iter().map(|m| m.at(axis));
        let first = all.filter(|x| *x > 0.0).fold(f64::INFINITY, f64::min);
        if first.is_finite() { first } else { 1.0 }
    }

    /// The horizontal axis of a view.
    pub(super) fn axis(&self, view: View) -> AxisRange {
        self.axis_until(view, self.last(view.axis))
    }

    /// The horizontal axis of a view, until this number.
    pub(super) fn axis_until(&self, view: View, end: f64) -> AxisRange {
        let first = self.first(view.axis);
        let end = if end > 0.0 { end } else { first };
        AxisRange::across(view.is_log, first.min(end), end)
    }

    /// A picture for each axis, linear and logarithmic. `draw` draws one of them, and says where its
    /// axis is.
    pub(super) fn pictures(
        &self,
        draw: impl Fn(View) -> Result<(Picture, Option<Across>), ReportError>,
    ) -> Result<Vec<Picture>, ReportError> {
        let views = |axis: Axis| View::of(axis, self.first(axis), self.last(axis));
        pictures(Axis::ALL.into_iter().flat_map(views), draw)
    }
}

/// A picture for each view.
pub(super) fn pictures(
    views: impl Iterator<Item = View>,
    draw: impl Fn(View) -> Result<(Picture, Option<Across>), ReportError>,
) -> Result<Vec<Picture>, ReportError> {
    views
        .map(|view| {
            let (mut picture, across) = draw(view)?;
            picture.view = Some(view);
            picture.across = across;
            Ok(picture)
        })
        .collect()
}
