//! What a run did before it was resumed, read back from its folder: the curve, the records, the
//! counts. What cannot be read is not shown; the search does not depend on it.

use super::curve::Point;
use super::picture::{Picture, Row, height};
use crate::problem::Fitness;
use crate::run::folder::RunFolder;
use serde::Deserialize;

/// A row of `progress.csv`, as far as it is shown.
#[derive(Deserialize)]
struct Generation {
    generation: u64,
    duplicates: u64,
    infeasible: u64,
    unfinished: u64,
    best: String,
    median: String,
}

/// Adds to the picture of a run what its folder says of the generations before.
pub fn recall(picture: &mut Picture, folder: &RunFolder) {
    if let Ok(manifest) = folder.manifest() {
        picture.boards_valued = manifest.boards_valued;
        picture.verdicts.inexact = manifest.inexact;
        picture.best = manifest
            .best
            .as_ref()
            .map(|b| crate::run::records::fitness_text(&b.fitness, &b.certainty));
        picture.board = manifest.best.map(|b| b.board);
    }
    for record in folder.records().unwrap_or_default() {
        picture.record(Row::new(&record));
    }
    let Ok(mut rows) = csv::Reader::from_path(folder.progress_path()) else {
        return;
    };
    for row in rows.deserialize::<Generation>().map_while(Result::ok) {
        pass(picture, &row);
    }
}

/// Lets a generation pass.
fn pass(picture: &mut Picture, row: &Generation) {
    picture.generation = row.generation + 1;
    picture.verdicts.duplicates += row.duplicates;
    picture.verdicts.infeasible += row.infeasible;
    picture.verdicts.unfinished += row.unfinished;
    let number = |text: &str| Fitness::parse(&[text]).map(|f| height(&f));
    if let (Ok(best), Ok(median)) = (number(&row.best), number(&row.median)) {
        picture.height = Some(best);
        picture.curve.push(Point {
            generation: row.generation,
            best,
            median,
        });
    }
}
