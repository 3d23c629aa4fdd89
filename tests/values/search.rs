//! Searches with options beyond one class and one expression.

use boilingpoint::RecordLine;
use boilingpoint::{Control, Driver, read_boards};
use boilingpoint::{Override, Plan};
use boilingpoint_boards::{Board, Graph, enumerate, graph6};
use boilingpoint_evolve::{Inexact, Problem};
use boilingpoint_problem::expression::{Expression, Number};
use boilingpoint_problem::{Fitness, Objective, invariants};
use boilingpoint_rules::Snort;
use boilingpoint_search::{Search, SearchError};
use boilingpoint_solver::{Budget, Solver};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The plan of a config without its ruleset.
fn plan(config: &str, sets: &[&str]) -> Plan {
    let text = format!("[game]\nruleset = \"snort\"\n[records]\nverify = false\n{config}");
    let overrides: Vec<Override> = sets.iter().map(|set| Override::set(set)).collect();
    Plan::resolve("test", text.as_bytes(), &overrides, read_boards).expect("a sound config")
}

/// Runs a search until there is nothing new to ask, at most for this many generations.
fn run(plan: &Plan, generations: u64) -> (Search, Vec<RecordLine>) {
    let mut search = Search::new(plan, None).expect("a sound plan");
    let mut records = Vec::new();
    while search.totals().generation < generations
        && !search.evaluator().is_satisfied(search.totals())
    {
        search.migrate();
        let step = search.step().expect("a step");
        records.extend(step.records);
        if step.exhausted {
            break;
        }
    }
    (search, records)
}

fn value_of(solver: &mut Solver, expression: &str, graph: &Graph) -> Number {
    let parsed = Expression::parse(expression, &invariants::names()).expect("an expression");
    let objective = Objective::new(&[parsed], None, &[]);
    let board = Board::untinted(graph.clone());
    let score = objective.score(solver, &board).expect("scored");
    score.fitness.first()
}

/// All connected graphs of orders 2 to `most`.
fn connected(most: usize) -> Vec<Graph> {
    let (mut all, mut graphs) = (Vec::new(), enumerate::first());
    for _ in 2..=most {
        graphs = enumerate::next_connected(&graphs);
        all.extend(graphs.iter().cloned());
    }
    all
}

#[test]
fn collecting_finds_the_first_board_of_every_value() {
    let mut solver = Solver::new(&Snort, Budget::default());
    let mut truth: BTreeMap<Number, usize> = BTreeMap::new();
    for graph in connected(6) {
        let value = value_of(&mut solver, "temperature - degree", &graph);
        let order = truth.entry(value).or_insert(graph.order());
        *order = graph.order().min(*order);
    }
    let config = r#"
        [boards]
        class = "connected"
        order = [2, 6]
        [objective]
        collect = "temperature - degree"
    "#;
    let (_, records) = run(&plan(config, &["search.population=16"]), 200);
    let mut found: BTreeMap<Number, usize> = BTreeMap::new();
    for record in records {
        let value = record.collected.expect("a value");
        let value = Fitness::parse(&[value]).expect("a number").first();
        found.insert(value, record.facts.order as usize);
    }
    assert!(truth.len() >= 5, "{truth:?}");
    assert_eq!(found, truth);
}

