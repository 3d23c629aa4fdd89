//! Draws a frame of the full-screen view, for a terminal of any size. The frame depends only on the
//! view of the run and on a [`FrameView`].

pub(super) mod chart;
mod help;
mod side;
mod styles;
mod table;

pub use styles::Styles;

use super::limits::Completion;
use super::run::LiveRun;
use super::text::{about, clock, shorten};
use crate::cli::signals::StopRequest;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::symbols::line::{HORIZONTAL, THICK_HORIZONTAL};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, LineGauge};

/// The least width of a terminal for the column at the side.
const WITH_SIDE: u16 = 72;
/// The least height of the main part for a chart and a table.
const WITH_BOTH: u16 = 10;
/// The least number of characters for the best board. The boards per second are shown only if this
/// room is left for the board.
const BOARD: usize = 8;
/// If a generation takes more seconds than this, the frame shows that it is in progress.
const SLOW_GENERATION: f64 = 3.0;

/// The inputs of a frame besides the run.
pub struct FrameView {
    /// Seconds since the run began.
    pub elapsed: f64,
    /// Seconds since the generation began.
    pub under_way: f64,
    pub asked: StopRequest,
    pub help: bool,
    pub styles: Styles,
}

pub fn draw(frame: &mut Frame, run: &LiveRun, view: &FrameView) {
    let one = Constraint::Length(1);
    let rows = [one, one, one, Constraint::Fill(1), one];
    let [title, gauge, best, body, foot] = Layout::vertical(rows).areas(frame.area());
    draw_title(frame, title, run, view);
    draw_gauge(frame, gauge, run, view);
    draw_best(frame, best, run, view);
    draw_body(frame, body, run, view);
    draw_foot(frame, foot, view);
    if view.help {
        help::draw(frame, body, view);
    }
}

fn draw_title(frame: &mut Frame, area: Rect, run: &LiveRun, view: &FrameView) {
    let room = usize::from(area.width);
    let name = shorten(&run.view.manifest.name, room);
    let rest = room.saturating_sub(name.chars().count() + 2);
    let line = Line::from(vec![
        Span::styled(name, view.styles.strong()),
        Span::raw("  "),
        Span::raw(shorten(&run.question, rest)),
    ]);
    frame.render_widget(line, area);
}

/// Draws the progress, and the time that is left.
fn draw_gauge(frame: &mut Frame, area: Rect, run: &LiveRun, view: &FrameView) {
    let Completion {
        fraction,
        text,
        left,
    } = run.completion(view.elapsed);
    let left = left.map_or(String::new(), |s| format!(", {} left", about(s)));
    let label = format!("{text}  {}{left}", clock(view.elapsed));
    let gauge = LineGauge::default()
        .label(shorten(&label, usize::from(area.width)))
        .ratio(fraction.clamp(0.0, 1.0))
        .filled_symbol(THICK_HORIZONTAL)
        .unfilled_symbol(HORIZONTAL)
        .filled_style(view.styles.best())
        .unfilled_style(view.styles.faint());
    frame.render_widget(gauge, area);
}

/// Draws the best board, cut to fit. Draws the boards per second if there is room.
fn draw_best(frame: &mut Frame, area: Rect, run: &LiveRun, view: &FrameView) {
    let label = run.label();
    let width = usize::from(area.width).saturating_sub(label.len() + 1);
    let best = run.standing();
    let best = shorten(best.as_deref().unwrap_or("none yet"), width);
    let room = width.saturating_sub(best.chars().count() + 2);
    let rate = format!("  {:.0} boards/s", run.view.boards_per_second());
    let rate = if room < rate.len() + BOARD { "" } else { &rate };
    let board = shorten(run.board(), room - rate.len());
    let line = Line::from(vec![
        Span::raw(format!("{label} ")),
        Span::styled(best, view.styles.best()),
        Span::raw("  "),
        Span::styled(board, view.styles.strong()),
        Span::raw(rate),
    ]);
    frame.render_widget(line, area);
}

fn draw_body(frame: &mut Frame, area: Rect, run: &LiveRun, view: &FrameView) {
    let side = match area.width {
        WITH_SIDE.. => (area.width / 3).clamp(32, 40),
        _ => 0,
    };
    let gap = u16::from(side > 0);
    let columns = [Constraint::Fill(1), Constraint::Length(side)];
    let [main, side] = Layout::horizontal(columns).spacing(gap).areas(area);
    let rows = table::height(&run.view, main.height);
    let rows = [Constraint::Fill(1), Constraint::Length(rows)];
    let [chart, table] = Layout::vertical(rows).areas(main);
    chart::draw(frame, chart, &run.view, view);
    table::draw(frame, table, &run.view, view);
    side::draw(frame, side, &run.view, view);
}

/// Draws the pending request to stop, or the keys that can be pressed.
fn draw_foot(frame: &mut Frame, area: Rect, view: &FrameView) {
    let is_long = view.under_way > SLOW_GENERATION;
    let under_way = is_long.then(|| format!(" ({:.0} s so far)", view.under_way));
    let under_way = under_way.unwrap_or_default();
    let line = match view.asked {
        StopRequest::Nothing if under_way.is_empty() => Line::raw("q stop  ? help"),
        StopRequest::Nothing => {
            Line::raw(format!("q stop  ? help   generation under way{under_way}"))
        }
        StopRequest::Finish => Line::styled(
            format!("stopping after this generation{under_way}; press q again to stop at once"),
            view.styles.alarm(),
        ),
        StopRequest::Abort => Line::styled("stopping at once", view.styles.alarm()),
    };
    frame.render_widget(line, area);
}

/// Draws a panel, a line with its title. Returns the area below the line.
fn panel(frame: &mut Frame, area: Rect, title: &str, view: &FrameView) -> Rect {
    let block = Block::new()
        .borders(Borders::TOP)
        .border_style(view.styles.faint())
        .title(Span::styled(
            shorten(&format!(" {title} "), usize::from(area.width)),
            view.styles.strong(),
        ));
    let inner = block.inner(area);
    frame.render_widget(block, area);
    inner
}
