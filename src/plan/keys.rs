//! The table of keys: nothing of a key is written anywhere else.

use super::expressions::{Find, Goals, IslandGoals, Maximize, Optional};
use super::format::{Flag, Integer, KeyFormat, Orders, RunName, Share, Size};
use super::key::{Effect, Key, KeyTable};
use super::names::{CellNames, Name, NameLists, Names};
use super::reader::Reader;
use super::schema::Schema;
use super::start::{StartBoard, StartBoards, StartFiles};
use super::table::{key, keys};
use crate::evolve::{Emission, Method, Policy, Selection, Topology};
use crate::graph::MAX_WEIGHT;
use crate::problem::Kind;
use crate::problem::expression::Expression;
use crate::problem::invariants::Invariant;
use crate::problem::operators::OperatorId;
use crate::record::folder::MOST_ISLANDS;
use crate::ruleset::Ruleset;

/// The largest order that a search may visit. The solver takes boards of up to 1024 twin classes,
/// whatever their order; this bounds what breeding costs.
const MOST_VERTICES: i128 = 1000;
const MANY: i128 = 1_000_000_000;
const CROWD: i128 = 1_000_000;
const POSITIONS: i128 = 1_000_000_000_000_000;
const MAXIMIZE: Maximize = Maximize {
    find: key!(objective.find),
    collect: key!(objective.collect),
};
const MEMORY: Size = Size(1 << 20..=1 << 50);

/// The names that a config may have.
pub(super) static SCHEMA: Schema = Schema {
    keys: KEYS,
    tables: TABLES,
};

