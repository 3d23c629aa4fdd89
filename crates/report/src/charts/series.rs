//! Series of a picture: the elements that show the same quantity. In a page they are groups, which
//! a script hides and shows.
//!
//! The plotting library writes elements without groups. So a text in a font of its own is drawn
//! before and after the elements of a series, and tags replace these texts in the finished picture.
//! No other text contains the attribute, since the library escapes quotation marks.

use super::*;

/// The fonts of the texts that begin and end a series.
const BEGIN: &str = "series-begin";
const END: &str = "series-end";
/// The tags of a group.
const OPEN: &str = "<g class=\"series\" ";
const CLOSE: &str = "</g>\n";

/// Draws elements as a series of this name, on the picture of `screen`. Returns their marks, which
/// belong to the series.
pub(super) fn series(screen: &Area, name: &str, draw: impl FnOnce() -> DrawResult) -> DrawResult {
    write_in(screen, BEGIN, name)?;
    let marks = draw()?;
    write_in(screen, END, name)?;
    let of_series = |mark: Mark| Mark {
        series: Some(name.to_string()),
        ..mark
    };
    Ok(marks.into_iter().map(of_series).collect())
}

fn write_in(screen: &Area, font: &'static str, name: &str) -> Result<(), Box<dyn Error>> {
    let style = (font, 1).into_font().color(&INK);
    screen.draw(&Text::new(name.to_string(), (0, 0), style))?;
    Ok(())
}

/// Replaces the texts that begin and end a series by the tags of a group.
pub(super) fn grouped(svg: &str) -> String {
    let mut groups = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some((before, head, name, after)) = next_text(rest) {
        groups.push_str(before);
        if head.contains(BEGIN) {
            groups.push_str(&format!("{OPEN}data-name=\"{name}\">\n"));
        } else {
            groups.push_str(CLOSE);
        }
        rest = after;
    }
    groups + rest
}

/// The next text that begins or ends a series: what precedes it, its tag, its text, and the rest.
fn next_text(svg: &str) -> Option<(&str, &str, &str, &str)> {
    let font = svg.find(" font-family=\"series-")?;
    let start = svg[..font].rfind("<text ")?;
    let (head, inner) = svg[start..].split_once(">\n")?;
    let (name, after) = inner.split_once("\n</text>\n")?;
    Some((&svg[..start], head, name, after))
}

/// The picture without groups.
pub(super) fn without_groups(svg: &str) -> String {
    let mut parts = svg.split(OPEN);
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |plain, part| {
        let inner = part.split_once(">\n").map_or(part, |(_, inner)| inner);
        plain + &inner.replacen(CLOSE, "", 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_series_is_a_group_in_a_page_and_nothing_in_a_file() {
        let name = "a \"b\" <c> font-family=\"series-end\"";
        let draw = |with_series: bool| {
            chart("x", name, 100, |area| {
                let disc = || -> DrawResult {
                    area.draw(&Circle::new((20, 40), 4, BLUE.filled()))?;
                    Ok(vec![Mark::disc((20, 40), String::new(), None)])
                };
                match with_series {
                    true => series(area, name, disc),
                    false => disc(),
                }
            })
        };
        let (plain, with_series) = (draw(false).unwrap(), draw(true).unwrap());
        assert_eq!(without_groups(&with_series.svg), plain.svg);
        assert_eq!(with_series.marks[0].series.as_deref(), Some(name));
        let (_, group) = with_series.svg.split_once("<g class=").unwrap();
        assert!(
            group.starts_with("\"series\" data-name=\"a &quot;b&quot; &lt;c&gt; font-family"),
            "{group}"
        );
        let (inner, _) = group.split_once("</g>").unwrap();
        assert!(
            inner.contains("<circle") && inner.matches('<').count() == 1,
            "{inner}"
        );
    }
}
