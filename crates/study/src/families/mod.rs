//! Families of boards: sweeps over their parameters, formulas for the results, the common shape of
//! canonical forms, and the families that a single board belongs to.

mod explain;
mod forms;
mod formula;
mod formulas;
mod parts;
mod polynomial;
mod structure;
mod sweep;

pub use explain::{Proposal, proposals};
pub use forms::{CommonForm, FormulaForm, common_form, form_of};
pub use formula::{Formula, SamplePoint, fewest_rows, fit};
pub use formulas::{ColumnFormula, Formulas};
pub use parts::{PartRow, SweepQuestion, SweepWork};
pub use polynomial::Polynomial;
pub use structure::{Structure, structure};
pub use sweep::{MOST_MEMBERS, Ranges, Sweep, SweepError, SweepRow, Valuation};