keys! {
    /// Every key of a config, typed and checked: all that a search is a function of.
    Plan {
        /// Name of the run folder, `runs/<name>`: letters, digits, `-`, `_` and `.`. Empty: the
        /// name of the config file without its ending.
        name: String = "", RunName, such as "\"snort-trees\"", changes Nothing;

        /// Every random choice follows from this number: the same config and seed give the same
        /// results. From 0 to 9223372036854775807.
        seed: u64 = 1, Integer(0..=i64::MAX as i128);

        /// Threads that value boards; 0 takes all cores. Results do not depend on it.
        threads: usize = 0, Integer(0..=4096), changes Nothing;
    }

    /// The game that is played.
    game: GameKeys {
        /// The rules, by name: `boil list rulesets`. Required.
        ruleset: &'static dyn Ruleset = "", Name, such as "\"snort\"";
    }

    /// The space that is searched, and where in it the search begins.
    boards: BoardKeys {
        /// The boards that may be bred. "any": all graphs; "connected"; "tree"; "caterpillar":
        /// trees with a path that every vertex is on or next to; "bipartite": connected and
        /// bipartite; "squares": sets of squares, for games that are played on squares.
        class: Kind = "any", Name;

        /// The fewest and the most vertices.
        order: [usize; 2] = [2, 12], Orders(1..=MOST_VERTICES);

        /// Whether vertices may be tinted, that is, reserved for Left or for Right.
        tinted: bool = false, Flag;

        /// The greatest weight of an edge or a loop, for games that look at weights; 1: no weights.
        max_weight: u32 = 1, Integer(1..=MAX_WEIGHT as i128);

        /// Whether vertices may have loops.
        loops: bool = false, Flag;

        /// Whether several edges may join two vertices.
        parallel: bool = false, Flag;

        /// Whether edges may have a direction. (Where a game needs a token, boards have one.)
        arcs: bool = false, Flag;

        /// The most neighbours that a vertex may have; 0: no limit.
        max_degree: usize = 0, Integer(0..=MOST_VERTICES);

        /// The most kinds of vertices that a board may have, where vertices that colour refinement
        /// cannot tell apart are of one kind; 0: no limit. Boards of several hundred vertices can
        /// be valued if a few branches are repeated many times: with a bound of 6 to 12 the search
        /// breeds those alone.
        max_kinds: usize = 0, Integer(0..=MOST_VERTICES);

        /// Boards that join the first generation: graph6, families such as "star(4)", edges such as
        /// "0-1,1-2", or squares such as "..|#.", each with optional tints after a colon.
        start: Vec<StartBoard> = [], StartBoards, such as "[\"star(4)\"]";

        /// Whether the first generation consists of the `start` boards and their variations alone;
        /// if not, it is filled up with random boards.
        start_only: bool = false, Flag;

        /// Files that more boards to start from are read from, as far as they are in the class: a
        /// text file with a board a line, a run folder (its archive), or a record book (`.db`, its
        /// boards for this ruleset). The boards become part of the plan.
        start_from: Vec<String> = [], StartFiles;

        /// A curriculum: the most vertices in the first generation. The bound rises evenly until
        /// the generation `grow_until`. 0: no curriculum.
        grow_from: usize = 0, Integer(0..=MOST_VERTICES);

        /// The generation from which on only `order` bounds the vertices.
        grow_until: u64 = 0, Integer(0..=MANY);
    }

    /// What the search is after.
    objective: ObjectiveKeys {
        /// What the search maximises: an exact expression over invariants (`boil list invariants`),
        /// such as "temperature - degree". A list is lexicographic: a later expression decides
        /// among boards that are equal in all earlier ones. Required, unless `find` or `collect` is
        /// given.
        maximize: Vec<Expression> = "", MAXIMIZE, such as "\"temperature - degree\"";

        /// Instead: a condition to be met, such as "temperature > degree + degree2 / 2". Boards are
        /// better the nearer they come to it, and once it is met, the fewer vertices they have.
        /// Their fitness is then a pair: 0 and the margin (by how much it is missed, negative), or
        /// 1 and minus the order.
        find: Option<Goals> = "", Find;

        /// Collect values: an expression such as "temperature - degree". The archive then has a
        /// cell for each value that occurs and keeps the smallest board of each (or the best, if
        /// `maximize` is given); `collection.csv` lists them, small denominators first.
        collect: Option<Expression> = "", Optional::Number;

        /// A condition that a board has to meet to count, such as "order >= 2"; empty: none.
        require: Option<Expression> = "", Optional::Condition, such as "\"order >= 2\"";

        /// The search stops when the best board meets this condition, such as "fitness >= 2";
        /// `fitness` is the first (or only) expression of `maximize`. Empty: never.
        stop_when: Option<Expression> = "", Optional::OfFitness, such as "\"fitness >= 2\"", changes Length;
    }

    /// The evolutionary loop.
    search: SearchKeys {
        /// Generations to breed; the run ends after them at the latest, or ("exhausted") when ten
        /// generations in a row found no board that was not asked before.
        generations: u64 = 500, Integer(1..=MANY), changes Length;

        /// Boards in the population of each island.
        population: usize = 64, Integer(2..=CROWD);

        /// Populations that evolve side by side, each with an archive of its own, and exchange
        /// elites in migrations. More islands are more searches for the same question, which may
        /// ask the same boards. For settings that differ from island to island, see `[islands]`.
        islands: usize = 2, Integer(1..=MOST_ISLANDS as i128);

        /// How an island searches: "evolve" (all that follows), or a control to compare it with,
        /// made of the same moves: "random" (random boards only), "climb" (hill climbing with
        /// restarts), "lookahead" (all neighbours, on to the best, with restarts), "anneal"
        /// (simulated annealing).
        method: Method = "evolve", Name;

        /// Operators to use, by name (`boil list operators`), in local search as well; empty: all but
        /// those that have to be named.
        operators: Vec<OperatorId> = [], Names;

        /// How parents are chosen: "ranked" (chances fall linearly with rank) or "tournament" (the
        /// best of a few drawn at random).
        selection: Selection = "ranked", Name;

        /// Boards in a tournament; more of them select harder. Only for selection = "tournament".
        tournament: usize = 4, Integer(1..=CROWD);

        /// Generations from one migration to the next (an epoch, in which an island depends on
        /// nothing else); 0: never.
        migration_every: u64 = 4, Integer(0..=MANY);

        /// Boards that an island takes into its population in a migration. Into its archive it
        /// takes all elites that it is sent.
        migrants: usize = 4, Integer(0..=CROWD);

        /// Who receives migrants: "ring" (the next island), "complete" (every other), "none".
        topology: Topology = "ring", Name;

        /// What an island takes of the boards that it is sent: "different" (of the better half,
        /// those that differ most from its own), "best", or "random" (of the better half).
        policy: Policy = "different", Name;

        /// Share of parents drawn from the archive instead of the population, from 0 to 1.
        archive_share: f64 = 0.25, Share;

        /// How a cell of the archive is picked to breed from: "uniform", "novelty" (of four cells
        /// the one picked least), "promise" (the one whose children were kept most often), "merit"
        /// (the one with the best board), "frontier" (the best board of an order); "adaptive": by
        /// all of them, at rates that follow their success.
        emitter: Emission = "adaptive", Name;

        /// New random boards that join each island in each generation.
        immigrants: usize = 8, Integer(0..=CROWD);

        /// Generations without a better board after which an island starts anew; its archive stays.
        /// 0: never.
        stagnation: u64 = 60, Integer(0..=MANY);

        /// Neighbours of new elites that local search tries in a generation; 0: none.
        polish: usize = 32, Integer(0..=CROWD);

        /// Generations from one checkpoint to the next. A killed run loses at most these.
        checkpoint_every: u64 = 10, Integer(1..=MANY), changes Nothing;
    }

    /// Settings for the islands in turn, if they differ: the first is for the first island, and
    /// after the last it begins again. Empty: the same for all.
    islands: IslandKeys {
        /// Classes; the other keys of `[boards]` hold for all. They must lie within `boards.class`.
        class: Vec<Kind> = [], Names;

        /// Operators, as names with spaces between; "" for those of `search.operators`.
        operators: Vec<Vec<OperatorId>> = [], NameLists;

        /// Expressions that islands select by instead of the objective, to come from another
        /// direction. Archive and records go by the objective.
        maximize: Vec<Expression> = [], IslandGoals;

        /// Methods.
        method: Vec<Method> = [], Names;
    }

    /// The archive of elites.
    archive: ArchiveKeys {
        /// The archive keeps the best boards of each cell; boards that agree in these numeric
        /// invariants share a cell. An empty list: one cell for all.
        cells: Vec<&'static Invariant> = ["order", "degree"], CellNames;

        /// Boards kept in a cell.
        per_cell: usize = 1, Integer(1..=10_000);
    }

    /// How much work a board, and the whole run, may take.
    budget: BudgetKeys {
        /// Boards to value, after which the run ends with its generation; 0: no limit.
        boards: u64 = 0, Integer(0..=POSITIONS), changes Length;

        /// Whether a board is skipped when boards that look as expensive have all run out of
        /// `positions`.
        screen: bool = true, Flag;

        /// Whether a board is not valued further once it is proved to be too cold to enter the
        /// archive, the frontier or a population, or to be a record. Saves time; archive and
        /// records are the same as long as all boards are within `positions` (docs/search.md says
        /// what may differ if not). For untinted boards of games that claim vertices, and
        /// objectives that only a higher temperature makes better.
        cutoff: bool = true, Flag;

        /// Steps of work to prove bounds for a board that needs more than `positions`, or is
        /// skipped by `screen`: its fitness is then what is proved to be a lower bound (of games
        /// that claim vertices, where the objective is of the temperature, the mean or the stops).
        /// A step is the look at a position, or sixteen positions of the exact solver. 0: no
        /// bounds, such boards have no fitness.
        bounds: u64 = 500, Integer(0..=POSITIONS);

        /// Seconds for the whole run, after which it checkpoints and stops; 0: no limit.
        seconds: u64 = 0, Integer(0..=MANY), changes Length;

        /// Generations in a row without a better best board, after which the run ends; 0: no limit.
        stall: u64 = 0, Integer(0..=MANY), changes Length;

        /// Positions that one evaluation may visit; what is too big for that gets proved bounds.
        positions: u64 = 5_000_000, Integer(1..=POSITIONS);

        /// The tables of the whole process, with a unit: "512 MiB", "4 GiB".
        memory: u64 = "4 GiB", MEMORY, changes Nothing;

        /// The solver's tables, shared by all threads; at this size the least useful half is
        /// forgotten. Unless given, never more than `memory`.
        board_memory: u64 = "1 GiB", MEMORY;

        /// Positions that the independent checker may visit for one record. What it cannot finish
        /// stays outside of the record book; `boil records verify RUN --positions N` tries harder.
        /// Much more than this makes a search wait for the checker.
        checker_positions: u64 = 100_000, Integer(1..=POSITIONS);
    }

    /// What happens to records.
    records: RecordKeys {
        /// Whether every record is checked by the independent checker when it is found.
        verify: bool = true, Flag;
    }
}
