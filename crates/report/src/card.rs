//! A record on one card: the board, its thermograph, its facts and its origin.

use boilingpoint_boards::Board;
use boilingpoint_draw::style::{FONTS, GRID, INK, MUTED, escaped, wrapped};
use boilingpoint_draw::thermograph::{HEIGHT, WIDTH, thermograph_fragment};
use boilingpoint_draw::{Svg, inset};
use boilingpoint_problem::Appraisal;
use boilingpoint_record::records::{LineageStep, RecordLine};

/// The width of a card in pixels.
const CARD: f64 = 980.0;
/// The margin of a card in pixels.
const EDGE: f64 = 28.0;
/// The greatest width and height of the board's drawing.
const BOX: (f64, f64) = (470.0, 360.0);
/// The largest number of characters in a line of facts.
const LINE: usize = 104;
/// The facts in the line of numbers.
const NUMBERS: [&str; 7] = [
    "outcome",
    "temperature",
    "mean",
    "degree",
    "degree2",
    "order",
    "size",
];

/// The contents of a card.
pub struct Card {
    /// The first line: the answer that the record gives to the question of the run.
    pub heading: String,
    /// The record.
    pub record: RecordLine,
    /// The board.
    pub board: Board,
    /// The operators that led to the board, after the origin of its first ancestor.
    pub lineage: Vec<LineageStep>,
    /// The value of the board. A canonical form that is too long is left out.
    pub value: Appraisal,
}

impl Card {
    /// The named facts that are known, with their texts.
    pub fn named<'a>(&self, names: &[&'a str]) -> Vec<(&'a str, String)> {
        let facts = &self.record.facts;
        let text = |name: &str| match name {
            "temperature" => facts.temperature_text(),
            name => facts.filed_text(name),
        };
        let named = names.iter().map(|&name| (name, text(name)));
        named.filter(|(_, text)| !text.is_empty()).collect()
    }

    /// The certainty of the record, and whether the checker agreed.
    pub fn certainty(&self) -> String {
        let not = if self.record.verified { "" } else { "not " };
        format!(
            "{}, {not}checked independently",
            self.record.facts.certainty
        )
    }

    fn facts(&self) -> Vec<(&'static str, Vec<String>)> {
        let r = &self.record;
        let numbers = self.named(&NUMBERS).into_iter();
        let numbers: Vec<String> = numbers
            .map(|(name, text)| format!("{name} {text}"))
            .collect();
        let steps: Vec<String> = self
            .lineage
            .iter()
            .map(|s| format!("{} ({})", s.operator, s.generation))
            .collect();
        let value = match self.value.form() {
            _ if r.facts.temperature.is_none() => "only the outcome is known".to_string(),
            Some(form) => form,
            None if r.facts.is_bound() => "not known".to_string(),
            None => "too long to print".to_string(),
        };
        vec![
            ("value", wrapped(&value, LINE, 4)),
            ("numbers", vec![numbers.join("   ")]),
            ("board", wrapped(&r.facts.named_text(), LINE, 3)),
            ("certainty", vec![self.certainty()]),
            ("lineage", wrapped(&steps.join(" → "), LINE, 4)),
        ]
    }
}

/// The card as a standalone SVG.
pub fn card_svg(card: &Card) -> Svg {
    let facts = card.facts();
    let lines: usize = facts.iter().map(|(_, lines)| lines.len()).sum();
    let top = 66.0 + HEIGHT.max(BOX.1) + 22.0;
    let height = top + 19.0 * lines as f64 + 8.0 * facts.len() as f64 + 14.0;
    let mut out = Svg::new(&[
        ("viewBox", &format_args!("0 0 {CARD} {height}")),
        ("width", &CARD),
        ("height", &height),
        ("font-family", &FONTS),
    ]);
    out.title(&card.heading);
    write_pictures(&mut out, card, height);
    write_facts(&mut out, &facts, top);
    out
}

