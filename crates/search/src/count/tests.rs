#![allow(clippy::unwrap_used)]

use super::*;
use crate::{Driver, RunError};
use boilingpoint_plan::read_no_boards;
use boilingpoint_record::counted::{boards, complete_text, least_found};
use boilingpoint_record::manifest::Status;
use std::path::Path;

const CONFIG: &str = "name = \"r\"\nthreads = 1\n[game]\nruleset = \"snort\"\n[boards]\nclass = \"tree\"\n\
    order = [2, 9]\n[objective]\nmaximize = \"temperature - degree\"\n[search]\ncount = 100\nislands = 2\n\
    population = 6\ngenerations = 3\n";

fn plan(changes: &[(&str, &str)]) -> Plan {
    let text = changes.iter().fold(CONFIG.to_string(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    });
    Plan::resolve("test", text.as_bytes(), &[], read_no_boards).unwrap()
}

fn counted(plan: &Plan) -> Vec<CountedOrder> {
    let evaluator = Evaluator::new(plan, None).unwrap();
    evaluator.count(plan, &Control::default()).unwrap()
}

fn run_in(dir: &Path, plan: &Plan) -> (&'static str, Driver) {
    let mut driver = Driver::begin(plan, dir, Control::default()).unwrap();
    let ended = driver.run(|_| {}).unwrap();
    assert_eq!(ended.status, Status::Finished);
    (ended.reason, driver)
}

/// The results that are the same in every run of a plan.
fn results(dir: &Path) -> Vec<String> {
    let files = [
        "config.toml",
        "counted.jsonl",
        "progress.csv",
        "events.jsonl",
        "records.jsonl",
        "archive.jsonl",
    ];
    let read = |file| std::fs::read_to_string(dir.join(file)).unwrap();
    files.into_iter().map(read).collect()
}

/// The maxima of a table that another program has made.
#[test]
fn the_counted_maxima_are_those_of_the_table() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/data/extremal-small-orders.csv"
    );
    let mut table = csv::Reader::from_path(path).unwrap();
    let connected = plan(&[
        ("\"tree\"", "\"connected\""),
        ("[2, 9]", "[2, 8]"),
        ("= 100", "= 20_000"),
    ]);
    let trees = plan(&[("[2, 9]", "[2, 12]"), ("= 100", "= 20_000")]);
    let orders = [
        ("connected graphs", counted(&connected)),
        ("trees", counted(&trees)),
    ];
    let mut compared = 0;
    for row in table.records() {
        let row = row.unwrap();
        let (_, orders) = orders.iter().find(|(class, _)| *class == &row[0]).unwrap();
        let order = orders
            .iter()
            .find(|o| o.order.to_string() == row[1])
            .unwrap();
        let max = order.max.as_ref().unwrap().to_string();
        let found = [order.boards.to_string(), max, order.attaining.to_string()];
        assert_eq!(found, [&row[2], &row[3], &row[4]], "{row:?}");
        assert!(order.is_complete() && !order.given.is_empty());
        compared += 1;
    }
    assert_eq!(compared, 11);
}

