//! Mutation tests: changes each line of the core in small ways, and asks whether a test notices.
//!
//! All changes are compiled into one copy of the program, and each run of the tests has one of
//! them on. Each test is run once to learn which changes it reaches; a change needs only these
//! tests, the fastest first. Tests run in the folder of their crate, as by `cargo test`.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod build;
mod change;
mod choose;
mod copy;
mod left_out;
mod mutant;
mod outcomes;
mod run;
mod tree;

use clap::Parser;
use mutant::Mutants;
use run::{Outcome, Tests, in_parallel};
use std::collections::BTreeSet;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The crates whose changes and tests are meant by default: the core and the record book.
const CORE: &str = "values,boards,checker,solver,evolve,record,book";

/// The changes that no test notices yet.
const KNOWN: &str = "tests/mutants/survivors.csv";

/// Changes the core in small ways, and lists the changes that no test notices.
#[derive(Parser)]
struct Args {
    /// The crates whose sources are changed.
    #[arg(long, value_delimiter = ',', default_value = CORE)]
    crates: Vec<String>,
    /// The crates whose tests are run.
    #[arg(long, value_delimiter = ',', default_value = CORE)]
    tests: Vec<String>,
    /// Programs of tests that are run as well: `values` is `tests/values`.
    #[arg(long, value_delimiter = ',')]
    programs: Vec<String>,
    /// Only files whose names contain this.
    #[arg(long)]
    file: Option<String>,
    /// Only a share of the changes: `1/4` is the first of four.
    #[arg(long, value_parser = choose::share)]
    share: Option<(u32, u32)>,
    /// Only the changes on lines that differ from this commit, and the sample.
    #[arg(long)]
    since: Option<String>,
    /// The most changes on lines that differ.
    #[arg(long, default_value_t = 200)]
    most: usize,
    /// Only a sample of so many changes, which the commit chooses.
    #[arg(long)]
    sample: Option<usize>,
    /// Only the changes that no test noticed in this table of outcomes.
    #[arg(long)]
    again: Option<PathBuf>,
    /// Take the sample from one crate, which the commit chooses, and run the tests of each crate
    /// that has a change alone.
    #[arg(long)]
    rotate: bool,
    /// Leave out tests that take longer than so many seconds.
    #[arg(long, default_value_t = f64::INFINITY)]
    longest: f64,
    /// Keep the survivors in the list of those that are known, in place of its rows for these
    /// files. Without this, changes in that list are not tried.
    #[arg(long)]
    keep: bool,
    /// List the changes, and build nothing.
    #[arg(long)]
    list: bool,
    /// Runs at the same time.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// The folder for the copy, the build and the table of outcomes.
    #[arg(long, default_value = "target/mutants")]
    folder: PathBuf,
}

