//! Draws boards as SVG, in the style of the figures of a paper.

mod cells;
mod compressed;
mod curve;
mod fixed;
mod labels;
mod links;
mod loops;
mod sketch;
mod squares;
mod thumbnail;
mod vertices;

use super::layout::{Point, bounds, layout};
use super::style::FONTS;
use super::svg::Svg;
use boilingpoint_boards::Board;
pub use fixed::FixedLayout;
use links::LinkDrawing;
pub use thumbnail::thumbnail;

/// The radius of a vertex in the drawing's units.
const RADIUS: f64 = 9.0;
/// The distance between the two nearest vertices.
const SPACING: f64 = 38.0;
/// The distance between the two nearest vertices if the board has links other than plain edges. It
/// has room for heads, loops and weights.
const WIDE_SPACING: f64 = 60.0;
/// The least and the greatest distance of the two nearest vertices in a drawing of a given width,
/// as parts of the natural distance.
const NEAREST: f64 = 0.65;
const FARTHEST: f64 = 1.6;
/// The largest factor by which a drawing of a given width is enlarged.
const LARGEST_SCALE: f64 = 2.0;
/// The margin around the vertices' circles.
const MARGIN: f64 = 8.0;
const INK: &str = "#1f2937";
/// A board of more vertices is drawn in reduced form, if possible.
const LARGE: usize = 40;

/// The options of a drawing.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawingOptions {
    /// Whether the vertices have their numbers in them.
    pub numbers: bool,
    /// Whether the background is white. Otherwise the background is transparent.
    pub background: bool,
    /// The factor by which the drawing is enlarged.
    pub scale: f64,
    /// Whether a large board is drawn in reduced form: a branch that is repeated is drawn once,
    /// with its multiplicity.
    pub compress: bool,
    /// The drawing's title, for screen readers and as a tooltip.
    pub title: Option<String>,
    /// The width in pixels for which a graph is laid out: its vertices keep their size and stand
    /// closer or farther apart, within limits.
    pub width: Option<f64>,
}

impl Default for DrawingOptions {
    /// No numbers, a white background, natural size, and large boards reduced.
    fn default() -> DrawingOptions {
        DrawingOptions {
            numbers: false,
            background: true,
            scale: 1.0,
            compress: true,
            title: None,
            width: None,
        }
    }
}

/// The board as a standalone SVG. Tints are shown by colours and, for print without colour, by
/// letters.
///
/// Parallel edges are drawn side by side, arcs with heads, loops as loops. Unless all weights are
/// 1, each weight is written beside its link. The token is a black disc. A board of squares is
/// drawn as squares at their places. A large board with repeated branches is drawn in reduced form,
/// unless the options say otherwise.
pub fn svg(board: &Board, options: &DrawingOptions) -> Svg {
    let may_be_small = options.compress && !options.numbers && board.order() > LARGE;
    let sketch = may_be_small
        .then(|| compressed::compressed(board))
        .flatten();
    match (sketch, board.squares()) {
        (Some(sketch), _) => sketch::drawing(&sketch, options),
        (None, Some(squares)) => squares::drawing(board, squares, options),
        (None, None) => graph_drawing(board, options),
    }
}

/// The drawing of a board without a background, to put it into a page.
pub fn inset(board: &Board) -> Svg {
    let options = DrawingOptions {
        background: false,
        ..DrawingOptions::default()
    };
    svg(board, &options)
}

fn graph_drawing(board: &Board, options: &DrawingOptions) -> Svg {
    let around = RADIUS + 1.0 + MARGIN;
    let places = match options.width {
        Some(width) => spaced_for(board, width - 2.0 * around),
        None => spaced(board),
    };
    let lines = LinkDrawing::of(board, &places);
    let (low, high) = extent(&places, &lines);
    let (width, height) = (high.0 - low.0 + 2.0 * around, high.1 - low.1 + 2.0 * around);
    // A small board stands in the middle of a wide drawing, instead of being enlarged further.
    let full = options
        .width
        .map_or(width, |w| width.max(w / LARGEST_SCALE));
    let (left, top) = ((full - width) / 2.0 + around - low.0, around - low.1);
    let mut out = empty_drawing((full, height), options);
    let places = places.iter().map(|p| (p.0 + left, p.1 + top));
    let places: Vec<Point> = places.collect();
    lines.moved((left, top)).write(&mut out);
    vertices::write(&mut out, board, &places, options.numbers);
    out
}

