//! The table of all keys of a config. All facts about a key are in its row.

use super::expressions::{Find, Goals, IslandGoals, Maximize, Maximized, Optional};
use super::format::{Flag, Integer, KeyFormat, Orders, RunName, Share, Size};
use super::key::{Effect, Key, KeyTable};
use super::names::{CellNames, Game, GameName, Name, NameLists, Names};
use super::reader::Reader;
use super::schema::Schema;
use super::start::{StartBoard, StartBoards, StartFiles};
use super::table::{key, keys};
use boilingpoint_boards::MAX_WEIGHT;
use boilingpoint_evolve::{Emission, Method, Policy, Selection, Topology};
use boilingpoint_problem::Kind;
use boilingpoint_problem::expression::Expression;
use boilingpoint_problem::invariants::Invariant;
use boilingpoint_problem::operators::{Breeding, OperatorId};
use boilingpoint_record::folder::MOST_ISLANDS;
use boilingpoint_rules::Ruleset;

/// The largest order that a search may visit. The solver takes boards of up to 1024 twin classes,
/// of any order; this limit bounds the cost of breeding.
const MOST_VERTICES: i128 = 1000;
const BILLION: i128 = 1_000_000_000;
const MILLION: i128 = 1_000_000;
const QUADRILLION: i128 = 1_000_000_000_000_000;
const MAXIMIZE: Maximize = Maximize {
    find: key!(objective.find),
    collect: key!(objective.collect),
};
const MEMORY: Size = Size(1 << 20..=1 << 50);

/// The names that a config may contain.
pub(super) static SCHEMA: Schema = Schema {
    keys: KEYS,
    tables: TABLES,
};

