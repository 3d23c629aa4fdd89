//! Canonical forms as texts.

use super::{as_bytes, text_of};
use boilingpoint_values::{Notation, Values};

/// Longer forms are not written.
const LONGEST: usize = 1 << 12;

/// A value that could be read is written in each notation that can be read, and read again as the
/// same value.
pub fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut values = Values::new();
    let Ok(value) = values.parse(&text) else {
        return;
    };
    for style in [Notation::Braces, Notation::Text] {
        let Some(written) = values.notation(value, style, LONGEST) else {
            continue;
        };
        match values.parse(&written) {
            Ok(again) => assert_eq!(again, value, "{written}"),
            // The options are written in another order, so other intermediate numbers occur.
            Err(e) => assert!(
                e.message.contains("too large or too fine"),
                "{written}: {e}"
            ),
        }
    }
}

pub fn seeds() -> Vec<Vec<u8>> {
    let quoted = |text: String| -> Vec<String> {
        text.split('"')
            .skip(1)
            .step_by(2)
            .map(str::to_string)
            .collect()
    };
    let mut texts = quoted(text_of("tests/data/snort-random-tinted.csv"));
    texts.retain(|text| text.len() < 400);
    texts.extend(quoted(text_of("tests/data/domineering-values.csv")));
    texts.extend(
        [
            "0",
            "*",
            "*7",
            "3/8*2",
            "^",
            "v3*",
            "^^*",
            "±1",
            "±{3|1*}",
            "{1|||0||-1|-2}",
            "Tiny(2)",
            "Miny(1/2)",
            "^<3>",
            "v[4]",
            "2^*+(3-1/4)",
            "{0|0,*}",
            "{|}",
            "{1,{2|-1/2}|}",
            "+-{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}",
            "--3",
            "9223372036854775807",
            "1/4611686018427387904",
        ]
        .map(String::from),
    );
    as_bytes(texts)
}