#[test]
fn the_plan_decides_which_orders_are_counted() {
    let told = |changes: &[(&str, &str)]| {
        let orders = counted(&plan(changes));
        (complete_text(&orders), boards(&orders))
    };
    let some = |text: &str, boards| (Some(text.to_string()), boards);
    // There are 1, 1, 2, 3, 6, 11, 23 and 47 trees of order 2 to 9.
    assert_eq!(told(&[]), some("2 to 9", 94));
    assert_eq!(told(&[("= 100", "= 93")]), some("2 to 8", 47));
    assert_eq!(told(&[("= 100", "= 0")]), (None, 0));
    let any = told(&[("\"tree\"", "\"any\"")]);
    assert_eq!(any, (None, 0), "not all graphs are listed");
    let only = ("[2, 9]", "[2, 9]\nstart = [\"path(3)\"]\nstart_only = true");
    assert_eq!(told(&[only]), (None, 0));
    let grown = ("[2, 9]", "[2, 9]\ngrow_from = 5\ngrow_until = 2");
    assert_eq!(told(&[grown]), some("2 to 5", 7));
    // A degree of two leaves the paths.
    let paths = ("[2, 9]", "[2, 9]\nmax_degree = 2");
    assert_eq!(told(&[paths]), some("2 to 9", 8));
    // There are no trees of these orders with one kind of vertices.
    let alike = ("[2, 9]", "[2, 9]\nmax_kinds = 1");
    assert_eq!(told(&[alike]), some("2 to 9", 1));
    // One board of order 7 needs more positions than it may, and more than a quarter of a sample of
    // order 8.
    let small = ("[search]", "[budget]\npositions = 8\nbounds = 0\n[search]");
    assert_eq!(told(&[small]), some("2 to 6", 24));
}

#[test]
fn boards_without_a_fitness_are_told_apart() {
    let maximize = "temperature / (leaves - 2)\"\nrequire = \"degree > 2";
    let orders = counted(&plan(&[("temperature - degree", maximize)]));
    let four = orders.iter().find(|order| order.order == 4).unwrap();
    // The path misses the condition, and the star has a fitness.
    assert_eq!((four.boards, four.infeasible, four.undefined), (2, 1, 0));
    let maximize = "temperature / (leaves - 2)";
    let orders = counted(&plan(&[("temperature - degree", maximize)]));
    let four = orders.iter().find(|order| order.order == 4).unwrap();
    assert_eq!((four.boards, four.infeasible, four.undefined), (2, 0, 1));
    // A board without a cell has a fitness.
    let cells = ("[search]", "[archive]\ncells = [\"girth\"]\n[search]");
    let orders = counted(&plan(&[cells]));
    assert!(
        orders
            .iter()
            .all(|o| o.undefined == 0 && o.given.len() == 1)
    );
    // An order with a board over the budget is not complete.
    let small = ("[search]", "[budget]\npositions = 8\nbounds = 0\n[search]");
    let last = counted(&plan(&[small])).pop().unwrap();
    assert_eq!((last.order, last.boards, last.unfinished), (7, 11, 1));
    assert!(!last.is_complete());
}

/// The smallest trees whose temperature exceeds their degree by 1/2 have eight vertices. The count
/// ends after them: there are 47 trees of at most eight vertices, and 47 of nine.
#[test]
fn a_find_ends_when_its_board_is_proved_to_be_the_smallest() {
    let find = [
        (
            "maximize = \"temperature - degree\"",
            "find = \"temperature - degree >= 1/2\"",
        ),
        ("[2, 9]", "[2, 20]"),
        ("= 100", "= 60"),
    ];
    let folder = tempfile::tempdir().unwrap();
    let (reason, driver) = run_in(&folder.path().join("run"), &plan(&find));
    let orders = &driver.counted().orders;
    let met = |max: &Fitness| driver.plan().objective.is_found(max);
    assert_eq!((reason, least_found(orders, 2, met)), ("smallest", Some(8)));
    assert_eq!(least_found(&orders[..5], 2, met), None);
    assert_eq!(least_found(&orders[1..], 2, met), None);
}

