//! Running a search: config and plan, the search itself, its folder, checkpoints, the record book.

mod catalogue;
pub mod config;
pub mod folder {
    //! shim
    #[derive(Debug, thiserror::Error)]
    #[error("x")]
    pub struct FileError;
    impl FileError { /// x
 pub fn of(_: &str, _: &std::path::Path) -> impl Fn(std::io::Error) -> FileError { |_| FileError } }
}
pub mod records;
mod search;
mod verify;

pub use catalogue::catalogue;
pub use search::{Search, SearchError, SearchState, Step, canonical_board};
pub use verify::{Verdict, verify};
