//! Runs the tests that reach a change, with the change on.

use crate::build::TestProgram;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The most memory of a test, in kilobytes: a changed test may ask for all of it.
const MEMORY: u64 = 6_000_000;

/// The most processor time of a test without a change, in seconds.
const LONGEST: f64 = 3_600.0;

/// Tests are run in groups, the fastest first: a group that fails ends the work on a change. These
/// are the seconds of the first groups; the last group holds the other tests.
const GROUPS: [f64; 3] = [0.1, 1.0, 8.0];

/// How much processor time a group may take: this many times as long as it takes without a change,
/// and this much more, in seconds.
const PATIENCE: (f64, f64) = (5.0, 3.0);

/// How many times its processor time a group may take by the clock: a busy machine is slow, but a
/// test that waits for something may wait forever.
const WAITING: f64 = 6.0;

/// A test, and how long it takes.
#[derive(Clone)]
pub struct Test {
    program: usize,
    name: String,
    seconds: f64,
}

/// All tests, and those that reach each change.
pub struct Tests {
    programs: Vec<TestProgram>,
    tests: Vec<Test>,
    reach: BTreeMap<u32, Vec<usize>>,
}

/// How the tests met a change.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// A test failed, or all ran too long.
    Noticed(String),
    /// All tests passed.
    Survived,
    /// No test reaches the place.
    Unreached,
}

impl Tests {
    /// Runs each test once without a change, and records the places that it reaches. Tests that
    /// take longer than `longest` seconds are left out.
    ///
    /// # Errors
    /// When a test fails, or its record cannot be read.
    pub fn trace(
        programs: Vec<TestProgram>,
        folder: &Path,
        longest: f64,
        threads: usize,
    ) -> Result<Tests, Box<dyn Error>> {
        let mut tests = Vec::new();
        for (program, found) in programs.iter().enumerate() {
            let output = Command::new(&found.path)
                .args(["--list", "--format", "terse"])
                .output()?;
            let text = String::from_utf8(output.stdout)?;
            let names = text.lines().filter_map(|line| line.strip_suffix(": test"));
            tests.extend(names.map(|name| Test {
                program,
                name: name.to_owned(),
                seconds: 0.0,
            }));
        }
        fs::create_dir_all(folder)?;
        let traced = in_parallel(tests.len(), threads, |i| {
            trace_one(&programs, &tests[i], &folder.join(format!("{i}")))
        });
        let mut reach: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (i, traced) in traced.into_iter().enumerate() {
            let (seconds, places) = traced?;
            tests[i].seconds = seconds;
            if seconds <= longest {
                places
                    .into_iter()
                    .for_each(|id| reach.entry(id).or_default().push(i));
            }
        }
        for list in reach.values_mut() {
            list.sort_by(|&a, &b| tests[a].seconds.total_cmp(&tests[b].seconds));
        }
        Ok(Tests {
            programs,
            tests,
            reach,
        })
    }

    /// The number of tests, and the seconds that they take.
    pub fn size(&self) -> (usize, f64) {
        (
            self.tests.len(),
            self.tests.iter().map(|test| test.seconds).sum(),
        )
    }

    /// Runs the tests that reach a change, until one notices it.
    ///
    /// # Errors
    /// When a test cannot be started.
    pub fn meet(&self, id: u32) -> Result<Outcome, Box<dyn Error + Send + Sync>> {
        let Some(reaching) = self.reach.get(&id) else {
            return Ok(Outcome::Unreached);
        };
        for group in self.groups(reaching) {
            let mut by_program: BTreeMap<usize, Vec<&Test>> = BTreeMap::new();
            for test in group {
                by_program.entry(test.program).or_default().push(test);
            }
            for (program, tests) in by_program {
                if let Some(noticed) = self.failure(program, &tests, id)? {
                    return Ok(Outcome::Noticed(noticed));
                }
            }
        }
        Ok(Outcome::Survived)
    }

    fn groups(&self, reaching: &[usize]) -> Vec<Vec<&Test>> {
        let mut groups: Vec<Vec<&Test>> = vec![Vec::new()];
        let mut sum = 0.0;
        for &i in reaching {
            let test = &self.tests[i];
            let limit = GROUPS.get(groups.len() - 1);
            if limit.is_some_and(|&limit| sum + test.seconds > limit) && sum > 0.0 {
                groups.push(Vec::new());
                sum = 0.0;
            }
            sum += test.seconds;
            groups
                .last_mut()
                .into_iter()
                .for_each(|group| group.push(test));
        }
        groups
    }

