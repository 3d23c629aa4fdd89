use super::*;
use crate::find;
use boilingpoint_boards::{parse_board, random_connected};
use proptest::prelude::*;
use std::collections::HashSet;

fn game(text: &str) -> Described {
    Described::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn colours() -> impl Strategy<Value = Colours> {
    (1..8_u8).prop_map(|bits| {
        let has = |i: usize| bits >> i & 1 == 1;
        Colours([has(0), has(1), has(2)])
    })
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        Just(Change::Unchanged),
        Just(Change::Removed),
        (0..3_usize).prop_map(|i| Change::Becomes(Colour::ALL[i])),
    ]
}

fn amount() -> impl Strategy<Value = Amount> {
    prop_oneof![
        Just(Amount::Even),
        Just(Amount::Odd),
        (0..3_u32, proptest::option::of(0..3_u32))
            .prop_map(|(least, more)| Amount::Between(least, more.map(|more| least + more))),
    ]
}

fn place() -> impl Strategy<Value = Place> {
    let count = (colours(), amount()).prop_map(|(colours, amount)| Count { colours, amount });
    let counts = proptest::collection::vec(count, 0..3);
    (colours(), 0..8_u8, counts, change(), 0..8_u8).prop_map(
        |(colours, token, counts, change, gets)| Place {
            colours,
            has_token: token == 0,
            counts,
            change,
            gets_token: gets == 0,
        },
    )
}

fn kind() -> impl Strategy<Value = MoveKind> {
    let places = proptest::collection::vec(place(), 1..4);
    let neighbours = proptest::array::uniform3(prop_oneof![
        3 => Just(Change::Unchanged),
        1 => change(),
    ]);
    (places, neighbours, 1..3_u32, any::<bool>()).prop_map(
        |(places, neighbours, within, removes_edges)| MoveKind {
            removes_edges: removes_edges && places.len() > 1,
            places,
            neighbours,
            within,
        },
    )
}

/// A game, if the rules make one that ends. Most random rules do, since most remove something.
fn any_game() -> impl Strategy<Value = Described> {
    let kinds = proptest::collection::vec(kind(), 1..4);
    kinds.prop_filter_map("no game", |kinds| Described::new(kinds).ok())
}

/// A board with the marks that a game has.
fn board(game: &Described, seed: u64, order: usize) -> Board {
    let most = order * (order - 1) / 2;
    let size = (order - 1 + seed as usize % 4).min(most);
    let mut board = Board::untinted(random_connected(order, size, seed));
    for v in 0..order {
        if game.carries.tints {
            board.set_tint(
                v,
                Colour::ALL[(seed as usize >> (2 * v)) % 3].tint(Player::Left),
            );
        }
    }
    let mut links = board.links();
    for (i, link) in links.iter_mut().enumerate() {
        link.arc = game.carries.arcs && (seed >> i).is_multiple_of(3);
    }
    if game.carries.parallel {
        links.extend(links.first().copied());
    }
    let token = game.carries.token.then_some(seed as usize % order);
    board.with_links(links).with_token(token)
}

