//! A chart as a picture, with marks that a page lays over it.

use super::axis::{Across, Axis, View};
use super::series;
use boilingpoint_draw::Svg;
use boilingpoint_draw::style::escaped;

/// A place on a picture with a text and possibly a link.
#[derive(Clone, Default, Debug)]
pub struct Mark {
    /// Left, top, width and height, in the picture's pixels.
    pub place: [f64; 4],
    /// Whether the mark is a disc rather than a rectangle.
    pub round: bool,
    /// The text that the pointer shows.
    pub tip: String,
    /// The id of the element of the same page that the mark links to.
    pub target: Option<String>,
    /// The id of the element of the same page that holds a drawing of the mark's board.
    pub drawing: Option<String>,
    /// The name of the series to which the mark belongs.
    pub series: Option<String>,
}

impl Mark {
    /// A disc around a point.
    pub(super) fn disc((x, y): (i32, i32), tip: String, target: Option<String>) -> Mark {
        const REACH: f64 = 8.0;
        Mark {
            place: [
                f64::from(x) - REACH,
                f64::from(y) - REACH,
                2.0 * REACH,
                2.0 * REACH,
            ],
            round: true,
            tip,
            target,
            ..Mark::default()
        }
    }

    pub(super) fn drawn(self, drawing: Option<String>) -> Mark {
        Mark { drawing, ..self }
    }

    fn write(&self, out: &mut Svg) {
        let [x, y, w, h] = self.place;
        let tip = escaped(&self.tip);
        let round = if self.round { w / 2.0 } else { 2.0 };
        let shape = format!(
            "<title>{tip}</title><rect x=\"{x:.0}\" y=\"{y:.0}\" width=\"{w:.0}\" height=\"{h:.0}\" rx=\"{round:.0}\" \
             fill=\"transparent\"/>"
        );
        let attribute = |name: &str, value: &Option<String>| {
            let value = value.as_ref().map(|value| escaped(value));
            value.map_or(String::new(), |value| format!(" {name}=\"{value}\""))
        };
        let data =
            attribute("data-drawing", &self.drawing) + &attribute("data-series", &self.series);
        match &self.target {
            Some(target) => write!(
                out,
                "<a class=\"mark\"{data} href=\"#{}\" aria-label=\"{tip}\">{shape}</a>",
                escaped(target)
            ),
            None => write!(
                out,
                "<g class=\"mark\"{data} tabindex=\"0\" role=\"img\" aria-label=\"{tip}\">\
                 {shape}</g>"
            ),
        }
    }
}

/// A chart with its marks.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The name of the picture's file, without extension.
    pub name: &'static str,
    /// A description for readers who cannot see the picture.
    pub text: String,
    /// The picture without marks. Its series are groups.
    pub svg: String,
    /// The marks, in the order of the keyboard's focus.
    pub marks: Vec<Mark>,
    /// The axis and scale, if the chart has a picture for each.
    pub view: Option<View>,
    /// The place of the horizontal axis, if the pointer may read the curves.
    pub across: Option<Across>,
}

impl Picture {
    /// The name of the file of the picture, without extension. `None` if only pages have the
    /// picture: it has the scale that does not fit the numbers.
    pub fn file_name(&self) -> Option<String> {
        match self.view {
            None => Some(self.name.to_string()),
            Some(view) if !view.is_automatic => None,
            Some(view) if view.axis == Axis::Generation => Some(self.name.to_string()),
            Some(view) => Some(format!("{}-{}", self.name, view.axis.id())),
        }
    }

    /// The words of the picture's view, for the style of a page.
    pub fn view_words(&self) -> String {
        self.view.map_or(String::new(), View::words)
    }

    /// The picture as a file of its own.
    pub fn file(&self) -> String {
        series::without_groups(&self.svg)
    }

    /// The picture with its marks, for a page.
    pub fn inlined(&self) -> String {
        let role = if self.marks.is_empty() {
            "img"
        } else {
            "group"
        };
        let mut svg = Svg::read(&self.svg).labelled(role, &self.text);
        if let Some(across) = &self.across {
            svg.set("data-chart", &self.name);
            svg.set("data-across", &across.text());
            svg.set("data-up", &across.panels_text());
        }
        write!(svg, "<g class=\"marks\">");
        for mark in &self.marks {
            mark.write(&mut svg);
        }
        write!(svg, "</g>");
        svg.inline()
    }
}
