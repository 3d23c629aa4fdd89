//! The best fitness of each order, beside the best fitness in the record book.

use super::*;
use crate::report::ReportedRun;
use crate::report::run::number;
use std::collections::{BTreeMap, BTreeSet};

/// The best fitness for an order in the record book.
#[derive(Clone, Debug)]
pub struct BookBest {
    /// The first component of the fitness.
    pub fitness: String,
    /// Whether the fitness is only a lower bound.
    pub is_bound: bool,
    /// A text that names the run that found the record.
    pub found_by: String,
}

/// Draws the best fitness of each order. If there is a record book, also draws the best fitness in
/// the book.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn frontier(
    run: &ReportedRun,
    known: &BTreeMap<u64, BookBest>,
) -> Result<Picture, ReportError> {
    let best = run.view.best_by_order();
    let points: Vec<(f64, f64, String, u64)> = best
        .iter()
        .filter_map(|(&order, r)| {
            let text = r.fitness.first()?.clone();
            Some((order as f64, number(&text)?, text, order))
        })
        .collect();
    let (first, last) = (best.keys().next(), best.keys().next_back());
    let book: Vec<(f64, f64)> = known
        .iter()
        .filter(|(order, _)| first <= Some(order) && Some(*order) <= last)
        .filter_map(|(&order, k)| Some((order as f64, number(&k.fitness)?)))
        .collect();
    let y = roomy(points.iter().map(|p| p.1).chain(book.iter().map(|p| p.1)));
    let low = points.first().map_or(0.0, |p| p.0) - 0.7;
    let high = points.last().map_or(1.0, |p| p.0) + 0.7;
    let against = if book.is_empty() {
        ""
    } else {
        "; rings: the record book"
    };
    let complete: BTreeSet<u64> = run
        .counted
        .iter()
        .filter(|order| order.is_complete() && best.contains_key(&(order.order as u64)))
        .map(|order| order.order as u64)
        .collect();
    let counted = if complete.is_empty() {
        ""
    } else {
        "; bars: no board is better"
    };
    let title = format!("Best {} by order{against}{counted}", run.first_objective());
    let mut picture = chart("frontier", &title, SIZE.1, |area| {
        let mut c = ChartBuilder::on(area)
            .margin(12)
            .x_label_area_size(44)
            .y_label_area_size(56)
            .build_cartesian_2d(low..high, y)?;
        mesh(&mut c, "order (number of vertices)", &whole, &|v| plain(*v))?;
        // The rings are wider than the run's discs. So both are visible where they have the same
        // fitness.
        let rings = book
            .iter()
            .map(|&p| Circle::new(p, 8, ORANGE.stroke_width(2)));
        c.draw_series(rings)?;
        let line = points.iter().map(|p| (p.0, p.1));
        c.draw_series(LineSeries::new(line, BLUE.mix(0.35).stroke_width(1)))?;
        let mut marks = Vec::new();
        for (x, v, text, order) in &points {
            c.draw_series([Circle::new((*x, *v), 5, BLUE.filled())])?;
            let is_complete = complete.contains(order);
            if is_complete {
                // A ceiling above the disc.
                let bar = PathElement::new(vec![(-8, -10), (8, -10)], BLUE.stroke_width(2));
                c.draw_series([EmptyElement::at((*x, *v)) + bar])?;
            }
            let proved = if is_complete {
                ", proved: all boards were valued"
            } else {
                ""
            };
            let book = compared(known.get(order), *v);
            let tip = format!("order {order}: {text}{proved}{book}");
            let target = Some(format!("record-{order}"));
            marks.push(Mark::disc(c.backend_coord(&(*x, *v)), tip, target));
        }
        let every = points.len().div_ceil(24).max(1);
        for p in points.iter().step_by(every) {
            let style = label(12, INK, Pos::new(HPos::Center, VPos::Bottom));
            c.draw_series(
                [EmptyElement::at((p.0, p.1)) + Text::new(p.2.clone(), (0, -11), style)],
            )?;
        }
        Ok(marks)
    })?;
    let texts: Vec<String> = points
        .iter()
        .map(|p| match complete.contains(&p.3) {
            true => format!("order {}: {}, proved", p.3, p.2),
            false => format!("order {}: {}", p.3, p.2),
        })
        .collect();
    picture.text = format!("{title}. {}.", texts.join("; "));
    Ok(picture)
}

fn compared(known: Option<&BookBest>, value: f64) -> String {
    let Some(known) = known else {
        return String::new();
    };
    let best = number(&known.fitness).unwrap_or(value);
    let sign = if known.is_bound { "at least " } else { "" };
    match value.total_cmp(&best) {
        std::cmp::Ordering::Less => format!(
            "; the record book has {sign}{}, by {}",
            known.fitness, known.found_by
        ),
        std::cmp::Ordering::Equal => "; the best in the record book".to_string(),
        std::cmp::Ordering::Greater => format!("; the record book has {}", known.fitness),
    }
}
