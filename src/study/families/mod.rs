//! Families of boards: sweeps over their parameters, formulas through what is found, the common
//! shape of canonical forms, and the way from a single board to the families that it belongs to.

mod explain;
mod forms;
mod formula;
mod polynomial;
mod shape;
mod structure;
mod sweep;

pub use explain::{Proposal, proposals};
pub use forms::{CommonForm, FormulaForm, common_form, form_of};
pub use formula::{Formula, SamplePoint, fewest_rows, fit};
pub use polynomial::Polynomial;
pub use shape::{Shape, shape_of};
pub use structure::{Structure, structure};
pub use sweep::{MOST_MEMBERS, Member, Ranges, Sweep, SweepError, SweepRow, Valuation};
