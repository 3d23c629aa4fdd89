//! Reports of unusual runs: short, constant, negative, long, damaged.

use super::*;
use crate::draw::{PictureFormat, png, thermograph_svg};
use crate::plan::Plan;
use crate::problem::Fitness;
use crate::record::folder::RunFolder;
use crate::record::manifest::{Machine, Manifest};
use crate::record::rows::{Decimal, OperatorRow, ProgressRow, TimingRow};
use crate::record::table;
use crate::study::comparison::Results;
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
        crate::search::read_boards,
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
        let files = write_report(&data, &[], &FORMATS).unwrap();
        // Five charts (no archive and no islands), each as SVG, PNG and PDF, and the page.
        assert_eq!(files.len(), 16);
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
    assert!(
        error.contains("progress.csv") && error.contains("line: 4"),
        "{error}"
    );
}

#[test]
fn thermographs_are_sound() {
    let mut values = crate::value::Values::new();
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
         [objective]\n{objective}\n[search]\nislands = 2\npopulation = 8\ngenerations = 4\n"
    );
    let plan = Plan::resolve("q.toml", config.as_bytes(), &[], crate::search::read_boards).unwrap();
    let control = crate::search::Control::default();
    let mut driver = crate::search::Driver::begin(&plan, dir, control).unwrap();
    driver.run(|_| {}).unwrap();
    let run = ReportedRun::read(dir).unwrap();
    let mut solver =
        crate::solver::Solver::new(plan.game.ruleset, crate::solver::Budget::default());
    let cards = Cards::default()
        .fittest(&run, 9, Some(&mut solver))
        .unwrap();
    let files = write_report(&run, &cards, &[PictureFormat::Svg]).unwrap();
    assert!(files.iter().all(|file| file.exists()));
    let page = fs::read_to_string(dir.join("report.html")).unwrap();
    (run, page)
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
