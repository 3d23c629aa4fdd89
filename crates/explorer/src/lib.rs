#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! The contents of a page ([`look`]), values within a time limit ([`KeptAppraiser`]), marks of options,
//! the state that an address holds ([`ExplorerQuery`]), and the HTML of the page ([`form`],
//! [`answer`]). It has no server and no clock of its own, so that it runs in a browser as well.

mod appraiser;
mod error;
mod marks;
mod page;
mod query;
mod view;

pub use appraiser::{KeptAppraiser, budget_until};
pub use error::ExplorerError;
pub use marks::OptionMark;
pub use page::{answer, form, looked};
pub use query::{ExplorerQuery, FILE, SERVED};
pub use view::{
    LARGEST, MORE_TIME, PastMove, PositionRequest, PositionView, RulesetOption, TIME, look,
};
