//! The parts of a page.

/// A part of a page. All of them together are the page.
pub enum Part {
    /// Text that is only read.
    Text(String),
    /// A block that is a file.
    File {
        name: String,
        content: String,
        text: String,
    },
    /// A command and its output.
    Command {
        line: String,
        output: String,
        slow: bool,
    },
    /// Commands that are not run.
    Long(Vec<String>),
    /// A table that a command's JSON lines are.
    Table { command: String, rows: String },
}

/// Any lines.
const ANY_LINES: &str = "…";
/// Any text within a line.
const ANY_TEXT: &str = "[..]";

impl Part {
    /// Its first line.
    pub fn head(&self) -> String {
        self.text().lines().next().unwrap_or_default().to_string()
    }

    /// Its text on the page.
    pub fn text(&self) -> String {
        match self {
            Part::Text(text) | Part::File { text, .. } => text.clone(),
            Part::Command { output, .. } => self.with(output),
            Part::Long(commands) => commands.concat(),
            Part::Table { rows, .. } => self.with(rows),
        }
    }

    /// Its text with another output.
    pub fn with(&self, output: &str) -> String {
        match self {
            Part::Command { line, .. } => format!("$ {line}\n{output}"),
            Part::Table { command, .. } => {
                format!("<!-- table: {command} -->\n{output}<!-- /table -->\n")
            }
            _ => self.text(),
        }
    }
}

/// The text of all parts of a page.
pub fn whole(text: &str) -> String {
    parts(text).iter().map(Part::text).collect()
}

/// Splits a page into its parts.
pub fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut lines = text.split_inclusive('\n');
    while let Some(line) = lines.next() {
        let fence = line.trim_end().strip_prefix("```").map(str::to_string);
        let table = line
            .trim_end()
            .strip_prefix("<!-- table: ")
            .and_then(|rest| rest.strip_suffix(" -->"));
        if let Some(command) = table {
            let rows = until(&mut lines, "<!-- /table -->");
            parts.push(Part::Table {
                command: command.to_string(),
                rows,
            });
            continue;
        }
        let Some(language) = fence else {
            assert!(
                !line.contains("```console"),
                "a block begins its line: {line}"
            );
            parts.push(Part::Text(line.to_string()));
            continue;
        };
        let body = until(&mut lines, "```");
        let words: Vec<&str> = language.split_whitespace().collect();
        match words[..] {
            ["toml", name] => parts.push(Part::File {
                name: name.to_string(),
                text: format!("{line}{body}```\n"),
                content: body,
            }),
            ["console", ref how @ ..] => {
                parts.push(Part::Text(line.to_string()));
                parts.extend(commands(&body, how));
                parts.push(Part::Text("```\n".to_string()));
            }
            _ => parts.push(Part::Text(format!("{line}{body}```\n"))),
        }
    }
    parts
}

/// The lines up to one that is `end`, which is taken as well.
fn until<'a>(lines: &mut impl Iterator<Item = &'a str>, end: &str) -> String {
    let body = lines.take_while(|line| line.trim_end() != end);
    body.collect()
}

/// The commands of a block, with their outputs.
fn commands(body: &str, how: &[&str]) -> Vec<Part> {
    if how == ["long"] {
        return vec![Part::Long(
            body.split_inclusive('\n').map(str::to_string).collect(),
        )];
    }
    let mut parts: Vec<Part> = Vec::new();
    for line in body.split_inclusive('\n') {
        match (line.strip_prefix("$ "), parts.last_mut()) {
            (Some(command), _) => parts.push(Part::Command {
                line: command.trim_end().to_string(),
                output: String::new(),
                slow: how == ["slow"],
            }),
            (
                None,
                Some(Part::Command {
                    line: command,
                    output,
                    ..
                }),
            ) => {
                // A command goes on after a backslash.
                if output.is_empty() && command.ends_with('\\') {
                    *command += &format!("\n{}", line.trim_end());
                } else {
                    *output += line;
                }
            }
            (None, _) => parts.push(Part::Text(line.to_string())),
        }
    }
    parts
}

/// Whether an output is as shown.
pub fn matches(shown: &str, found: &str) -> bool {
    let (shown, found): (Vec<&str>, Vec<&str>) = (shown.lines().collect(), found.lines().collect());
    lines_match(&shown, &found)
}

fn lines_match(shown: &[&str], found: &[&str]) -> bool {
    match shown {
        [] => found.is_empty(),
        [line, rest @ ..] if line.trim() == ANY_LINES => {
            (0..=found.len()).any(|skipped| lines_match(rest, &found[skipped..]))
        }
        [line, rest @ ..] => {
            found.first().is_some_and(|other| line_matches(line, other))
                && lines_match(rest, &found[1..])
        }
    }
}

