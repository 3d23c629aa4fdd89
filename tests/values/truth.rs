//! The search against exhaustive results: all boards of small orders are scanned, and the search
//! has to find the best of them from random boards.

use boilingpoint::read_boards;
use boilingpoint::{Override, Plan};
use boilingpoint_boards::{Board, Graph, enumerate};
use boilingpoint_problem::expression::{Expression, Number};
use boilingpoint_problem::{Fitness, Objective, invariants};
use boilingpoint_rules::Snort;
use boilingpoint_search::Search;
use boilingpoint_solver::{Budget, Pool};
use std::collections::HashMap;

fn objective(text: &str) -> Objective {
    Objective::new(
        &[Expression::parse(text, &invariants::names()).expect("an objective")],
        None,
        &[],
    )
}

/// The maximum, and the number of boards that attain it.
fn maximum(pool: &Pool, objective: &Objective, graphs: &[Graph]) -> (Number, usize) {
    let boards: Vec<Board> = graphs.iter().cloned().map(Board::untinted).collect();
    let scores = pool.map(&boards, |solver, board| {
        objective
            .score(solver, board)
            .expect("scored")
            .fitness
            .first()
    });
    let max = *scores.iter().max().expect("not empty");
    (max, scores.iter().filter(|&&s| s == max).count())
}

#[test]
fn exhaustive_maxima() {
    let path = format!(
        "{}/tests/data/extremal-small-orders.csv",
        env!("CARGO_MANIFEST_DIR")
    );
    let mut reader = csv::Reader::from_path(path).expect("golden data");
    let rows: Vec<HashMap<String, String>> = reader
        .deserialize()
        .collect::<Result<_, _>>()
        .expect("rows");
    let pool = Pool::new(&Snort, &Budget::default(), 0).expect("threads");
    let (difference, slack) = (
        objective("temperature - degree"),
        objective("temperature - degree - degree2 / 2"),
    );
    let (mut connected, mut trees) = (enumerate::first(), enumerate::first());
    let mut checked = 0;
    for order in 2..=12 {
        trees = enumerate::next_trees(&trees);
        if order <= 8 {
            connected = enumerate::next_connected(&connected);
        }
        for row in rows.iter().filter(|r| r["order"] == order.to_string()) {
            let graphs = if row["class"] == "trees" {
                &trees
            } else {
                &connected
            };
            let (max, attaining) = maximum(&pool, &difference, graphs);
            let found = [
                graphs.len().to_string(),
                max.to_string(),
                attaining.to_string(),
            ];
            let expected = ["boards", "max_temperature_minus_degree", "boards_attaining"]
                .map(|k| row[k].clone());
            assert_eq!(found, expected, "{} of order {order}", row["class"]);
            let (max, _) = maximum(&pool, &slack, graphs);
            assert_eq!(
                max.to_string(),
                row["max_temperature_minus_degree_minus_half_degree2"]
            );
            checked += 1;
        }
    }
    assert_eq!(checked, rows.len());
}

const TREES: &str = r#"
[game]
ruleset = "snort"
[boards]
class = "tree"
order = [2, 14]
[objective]
maximize = "temperature - degree"
stop_when = "fitness >= 2"
[records]
verify = false
"#;

/// For each of 20 seeds, the search gets from random trees to the optimum of order 14 after at most
/// a quarter of the 5,446 trees. (The optimum is 2: `boil scan --class tree --order 2..14`.)
#[test]
fn the_search_finds_the_optimum_of_trees() {
    for seed in 1..=20 {
        let overrides = [Override::set(&format!("seed={seed}"))];
        let plan = Plan::resolve("trees", TREES.as_bytes(), &overrides, read_boards)
            .expect("a sound config");
        let mut search = Search::new(&plan, None).expect("a sound plan");
        while !search.evaluator().is_satisfied(search.totals()) && search.totals().scored < 1362 {
            search.migrate();
            search.step().expect("a step");
        }
        let boards = search.totals().scored;
        let best = search.totals().best.as_ref().map(|b| b.fitness.clone());
        assert_eq!(
            best,
            Some(Fitness(vec![Number::from(2)])),
            "seed {seed} after {boards} boards"
        );
    }
}
