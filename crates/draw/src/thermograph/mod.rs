//! Draws thermographs as textbooks do: the penalty `t` upwards from -1, positive values on the
//! left, Left's wall in blue, Right's in red, the mast with an arrow (Conway, *On Numbers and
//! Games*, ch. 9; Siegel, *Combinatorial Game Theory*, II.5).

mod tikz;

use super::style::{BLUE, FONTS, GRID, INK, MUTED, RED, tick_step};
use super::svg::Svg;
use boilingpoint_values::{Dyadic, Thermograph};
pub(super) use tikz::thermograph_tikz;

/// The width of the drawing.
pub const WIDTH: f64 = 440.0;
/// The height of the drawing.
pub const HEIGHT: f64 = 380.0;

/// The room for labels: left, top, right, bottom.
const ROOM: (f64, f64, f64, f64) = (58.0, 34.0, 22.0, 52.0);
/// The least width and height for each tick.
const TICK_ROOM: (f64, f64) = (51.4, 49.0);
/// A tick's label that is closer than this to a marked value is left out.
const CLEAR: f64 = 24.0;

/// The least and the greatest width for which a thermograph is laid out. A picture of another width
/// is scaled.
const NARROWEST: f64 = 180.0;
const WIDEST: f64 = 760.0;

/// A thermograph as a standalone SVG.
pub fn thermograph_svg(thermograph: &Thermograph, title: Option<&str>) -> Svg {
    laid_out(thermograph, title, None)
}

/// A thermograph that is laid out for a width in pixels: its texts and lines keep their size.
pub(super) fn laid_out(thermograph: &Thermograph, title: Option<&str>, width: Option<f64>) -> Svg {
    let width = width.map_or(WIDTH, |width| width.clamp(NARROWEST, WIDEST));
    let height = width * HEIGHT / WIDTH;
    let mut out = Svg::new(&[
        ("viewBox", &format_args!("0 0 {width} {height}")),
        ("width", &width),
        ("height", &height),
        ("font-family", &FONTS),
    ]);
    out.title(title.unwrap_or("Thermograph"));
    write!(
        out,
        "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>{}",
        fragment(thermograph, width, height)
    );
    out
}

/// A thermograph without the outer element, to put it into another drawing.
pub fn thermograph_fragment(thermograph: &Thermograph) -> String {
    fragment(thermograph, WIDTH, HEIGHT)
}

/// The heights of a penalty of -1 and of a penalty of 0 in [`thermograph_svg`], and the left and
/// the right end of the plotted area, in pixels. Heights are linear in the penalty.
pub fn penalty_scale(thermograph: &Thermograph) -> [f64; 4] {
    let frame = framed(thermograph, WIDTH, HEIGHT);
    let Plot { left, right, .. } = frame.plot;
    [frame.y(-1.0), frame.y(0.0), left, right]
}

fn framed(thermograph: &Thermograph, width: f64, height: f64) -> Frame {
    Frame::around(
        thermograph,
        Plot {
            left: ROOM.0,
            top: ROOM.1,
            right: width - ROOM.2,
            bottom: height - ROOM.3,
        },
    )
}

fn fragment(thermograph: &Thermograph, width: f64, height: f64) -> String {
    let frame = framed(thermograph, width, height);
    let mut out = Svg::default();
    frame.axes(&mut out, thermograph);
    frame.walls(&mut out, thermograph);
    out.into_content()
}

/// The coordinates of the sides of the plotted area.
struct Plot {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

/// Converts values and penalties to coordinates.
struct Frame {
    low: f64,
    high: f64,
    top: f64,
    plot: Plot,
}

impl Frame {
    fn around(thermograph: &Thermograph, plot: Plot) -> Frame {
        let corners = thermograph
            .left
            .corners()
            .iter()
            .chain(thermograph.right.corners());
        let values: Vec<f64> = corners.map(|c| c.1.to_f64()).collect();
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let room = if high - low < 1.0 {
            1.5
        } else {
            0.07 * (high - low)
        };
        let temperature = thermograph.temperature.to_f64();
        let mast = (0.22 * (temperature + 1.0)).max(0.6);
        Frame {
            low: low - room,
            high: high + room,
            top: temperature + mast,
            plot,
        }
    }

    /// Positive values are on the left.
    fn x(&self, value: f64) -> f64 {
        let Plot { left, right, .. } = self.plot;
        left + (self.high - value) / (self.high - self.low) * (right - left)
    }

    fn y(&self, t: f64) -> f64 {
        let Plot { top, bottom, .. } = self.plot;
        bottom - (t + 1.0) / (self.top + 1.0) * (bottom - top)
    }

    /// The values with a tick, at most about one for each `room` of the width.
    fn values(&self, room: f64) -> Vec<f64> {
        let most = ((self.plot.right - self.plot.left) / room).round().max(3.0);
        ticks(self.low, self.high, most)
    }

