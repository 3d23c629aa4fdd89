//! How the figure for the memory of the process (`budget.memory`, `--memory`) is divided.
//!
//! | part | size |
//! | --- | --- |
//! | base | [`BASE`]: the program, its libraries, the first pages of its stacks |
//! | evolution | as much as the caller says: populations, archives, keys of known boards |
//! | tables | a share of the rest (`budget.board_memory`): the solver's tables |
//! | room | the remainder: counting, enclosures, certificates, the checker ([`super::Share`]) |
//!
//! The room has one large share, which is as large as the tables, and small shares.

use super::share::{SMALL, set_room};

/// The bytes of the program itself, before it values a board.
pub const BASE: u64 = 32 << 20;

/// The parts of the memory of the process, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Account {
    /// The memory of the whole process.
    pub memory: u64,
    /// The part for populations, archives and keys of known boards; 0 outside of searches.
    pub evolution: u64,
}

impl Account {
    /// The least memory for tables of `tables` bytes.
    pub fn least(self, tables: u64) -> u64 {
        BASE.saturating_add(self.evolution)
            .saturating_add(tables.saturating_mul(2))
            .saturating_add(SMALL as u64)
    }

    /// The tables' share, if the caller gives no other: three eighths of the memory without base
    /// and evolution, but no more than leaves room.
    pub fn tables(self) -> u64 {
        let rest = self
            .memory
            .saturating_sub(BASE.saturating_add(self.evolution));
        (rest / 8 * 3).min(rest.saturating_sub(SMALL as u64) / 2)
    }

    /// Sets the room for other work to the memory beside base, evolution and tables of `tables`
    /// bytes.
    pub fn set_room(self, tables: u64) {
        let small = self.memory.saturating_sub(self.least(tables)) + SMALL as u64;
        set_room(usize::try_from(small).unwrap_or(usize::MAX));
    }
}
