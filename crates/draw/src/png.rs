//! Converts SVG to PNG.

use super::tree::tree;
use resvg::{tiny_skia, usvg};

/// The reason why a picture cannot be rendered.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The text is not SVG.
    #[error("cannot read the drawing: {0}")]
    Svg(#[from] usvg::Error),
    /// The picture is too large, or has no size.
    #[error("cannot draw {0} x {1} pixels")]
    Size(u32, u32),
    /// The encoder failed.
    #[error("cannot encode the picture: {0}")]
    Encode(String),
}

/// Renders a drawing as a PNG with `scale` pixels per unit.
///
/// # Errors
/// When the text is not SVG, or the picture would be too large.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    let tree = tree(svg)?;
    let size = tree.size();
    let (width, height) = (
        (size.width() * scale).ceil() as u32,
        (size.height() * scale).ceil() as u32,
    );
    let mut pixels = tiny_skia::Pixmap::new(width, height).ok_or(PngError::Size(width, height))?;
    pixels.fill(tiny_skia::Color::WHITE);
    resvg::render(
        &tree,
        tiny_skia::Transform::from_scale(scale, scale),
        &mut pixels.as_mut(),
    );
    pixels
        .encode_png()
        .map_err(|e| PngError::Encode(e.to_string()))
}