#[test]
fn a_run_of_a_small_class_says_that_it_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("run");
    let (reason, driver) = run_in(&dir, &plan(&[]));
    assert_eq!((reason, driver.manifest().generations), ("complete", 1));
    let records = driver.folder().records().unwrap();
    for order in &driver.counted().orders {
        let record = records
            .iter()
            .rfind(|r| r.facts.order == order.order as u64);
        let max = order.max.as_ref().unwrap().texts();
        assert_eq!(record.unwrap().fitness, max, "order {}", order.order);
    }
    // The archive has each cell of the class.
    let cells = driver.folder().archive().unwrap().len();
    let given: usize = driver.counted().orders.iter().map(|o| o.given.len()).sum();
    assert!(cells >= given, "{cells} cells, {given} boards");
    let larger = plan(&[("[2, 9]", "[2, 10]")]);
    assert_eq!(
        run_in(&folder.path().join("larger"), &larger).0,
        "generations"
    );
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(&[("[2, 9]", "[2, 12]")]);
    let unbroken = folder.path().join("unbroken");
    run_in(&unbroken, &plan);
    let two = folder.path().join("two");
    run_in(
        &two,
        &Plan {
            threads: 2,
            ..plan.clone()
        },
    );
    let same = |dir: &Path, from: usize| {
        assert_eq!(
            results(dir)[from..],
            results(&unbroken)[from..],
            "{}",
            dir.display()
        );
    };
    same(&two, 1);
    let plan_of = |_: &str| -> Result<Plan, RunError> { Ok(plan.clone()) };
    // Ctrl-C while the orders are counted: the run begins again.
    let stopped = folder.path().join("stopped");
    let control = Control::default();
    control.finish.store(true, Ordering::Relaxed);
    let refused = Driver::begin(&plan, &stopped, control).err().unwrap();
    assert!(matches!(
        refused,
        RunError::Search(SearchError::Interrupted)
    ));
    let (mut driver, warnings) = Driver::resume(&stopped, Control::default(), plan_of).unwrap();
    assert!(warnings[0].contains("begins again"), "{warnings:?}");
    driver.run(|_| {}).unwrap();
    drop(driver);
    same(&stopped, 0);
    // A run that is killed after the count, before its first generation.
    let killed = folder.path().join("killed");
    drop(Driver::begin(&plan, &killed, Control::default()).unwrap());
    let (mut driver, _) = Driver::resume(&killed, Control::default(), plan_of).unwrap();
    driver.run(|_| {}).unwrap();
    drop(driver);
    same(&killed, 0);
}

/// Of a class that is counted to the end, the front is that of all its boards, also where the best
/// boards of the cells do not have it.
#[test]
fn a_counted_front_is_that_of_all_boards() {
    let maximize = "maximize = {any = [\"temperature\", \"-degree2\", \"leaves\", \"-diameter\"]}";
    let plan = plan(&[
        ("maximize = \"temperature - degree\"", maximize),
        ("[search]", "[archive]\ncells = []\n[search]"),
    ]);
    let orders = counted(&plan);
    let evaluator = Evaluator::new(&plan, None).unwrap();
    let mut solver = Solver::new(plan.game.ruleset, Budget::default());
    let mut all: BTreeSet<Fitness> = BTreeSet::new();
    let class = plan.class_of(plan.boards.class);
    list(&class, |board| {
        let score = evaluator.objective.score(&mut solver, &board).unwrap();
        all.insert(score.fitness);
        Ok::<(), ()>(())
    })
    .unwrap();
    let is_free = |f: &&Fitness| !all.iter().any(|other| dominates(other, f));
    let truth: Vec<&Fitness> = all.iter().filter(is_free).collect();
    let given: Vec<Fitness> = orders
        .iter()
        .flat_map(|order| &order.given)
        .map(|text| {
            let board = boilingpoint_boards::parse_board(text).unwrap();
            evaluator
                .objective
                .score(&mut solver, &board)
                .unwrap()
                .fitness
        })
        .collect();
    assert!(truth.len() > 8, "{truth:?}");
    assert!(truth.iter().all(|&fitness| given.contains(fitness)));
    let folder = tempfile::tempdir().unwrap();
    let (reason, driver) = run_in(folder.path(), &plan);
    assert_eq!(reason, "complete");
    let lines = driver.folder().front().unwrap();
    let found: BTreeSet<Vec<String>> = lines.into_iter().map(|line| line.fitness).collect();
    let truth: BTreeSet<Vec<String>> = truth.into_iter().map(Fitness::texts).collect();
    assert_eq!(found, truth);
}