proptest! {
    #[test]
    fn a_name_is_read_back(game in any_game()) {
        let inner = game.name.strip_prefix("rules(").and_then(|n| n.strip_suffix(')'));
        let again = Described::parse(inner.unwrap());
        prop_assert_eq!(again, Ok(game));
    }

    /// The order of the kinds and their repetition do not matter.
    #[test]
    fn equal_rules_have_equal_names(kinds in proptest::collection::vec(kind(), 1..4)) {
        let Ok(game) = Described::new(kinds.clone()) else {
            return Ok(());
        };
        let again = kinds.iter().rev().chain(&kinds).cloned().collect();
        prop_assert_eq!(Described::new(again), Ok(game));
    }

    /// Exchanging the players exchanges their options.
    #[test]
    fn every_described_game_is_fair(game in any_game(), seed in any::<u64>(), order in 1..6_usize) {
        let board = board(&game, seed, order);
        prop_assert!(game.fits(&board).is_ok());
        let set = |options: Vec<Board>| options.into_iter().collect::<HashSet<Board>>();
        let lefts = game.options(&board, Player::Left);
        let rights = game.options(&board.swapped(), Player::Right);
        prop_assert_eq!(set(lefts.iter().map(Board::swapped).collect()), set(rights));
        if game.algebra == Algebra::Impartial {
            prop_assert_eq!(set(lefts.clone()), set(game.options(&board, Player::Right)));
        }
        prop_assert_eq!(game.choices(&board, Player::Left).unwrap().len(), lefts.len());
    }

    /// Every play ends, and no position has a mark that the game does not know.
    #[test]
    fn every_described_game_ends(game in any_game(), seed in any::<u64>(), order in 1..6_usize) {
        let mut position = board(&game, seed, order);
        let mut player = Player::Left;
        for turn in 0.. {
            prop_assert!(turn < 1000, "{} goes on", game.name);
            let mut options = game.options(&position, player);
            if options.is_empty() {
                break;
            }
            let chosen = (seed as usize).wrapping_mul(turn + 1) % options.len();
            position = options.swap_remove(chosen);
            if position.token().is_some() || !game.carries.token {
                prop_assert!(game.fits(&position).is_ok());
            }
            // Sometimes a player moves twice, as in a sum of games.
            player = if seed >> (turn % 60) & 1 == 0 { player.other() } else { player };
        }
    }
}

#[test]
fn a_game_has_the_marks_and_the_algebra_of_its_rules() {
    for (text, tints, token, arcs, parallel, algebra) in [
        ("LR>.L", true, false, true, false, Algebra::Partizan),
        ("*>-", false, false, false, false, Algebra::Impartial),
        ("**>--", false, false, false, false, Algebra::Impartial),
        ("*@*>-=@", false, true, true, false, Algebra::Impartial),
        (
            "*@*>==@ edges removed",
            false,
            true,
            true,
            true,
            Algebra::Impartial,
        ),
        (
            "**>== edges removed",
            false,
            false,
            false,
            true,
            Algebra::Impartial,
        ),
        (".>L", true, false, false, false, Algebra::Partizan),
        (".>L; .>R", true, false, false, false, Algebra::Impartial),
        // Each player may begin at either end.
        ("LR>--; RL>--", true, false, true, false, Algebra::Impartial),
        (
            "*>- neighbours *>-",
            false,
            false,
            false,
            false,
            Algebra::Impartial,
        ),
    ] {
        // A path and its reversal are two rules for the players, but one set of moves.
        let game = game(text);
        let Features {
            tints: t,
            token: k,
            arcs: a,
            parallel: p,
            ..
        } = game.carries;
        assert_eq!((t, k, a, p), (tints, token, arcs, parallel), "{text}");
        assert_eq!(game.algebra, algebra, "{text}");
    }
}

#[test]
fn spellings_of_the_same_rules_have_one_name() {
    for (text, name) in [
        (" L R > . L ", "rules(LR>.L)"),
        ("[LR.]>-", "rules(*>-)"),
        (
            "R>R if [.L]=1.. neighbours [.L]>-,R>R",
            "rules(R>= if [.L]=1.. neighbours .>-,L>-)",
        ),
        (".>L if R=0..0, L=0.. within 1", "rules(.>L if R=0)"),
        ("*>- within 3", "rules(*>-)"),
        ("*>-;*>-; [.L]>-", "rules(*>-; [.L]>-)"),
        ("**>--if 2:*=even, 1:L=1", "rules(**>-- if 1:L=1,2:*=even)"),
    ] {
        assert_eq!(game(text).name, name);
    }
}

