//! Reports of unusual runs: short, constant, negative, long, damaged.

use super::*;
use boilingpoint_comparison::Results;
use boilingpoint_draw::{PictureFormat, png, thermograph_svg};
use boilingpoint_plan::Plan;
use boilingpoint_problem::Fitness;
use boilingpoint_record::folder::RunFolder;
use boilingpoint_record::manifest::{Machine, Manifest};
use boilingpoint_record::rows::{Decimal, OperatorRow, ProgressRow, TimingRow};
use boilingpoint_record::table;
use serde::Serialize;
use std::fs;
use std::path::Path;

const CONFIG: &str = "name = \"odd <run>\"\n[game]\nruleset = \"snort\"\n[objective]\nmaximize = \"temperature - degree\"\n";
const RECORD: &str = r#"{"generation":0,"fitness":["-3/2"],"board":"A_","tints":"..","order":2,"size":1,"temperature":"1","mean":"0","degree":1,"degree2":0,"canonical_form":"{1|-1}","certainty":"exact","verified":true,"lineage":[{"generation":0,"operator":"random"}]}"#;

const FORMATS: [PictureFormat; 3] = [PictureFormat::Svg, PictureFormat::Png, PictureFormat::Pdf];

fn write_table<R: Serialize + Default>(path: &Path, rows: impl Iterator<Item = R>) {
    table::write(path, &[], rows.map(|row| (&[][..], row))).unwrap();
}

/// A run folder with these rows of best, median and mean.
fn run(dir: &Path, rows: &[(&str, &str, &str)]) -> ReportedRun {
    let plan = Plan::resolve(
        "odd.toml",
        CONFIG.replace("odd <run>", "odd").as_bytes(),
        &[],
        boilingpoint_book::read_boards,
    )
    .unwrap();
    let machine = Machine {
        os: String::new(),
        arch: String::new(),
        threads: 1,
    };
    let manifest = Manifest {
        generations: rows.len() as u64,
        ..Manifest::new("odd <run>", 1, machine)
    };
    drop(RunFolder::create(dir, &plan.to_toml(), &manifest).unwrap());
    let number = |text: &str| Fitness::parse(&[text]).ok().map(|f| f.first());
    let progress = rows
        .iter()
        .enumerate()
        .map(|(i, (best, median, mean))| ProgressRow {
            generation: i as u64,
            boards_valued: i as u64,
            best: number(best),
            median: number(median),
            mean: number(mean),
            ..ProgressRow::default()
        });
    write_table(&dir.join("progress.csv"), progress);
    let timing = (0..rows.len() as u64).map(|generation| TimingRow {
        generation,
        boards_per_second: Decimal(1e6),
        positions: generation,
        table_bytes: generation,
        ..TimingRow::default()
    });
    write_table(&dir.join("timing.csv"), timing);
    let operator = |(name, asked, improved, rate): (&str, u64, u64, f64)| OperatorRow {
        operator: name.to_string(),
        asked,
        improved,
        rate,
        ..OperatorRow::default()
    };
    let operators = [("twin", 3, 1, 0.5), ("fan", 0, 0, 0.02)];
    write_table(
        &dir.join("operators.csv"),
        operators.map(operator).into_iter(),
    );
    fs::write(dir.join("records.jsonl"), format!("{RECORD}\n")).unwrap();
    ReportedRun::read(dir).unwrap()
}

#[test]
fn odd_runs_are_drawn() {
    let long: Vec<(&str, &str, &str)> = (0..5000)
        .map(|i| {
            if i < 2500 {
                ("0", "-1", "-1/3")
            } else {
                ("7/4", "1", "2/3")
            }
        })
        .collect();
    for rows in [
        &[][..],
        &[("3/2", "", "")],
        &[("-5", "-5", "-5"); 40],
        &[("", "", ""), ("1", "0", "")],
        &long[..],
    ] {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("run");
        let data = run(&folder, rows);
        let files = write_report(&data, &[], &FORMATS, charts::Sheet::Page).unwrap();
        // Fitness, throughput and the growth of the archive by four axes, frontier, operators and
        // rates (no islands), and the page. A single generation has only the frontier.
        let charts = if rows.len() > 1 { 15 } else { 1 };
        assert_eq!(files.len(), 3 * charts + 1);
        for file in files
            .iter()
            .filter(|f| f.extension().is_some_and(|e| e == "svg"))
        {
            let svg = fs::read_to_string(file).unwrap();
            assert!(
                !svg.contains("NaN") && !svg.contains("inf\""),
                "{}",
                file.display()
            );
            assert!(svg.len() < 200_000, "{} is not thinned", file.display());
        }
        let page = fs::read_to_string(folder.join("report.html")).unwrap();
        assert!(page.contains("odd &#60;run&#62;") && !page.contains("odd <run>"));
        let results = Results::of_folders(&[folder]).unwrap();
        let page = page::comparison_page(&results, &|_| ("x".to_string(), None)).unwrap();
        assert!(page.contains("odd &#60;run&#62;") && !page.contains("odd <run>"));
        let (charts, _) = page.split_once("</main>").unwrap();
        assert!(!charts.contains("NaN") && !charts.contains("inf\""));
    }
}