/// A search that is interrupted in a generation is in the state before that generation, also after
/// a migration; a search restored from this state continues like the uninterrupted one.
#[test]
fn an_interrupted_generation_leaves_no_trace() {
    let config = r#"
        [boards]
        class = "connected"
        order = [2, 12]
        [objective]
        maximize = "temperature - degree"
        [search]
        population = 16
        islands = 3
        migration_every = 2
    "#;
    let plan = plan(config, &[]);
    let mut unbroken = Search::new(&plan, None).expect("a sound plan");
    let stop = Arc::new(AtomicBool::new(true));
    let mut search = Search::new(&plan, Some(stop.clone())).expect("a sound plan");
    let (mut keys, mut after_migration) = (vec![Vec::new(); 3], 0);
    for generation in 0..9u64 {
        stop.store(true, Ordering::Relaxed);
        for (known, received) in keys.iter_mut().zip(search.migrate()) {
            known.extend(received);
        }
        let step = match search.step() {
            // The boards are so small that the flag was never checked.
            Ok(step) => step,
            Err(SearchError::Interrupted) => {
                after_migration += usize::from(generation > 0 && generation % 2 == 0);
                stop.store(false, Ordering::Relaxed);
                let state = search.state();
                search = Search::restore(&plan, Some(stop.clone()), state, keys.clone())
                    .expect("what was saved");
                search.step().expect("a step")
            }
            Err(error) => panic!("{error}"),
        };
        unbroken.migrate();
        let whole = unbroken.step().expect("a step");
        assert_eq!(format!("{step:?}"), format!("{whole:?}"));
        for (known, new) in keys.iter_mut().zip(step.keys) {
            known.extend(new);
        }
    }
    assert!(after_migration > 0, "never interrupted after a migration");
}

#[test]
fn finding_ends_at_the_smallest_board() {
    let config = r#"
        [boards]
        class = "connected"
        order = [2, 9]
        [objective]
        find = "temperature > degree and not tree"
        stop_when = "temperature > degree and not tree and order == 7"
    "#;
    let plan = plan(config, &["search.population=24"]);
    let (search, records) = run(&plan, 400);
    // The margin leads to it: boards that miss the condition are scored as well.
    assert!(records.iter().any(|r| r.fitness[0] == "0"));
    // By exhaustion, the least such order is 7 (`tests/data/extremal-small-orders.csv`).
    let best = search.totals().best.as_ref().expect("a best board");
    assert_eq!(best.fitness.texts(), ["1", "-7"]);
    // The plan's text contains the condition, and resolves to the same plan.
    let text = plan.to_toml();
    assert!(text.contains("find = \"temperature > degree and not tree\""));
    let again = Plan::resolve("again", text.as_bytes(), &[], read_boards).expect("reads back");
    assert_eq!(again.differences(&plan), []);
}

#[test]
fn islands_keep_to_their_classes_operators_and_order() {
    let config = r#"
        [boards]
        class = "connected"
        order = [3, 14]
        grow_from = 5
        grow_until = 12
        [objective]
        maximize = "temperature - degree"
        [islands]
        class = ["tree", "connected"]
        operators = ["add-leaf move-leaf remove-leaf", ""]
        [search]
        islands = 4
        population = 24
    "#;
    let plan = plan(config, &["search.migration_every=3"]);
    let mut search = Search::new(&plan, None).expect("a sound plan");
    let mut migrations = 0;
    for generation in 0..16 {
        search.migrate();
        let report = search.step().expect("a step");
        let names = search.evaluator().boards().operators();
        migrations += report.migrations.len();
        let bound = if generation < 12 {
            5 + 9 * generation / 12
        } else {
            14
        };
        for archived in &report.archived {
            let specimen = &archived.specimen;
            let board = specimen.genome.board();
            assert!(board.order() <= bound, "{} > {bound}", board.order());
            if specimen.origin.island % 2 == 0 {
                assert!(board.graph().is_tree());
                let leaf = |&o: &usize| names[o].name.ends_with("leaf");
                assert!(specimen.origin.operators.iter().all(leaf));
            }
        }
        for (i, island) in search.islands().iter().enumerate() {
            let tree = |board: Board| board.graph().is_tree();
            let mut members = island.state().population.specimens();
            assert!(i % 2 == 1 || members.all(|s| tree(s.genome.board())));
        }
    }
    assert!(migrations > 0);
}