#[test]
fn texts_that_are_no_games_are_refused() {
    let long = format!("rules({})", "*>-;".repeat(3000));
    for (name, problem) in [
        ("rules()", "character 1: found the end; expected a colour"),
        (
            "rules(>)",
            "move 1, `path`: a path has from 1 to 4 vertices",
        ),
        ("rules(LR)", "character 3: found the end"),
        (
            "rules(LR>.)",
            "expected a change for each vertex of the path",
        ),
        (
            "rules(LR>.LL)",
            "character 6: found 'L'; expected `;`, or one of `if`",
        ),
        ("rules(X>-)", "character 1: found 'X'"),
        ("rules([]>-)", "character 2: found ']'"),
        ("rules(*****>-----)", "at most 4 vertices"),
        ("rules(L@L@>--)", "the token lies on one vertex only"),
        (
            "rules(LL>-@-)",
            "the token cannot go to a vertex that is removed",
        ),
        ("rules(LL>=@-@)", "the token goes to one vertex only"),
        ("rules(L>- if R=2..1)", "accepts no number of neighbours"),
        ("rules(L>- if R=x)", "found 'x'; expected a number, `1..`"),
        ("rules(L>- if R=20000)", "expected a number up to 10000"),
        (
            "rules(LL>-- if R=1)",
            "the number of a vertex of the path, from 1 to 2",
        ),
        (
            "rules(LL>-- if 3:R=1)",
            "the number of a vertex of the path, from 1 to 2",
        ),
        (
            "rules(L>- if R=0 within 99)",
            "the distance of neighbours is from 1 to 9",
        ),
        (
            "rules(L>- edges removed)",
            "a path of one vertex has no edges",
        ),
        ("rules(L>- neighbours R)", "found the end; expected `>`"),
        (long.as_str(), "the parameters have 12000 characters"),
    ] {
        let error = find(name).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(problem), "{name}: {error}");
    }
    let many = vec!["*>-"; 17].join(";");
    let error = Described::parse(&many).unwrap_err().to_string();
    assert!(error.contains("at most 16 kinds of moves"), "{error}");
}

/// Rules without a proof that the game ends, and rules of similar games that end.
#[test]
fn games_that_may_not_end_are_refused() {
    for (endless, kind) in [
        ("L.>.L", 1),
        ("R>L", 1),
        ("*@*>==@", 1),
        ("L>= neighbours R>-", 1),
        ("L>= if R=0.. neighbours R>-", 1),
        (".>L; L>.", 1),
        ("*>-; .>L; L>.", 2),
        ("LR>== if 1:R=1.. neighbours R>-", 1),
        (".>L neighbours L>.", 1),
        ("[.L]>L", 1),
    ] {
        let error = Described::parse(endless).unwrap_err().to_string();
        let place = format!("move {kind}: the game may never end");
        assert!(error.starts_with(&place), "{endless}: {error}");
    }
    for ends in [
        "LR>.L",
        ".>L",
        "L>.",
        "L>= if R=1.. neighbours R>-",
        "LR>== if 1:R=2.. neighbours R>-",
        "L>- neighbours R>.; .>L",
        "**>== edges removed",
        "*@*>==@ edges removed; L>.",
        "LL.>..L",
    ] {
        game(ends);
    }
}