#[test]
fn the_line_that_is_being_written_is_left_out() {
    let dir = tempfile::tempdir().unwrap();
    run(dir.path(), &[("1", "0", "0"), ("2", "0", "0")]);
    let file = dir.path().join("progress.csv");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, format!("{text}2,5,3")).unwrap();
    assert_eq!(
        ReportedRun::read(dir.path()).unwrap().view.progress.len(),
        2
    );
    fs::write(&file, format!("{text}x,5,3,0,0\n")).unwrap();
    let error = ReportedRun::read(dir.path())
        .err()
        .map(|e| e.to_string())
        .unwrap_or_default();
    let why = "progress.csv, line 4: it has 5 cells, and the lines before it have 25";
    assert!(error.ends_with(why), "{error}");
}

#[test]
fn thermographs_are_sound() {
    let mut values = boilingpoint_values::Values::new();
    for text in [
        "{4|0}",
        "{4||-4|-10}",
        "5",
        "-25/16",
        "*",
        "^",
        "±{129,{{194|130*}|0}}",
        "{1000000|-1000000}",
    ] {
        let value = values.parse(text).unwrap();
        let thermograph = values.thermograph(value).unwrap();
        let svg = thermograph_svg(&thermograph, Some(text)).to_string();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{text}");
        assert!(svg.matches("<text").count() < 24, "{text}: too many labels");
        png(&svg, 1.0).expect(text);
    }
}

/// The report of a short search on small trees with this objective.
fn searched(dir: &Path, objective: &str) -> (ReportedRun, String) {
    let config = format!(
        "name = \"q\"\nthreads = 1\n[game]\nruleset = \"snort\"\n[boards]\nclass = \"tree\"\norder = [2, 7]\n\
         [objective]\n{objective}\n[search]\ncount = 0\nislands = 2\npopulation = 8\ngenerations = 4\n"
    );
    let plan = Plan::resolve(
        "q.toml",
        config.as_bytes(),
        &[],
        boilingpoint_book::read_boards,
    )
    .unwrap();
    let control = boilingpoint_search::Control::default();
    let mut driver = boilingpoint_search::Driver::begin(&plan, dir, control).unwrap();
    driver.run(|_| {}).unwrap();
    let run = ReportedRun::read(dir).unwrap();
    let mut solver =
        boilingpoint_solver::Solver::new(plan.game.ruleset, boilingpoint_solver::Budget::default());
    let cards = Cards::default()
        .fittest(&run, 9, Some(&mut solver))
        .unwrap();
    let files = write_report(&run, &cards, &[PictureFormat::Svg], charts::Sheet::Page).unwrap();
    assert!(files.iter().all(|file| file.exists()));
    let page = fs::read_to_string(dir.join("report.html")).unwrap();
    (run, page)
}

/// The values of an attribute in a page.
fn attributes<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    let parts = page.split(start.as_str()).skip(1);
    parts.map(|p| p.split('"').next().unwrap()).collect()
}