#[test]
fn an_island_selects_by_its_own_objective_and_the_archive_by_the_search_s() {
    let config = r#"
        [boards]
        class = "tree"
        order = [3, 10]
        [objective]
        maximize = "temperature - degree"
        [islands]
        maximize = ["-size", "temperature - degree"]
        [search]
        islands = 2
        population = 16
        migration_every = 0
        immigrants = 0
        stagnation = 0
    "#;
    let (search, _) = run(&plan(config, &[]), 15);
    let sizes = |island: usize| -> usize {
        let members = search.islands()[island].state().population.specimens();
        let members: Vec<_> = members.collect();
        let all = members.iter().map(|s| s.genome.edge_count());
        all.sum::<usize>() / members.len()
    };
    assert!(sizes(0) < sizes(1), "{} {}", sizes(0), sizes(1));
    let best = search.totals().best.as_ref().expect("a best board");
    assert_eq!(best.fitness.first(), Number::from(1));
}

#[test]
fn boards_of_few_kinds_grow_large() {
    let config = r#"
        [boards]
        class = "tree"
        order = [3, 60]
        max_kinds = 5
        grow_from = 10
        grow_until = 20
        [objective]
        maximize = ["temperature / degree", "-order"]
        [search]
        population = 16
        islands = 2
        [budget]
        positions = 2000
    "#;
    let (search, _) = run(&plan(config, &[]), 30);
    let archive = &search.totals().archive;
    let orders: Vec<u64> = archive.frontier().map(|s| s.tie_break).collect();
    assert!(orders.last() > Some(&40), "{orders:?}");
    let best = search.totals().best.as_ref().expect("a best board");
    // Random boards have at most five vertices; a higher fitness takes structure.
    assert!(best.fitness.first() > Number::new(3, 2), "{}", best.fitness);
}

#[test]
fn every_control_searches_within_its_budget() {
    let config = r#"
        [boards]
        class = "tree"
        order = [3, 11]
        [objective]
        maximize = "temperature - degree"
        stop_when = "fitness >= 1"
        [search]
        islands = 2
        population = 16
    "#;
    for method in ["climb", "lookahead", "anneal"] {
        let set = format!("search.method={method}");
        let (search, _) = run(&plan(config, &[&set, "search.stagnation=20"]), 2000);
        assert!(
            search.evaluator().is_satisfied(search.totals()),
            "{method}: {}",
            search.totals().scored
        );
        let mut islands = search.islands().iter();
        assert!(islands.all(|i| i.state().population.members.is_empty()));
    }
    let (search, _) = run(&plan(config, &["search.method=random"]), 3);
    for island in search.islands() {
        let steps = island.state().credit.totals().iter().map(|t| t.tried);
        assert_eq!(steps.sum::<u64>(), 0);
    }
    assert_eq!(search.totals().scored, 96);
}

#[test]
fn what_looks_hopeless_is_screened_and_said() {
    let config = r#"
        [boards]
        class = "tree"
        order = [10, 14]
        [objective]
        maximize = "temperature - degree"
        [budget]
        positions = 12
    "#;
    let count = |sets: &[&str]| {
        let mut search = Search::new(&plan(config, sets), None).expect("a sound plan");
        let (mut unfinished, mut screened) = (0, 0);
        for _ in 0..6 {
            search.migrate();
            let step = search.step().expect("a step");
            unfinished += step.counts.unfinished;
            screened += step.counts.inexact.screened;
        }
        assert!(search.totals().scored > 0);
        (unfinished, screened)
    };
    let (unfinished, screened) = count(&["budget.bounds=0"]);
    assert!(
        0 < screened && screened < unfinished,
        "{screened} of {unfinished}"
    );
    assert_eq!(count(&["budget.bounds=0", "budget.screen=false"]).1, 0);
}

/// A search whose boards hardly ever fit the budget of positions.
const OUT_OF_REACH: &str = r#"
    [boards]
    class = "tree"
    order = [10, 14]
    [objective]
    maximize = "temperature - degree"
    require = "temperature > 1"
    [budget]
    positions = 12
    bounds = 6
"#;

