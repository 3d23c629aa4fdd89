//! Runs the commands of a section and gathers what they print and write.

use super::blank;
use super::commands::{Command, Section};
use super::folders::{copy, files, without_settings};
use super::store::Found;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{self, Stdio};
use std::time::SystemTime;

/// Files that differ from run to run: their content is not compared.
const NO_CONTENT: [&str; 2] = ["checkpoint/", "records.db"];

/// Runs a section in a new folder that holds a copy of `input/`.
pub fn section(section: &Section, dir: &Path) -> Vec<Found> {
    let since = SystemTime::now();
    fs::create_dir(dir).unwrap();
    copy(&super::golden().join("input"), dir);
    let mut found: Vec<Found> = Vec::new();
    for command in &section.commands {
        let golden = format!("{}/{}.txt", section.name, command.name);
        let printed = blank::text("", &carried_out(command, dir), since).into_bytes();
        // Commands of one name follow each other, and share a file.
        if let Some(last) = found.last_mut().filter(|last| last.golden == golden) {
            last.content.get_or_insert_default().extend(printed);
            continue;
        }
        found.push(Found {
            golden,
            content: Some(printed),
        });
    }
    for path in files(dir) {
        let name = path.strip_prefix(dir).unwrap().to_str().unwrap();
        let is_input = super::golden().join("input").join(name).exists();
        if is_input || name.ends_with(".lock") {
            continue;
        }
        let bytes = fs::read(&path).unwrap();
        let blank = |text: String| blank::text(name, &text, since).into_bytes();
        let content = String::from_utf8(bytes).map_or_else(|e| e.into_bytes(), blank);
        let has_content = !NO_CONTENT.iter().any(|part| name.contains(part));
        found.push(Found {
            golden: format!("{}/{name}", section.files_of(name)),
            content: has_content.then_some(content),
        });
    }
    found
}

/// Carries out a line of the table; what it printed.
fn carried_out(command: &Command, dir: &Path) -> String {
    let words: Vec<&str> = command.words.iter().map(String::as_str).collect();
    let printed = match words[..] {
        ["boil", ref args @ ..] => boil(args, command.input.as_deref(), dir),
        ["quiet", "boil", ref args @ ..] => {
            boil(args, None, dir);
            String::new()
        }
        ["each", texts, "boil", ref args @ ..] => each(&dir.join(texts), args, dir),
        ["copy", from, to] => {
            let to = dir.join(to);
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            copy(&super::golden().join(from), &to);
            String::new()
        }
        ["blank", run] => {
            blank_in_place(&dir.join(run));
            String::new()
        }
        ["schema", book] => schema(&dir.join(book)),
        _ => panic!("no such command: {}", command.line),
    };
    format!("$ {}\n{printed}", command.line)
}

fn boil(args: &[&str], input: Option<&str>, dir: &Path) -> String {
    let binary = std::env::var("BOIL_GOLDEN_BIN").unwrap_or(env!("CARGO_BIN_EXE_boil").into());
    let mut command = process::Command::new(binary);
    command.arg0("boil").args(args).current_dir(dir);
    without_settings(&mut command);
    command.stdin(match input {
        Some(input) => Stdio::from(fs::File::open(dir.join(input)).unwrap()),
        None => Stdio::null(),
    });
    let output = command.output().unwrap();
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.stderr.is_empty() {
        text += "--- standard error\n";
        text += &String::from_utf8_lossy(&output.stderr);
    }
    match output.status.code() {
        Some(0) => text,
        Some(code) => format!("{text}--- exit code {code}\n"),
        None => format!("{text}--- {}\n", output.status),
    }
}

/// Runs the program once for each of the texts between `%%` in a file; it lies in the file `text`.
fn each(texts: &Path, args: &[&str], dir: &Path) -> String {
    let all = fs::read_to_string(texts).unwrap();
    let mut printed = String::new();
    for text in all.split("%%\n") {
        fs::write(dir.join("text"), text.strip_suffix('\n').unwrap()).unwrap();
        printed += &format!("%%\n{text}{}", boil(args, None, dir));
    }
    fs::remove_file(dir.join("text")).unwrap();
    printed
}

/// Blanks the times of all runs in a folder, so that what is made of them has none.
fn blank_in_place(runs: &Path) {
    for path in files(runs) {
        let name = path.file_name().unwrap().to_str().unwrap();
        if ["manifest.json", "timing.csv"].contains(&name) {
            let text = fs::read_to_string(&path).unwrap();
            fs::write(&path, blank::text(name, &text, SystemTime::UNIX_EPOCH)).unwrap();
        }
    }
}

/// Version, mark and tables of a record book.
fn schema(book: &Path) -> String {
    let book = rusqlite::Connection::open(book).unwrap();
    let number =
        |pragma: &str| -> i64 { book.pragma_query_value(None, pragma, |r| r.get(0)).unwrap() };
    let mut text = format!(
        "user_version {}\napplication_id {:#x}\n",
        number("user_version"),
        number("application_id")
    );
    let all = "SELECT type || ' ' || name || char(10) || coalesce(sql, '')
               FROM sqlite_master ORDER BY type, name";
    let mut statement = book.prepare(all).unwrap();
    for row in statement
        .query_map([], |row| row.get::<_, String>(0))
        .unwrap()
    {
        text += &row.unwrap();
        text.push('\n');
    }
    text
}
