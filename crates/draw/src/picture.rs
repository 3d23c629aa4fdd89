//! Pictures that are laid out for a width and written in any format.

use super::thermograph::{laid_out, thermograph_tikz};
use super::tikz::tikz_within;
use super::width::{PageWidth, TooNarrow};
use super::{DrawingOptions, Svg, board};
use boilingpoint_boards::Board;
use boilingpoint_values::Thermograph;

/// A picture for a file.
pub trait Picture {
    /// The drawing as SVG.
    ///
    /// # Errors
    /// If its texts would be too small at this width.
    fn svg(&self, width: Option<PageWidth>) -> Result<Svg, TooNarrow>;

    /// The picture for LaTeX.
    ///
    /// # Errors
    /// If its texts would be too small at this width.
    fn tikz(&self, width: Option<PageWidth>) -> Result<String, TooNarrow>;
}

/// The drawing of a board.
pub struct BoardPicture<'a> {
    /// The board.
    pub board: &'a Board,
    /// The options of the drawing.
    pub options: DrawingOptions,
}

impl Picture for BoardPicture<'_> {
    fn svg(&self, width: Option<PageWidth>) -> Result<Svg, TooNarrow> {
        let Some(width) = width else {
            return Ok(board::svg(self.board, &self.options));
        };
        let options = DrawingOptions {
            width: Some(width.pixels()),
            ..self.options.clone()
        };
        width.fit(board::svg(self.board, &options))
    }

    fn tikz(&self, width: Option<PageWidth>) -> Result<String, TooNarrow> {
        tikz_within(self.board, width)
    }
}

impl Picture for Thermograph {
    fn svg(&self, width: Option<PageWidth>) -> Result<Svg, TooNarrow> {
        match width {
            None => Ok(laid_out(self, None, None)),
            Some(width) => width.fit(laid_out(self, None, Some(width.pixels()))),
        }
    }

    fn tikz(&self, width: Option<PageWidth>) -> Result<String, TooNarrow> {
        thermograph_tikz(self, width)
    }
}
