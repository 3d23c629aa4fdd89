//! The archive as a map. The brighter a cell, the fitter its elite.

use super::*;
use crate::ReportedRun;
use boilingpoint_plan::{Nearness, Question};
use boilingpoint_record::records::ArchiveLine;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The colours of the scale, from the least fit to the fittest elite: five of the colour map viridis.
/// They differ in lightness, so that print without colours and readers who see few colours tell them
/// apart.
const SCALE: [(f64, f64, f64); 5] = [
    (68.0, 1.0, 84.0),
    (59.0, 82.0, 139.0),
    (33.0, 145.0, 140.0),
    (94.0, 201.0, 98.0),
    (253.0, 231.0, 37.0),
];
/// The colour of the frames of cells.
const FRAME: RGBColor = GRID;
/// The width of the scale and of its numbers, and the number of its steps.
const SCALE_WIDTH: u32 = 76;
const STEPS: i32 = 48;
/// The height of a map with two descriptors.
const TALL: u32 = 480;
/// The height of a map with one descriptor.
const FLAT: u32 = 150;

/// The largest number of places for which empty cells are marked.
const EMPTY: u64 = 2_500;

/// For each pair of values of the first two descriptors, the index of the fittest elite in the
/// archive, and its fitness.
type Cells = BTreeMap<(i64, i64), (usize, f64)>;

fn cells(run: &ReportedRun) -> Cells {
    let mut best = Cells::new();
    for (i, elite) in run.view.archive.iter().enumerate() {
        let at = |axis: usize| elite.cell.get(axis).copied().unwrap_or(0);
        let Some(fitness) = run.height(&elite.fitness) else {
            continue;
        };
        let known = best.entry((at(0), at(1))).or_insert((i, fitness));
        if fitness > known.1 {
            *known = (i, fitness);
        }
    }
    best
}

/// The elites that the map shows, as indices in the archive.
pub(crate) fn shown_elites(run: &ReportedRun) -> Vec<usize> {
    cells(run).into_values().map(|(i, _)| i).collect()
}

/// The label of an elite: its cell, fitness and board.
pub(crate) fn elite_label(
    run: &ReportedRun,
    elite: &ArchiveLine,
    descriptors: &[String],
) -> String {
    let cell: Vec<String> = descriptors
        .iter()
        .zip(&elite.cell)
        .map(|(name, value)| format!("{name} {value}"))
        .collect();
    let objective = &run.plan.objective;
    let fitness = objective.fitness_words(&elite.fitness, elite.facts.certainty);
    let board = elite.facts.board_text();
    format!("{}: {fitness}, by {board}", cell.join(", "))
}

/// Draws the archive by its first two descriptors. A mark links to `elite-<index in the archive>`.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn heat(inputs: &ChartInputs) -> Result<Picture, ReportError> {
    let run = inputs.run;
    let cells = cells(run);
    let names = descriptors(run);
    let is_flat = names.len() < 2;
    let title = match names.as_slice() {
        [] => "The archive".to_string(),
        [only] => format!("The archive by {only}"),
        [x, y, rest @ ..] => {
            let best = if rest.is_empty() {
                ""
            } else {
                ", the best of the rest"
            };
            let best = format!("The archive by {x} and {y}{best}");
            format!("{best}: {} of {} cells", cells.len(), places(&cells))
        }
    };
    let range = |of: fn(&(i64, i64)) -> i64| -> Range<f64> {
        let low = cells.keys().map(of).min().unwrap_or(0) as f64;
        let high = cells.keys().map(of).max().unwrap_or(1) as f64;
        low - 0.5..high + 0.5
    };
    let (xs, ys) = (range(|k| k.0), range(|k| k.1));
    let height = if is_flat {
        FLAT
    } else {
        inputs.sheet.height(TALL)
    };
    let heights = cells.values().map(|v| v.1);
    let fitnesses =
        heights.clone().fold(f64::INFINITY, f64::min)..heights.fold(f64::NEG_INFINITY, f64::max);
    let mut picture = inputs.sheet.chart("archive", &title, height, |area| {
        let (map, scale) = area.split_horizontally(area.dim_in_pixel().0 - SCALE_WIDTH);
        draw_scale(&scale, run, &fitnesses)?;
        let mut c = frame(&map, [12, 44, 56]).build_cartesian_2d(xs.clone(), ys.clone())?;
        styled_mesh(&mut c)
            .disable_mesh()
            .x_labels(((xs.end - xs.start) as usize).min(20))
            .y_labels(if is_flat {
                0
            } else {
                ((ys.end - ys.start) as usize).min(16)
            })
            .x_label_formatter(&whole)
            .y_label_formatter(&whole)
            .x_desc(names.first().map_or("", String::as_str))
            .y_desc(names.get(1).map_or("", String::as_str))
            .draw()?;
        draw_empty(&mut c, &cells, is_flat)?;
        draw_cells(&mut c, run, (&cells, &fitnesses), &names)
    })?;
    let best = cells.values().max_by(|a, b| a.1.total_cmp(&b.1));
    let best = best.map(|(i, _)| elite_label(run, &run.view.archive[*i], &names));
    picture.text = format!("{title}: {} cells.", cells.len());
    if let Some(best) = best {
        picture.text += &format!(" The fittest elite has {best}.");
    }
    Ok(picture)
}

