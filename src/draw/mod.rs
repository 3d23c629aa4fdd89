//! Pictures of boards, values and charts: layouts, SVG, TikZ, DOT, thermographs, PNG.

pub mod board;
pub(crate) mod colours;
mod dot;
mod layout;
mod png;
pub(crate) mod style;
mod svg;
pub(crate) mod thermograph;
mod tikz;

pub use board::{DrawingOptions, FixedLayout, svg, thumbnail};
pub use dot::dot;
pub use layout::{Point, layout};
pub use png::{PngError, png};
pub use style::escaped;
pub use svg::Svg;
pub use thermograph::thermograph_svg;
pub use tikz::tikz;