#[test]
fn curves_have_a_picture_for_each_axis_and_the_numbers_for_the_pointer() {
    let dir = tempfile::tempdir().unwrap();
    let objective = "maximize = [\"temperature\", \"-order\", \"degree\"]";
    let (run, page) = searched(dir.path(), objective);
    let views = attributes(&page, "data-view");
    for axis in charts::Axis::ALL {
        for scale in ["linear", "log"] {
            let of_axis = views
                .iter()
                .filter(|v| v.starts_with(&format!("{} {scale}", axis.id())));
            // Fitness, its other components, the growth of the archive, and the speed.
            assert_eq!(of_axis.count(), 4, "{axis:?} {scale}");
        }
        let automatic = views
            .iter()
            .filter(|v| v.starts_with(axis.id()) && v.ends_with("automatic"));
        assert_eq!(automatic.count(), 4, "{axis:?}");
    }
    let rows: Vec<Vec<&str>> = attributes(&page, "data-rows")[0]
        .split_terminator(';')
        .map(|row| row.split(',').collect())
        .collect();
    assert_eq!(rows.len(), 4);
    let asked = run.view.counts().asked.to_string();
    let last = &rows[3];
    let best = run.view.best_fitness().unwrap().first().to_string();
    assert_eq!(
        (last[0], last[1], last[4]),
        ("3", asked.as_str(), best.as_str())
    );
    // The pointer and the marks show drawings that the page has, each once.
    for drawing in attributes(&page, "data-drawing") {
        assert_eq!(
            attributes(&page, "id")
                .iter()
                .filter(|id| **id == drawing)
                .count(),
            1
        );
    }
    assert!(attributes(&page, "id").contains(&format!("best-{}", last[6]).as_str()));
    for file in [
        "fitness-asked",
        "components",
        "components-seconds",
        "growth-of-archive-valued",
    ] {
        assert!(
            dir.path().join(format!("plots/{file}.svg")).exists(),
            "{file}"
        );
    }
    // Series and axes are in the page only, and each mark of a series names one of the page.
    let names = attributes(&page, "data-name");
    for name in ["best", "median", "mean", "quartiles", "records", "-order"] {
        assert!(names.contains(&name), "{name}: {names:?}");
    }
    let of_marks = attributes(&page, "data-series");
    assert!(!of_marks.is_empty() && of_marks.iter().all(|name| names.contains(name)));
    assert_eq!(attributes(&page, "data-goal"), ["temperature"]);
    let panels = attributes(&page, "data-up");
    assert_eq!(panels.len(), attributes(&page, "data-chart").len());
    assert!(panels.iter().all(|p| p.split([' ', ';']).count() % 5 == 0));
    let plain = fs::read_to_string(dir.path().join("plots/fitness.svg")).unwrap();
    assert!(!plain.contains("<g ") && !plain.contains("series-"));
    let goal = |i: usize| run.plan.objective.goals()[i].text().to_string();
    let components = fs::read_to_string(dir.path().join("plots/components.svg")).unwrap();
    assert!(components.contains(&goal(1)) && components.contains(&goal(2)));
}

#[test]
fn the_score_of_the_archive_never_falls_and_is_the_sum_over_its_cells() {
    let dir = tempfile::tempdir().unwrap();
    let (run, page) = searched(dir.path(), "maximize = \"temperature - degree\"");
    let rows = &run.view.progress;
    let least = rows.iter().map(|r| r.cells_least.unwrap()).min().unwrap();
    let last = rows.last().unwrap();
    let best = |cell: &Vec<i64>| {
        let here = run.view.archive.iter().filter(|e| e.cell == *cell);
        here.map(|e| Fitness::parse(&e.fitness).unwrap().first())
            .max()
            .unwrap()
    };
    let cells: std::collections::BTreeSet<_> = run.view.archive.iter().map(|e| &e.cell).collect();
    let sum: boilingpoint_problem::expression::Number = cells.iter().map(|c| best(c)).sum();
    assert_eq!(last.cells_sum, Some(sum));
    assert_eq!(last.cells, cells.len() as u64);
    let count = |n: u64| boilingpoint_problem::expression::Number::from(i128::from(n));
    let score = |r: &ProgressRow| r.cells_sum.unwrap() - least * count(r.cells);
    assert!(rows.windows(2).all(|w| score(&w[0]) <= score(&w[1])));
    assert!(
        page.contains(&format!("QD score {} ", score(last))),
        "{}",
        score(last)
    );
    let order = |r: &ProgressRow| [r.lower_quartile, r.median, r.upper_quartile];
    assert!(
        rows.iter()
            .all(|r| order(r).is_sorted() && r.upper_quartile <= r.best)
    );
}

#[test]
fn a_page_draws_a_bounded_number_of_best_boards() {
    let dir = tempfile::tempdir().unwrap();
    let numbers: Vec<String> = (0..1000).map(|i| i.to_string()).collect();
    let rows: Vec<_> = numbers.iter().map(|n| (n.as_str(), "0", "0")).collect();
    drop(run(dir.path(), &rows));
    // The board of generation 500 is the best for the longest time before the last one.
    let boards = |i: usize| if i > 500 { i + 1000 } else { i + 1 };
    let event = |i: usize| {
        let boards = boards(i);
        format!(
            r#"{{"event":"best","generation":{i},"boards":{boards},"fitness":["{i}"],"board":"A_","tints":".."}}"#
        ) + "\n"
    };
    let events: String = (0..1000).map(event).collect();
    fs::write(dir.path().join("events.jsonl"), events).unwrap();
    let run = ReportedRun::read(dir.path()).unwrap();
    write_report(&run, &[], &[PictureFormat::Svg], charts::Sheet::Page).unwrap();
    let page = fs::read_to_string(dir.path().join("report.html")).unwrap();
    let ids = attributes(&page, "id");
    let drawn: Vec<_> = ids.iter().filter(|id| id.starts_with("best-")).collect();
    assert_eq!(drawn.len(), 240);
    assert!(drawn.contains(&&"best-500") && drawn.contains(&&"best-999"));
    let rows = attributes(&page, "data-rows")[0].split_terminator(';');
    let named = rows
        .filter_map(|row| row.split(',').nth(6))
        .filter(|id| !id.is_empty());
    assert!(
        named
            .into_iter()
            .all(|id| ids.contains(&format!("best-{id}").as_str()))
    );
}