keys! {
    /// Every key of a config, typed and checked. The results of a search are a function of it.
    Plan {
        /// Name of the run folder, `runs/<name>`: letters, digits, `-`, `_` and `.`. Empty: the
        /// name of the config file without its ending.
        name: String = "", RunName, such as "\"snort-trees\"", changes Nothing;

        /// The seed of all random choices, an integer from 0 to 9223372036854775807. The same
        /// config and seed give the same results.
        seed: u64 = 1, Integer(0..=i64::MAX as i128);

        /// Threads that value boards; 0: one for each core. Results do not depend on this.
        threads: usize = 0, Integer(0..=4096), changes Nothing;
    }

    /// The game.
    game: GameKeys {
        /// The rules, by name: `boil list rulesets`. Or a file that describes a game
        /// (docs/how-to/game-file.md), as a path from the folder of this config. Required.
        ruleset: &'static dyn Ruleset = "", Game, such as "\"snort\"";

        /// A name for the game, which is shown beside its rules. Empty: the name in the game file,
        /// if it has one.
        name: String = "", GameName, such as "\"Distance Snort\"", changes Nothing;
    }

    /// The class of boards that is searched, and the boards that the search starts from.
    boards: BoardKeys {
        /// The boards that may be bred. "any": all graphs; "connected"; "tree"; "caterpillar":
        /// trees with a path such that every vertex is on the path or next to it; "bipartite":
        /// connected and bipartite; "girth-5": connected, without cycles of three or four edges;
        /// "squares": sets of squares, for games that are played on squares.
        class: Kind = "any", Name;

        /// The least and the greatest number of vertices.
        order: [usize; 2] = [2, 12], Orders(1..=MOST_VERTICES);

        /// Whether vertices may be tinted, that is, reserved for Left or for Right.
        tinted: bool = false, Flag;

        /// The greatest weight of an edge or a loop, for games that use weights; 1: no weights.
        max_weight: u32 = 1, Integer(1..=MAX_WEIGHT as i128);

        /// Whether vertices may have loops.
        loops: bool = false, Flag;

        /// Whether several edges may join two vertices.
        parallel: bool = false, Flag;

        /// Whether edges may have a direction. (There is no key for tokens: every board has a token
        /// if the game uses one.)
        arcs: bool = false, Flag;

        /// The greatest degree of a vertex; 0: no limit.
        max_degree: usize = 0, Integer(0..=MOST_VERTICES);

        /// The degree of every vertex; 0: degrees may differ. It stands for `min_degree` and
        /// `max_degree`.
        regular: usize = 0, Integer(0..=MOST_VERTICES);

        /// The least degree of a vertex.
        min_degree: usize = 0, Integer(0..=MOST_VERTICES);

        /// The least length of a cycle; boards without cycles are in the class. 0: no limit.
        girth: usize = 0, Integer(0..=MOST_VERTICES);

        /// The greatest number of vertices that are pairwise adjacent; 0: no limit.
        clique: usize = 0, Integer(0..=MOST_VERTICES);

        /// The greatest distance of two vertices; 0: no limit.
        diameter: usize = 0, Integer(0..=MOST_VERTICES);

        /// Whether every board is bipartite, whatever its class. (The class "bipartite" is that of
        /// connected bipartite boards.)
        bipartite: bool = false, Flag;

        /// Whether the automorphisms of every board lead from each vertex to each.
        vertex_transitive: bool = false, Flag;

        /// The greatest number of kinds of vertices in a board; 0: no limit. Two vertices are of
        /// the same kind if colour refinement cannot tell them apart. Boards of several hundred
        /// vertices can be valued if a few branches are repeated many times; with a limit of 6 to
        /// 12 the search breeds only such boards.
        max_kinds: usize = 0, Integer(0..=MOST_VERTICES);

        /// Boards that join the first generation: graph6, families such as "star(4)", edges such as
        /// "0-1,1-2", or squares such as "..|#.", each with optional tints after a colon.
        start: Vec<StartBoard> = [], StartBoards, such as "[\"star(4)\"]";

        /// Whether the first generation has only the `start` boards and variations of them; if not,
        /// random boards fill it up.
        start_only: bool = false, Flag;

        /// Files with more boards to start from: a text file with a board on each line, a run
        /// folder (its archive), or a record book (`.db`, its boards for this ruleset). Boards
        /// outside of the class are left out. The boards become part of the plan.
        start_from: Vec<String> = [], StartFiles;

        /// A curriculum: the greatest number of vertices in the first generation. The limit then
        /// rises evenly until the generation `grow_until`. 0: no curriculum.
        grow_from: usize = 0, Integer(0..=MOST_VERTICES);

        /// The generation from which on only `order` limits the number of vertices.
        grow_until: u64 = 0, Integer(0..=BILLION);
    }

    /// The aim of the search.
    objective: ObjectiveKeys {
        /// The objective that the search maximises: an exact expression over invariants (`boil list
        /// invariants`), such as "temperature - degree". A list is lexicographic: a later
        /// expression decides among boards that are equal in all earlier ones. Two to five
        /// expressions without an order among them are a front, written {any = ["temperature",
        /// "-order"]}: the search looks for the boards that no other board matches in all
        /// expressions and exceeds in one. Required, unless `find` or `collect` is given.
        maximize: Maximized = "", MAXIMIZE, such as "\"temperature - degree\"";

        /// In place of `maximize`: a condition to be met, such as "temperature > degree + degree2 /
        /// 2". The closer a board comes to meeting the condition, the better; among boards that
        /// meet it, boards with fewer vertices are better. The fitness is a pair: 0 and the margin
        /// (negative,
        /// the amount by which the board misses the condition), or 1 and minus the order.
        find: Option<Goals> = "", Find;

        /// Collect values: an expression such as "temperature - degree", or "canonical_form" for the
        /// values of the boards themselves. The archive then has a cell for each value that occurs,
        /// and keeps the smallest board with that value (or the best, if `maximize` is given).
        /// `collection.csv` lists these boards: numbers first, those with a small denominator at
        /// the top. A canonical form that is longer than 1000 bytes is not collected.
        collect: Option<Expression> = "", Optional::Collected;

        /// A condition that a board has to meet to count, such as "order >= 2", or "value > 0" on
        /// the value of the board; empty: none.
        require: Option<Expression> = "", Optional::Condition, such as "\"order >= 2\"";

        /// Whether the search stops at the first board that meets the condition of `find`. If not,
        /// it goes on to look for smaller ones.
        stop_at_find: bool = false, Flag, changes Length;

        /// The search stops when the best board meets this condition, such as "fitness >= 2";
        /// `fitness` is the first (or only) expression of `maximize`. The best board of a front is
        /// the one that is best by its first expression, then by the next. Empty: never.
        stop_when: Option<Expression> = "", Optional::OfFitness, such as "\"fitness >= 2\"", changes Length;
    }

    /// The evolutionary loop.
    search: SearchKeys {
        /// The number of generations after which the run ends. It ends earlier ("exhausted") when
        /// ten generations in a row bred no board that was new to its island. Without this key,
        /// `budget.seconds` or `budget.boards` alone ends a run that has one of them: the number of
        /// generations is then 1,000,000.
        generations: u64 = 500, Integer(1..=BILLION), changes Length;

        /// Small orders are counted first: all boards of the least order, of the next, and so on, as
        /// long as these are at most this many boards and are cheap to value. The best of them join
        /// the first generation, and the report says which orders are complete. 0: no counting. Only
        /// classes that the program can list are counted: not "any" and "squares", and none with
        /// `parallel` or `start_only`.
        count: u64 = 20_000, Integer(0..=MILLION), before 0;

        /// Boards in the population of each island.
        population: usize = 64, Integer(2..=MILLION);

        /// Populations that evolve side by side, each with its own archive, and exchange elites in
        /// migrations. Islands search independently and may ask for the same boards. For settings
        /// that differ from island to island, see `[islands]`.
        islands: usize = 2, Integer(1..=MOST_ISLANDS as i128);

        /// How an island searches: "evolve" (with all of the following), or a simpler method to
        /// compare it with, which uses the same operators: "random" (random boards only), "climb"
        /// (hill climbing with restarts), "lookahead" (tries all neighbours and moves to the best,
        /// with restarts), "anneal" (simulated annealing).
        method: Method = "evolve", Name;

        /// The operators, by name (`boil list operators`), of breeding and of local search. Empty:
        /// all except those that the list marks as used only when named.
        operators: Vec<OperatorId> = [], Names;

        /// How parents are chosen: "ranked" (the probability falls linearly with the rank) or
        /// "tournament" (the best of a few boards that are drawn at random).
        selection: Selection = "ranked", Name;

        /// Boards in a tournament; a larger tournament selects harder. Only for selection =
        /// "tournament".
        tournament: usize = 4, Integer(1..=MILLION);

        /// Generations from one migration to the next. These generations are called an epoch;
        /// during an epoch an island depends on no other island. 0: no migrations.
        migration_every: u64 = 4, Integer(0..=BILLION);

        /// Boards that an island adds to its population in a migration. The island adds all elites
        /// that it receives to its archive.
        migrants: usize = 4, Integer(0..=MILLION);

        /// The receivers of an island's migrants: "ring" (the next island), "complete" (every other
        /// island), "none" (no island).
        topology: Topology = "ring", Name;

        /// Which of the received boards join an island's population: "different" (of the better
        /// half of these boards, those that differ most from the island's own), "best" (the best
        /// boards), or "random" (random boards of the better half).
        policy: Policy = "different", Name;

        /// Share of parents drawn from the archive instead of the population, from 0 to 1.
        archive_share: f64 = 0.25, Share;

        /// How the search chooses the cell of the archive from which a parent is drawn: "uniform"
        /// (any cell), "novelty" (of four cells, the cell chosen least often), "promise" (of four
        /// cells, the cell whose children were kept most often), "merit" (of four cells, the cell
        /// with the best board), "frontier" (the best board of an order), "adaptive" (all these
        /// ways, at rates that follow their success).
        emitter: Emission = "adaptive", Name;

        /// New random boards that join each island in each generation.
        immigrants: usize = 8, Integer(0..=MILLION);

        /// Generations without a better board after which an island restarts with a new population;
        /// its archive stays. 0: never.
        stagnation: u64 = 60, Integer(0..=BILLION);

        /// Neighbours of new elites that local search tries in a generation; 0: no local search.
        polish: usize = 32, Integer(0..=MILLION);

        /// Whether a run that has found a board by `objective.find` ends with a search for a smaller
        /// one (as `boil shrink` does it) from the smallest board that it found. This search scores
        /// at most a quarter as many boards as the run, at least 500 and at most 5000. If
        /// `budget.seconds` ended the run, it takes at most a quarter of these seconds.
        shrink: bool = true, Flag, changes Length;

        /// Generations from one checkpoint to the next; more if checkpoints are large, and would
        /// take more than a twentieth of the time. A killed run loses at most these.
        checkpoint_every: u64 = 10, Integer(1..=BILLION), changes Nothing;
    }

    /// Settings that differ between islands. Each list is for the islands in turn: the first entry
    /// for the first island, and after the last entry the list begins again. With an empty list all
    /// islands are alike.
    islands: IslandKeys {
        /// Classes, each a part of `boards.class`. The other keys of `[boards]` hold for all
        /// islands.
        class: Vec<Kind> = [], Names;

        /// How islands breed boards: "edges" adds, removes and moves vertices, edges and pendant
        /// branches; "terms" changes the term of a board, such as `tree(5*tree(6*tree(5*leaf)))`,
        /// in which equal branches are written once, and starts from random terms. Large boards
        /// with much repetition are found by terms.
        breeding: Vec<Breeding> = [], Names;

        /// Operators, as names separated by spaces; "": the operators of `search.operators`.
        operators: Vec<Vec<OperatorId>> = [], NameLists;

        /// Expressions by which islands select instead of the objective, so that they approach good
        /// boards from another direction. Archive and records use the objective.
        maximize: Vec<Expression> = [], IslandGoals;

        /// Search methods, as in `search.method`.
        method: Vec<Method> = [], Names;
    }

    /// The archive of elites.
    archive: ArchiveKeys {
        /// The archive keeps the best boards of each cell. Boards that have the same values of
        /// these numeric invariants share a cell. With an empty list all boards share one cell.
        cells: Vec<&'static Invariant> = ["order", "degree"], CellNames;

        /// The number of boards that a cell keeps.
        per_cell: usize = 1, Integer(1..=10_000);
    }

    /// Limits on the work for a board and for the whole run.
    budget: BudgetKeys {
        /// Boards to value. The run ends after the generation that reaches this number; 0: no
        /// limit.
        boards: u64 = 0, Integer(0..=QUADRILLION), changes Length;

        /// Whether a board is skipped if all boards of similar expected cost exceeded `positions`
        /// or `work`.
        screen: bool = true, Flag;

        /// Whether valuing a board ends as soon as it is proved too cold to enter the archive, the
        /// frontier or a population, or to be a record. This saves time. Archive and records stay
        /// the same as long as no board exceeds `positions` or `work` (docs/search.md says what may
        /// differ otherwise). The key has an effect only on untinted boards of games that claim
        /// vertices, for objectives that have an upper bound whenever the temperature has one.
        cutoff: bool = true, Flag;

        /// Steps of a search that proves bounds, for a board that exceeds `positions` or `work` or
        /// is skipped by `screen`. The fitness of such a board is then a proved lower bound (for
        /// games that claim vertices, and objectives that use temperature, mean or stops). A step
        /// is a look at one component, or sixteen positions of the exact solver. 0: no bounds; such
        /// boards have no fitness.
        bounds: u64 = 500, Integer(0..=QUADRILLION);

        /// Boards of this many vertices or more get bounds first, which end as soon as they decide
        /// whether the board matters. Only if the bounds do not meet is the value tried.
        bounds_from: usize = 48, Integer(1..=BILLION);

        /// Seconds for the whole run, after which it writes a checkpoint and stops; 0: no limit.
        seconds: u64 = 0, Integer(0..=BILLION), changes Length;

        /// Generations in a row without a better best board, or without a new board on the front,
        /// after which the run ends; 0: no limit.
        stall: u64 = 0, Integer(0..=BILLION), changes Length;

        /// Positions that the evaluation of a board may visit. A board that needs more gets proved
        /// bounds.
        positions: u64 = 5_000_000, Integer(1..=QUADRILLION);

        /// Steps of work that the evaluation of a board may take: an estimate of its time that
        /// depends on the board alone. A step is about a microsecond. A board that needs more gets
        /// proved bounds.
        work: u64 = 2_000_000, Integer(1..=QUADRILLION);

        /// Memory for the whole process, with a unit: "512 MiB", "4 GiB". The program, the keys of
        /// known boards, populations and archive come first; then `board_memory`; the rest is for
        /// counting, bounds and the checker.
        memory: u64 = "4 GiB", MEMORY, changes Nothing;

        /// Memory for the solver's tables, which all threads share. When they reach this size, the
        /// less useful half of their entries is forgotten. Counting, bounds and the checker may
        /// each take as much for one board. The default is never more than a share of `memory`.
        board_memory: u64 = "1 GiB", MEMORY;

        /// Positions that the independent checker may visit for a record. A record that the checker
        /// cannot finish does not enter the record book; `boil records verify RUN --positions N`
        /// allows more positions. A much greater number makes the search wait for the checker.
        checker_positions: u64 = 100_000, Integer(1..=QUADRILLION);
    }

    /// The treatment of records.
    records: RecordKeys {
        /// Whether the independent checker checks every record when it is found.
        verify: bool = true, Flag;
    }
}