fn line_matches(shown: &str, found: &str) -> bool {
    let (shown, found) = (shown.trim_end(), found.trim_end());
    let mut texts = shown.split(ANY_TEXT);
    let first = texts.next().unwrap_or_default();
    let Some(mut rest) = found.strip_prefix(first) else {
        return false;
    };
    let texts: Vec<&str> = texts.collect();
    let Some((last, between)) = texts.split_last() else {
        return rest.is_empty();
    };
    for text in between {
        match rest.find(text) {
            Some(at) => rest = &rest[at + text.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// The found text with the abbreviations of the shown text. Lines that `…` left out stay left out. A
/// line that `[..]` ended is cut at the same place.
pub fn abbreviated(shown: &str, found: &str) -> String {
    let (shown, found): (Vec<&str>, Vec<&str>) = (shown.lines().collect(), found.lines().collect());
    let is_short = |line: &&str| line.trim() == ANY_LINES || line.contains(ANY_TEXT);
    if !shown.iter().any(is_short) {
        return found.iter().map(|line| format!("{line}\n")).collect();
    }
    // The least cost of the lines from `i` and from `j` on, and the step that has it.
    let mut best = vec![vec![(0u32, Step::End); found.len() + 1]; shown.len() + 1];
    for i in (0..=shown.len()).rev() {
        for j in (0..=found.len()).rev() {
            let mut steps = Vec::new();
            if i < shown.len() && shown[i].trim() == ANY_LINES {
                steps.push((best[i + 1][j].0, Step::Close));
                if j < found.len() {
                    steps.push((best[i][j + 1].0, Step::Skip));
                }
            } else if i < shown.len() {
                steps.push((best[i + 1][j].0 + 3, Step::Drop));
                if j < found.len() {
                    let cost = alike(shown[i], found[j]);
                    steps.push((best[i + 1][j + 1].0 + cost, Step::Take));
                }
            }
            if j < found.len() {
                steps.push((best[i][j + 1].0 + 3, Step::Add));
            }
            if let Some(least) = steps.into_iter().min_by_key(|step| step.0) {
                best[i][j] = least;
            }
        }
    }
    let (mut i, mut j, mut lines) = (0, 0, String::new());
    loop {
        match best[i][j].1 {
            Step::End => return lines,
            Step::Close => {
                lines += &format!("{}\n", shown[i]);
                i += 1;
            }
            Step::Skip => j += 1,
            Step::Drop => i += 1,
            Step::Add => {
                lines += &format!("{}\n", found[j]);
                j += 1;
            }
            Step::Take => {
                lines += &format!("{}\n", cut(shown[i], found[j]));
                (i, j) = (i + 1, j + 1);
            }
        }
    }
}

/// A step through the lines that are shown and those that are found.
#[derive(Clone, Copy)]
enum Step {
    End,
    /// Ends the lines that `…` stands for.
    Close,
    /// Leaves a line to `…`.
    Skip,
    /// Leaves out a line that is shown.
    Drop,
    /// Adds a line that is found.
    Add,
    /// Puts a line that is found in the place of one that is shown.
    Take,
}

/// The cost of a line in the place of another.
fn alike(shown: &str, found: &str) -> u32 {
    let first = |line: &str| line.split_whitespace().next().map(str::to_string);
    match line_matches(shown, found) {
        true => 0,
        false if first(shown) == first(found) => 1,
        false => 4,
    }
}

/// The line that is shown, if it still holds; else the line that is found, cut at the same place.
fn cut(shown: &str, found: &str) -> String {
    if line_matches(shown, found) {
        return shown.to_string();
    }
    let length = shown
        .strip_suffix(ANY_TEXT)
        .map(|kept| kept.chars().count());
    match length.filter(|&length| length < found.chars().count()) {
        Some(length) => found.chars().take(length).chain(ANY_TEXT.chars()).collect(),
        None => found.to_string(),
    }
}

#[test]
fn abbreviations_are_kept() {
    let found = "a 1\nb\nc\nd 2\ne\nf long line\n";
    let kept = |shown: &str, expected: &str| assert_eq!(abbreviated(shown, found), expected);
    kept("a 0\n…\nd 2\n…\n", "a 1\n…\nd 2\n…\n");
    kept("…\nd 3\n…\nf lo[..]\n", "…\nd 2\n…\nf lo[..]\n");
    kept("…\nd 3\ne\nf la[..]\n", "…\nd 2\ne\nf lo[..]\n");
    kept("a 1\n", found);
    kept("", found);
}

#[test]
fn outputs_are_compared_line_by_line() {
    assert!(matches("a\n…\nc\n", "a\nb\nb\nc\n") && !matches("a\n…\nc\n", "a\nb\n"));
    assert!(matches("took [..] s, [..]\n", "took 1.5 s, well\n"));
    assert!(!matches("took [..] s\n", "took 1.5 h\n") && !matches("", "x\n"));
}
