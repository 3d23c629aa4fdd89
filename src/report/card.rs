//! A record on one card: the board, its thermograph, what is known of it and where it came from.

use super::style::{GRID, INK, MUTED, escaped, wrapped};
use super::thermograph::{HEIGHT, WIDTH, thermograph_fragment};
use crate::graph::{Board, DrawingOptions, board_text, svg};
use crate::run::records::RecordLine;
use crate::value::Thermograph;
use std::fmt::Write;

/// Width of a card.
const CARD: f64 = 980.0;
/// Room at the edges.
const EDGE: f64 = 28.0;
/// The box of the board.
const BOX: (f64, f64) = (470.0, 360.0);
/// Characters of the facts that fit into a line.
const LINE: usize = 104;

/// What a card shows.
pub struct Card {
    /// The objective's text.
    pub objective: String,
    /// The record.
    pub record: RecordLine,
    /// Its board.
    pub board: Board,
    /// The thermograph of its value, if it has one.
    pub thermograph: Option<Thermograph>,
    /// The canonical form in the papers' notation, if it can be printed.
    pub canonical_form: Option<String>,
}

impl Card {
    /// The first line: what was reached.
    pub fn heading(&self) -> String {
        let sign = if self.record.is_bound() { ">=" } else { "=" };
        format!(
            "{} {sign} {}",
            self.objective,
            self.record.fitness.join(", ")
        )
    }

    fn facts(&self) -> Vec<(&'static str, Vec<String>)> {
        let r = &self.record;
        let form = self
            .canonical_form
            .clone()
            .unwrap_or_else(|| match r.is_bound() {
                true => "not known".to_string(),
                false => "too long to print".to_string(),
            });
        let checked = if r.verified {
            ", checked independently"
        } else {
            ", not checked independently"
        };
        let temperature = r.temperature_text();
        let known = [
            ("outcome", &r.outcome),
            ("temperature", &temperature),
            ("mean", &r.mean),
        ];
        let known = known.iter().filter(|(_, text)| !text.is_empty());
        let known: String = known
            .map(|(name, text)| format!("{name} {text}   "))
            .collect();
        let numbers = format!(
            "{known}degree {}   degree2 {}   order {}   size {}",
            r.degree, r.degree2, r.order, r.size
        );
        let steps: Vec<String> = r
            .lineage
            .iter()
            .map(|s| format!("{} ({})", s.operator, s.generation))
            .collect();
        let value = match r.temperature.is_empty() {
            true => "only who wins".to_string(),
            false => form.replace(',', ", "),
        };
        vec![
            ("value", wrapped(&value, LINE, 4)),
            ("numbers", vec![numbers]),
            ("board", wrapped(&board_text(&r.board, &r.tints), LINE, 3)),
            ("certainty", vec![format!("{}{checked}", r.certainty)]),
            ("lineage", wrapped(&steps.join(" → "), LINE, 4)),
        ]
    }
}

/// The card as a standalone SVG.
pub fn card_svg(card: &Card) -> String {
    let facts = card.facts();
    let lines: usize = facts.iter().map(|(_, lines)| lines.len()).sum();
    let top = 66.0 + HEIGHT.max(BOX.1) + 22.0;
    let height = top + 19.0 * lines as f64 + 8.0 * facts.len() as f64 + 14.0;
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_card(&mut out, card, &facts, top, height);
    out
}