#[test]
fn a_chart_for_a_paper_is_as_wide_as_its_column_and_has_no_title() {
    let dir = tempfile::tempdir().unwrap();
    let (run, _) = searched(
        dir.path(),
        "maximize = [\"temperature - degree\", \"-order\"]",
    );
    let sheet: charts::Sheet = "84mm".parse().unwrap();
    assert!("2cm".parse::<charts::Sheet>().is_err());
    let formats = [PictureFormat::Svg, PictureFormat::Pdf];
    for file in write_report(&run, &[], &formats, sheet).unwrap() {
        if file.extension().is_some_and(|e| e == "svg") {
            let svg = fs::read_to_string(&file).unwrap();
            assert!(svg.contains(" width=\"84.00mm\""), "{}", file.display());
            assert!(svg.contains(" viewBox=\"0 0 336 "), "{}", file.display());
            assert!(!svg.contains("font-weight=\"bold\""), "{}", file.display());
        }
    }
    let page = fs::read_to_string(dir.path().join("report.html")).unwrap();
    assert!(page.contains("viewBox=\"0 0 760 ") && !page.contains("mm\""));
}

/// A log of version 0.2.0 has no quartiles and no sums.
#[test]
fn a_log_without_the_newer_columns_is_drawn() {
    let dir = tempfile::tempdir().unwrap();
    let (_, _) = searched(dir.path(), "maximize = \"temperature\"");
    let path = dir.path().join("progress.csv");
    let text = fs::read_to_string(&path).unwrap();
    let cut = |line: &str| line.split(',').take(17).collect::<Vec<_>>().join(",") + "\n";
    fs::write(&path, text.lines().map(cut).collect::<String>()).unwrap();
    let run = ReportedRun::read(dir.path()).unwrap();
    assert!(run.view.progress.iter().all(|r| r.upper_quartile.is_none()));
    write_report(&run, &[], &[PictureFormat::Svg], charts::Sheet::Page).unwrap();
    let drawn = fs::read_to_string(dir.path().join("plots/fitness.svg")).unwrap();
    assert!(drawn.contains("median") && !drawn.contains("quartiles</text>"));
    let growth = fs::read_to_string(dir.path().join("plots/growth-of-archive.svg")).unwrap();
    assert!(growth.contains("cells with a board") && !growth.contains("QD score"));
}

#[test]
fn the_report_of_a_collection_shows_values_and_their_boards() {
    let dir = tempfile::tempdir().unwrap();
    let (run, page) = searched(dir.path(), "collect = \"temperature - degree\"");
    let answers = run.answers();
    assert!(answers.len() > 3);
    for record in answers {
        let value = record.collected.as_deref().unwrap();
        assert!(
            page.contains(&format!("id=\"{}\"", answers::record_id(record))),
            "{value}"
        );
        let row = format!("<td>{}</td>", record.facts.order);
        assert!(
            page.contains(&row) && page.contains(&record.facts.board_text()),
            "{value}"
        );
    }
    assert!(page.contains("what is the smallest board of each?"));
    for nothing in ["best fitness", "-order", "by order and degree"] {
        let text = page.split("Run it again").next().unwrap();
        assert!(!text.contains(nothing), "{nothing}");
    }
    assert!(dir.path().join("plots/values.svg").exists());
    assert!(!dir.path().join("plots/frontier.svg").exists());
}

#[test]
fn the_report_of_a_find_shows_the_margin_and_then_the_size() {
    let dir = tempfile::tempdir().unwrap();
    let (run, page) = searched(&dir.path().join("met"), "find = \"temperature > 2\"");
    assert_eq!(run.answers().first().unwrap().facts.order, 4);
    assert!(
        page.contains("Found: a board with temperature &#62; 2"),
        "{page}"
    );
    assert!(dir.path().join("met/plots/smallest.svg").exists());
    let (run, page) = searched(&dir.path().join("missed"), "find = \"temperature > 90\"");
    assert_eq!(run.answers().len(), 1);
    assert!(
        page.contains("which is no proof that there is none. The nearest board has the margin -84")
    );
    assert!(dir.path().join("missed/plots/margin.svg").exists());
    assert!(!dir.path().join("missed/plots/smallest.svg").exists());
    assert!(!page.contains("if("));
}
