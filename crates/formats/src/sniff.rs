//! Finds the format of a file by its first line that is neither empty nor a comment.

use crate::Misread;
use crate::given::{Ended, Sink};
use crate::{brackets, dimacs, dot, gml, graphml, json, matrix_market, rows};
use boilingpoint_boards::{BoardLimit, graph6, parse_board};

/// Reads the boards of a text.
pub(crate) type ReadText = fn(&str, BoardLimit, &mut Sink) -> Result<(), Ended>;

/// The sort of a file.
pub(crate) enum Sort {
    /// The line is empty or a comment.
    Undecided,
    /// Each line is a board.
    Lines,
    /// The text is read as a whole.
    Text(ReadText),
}

/// The sort of a file with this first line. Comments that belong to a format show it.
pub(crate) fn sort(line: &str, is_first: bool) -> Sort {
    let line = if is_first {
        line.trim_start_matches('\u{feff}')
    } else {
        line
    };
    let text = line.trim();
    let word = text
        .split(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap_or_default();
    let after = text[word.len()..].trim_start();
    match word {
        _ if text.starts_with("%%MatrixMarket") => return Sort::Text(matrix_market::read),
        _ if text.starts_with('<') => return Sort::Text(graphml::read),
        _ if text.starts_with("/*") => return Sort::Text(dot::read),
        "c" | "p" if text == word || text[1..].starts_with([' ', '\t']) => {
            return Sort::Text(dimacs_or_rows);
        }
        _ if is_dot(word, after) => return Sort::Text(dot_or_gml),
        "Creator" | "creator" | "Version" | "comment" if !after.starts_with('(') => {
            return Sort::Text(gml::read);
        }
        _ => {}
    }
    if board_line(line).is_none() {
        return Sort::Undecided;
    }
    if is_config(text) {
        return Sort::Text(refuse_config);
    }
    if rows::is_title(text) {
        return Sort::Text(rows::read);
    }
    match text.chars().next() {
        Some(':' | ';' | '&' | '+' | '>') => Sort::Lines,
        _ if graph6::read(text).is_ok() => Sort::Lines,
        Some('{' | '[' | '(') => Sort::Text(brackets_or_json),
        _ if brackets::is_named(text) => Sort::Text(brackets::read),
        _ if rows::is_row(text) => Sort::Text(rows::read),
        _ if are_two_codes(text) => Sort::Text(refuse_two_codes),
        _ if is_rectangle(text) || are_edges(text) || parse_board(text).is_ok() => Sort::Lines,
        _ if rows::may_be_row(text) => Sort::Text(rows::read),
        _ => Sort::Lines,
    }
}

/// Whether a text is a rectangle of squares with holes, such as `4x5-0,0`, perhaps with a mistake.
fn is_rectangle(text: &str) -> bool {
    let is_number = |c: char| c.is_ascii_digit();
    text.split_once(['x', '×']).is_some_and(|(rows, rest)| {
        let has_rows = rows.starts_with(is_number) && rows.trim_end().chars().all(is_number);
        has_rows
            && rest.contains('-')
            && rest.contains(',')
            && rest.chars().all(|c| is_number(c) || "-, ".contains(c))
    })
}

/// Whether a text is edges such as `0-1,1-2`, perhaps with a mistake after the first.
fn are_edges(text: &str) -> bool {
    let after_digits = |text: &'_ str| {
        let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
        (rest.len() < text.len()).then(|| text.len() - rest.len())
    };
    let second = after_digits(text).and_then(|at| text[at..].strip_prefix(['-', '>']));
    let rest = second.and_then(|second| Some(&second[after_digits(second)?..]));
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || "-_.".contains(c)))
}

/// Whether a line is one of a config in TOML: the head of a table, or a key with its value.
fn is_config(text: &str) -> bool {
    let is_name = |name: &str| {
        let mut letters = name.chars();
        letters.next().is_some_and(|c| c.is_ascii_lowercase())
            && letters.all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
    };
    let head = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'));
    let entry = text.split_once(" = ").filter(|(_, value)| {
        value.starts_with(|c: char| c == '"' || c.is_ascii_digit())
            || ["true", "false"].contains(value)
    });
    head.is_some_and(|name| name.len() > 1 && is_name(name))
        || entry.is_some_and(|(key, _)| is_name(key))
}

/// Refuses a config.
fn refuse_config(text: &str, _: BoardLimit, _: &mut Sink) -> Result<(), Ended> {
    refuse(text, "this is TOML, as of a config; expected boards")
}

/// Refuses a text at its first line that is no comment.
fn refuse(text: &str, problem: &str) -> Result<(), Ended> {
    let line = (1..)
        .zip(text.lines())
        .find(|(_, line)| board_line(line).is_some());
    Err(Misread::line(line.map_or(0, |(number, _)| number), problem).into())
}

/// Whether a line is two words that are both graph6. The second may be the same graph after another
/// program, or both are the names of vertices.
fn are_two_codes(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().take(3).collect();
    let order = |word: &str| graph6::read(word).ok().map(|graph| graph.order());
    match words[..] {
        [first, second] => match (order(first), order(second)) {
            (Some(n), Some(m)) => n != m || n < 5,
            _ => false,
        },
        _ => false,
    }
}

/// Refuses a text whose lines are boards and edges alike.
fn refuse_two_codes(text: &str, _: BoardLimit, _: &mut Sink) -> Result<(), Ended> {
    let problem = "this can be an edge between two names, and graph6 with a label, which are different graphs; expected names in quotation marks, or graph6 alone on its line";
    refuse(text, problem)
}