fn write_card(
    out: &mut String,
    card: &Card,
    facts: &[(&str, Vec<String>)],
    top: f64,
    height: f64,
) -> std::fmt::Result {
    let heading = escaped(&card.heading());
    write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {CARD} {height}\" width=\"{CARD}\" height=\"{height}\" \
         font-family=\"DejaVu Sans, sans-serif\"><title>{heading}</title>\
         <rect x=\"0.5\" y=\"0.5\" width=\"{}\" height=\"{}\" rx=\"6\" fill=\"#ffffff\" stroke=\"{GRID}\"/>\
         <text x=\"{EDGE}\" y=\"42\" font-size=\"20\" font-weight=\"bold\" fill=\"{INK}\">{heading}</text>\
         <text x=\"{}\" y=\"42\" font-size=\"15\" text-anchor=\"end\" fill=\"{MUTED}\">order {}, generation {}</text>",
        CARD - 1.0,
        height - 1.0,
        CARD - EDGE,
        card.record.order,
        card.record.generation
    )?;
    write!(out, "{}", board_in_box(&card.board, EDGE, 66.0))?;
    if let Some(thermograph) = &card.thermograph {
        write!(
            out,
            "<svg x=\"{}\" y=\"66\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\">{}</svg>",
            CARD - EDGE - WIDTH + 12.0,
            thermograph_fragment(thermograph)
        )?;
    }
    let mut y = top;
    write!(
        out,
        "<path d=\"M{EDGE} {:.1}H{:.1}\" stroke=\"{GRID}\"/>",
        y - 14.0,
        CARD - EDGE
    )?;
    for (name, lines) in facts {
        y += 8.0;
        for (i, line) in lines.iter().enumerate() {
            if i == 0 {
                write!(
                    out,
                    "<text x=\"{EDGE}\" y=\"{y:.1}\" font-size=\"13\" fill=\"{MUTED}\">{name}</text>"
                )?;
            }
            write!(
                out,
                "<text x=\"{:.1}\" y=\"{y:.1}\" font-size=\"13\" fill=\"{INK}\" xml:space=\"preserve\">{}</text>",
                EDGE + 82.0,
                escaped(line)
            )?;
            y += 19.0;
        }
    }
    writeln!(out, "</svg>")
}

/// The drawing of a board in the middle of its box, never larger than it is by itself.
fn board_in_box(board: &Board, x: f64, y: f64) -> String {
    let drawing = svg(
        board,
        &DrawingOptions {
            background: false,
            ..DrawingOptions::default()
        },
    );
    let size = |name: &str| -> Option<f64> {
        let from = drawing.find(&format!(" {name}=\""))? + name.len() + 3;
        drawing[from..].split('"').next()?.parse().ok()
    };
    let (width, height) = (
        size("width").unwrap_or(BOX.0),
        size("height").unwrap_or(BOX.1),
    );
    let scale = (BOX.0 / width).min(BOX.1 / height).min(1.0);
    let (w, h) = (width * scale, height * scale);
    let body = drawing
        .find("<svg")
        .map_or(drawing.as_str(), |start| &drawing[start..]);
    let placed = format!(
        "<svg x=\"{:.1}\" y=\"{:.1}\"",
        x + (BOX.0 - w) / 2.0,
        y + (BOX.1 - h) / 2.0
    );
    let sized = body.replacen("<svg", &placed, 1);
    sized
        .replacen(
            &format!(" width=\"{}\"", raw(&drawing, "width")),
            &format!(" width=\"{w:.1}\""),
            1,
        )
        .replacen(
            &format!(" height=\"{}\"", raw(&drawing, "height")),
            &format!(" height=\"{h:.1}\""),
            1,
        )
}

fn raw<'a>(drawing: &'a str, name: &str) -> &'a str {
    let mark = format!(" {name}=\"");
    let from = drawing.find(&mark).map_or(0, |at| at + mark.len());
    drawing[from..].split('"').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::parse_board;
    use crate::report::png;
    use crate::run::records::Step;
    use crate::value::Values;

    #[test]
    fn a_card_is_sound_for_any_board() {
        let mut values = Values::new();
        let value = values.parse("{4|-4}").unwrap();
        for name in [
            "path(2)",
            "random_tree(40,1)",
            "caterpillar(4,3,4)",
            "0-1,1-2:L.R",
            "path(1)",
        ] {
            let board = parse_board(name).unwrap();
            let record = RecordLine {
                collected: None,
                temperature_bounds: None,
                generation: 3,
                fitness: vec!["3/2".into(), "-7".into()],
                board: board.name(),
                tints: board.tint_string(),
                order: board.order() as u64,
                size: board.graph().size() as u64,
                temperature: "4".into(),
                mean: "0".into(),
                outcome: "N".into(),
                degree: 3,
                degree2: 4,
                certificate: None,
                proof: None,
                canonical_form: None,
                certainty: "exact".into(),
                verified: true,
                lineage: vec![
                    Step {
                        generation: 0,
                        operator: "a<b&".into(),
                        from: None,
                    };
                    60
                ],
            };
            let thermograph = Some(values.thermograph(value).unwrap().as_ref().clone());
            let objective = "temperature < degree".to_string();
            let card = Card {
                objective,
                record,
                board,
                thermograph,
                canonical_form: Some("{4|-4}".into()),
            };
            let drawn = card_svg(&card);
            assert!(!drawn.contains("NaN") && drawn.contains("temperature &lt; degree"));
            assert_eq!(drawn, card_svg(&card));
            png(&drawn, 0.5).expect(name);
        }
    }
}
