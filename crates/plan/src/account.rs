//! How `budget.memory` is divided.

use super::Plan;
use super::reader::Reader;
use super::size::print_size;
use super::table::key;
use boilingpoint_memory::Account;
use boilingpoint_problem::Kind;

/// The number of keys of known boards that the islands of a search remember together.
pub const KNOWN_BOARDS: usize = 1 << 22;
/// The bytes of these keys, with the free places of their table and the copies while it grows.
const KEYS: u64 = 24 * KNOWN_BOARDS as u64;
/// About the number of boards of an archive, a frontier and their ancestors.
const ELITES: u64 = 1 << 8;
/// The bytes of a board of an island beside its graph: fitness, lineage, operators.
pub const SPECIMEN: u64 = 1 << 10;
/// The bytes of a vertex and of an edge of such a board.
const VERTEX: u64 = 64;
const EDGE: u64 = 24;
/// An estimate of the edges at a vertex in classes of all graphs.
const DEGREE: u64 = 4;
/// The bytes at which every share of the tables begins.
const LEAST_TABLES: u64 = 1 << 20;

impl Plan {
    /// The account of the process that runs the plan.
    pub fn account(&self) -> Account {
        Account {
            memory: self.budget.memory,
            evolution: self.evolution(),
        }
    }

    /// An estimate of the bytes for the keys of known boards, populations and archives.
    fn evolution(&self) -> u64 {
        let order = self.boards.order[1] as u64;
        let edges = match self.boards.class {
            Kind::Tree | Kind::Caterpillar => order,
            _ => order.saturating_mul(order.min(DEGREE)),
        };
        let matrix = order.saturating_mul(order.div_ceil(64) * 8);
        let board = SPECIMEN + VERTEX * order + EDGE * edges + matrix;
        let islands = self.search.islands as u64;
        let living = islands.saturating_mul(self.search.population as u64 + ELITES);
        // A checkpoint copies all boards.
        let boards = living.saturating_mul(2 * board);
        boards.saturating_add(KEYS)
    }

    /// The bytes that the boards of populations and archives may take. The run ends when they take
    /// more.
    pub fn most_for_boards(&self) -> u64 {
        let others = Account {
            evolution: KEYS,
            ..self.account()
        };
        let least = others.least(self.budget.board_memory);
        self.budget.memory.saturating_sub(least) / 2
    }

    /// The default of `budget.board_memory` is at most the tables' share of `budget.memory`.
    pub(super) fn lower_board_memory(&mut self, from: &Reader) {
        if from.is_default(key!(budget.board_memory)) {
            let tables = self.account().tables().max(LEAST_TABLES);
            self.budget.board_memory = self.budget.board_memory.min(tables);
        }
    }

    /// Notes a `budget.memory` that is too small for the tables and the boards of the search.
    pub(super) fn check_memory(&self, from: &Reader) {
        let budget = &self.budget;
        let (key, memory) = (key!(budget.board_memory), key!(budget.memory));
        let account = self.account();
        let least = account.least(budget.board_memory);
        if budget.memory >= least {
            return;
        }
        // Whole mebibytes read better, and are enough.
        let [least, part, whole] = [
            least.div_ceil(1 << 20) << 20,
            budget.board_memory,
            budget.memory,
        ]
        .map(print_size);
        let message = format!(
            "`{memory}` is {whole}, which is too small for a search with `{key}` of {part}"
        );
        from.misfit(memory, message, format!("give at least {least}"));
    }
}