#[test]
fn positions_after_moves() {
    for (text, position, player, expected) in [
        (
            "LR>.L",
            "path(3):LRL",
            Player::Left,
            vec!["path(3):.LL", "path(3):LL."],
        ),
        (
            "LR>.L",
            "path(3):LRL",
            Player::Right,
            vec!["path(3):R.L", "path(3):L.R"],
        ),
        (
            ".>L if R=0 within 2",
            "path(4):R...",
            Player::Left,
            vec!["path(4):R..L"],
        ),
        (
            ".>L if *=1",
            "path(3)",
            Player::Right,
            vec!["path(3):R..", "path(3):..R"],
        ),
        (
            ".>L if *=odd",
            "star(2)",
            Player::Left,
            vec!["star(2):.L.", "star(2):..L"],
        ),
        (
            "LL.>..L",
            "path(4):LL.R",
            Player::Left,
            vec!["path(4):..LR"],
        ),
        (
            "L>= if R=1.. neighbours R>-",
            "path(3):RLR",
            Player::Left,
            vec!["path(1):L"],
        ),
        (
            "*>- neighbours *>- within 2",
            "path(7)",
            Player::Left,
            vec!["path(4)", "path(3)", "path(2)", "0,1"],
        ),
        ("**>== edges removed", "0-1*1*1", Player::Left, vec!["0-1"]),
        (
            "*@*>-=@",
            "0>1,1>2,0-2@0",
            Player::Right,
            vec!["0>1@0", "0>1@1"],
        ),
        // The token leaves with its vertex.
        ("*@>-; *>-", "path(2)@0", Player::Left, vec!["0", "0@0"]),
    ] {
        let (game, position) = (game(text), parse_board(position).unwrap());
        let options: HashSet<Board> = game.options(&position, player).into_iter().collect();
        let boards = expected.iter().map(|b| parse_board(b).unwrap());
        let expected: HashSet<Board> = boards.collect();
        assert_eq!(options, expected, "{text}");
    }
}

/// The choice behind a move is its path; the token's vertex is known.
#[test]
fn moves_are_told_by_their_paths() {
    let choices = |name: &str, board: &str| {
        let board = parse_board(board).unwrap().named();
        let moves = crate::moves(find(name).unwrap(), &board, Player::Left);
        moves.into_iter().map(|m| m.text).collect::<Vec<_>>()
    };
    assert_eq!(
        choices("rules(LR>.L)", "path(3):LRL"),
        ["0 and 1", "2 and 1"]
    );
    assert_eq!(choices("rules(*@*>-=@)", "path(3)@1"), ["0", "2"]);
    assert_eq!(
        choices("rules([.L]>- neighbours .>L,R>-)", "path(3):L.R"),
        ["0", "1"]
    );
    assert_eq!(choices("rules(**>--)", "path(3)"), ["0 and 1", "1 and 2"]);
}

/// The longest play, by trying all, is never longer than the bound.
#[test]
fn no_play_is_longer_than_the_bound() {
    fn longest(game: &Described, position: &Board) -> usize {
        let options = Player::BOTH
            .into_iter()
            .flat_map(|p| game.each_option(position, p));
        options
            .map(|next| 1 + longest(game, &next))
            .max()
            .unwrap_or(0)
    }
    for (rules, board, expected) in [
        ("rules(LR>.L)", "path(4):LRLR", Some(4)),
        ("rules(.>L if R=0)", "cycle(5):..L..", Some(4)),
        ("rules(**>--)", "path(5)", Some(4)),
        ("rules([.L]>- neighbours .>L,R>-)", "star(3)", Some(4)),
        // The first kind keeps the vertices, the second the uncoloured ones.
        ("rules(.>L; L>-)", "path(3)", None),
    ] {
        let (game, board) = (
            Described::parse(&rules[6..rules.len() - 1]).unwrap(),
            parse_board(board).unwrap(),
        );
        let bound = game.moves_at_most(&board);
        assert_eq!(bound, expected, "{rules}");
        assert!(
            bound.is_none_or(|bound| longest(&game, &board) <= bound),
            "{rules}"
        );
    }
}

#[test]
fn rules_are_told_in_words() {
    for (text, words) in [
        ("LR>.L", "a path (own, other) becomes uncoloured, own"),
        ("*>-", "a vertex (any) becomes removed; impartial"),
        (
            ".>L if R=0 within 2",
            "a vertex (uncoloured that has 0 other neighbours) becomes own (neighbours: up to distance 2)",
        ),
        (
            "*@*>-=@ edges removed; *>- neighbours R>.",
            "a vertex (any) becomes removed, other neighbours uncoloured; or a path (any with token, any) becomes removed, unchanged with token, its edges removed",
        ),
    ] {
        assert_eq!(game(text).summary, words);
    }
}
