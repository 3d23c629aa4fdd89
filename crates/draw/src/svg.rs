//! An SVG picture that can be written, placed and labelled.

use super::style::escaped;
use std::fmt::{self, Display, Formatter, Write};

/// An `svg` element: its attributes and its content.
///
/// `write!` appends text to the content. It returns no error, since writing to memory cannot fail.
#[derive(Clone, Debug, Default)]
pub struct Svg {
    attributes: Vec<(String, String)>,
    content: String,
}

impl Svg {
    /// A standalone picture with these attributes, in their order.
    pub fn new(attributes: &[(&str, &dyn Display)]) -> Svg {
        let mut svg = Svg::default();
        svg.set("xmlns", &"http://www.w3.org/2000/svg");
        for (name, value) in attributes {
            svg.set(name, value);
        }
        svg
    }

    /// Reads the first picture in a text that another program has written.
    pub fn read(text: &str) -> Svg {
        let text = text.find("<svg").map_or("", |start| &text[start + 4..]);
        let (mut head, content) = text.split_once('>').unwrap_or_default();
        let mut svg = Svg::default();
        while let Some((name, rest)) = head.split_once("=\"") {
            let (value, rest) = rest.split_once('"').unwrap_or((rest, ""));
            svg.attributes
                .push((name.trim().to_string(), value.to_string()));
            head = rest;
        }
        let content = content
            .rsplit_once("</svg>")
            .map_or(content, |(content, _)| content);
        svg.content.push_str(content);
        svg
    }

    /// Sets an attribute: replaces its value, or adds it at the end.
    pub fn set(&mut self, name: &str, value: &dyn Display) {
        let value = escaped(&value.to_string());
        match self.attributes.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => *known = value,
            None => self.attributes.push((name.to_string(), value)),
        }
    }

    /// Width and height in pixels. An attribute that is missing counts as 0.
    pub fn size(&self) -> (f64, f64) {
        let number = |name: &str| {
            let found = self.attributes.iter().find(|(known, _)| known == name);
            found.and_then(|(_, text)| text.parse().ok()).unwrap_or(0.0)
        };
        (number("width"), number("height"))
    }

    /// The smallest size of a text, if there are texts.
    pub fn smallest_text(&self) -> Option<f64> {
        let sizes = self.content.split("font-size=\"").skip(1);
        let sizes = sizes.filter_map(|rest| rest.split('"').next()?.parse::<f64>().ok());
        sizes.min_by(f64::total_cmp)
    }

    /// Adds attributes before the existing ones.
    pub fn with_first(mut self, attributes: &[(&str, &dyn Display)]) -> Svg {
        let texts = attributes.iter();
        let texts = texts.map(|(name, value)| (name.to_string(), escaped(&value.to_string())));
        self.attributes.splice(0..0, texts);
        self
    }

    /// Adds a role and a text for screen readers, for use in a page.
    pub fn labelled(self, role: &str, text: &str) -> Svg {
        self.with_first(&[("role", &role), ("aria-label", &text)])
    }

    /// Adds a title, which viewers show and screen readers read.
    pub fn title(&mut self, title: &str) {
        write!(self, "<title>{}</title>", escaped(title));
    }

    /// Appends text to the content. `write!` calls this function.
    pub fn write_fmt(&mut self, arguments: fmt::Arguments) {
        let _ = self.content.write_fmt(arguments);
    }

    /// The text of the element without the line break at its end, to put it into a page.
    pub fn inline(&self) -> String {
        self.to_string().trim_end().to_string()
    }

    /// The content, without the element around it.
    pub fn into_content(self) -> String {
        self.content
    }
}

impl Display for Svg {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str("<svg")?;
        for (name, value) in &self.attributes {
            write!(f, " {name}=\"{value}\"")?;
        }
        writeln!(f, ">{}</svg>", self.content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_read_back_placed_and_labelled() {
        let mut svg = Svg::new(&[("width", &"10.5"), ("height", &4)]);
        svg.title("a < b");
        write!(svg, "<g/>");
        let text = svg.to_string();
        assert_eq!(
            text,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10.5\" height=\"4\"><title>a &lt; b</title><g/></svg>\n"
        );
        let mut back = Svg::read(&format!("<?xml version=\"1.0\"?>\n{text}"));
        assert_eq!((back.to_string(), back.size()), (text, (10.5, 4.0)));
        back.set("width", &"5.0");
        let labelled = back.labelled("img", "a \"b\"").to_string();
        assert!(labelled.starts_with("<svg role=\"img\" aria-label=\"a &quot;b&quot;\" xmlns="));
        assert!(labelled.contains(" width=\"5.0\" height=\"4\">"));
    }
}
