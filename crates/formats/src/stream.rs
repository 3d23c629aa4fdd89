//! Reads the boards of a file, a pipe or a text: finds its format by its content, and hands the
//! boards one after another.

use crate::given::{Ended, Item, Sink, hand_item};
use crate::sniff::{self, Sort};
use crate::{Given, Misread, planar_code};
use boilingpoint_boards::{Board, BoardLimit, parse_board, sparse6};
use flate2::bufread::MultiGzDecoder;
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};
use std::ops::ControlFlow;

/// The longest line of a list of boards, in bytes. A board of 20,000 vertices fits.
pub const LONGEST_LINE: usize = 1 << 25;

/// The largest file in a format that is read as a whole, in bytes.
pub const LONGEST_TEXT: usize = 1 << 28;

/// Reads the boards of a stream, plain or compressed by gzip, in any format of
/// [`FORMATS`](crate::FORMATS). Lists with a board on each line, and planar code, are read board by
/// board, however long they are. A file of another format is read as a whole, if it has at most
/// [`LONGEST_TEXT`] bytes.
///
/// # Errors
/// The errors of `take`, which end the reading. A mistake in the file is an item.
pub fn read_each<E>(
    from: impl BufRead,
    limit: BoardLimit,
    mut take: impl FnMut(Item) -> Result<(), E>,
) -> Result<(), E> {
    let mut failed = None;
    let mut sink = |item| match take(item) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            failed = Some(error);
            ControlFlow::Break(())
        }
    };
    if let Err(Ended::Wrong(misread)) = read(Box::new(from), limit, &mut sink) {
        // The reading is over, whatever the sink says.
        let _ = sink(Item::Wrong(misread));
    }
    failed.map_or(Ok(()), Err)
}

/// Reads a list that has a board on each line, each of which [`Given::of_line`] can read by itself.
///
/// # Errors
/// The errors of `take`, which end the reading.
pub fn read_list<E>(
    from: impl BufRead,
    mut take: impl FnMut(Item) -> Result<(), E>,
) -> Result<(), E> {
    let mut lines = Lines {
        from: Box::new(from),
        number: 0,
        waiting: VecDeque::new(),
    };
    loop {
        match lines.next_or_mistake() {
            Ok(None) => return Ok(()),
            Ok(Some(Ok(line))) => {
                if let Some(text) = sniff::board_line(&line) {
                    take(Item::Line(lines.number, text.to_string()))?;
                }
            }
            Ok(Some(Err(misread))) => take(Item::Wrong(misread))?,
            Err(misread) => return take(Item::Wrong(misread)),
        }
    }
}

/// Reads a text that is one board: a notation, or a file of any format with one board.
///
/// # Errors
/// When the text is no board, or several.
pub fn read_text(text: &str, limit: BoardLimit) -> Result<Given, Misread> {
    let only = text.trim();
    let line = Given::of_line(1, only, limit);
    let of_board = match line {
        Ok(given) => return Ok(given),
        Err(misread) => Misread { line: 0, ..misread },
    };
    // Other words after a board are a mistake in its tints rather than in a list of edges.
    let begins_board = || {
        let mut words = only.split_whitespace();
        words.next().is_some_and(|word| parse_board(word).is_ok())
    };
    if !only.contains('\n')
        && (!sniff::is_file_text(only) || sniff::are_words(only) && begins_board())
    {
        return Err(of_board);
    }
    let mut found = Vec::new();
    let several = || Misread::line(0, "the text has several boards; expected one");
    read_each(text.as_bytes(), limit, |item| {
        found.push(item.board(limit)?);
        if found.len() > 1 {
            Err(several())
        } else {
            Ok(())
        }
    })?;
    let none = || Misread::line(0, "the text has no board");
    found.pop().ok_or_else(none)
}