#[test]
fn what_is_out_of_reach_has_a_lower_bound_that_holds() {
    let (search, records) = run(&plan(OUT_OF_REACH, &[]), 6);
    let bounds: Vec<&RecordLine> = records.iter().filter(|r| r.facts.is_bound()).collect();
    assert!(!bounds.is_empty() && bounds.len() < records.len());
    let mut solver = Solver::new(&Snort, Budget::default());
    let number = |text: &str| Fitness::parse(&[text]).expect("a number").first();
    for line in bounds {
        let graph = graph6::read(&line.facts.board).expect("graph6");
        let truth = value_of(&mut solver, "temperature - degree", &graph);
        assert!(number(&line.fitness[0]) <= truth, "{}", line.facts.board);
        let temperature = value_of(&mut solver, "temperature", &graph);
        let known = line.facts.temperature.expect("bounds");
        let [least, most] = known.bounds().expect("bounds");
        assert_eq!(least.to_string(), line.facts.filed_text("temperature"));
        assert!(least > Number::from_integer(1));
        assert!((least..=most).contains(&temperature));
        assert!(
            line.facts.outcome.is_none() && line.facts.canonical_form.is_none() && !line.verified
        );
    }
    let elites = search.totals().archive.cells();
    let elites: Vec<_> = elites.flat_map(|(_, elites)| elites).collect();
    assert!(elites.iter().any(|e| search.totals().is_bound(e.key)));
    let (exact, records) = run(&plan(OUT_OF_REACH, &["budget.bounds=0"]), 6);
    assert!(records.iter().all(|r| !r.facts.is_bound()));
    assert!(exact.totals().scored < search.totals().scored);
}

#[test]
fn with_bounds_nothing_that_looks_hopeless_is_dropped() {
    let config = OUT_OF_REACH.replace("require = \"temperature > 1\"", "");
    let mut search = Search::new(&plan(&config, &[]), None).expect("a sound plan");
    for _ in 0..6 {
        search.migrate();
        let step = search.step().expect("a step");
        assert_eq!(
            (step.counts.inexact.screened, step.counts.unfinished),
            (0, 0)
        );
        assert!(!step.bounded.is_empty());
    }
    // Only exact values are collected.
    let collect = config.replace("maximize", "collect");
    let (search, records) = run(&plan(&collect, &[]), 2);
    assert!(
        records
            .iter()
            .all(|r| !r.facts.is_bound() || r.facts.temperature.is_none_or(|t| t.known().is_some()))
    );
    assert!(search.totals().scored > 0);
}

#[test]
fn boards_to_start_from_come_out_of_files() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("boards.g6");
    let star = graph6::write(&Graph::from_edges(5, (1..5).map(|v| (0, v))));
    // A comment, a board of the class, a cycle, a board too large, and the first board again.
    let text = format!("# some\n{star}\ncycle(5)\nstar(30)\n{star}\n");
    std::fs::write(&path, text).expect("written");
    let config = format!(
        "[boards]\nclass = \"tree\"\norder = [3, 9]\nstart = [\"path(4)\"]\nstart_from = [\"{}\"]\n[objective]\nmaximize = \"temperature\"",
        path.display()
    );
    let start = plan(&config, &[]).boards.start;
    let start: Vec<String> = start.into_iter().map(|start| start.text).collect();
    assert_eq!(start, ["path(4)".to_string(), star]);
    std::fs::write(&path, "path(4)\nnonsense!\n").expect("written");
    let text = format!("[game]\nruleset = \"snort\"\n{config}");
    let error = Plan::resolve("test", text.as_bytes(), &[], read_boards).unwrap_err();
    assert!(error.to_string().contains("boards.g6, line 2"), "{error}");
}

#[test]
fn a_run_ends_when_its_best_board_stays_the_best() {
    let config = r#"
        [boards]
        class = "tree"
        order = [2, 9]
        [objective]
        maximize = "temperature"
        [search]
        count = 0
        [budget]
        stall = 3
    "#;
    let dir = tempfile::tempdir().expect("a folder");
    let plan = plan(config, &[]);
    let run = dir.path().join("run");
    let mut driver = Driver::begin(&plan, &run, Control::default()).expect("a sound plan");
    let ended = driver.run(|_| {}).expect("a run");
    assert_eq!(ended.reason, "stall");
    let events = std::fs::read_to_string(run.join("events.jsonl")).expect("a log");
    let events = events
        .lines()
        .map(|line| serde_json::from_str(line).expect("an event"));
    let mut bests = events.filter(|event: &serde_json::Value| event["event"] == "best");
    let last = bests.next_back().expect("a best board")["generation"].as_u64();
    let manifest = driver.folder().manifest().expect("a manifest");
    assert_eq!(last.map(|last| last + 1 + 3), Some(manifest.generations));
}

