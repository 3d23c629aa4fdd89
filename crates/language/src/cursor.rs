//! A cursor that reads a text character by character, and makes errors with their positions.

/// A position in a text that is being read, with a name for the text in messages.
#[derive(Debug, Clone, Copy)]
pub struct Cursor<'a> {
    text: &'a str,
    at: usize,
    part: &'static str,
}

/// The error for text that the reader did not expect at its position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{part}, character {position}: {problem}")]
pub struct Unexpected {
    /// The name of the text that was read, such as `family`.
    pub part: &'static str,
    /// The position in the text in characters, counted from 1.
    pub position: usize,
    /// A description of the found text and of the expected text.
    pub problem: String,
}

/// The column of a byte offset in `text`: the number of the character, counted from 1.
pub fn column(text: &str, byte: usize) -> usize {
    text.get(..byte).map_or(0, |before| before.chars().count()) + 1
}

impl<'a> Cursor<'a> {
    /// A cursor at the beginning of a text; messages name the text `part`.
    pub fn new(text: &'a str, part: &'static str) -> Cursor<'a> {
        Cursor::starting(text, 0, part)
    }

    /// A cursor at the byte offset `at` of a text.
    pub fn starting(text: &'a str, at: usize, part: &'static str) -> Cursor<'a> {
        Cursor { text, at, part }
    }

    /// Changes the name of the text for later messages.
    pub fn reading(&mut self, part: &'static str) {
        self.part = part;
    }

    /// The position as a byte offset.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The position in characters, counted from 1.
    pub fn column(&self) -> usize {
        column(self.text, self.at)
    }

    /// The remaining text, from the cursor on.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The next character; `None` at the end of the text.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes the next character; `None` at the end of the text.
    pub fn advance(&mut self) -> Option<char> {
        let next = self.peek();
        self.at += next.map_or(0, char::len_utf8);
        next
    }

    /// Takes characters as long as `belongs` is true; returns the taken text.
    pub fn run(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Takes this number of bytes, which end between two characters.
    pub fn take_bytes(&mut self, bytes: usize) -> &'a str {
        let taken = &self.rest()[..bytes];
        self.at += bytes;
        taken
    }

    /// Skips spaces and other white space.
    pub fn skip_spaces(&mut self) {
        self.run(char::is_whitespace);
    }

    /// Skips spaces, then takes `wanted` if it is the next character; returns whether it was.
    pub fn take(&mut self, wanted: char) -> bool {
        self.skip_spaces();
        let found = self.peek() == Some(wanted);
        if found {
            self.advance();
        }
        found
    }

    /// Takes `wanted` if the remaining text begins with it; returns whether it does.
    pub fn take_text(&mut self, wanted: &str) -> bool {
        let found = self.rest().starts_with(wanted);
        self.at += if found { wanted.len() } else { 0 };
        found
    }

    /// Takes a word of letters, digits and `_`; the word may be empty.
    pub fn word(&mut self) -> &'a str {
        self.run(|c| c.is_alphanumeric() || c == '_')
    }

    /// Takes the digits that come next; the result is empty if there are none.
    pub fn digits(&mut self) -> &'a str {
        self.run(|c| c.is_ascii_digit())
    }

    /// Takes a number without a sign. Fails if no number comes next, or if the number does not fit
    /// into 64 bits.
    pub fn number(&mut self, what: &str) -> Result<i64, Unexpected> {
        let start = *self;
        let digits = self.digits();
        if digits.is_empty() {
            return Err(self.expected(what));
        }
        let too_large = |_| start.wrong(format!("the number {digits} is too large"));
        digits.parse().map_err(too_large)
    }

    /// Skips spaces, then takes `wanted`; fails if another character comes next.
    pub fn require(&mut self, wanted: char, what: &str) -> Result<(), Unexpected> {
        if self.take(wanted) {
            return Ok(());
        }
        Err(self.expected(what))
    }

    /// Takes the `,` or `)` that follows an item of a list. Returns `true` for `,`, after which the
    /// list continues. Fails if neither comes next.
    pub fn goes_on(&mut self, what: &str) -> Result<bool, Unexpected> {
        if self.take(')') {
            return Ok(false);
        }
        self.require(',', what).map(|()| true)
    }

    /// Fails if anything but spaces follows.
    pub fn end(&mut self, what: &str) -> Result<(), Unexpected> {
        self.skip_spaces();
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.expected(what)),
        }
    }

    /// The error that `what` was expected at the cursor.
    pub fn expected(&self, what: &str) -> Unexpected {
        let found = match self.peek() {
            None => "the end".to_string(),
            Some(c) => format!("{c:?}"),
        };
        self.wrong(format!("found {found}; expected {what}"))
    }

    /// An error at the cursor, with this description of the problem.
    pub fn wrong(&self, problem: impl Into<String>) -> Unexpected {
        Unexpected {
            part: self.part,
            position: self.column(),
            problem: problem.into(),
        }
    }
}
