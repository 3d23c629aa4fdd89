#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! Pictures of boards, values and charts: layouts, SVG, TikZ, DOT, thermographs, PNG, PDF.

pub mod board;
pub mod colours;
mod dot;
mod file;
mod layout;
mod pdf;
mod picture;
mod png;
pub mod style;
mod svg;
pub mod thermograph;
mod tikz;
mod tree;
mod width;

pub use board::{DrawingOptions, FixedLayout, inset, svg, thumbnail};
pub use dot::dot;
pub use file::{FileFormat, PictureError, PictureFormat};
pub use layout::{Point, layout};
pub use pdf::{PdfError, pdf};
pub use picture::{BoardPicture, Picture};
pub use png::{PngError, png};
pub use style::escaped;
pub use svg::Svg;
pub use thermograph::{penalty_scale, thermograph_svg};
pub use tikz::tikz;
pub use width::PageWidth;