/// The places of the vertices. Their distance has room for the links.
fn spaced(board: &Board) -> Vec<Point> {
    scaled(&layout(board.graph()), spacing(board))
}

/// The places of the vertices such that they use a width, as far as the distances allow it.
fn spaced_for(board: &Board, width: f64) -> Vec<Point> {
    let places = layout(board.graph());
    let (low, high) = bounds(&places);
    let natural = spacing(board);
    let spacing = match high.0 - low.0 {
        extent if extent > 1e-6 => (width / extent).clamp(NEAREST * natural, FARTHEST * natural),
        _ => natural,
    };
    scaled(&places, spacing)
}

/// The distance between the two nearest vertices.
fn spacing(board: &Board) -> f64 {
    match board.has_plain_links() {
        true => SPACING,
        false => WIDE_SPACING,
    }
}

fn scaled(places: &[Point], factor: f64) -> Vec<Point> {
    let places = places.iter().map(|(x, y)| (factor * x, factor * y));
    places.collect()
}

/// The lowest and highest coordinates of the vertices' centres. If lines or labels reach beyond the
/// vertices' circles, the result is extended by this much.
fn extent(places: &[Point], lines: &LinkDrawing) -> (Point, Point) {
    let (low, high) = bounds(places);
    let beyond = lines.extent();
    if beyond.is_empty() {
        return (low, high);
    }
    let ((left, top), (right, bottom)) = bounds(&beyond);
    let reach = RADIUS + 1.0;
    (
        (low.0.min(left + reach), low.1.min(top + reach)),
        (high.0.max(right - reach), high.1.max(bottom - reach)),
    )
}

/// An empty drawing of this size, with its title and its background.
fn empty_drawing((width, height): (f64, f64), options: &DrawingOptions) -> Svg {
    let mut out = Svg::new(&[
        ("width", &format_args!("{:.1}", width * options.scale)),
        ("height", &format_args!("{:.1}", height * options.scale)),
        ("viewBox", &format_args!("0 0 {width:.1} {height:.1}")),
        ("font-family", &FONTS),
    ]);
    writeln!(out);
    if let Some(title) = &options.title {
        out.title(title);
        writeln!(out);
    }
    if options.background {
        writeln!(
            out,
            "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>"
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use boilingpoint_boards::parse_board;

    #[test]
    fn a_drawing_has_everything() {
        let board = parse_board("caterpillar(2,1,2) L......R").unwrap();
        let title = Some("a < b & c".to_string());
        let text = svg(
            &board,
            &DrawingOptions {
                numbers: true,
                title,
                ..DrawingOptions::default()
            },
        )
        .to_string();
        assert_eq!(text.matches("<circle").count(), 8);
        assert_eq!(text.matches("<line").count(), 7);
        assert!(
            text.contains(">L0</text>")
                && text.contains(">R7</text>")
                && text.contains(">3</text>")
        );
        assert!(text.contains("<title>a &lt; b &amp; c</title>"));
        assert!(!text.contains("NaN") && !text.contains("inf"));
    }

    #[test]
    fn letters_only_for_tints_and_no_ground_on_request() {
        let board = parse_board("path(3) L.R").unwrap();
        let text = svg(
            &board,
            &DrawingOptions {
                background: false,
                ..DrawingOptions::default()
            },
        )
        .to_string();
        assert_eq!(text.matches("<text").count(), 2);
        assert!(!text.contains("<rect"));
    }

    #[test]
    fn the_empty_board_is_a_drawing_too() {
        let text = svg(&parse_board("?").unwrap(), &DrawingOptions::default()).to_string();
        assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"));
    }
}
