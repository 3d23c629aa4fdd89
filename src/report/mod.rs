//! Reads run folders and makes charts, drawings, thermographs, cards and the HTML page.

mod png;
mod style;
mod thermograph;

pub use png::{PngError, png};
pub use thermograph::thermograph_svg;
