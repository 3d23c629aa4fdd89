//! The log of an island's epoch, as a worker sends it to the collector. The bytes are the content
//! of an envelope whose checksum fits.

use boilingpoint::Plan;
use boilingpoint::read_boards;
use boilingpoint_boards::parse_board;
use boilingpoint_evolve::Problem;
use boilingpoint_problem::Objective;
use boilingpoint_rules::Snort;
use boilingpoint_search::{EpochLog, Search, StateCheck, confirm, total};
use boilingpoint_solver::{Budget, Solver};

const CONFIG: &str = "name = \"parcels\"\nthreads = 1\n[game]\nruleset = \"snort\"\n[boards]\nclass = \"tree\"\n\
    order = [3, 6]\n[objective]\nmaximize = \"temperature - degree\"\n[search]\ncount = 0\nislands = 1\npopulation = 6\n\
    generations = 3\n";

/// The number of generations of the log.
const GENERATIONS: u64 = 3;

fn plan() -> Plan {
    Plan::resolve("parcels", CONFIG.as_bytes(), &[], read_boards).expect("a plan")
}

/// A log is refused, or is collected, and then every verified record is true.
pub fn run(bytes: &[u8]) {
    let Ok((log, [])) = postcard::take_from_bytes::<EpochLog>(bytes) else {
        return;
    };
    let plan = plan();
    let search = Search::new(&plan, None).expect("a search");
    let (evaluator, _, mut totals) = search.into_parts();
    if StateCheck::of(&plan).log(&evaluator, &log, 0).is_err() {
        return;
    }
    let Some(generations) = EpochLog::merge(vec![log], 0..GENERATIONS) else {
        return;
    };
    let objective = Objective::parse("temperature - degree").expect("an objective");
    let mut solver = Solver::new(&Snort, Budget::default());
    for reports in generations {
        let Ok(records) = confirm(&evaluator, &totals, &reports) else {
            return;
        };
        let comparison = evaluator.boards().comparison();
        let report = total(comparison, &mut totals, reports, records);
        for record in report.records.iter().filter(|record| record.verified) {
            let board = parse_board(&record.facts.board_text()).expect("a board");
            let score = objective.score(&mut solver, &board).expect("small");
            assert_eq!(score.fitness.texts(), record.fitness, "{record:?}");
        }
    }
}

pub fn seeds() -> Vec<Vec<u8>> {
    let search = Search::new(&plan(), None).expect("a search");
    let (evaluator, islands, _) = search.into_parts();
    let mut islands = islands.into_iter();
    let mut island = islands.next().expect("an island");
    let log = island.process(&evaluator, &[], GENERATIONS).expect("a log");
    vec![postcard::to_stdvec(&log).expect("encoded")]
}