    /// The penalties with a tick, at most about one for each `room` of the height.
    fn penalties(&self, room: f64) -> Vec<f64> {
        let most = ((self.plot.bottom - self.plot.top).abs() / room)
            .round()
            .max(3.0);
        ticks(-1.0, self.top, most)
    }

    fn axes(&self, out: &mut Svg, thermograph: &Thermograph) {
        let (left, right) = (self.plot.left, self.plot.right);
        let (bottom, top) = (self.y(-1.0), self.y(self.top));
        let (mean, temperature) = (thermograph.mean, thermograph.temperature);
        let (mast, meet) = (self.x(mean.to_f64()), self.y(temperature.to_f64()));
        write!(
            out,
            "<g font-size=\"12\" fill=\"{MUTED}\" stroke-width=\"1\">"
        );
        for value in self.values(TICK_ROOM.0) {
            let x = self.x(value);
            write!(
                out,
                "<path d=\"M{x:.1} {bottom:.1}V{top:.1}\" stroke=\"{GRID}\"/>"
            );
            if (x - mast).abs() > CLEAR + 3.5 * mean.to_string().len() as f64 {
                write!(
                    out,
                    "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{value}</text>",
                    bottom + 18.0
                );
            }
        }
        for t in self.penalties(TICK_ROOM.1) {
            let y = self.y(t);
            let (stroke, width) = if t == 0.0 { (MUTED, 1.0) } else { (GRID, 1.0) };
            write!(
                out,
                "<path d=\"M{left:.1} {y:.1}H{right:.1}\" stroke=\"{stroke}\" stroke-width=\"{width}\"/>"
            );
            if (y - meet).abs() > CLEAR * 0.75 {
                write!(
                    out,
                    "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{t}</text>",
                    left - 8.0,
                    y + 4.0
                );
            }
        }
        write!(
            out,
            "<path d=\"M{left:.1} {bottom:.1}H{right:.1}\" stroke=\"{INK}\"/>"
        );
        write!(
            out,
            "<text x=\"{left:.1}\" y=\"{:.1}\" text-anchor=\"end\" font-style=\"italic\">t</text>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">value, positive on the left</text>",
            top - 12.0,
            (left + right) / 2.0,
            bottom + 38.0
        );
        // Marks the point where the walls meet.
        write!(
            out,
            "<path d=\"M{left:.1} {meet:.1}H{mast:.1}M{mast:.1} {meet:.1}V{bottom:.1}\" stroke=\"{INK}\" \
             stroke-dasharray=\"2 4\" fill=\"none\"/></g><g font-size=\"13\" font-weight=\"bold\" fill=\"{INK}\">\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{temperature}</text>\
             <text x=\"{mast:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{mean}</text></g>",
            left - 8.0,
            meet + 4.5,
            bottom + 18.0
        )
    }

    fn walls(&self, out: &mut Svg, thermograph: &Thermograph) {
        let line = |corners: &[(Dyadic, Dyadic)]| {
            let place = |c: &(Dyadic, Dyadic)| {
                format!("{:.1},{:.1}", self.x(c.1.to_f64()), self.y(c.0.to_f64()))
            };
            corners.iter().map(place).collect::<Vec<_>>().join(" ")
        };
        for (wall, colour, name) in [
            (&thermograph.right, RED, "right wall"),
            (&thermograph.left, BLUE, "left wall"),
        ] {
            write!(
                out,
                "<g fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.5\" stroke-linejoin=\"round\" \
                 stroke-linecap=\"round\"><title>{name}</title><polyline points=\"{}\"/></g><g fill=\"{colour}\">",
                line(wall.corners())
            );
            for (t, v) in wall.corners() {
                write!(
                    out,
                    "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\"/>",
                    self.x(v.to_f64()),
                    self.y(t.to_f64())
                );
            }
            write!(out, "</g>");
        }
        let (x, meet, top) = (
            self.x(thermograph.mean.to_f64()),
            self.y(thermograph.temperature.to_f64()),
            self.y(self.top),
        );
        write!(
            out,
            "<path d=\"M{x:.1} {meet:.1}V{:.1}\" stroke=\"{INK}\" stroke-width=\"2.5\"/>\
             <path d=\"M{x:.1} {:.1}l-5 11h10z\" fill=\"{INK}\"/><circle cx=\"{x:.1}\" cy=\"{meet:.1}\" r=\"3.5\" fill=\"{INK}\"/>",
            top + 6.0,
            top - 3.0
        )
    }
}

/// The multiples of a suitable step between two bounds: at most about `most` numbers.
fn ticks(low: f64, high: f64, most: f64) -> Vec<f64> {
    let step = tick_step((high - low) / most).max(1.0);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last).map(|k| k as f64 * step).collect()
}
