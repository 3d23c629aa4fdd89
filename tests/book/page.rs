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

#[test]
fn outputs_are_compared_line_by_line() {
    assert!(matches("a\n…\nc\n", "a\nb\nb\nc\n") && !matches("a\n…\nc\n", "a\nb\n"));
    assert!(matches("took [..] s, [..]\n", "took 1.5 s, well\n"));
    assert!(!matches("took [..] s\n", "took 1.5 h\n") && !matches("", "x\n"));
}
