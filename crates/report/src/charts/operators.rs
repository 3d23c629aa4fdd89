//! The share of each operator in the improvements, and its share in the boards valued.

use super::*;

/// Draws both shares of each operator.
///
/// # Errors
/// If the chart cannot be drawn.
pub fn operators(inputs: &ChartInputs) -> Result<Picture, ReportError> {
    let run = inputs.run;
    let mut rows: Vec<(&String, u64, u64)> = run
        .view
        .operators
        .iter()
        .map(|(name, t)| (name, t.improved, t.asked))
        .collect();
    rows.sort_by(|a, b| b.1.cmp(&a.1).then(b.2.cmp(&a.2)).then(a.0.cmp(b.0)));
    let total =
        |of: fn(&(&String, u64, u64)) -> u64| rows.iter().map(of).sum::<u64>().max(1) as f64;
    let (improved, asked) = (total(|r| r.1), total(|r| r.2));
    let shares: Vec<(f64, f64)> = rows
        .iter()
        .map(|r| (100.0 * r.1 as f64 / improved, 100.0 * r.2 as f64 / asked))
        .collect();
    let most = shares.iter().flat_map(|s| [s.0, s.1]).fold(1.0, f64::max);
    let count = rows.len().max(1) as f64;
    let height = 110 + 26 * rows.len().max(1) as u32;
    let sheet = inputs.sheet;
    sheet.chart("operators", "Credit of operators", height, |area| {
        let mut c =
            frame(area, [110, 44, 140]).build_cartesian_2d(0.0..most * 1.02, -count..0.0)?;
        styled_mesh(&mut c)
            .disable_y_mesh()
            .y_labels(0)
            .x_label_formatter(&|x| format!("{} %", plain(*x)))
            .x_desc(
                "share of improvements of the archive (upper bar), of boards valued (lower bar)",
            )
            .draw()?;
        for (i, (row, share)) in rows.iter().zip(&shares).enumerate() {
            let middle = -(i as f64) - 0.5;
            let bar = |value: f64, top: f64, bottom: f64, colour: RGBAColor| {
                Rectangle::new(
                    [(0.0, middle + top), (value, middle + bottom)],
                    colour.filled(),
                )
            };
            c.draw_series([
                bar(share.0, 0.36, 0.02, BLUE.mix(1.0)),
                bar(share.1, -0.02, -0.32, BLUE.mix(0.3)),
            ])?;
            let style = label(13, INK, Pos::new(HPos::Right, VPos::Center));
            c.draw_series([
                EmptyElement::at((0.0, middle)) + Text::new(row.0.clone(), (-8, 0), style)
            ])?;
            let style = label(12, MUTED, Pos::new(HPos::Left, VPos::Center));
            let counts = format!("{} of {}", row.1, row.2);
            c.draw_series([
                EmptyElement::at((share.0.max(share.1), middle)) + Text::new(counts, (6, 0), style)
            ])?;
        }
        Ok(Vec::new())
    })
}
