//! Lanes below a curve: when records were found, islands restarted and boards migrated.

use super::axis::{AxisRange, View};
use super::timeline::Timeline;
use super::*;
use crate::ReportedRun;
use std::collections::BTreeMap;

/// The height of a lane, and the width in which events share a mark, in pixels.
pub(super) const LANE: u32 = 17;
const SHARED: i32 = 7;
/// The largest number of events that a mark names.
const NAMED: usize = 4;

/// Events of one kind.
pub(super) struct Lane {
    name: &'static str,
    colour: RGBColor,
    /// The place of each event on the axis, and its text.
    events: Vec<(f64, String)>,
}

/// The lanes of a run that have events.
pub(super) fn lanes(run: &ReportedRun, timeline: &Timeline, view: View) -> Vec<Lane> {
    let at = |generation: u64| timeline.at_generation(generation, view.axis);
    let records = run.view.records.iter().map(|r| {
        let (order, generation) = (r.facts.order, r.generation);
        let text = format!("order {order} in generation {generation}: {}", run.words(r));
        (at(generation), text)
    });
    let restarts = run.view.events.restarts.iter();
    let restarts = restarts.map(|&(generation, island)| {
        let text = format!("island {island} in generation {generation}");
        (at(generation), text)
    });
    let migrations = run.view.events.migrations.iter().map(|m| {
        let (from, to) = (m.from, m.to);
        let text = format!(
            "from island {from} to {to} before generation {}",
            m.generation
        );
        (at(m.generation), text)
    });
    let lane = |name, colour, events: Vec<(f64, String)>| Lane {
        name,
        colour,
        events,
    };
    let all = [
        lane("records", BLUE, records.collect()),
        lane("restarts", INK, restarts.collect()),
        lane("migrations", GREEN, migrations.collect()),
    ];
    all.into_iter().filter(|l| !l.events.is_empty()).collect()
}

/// Draws the lanes below a chart. Events at nearly the same place share a mark.
pub(super) fn draw<Y: Coordinate>(
    area: &Area,
    c: &ChartOf<AxisRange, Y>,
    lanes: &[Lane],
) -> DrawResult {
    let screen = area.use_screen_coord();
    let (_, height) = area.get_pixel_range();
    let (plot, middle) = (c.plotting_area().get_pixel_range().0, c.y_range().start);
    let mut marks = Vec::new();
    for (i, lane) in lanes.iter().enumerate() {
        let y = height.start + (LANE * i as u32 + LANE / 2) as i32;
        let style = label(SMALL_TEXT, MUTED, Pos::new(HPos::Right, VPos::Center));
        screen.draw(&Text::new(lane.name, (plot.start - 8, y), style))?;
        let line = vec![(plot.start, y), (plot.end, y)];
        screen.draw(&PathElement::new(line, GRID))?;
        let mut shared: BTreeMap<i32, Vec<(i32, &str)>> = BTreeMap::new();
        for (x, text) in &lane.events {
            let x = c.backend_coord(&(*x, middle)).0;
            shared.entry(x / SHARED).or_default().push((x, text));
        }
        marks.extend(series(&screen, lane.name, || {
            draw_events(&screen, lane, y, shared.values())
        })?);
    }
    Ok(marks)
}

/// Draws the events of a lane at this height. Those of a list share a mark.
fn draw_events<'a>(
    screen: &Area,
    lane: &Lane,
    y: i32,
    shared: impl Iterator<Item = &'a Vec<(i32, &'a str)>>,
) -> DrawResult {
    let mut marks = Vec::new();
    for events in shared {
        let mut places: Vec<i32> = events.iter().map(|e| e.0).collect();
        places.dedup();
        for x in &places {
            let tick = [(x - 1, y - 5), (x + 1, y + 5)];
            screen.draw(&Rectangle::new(tick, lane.colour.filled()))?;
        }
        let left = places.iter().min().copied().unwrap_or_default();
        let right = places.iter().max().copied().unwrap_or_default();
        let place = [left - 3, y - 7, right - left + 6, 14].map(f64::from);
        let tip = tip(lane.name, events);
        marks.push(Mark {
            place,
            tip,
            ..Mark::default()
        });
    }
    Ok(marks)
}

fn tip(name: &str, events: &[(i32, &str)]) -> String {
    let named: Vec<&str> = events.iter().take(NAMED).map(|e| e.1).collect();
    let more = if events.len() > NAMED { "; …" } else { "" };
    let named = named.join("; ");
    match events {
        [_] => format!("{}: {named}", name.trim_end_matches('s')),
        _ => format!("{} {name}: {named}{more}", events.len()),
    }
}
