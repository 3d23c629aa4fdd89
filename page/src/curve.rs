//! The best answer over the generations, as a picture.

use boilingpoint_draw::Svg;
use boilingpoint_draw::style::{BLUE, FONTS, GRID, INK, MUTED, tick_step};

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 220.0;
/// The room for labels: left, top, right, bottom.
const ROOM: [f64; 4] = [48.0, 14.0, 16.0, 34.0];
/// The least distance of two ticks, in pixels.
const TICKS: [f64; 2] = [60.0, 32.0];

/// A range of numbers on a range of pixels.
#[derive(Clone, Copy)]
struct Scale {
    from: f64,
    to: f64,
    begin: f64,
    end: f64,
}

impl Scale {
    fn at(self, number: f64) -> f64 {
        let part = (number - self.from) / (self.to - self.from);
        self.begin + part * (self.end - self.begin)
    }

    /// Numbers with a label each, at least `room` pixels from each other.
    fn ticks(self, room: f64) -> impl Iterator<Item = f64> {
        let most = ((self.end - self.begin).abs() / room).floor().max(1.0);
        let step = tick_step((self.to - self.from) / most);
        let first = (self.from / step).ceil() as i64;
        let last = (self.to / step).floor() as i64;
        (first..=last).map(move |n| n as f64 * step)
    }
}

/// A step for each generation in which the answer became better: its number, the answer as a
/// number, and as a text. Empty before the first.
pub fn curve(bests: &[(u64, f64, String)], generation: u64) -> String {
    let (Some((_, first, _)), Some((_, last, text))) = (bests.first(), bests.last()) else {
        return String::new();
    };
    let [left, top, right, bottom] = ROOM;
    let across = Scale {
        from: 0.0,
        to: generation.max(1) as f64,
        begin: left,
        end: WIDTH - right,
    };
    let up = Scale {
        from: first.min(last - 1.0),
        to: *last,
        begin: HEIGHT - bottom,
        end: top,
    };
    let mut out = Svg::new(&[
        ("viewBox", &format_args!("0 0 {WIDTH} {HEIGHT}")),
        ("font-family", &FONTS),
        ("font-size", &"12"),
    ]);
    let (start, end, floor) = (across.begin, across.end, up.begin);
    for number in up.ticks(TICKS[1]) {
        let y = up.at(number);
        write!(
            out,
            "<path d=\"M{start} {y:.1}H{end}\" stroke=\"{GRID}\"/><text x=\"{:.1}\" y=\"{:.1}\" \
             text-anchor=\"end\" fill=\"{MUTED}\">{}</text>",
            start - 8.0,
            y + 4.0,
            // Multiples of a tenth are not exact.
            (number * 1000.0).round() / 1000.0
        );
    }
    for number in across.ticks(TICKS[0]).filter(|n| n.fract() == 0.0) {
        let (x, y) = (across.at(number), floor + 18.0);
        write!(
            out,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" fill=\"{MUTED}\">{number}</text>"
        );
    }
    let mut steps = String::new();
    let mut marks = Svg::default();
    for (i, (generation, best, text)) in bests.iter().enumerate() {
        let (x, y) = (across.at(*generation as f64), up.at(*best));
        steps += &match i {
            0 => format!("M{x:.1} {y:.1}"),
            _ => format!("H{x:.1}V{y:.1}"),
        };
        write!(
            marks,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{BLUE}\"><title>generation \
             {generation}: {text}</title></circle>"
        );
    }
    write!(
        out,
        "<path d=\"M{start} {floor}H{end}\" stroke=\"{INK}\"/><path d=\"{steps}H{end}\" \
         fill=\"none\" stroke=\"{BLUE}\" stroke-width=\"2\"/>{}<text x=\"{:.1}\" y=\"{:.1}\" \
         text-anchor=\"middle\" fill=\"{MUTED}\">generation</text>",
        marks.into_content(),
        (start + end) / 2.0,
        HEIGHT - 2.0
    );
    let label = format!("Best until generation {generation}: {text}");
    out.labelled("img", &label).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_for_each_rise_and_ticks_within_the_picture() {
        assert_eq!(curve(&[], 3), "");
        let bests = [(0, -1.0, "-1".to_string()), (4, 1.5, "3/2".to_string())];
        let svg = curve(&bests, 10);
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(svg.contains("generation 4: 3/2"), "{svg}");
        // One rise at generation 0 leaves no range of either axis.
        let flat = curve(&bests[..1], 0);
        assert!(!flat.contains("NaN") && !flat.contains("inf"), "{flat}");
    }
}
