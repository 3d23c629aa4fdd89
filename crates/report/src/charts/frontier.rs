//! The best fitness of each order, beside the best fitness in the record book.

use super::labels::{Labels, stride};
use super::*;
use crate::run::number;
use std::collections::{BTreeMap, BTreeSet};

/// The radius of the run's discs. The rings of the book are wider, so both are visible where they
/// have the same fitness.
const DISC: u32 = 5;
const RING: u32 = 8;
/// The ends of the bar above the disc of an order whose boards were all valued, from the disc.
const BAR: [(i32, i32); 2] = [(-8, -10), (8, -10)];

/// A point of the chart: the best of an order, in the run or in the book.
struct OrderPoint {
    at: (f64, f64),
    text: String,
    order: u64,
}

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
    inputs: &ChartInputs,
    known: &BTreeMap<u64, BookBest>,
) -> Result<Picture, ReportError> {
    let run = inputs.run;
    let best = run.view.best_by_order();
    let points: Vec<OrderPoint> = best
        .iter()
        .filter_map(|(&order, r)| {
            let text = r.fitness.first()?.clone();
            let at = (order as f64, number(&text)?);
            Some(OrderPoint { at, text, order })
        })
        .collect();
    let (first, last) = (best.keys().next(), best.keys().next_back());
    let book: Vec<OrderPoint> = known
        .iter()
        .filter(|(order, _)| first <= Some(order) && Some(*order) <= last)
        .filter_map(|(&order, k)| {
            let sign = if k.is_bound { ">= " } else { "" };
            let text = format!("book {sign}{}", k.fitness);
            let at = (order as f64, number(&k.fitness)?);
            Some(OrderPoint { at, text, order })
        })
        .collect();
    let y = roomy(points.iter().chain(&book).map(|p| p.at.1));
    let low = points.first().map_or(0.0, |p| p.at.0) - 0.7;
    let high = points.last().map_or(1.0, |p| p.at.0) + 0.7;
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
    let (sheet, tall) = (inputs.sheet, inputs.sheet.height(SIZE.1));
    let mut picture = sheet.chart("frontier", &title, tall, |area| {
        let mut c = frame(area, [12, 44, 56]).build_cartesian_2d(low..high, y)?;
        let names = ["order (number of vertices)", ""];
        mesh(&mut c, names, 7, [&whole, &|v| plain(*v)])?;
        let rings = book
            .iter()
            .map(|p| Circle::new(p.at, RING, ORANGE.stroke_width(2)));
        c.draw_series(rings)?;
        let line = points.iter().map(|p| p.at);
        c.draw_series(LineSeries::new(line, BLUE.mix(0.35).stroke_width(1)))?;
        let mut marks = Vec::new();
        for p in &points {
            c.draw_series([Circle::new(p.at, DISC, BLUE.filled())])?;
            let order = p.order;
            let is_complete = complete.contains(&order);
            if is_complete {
                // A ceiling above the disc.
                let bar = PathElement::new(BAR.to_vec(), BLUE.stroke_width(2));
                c.draw_series([EmptyElement::at(p.at) + bar])?;
            }
            let proved = if is_complete {
                ", proved: all boards were valued"
            } else {
                ""
            };
            let book = compared(known.get(&order), p.at.1);
            let tip = format!("order {order}: {}{proved}{book}", p.text);
            let target = Some(format!("record-{order}"));
            marks.push(Mark::disc(c.backend_coord(&p.at), tip, target));
        }
        write_labels(&c, &points, &book, &complete)?;
        Ok(marks)
    })?;
    let texts: Vec<String> = points
        .iter()
        .map(|p| match complete.contains(&p.order) {
            true => format!("order {}: {}, proved", p.order, p.text),
            false => format!("order {}: {}", p.order, p.text),
        })
        .collect();
    picture.text = format!("{title}. {}.", texts.join("; "));
    Ok(picture)
}

/// Writes the run's fitness beside its disc. Where the book has another fitness, writes it beside
/// the book's ring. The latest order is the most important one; the book's labels come last.
fn write_labels(
    c: &Chart,
    points: &[OrderPoint],
    book: &[OrderPoint],
    complete: &BTreeSet<u64>,
) -> Result<(), Box<dyn Error>> {
    let place = |p: &OrderPoint| c.backend_coord(&p.at);
    let mut labels = Labels::on(c);
    labels.line(points.iter().map(place));
    points
        .iter()
        .for_each(|p| labels.disc(place(p), DISC.into()));
    book.iter().for_each(|p| labels.disc(place(p), RING.into()));
    for p in points.iter().filter(|p| complete.contains(&p.order)) {
        let (x, y) = place(p);
        labels.line(BAR.map(|(right, down)| (x + right, y + down)));
    }
    let at_ring = |p: &OrderPoint| book.iter().any(|b| b.at == p.at);
    for p in points.iter().rev().step_by(stride(points.len())) {
        let radius = match (complete.contains(&p.order), at_ring(p)) {
            (true, _) => RING + 3,
            (false, true) => RING,
            (false, false) => DISC,
        };
        labels.write(c, (place(p), radius.into()), &p.text, INK)?;
    }
    let differs = |b: &&OrderPoint| !points.iter().any(|p| p.at == b.at);
    let apart: Vec<&OrderPoint> = book.iter().rev().filter(differs).collect();
    let every = stride(apart.len());
    for b in apart.into_iter().step_by(every) {
        labels.write(c, (place(b), RING.into()), &b.text, ORANGE)?;
    }
    Ok(())
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
