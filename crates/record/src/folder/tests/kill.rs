//! A writer that is killed again and again ends with the same bytes as one that is not.

use super::*;
use std::process::{Command, Stdio};
use std::time::Duration;

const GENERATIONS: u64 = 24;
const PLACE: &str = "BOIL_TEST_RUN_TO_BE_KILLED";
const THIS_TEST: &str = "folder::tests::kill::killed_at_any_time_a_run_ends_with_the_same_bytes";

/// Begins or resumes the run at `path` and runs it to its end.
fn write_run(path: &Path) {
    let (run, mut logs, mut generation, mut state) = begin(path);
    while generation < GENERATIONS {
        generation += 1;
        breed(&mut logs, generation, &mut state);
        logs.flush().unwrap();
        if generation % 3 == 0 {
            run.save(&mut logs, generation, CONFIG_TEXT, &state)
                .unwrap();
            write_progress(&run, generation, Status::Running);
        }
    }
    write_progress(&run, generation, Status::Finished);
}

fn write_progress(run: &RunWriter, generations: u64, status: Status) {
    run.write_manifest(&Manifest {
        generations,
        status,
        ..manifest()
    })
    .unwrap();
}

fn begin(path: &Path) -> (RunWriter, Logs, u64, u128) {
    let resumed = match RunFolder::open_for_writing(path) {
        Ok(run) => run.resume::<u128>().map(|resumed| (run, resumed)),
        Err(refused) => Err(refused),
    };
    match resumed {
        Ok((run, resumed)) => {
            let Checkpoint {
                generation, state, ..
            } = resumed.checkpoint;
            (run, resumed.logs, generation, state)
        }
        Err(FolderError::Checkpoint(checkpoint::CheckpointError::None { .. })) => {
            // The program does the same. Removing the whole folder could be interrupted half-way.
            let run = RunFolder::open_for_writing(path).unwrap();
            assert!(run.forget_unless_begun().unwrap());
            begin_new(path)
        }
        Err(FolderError::Missing { .. } | FolderError::NotARun { .. }) => begin_new(path),
        Err(other) => panic!("{other}"),
    }
}

fn begin_new(path: &Path) -> (RunWriter, Logs, u64, u128) {
    let run = create(path).unwrap();
    let mut logs = run.start_logs().unwrap();
    logs.append_heads().unwrap();
    run.save(&mut logs, 0, CONFIG_TEXT, &1_u128).unwrap();
    (run, logs, 0, 1)
}

/// The process that is killed is this test, with a folder in its environment.
#[test]
fn killed_at_any_time_a_run_ends_with_the_same_bytes() {
    if let Some(path) = std::env::var_os(PLACE) {
        return write_run(Path::new(&path));
    }
    let (_folder, straight) = place();
    write_run(&straight);
    let mut killed = 0;
    for round in 0..4 {
        let (_folder, path) = place();
        let mut patience = Duration::from_millis(2 + round);
        while !survives(&path, patience) {
            killed += 1;
            patience += Duration::from_millis(1 + round);
        }
        assert_same(&path, &straight);
        let manifest = RunFolder::open(&path).unwrap().manifest().unwrap();
        assert_eq!(manifest.generations, GENERATIONS);
        assert_eq!(manifest.status, Status::Finished);
    }
    assert!(killed > 0, "the writer was never killed");
}

/// Starts the writer and kills it after a while. Returns whether it had ended by itself.
fn survives(path: &Path, patience: Duration) -> bool {
    let mut writer = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", THIS_TEST])
        .env(PLACE, path)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(patience);
    writer.kill().unwrap();
    let status = writer.wait().unwrap();
    // A killed process has no exit code. A process that ended by itself must have succeeded.
    assert!(status.success() || status.code().is_none(), "{status}");
    status.success()
}
