//! Formulas for the columns of a sweep, and the common shape of its canonical forms.

use super::{CommonForm, Formula, SamplePoint, SweepRow, common_form, fewest_rows, fit};

/// The result for one column.
pub struct ColumnFormula {
    pub name: String,
    /// The formula, if a formula fits.
    pub formula: Option<Formula>,
    /// The number of rows.
    pub rows: usize,
}

/// The results for the rows of a sweep.
pub struct Formulas {
    /// The columns that are known exactly in every row.
    pub columns: Vec<ColumnFormula>,
    /// The other columns, each with the number of rows in which it is known exactly.
    pub open: Vec<(String, usize)>,
    /// The common shape of the canonical forms, if they have one, and the number of forms. `None`
    /// if the game has no canonical forms.
    pub form: Option<(Option<CommonForm>, usize)>,
}

impl Formulas {
    /// Searches for formulas in the parameters `names`, for the columns of the rows and for the
    /// expressions of their objective.
    pub fn of(names: &[char], rows: &[SweepRow], objectives: &[&str]) -> Formulas {
        let mut formulas = Formulas {
            columns: Vec::new(),
            open: Vec::new(),
            form: shape(names, rows),
        };
        let points = |name: &&str| {
            let point = |row: &SweepRow| Some((row.point.clone(), row.column(name).number()?));
            (name.to_string(), rows.iter().filter_map(point).collect())
        };
        let mut columns: Vec<(String, Vec<SamplePoint>)> =
            SweepRow::COLUMNS.iter().map(points).collect();
        for (i, &expression) in objectives.iter().enumerate() {
            let value =
                |row: &SweepRow| Some((row.point.clone(), *row.objective.as_ref()?.get(i)?));
            if columns.iter().all(|(name, _)| name != expression) {
                columns.push((
                    expression.to_string(),
                    rows.iter().filter_map(value).collect(),
                ));
            }
        }
        for (name, points) in columns {
            match points.len() {
                0 => {}
                known if known < rows.len() => formulas.open.push((name, known)),
                known => formulas.columns.push(ColumnFormula {
                    name,
                    formula: fit(names, &points),
                    rows: known,
                }),
            }
        }
        formulas
    }
}

fn shape(names: &[char], rows: &[SweepRow]) -> Option<(Option<CommonForm>, usize)> {
    let has_form = |row: &&SweepRow| {
        let facts = &row.facts;
        !facts.is_bound() && facts.temperature.is_some() && facts.grundy.is_none()
    };
    rows.iter().find(has_form)?;
    let form = |row: &SweepRow| Some((row.point.clone(), row.form.clone()?));
    let forms: Option<Vec<_>> = rows.iter().map(form).collect();
    let count = forms.as_ref().map_or(0, Vec::len);
    Some((forms.and_then(|forms| common_form(names, &forms)), count))
}

impl ColumnFormula {
    /// The likely reason why there is no formula.
    pub fn missing(&self) -> String {
        let rows = self.rows;
        if rows <= fewest_rows() {
            return format!("{rows} rows are too few to fit and to test a formula");
        }
        format!(
            "no formula of degree 4 or less, nor one for each residue, fits these {rows} rows and the rows held out"
        )
    }
}
