#![allow(clippy::unwrap_used)]

mod kill;

use super::log::AppendLog;
use super::seen::SeenLog;
use super::*;
use crate::checkpoint::{self, Checkpoint};
use crate::manifest::{Machine, Status};
use boilingpoint_checker::format::Certificate;
use boilingpoint_problem::Facts;
use tempfile::TempDir;

const CONFIG_TEXT: &str = "name = \"toy\"\nseed = 1\n";

fn manifest() -> Manifest {
    let machine = Machine {
        os: "any".into(),
        arch: "any".into(),
        threads: 1,
    };
    Manifest {
        version: "0.1.0".into(),
        started: "then".into(),
        ..Manifest::new("toy", 1, machine)
    }
}

fn create(path: &Path) -> Result<RunWriter, FolderError> {
    RunFolder::create(path, CONFIG_TEXT, &manifest())
}

fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs").join("toy");
    (folder, path)
}

fn message<T>(result: Result<T, FolderError>) -> String {
    match result {
        Ok(_) => panic!("accepted"),
        Err(e) => e.to_string(),
    }
}

/// Writes a generation of a run whose state is a running sum.
fn breed(logs: &mut Logs, generation: u64, state: &mut u128) {
    *state = *state * 6_364_136_223_846_793_005 % 1_000_000_007 + u128::from(generation);
    let text = state.to_string();
    let number = generation.to_string();
    logs.progress.append_row([&number, &text]).unwrap();
    logs.timing.append_row([&number]).unwrap();
    logs.operators.append_row(["twin", &text]).unwrap();
    logs.events
        .append_line(&format!("{{\"g\":{number}}}"))
        .unwrap();
    // Long enough that the buffer is written in the middle of a line.
    let long = "x".repeat(1 + (*state % 40_000) as usize);
    logs.records.append_line(&format!("{text} {long}")).unwrap();
    logs.seen
        .append(0, &[(*state as u64) << 32 | generation])
        .unwrap();
}

/// A run of 13 generations with checkpoints at 0, 5 and 10.
fn run_of_ten(path: &Path) -> RunWriter {
    let run = create(path).unwrap();
    let mut logs = run.start_logs().unwrap();
    logs.append_heads().unwrap();
    let mut state = 1;
    run.save(&mut logs, 0, CONFIG_TEXT, &state).unwrap();
    for generation in 1..=13 {
        breed(&mut logs, generation, &mut state);
        if generation % 5 == 0 {
            run.save(&mut logs, generation, CONFIG_TEXT, &state)
                .unwrap();
        }
    }
    logs.flush().unwrap();
    run
}

pub(crate) fn append(path: &Path, bytes: &[u8]) {
    let old = fs::read(path).unwrap();
    fs::write(path, [&old, bytes].concat()).unwrap();
}

#[test]
fn a_new_run_has_its_files() {
    let (_folder, path) = place();
    let run = create(&path).unwrap();
    let logs = run.start_logs().unwrap();
    assert!(logs.progress.is_empty());
    let folder = RunFolder::open(&path).unwrap();
    assert_eq!(folder.config().unwrap(), CONFIG_TEXT);
    assert_eq!(folder.manifest().unwrap(), manifest());
    assert!(folder.plots().is_dir() && folder.checkpoints().is_dir());
    assert_eq!(folder.records().unwrap(), []);
    assert_eq!(folder.seen().unwrap(), Vec::<Vec<u64>>::new());
    assert_eq!(run.folder(), &folder);
}

#[test]
fn a_folder_with_a_run_is_not_overwritten() {
    let (_folder, path) = place();
    drop(create(&path).unwrap());
    let text = message(create(&path));
    assert!(
        text.contains("already holds a run; resume it with `boil resume "),
        "{text}"
    );
    assert!(text.contains("--out"), "{text}");
}