/// The names of the coordinates of a cell.
pub(crate) fn descriptors(run: &ReportedRun) -> Vec<String> {
    let cells = &run.plan.archive.cells;
    cells.iter().map(|cell| cell.name.to_string()).collect()
}

fn draw_cells(
    c: &mut Chart,
    run: &ReportedRun,
    (cells, fitnesses): (&Cells, &Range<f64>),
    names: &[String],
) -> DrawResult {
    let mut marks = Vec::new();
    // The marks are in the order of reading: row by row, from the top.
    let mut order: Vec<_> = cells.iter().collect();
    order.sort_by_key(|((x, y), _)| (-y, *x));
    for ((x, y), (i, fitness)) in order {
        let share = share(*fitness, fitnesses);
        let (x, y) = (*x as f64, *y as f64);
        let corners = [(x - 0.5, y - 0.5), (x + 0.5, y + 0.5)];
        c.draw_series([Rectangle::new(corners, shade(share).filled())])?;
        c.draw_series([Rectangle::new(corners, FRAME)])?;
        let (left, bottom) = c.backend_coord(&corners[0]);
        let (right, top) = c.backend_coord(&corners[1]);
        let elite = &run.view.archive[*i];
        let text = match (run.plan.objective.question(), Nearness::of(&elite.fitness)) {
            (Question::Find(_), Some(Nearness::Met(_))) => "met".to_string(),
            (Question::Find(_), Some(Nearness::Missed(margin))) => margin,
            _ => elite.fitness.first().cloned().unwrap_or_default(),
        };
        if right - left > 6 * text.len() as i32 + 4 && bottom - top > 14 {
            // These colours do not change: a page swaps the colours of text and background in dark
            // mode.
            let ink = if share < 0.6 {
                RGBColor(254, 254, 254)
            } else {
                RGBColor(11, 18, 32)
            };
            let style = label(10, ink, Pos::new(HPos::Center, VPos::Center));
            c.draw_series([EmptyElement::at((x, y)) + Text::new(text, (0, 0), style)])?;
        }
        marks.push(Mark {
            place: [left, top, right - left, bottom - top].map(f64::from),
            tip: elite_label(run, elite, names),
            target: Some(format!("elite-{i}")),
            drawing: Some(format!("elite-{i}")),
            ..Mark::default()
        });
    }
    Ok(marks)
}

/// The place of a fitness in the scale, from 0 to 1.
fn share(fitness: f64, fitnesses: &Range<f64>) -> f64 {
    if fitnesses.end > fitnesses.start {
        (fitness - fitnesses.start) / (fitnesses.end - fitnesses.start)
    } else {
        1.0
    }
}

/// The colour of a place in the scale.
fn shade(share: f64) -> RGBColor {
    let share = if share.is_nan() { 0.0 } else { share };
    let place = share.clamp(0.0, 1.0) * (SCALE.len() - 1) as f64;
    let below = (place as usize).min(SCALE.len() - 2);
    let (low, high, part) = (SCALE[below], SCALE[below + 1], place - below as f64);
    let mix = |a: f64, b: f64| (a + (b - a) * part).round() as u8;
    RGBColor(mix(low.0, high.0), mix(low.1, high.1), mix(low.2, high.2))
}