/// Whether a line begins DOT or GML: with `graph`, `digraph` or `strict`, in any case in DOT.
fn is_dot(word: &str, after: &str) -> bool {
    let is_lower = word.chars().all(|c| c.is_lowercase());
    let is_word = |known: &&str| word.eq_ignore_ascii_case(known);
    ["graph", "digraph", "strict"].iter().any(is_word)
        && !after.starts_with('(')
        && (is_lower || after.contains('{'))
}

/// Reads DIMACS, or an edge list with a vertex `c` or `p`.
fn dimacs_or_rows(text: &str, limit: BoardLimit, sink: &mut Sink) -> Result<(), Ended> {
    if dimacs::is(text) {
        dimacs::read(text, limit, sink)
    } else {
        rows::read(text, limit, sink)
    }
}

/// Reads DOT, or GML, whose graph has square brackets.
fn dot_or_gml(text: &str, limit: BoardLimit, sink: &mut Sink) -> Result<(), Ended> {
    let is_gml = text
        .find(['[', '{'])
        .is_some_and(|at| text[at..].starts_with('['));
    if is_gml {
        gml::read(text, limit, sink)
    } else {
        dot::read(text, limit, sink)
    }
}

/// Reads JSON with graphs, or other text in brackets.
fn brackets_or_json(text: &str, limit: BoardLimit, sink: &mut Sink) -> Result<(), Ended> {
    if json::begins(text) {
        json::read(text, limit, sink)
    } else {
        brackets::read(text, limit, sink)
    }
}

/// Whether a text of one line is a file of a format.
pub(crate) fn is_file_text(text: &str) -> bool {
    !matches!(sort(text, true), Sort::Lines)
}

/// Whether a text begins with a letter, and has no signs of an edge list with names.
pub(crate) fn are_words(text: &str) -> bool {
    text.starts_with(char::is_alphabetic) && !text.contains(['{', '"', ':', '\''])
}

/// The text of a line with a board; `None` for an empty line and a comment (`#`, `%` or `//`). A
/// line of squares may begin with a missing one, as in `#.|..`.
pub fn board_line(line: &str) -> Option<&str> {
    // A byte order mark begins the files of some editors.
    let text = line.trim_start_matches('\u{feff}').trim();
    let is_squares = text.contains('.') && text.chars().all(|c| ".#|".contains(c));
    let is_comment =
        text.starts_with('#') && !is_squares || text.starts_with("//") || text.starts_with('%');
    (!text.is_empty() && !is_comment).then_some(text)
}

/// The header of nauty's formats at the beginning of a line, if there is one, and the text after
/// it.
pub(crate) fn after_header(text: &str) -> (Option<&str>, &str) {
    let parts = text
        .strip_prefix(">>")
        .and_then(|rest| rest.split_once("<<"));
    match parts {
        Some((format @ ("graph6" | "sparse6" | "digraph6"), text)) => (Some(format), text),
        _ => (None, text),
    }
}

/// The reason why bytes begin a file that no reader of this program reads.
pub(crate) fn foreign(begin: &[u8]) -> Option<String> {
    let formats: [([u8; 2], &str); 5] = [
        ([0xfd, b'7'], "xz"),
        ([0x28, 0xb5], "zstd"),
        ([0x1f, 0x9d], "compress"),
        ([0xff, 0xfe], "UTF-16"),
        ([0xfe, 0xff], "UTF-16"),
    ];
    if begin.starts_with(b">>edge_code") {
        return Some(
            "the file is in edge code; expected planar code, as plantri writes it without -E"
                .to_string(),
        );
    }
    let (_, name) = formats.iter().find(|(bytes, _)| begin == bytes)?;
    Some(format!(
        "the file is in {name}; expected plain text in UTF-8, or gzip"
    ))
}

#[cfg(test)]
mod tests {
    use super::{are_edges, is_config};
    use crate::read_text;
    use boilingpoint_boards::BoardLimit;

    #[test]
    fn rectangles_with_holes_are_boards_with_and_without_mistakes() {
        let read = |text| read_text(text, BoardLimit::MOST);
        assert_eq!(read("2x3-0,0").expect("a board").board.text(), "#..|...");
        for (text, problem) in [
            ("2x3-2,0", "there is no square in row 2 and column 0"),
            ("2x3-0,0-0,0", "there is no square in row 0 and column 0"),
            ("2x3-0,", "expected the column of the square"),
        ] {
            let message = read(text).expect_err("a mistake").problem;
            assert!(message.contains(problem), "{text}: {message}");
        }
        // An edge between two names, as before.
        assert!(read("2x3 2x4\n2x4 2x5").is_ok());
    }

    #[test]
    fn edges_with_a_mistake_are_edges() {
        for text in ["0-1,1-2,", "0-1;1-2", "0-1,0-1,1-0", "0>1 x", "10-2"] {
            assert!(are_edges(text), "{text}");
        }
        for text in [
            "2020-01-01 5",
            "0-1a",
            "0 1",
            "0-",
            "-1",
            "a-b",
            "",
            "0-1.5",
            "0–1",
        ] {
            assert!(!are_edges(text), "{text}");
        }
    }

    #[test]
    fn configs_are_no_boards() {
        for text in [
            "[game]",
            "[boards.x]",
            "seed = 1",
            "name = \"x\"",
            "boards.tinted = true",
        ] {
            assert!(is_config(text), "{text}");
            let found = read_text(&format!("# a config\n{text}\n"), BoardLimit::MOST);
            let misread = found.unwrap_err();
            assert_eq!(
                (misread.line, &misread.problem[..12]),
                (2, "this is TOML"),
                "{text}"
            );
        }
        for text in ["[1]", "[]", "G = {1: [2]}", "a b", "DQc = x", "[a, b]"] {
            assert!(!is_config(text), "{text}");
        }
    }
}
