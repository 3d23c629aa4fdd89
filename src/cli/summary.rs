//! The summary that a search prints when it has ended.

use super::failure::{CommandResult, Failure};
use boilingpoint_boards::{board_text, with_name};
use boilingpoint_plan::{Nearness, Plan, Question};
use boilingpoint_record::collection;
use boilingpoint_record::folder::{RunFolder, in_command};
use boilingpoint_record::manifest::{Best, Manifest, Status, reason_in_words, reason_name};
use boilingpoint_record::quarantine;
use boilingpoint_report::page::counted_in_words;
use boilingpoint_report::page::words::plural;
use boilingpoint_search::{Driver, Ended};
use std::io::Write;

/// The answer to the question of the search, or the reason why there is none.
fn goal_text(
    plan: &Plan,
    manifest: &Manifest,
    folder: &RunFolder,
    has_cluster: bool,
) -> Result<Option<String>, Failure> {
    if manifest.generations == 0 && has_cluster {
        let text = "no generation was collected: workers have not completed the first epoch of every island";
        return Ok(Some(text.to_string()));
    }
    if manifest.generations == 0 {
        return Ok(Some(
            "the first generation did not end: let the search begin with smaller boards \
             (`boards.grow_from`), or set `boards.max_kinds`"
                .to_string(),
        ));
    }
    let best = manifest.best.as_ref();
    let named = |b: &Best| with_name(&board_text(&b.board, &b.tints));
    let board = best.map_or(String::new(), named);
    Ok(match plan.objective.question() {
        Question::Collect(_) => {
            let records = folder.records()?;
            let values = collection::collected(&records).len();
            let path = folder.collection_path();
            Some(format!("{values} values collected in {}", path.display()))
        }
        Question::Find(find) => {
            let words = |b: &Best| plan.objective.fitness_words(&b.fitness, b.certainty);
            best.map(|b| match Nearness::of(&b.fitness) {
                Some(Nearness::Met(order)) => {
                    format!("found: {find}, at order {order}  board {board}")
                }
                _ => format!(
                    "not found: {find}; the nearest board has the {}  board {board}",
                    words(b)
                ),
            })
        }
        Question::Best if plan.objective.is_front() => manifest.front.as_ref().map(|front| {
            let (boards, path) = (front.boards, folder.front_path());
            let words = plan.objective.front_in_words().unwrap_or_default();
            format!("{words}: {boards} boards in {}", path.display())
        }),
        Question::Best => best.map(|b| format!("best fitness {}  board {board}", b.fitness_text())),
    })
}

/// Prints the end of a search, its counts, its answer and its folder.
pub fn print_summary(
    driver: &Driver,
    ended: &Ended,
    harvested: &str,
    has_cluster: bool,
) -> CommandResult {
    let mut out = std::io::stdout().lock();
    let dir = driver.folder().path().display();
    let word = in_command(driver.folder().path());
    let manifest = driver.folder().manifest()?;
    let state = ended.status.name();
    writeln!(
        out,
        "{state} ({}) after {} generation{}, {} board{} valued",
        reason_name(ended.reason),
        manifest.generations,
        plural(manifest.generations),
        manifest.boards_valued,
        plural(manifest.boards_valued)
    )?;
    if ["exhausted", "complete", "smallest"].contains(&ended.reason) {
        writeln!(out, "{}", reason_in_words(ended.reason))?;
    }
    if let Some(text) = counted_in_words(driver.plan(), &driver.counted().orders) {
        writeln!(out, "{text}")?;
    }
    if let Some(text) = manifest.inexact_text() {
        writeln!(out, "of the boards valued: {text}")?;
    }
    if let Some(text) = manifest.without_fitness() {
        writeln!(out, "of {text}")?;
    }
    if let Some(text) = quarantine::text(manifest.skipped_epochs) {
        let file = driver.folder().path().join(quarantine::QUARANTINE_FILE);
        writeln!(out, "{text}: see {}", file.display())?;
    }
    if let Some(text) = goal_text(driver.plan(), &manifest, driver.folder(), has_cluster)? {
        writeln!(out, "{text}")?;
    }
    for sentence in missed_text(&manifest) {
        writeln!(out, "{sentence}")?;
    }
    writeln!(out, "{harvested}")?;
    let name = driver.folder().name();
    let of = match name.filter(|name| *name != manifest.name) {
        Some(_) => format!(" of {}", manifest.name),
        None => String::new(),
    };
    writeln!(
        out,
        "run folder {dir}{of}; for charts and cards: boil report {word}"
    )?;
    note_scarcity(&manifest);
    match (ended.status, has_cluster) {
        (Status::Stopped, false) => print_note!("to resume: boil resume {word}"),
        (Status::Stopped, true) => {
            print_note!(
                "to resume: boil resume {word} --cluster …, or locally: boil resume {word}"
            );
        }
        _ => {}
    }
    Ok(())
}

/// Why no board meets the condition, if none does.
fn missed_text(manifest: &Manifest) -> Vec<String> {
    let missed = manifest.missed.as_ref();
    missed.map_or_else(Vec::new, |missed| missed.sentences(with_name))
}

/// Says what can be done if few boards of a run have a fitness.
fn note_scarcity(manifest: &Manifest) {
    let (valued, skipped) = (manifest.boards_valued, manifest.inexact.screened);
    let asked = manifest.asked.as_ref().filter(|_| valued > 0);
    let Some(asked) = asked.filter(|asked| asked.are_scarce(valued)) else {
        return;
    };
    if let Some(advice) = asked.advice(skipped) {
        let boards = asked.boards;
        print_note!("note: only {valued} of {boards} boards have a fitness; {advice}");
    }
}

/// The failure of a search that has finished without a board that has a fitness. `None` if one has,
/// or if a limit ended the search before its first generation: the summary says so.
pub fn no_fitness(manifest: &Manifest) -> Option<Failure> {
    if manifest.boards_valued > 0 || manifest.generations == 0 {
        return None;
    }
    let (asked, skipped) = (manifest.asked.as_ref(), manifest.inexact.screened);
    let why = asked.and_then(|asked| {
        let reasons = asked.reasons(skipped, |n| n.to_string())?;
        let advice = asked.advice(skipped)?;
        Some(format!(
            "none of {} boards has a fitness: {reasons}; {advice}",
            asked.boards
        ))
    });
    let why = why.unwrap_or_else(|| "no board was bred".to_string());
    Some(Failure::input(why))
}