/// Searches that cut boards off by different expressions, and one with conditions.
const CUT_OFF: [&str; 4] = [
    r#"
    [boards]
    class = "tree"
    order = [2, 14]
    [objective]
    maximize = "temperature - degree"
    "#,
    r#"
    [boards]
    class = "connected"
    order = [3, 12]
    [objective]
    maximize = ["(temperature - degree) / degree2", "-order"]
    require = "degree2 >= 1"
    [islands]
    class = ["tree", "connected"]
    "#,
    r#"
    [boards]
    class = "bipartite"
    order = [2, 12]
    [objective]
    maximize = ["2 * temperature - size", "left_stop"]
    [archive]
    cells = ["order", "girth"]
    per_cell = 2
    "#,
    r#"
    [boards]
    class = "tree"
    order = [2, 12]
    [objective]
    maximize = "max(temperature, 2) - degree"
    require = "orbits > 2"
    [search]
    stagnation = 5
    "#,
];

#[test]
fn the_cutoff_changes_nothing() {
    // With a mean in the objective, a cold board may be fit; here hardly any board is cut off.
    let tinted = "[boards]\nclass = \"tree\"\norder = [2, 9]\ntinted = true\n\
                  [objective]\nmaximize = \"temperature + mean\"";
    let exact_first = CUT_OFF.map(|config| (config, "budget.bounds_from=1000", true));
    let bounds_first = CUT_OFF.map(|config| (config, "budget.bounds_from=1", true));
    let with_means = [(tinted, "budget.bounds_from=1", false)];
    for (config, first, cuts) in exact_first
        .into_iter()
        .chain(bounds_first)
        .chain(with_means)
    {
        let outcome = |set: &str| {
            let plan = plan(config, &[set, first]);
            let mut search = Search::new(&plan, None).expect("a sound plan");
            let (mut records, mut reports) = (Vec::new(), Vec::new());
            for _ in 0..12 {
                search.migrate();
                let step = search.step().expect("a step");
                records.extend(step.records);
                reports.push((step.counts.scored, step.counts.infeasible));
            }
            let valued = search.totals().scored;
            (search, (records, reports, valued))
        };
        let (with, found) = outcome("budget.cutoff=true");
        let (without, all) = outcome("budget.cutoff=false");
        let cut = [with.totals().inexact.cut, without.totals().inexact.cut];
        assert!((cut[0] > 0 || !cuts) && cut[1] == 0, "{cut:?}: {config}");
        assert_eq!(found, all);
        let state = |s: Search| -> String {
            let islands: Vec<_> = s.islands().iter().map(|i| i.state()).collect();
            let mut totals = s.totals().clone();
            // The only difference is the count of boards that were cut off.
            totals.inexact = Inexact::default();
            format!("{islands:?} {totals:?}")
        };
        let [with, without] = [with, without].map(state);
        assert!(with == without, "{config} {first}");
    }
}

#[test]
fn nothing_is_cut_off_where_the_temperature_does_not_bound_the_fitness() {
    let config = |objective: &str| {
        format!("[boards]\nclass = \"tree\"\norder = [2, 9]\n[objective]\n{objective}")
    };
    for objective in [
        "maximize = \"degree - temperature\"",
        "maximize = \"temperature\"\nrequire = \"temperature < degree\"",
        "collect = \"temperature - degree\"",
    ] {
        let mut search = Search::new(&plan(&config(objective), &[]), None).expect("a sound plan");
        for _ in 0..8 {
            search.step().expect("a step");
        }
        assert_eq!(search.totals().inexact.cut, 0, "{objective}");
    }
}
