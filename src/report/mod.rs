//! Reads run folders and makes charts, drawings, thermographs, cards and the HTML page.

mod attainment;
mod card;
mod charts;
mod html;
mod png;
mod rates;
mod read;
mod style;
mod thermograph;

#[cfg(test)]
mod tests;

pub use attainment::attainment;
pub use card::{Card, card_svg};
pub use charts::{comparison, fitness, frontier, operators, throughput};
pub use html::write_report;
pub use png::{PngError, png};
pub use rates::rates;
pub use read::{ReportError, RunData};
pub use thermograph::thermograph_svg;