/// The coordinates of the map: those from the least to the greatest of a cell with a board.
fn across(cells: &Cells, of: fn(&(i64, i64)) -> i64) -> RangeInclusive<i64> {
    let (low, high) = (cells.keys().map(of).min(), cells.keys().map(of).max());
    low.zip(high).map_or(0..=0, |(low, high)| low..=high)
}

/// The number of cells on the map, with and without boards.
fn places(cells: &Cells) -> u64 {
    let count = |of| {
        let range = across(cells, of);
        range.end().abs_diff(*range.start()).saturating_add(1)
    };
    count(|k| k.0).saturating_mul(count(|k| k.1))
}

/// Draws a dot for each cell within the map that has no board.
fn draw_empty(c: &mut Chart, cells: &Cells, is_flat: bool) -> Result<(), Box<dyn Error>> {
    // A map with more places has cells of a few pixels.
    if cells.is_empty() || places(cells) > EMPTY {
        return Ok(());
    }
    let (xs, ys) = (across(cells, |k| k.0), across(cells, |k| k.1));
    let places = xs.flat_map(|x| ys.clone().map(move |y| (x, y)));
    for (x, y) in places.filter(|place| !is_flat && !cells.contains_key(place)) {
        c.draw_series([Circle::new((x as f64, y as f64), 1, MUTED.filled())])?;
    }
    Ok(())
}

/// Draws the scale of colours from the least to the greatest fitness, with numbers at its side.
fn draw_scale(
    area: &Area,
    run: &ReportedRun,
    fitnesses: &Range<f64>,
) -> Result<(), Box<dyn Error>> {
    if fitnesses.start > fitnesses.end {
        return Ok(());
    }
    let (_, height) = area.dim_in_pixel();
    let (top, bottom) = (26, height as i32 - 58);
    let at = |share: f64| bottom - (share * f64::from(bottom - top)).round() as i32;
    for step in 0..STEPS {
        let [low, high] = [step, step + 1].map(|s| f64::from(s) / f64::from(STEPS));
        let corners = [(4, at(high)), (18, at(low))];
        let colour = shade((low + high) / 2.0);
        area.draw(&Rectangle::new(corners, colour.filled()))?;
    }
    let is_find = matches!(run.plan.objective.question(), Question::Find(_));
    let name = if is_find { "margin" } else { "fitness" };
    let style = label(SMALL_TEXT, MUTED, Pos::new(HPos::Left, VPos::Center));
    area.draw(&Text::new(name, (0, top - 14), style))?;
    let count = if bottom - top > 200 { 5 } else { 2 };
    let is_single = fitnesses.start == fitnesses.end;
    for i in 0..count {
        let share = f64::from(i) / f64::from(count - 1);
        if is_single && i + 1 < count {
            continue;
        }
        let number = fitnesses.start + share * (fitnesses.end - fitnesses.start);
        let style = label(SMALL_TEXT, INK, Pos::new(HPos::Left, VPos::Center));
        area.draw(&Text::new(counted(number), (24, at(share)), style))?;
    }
    let dot = (6, bottom + 22);
    area.draw(&Circle::new(dot, 1, MUTED.filled()))?;
    let style = label(SMALL_TEXT, MUTED, Pos::new(HPos::Left, VPos::Center));
    area.draw(&Text::new("no board", (14, bottom + 22), style))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_gets_lighter_from_end_to_end() {
        let lightness = |share: f64| {
            let RGBColor(r, g, b) = shade(share);
            0.2126 * f64::from(r) + 0.7152 * f64::from(g) + 0.0722 * f64::from(b)
        };
        for i in 0..100 {
            let share = f64::from(i) / 100.0;
            assert!(lightness(share) < lightness(share + 0.01), "{share}");
        }
        assert_eq!(shade(0.0), RGBColor(68, 1, 84));
        assert_eq!(shade(f64::NAN), shade(0.0));
        assert_eq!(share(3.0, &(3.0..3.0)), 1.0);
    }
}