    /// The test that fails, if one does. The program also fails if it is killed or too slow.
    fn failure(
        &self,
        program: usize,
        tests: &[&Test],
        id: u32,
    ) -> Result<Option<String>, Box<dyn Error + Send + Sync>> {
        let found = &self.programs[program];
        let seconds: f64 = tests.iter().map(|test| test.seconds).sum();
        let patience = (seconds * PATIENCE.0 + PATIENCE.1).ceil();
        let mut command = limited(found, patience, RUN);
        command
            .env("BOIL_MUTANT", id.to_string())
            .args(["--test-threads", "1", "--exact"]);
        command.args(tests.iter().map(|test| &test.name));
        let child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let Some((passed, text)) = wait(child, Duration::from_secs_f64(patience * WAITING))? else {
            return Ok(Some(format!("too slow: {}", tests[0].name)));
        };
        if passed {
            return Ok(None);
        }
        let failed = text
            .lines()
            .find_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... FAILED"));
        Ok(Some(failed.unwrap_or("the program ended").to_owned()))
    }
}

/// Becomes the program.
const RUN: &str = "exec \"$0\" \"$@\"";
/// Runs the program, and prints the processor time that it took in the last line.
const TIME: &str = "\"$0\" \"$@\"; code=$?; times; exit $code";

/// A test program in its folder, with limits of memory and of seconds of processor time, run by a
/// command of the shell.
fn limited(program: &TestProgram, seconds: f64, run: &str) -> Command {
    let mut command = Command::new("sh");
    let limits = format!("ulimit -v {MEMORY}; ulimit -t {seconds}; {run}");
    command.args(["-c", &limits]).arg(&program.path);
    command
        .current_dir(&program.folder)
        .stdin(Stdio::null())
        .envs([
            ("PROPTEST_RNG_SEED", "1"),
            ("PROPTEST_MAX_SHRINK_ITERS", "0"),
        ]);
    command
}

fn trace_one(
    programs: &[TestProgram],
    test: &Test,
    file: &Path,
) -> Result<(f64, Vec<u32>), String> {
    let _ = fs::remove_file(file);
    let mut command = limited(&programs[test.program], LONGEST, TIME);
    command
        .env("BOIL_MUTANT_TRACE", file)
        .args(["--test-threads", "1", "--exact", &test.name]);
    let output = command.output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        return Err(format!("{} fails without a change:\n{said}", test.name));
    }
    let bytes = fs::read(file).unwrap_or_default();
    let places = bytes
        .chunks_exact(4)
        .map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]));
    let seconds = seconds(&said).ok_or_else(|| format!("{}: no time", test.name))?;
    Ok((seconds, places.collect()))
}

/// The seconds in the last line of `times`, such as `1m2.50s 0m0.25s`: of the user and of the
/// system.
fn seconds(said: &str) -> Option<f64> {
    let parts = said.lines().last()?.split_whitespace().map(|part| {
        let (minutes, rest) = part.split_once('m')?;
        let seconds: f64 = rest.strip_suffix('s')?.parse().ok()?;
        Some(60.0 * minutes.parse::<f64>().ok()? + seconds)
    });
    parts.sum()
}

/// Whether the process succeeded, and its output; nothing if it had to be killed.
fn wait(mut child: Child, patience: Duration) -> Result<Option<(bool, String)>, std::io::Error> {
    let output = child.stdout.take();
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        output.into_iter().for_each(|mut pipe| {
            let _ = pipe.read_to_end(&mut bytes);
        });
        String::from_utf8_lossy(&bytes).into_owned()
    });
    let start = Instant::now();
    let mut pause = Duration::from_micros(500);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some((status.success(), reader.join().unwrap_or_default())));
        }
        if start.elapsed() > patience {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// The results of `work` for `0..count`, in this order, by some threads.
pub fn in_parallel<T: Send>(
    count: usize,
    threads: usize,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    if i >= count {
                        return;
                    }
                    let result = work(i);
                    if let Ok(mut done) = done.lock() {
                        done.push((i, result));
                    }
                }
            });
        }
    });
    let mut done = done
        .into_inner()
        .unwrap_or_else(|broken| broken.into_inner());
    done.sort_by_key(|(i, _)| *i);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn times_of_the_shell() {
        let said = "test result: ok\n0m0.00s 0m0.01s\n1m2.500000s 0m0.25s\n";
        assert_eq!(seconds(said), Some(62.75));
        assert_eq!(seconds("test result: ok"), None);
    }
}
