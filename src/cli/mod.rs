//! The command line. Each subcommand has a file, which only parses options and prints results.

#[macro_use]
mod print;

mod arguments;
mod atlas;
mod batch;
mod bench;
mod boards;
mod canonical;
mod certificate;
mod check;
mod cluster;
mod compare;
mod conjecture;
mod convert;
mod eval;
mod explain;
mod explorer;
mod facts;
mod failure;
mod family;
mod front;
mod gather;
mod given;
mod habitat;
mod harvest;
mod init;
mod landscape;
mod limits;
pub(crate) mod list;
mod moves;
mod news;
mod pictures;
mod question;
mod ranges;
mod records;
mod report;
mod rows;
mod scan;
mod search;
mod serve;
mod shrink;
mod signals;
mod signature;
mod site;
mod standings;
mod summary;
mod table;
mod value;
mod watch;
mod worker;

use boilingpoint_memory::with_stack;
use clap::{CommandFactory, Parser, Subcommand};
use failure::{Code, CommandResult, Failure};
use std::ffi::OsString;

/// The stack of the thread that runs a command, in bytes. The solvers of a pool have stacks of
/// their own.
const STACK: usize = 32 << 20;

/// A search lab for extremal positions of combinatorial games
#[derive(Parser, Debug)]
#[command(name = "boil", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// The enum of the commands, and the call of each.
macro_rules! commands {
    ($($(#[$help:meta])* $name:ident($args:ty),)*) => {
        #[derive(Subcommand, Debug)]
        enum Command {
            $($(#[$help])* $name($args),)*
        }

        impl Command {
            fn run(&self) -> CommandResult {
                match self {
                    $(Command::$name(args) => args.run(),)*
                }
            }
        }
    };
}

commands! {
    /// Run a search: breed boards, value them exactly, keep the best
    Search(search::SearchArgs),
    /// Write a config to begin with, with comments
    Init(init::InitArgs),
    /// Resume a run that was stopped or killed
    Resume(search::ResumeArgs),
    /// Make this machine compute parts of runs that several machines share
    Worker(worker::WorkerArgs),
    /// Show the runs that several machines share (a cluster), or remove one
    Cluster(cluster::ClusterCommand),
    /// Resolve a config and print the plan, or its mistakes with line and column
    Check(check::CheckArgs),
    /// Value positions: canonical form, temperature, thermograph
    Eval(eval::EvalArgs),
    /// Print the moves of a position with their values, the winning and the orthodox ones
    Moves(moves::MovesArgs),
    /// Calculate with values: sums, comparisons, cooling and heating, boards as terms
    Value(value::ValueArgs),
    /// Write and check certificates: proofs of bounds that anyone can check
    Certificate(certificate::CertificateArgs),
    /// Write boards in another format of files
    Convert(convert::ConvertArgs),
    /// Print boards in canonical labelling: isomorphic boards give equal texts
    Canonical(canonical::CanonicalArgs),
    /// Print a table over a parametrised family of boards
    Family(family::FamilyArgs),
    /// Find the families that a record belongs to, with formulas
    Explain(explain::ExplainArgs),
    /// List the names that a config may use
    List(list::ListArgs),
    /// Score every board of a stream or a class: the maximum per order, and boards that attain it
    Scan(scan::ScanArgs),
    /// Find the smallest board of each value that is born by a day
    Habitat(habitat::HabitatArgs),
    /// Look for the smallest board that keeps a property of a board
    Shrink(shrink::ShrinkArgs),
    /// Count the boards at which a search by small changes gets stuck
    Landscape(landscape::LandscapeArgs),
    /// Value all boards of a class and order, and write tables of proved optima
    Atlas(atlas::AtlasArgs),
    /// Print the front of runs: the boards that no other one exceeds in several expressions
    Front(front::FrontArgs),
    /// Find inequalities between a quantity and invariants that hold on all boards of a class
    Conjecture(conjecture::ConjectureArgs),
    /// The record book: list, show, export, import, merge, verify
    Records(Box<records::RecordsArgs>),
    /// Make charts, record cards and one self-contained page for runs
    Report(report::ReportArgs),
    /// Show runs, the record book and a position explorer in a browser
    Serve(serve::ServeArgs),
    /// Write the position explorer as one page, which needs no server and no network
    Explorer(explorer::ExplorerArgs),
    /// Publish runs, the record book, questions and documents as static pages
    Site(site::SiteArgs),
    /// Time the solver on a fixed set of boards, and print a table
    Bench(bench::BenchArgs),
    /// Print one number that changes only if the behaviour of the program changes
    Signature(signature::SignatureArgs),
}

/// Runs the program `boil` with these arguments. The first argument is the name of the program.
/// Returns the exit code: 0 done, 1 a claim failed its check, 2 bad arguments or input, 3 stopped
/// early with a checkpoint.
///
/// Results go to standard output, all other messages to standard error. A search handles Ctrl-C
/// itself.
pub fn run_command_line(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let arguments = arguments::joined(&Cli::command(), arguments);
    let cli = match Cli::try_parse_from(&arguments) {
        Ok(cli) => cli,
        Err(message) => {
            let message = arguments::explained(message);
            // If standard error is closed, there is no other place for the message.
            let _ = message.print();
            if let Some(hint) = arguments::hint_of_key(&message, &arguments) {
                print_note!("{hint}");
            }
            return u8::try_from(message.exit_code()).unwrap_or(Code::BadInput as u8);
        }
    };
    cli.run()
}

impl Cli {
    /// Runs the command and returns its exit code.
    fn run(self) -> u8 {
        let done = with_stack(STACK, || self.command.run());
        match done.map_err(Failure::from).and_then(|done| done) {
            Ok(()) => 0,
            Err(failure) => failure.report(),
        }
    }
}
