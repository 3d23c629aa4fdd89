//! Places of labels on a chart. A label covers no other label, no mark and no line.
//!
//! A label has candidate places around its point. It takes the first free one. If none is free, the
//! label is left out; so the most important labels are placed first.

use super::*;

/// The space between a mark and its label, in pixels.
const GAP: f64 = 2.0;
/// The largest number of labels in a row, such as one for each order.
const ROW: usize = 30;
/// The sides of a point on which its label may stand, the preferred first: -1 is left or above.
const SIDES: [(i8, i8); 8] = [
    (0, -1),
    (1, -1),
    (-1, -1),
    (1, 0),
    (-1, 0),
    (0, 1),
    (1, 1),
    (-1, 1),
];

/// A rectangle in the picture's pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Rect {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl Rect {
    fn overlaps(&self, other: &Rect) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    fn is_within(&self, frame: &Rect) -> bool {
        frame.left <= self.left
            && self.right <= frame.right
            && frame.top <= self.top
            && self.bottom <= frame.bottom
    }

    /// Whether a disc reaches into the rectangle.
    fn meets_disc(&self, (x, y): (f64, f64), radius: f64) -> bool {
        let (dx, dy) = (
            x - x.clamp(self.left, self.right),
            y - y.clamp(self.top, self.bottom),
        );
        dx * dx + dy * dy < radius * radius
    }

    /// Whether a segment crosses the rectangle (the clipping of Liang and Barsky).
    fn meets_segment(&self, [(x, y), (u, v)]: [(f64, f64); 2]) -> bool {
        let (dx, dy) = (u - x, v - y);
        let (mut from, mut to) = (0.0_f64, 1.0_f64);
        for (step, room) in [
            (-dx, x - self.left),
            (dx, self.right - x),
            (-dy, y - self.top),
            (dy, self.bottom - y),
        ] {
            if step == 0.0 {
                if room < 0.0 {
                    return false;
                }
            } else if step < 0.0 {
                from = from.max(room / step);
            } else {
                to = to.min(room / step);
            }
        }
        from <= to
    }
}

/// The marks, lines and labels on a chart, and the frame that labels stay in.
pub(super) struct Labels {
    frame: Rect,
    placed: Vec<Rect>,
    discs: Vec<((f64, f64), f64)>,
    segments: Vec<[(f64, f64); 2]>,
}

impl Labels {
    pub(super) fn within(frame: Rect) -> Labels {
        Labels {
            frame,
            placed: Vec::new(),
            discs: Vec::new(),
            segments: Vec::new(),
        }
    }

    /// An empty chart. Labels may reach into its right margin.
    pub(super) fn on<X: Coordinate, Y: Coordinate>(c: &ChartOf<X, Y>) -> Labels {
        let (x, y) = c.plotting_area().get_pixel_range();
        Labels::within(Rect {
            left: f64::from(x.start),
            top: f64::from(y.start),
            right: f64::from(x.end) + 8.0,
            bottom: f64::from(y.end),
        })
    }

    /// Notes a disc or ring, in pixels.
    pub(super) fn disc(&mut self, at: (i32, i32), radius: f64) {
        self.discs
            .push(((f64::from(at.0), f64::from(at.1)), radius));
    }

    /// Notes a line through these points, in pixels.
    pub(super) fn line(&mut self, points: impl IntoIterator<Item = (i32, i32)>) {
        let mut last = None;
        for (x, y) in points {
            let point = (f64::from(x), f64::from(y));
            self.segments.extend(last.map(|last| [last, point]));
            last = Some(point);
        }
    }

    fn is_free(&self, place: &Rect) -> bool {
        place.is_within(&self.frame)
            && self.placed.iter().all(|other| !place.overlaps(other))
            && (self.discs.iter()).all(|&(at, radius)| !place.meets_disc(at, radius))
            && (self.segments.iter()).all(|&segment| !place.meets_segment(segment))
    }

    /// The place of a label of this width and height beside a disc. `None` if no place is free.
    pub(super) fn place(
        &mut self,
        (x, y): (i32, i32),
        radius: f64,
        (width, height): (f64, f64),
    ) -> Option<Rect> {
        let (x, y) = (f64::from(x), f64::from(y));
        let candidate = |&(h, v): &(i8, i8)| {
            // At a corner, the label may come nearer to the disc.
            let away = if h != 0 && v != 0 {
                0.72 * radius + GAP
            } else {
                radius + GAP
            };
            let start = |side: i8, at: f64, size: f64| match side {
                0 => at - size / 2.0,
                1 => at + away,
                _ => at - away - size,
            };
            let (left, top) = (start(h, x, width), start(v, y, height));
            Rect {
                left,
                top,
                right: left + width,
                bottom: top + height,
            }
        };
        let place = SIDES.iter().map(candidate).find(|p| self.is_free(p))?;
        self.placed.push(place);
        Some(place)
    }

    /// Writes a label beside a disc, or leaves it out if there is no room.
    pub(super) fn write<X: Coordinate, Y: Coordinate>(
        &mut self,
        c: &ChartOf<X, Y>,
        (at, radius): ((i32, i32), f64),
        text: &str,
        colour: RGBColor,
    ) -> Result<(), Box<dyn Error>> {
        let size = extent(text, SMALL_TEXT);
        if let Some(place) = self.place(at, radius, size) {
            let style = label(SMALL_TEXT, colour, Pos::new(HPos::Left, VPos::Top));
            let corner = (place.left.round() as i32, place.top.round() as i32);
            screen(c).draw(&Text::new(text.to_string(), corner, style))?;
        }
        Ok(())
    }
}