fn main() -> ExitCode {
    match mutants(&Args::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(2),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Whether each change was noticed.
fn mutants(args: &Args) -> Result<bool, Box<dyn Error>> {
    let mutants = copy::mutants(&args.crates)?;
    let left_out = left_out::LeftOut::read()?.of(&mutants)?;
    let wanted = wanted(args, &mutants, &left_out)?;
    if args.list {
        wanted
            .iter()
            .for_each(|&id| println!("{}", mutants.get(id)));
        return Ok(true);
    }
    let all = mutants.len();
    eprintln!(
        "{} of {all} changes, {} left out with a reason",
        wanted.len(),
        left_out.len()
    );
    let packages = match args.rotate {
        true => packages_of(&mutants, &wanted),
        false => args.tests.clone(),
    };
    let folder = std::path::absolute(&args.folder)?;
    let copy = copy::Copy::new(&folder.join("copy"))?;
    let (programs, refused) = build::build(
        &copy,
        &mutants,
        wanted.clone(),
        build::Wanted {
            packages: &packages,
            programs: &args.programs,
            few: args.rotate,
        },
        &folder.join("build"),
    )?;
    eprintln!("{} changes are no valid program", refused.len());
    let tests = Tests::trace(programs, &folder.join("reach"), args.longest, args.threads)?;
    let (count, seconds) = tests.size();
    eprintln!("{count} tests take {seconds:.1} s without a change");
    let valid: Vec<u32> = wanted.difference(&refused).copied().collect();
    let met = meet_all(args, &mutants, &tests, &valid, &folder)?;
    if args.keep {
        let meant = mutants.iter().filter(|(id, _)| !left_out.contains(id));
        let meant: BTreeSet<[String; 4]> = meant
            .map(|(_, mutant)| mutant.key().map(str::to_owned))
            .collect();
        let is_meant = |key: &[String; 4]| {
            let package = mutant::package_of(&key[0]);
            !args.crates.iter().any(|name| name == package) || meant.contains(key)
        };
        let tried = valid.iter().zip(&met);
        let tried = tried.map(|(&id, (_, outcome))| (mutants.get(id), outcome));
        outcomes::keep(Path::new(KNOWN), tried, is_meant)?;
    }
    Ok(outcomes::summary(&met))
}

/// The crates of some changes.
fn packages_of(mutants: &Mutants, ids: &BTreeSet<u32>) -> Vec<String> {
    let names = ids.iter().map(|&id| mutants.get(id).package());
    let names: BTreeSet<&str> = names.collect();
    names.into_iter().map(str::to_owned).collect()
}

fn wanted(
    args: &Args,
    mutants: &Mutants,
    left_out: &BTreeSet<u32>,
) -> Result<BTreeSet<u32>, Box<dyn Error>> {
    let file = args.file.as_deref().unwrap_or("");
    let known = outcomes::survivors(Path::new(KNOWN))?;
    let all = mutants
        .iter()
        .filter(|(_, mutant)| mutant.file.contains(file));
    let mut all: BTreeSet<u32> = all.map(|(id, _)| id).collect();
    all.retain(|id| !left_out.contains(id));
    if let Some((k, n)) = args.share {
        all.retain(|id| id % n == k - 1);
    }
    if !args.keep && args.again.is_none() {
        all.retain(|&id| !known.contains(&mutants.get(id).key().map(str::to_owned)));
    }
    if let Some(path) = &args.again {
        let survivors = outcomes::survivors(path)?;
        all.retain(|&id| survivors.contains(&mutants.get(id).key().map(str::to_owned)));
    }
    if args.since.is_none() && args.sample.is_none() {
        return Ok(all);
    }
    let mut chosen = BTreeSet::new();
    if let Some(commit) = &args.since {
        let changed = choose::on_changed_lines(mutants, commit, args.most)?;
        chosen.extend(changed.intersection(&all));
    }
    if let Some(count) = args.sample {
        let seed = choose::seed_of_commit()?;
        if args.rotate {
            let package = &args.crates[(seed % args.crates.len() as u64) as usize];
            all.retain(|&id| mutants.get(id).package() == package);
        }
        chosen.extend(choose::some(&all, count, seed));
    }
    Ok(chosen)
}

/// The crate of a change, and how the tests met it.
type Met = (String, Outcome);

/// Runs the tests with each of the changes, and writes the table of outcomes.
fn meet_all(
    args: &Args,
    mutants: &Mutants,
    tests: &Tests,
    valid: &[u32],
    folder: &Path,
) -> Result<Vec<Met>, Box<dyn Error>> {
    let table = outcomes::Table::new(&folder.join("outcomes.csv"))?;
    let met = in_parallel(valid.len(), args.threads, |i| {
        let outcome = tests.meet(valid[i]).map_err(|error| error.to_string())?;
        let mutant = mutants.get(valid[i]);
        if !matches!(outcome, Outcome::Noticed(_)) {
            println!("{mutant}\n    {}", mutant.line_text);
        }
        table.add(mutant, &outcome)?;
        Ok::<_, String>((mutant.package().to_owned(), outcome))
    });
    Ok(met.into_iter().collect::<Result<Vec<_>, _>>()?)
}
