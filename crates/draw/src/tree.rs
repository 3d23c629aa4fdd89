//! Reads SVG for the formats that are rendered. The fonts are embedded, so that a picture is the
//! same on every machine.

use resvg::usvg;
use std::sync::{Arc, OnceLock};

fn fonts() -> Arc<usvg::fontdb::Database> {
    static FONTS: OnceLock<Arc<usvg::fontdb::Database>> = OnceLock::new();
    let load = || {
        let mut fonts = usvg::fontdb::Database::new();
        for font in [
            dejavu::sans::regular(),
            dejavu::sans::bold(),
            dejavu::sans::oblique(),
            dejavu::sans_mono::regular(),
        ] {
            fonts.load_font_data(font.to_vec());
        }
        fonts.set_sans_serif_family("DejaVu Sans");
        fonts.set_monospace_family("DejaVu Sans Mono");
        Arc::new(fonts)
    };
    FONTS.get_or_init(load).clone()
}

/// The elements of an SVG, with every style and every place computed.
///
/// # Errors
/// If the text is not SVG.
pub fn tree(svg: &str) -> Result<usvg::Tree, usvg::Error> {
    let options = usvg::Options {
        fontdb: fonts(),
        font_family: "DejaVu Sans".into(),
        ..usvg::Options::default()
    };
    usvg::Tree::from_str(svg, &options)
}
