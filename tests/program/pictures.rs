//! Pictures for papers: the ending of a name chooses the format, `--width` the width on the page.

use crate::place::Place;
use std::fs;

#[test]
fn a_picture_has_the_format_of_its_name_and_its_width() {
    let place = Place::new();
    let eval = |board: &str, thermograph: &str| {
        let pictures = ["--draw", board, "--thermograph", thermograph];
        place.done(&[&["eval", "path(4):L...", "--width", "8cm"][..], &pictures].concat());
        [board, thermograph].map(|file| fs::read(place.at(file)).unwrap())
    };
    // 8 cm are 226.77 points.
    for file in eval("board.pdf", "thermograph.pdf") {
        let text = String::from_utf8_lossy(&file).into_owned();
        assert!(text.starts_with("%PDF") && text.contains("/MediaBox [0 0 226.77"));
        assert!(text.contains("+DejaVuSans"), "texts stay texts");
    }
    let [board, thermograph] = eval("board.tex", "thermograph.tex");
    let [board, thermograph] = [board, thermograph].map(|file| String::from_utf8(file).unwrap());
    assert!(board.starts_with("\\begin{tikzpicture}[scale=") && board.contains("{L};"));
    assert!(thermograph.contains("% left wall, (t, value): (-1, "));
    let [board, _] = eval("board.svg", "thermograph.png");
    assert!(
        String::from_utf8(board)
            .unwrap()
            .contains(" width=\"8.000cm\"")
    );
    let value = ["value", "{4|-2}", "--thermograph", "v.tex"];
    place.done(&value);
    assert!(place.at("v.tex").exists());
}

/// A mistake is found before anything is valued, and the message says what was expected.
#[test]
fn mistakes_in_pictures_are_named() {
    let place = Place::new();
    for (args, expected) in [
        (
            &["--draw", "a.gif"][..],
            "expected a name that ends in .svg, .png, .pdf or .tex",
        ),
        (
            &["--draw", "a.pdf", "--width", "8em"],
            "expected a width from 1cm to 100cm",
        ),
        (
            &["--draw", "a.pdf", "--width", "1m"],
            "expected a width from 1cm to 100cm",
        ),
        (&["--width", "8cm"], "--draw"),
        (
            &["--thermograph", "a.tex", "--width", "1cm"],
            "the smallest text of the picture would have",
        ),
    ] {
        let args = [&["eval", "path(4)"][..], args].concat();
        let (code, _, err) = place.boil(&args);
        assert!(code == 2 && err.contains(expected), "{args:?}: {err}");
        assert!(!place.at("a.gif").exists() && !place.at("a.tex").exists());
    }
    let export = ["records", "export", "--format", "csv", "--width", "8cm"];
    let (code, _, err) = place.boil(&export);
    assert!(
        code == 2 && err.contains("--width: expected --format tikz"),
        "{err}"
    );
}

/// Tints and a token stand along the family, and the text is read back.
#[test]
fn marks_are_printed_along_the_family() {
    let place = Place::new();
    let out = place.done(&["eval", "path(6):R....L", "cycle(6) .L...."]);
    assert!(out.contains("path(6):L....R"), "{out}");
    assert!(out.contains("cycle(6):.....L"), "{out}");
    let game = ["eval", "--ruleset", "vertex-geography", "cycle(5)@3"];
    assert!(place.done(&game).contains("= cycle(5)@0)"));
}
