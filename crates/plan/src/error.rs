//! The error of a config, with its place.

use super::place::line_and_column;
use miette::{Diagnostic, GraphicalReportHandler, LabeledSpan, NamedSource, SourceCode};
use std::fmt;
use std::ops::Range;

/// The longest line or message that is shown, in characters.
const LONGEST: usize = 400;
/// The largest number of mistakes that are shown after the first.
const MOST_OTHERS: usize = 9;

/// A mistake in a config. It displays as one line, `file:line:column: message`. It has the other
/// mistakes of the config with it, which [`ConfigError::render`] shows.
#[derive(Debug)]
pub struct ConfigError {
    /// The file, or the option of the command line, such as `--set boards.clas=tree`.
    pub file: String,
    /// The line, from 1; 0 if the mistake is not in a file.
    pub line: usize,
    /// The column in characters, from 1. In an option, the column counts characters of `key=value`.
    /// 0 if the mistake has no place.
    pub column: usize,
    /// The mistake and what is expected instead.
    pub message: String,
    /// The correction that is suggested.
    pub help: Option<String>,
    excerpt: Option<Box<Excerpt>>,
    /// The other mistakes, in order.
    pub(super) others: Vec<ConfigError>,
}

#[derive(Debug)]
struct Excerpt {
    source: NamedSource<String>,
    span: Range<usize>,
}

impl ConfigError {
    /// A mistake in a file.
    pub(super) fn in_file(
        file: &str,
        text: &str,
        span: Range<usize>,
        message: String,
        help: Option<String>,
    ) -> ConfigError {
        let (line, column) = line_and_column(text, span.start);
        let source = NamedSource::new(file, text.to_string());
        ConfigError {
            line,
            column,
            excerpt: Some(Box::new(Excerpt { source, span })),
            ..ConfigError::elsewhere(file, message, help)
        }
    }

    /// A mistake in an option of the command line, whose text is `key=value`.
    pub(super) fn in_option(
        option: &str,
        text: &str,
        span: Range<usize>,
        message: String,
        help: Option<String>,
    ) -> ConfigError {
        let mut error = ConfigError::in_file(option, text, span, message, help);
        error.line = 0;
        error
    }

    /// A mistake without a place in a text, for instance a file that cannot be read.
    pub(super) fn elsewhere(file: &str, message: String, help: Option<String>) -> ConfigError {
        ConfigError {
            file: file.to_string(),
            line: 0,
            column: 0,
            message: shortened(message),
            help: help.map(shortened),
            excerpt: None,
            others: Vec::new(),
        }
    }

    /// The text of the mistake and of the other mistakes. With `fancy`, the text is drawn for a
    /// terminal. Otherwise it is plain, and the first line of a mistake is
    /// `file:line:column: message`.
    pub fn render(&self, fancy: bool) -> String {
        let mut out = self.render_one(fancy);
        for other in self.others.iter().take(MOST_OTHERS) {
            out = format!("{}\n{}", out.trim_end(), other.render_one(fancy));
        }
        let left = self.others.len().saturating_sub(MOST_OTHERS);
        if left > 0 {
            out = format!("{}\n{left} more mistakes", out.trim_end());
        }
        out
    }

    /// The text of this mistake alone.
    fn render_one(&self, fancy: bool) -> String {
        let line = self.excerpt.as_ref().map_or("", |e| line_of(e, self.line));
        if !fancy || line.len() > LONGEST {
            return self.plain();
        }
        let mut out = String::new();
        match GraphicalReportHandler::new().render_report(&mut out, self) {
            Ok(()) => out,
            Err(_) => self.plain(),
        }
    }

    fn plain(&self) -> String {
        let mut out = self.to_string();
        if let Some(excerpt) = &self.excerpt {
            let text = excerpt.source.inner();
            let line = line_of(excerpt, self.line);
            let marked = text
                .get(excerpt.span.clone())
                .and_then(|s| s.lines().next());
            let width = marked.map_or(1, |s| s.chars().take(LONGEST).count().max(1));
            // Only the part of a long line around the mistake is shown.
            let before = (self.column - 1).saturating_sub(LONGEST / 2);
            let line: String = line.chars().skip(before).take(LONGEST).collect();
            let number = if self.line == 0 {
                String::new()
            } else {
                self.line.to_string()
            };
            let margin = " ".repeat(number.len());
            // Tabs stay tabs, so that the marks are below the marked characters.
            let indent = line.chars().take(self.column - 1 - before);
            let indent: String = indent.map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
            out += &format!(
                "\n {number} | {line}\n {margin} | {indent}{}",
                "^".repeat(width)
            );
        }
        if let Some(help) = &self.help {
            out += &format!("\n help: {help}");
        }
        out
    }
}

/// The line of an excerpt. An option of the command line has one line, whose number is 0.
fn line_of(excerpt: &Excerpt, line: usize) -> &str {
    let text = excerpt.source.inner();
    text.lines().nth(line.saturating_sub(1)).unwrap_or("")
}

/// The beginning of a text, which may quote a long value.
fn shortened(text: String) -> String {
    match text.char_indices().nth(LONGEST) {
        None => text,
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 {
            return write!(f, "{}: {}", self.file, self.message);
        }
        write!(
            f,
            "{}:{}:{}: {}",
            self.file, self.line, self.column, self.message
        )
    }
}

impl std::error::Error for ConfigError {}

impl Diagnostic for ConfigError {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help
            .as_ref()
            .map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.excerpt
            .as_ref()
            .map(|excerpt| &excerpt.source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let excerpt = self.excerpt.as_ref()?;
        let label = LabeledSpan::new_with_span(Some("here".to_string()), excerpt.span.clone());
        Some(Box::new(std::iter::once(label)))
    }
}
