//! The fonts of a file: each with the glyphs that the picture uses, their widths, and the characters
//! that they stand for, so that texts can be searched and copied.

use super::{PdfError, Refs, deflated};
use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, Str};
use resvg::usvg::fontdb::{Database, ID};
use std::collections::BTreeMap;
use subsetter::GlyphRemapper;
use ttf_parser::{Face, GlyphId};

/// The collection of glyphs: numbers that mean nothing outside of the file.
const COLLECTION: SystemInfo = SystemInfo {
    registry: Str(b"Adobe"),
    ordering: Str(b"Identity"),
    supplement: 0,
};

/// The fonts in the order of their first use.
pub struct Fonts<'a> {
    database: &'a Database,
    used: Vec<UsedFont>,
}

/// A font of which glyphs are used.
struct UsedFont {
    id: ID,
    units: f32,
    glyphs: GlyphRemapper,
    /// The characters of each glyph, by its number in the file.
    texts: BTreeMap<u16, String>,
}

impl<'a> Fonts<'a> {
    pub fn new(database: &'a Database) -> Fonts<'a> {
        Fonts {
            database,
            used: Vec::new(),
        }
    }

    /// The font's number in this list, and the glyph's number in the file.
    ///
    /// # Errors
    /// If the font cannot be read.
    pub fn glyph(&mut self, id: ID, glyph: u16, text: &str) -> Result<(usize, u16), PdfError> {
        let known = self.used.iter().position(|font| font.id == id);
        let at = match known {
            Some(at) => at,
            None => {
                let units = with_face(self.database, id, |face, _| Ok(face.units_per_em()))?;
                self.used.push(UsedFont {
                    id,
                    units: f32::from(units),
                    glyphs: GlyphRemapper::new(),
                    texts: BTreeMap::new(),
                });
                self.used.len() - 1
            }
        };
        let font = &mut self.used[at];
        let number = font.glyphs.remap(glyph);
        font.texts.entry(number).or_insert_with(|| text.to_string());
        Ok((at, number))
    }

    /// The units of the font's square.
    pub fn units(&self, font: usize) -> f32 {
        self.used[font].units
    }

    /// The name of a font in contents.
    pub fn name(font: usize) -> String {
        format!("F{font}")
    }

    /// Writes the fonts. Returns their names and objects.
    ///
    /// # Errors
    /// If a font cannot be embedded.
    pub fn write(&self, file: &mut Pdf, refs: &mut Refs) -> Result<Vec<(String, Ref)>, PdfError> {
        let mut written = Vec::new();
        for (i, font) in self.used.iter().enumerate() {
            let name = font.base_name(self.database);
            let id = with_face(self.database, font.id, |face, data| {
                font.write(&name, face, data, file, refs)
            })?;
            written.push((Fonts::name(i), id));
        }
        Ok(written)
    }
}

/// Reads a font of the database.
fn with_face<T>(
    database: &Database,
    id: ID,
    read: impl FnOnce(&Face, (&[u8], u32)) -> Result<T, PdfError>,
) -> Result<T, PdfError> {
    let parsed = |data: &[u8], index| {
        let face = Face::parse(data, index).map_err(|e| PdfError::Font(e.to_string()))?;
        read(&face, (data, index))
    };
    let missing = || PdfError::Font("it is not in the program".to_string());
    database.with_face_data(id, parsed).ok_or_else(missing)?
}

impl UsedFont {
    /// The name of the font after a tag of six letters, which says that the font is a part.
    fn base_name(&self, database: &Database) -> String {
        let name = database
            .face(self.id)
            .map_or("", |face| &face.post_script_name);
        let numbers = self.glyphs.remapped_gids().flat_map(u16::to_be_bytes);
        let mut sum = crc32fast::hash(&numbers.collect::<Vec<u8>>());
        let letters = std::iter::repeat_with(|| {
            let letter = char::from(b'A' + (sum % 26) as u8);
            sum /= 26;
            letter
        });
        format!("{}+{name}", letters.take(6).collect::<String>())
    }

    fn write(
        &self,
        name: &str,
        face: &Face,
        (data, index): (&[u8], u32),
        file: &mut Pdf,
        refs: &mut Refs,
    ) -> Result<Ref, PdfError> {
        let [font, glyphs, descriptor, texts, program] = std::array::from_fn(|_| refs.next());
        let name = Name(name.as_bytes());
        file.type0_font(font)
            .base_font(name)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(glyphs)
            .to_unicode(texts);
        let thousandths = |units: f32| units * 1000.0 / self.units;
        let widths = self.glyphs.remapped_gids().map(|glyph| {
            let width = face.glyph_hor_advance(GlyphId(glyph)).unwrap_or(0);
            thousandths(f32::from(width))
        });
        let mut written = file.cid_font(glyphs);
        written
            .subtype(CidFontType::Type2)
            .base_font(name)
            .system_info(COLLECTION)
            .font_descriptor(descriptor)
            .default_width(0.0)
            .cid_to_gid_map_predefined(Name(b"Identity"));
        written.widths().consecutive(0, widths);
        written.finish();
        let mut flags = FontFlags::SYMBOLIC;
        flags.set(FontFlags::FIXED_PITCH, face.is_monospaced());
        flags.set(FontFlags::ITALIC, face.is_italic());
        let bounds = face.global_bounding_box();
        let [left, low, right, high] = [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max]
            .map(|units| thousandths(f32::from(units)));
        let capital = face.capital_height().unwrap_or(face.ascender());
        file.font_descriptor(descriptor)
            .name(name)
            .flags(flags)
            .bbox(Rect::new(left, low, right, high))
            .italic_angle(face.italic_angle())
            .ascent(thousandths(f32::from(face.ascender())))
            .descent(thousandths(f32::from(face.descender())))
            .cap_height(thousandths(f32::from(capital)))
            // No table of the font has the width of stems; readers use it only for other fonts.
            .stem_v(if face.is_bold() { 160.0 } else { 90.0 })
            .font_file2(program);
        let mut map = UnicodeCmap::new(Name(b"Texts"), COLLECTION);
        let known = self.texts.iter().filter(|(_, text)| !text.is_empty());
        known.for_each(|(&glyph, text)| map.pair_with_multiple(glyph, text.chars()));
        let map = deflated(&map.finish().into_vec());
        file.cmap(texts, &map).filter(Filter::FlateDecode);
        let part = subsetter::subset(data, index, &self.glyphs);
        let part = part.map_err(|e| PdfError::Font(e.to_string()))?;
        let length = part.len() as i32;
        let part = deflated(&part);
        let mut stream = file.stream(program, &part);
        stream.filter(Filter::FlateDecode);
        stream.pair(Name(b"Length1"), length);
        stream.finish();
        Ok(font)
    }
}
