//! The sentences of a page quote what its blocks show.
//!
//! A page explains an output by quoting pieces of it: a board, a value, a line with a number. When
//! the output changes, the block is written anew and the sentence is not. So on the pages that a
//! newcomer follows ([`PAGES`]) each quotation has to occur in a block of the page, in its commands
//! or their outputs. A board or a value that a page names without showing it stands in a comment
//! of the page: `<!-- not shown: DQc -->`.

use crate::folders;
use boilingpoint::parse_board;
use std::fs;
use std::path::Path;

/// The pages whose sentences are compared with their blocks, from the root of the repository.
const PAGES: [&str; 3] = ["docs/first-hour", "docs/how-to", "README.md"];

/// The beginning of a comment that names what a page does not show.
const NOT_SHOWN: &str = "<!-- not shown: ";

/// A page in two parts.
#[derive(Default)]
struct Split {
    /// The lines of all blocks and generated tables.
    shown: String,
    /// The other lines.
    prose: String,
}

fn split(text: &str) -> Split {
    let (mut split, mut inside) = (Split::default(), false);
    for line in text.lines() {
        let is_fence = line.trim_start().starts_with("```");
        let is_edge = line.starts_with("<!-- table: ") || line.starts_with("<!-- /table");
        if is_fence || is_edge {
            inside = !inside;
            continue;
        }
        if let Some(names) = line.strip_prefix(NOT_SHOWN) {
            split.shown += names;
        }
        let part = match inside {
            true => &mut split.shown,
            false => &mut split.prose,
        };
        *part += line;
        part.push('\n');
    }
    split
}

/// The texts between two marks, within a paragraph.
fn between(prose: &str, mark: &str) -> Vec<String> {
    let paragraphs = prose.split("\n\n").map(|p| p.replace('\n', " "));
    let inside = |p: String| -> Vec<String> {
        let parts = p.split(mark).map(str::to_string);
        parts.skip(1).step_by(2).collect()
    };
    paragraphs.flat_map(inside).collect()
}

/// Whether a text in code is a board in graph6, perhaps with tints.
fn is_graph6(code: &str) -> bool {
    let board = code.split([' ', ':']).next().unwrap_or_default();
    let is_text = board.len() >= 2 && board.bytes().all(|c| (b'?'..=b'~').contains(&c));
    is_text && parse_board(board).is_ok()
}

/// Whether a text in code is a member of a family, such as `star(4)`.
fn is_member(code: &str) -> bool {
    let Some((name, arguments)) = code.strip_suffix(')').and_then(|c| c.split_once('(')) else {
        return false;
    };
    let numbers = |text: &str| text.bytes().all(|c| c.is_ascii_digit() || c == b',');
    name.bytes().all(|c| c.is_ascii_lowercase() || c == b'-')
        && !arguments.is_empty()
        && numbers(arguments)
}

/// Whether a text in code is a value with options: with `±`, or with braces and a bar.
fn is_value(code: &str) -> bool {
    let has_bar = code
        .split_once('{')
        .is_some_and(|(_, rest)| rest.contains('|') && rest.contains('}'));
    code.contains('±') || has_bar
}

/// The quotations of a page that none of its blocks shows.
fn mistakes(text: &str) -> Vec<String> {
    let Split { shown, prose } = split(text);
    let is_quoted = |code: &String| is_graph6(code) || is_member(code) || is_value(code);
    let codes = between(&prose, "`").into_iter().filter(is_quoted);
    let has_number = |bold: &String| bold.bytes().any(|c| c.is_ascii_digit());
    let bolds = between(&prose, "**").into_iter().filter(has_number);
    let quotations = codes.chain(bolds).map(|text| text.replace("\\|", "|"));
    quotations.filter(|text| !shown.contains(text)).collect()
}

#[test]
fn sentences_quote_what_the_page_shows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut wrong, mut pages) = (Vec::new(), 0);
    for place in PAGES {
        let place = root.join(place);
        let files = match place.is_dir() {
            true => folders::files(&place),
            false => vec![place],
        };
        let is_page = |path: &&std::path::PathBuf| path.extension().is_some_and(|e| e == "md");
        for path in files.iter().filter(is_page) {
            pages += 1;
            let text = fs::read_to_string(path).unwrap();
            let name = path.strip_prefix(root).unwrap().display().to_string();
            let of_page = mistakes(&text).into_iter();
            wrong.extend(of_page.map(|quoted| format!("{name}: no block shows `{quoted}`")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(pages > 10, "{pages}");
}

#[test]
fn a_sentence_about_an_older_output_is_found() {
    let page = "Ask for the value of a path:\n\n```console\n$ boil eval 'path(4)'\npath(4)  (Cp)\n  \
                canonical form  ±{2|1}\n```\n\n- `Ch` is the board, `Cp` the same.\n- `±{{2|1}}`\n  \
                is the game, `±{2|1}` too, and `path(4)`, not `path(5)`.\n\n- **12 boards valued**: \
                none.\n";
    assert_eq!(
        mistakes(page),
        ["Ch", "±{{2|1}}", "path(5)", "12 boards valued"]
    );
    let named = format!("{page}<!-- not shown: Ch path(5) ±{{{{2|1}}}} 12 boards valued -->\n");
    assert!(mistakes(&named).is_empty());
    assert!(mistakes("The words `name`, `budget.work`, `N` and `order >= 2`.").is_empty());
}