/// Writes the frame, the heading, the board and its thermograph.
fn write_pictures(out: &mut Svg, card: &Card, height: f64) {
    write!(
        out,
        "<rect x=\"0.5\" y=\"0.5\" width=\"{}\" height=\"{}\" rx=\"6\" fill=\"#ffffff\" stroke=\"{GRID}\"/>\
         <text x=\"{EDGE}\" y=\"42\" font-size=\"20\" font-weight=\"bold\" fill=\"{INK}\">{}</text>\
         <text x=\"{}\" y=\"42\" font-size=\"15\" text-anchor=\"end\" fill=\"{MUTED}\">order {}, generation {}</text>",
        CARD - 1.0,
        height - 1.0,
        escaped(&card.heading),
        CARD - EDGE,
        card.record.facts.order,
        card.record.generation
    );
    write!(out, "{}", board_in_box(&card.board, EDGE, 66.0));
    if let Some(thermograph) = &card.value.thermograph {
        write!(
            out,
            "<svg x=\"{}\" y=\"66\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\">{}</svg>",
            CARD - EDGE - WIDTH + 12.0,
            thermograph_fragment(thermograph)
        );
    }
}

/// Writes the facts as lines of text, from the height `top` on.
fn write_facts(out: &mut Svg, facts: &[(&str, Vec<String>)], top: f64) {
    let mut y = top;
    write!(
        out,
        "<path d=\"M{EDGE} {:.1}H{:.1}\" stroke=\"{GRID}\"/>",
        y - 14.0,
        CARD - EDGE
    );
    for (name, lines) in facts {
        y += 8.0;
        for (i, line) in lines.iter().enumerate() {
            if i == 0 {
                write!(
                    out,
                    "<text x=\"{EDGE}\" y=\"{y:.1}\" font-size=\"13\" fill=\"{MUTED}\">{name}</text>"
                );
            }
            write!(
                out,
                "<text x=\"{:.1}\" y=\"{y:.1}\" font-size=\"13\" fill=\"{INK}\" xml:space=\"preserve\">{}</text>",
                EDGE + 82.0,
                escaped(line)
            );
            y += 19.0;
        }
    }
}

/// The drawing of a board as an element of the card, no larger than [`BOX`].
fn board_in_box(board: &Board, x: f64, y: f64) -> Svg {
    let mut drawing = inset(board);
    let (width, height) = drawing.size();
    let scale = (BOX.0 / width).min(BOX.1 / height).min(1.0);
    let (width, height) = (width * scale, height * scale);
    drawing.set("width", &format_args!("{width:.1}"));
    drawing.set("height", &format_args!("{height:.1}"));
    drawing.with_first(&[
        ("x", &format_args!("{:.1}", x + (BOX.0 - width) / 2.0)),
        ("y", &format_args!("{:.1}", y + (BOX.1 - height) / 2.0)),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use boilingpoint_boards::parse_board;
    use boilingpoint_draw::png;
    use boilingpoint_problem::{Certainty, Facts};
    use boilingpoint_values::{Dyadic, Values};

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
                generation: 3,
                fitness: vec!["3/2".into(), "-7".into()],
                facts: Facts {
                    temperature: Some(Dyadic::integer(4).into()),
                    mean: Some(Dyadic::ZERO.into()),
                    outcome: Some("N".into()),
                    certainty: Certainty::Exact,
                    ..Facts::of_board(&board)
                },
                certificate: None,
                proof: None,
                verified: true,
                lineage: vec![
                    LineageStep {
                        generation: 0,
                        operator: "a<b&".into(),
                        from: None,
                    };
                    60
                ],
            };
            let card = Card {
                lineage: record.lineage.clone(),
                heading: "temperature < degree = 3/2, -7".to_string(),
                record,
                board,
                value: Appraisal {
                    facts: Facts {
                        canonical_form: Some("{4|-4}".into()),
                        ..Facts::default()
                    },
                    thermograph: Some(values.thermograph(value).unwrap().as_ref().clone()),
                },
            };
            let drawn = card_svg(&card).to_string();
            assert!(!drawn.contains("NaN") && drawn.contains("temperature &lt; degree"));
            assert_eq!(drawn, card_svg(&card).to_string());
            png(&drawn, 0.5).expect(name);
        }
    }
}