fn read(mut from: Box<dyn BufRead + '_>, limit: BoardLimit, sink: &mut Sink) -> Result<(), Ended> {
    let begin = take_bytes(&mut from, 2)?;
    let is_gzip = begin == [0x1f, 0x8b];
    let from = io::Cursor::new(begin).chain(from);
    if !is_gzip {
        return read_plain(Box::new(from), limit, sink);
    }
    let plain = BufReader::with_capacity(1 << 16, MultiGzDecoder::new(from));
    read_plain(Box::new(plain), limit, sink)
}

/// The first bytes of a stream, at most `most`.
fn take_bytes(from: &mut (dyn BufRead + '_), most: u64) -> Result<Vec<u8>, Misread> {
    let mut bytes = Vec::new();
    from.take(most)
        .read_to_end(&mut bytes)
        .map_err(|e| unread(0, &e))?;
    Ok(bytes)
}

/// The header of a file that begins with `>>`, or the first two bytes of another.
fn beginning(from: &mut (dyn BufRead + '_)) -> Result<Vec<u8>, Misread> {
    let mut begin = take_bytes(from, 2)?;
    if begin == *b">>" {
        // No header is longer. Other bytes than a line end may follow it.
        while begin.len() < 40 && !begin.ends_with(b"<<") && !begin.ends_with(b"\n") {
            match &take_bytes(from, 1)?[..] {
                [] => break,
                next => begin.extend(next),
            }
        }
    }
    Ok(begin)
}

fn unread(line: usize, error: &io::Error) -> Misread {
    Misread::line(line, format!("cannot read on: {error}"))
}

fn read_plain(
    mut from: Box<dyn BufRead + '_>,
    limit: BoardLimit,
    sink: &mut Sink,
) -> Result<(), Ended> {
    let begin = beginning(&mut *from)?;
    if let Some(order) = planar_code::begins(&begin) {
        return planar_code::read(&mut *from, order, limit, sink);
    }
    if let Some(problem) = sniff::foreign(&begin) {
        return Err(Misread::line(0, problem).into());
    }
    let mut lines = Lines {
        from: Box::new(io::Cursor::new(begin).chain(from)),
        number: 0,
        waiting: VecDeque::new(),
    };
    // The lines before the first that shows the format, with their line ends.
    let mut head = String::new();
    while let Some(line) = lines.next()? {
        if line.contains('\0') {
            let problem = "the file is binary; expected text, gzip or planar code";
            return Err(Misread::line(lines.number, problem).into());
        }
        match sniff::sort(&line, head.is_empty()) {
            Sort::Undecided => {
                head.push_str(&line);
                head.push('\n');
                if head.len() > LONGEST_LINE {
                    return Err(too_long(lines.number).into());
                }
            }
            Sort::Lines => return read_lines(line, lines, sink),
            Sort::Text(read) => {
                head.push_str(&line);
                head.push('\n');
                let text = rest(head, lines)?;
                return read(&text, limit, sink);
            }
        }
    }
    Ok(())
}

fn too_long(line: usize) -> Misread {
    Misread::line(line, format!("it has more than {LONGEST_LINE} bytes"))
}

/// The text of a file from its first lines on.
fn rest(mut text: String, mut lines: Lines) -> Result<String, Misread> {
    while let Some(line) = lines.next()? {
        if text.len() + line.len() > LONGEST_TEXT {
            let problem = format!(
                "the file has more than {LONGEST_TEXT} bytes; expected less in this format"
            );
            return Err(Misread::line(lines.number, problem));
        }
        text.push_str(&line);
        text.push('\n');
    }
    Ok(text)
}

/// Hands the lines with boards.
fn read_lines(first: String, mut lines: Lines, sink: &mut Sink) -> Result<(), Ended> {
    let mut reader = LineReader::default();
    let mut line = Some(first);
    while let Some(text) = line {
        if let Some(item) =
            sniff::board_line(&text).and_then(|text| reader.item(lines.number, text))
        {
            hand_item(sink, item)?;
        }
        line = lines.next_kept(sink)?;
    }
    Ok(())
}

/// The state between the lines of a list.
#[derive(Default)]
struct LineReader {
    /// Whether the last header is that of digraph6.
    directed: bool,
    /// The last graph, which a line of incremental sparse6 may follow.
    last: Option<Last>,
}

/// A graph that has not been read from its text, or has been.
enum Last {
    Text(String),
    Board(Board),
}

impl LineReader {
    /// The item of a line; `None` if the line is a header alone.
    fn item(&mut self, line: usize, text: &str) -> Option<Item> {
        let (header, text) = sniff::after_header(text);
        self.directed = header.map_or(self.directed, |format| format == "digraph6");
        match text.chars().next()? {
            ';' => return Some(self.incremental(line, text)),
            '&' | '+' => {}
            // Without the header the line would be read as graph6.
            _ if self.directed => return Some(Item::Line(line, format!(">>digraph6<<{text}"))),
            _ => self.last = Some(Last::Text(text.to_string())),
        }
        Some(Item::Line(line, text.to_string()))
    }

    /// The item of a line of incremental sparse6.
    fn incremental(&mut self, line: usize, text: &str) -> Item {
        let before = match self.last.take() {
            Some(Last::Board(board)) => Ok(board),
            Some(Last::Text(text)) => parse_board(&text).map_err(|e| e.to_string()),
            None => Err("incremental sparse6 has to follow another graph".to_string()),
        };
        let after =
            before.and_then(|before| sparse6::read_after(&before, text).map_err(|e| e.to_string()));
        match after {
            Ok(board) => {
                self.last = Some(Last::Board(board.clone()));
                Item::Board(Given::of_board(board, line))
            }
            Err(problem) => Item::Wrong(Misread::line(line, problem)),
        }
    }
}

/// The lines of a stream without their line ends: `\n`, `\r\n`, or `\r`.
struct Lines<'a> {
    from: Box<dyn BufRead + 'a>,
    /// The number of the last line, counted from 1.
    number: usize,
    /// Lines that were read together, since `\r` ends them.
    waiting: VecDeque<String>,
}

impl Lines<'_> {
    fn next(&mut self) -> Result<Option<String>, Misread> {
        self.next_or_mistake()?.transpose()
    }

    /// The next line that is UTF-8. Other lines are handed as mistakes.
    fn next_kept(&mut self, sink: &mut Sink) -> Result<Option<String>, Ended> {
        loop {
            match self.next_or_mistake()? {
                None => return Ok(None),
                Some(Ok(line)) => return Ok(Some(line)),
                Some(Err(misread)) => hand_item(sink, Item::Wrong(misread))?,
            }
        }
    }

    /// The next line, or the mistake in it. A line that is not UTF-8 does not end the stream; every
    /// other error does.
    fn next_or_mistake(&mut self) -> Result<Option<Result<String, Misread>>, Misread> {
        self.number += 1;
        if let Some(line) = self.waiting.pop_front() {
            return Ok(Some(Ok(line)));
        }
        let mut bytes = Vec::new();
        let limit = LONGEST_LINE as u64 + 1;
        let read = self.from.by_ref().take(limit).read_until(b'\n', &mut bytes);
        if read.map_err(|e| unread(self.number, &e))? == 0 {
            return Ok(None);
        }
        if bytes.len() > LONGEST_LINE {
            return Err(too_long(self.number));
        }
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
        }
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(e) => {
                let at = e.utf8_error().valid_up_to();
                let problem = format!("byte {} is not UTF-8", at + 1);
                return Ok(Some(Err(Misread::line(self.number, problem))));
            }
        };
        if !text.contains('\r') {
            return Ok(Some(Ok(text)));
        }
        self.waiting = text.split('\r').map(str::to_string).collect();
        Ok(self.waiting.pop_front().map(Ok))
    }
}
