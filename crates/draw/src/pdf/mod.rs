//! Converts SVG to PDF: lines and areas stay lines and areas, and texts stay texts, in the embedded
//! font. The same SVG gives the same bytes.

mod content;
mod fonts;

use super::tree::tree;
use content::ContentWriter;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, TextStr};
use resvg::usvg;
use std::io::Write;

/// The points of a pixel: an inch has 72 points, and 96 pixels of SVG.
const POINTS: f32 = 0.75;

/// The reason why a picture cannot be written as PDF.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// The text is not SVG.
    #[error("cannot read the drawing: {0}")]
    Svg(#[from] usvg::Error),
    /// The picture has an element that this writer does not know.
    #[error("a drawing with {0} cannot be written as PDF")]
    Unknown(&'static str),
    /// A font cannot be embedded.
    #[error("cannot embed the font: {0}")]
    Font(String),
}

/// Numbers the objects of a file.
struct Refs(i32);

impl Refs {
    fn next(&mut self) -> Ref {
        self.0 += 1;
        Ref::new(self.0)
    }
}

/// A drawing as a PDF of one page, which has the drawing's size.
///
/// # Errors
/// When the text is not SVG, or has gradients, patterns, masks, filters or images.
pub fn pdf(svg: &str) -> Result<Vec<u8>, PdfError> {
    let tree = tree(svg)?;
    let (width, height) = (tree.size().width() * POINTS, tree.size().height() * POINTS);
    let mut refs = Refs(0);
    let [catalog, pages, page, info, resources, stream] = std::array::from_fn(|_| refs.next());
    let mut file = Pdf::new();
    file.catalog(catalog).pages(pages);
    file.pages(pages).count(1).kids([page]);
    let mut writer = ContentWriter::new(&mut file, &mut refs, resources, tree.fontdb());
    // In PDF, y grows upwards.
    let drawn = writer.draw(tree.root(), [POINTS, 0.0, 0.0, -POINTS, 0.0, height])?;
    writer.finish()?;
    let bytes = deflated(&drawn);
    file.stream(stream, &bytes).filter(Filter::FlateDecode);
    let mut written = file.page(page);
    written
        .parent(pages)
        .media_box(Rect::new(0.0, 0.0, width, height))
        .contents(stream)
        .pair(Name(b"Resources"), resources);
    written.finish();
    let mut written = file.document_info(info);
    if let Some(title) = title(svg) {
        written.title(TextStr(&title));
    }
    written.creator(TextStr("Boiling Point"));
    written.finish();
    Ok(file.finish())
}

/// The title of a drawing, if it has one.
fn title(svg: &str) -> Option<String> {
    let document = usvg::roxmltree::Document::parse(svg).ok()?;
    let title = document
        .root_element()
        .children()
        .find(|node| node.has_tag_name("title"))?;
    title.text().map(str::to_string)
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    // Writing to memory cannot fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use flate2::read::ZlibDecoder;
    use std::io::Read;

    const PICTURE: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"96\" height=\"48\" font-family=\"DejaVu Sans\">\
        <title>a &lt; b</title><rect width=\"10\" height=\"10\" fill=\"#ff0000\"/>\
        <g opacity=\"0.5\"><circle cx=\"20\" cy=\"20\" r=\"5\"/><circle cx=\"24\" cy=\"20\" r=\"5\"/></g>\
        <svg x=\"5\" y=\"5\" width=\"20\" height=\"20\" viewBox=\"0 0 40 40\"><path d=\"M0 0L99 9\" stroke=\"#000\" stroke-dasharray=\"2 4\"/></svg>\
        <text x=\"5\" y=\"40\" font-size=\"12\">±{2|1} <tspan font-weight=\"bold\">ab</tspan><tspan font-style=\"italic\">t</tspan></text></svg>";

    /// The streams of a file that are content, uncompressed.
    fn contents(file: &[u8]) -> String {
        let mut text = String::new();
        let starts = file
            .windows(7)
            .enumerate()
            .filter(|(_, w)| w == b"stream\n");
        for (start, _) in starts {
            let mut inner = Vec::new();
            if ZlibDecoder::new(&file[start + 7..])
                .read_to_end(&mut inner)
                .is_ok()
            {
                text += &String::from_utf8_lossy(&inner);
            }
        }
        text
    }

    #[test]
    fn a_picture_keeps_lines_areas_and_texts() {
        let file = pdf(PICTURE).unwrap();
        let head = String::from_utf8_lossy(&file).into_owned();
        assert!(head.starts_with("%PDF-1."));
        // 96 by 48 pixels are an inch by half an inch.
        assert!(head.contains("/MediaBox [0 0 72 36]"), "{head}");
        for font in [
            "+DejaVuSans\n",
            "+DejaVuSans-Bold\n",
            "+DejaVuSans-Oblique\n",
        ] {
            assert!(head.contains(font), "{font}");
        }
        let drawn = contents(&file);
        assert!(drawn.contains("1 0 0 rg\n") && drawn.contains("[2 4] 0 d\n"));
        // The nested picture is clipped, and the half transparent group is an object of its own.
        assert!(drawn.contains("W\nn\n") && head.contains("/ca 0.5"));
        // The characters of the text: ±, and the letters in bold and italic.
        for character in ["<00B1>", "<0061>", "<0074>"] {
            assert!(drawn.contains(character), "{character}");
        }
        assert!(
            file.len() < 30_000,
            "the whole font is embedded: {} bytes",
            file.len()
        );
    }

    #[test]
    fn the_same_picture_gives_the_same_bytes() {
        assert_eq!(pdf(PICTURE).unwrap(), pdf(PICTURE).unwrap());
    }

    #[test]
    fn what_the_writer_does_not_know_is_named() {
        let with = |inner: &str| {
            let svg = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\">{inner}</svg>"
            );
            pdf(&svg).unwrap_err().to_string()
        };
        let gradient = "<linearGradient id=\"g\"><stop offset=\"0\"/><stop offset=\"1\" stop-color=\"#fff\"/></linearGradient>\
             <rect width=\"5\" height=\"5\" fill=\"url(#g)\"/>";
        assert!(with(gradient).contains("gradients"));
        assert!(
            pdf("no picture")
                .unwrap_err()
                .to_string()
                .starts_with("cannot read")
        );
    }
}