/// The distance between two points of a row that get labels.
pub(super) fn stride(points: usize) -> usize {
    points.div_ceil(ROW).max(1)
}

/// The width and height of a text in pixels.
pub(super) fn extent(text: &str, size: u32) -> (f64, f64) {
    let measured = (FONT, size).into_font().layout_box(text);
    let guess = 0.6 * f64::from(size) * text.chars().count() as f64;
    let width = measured.map_or(guess, |(low, high)| f64::from(high.0 - low.0));
    // The height of capitals and digits; letters of these labels have few descenders.
    (width + 1.0, 0.84 * f64::from(size))
}

/// Moves heights apart, so that they are at least `gap` apart and within `range` if there is room
/// for all. Heights keep their order.
pub(super) fn apart(heights: &mut [f64], gap: f64, range: (f64, f64)) {
    let mut order: Vec<usize> = (0..heights.len()).collect();
    order.sort_by(|&a, &b| heights[a].total_cmp(&heights[b]));
    let mut least = range.0;
    for &i in &order {
        heights[i] = heights[i].max(least);
        least = heights[i] + gap;
    }
    let mut most = range.1;
    for &i in order.iter().rev() {
        heights[i] = heights[i].min(most);
        most = heights[i] - gap;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Rect = Rect {
        left: 0.0,
        top: 0.0,
        right: 400.0,
        bottom: 300.0,
    };

    /// Numbers that look random, below `limit`.
    fn numbers(seed: u32, limit: i32) -> impl Iterator<Item = i32> {
        let mut state = seed;
        std::iter::repeat_with(move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as i32 % limit
        })
    }

    #[test]
    fn no_label_covers_a_label_a_mark_or_a_line() {
        for seed in 0..20 {
            let (xs, ys) = (numbers(seed, 400), numbers(seed + 77, 300));
            let points: Vec<(i32, i32)> = xs.zip(ys).take(60).collect();
            let mut labels = Labels::within(FRAME);
            points.iter().for_each(|&p| labels.disc(p, 5.0));
            let walls = points[..8].to_vec();
            labels.line(walls.iter().copied());
            let widths = numbers(seed + 5, 30);
            let places: Vec<Rect> = (points.iter().zip(widths))
                .filter_map(|(&p, width)| labels.place(p, 5.0, (8.0 + f64::from(width), 10.0)))
                .collect();
            assert!(places.len() > 10, "{} labels have a place", places.len());
            assert!(places.len() < 60, "some labels have no place");
            for (i, place) in places.iter().enumerate() {
                assert!(place.is_within(&FRAME), "{place:?}");
                assert!(places[..i].iter().all(|other| !place.overlaps(other)));
                for &(x, y) in &points {
                    assert!(!place.meets_disc((f64::from(x), f64::from(y)), 5.0));
                }
                for pair in walls.windows(2) {
                    let end = |p: (i32, i32)| (f64::from(p.0), f64::from(p.1));
                    assert!(!place.meets_segment([end(pair[0]), end(pair[1])]));
                }
            }
        }
    }

    #[test]
    fn a_label_stands_beside_its_own_mark() {
        let mut labels = Labels::within(FRAME);
        labels.disc((100, 100), 5.0);
        labels.disc((100, 84), 8.0);
        let place = labels.place((100, 100), 5.0, (20.0, 10.0)).unwrap();
        let near = place.meets_disc((100.0, 100.0), 5.0 + 2.0 * GAP);
        assert!(near && !place.meets_disc((100.0, 84.0), 8.0), "{place:?}");
    }

    #[test]
    fn a_segment_that_only_passes_by_is_no_obstacle() {
        let rect = Rect {
            left: 10.0,
            top: 10.0,
            right: 20.0,
            bottom: 20.0,
        };
        assert!(rect.meets_segment([(0.0, 0.0), (30.0, 30.0)]));
        assert!(rect.meets_segment([(15.0, 15.0), (15.0, 16.0)]));
        assert!(!rect.meets_segment([(0.0, 25.0), (30.0, 25.0)]));
        assert!(!rect.meets_segment([(0.0, 30.0), (9.0, 12.0)]));
    }

    #[test]
    fn names_at_the_ends_of_curves_are_apart_and_in_range() {
        let mut heights = [50.0, 51.0, 49.0, 299.0, 298.0];
        apart(&mut heights, 14.0, (0.0, 300.0));
        let mut sorted = heights;
        sorted.sort_by(f64::total_cmp);
        assert!(
            sorted.windows(2).all(|w| w[1] - w[0] >= 13.999),
            "{heights:?}"
        );
        assert!(sorted[0] >= 0.0 && sorted[4] <= 300.0);
        assert!(heights[2] < heights[0] && heights[0] < heights[1]);
    }

    #[test]
    fn a_text_has_an_extent() {
        register_font();
        let (short, long) = (extent("1", SMALL_TEXT), extent("book 17/2", SMALL_TEXT));
        assert!(short.0 > 3.0 && long.0 > 5.0 * short.0 && long.1 > 6.0);
    }
}