#[test]
fn a_folder_with_other_files_is_left_alone() {
    let (_folder, path) = place();
    fs::create_dir_all(&path).unwrap();
    fs::write(path.join(CONFIG), "mine").unwrap();
    let text = message(create(&path));
    assert!(
        text.contains("already holds other files (config.toml)"),
        "{text}"
    );
    assert_eq!(fs::read_to_string(path.join(CONFIG)).unwrap(), "mine");
    assert!(!path.join(lock::LOCK).exists());
    let text = message(create(&path.join(CONFIG)));
    assert!(text.contains("cannot use"), "{text}");
}

#[test]
fn an_empty_folder_and_one_left_by_a_killed_start_are_taken() {
    let (_folder, path) = place();
    fs::create_dir_all(&path).unwrap();
    drop(create(&path).unwrap());
    fs::remove_file(path.join(MANIFEST)).unwrap();
    fs::write(path.join(".unfinished-x"), "half").unwrap();
    fs::write(path.join(CONFIG), "half").unwrap();
    let run = create(&path).unwrap();
    assert_eq!(run.folder().config().unwrap(), CONFIG_TEXT);
    assert!(!path.join(".unfinished-x").exists());
}

#[test]
fn a_folder_that_is_no_run_is_refused_precisely() {
    let (folder, path) = place();
    let text = message(RunFolder::open(&path));
    assert!(
        text.contains("is not a run folder: it does not exist"),
        "{text}"
    );
    let text = message(RunFolder::open_for_writing(folder.path()));
    assert!(
        text.contains("is not a run folder: it has no manifest.json"),
        "{text}"
    );
    drop(create(&path).unwrap());
    let text = message(RunFolder::open(&path.join(MANIFEST)));
    assert!(text.contains("is not a run folder: it is a file"), "{text}");
    #[cfg(unix)]
    {
        let text = message(RunFolder::open(&path.join(MANIFEST).join("inner")));
        assert!(text.starts_with("cannot read "), "{text}");
    }
    fs::write(path.join(MANIFEST), r#"{"format": 2, "version": "9.9.9"}"#).unwrap();
    for text in [
        message(RunFolder::open(&path)),
        message(RunFolder::open_for_writing(&path)),
    ] {
        assert!(
            text.contains("format version 2 and was written by boilingpoint 9.9.9"),
            "{text}"
        );
        assert!(text.contains("writes format version 1"), "{text}");
    }
    fs::write(path.join(MANIFEST), "").unwrap();
    assert!(message(RunFolder::open(&path)).contains("manifest.json is damaged"));
}

#[test]
fn one_process_writes_and_others_read() {
    let (_folder, path) = place();
    let run = create(&path).unwrap();
    let text = message(RunFolder::open_for_writing(&path));
    assert!(text.contains("is being written by process "), "{text}");
    let read = RunFolder::open(&path).unwrap();
    assert!(read.is_in_use());
    drop(run);
    assert!(!read.is_in_use());
    RunFolder::open_for_writing(&path).unwrap();
}

#[test]
fn a_folder_has_the_name_at_the_end_of_its_path() {
    let name = |path: &str| RunFolder::at(Path::new(path)).name();
    assert_eq!(name("runs/toy").as_deref(), Some("toy"));
    assert_eq!(name("toy/").as_deref(), Some("toy"));
    assert_eq!([name("/"), name(".."), name("")], [None, None, None]);
}

/// A folder that is named without its parent has none to sync. The process that has another current
/// folder is this test.
#[test]
fn a_run_may_begin_in_the_current_folder() {
    const IS_CHILD: &str = "BOIL_TEST_RUN_IN_THE_CURRENT_FOLDER";
    if std::env::var_os(IS_CHILD).is_some() {
        create(Path::new("toy")).unwrap();
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let this_test = "folder::tests::a_run_may_begin_in_the_current_folder";
    let child = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", this_test])
        .env(IS_CHILD, "")
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(child.status.success(), "{child:?}");
    assert!(RunFolder::open(&folder.path().join("toy")).is_ok());
    assert!(sync_folder(folder.path()).is_ok());
    assert!(sync_folder(&folder.path().join("nowhere")).is_err());
}

#[cfg(unix)]
#[test]
fn a_run_with_a_link_is_refused() {
    use std::os::unix::fs::symlink;
    let (place, path) = place();
    drop(run_of_ten(&path));
    for inner in ["", CHECKPOINT, PLOTS] {
        let link = path.join(inner).join("link");
        symlink(place.path(), &link).unwrap();
        let text = message(RunFolder::open(&path));
        assert!(text.contains("`link` is a symbolic link"), "{text}");
        fs::remove_file(link).unwrap();
    }
    RunFolder::open(&path).unwrap();
}

#[test]
fn a_run_without_a_checkpoint_is_forgotten() {
    let (_folder, path) = place();
    let run = create(&path).unwrap();
    assert!(!run.has_begun().unwrap());
    assert!(run.forget_unless_begun().unwrap());
    assert!(message(RunFolder::open(&path)).contains("it has no manifest.json"));
    let run = run_of_ten(&path);
    assert!(run.has_begun().unwrap());
    assert!(!run.forget_unless_begun().unwrap());
    RunFolder::open(&path).unwrap();
}

#[test]
fn a_run_without_a_checkpoint_cannot_be_resumed() {
    let (_folder, path) = place();
    let run = create(&path).unwrap();
    let text = message(run.resume::<u128>());
    assert!(
        text.contains("the run ended before its first checkpoint"),
        "{text}"
    );
    assert!(text.starts_with(&path.display().to_string()), "{text}");
}

#[test]
fn a_run_with_only_damaged_checkpoints_cannot_be_resumed() {
    let (_folder, path) = place();
    let run = run_of_ten(&path);
    for name in ["00000005.bin", "00000010.bin"] {
        fs::write(run.folder().checkpoints().join(name), "damaged").unwrap();
    }
    let text = message(run.resume::<u128>());
    assert!(text.contains("no checkpoint can be read: "), "{text}");
}

#[test]
fn a_resumed_run_goes_on_from_its_checkpoint() {
    let (_folder, path) = place();
    drop(run_of_ten(&path));
    append(&path.join(names::PROGRESS), b"14,half a li");
    append(&path.join(names::SEEN), &[1; 7]);
    append(&path.join(names::EVENTS), b"{\"half");
    let run = RunFolder::open_for_writing(&path).unwrap();
    let mut resumed = run.resume::<u128>().unwrap();
    assert_eq!(resumed.checkpoint.generation, 10);
    assert_eq!(resumed.checkpoint.config, CONFIG_TEXT);
    assert_eq!(resumed.warnings, [""; 0]);
    assert_eq!(run.folder().seen().unwrap()[0].len(), 10);
    let mut state = resumed.checkpoint.state;
    for generation in 11..=13 {
        breed(&mut resumed.logs, generation, &mut state);
    }
    resumed.logs.flush().unwrap();
    let (_folder, straight) = place();
    drop(run_of_ten(&straight));
    assert_same(&path, &straight);
}

fn assert_same(a: &Path, b: &Path) {
    for name in Logs::TEXT.into_iter().chain([names::SEEN]) {
        let (a, b) = (fs::read(a.join(name)), fs::read(b.join(name)));
        assert!(a.unwrap() == b.unwrap(), "{name} differs");
    }
}

#[test]
fn after_a_damaged_checkpoint_the_logs_follow_the_one_before_it() {
    let (_folder, path) = place();
    let run = run_of_ten(&path);
    let newest = run.folder().checkpoints().join("00000010.bin");
    fs::write(&newest, "damaged").unwrap();
    let resumed = run.resume::<u128>().unwrap();
    assert_eq!(resumed.checkpoint.generation, 5);
    assert_eq!(run.folder().seen().unwrap()[0].len(), 5);
    assert_eq!(
        fs::read_to_string(run.folder().progress_path())
            .unwrap()
            .lines()
            .count(),
        6
    );
    assert!(
        resumed.warnings[0].contains("at generation 5"),
        "{:?}",
        resumed.warnings
    );
    assert!(!newest.exists() && newest.with_extension("damaged").exists());
}

#[test]
fn a_short_log_is_refused_and_nothing_is_touched() {
    let (_folder, path) = place();
    let run = run_of_ten(&path);
    let records = run.folder().records_path();
    fs::write(&records, "short").unwrap();
    let progress = fs::read(run.folder().progress_path()).unwrap();
    let text = message(run.resume::<u128>());
    assert!(
        text.contains("records.jsonl is damaged: it has 5 bytes, but"),
        "{text}"
    );
    assert_eq!(fs::read(run.folder().progress_path()).unwrap(), progress);
    fs::remove_file(&records).unwrap();
    assert!(message(run.resume::<u128>()).contains("it has 0 bytes"));
}

#[test]
fn changes_since_the_newest_checkpoint_are_listed() {
    let (_folder, path) = place();
    let run = create(&path).unwrap();
    assert_eq!(run.folder().changes(), []);
    drop(run);
    fs::remove_dir_all(&path).unwrap();
    let folder = run_of_ten(&path).folder().clone();
    let changed = || {
        let changes = folder.changes().into_iter();
        let names = changes.map(|(path, why)| {
            assert!(why.contains(path.to_str().unwrap()), "{why}");
            path.file_name().unwrap().to_str().unwrap().to_string()
        });
        names.collect::<Vec<_>>()
    };
    assert_eq!(changed(), [""; 0]);
    // More rows than the checkpoint recorded are no change, nor are other times.
    append(&folder.progress_path(), b"14,1\n");
    fs::write(folder.timing_path(), "").unwrap();
    assert_eq!(changed(), [""; 0]);
    fs::write(folder.config_path(), "seed = 2\n").unwrap();
    assert_eq!(changed(), [CONFIG]);
    let mut seen = fs::read(folder.seen_path()).unwrap();
    seen[0] ^= 1;
    fs::write(folder.seen_path(), seen).unwrap();
    fs::remove_file(folder.records_path()).unwrap();
    assert_eq!(changed(), [names::RECORDS, names::SEEN, CONFIG]);
}

#[test]
fn a_resumed_run_keeps_the_columns_of_an_older_version() {
    let (_folder, path) = place();
    let run = create(&path).unwrap();
    let mut logs = run.start_logs().unwrap();
    let head = "boards_valued,generation\n";
    logs.progress.append_bytes(head.as_bytes()).unwrap();
    run.save(&mut logs, 0, CONFIG_TEXT, &1_u128).unwrap();
    let mut logs = run.resume::<u128>().unwrap().logs;
    let row = crate::rows::ProgressRow {
        generation: 3,
        boards_valued: 70,
        ..Default::default()
    };
    logs.progress.append_row(row).unwrap();
    logs.flush().unwrap();
    let text = fs::read_to_string(run.folder().progress_path()).unwrap();
    assert_eq!(text, format!("{head}70,3\n"));
}

#[test]
fn a_config_changed_since_is_mentioned() {
    let (_folder, path) = place();
    let run = run_of_ten(&path);
    fs::write(run.folder().config_path(), "seed = 2\n").unwrap();
    let resumed = run.resume::<u128>().unwrap();
    assert!(resumed.warnings[0].contains("config.toml has changed since the run began"));
    assert_eq!(resumed.checkpoint.config, CONFIG_TEXT);
}

#[test]
fn fingerprints_are_read_back_by_island() {
    let (folder, _) = place();
    let path = folder.path().join("seen.bin");
    let mut seen = SeenLog::over(AppendLog::create(&path).unwrap());
    seen.append(0, &[0, 1, 0x0102_0304]).unwrap();
    seen.append(2, &[u64::MAX, 1 << 63]).unwrap();
    seen.append(1, &[]).unwrap();
    let mark = seen.flush_and_sync().unwrap();
    assert_eq!(mark.length, 7 * 8);
    let all = [vec![0, 1, 0x0102_0304], vec![], vec![u64::MAX, 1 << 63]];
    assert_eq!(read_seen(&path).unwrap(), all);
    assert_eq!(fs::read(&path).unwrap()[24..28], [4, 3, 2, 1]);
    // Incomplete files: a part of a number, a part of a block.
    seen.append(0, &[7, 8]).unwrap();
    seen.flush().unwrap();
    let whole = fs::read(&path).unwrap();
    for length in [7 * 8 + 1, 9 * 8, 10 * 8 - 1] {
        fs::write(&path, &whole[..length]).unwrap();
        assert_eq!(read_seen(&path).unwrap(), all);
    }
    let mut seen = SeenLog::over(AppendLog::open_at(&path, mark).unwrap());
    seen.append(1, &[5]).unwrap();
    seen.flush().unwrap();
    assert_eq!(read_seen(&path).unwrap()[1], [5]);
    let longer = LogMark {
        length: u64::MAX,
        ..mark
    };
    assert!(AppendLog::open_at(&path, longer).is_err());
    fs::write(&path, [0xff; 32]).unwrap();
    assert!(
        read_seen(&path)
            .unwrap_err()
            .to_string()
            .contains("a block belongs to island")
    );
    for (island, is_read) in [(MOST_ISLANDS - 1, true), (MOST_ISLANDS, false)] {
        fs::write(&path, (island << 32).to_le_bytes()).unwrap();
        assert_eq!(read_seen(&path).is_ok(), is_read);
    }
}

#[test]
fn an_atomic_write_replaces_all_or_nothing() {
    let (folder, _) = place();
    let path = folder.path().join("manifest.json");
    write_atomic(&path, b"old").unwrap();
    for room in 0..3 {
        let refused = write_atomic_with(&path, |file| {
            io::Write::write_all(file, &b"new"[..room])?;
            Err(io::ErrorKind::StorageFull.into())
        });
        let text = refused.unwrap_err().to_string();
        assert!(text.contains("manifest.json: no storage space"), "{text}");
    }
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    write_atomic(&path, b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    let text = write_atomic(&folder.path().join("no/where"), b"").unwrap_err();
    assert!(
        text.to_string().contains("no/where: No such file"),
        "{text}"
    );
}

#[cfg(unix)]
#[test]
fn an_atomic_write_makes_a_file_with_the_usual_rights() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, _) = place();
    let path = folder.path().join("manifest.json");
    write_atomic(&path, b"{}").unwrap();
    let plain = folder.path().join("plain");
    fs::write(&plain, "").unwrap();
    let mode = |p: &Path| fs::metadata(p).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&path), mode(&plain));
}

