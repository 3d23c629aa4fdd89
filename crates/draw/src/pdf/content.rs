//! The content of a page: groups, paths and texts.

use super::fonts::Fonts;
use super::{PdfError, Refs, deflated};
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str};
use resvg::usvg::tiny_skia_path::PathSegment;
use resvg::usvg::{
    ClipPath, Color, Fill, FillRule, Group, LineCap, LineJoin, Node, Paint, PaintOrder, Path,
    Stroke, Text, Transform, fontdb,
};
use std::collections::BTreeMap;

/// Writes the elements of a picture into a file, and collects the fonts and opacities that they use.
pub struct ContentWriter<'a> {
    file: &'a mut Pdf,
    refs: &'a mut Refs,
    /// The object that lists fonts, opacities and groups. All contents share it.
    resources: Ref,
    fonts: Fonts<'a>,
    /// Opacities in thousandths.
    opacities: BTreeMap<u16, Ref>,
    /// Groups that are drawn as a whole, with an opacity.
    groups: Vec<Ref>,
}

impl<'a> ContentWriter<'a> {
    pub fn new(
        file: &'a mut Pdf,
        refs: &'a mut Refs,
        resources: Ref,
        fonts: &'a fontdb::Database,
    ) -> ContentWriter<'a> {
        ContentWriter {
            file,
            refs,
            resources,
            fonts: Fonts::new(fonts),
            opacities: BTreeMap::new(),
            groups: Vec::new(),
        }
    }

    /// The content that draws a group under a transformation.
    pub fn draw(&mut self, group: &Group, matrix: [f32; 6]) -> Result<Vec<u8>, PdfError> {
        let mut out = Content::new();
        out.transform(matrix);
        self.children(group, &mut out)?;
        Ok(out.finish().into_vec())
    }

    /// Writes the fonts, the opacities, and the list of both.
    pub fn finish(self) -> Result<(), PdfError> {
        let fonts = self.fonts.write(self.file, self.refs)?;
        for (&thousandths, &id) in &self.opacities {
            let alpha = f32::from(thousandths) / 1000.0;
            let mut state = self.file.ext_graphics(id);
            state.non_stroking_alpha(alpha).stroking_alpha(alpha);
        }
        let mut resources = self.file.indirect(self.resources).dict();
        let mut list = |kind: &'static [u8], entries: Vec<(String, Ref)>| {
            if !entries.is_empty() {
                let mut dict = resources.insert(Name(kind)).dict();
                for (name, id) in entries {
                    dict.pair(Name(name.as_bytes()), id);
                }
            }
        };
        list(b"Font", fonts);
        let opacities = self.opacities.iter();
        list(
            b"ExtGState",
            opacities.map(|(&o, &id)| (opacity_name(o), id)).collect(),
        );
        let groups = self.groups.iter().enumerate();
        list(
            b"XObject",
            groups.map(|(i, &id)| (group_name(i), id)).collect(),
        );
        resources.finish();
        Ok(())
    }

    fn children(&mut self, group: &Group, out: &mut Content) -> Result<(), PdfError> {
        for node in group.children() {
            match node {
                Node::Group(group) => self.group(group, out)?,
                Node::Path(path) => self.path(path, out)?,
                Node::Text(text) => self.text(text, out)?,
                Node::Image(_) => return Err(PdfError::Unknown("images")),
            }
        }
        Ok(())
    }

    fn group(&mut self, group: &Group, out: &mut Content) -> Result<(), PdfError> {
        if group.mask().is_some() {
            return Err(PdfError::Unknown("masks"));
        }
        if !group.filters().is_empty() {
            return Err(PdfError::Unknown("filters"));
        }
        out.save_state();
        if !group.transform().is_identity() {
            out.transform(matrix(group.transform()));
        }
        if let Some(clip) = group.clip_path() {
            clip_to(clip, out)?;
        }
        let opacity = thousandths(group.opacity().get());
        if opacity == 1000 {
            self.children(group, out)?;
        } else {
            self.transparent(group, opacity, out)?;
        }
        out.restore_state();
        Ok(())
    }

    /// Draws a group as a whole, so that its elements do not show through each other.
    fn transparent(
        &mut self,
        group: &Group,
        opacity: u16,
        out: &mut Content,
    ) -> Result<(), PdfError> {
        let mut inner = Content::new();
        self.children(group, &mut inner)?;
        let bytes = deflated(&inner.finish().into_vec());
        let id = self.refs.next();
        let bounds = group.layer_bounding_box();
        let mut form = self.file.form_xobject(id, &bytes);
        form.filter(Filter::FlateDecode);
        form.bbox(Rect::new(
            bounds.left(),
            bounds.top(),
            bounds.right(),
            bounds.bottom(),
        ));
        form.group().transparency().isolated(true);
        form.pair(Name(b"Resources"), self.resources);
        form.finish();
        self.set_opacity(opacity, out);
        out.x_object(Name(group_name(self.groups.len()).as_bytes()));
        self.groups.push(id);
        Ok(())
    }

    fn set_opacity(&mut self, thousandths: u16, out: &mut Content) {
        if thousandths != 1000 {
            let refs = &mut *self.refs;
            self.opacities
                .entry(thousandths)
                .or_insert_with(|| refs.next());
            out.set_parameters(Name(opacity_name(thousandths).as_bytes()));
        }
    }

    fn path(&mut self, path: &Path, out: &mut Content) -> Result<(), PdfError> {
        if !path.is_visible() {
            return Ok(());
        }
        let trace = |out: &mut Content| trace(path, Transform::identity(), out);
        self.painted(
            out,
            path.fill(),
            path.stroke(),
            path.paint_order(),
            |out, paint| {
                trace(out);
                match paint {
                    Painted::Filled(FillRule::NonZero) => out.fill_nonzero(),
                    Painted::Filled(FillRule::EvenOdd) => out.fill_even_odd(),
                    Painted::Stroked => out.stroke(),
                };
            },
        )
    }

    fn text(&mut self, text: &Text, out: &mut Content) -> Result<(), PdfError> {
        for span in text.layouted().iter().filter(|span| span.visible) {
            let size = span.font_size.get();
            let mut glyphs = Vec::new();
            for glyph in &span.positioned_glyphs {
                let (font, number) = self.fonts.glyph(glyph.font, glyph.id.0, &glyph.text)?;
                // The outline's transformation takes units of the font to units of the picture.
                let scale = self.fonts.units(font) / size;
                let place = glyph.outline_transform().pre_scale(scale, scale);
                glyphs.push((Fonts::name(font), matrix(place), number.to_be_bytes()));
            }
            let (fill, stroke) = (span.fill.as_ref(), span.stroke.as_ref());
            self.painted(out, fill, stroke, span.paint_order, |out, paint| {
                use pdf_writer::types::TextRenderingMode::{Fill, Stroke};
                out.set_text_rendering_mode(match paint {
                    Painted::Filled(_) => Fill,
                    Painted::Stroked => Stroke,
                });
                out.begin_text();
                for (font, place, number) in &glyphs {
                    out.set_font(Name(font.as_bytes()), size);
                    out.set_text_matrix(*place);
                    out.show(Str(number));
                }
                out.end_text();
            })?;
        }
        Ok(())
    }

    /// Fills and strokes a shape, each with its colour and opacity, in the given order.
    fn painted(
        &mut self,
        out: &mut Content,
        fill: Option<&Fill>,
        stroke: Option<&Stroke>,
        order: PaintOrder,
        shape: impl Fn(&mut Content, Painted),
    ) -> Result<(), PdfError> {
        let steps = match order {
            PaintOrder::FillAndStroke => [true, false],
            PaintOrder::StrokeAndFill => [false, true],
        };
        for is_fill in steps {
            match (is_fill, fill, stroke) {
                (true, Some(fill), _) => {
                    out.save_state();
                    let [r, g, b] = colour(fill.paint())?;
                    out.set_fill_rgb(r, g, b);
                    self.set_opacity(thousandths(fill.opacity().get()), out);
                    shape(out, Painted::Filled(fill.rule()));
                    out.restore_state();
                }
                (false, _, Some(stroke)) => {
                    out.save_state();
                    let [r, g, b] = colour(stroke.paint())?;
                    out.set_stroke_rgb(r, g, b);
                    self.set_opacity(thousandths(stroke.opacity().get()), out);
                    set_line(stroke, out);
                    shape(out, Painted::Stroked);
                    out.restore_state();
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// A way to paint a shape.
#[derive(Clone, Copy)]
enum Painted {
    Filled(FillRule),
    Stroked,
}

fn opacity_name(thousandths: u16) -> String {
    format!("O{thousandths}")
}

fn group_name(i: usize) -> String {
    format!("G{i}")
}

fn thousandths(opacity: f32) -> u16 {
    (opacity * 1000.0).round() as u16
}

fn matrix(t: Transform) -> [f32; 6] {
    [t.sx, t.ky, t.kx, t.sy, t.tx, t.ty]
}

fn colour(paint: &Paint) -> Result<[f32; 3], PdfError> {
    match paint {
        Paint::Color(Color { red, green, blue }) => {
            Ok([*red, *green, *blue].map(|part| f32::from(part) / 255.0))
        }
        Paint::Pattern(_) => Err(PdfError::Unknown("patterns")),
        Paint::LinearGradient(_) | Paint::RadialGradient(_) => Err(PdfError::Unknown("gradients")),
    }
}

fn set_line(stroke: &Stroke, out: &mut Content) {
    out.set_line_width(stroke.width().get());
    out.set_miter_limit(stroke.miterlimit().get());
    out.set_line_cap(match stroke.linecap() {
        LineCap::Butt => LineCapStyle::ButtCap,
        LineCap::Round => LineCapStyle::RoundCap,
        LineCap::Square => LineCapStyle::ProjectingSquareCap,
    });
    out.set_line_join(match stroke.linejoin() {
        LineJoin::Miter | LineJoin::MiterClip => LineJoinStyle::MiterJoin,
        LineJoin::Round => LineJoinStyle::RoundJoin,
        LineJoin::Bevel => LineJoinStyle::BevelJoin,
    });
    if let Some(dashes) = stroke.dasharray() {
        out.set_dash_pattern(dashes.iter().copied(), stroke.dashoffset());
    }
}

/// Restricts what follows to the shapes of a clip path.
fn clip_to(clip: &ClipPath, out: &mut Content) -> Result<(), PdfError> {
    if let Some(outer) = clip.clip_path() {
        clip_to(outer, out)?;
    }
    // A clip path without shapes hides everything.
    out.move_to(0.0, 0.0);
    trace_all(clip.root(), clip.transform(), out)?;
    out.clip_nonzero();
    out.end_path();
    Ok(())
}

fn trace_all(group: &Group, transform: Transform, out: &mut Content) -> Result<(), PdfError> {
    for node in group.children() {
        match node {
            Node::Path(path) => trace(path, transform, out),
            Node::Group(inner) => {
                trace_all(inner, transform.pre_concat(inner.transform()), out)?;
            }
            Node::Text(_) | Node::Image(_) => return Err(PdfError::Unknown("a clip path of text")),
        }
    }
    Ok(())
}

/// Writes the segments of a path. PDF has no quadratic curves, so they become cubic ones.
fn trace(path: &Path, transform: Transform, out: &mut Content) {
    let data = path.data().clone().transform(transform);
    let Some(data) = data else { return };
    let mut at = Default::default();
    for segment in data.segments() {
        match segment {
            PathSegment::MoveTo(p) => {
                out.move_to(p.x, p.y);
                at = p;
            }
            PathSegment::LineTo(p) => {
                out.line_to(p.x, p.y);
                at = p;
            }
            PathSegment::QuadTo(c, p) => {
                let third = |end: f32, control: f32| (end + 2.0 * control) / 3.0;
                out.cubic_to(
                    third(at.x, c.x),
                    third(at.y, c.y),
                    third(p.x, c.x),
                    third(p.y, c.y),
                    p.x,
                    p.y,
                );
                at = p;
            }
            PathSegment::CubicTo(c, d, p) => {
                out.cubic_to(c.x, c.y, d.x, d.y, p.x, p.y);
                at = p;
            }
            PathSegment::Close => {
                out.close_path();
            }
        }
    }
}
