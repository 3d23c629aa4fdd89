//! A cursor for reading a text character by character; it makes errors with their positions.

/// A position in a text, with the name of the part that is being read.
#[derive(Debug, Clone, Copy)]
pub struct Cursor<'a> {
    text: &'a str,
    at: usize,
    part: &'static str,
}

/// An error at a position of a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{part}, character {position}: {problem}")]
pub struct Unexpected {
    /// The name of the part of the text.
    pub part: &'static str,
    /// The position in characters of the text, from 1.
    pub position: usize,
    /// The text found, and the expected one.
    pub problem: String,
}

/// The column of a byte of `text`, counted in characters from 1.
pub fn column(text: &str, byte: usize) -> usize {
    text.get(..byte).map_or(0, |before| before.chars().count()) + 1
}

impl<'a> Cursor<'a> {
    /// A cursor at the beginning of a text; messages name the text `part`.
    pub fn new(text: &'a str, part: &'static str) -> Cursor<'a> {
        Cursor::starting(text, 0, part)
    }

    /// A cursor at byte `at` of a text.
    pub fn starting(text: &'a str, at: usize, part: &'static str) -> Cursor<'a> {
        Cursor { text, at, part }
    }

    /// Changes the name of the part for later messages.
    pub fn reading(&mut self, part: &'static str) {
        self.part = part;
    }

    /// The position in bytes.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The position in characters of the text, from 1.
    pub fn column(&self) -> usize {
        column(self.text, self.at)
    }

    /// The text from the cursor on.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The next character.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes the next character, if there is one.
    pub fn advance(&mut self) -> Option<char> {
        let next = self.peek();
        self.at += next.map_or(0, char::len_utf8);
        next
    }

    /// Takes characters as long as `belongs` holds.
    pub fn run(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Skips spaces.
    pub fn skip_spaces(&mut self) {
        self.run(char::is_whitespace);
    }

    /// Takes `wanted` if it comes next, after spaces; returns whether it did.
    pub fn take(&mut self, wanted: char) -> bool {
        self.skip_spaces();
        let found = self.peek() == Some(wanted);
        if found {
            self.advance();
        }
        found
    }

    /// Takes `wanted` if it comes next; returns whether it did.
    pub fn take_text(&mut self, wanted: &str) -> bool {
        let found = self.rest().starts_with(wanted);
        self.at += if found { wanted.len() } else { 0 };
        found
    }

    /// Takes a word, which may be empty.
    pub fn word(&mut self) -> &'a str {
        self.run(|c| c.is_alphanumeric() || c == '_')
    }

    /// Takes digits; there may be none.
    pub fn digits(&mut self) -> &'a str {
        self.run(|c| c.is_ascii_digit())
    }

    /// Takes a number without a sign; fails if none comes next, or if it does not fit into 64 bits.
    pub fn number(&mut self, what: &str) -> Result<i64, Unexpected> {
        let start = *self;
        let digits = self.digits();
        if digits.is_empty() {
            return Err(self.expected(what));
        }
        let too_large = |_| start.wrong(format!("the number {digits} is too large"));
        digits.parse().map_err(too_large)
    }

    /// Takes `wanted`, after spaces; fails if something else comes next.
    pub fn require(&mut self, wanted: char, what: &str) -> Result<(), Unexpected> {
        if self.take(wanted) {
            return Ok(());
        }
        Err(self.expected(what))
    }

    /// Takes `,` or `)` in a list; returns whether the list continues, and fails if neither comes
    /// next.
    pub fn goes_on(&mut self, what: &str) -> Result<bool, Unexpected> {
        if self.take(')') {
            return Ok(false);
        }
        self.require(',', what).map(|()| true)
    }

    /// Fails unless only spaces are left.
    pub fn end(&mut self, what: &str) -> Result<(), Unexpected> {
        self.skip_spaces();
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.expected(what)),
        }
    }

    /// The error that `what` was expected at this position.
    pub fn expected(&self, what: &str) -> Unexpected {
        let found = match self.peek() {
            None => "the end".to_string(),
            Some(c) => format!("{c:?}"),
        };
        self.wrong(format!("found {found}; expected {what}"))
    }

    /// An error at this position.
    pub fn wrong(&self, problem: impl Into<String>) -> Unexpected {
        Unexpected {
            part: self.part,
            position: self.column(),
            problem: problem.into(),
        }
    }
}