/// A record names its certificate, and may come from another machine or another person.
#[test]
fn a_certificate_is_a_file_in_the_folder_of_certificates() {
    let (place, path) = place();
    let run = create(&path).unwrap();
    let text = include_bytes!("../../../../../docs/records/certificates/tree-5-6-5.json");
    let proof = Certificate::read(text).unwrap();
    let outside = place.path().join("x");
    for name in [
        "x",
        "../x",
        "/x",
        outside.to_str().unwrap(),
        "certificates",
        "certificates/",
        "certificates/.",
        "certificates/..",
        "certificates/../x",
        "certificates/../../x",
        "certificates//x",
        "certificates/a/x",
        "certificates/./x",
        "certificates/a\\x",
        "certificates/x\0",
    ] {
        assert_eq!(certificate_path(&path, name), None, "{name}");
        let refused = run.write_certificate(name, &proof).unwrap_err();
        assert!(refused.to_string().contains("not a file in `certificates`"));
    }
    assert!(!outside.exists() && !path.join("certificates").exists());
    run.write_certificate("certificates/x", &proof).unwrap();
    assert!(path.join("certificates/x").is_file());
}

#[test]
fn the_elites_are_replaced_as_a_whole() {
    let (_folder, path) = place();
    let run = create(&path).unwrap();
    let elite = ArchiveLine {
        cell: vec![5, 2],
        fitness: vec!["3/2".into()],
        facts: Facts {
            board: "DQc".into(),
            tints: ".....".into(),
            order: 5,
            degree: 2,
            degree2: 2,
            ..Facts::default()
        },
        id: 4,
    };
    run.write_archive(&[elite.clone(), elite.clone()]).unwrap();
    run.write_archive(std::slice::from_ref(&elite)).unwrap();
    assert_eq!(run.folder().archive().unwrap(), [elite]);
}
