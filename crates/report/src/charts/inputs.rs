//! The data of the charts of a run, and the size of the charts.

use super::bests::Bests;
use super::timeline::Timeline;
use super::*;
use crate::ReportedRun;
use boilingpoint_draw::{PageWidth, Svg};
use std::str::FromStr;

/// Pixels of a chart for each millimetre of a paper. The text of labels is then about 7 points high.
const PIXELS: f64 = 4.0;
/// The height of a title, which charts for papers lack: a paper has a caption.
const TITLE_HEIGHT: u32 = 28;

/// The width of charts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Sheet {
    /// A page on a screen.
    Page,
    /// A column of a paper.
    Column(PageWidth),
}

/// The least and the greatest width of a column, in centimetres.
const COLUMNS: std::ops::RangeInclusive<f64> = 6.0..=30.0;

/// The text is not the width of a column.
#[derive(Debug, thiserror::Error)]
#[error("expected a width from 6cm to 30cm, such as 84mm, 3.3in or 246pt")]
pub struct ColumnError;

impl FromStr for Sheet {
    type Err = ColumnError;

    fn from_str(text: &str) -> Result<Sheet, ColumnError> {
        let width: PageWidth = text.parse().map_err(|_| ColumnError)?;
        let is_column = COLUMNS.contains(&width.centimetres());
        is_column.then_some(Sheet::Column(width)).ok_or(ColumnError)
    }
}

impl Sheet {
    /// The width in pixels.
    pub(super) fn width(self) -> u32 {
        match self {
            Sheet::Page => SIZE.0,
            Sheet::Column(width) => (PIXELS * 10.0 * width.centimetres()).round() as u32,
        }
    }

    /// The height of a chart whose height on a page is given. Narrow charts are less high.
    pub(super) fn height(self, on_page: u32) -> u32 {
        let share = f64::from(self.width()) / f64::from(SIZE.0);
        (f64::from(on_page) * share.clamp(0.65, 1.0)) as u32
    }

    /// The height of a title in pixels. Only a chart on a page has one.
    pub(super) fn title_height(self) -> u32 {
        match self {
            Sheet::Page => TITLE_HEIGHT,
            Sheet::Column(_) => 0,
        }
    }

    /// Draws a new picture of this height.
    pub(super) fn chart(
        self,
        name: &'static str,
        title: &str,
        height: u32,
        draw: impl FnOnce(&Area) -> DrawResult,
    ) -> Result<Picture, ReportError> {
        if self == Sheet::Page {
            return chart(name, title, height, draw);
        }
        let size = (self.width(), height.saturating_sub(TITLE_HEIGHT));
        let mut picture = chart_of(name, title, size, draw)?;
        let mut svg = Svg::read(&picture.svg);
        let millimetres = |pixels: u32| format!("{:.2}mm", f64::from(pixels) / PIXELS);
        svg.set("width", &millimetres(size.0));
        svg.set("height", &millimetres(size.1));
        picture.svg = svg.to_string();
        Ok(picture)
    }
}

/// A run with its moments, its best boards, and the width of its charts.
pub struct ChartInputs<'a> {
    /// The name of the run.
    pub run: &'a ReportedRun,
    /// The moments of the run.
    pub timeline: Timeline,
    /// The best boards of the run.
    pub bests: Bests<'a>,
    pub(super) sheet: Sheet,
}

impl<'a> ChartInputs<'a> {
    /// The inputs of the charts of a run.
    pub fn new(run: &'a ReportedRun, sheet: Sheet) -> ChartInputs<'a> {
        ChartInputs {
            run,
            timeline: Timeline::of(run),
            bests: Bests::of(run),
            sheet,
        }
    }
}
