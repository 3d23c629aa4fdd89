//! Boards as texts: graph6, edges, squares, families and constructions.

use super::{as_bytes, column, text_of};
use boilingpoint_boards::{
    Board, Construction, Definitions, Parameters, board_text, graph6 as format, parse_board,
};

/// Larger boards are not written and read again, to save time.
const LARGE: usize = 200;

/// A board that could be read is written, and read again as the same board.
pub fn boards(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(board) = parse_board(&text) else {
        return;
    };
    if board.order() <= LARGE {
        let written = board_text(&board.name(), &board.tint_string());
        let again = parse_board(&written).expect(&written);
        assert_eq!(in_the_corner(again), in_the_corner(board), "{written}");
    }
}

/// The board moved to the corner: squares may be anywhere, and are written from the corner on.
fn in_the_corner(board: Board) -> Board {
    let Some(squares) = board.squares() else {
        return board;
    };
    let least = |k: usize| squares.iter().map(|s| s[k]).min().unwrap_or(0);
    let (top, left) = (least(0), least(1));
    let moved = squares.iter().map(|&[i, j]| [i - top, j - left]);
    let tints = board.tint_string();
    Board::of_squares(moved.collect())
        .tinted(&tints)
        .expect("a tint each")
}

pub fn seeds() -> Vec<Vec<u8>> {
    let mut texts = column("tests/data/workshop-boards.csv");
    texts.extend(column("tests/data/snort-table-1.csv"));
    texts.extend(column("tests/data/domineering-values.csv"));
    texts.extend(
        column("tests/data/snort-random-tinted.csv")
            .into_iter()
            .take(40),
    );
    texts.extend(
        [
            "DQc",
            "DQc:L.R..",
            "star(4) .LR..",
            "0-1*3,1-2,2-0@1",
            "0-0,0>1*2,1>0*1*5",
            "..|#.|..",
            "grid(2,2,3)",
            "caterpillar(4,3,4)",
            "tree(3*tree(4*leaf), 2*leaf)",
            "nary_tree(3,2)@0",
            ">>graph6<<Bg",
            "?",
            "0",
            "~??~",
            "compose(path(3), 2*leaf, complete(3), DQc)",
            "product(path(3),cycle(4)):............",
            "left(right,2*leaf)",
        ]
        .map(String::from),
    );
    as_bytes(texts)
}

/// A graph that could be read is written, and read again as the same graph.
pub fn graph6(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(graph) = format::read(&text) else {
        return;
    };
    if graph.order() <= LARGE {
        let written = format::write(&graph);
        assert_eq!(format::read(&written), Ok(graph), "{written}");
    }
}

pub fn graph6_seeds() -> Vec<Vec<u8>> {
    let mut texts = column("tests/data/snort-connected-order-1-to-6.csv");
    texts.extend(column("tests/data/snort-random-tinted.csv"));
    texts.extend(["~?@?", "~~???@??", ">>graph6<<D??", "?", "@"].map(String::from));
    as_bytes(texts)
}

/// Lines of definitions, and a last line with a construction that may use them. The construction is
/// written and read again as the same; with small parameters it is built or refused.
pub fn families(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut lines: Vec<&str> = text.lines().collect();
    let Some(last) = lines.pop() else {
        return;
    };
    let mut known = Definitions::none();
    for line in lines {
        let _ = known.read(line);
    }
    let Ok(construction) = Construction::parse(last, &known) else {
        return;
    };
    let written = construction.to_string();
    let again = Construction::parse(&written, &known);
    assert_eq!(again.as_ref(), Ok(&construction), "{written}");
    let given = construction
        .parameters()
        .into_iter()
        .zip([2, 3, 1, 4].into_iter().cycle());
    let given: Parameters = given.collect();
    let at = construction.at(&given);
    if let (Ok(board), Ok(at)) = (construction.build(&given), at)
        && board.order() <= LARGE
    {
        assert_eq!(at.build(&Parameters::none()), Ok(board), "{at}");
    }
}

pub fn family_seeds() -> Vec<Vec<u8>> {
    let unquoted = |line: &str| line.replace('"', "");
    let table = text_of("docs/families.toml");
    let definitions: Vec<String> = table
        .lines()
        .filter(|l| l.starts_with('"'))
        .map(unquoted)
        .collect();
    let calls = definitions.iter().map(|d| {
        let (signature, body) = d.split_once('=').unwrap_or((d, ""));
        format!("{d}\n{}\n{body}", signature.trim())
    });
    let mut texts: Vec<String> = calls.collect();
    texts.push(format!(
        "{}\nsum(2*nested_star(n,2^n),twin_broom(1,n))",
        definitions.join("\n")
    ));
    texts.extend(
        [
            "caterpillar(n+1,n,n+1)",
            "tree(a*tree(b*leaf))",
            "chain(leaf,2*right,left(3*leaf))",
            "attach(cycle(a),b*leaf)",
            "product(path(a),DQc)",
            "compose(path(4),a*leaf,b*leaf,leaf,c*leaf)",
            "sum(grid(2,2,3),(n-1)*star(n*2))",
            "path(2^n-1)",
            "spider(n,3)",
            "f(n)=tree(n*leaf)\ng(a,b)=attach(f(a),b*f(2))\ng(2,3)",
        ]
        .map(String::from),
    );
    as_bytes(texts)
}
