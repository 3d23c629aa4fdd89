//! Laws of the formats on random boards: a format that carries all features of a board gives the
//! board back, and what it does not carry is named.

#![allow(clippy::unwrap_used)]

use boilingpoint_boards::canon::normal;
use boilingpoint_boards::{Board, BoardLimit, Graph, Link, Tint};
use boilingpoint_formats::{FORMATS, Given, Misread, read_each};
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// A link: two ends as parts of the order, a weight, and whether it is an arc.
fn any_link() -> impl Strategy<Value = (usize, usize, u32, bool)> {
    let weight = prop_oneof![3 => Just(1), 1 => 1..=12u32];
    (0..9usize, 0..9usize, weight, prop::bool::weighted(0.3))
}

/// Boards with some kinds of marks: each kind is there or not.
fn any_given() -> impl Strategy<Value = Given> {
    let kinds = prop::array::uniform5(any::<bool>());
    let names = vec("[a-z][a-z0-9]{0,5}|[0-9]{1,3}", 8);
    (
        0..8usize,
        vec(any_link(), 0..14),
        vec(0..3usize, 8),
        kinds,
        names,
    )
        .prop_map(
            |(order, links, tints, [plain, arcs, weights, marks, labelled], names)| {
                let mut all = BTreeMap::new();
                for (i, (a, b, weight, arc)) in links.into_iter().enumerate().filter(|_| order > 0)
                {
                    let (a, b) = (a % order, b % order);
                    let weight = if weights { weight } else { 1 };
                    let link = match arc && arcs && a != b {
                        true => Link::arc(a, b, weight),
                        false => Link::edge(a, b, weight),
                    };
                    if !(plain && a == b) {
                        let several = if plain { 0 } else { i };
                        all.insert((link.from, link.to, link.arc, several), link);
                    }
                }
                let links = all.into_values().collect();
                let mut board = Board::untinted(Graph::empty(order)).with_links(links);
                for (v, tint) in tints.into_iter().enumerate().take(order).filter(|_| marks) {
                    board.set_tint(v, [Tint::None, Tint::Left, Tint::Right][tint]);
                }
                let token = (marks && order > 2).then_some(order / 2);
                // Names that are no graph6, families or numbers of vertices.
                let labels = names
                    .into_iter()
                    .zip(0..order)
                    .map(|(name, v)| format!("{name}_{v}"));
                Given {
                    labels: (labelled && order > 0).then(|| labels.collect()),
                    ..Given::of_board(board.with_token(token), 0)
                }
            },
        )
}

fn read(bytes: &[u8]) -> Result<Vec<Given>, Misread> {
    let mut all = Vec::new();
    read_each(bytes, BoardLimit::MOST, |item| {
        all.push(item.board(BoardLimit::MOST)?);
        Ok::<(), Misread>(())
    })?;
    Ok(all)
}

/// A board as a sorted text, in which vertices are called by their labels.
fn named(given: &Given) -> Vec<String> {
    let board = &given.board;
    let name = |v: usize| {
        given
            .labels
            .as_ref()
            .map_or(v.to_string(), |l| l[v].clone())
    };
    let vertex = |v: usize| {
        let token = board.token() == Some(v);
        format!("{} {:?} {token}", name(v), board.tints()[v])
    };
    let link = |l: &Link| {
        let (a, b) = (name(l.from), name(l.to));
        let (a, b) = if l.arc || a <= b { (a, b) } else { (b, a) };
        format!("{a}-{b} {} {}", l.weight, l.arc)
    };
    let vertices = (0..board.order()).map(vertex);
    let mut all: Vec<String> = vertices.chain(board.links().iter().map(link)).collect();
    all.sort_unstable();
    all
}

proptest! {
    #[test]
    fn a_format_that_carries_a_board_gives_it_back(given in any_given()) {
        for format in FORMATS.iter().filter(|f| f.lost(&given).is_empty()) {
            let Ok(board) = format.write(&given) else {
                prop_assert!(!format.is_text() || format.is_cgsuite());
                continue;
            };
            let bytes = [format.head.as_bytes(), &board].concat();
            let text = String::from_utf8_lossy(&bytes);
            let back = read(&bytes);
            let back = back.unwrap_or_else(|e| panic!("{}: {e}\n{text}", format.name));
            prop_assert_eq!(back.len(), 1, "{}\n{}", format.name, text);
            if format.is_cgsuite() {
                // The strings number the vertices anew.
                prop_assert_eq!(normal(&back[0].board), normal(&given.board), "{}", text);
                continue;
            }
            // DIMACS and Matrix Market name vertices by numbers from 1.
            let labels = back[0].labels.clone().filter(|_| given.labels.is_some());
            let back = Given { labels, ..back[0].clone() };
            prop_assert_eq!(named(&back), named(&given), "{}\n{}", format.name, text);
        }
    }

    #[test]
    fn a_format_that_loses_a_feature_writes_another_board(given in any_given()) {
        for format in FORMATS.iter().filter(|f| !f.lost(&given).is_empty()) {
            let Ok(board) = format.write(&given) else { continue };
            let bytes = [format.head.as_bytes(), &board].concat();
            // A board that came back whole would have been called lost without a reason. Only an
            // edge and two arcs, and parallel edges at one vertex, may be read either way.
            if let Ok([back]) = read(&bytes).as_deref() {
                let lost = format.lost(&given);
                let alike = lost.iter().all(|l| l.contains("edge") || l.contains("parallel"));
                prop_assert!(alike || named(back) != named(&given), "{}: {:?}", format.name, lost);
            }
        }
    }
}
