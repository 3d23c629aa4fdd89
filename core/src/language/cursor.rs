//! Reading a text character by character, and saying where it is not as expected.

/// A place in a text, and the name of what is read there.
#[derive(Debug, Clone, Copy)]
pub struct Cursor<'a> {
    text: &'a str,
    at: usize,
    part: &'static str,
}

/// Something unexpected at a place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{part}, character {position}: {problem}")]
pub struct Unexpected {
    /// Which part of the notation.
    pub part: &'static str,
    /// The place: characters of the text, from 1.
    pub position: usize,
    /// The text found, and the one expected.
    pub problem: String,
}

/// The column of a byte of `text`, in characters from 1.
pub fn column(text: &str, byte: usize) -> usize {
    text.get(..byte).map_or(0, |before| before.chars().count()) + 1
}

impl<'a> Cursor<'a> {
    /// The beginning of a text; `part` names what is read in messages.
    pub fn new(text: &'a str, part: &'static str) -> Cursor<'a> {
        Cursor::starting(text, 0, part)
    }

    /// A place in a text, in bytes.
    pub fn starting(text: &'a str, at: usize, part: &'static str) -> Cursor<'a> {
        Cursor { text, at, part }
    }

    /// From here on it is `part` that is read.
    pub fn reading(&mut self, part: &'static str) {
        self.part = part;
    }

    /// The place, in bytes.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The place: characters of the text, from 1.
    pub fn column(&self) -> usize {
        column(self.text, self.at)
    }

    /// The text from here on.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The character that comes next.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes the next character, if there is one.
    pub fn advance(&mut self) -> Option<char> {
        let next = self.peek();
        self.at += next.map_or(0, char::len_utf8);
        next
    }

    /// Takes the characters that belong.
    pub fn run(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Takes spaces.
    pub fn skip_spaces(&mut self) {
        self.run(char::is_whitespace);
    }

    /// Takes `wanted` if it comes next, after spaces.
    pub fn take(&mut self, wanted: char) -> bool {
        self.skip_spaces();
        let found = self.peek() == Some(wanted);
        if found {
            self.advance();
        }
        found
    }

    /// Takes `wanted` if it comes next.
    pub fn take_text(&mut self, wanted: &str) -> bool {
        let found = self.rest().starts_with(wanted);
        self.at += if found { wanted.len() } else { 0 };
        found
    }

    /// Takes a word, possibly an empty one.
    pub fn word(&mut self) -> &'a str {
        self.run(|c| c.is_alphanumeric() || c == '_')
    }

    /// Takes digits, possibly none.
    pub fn digits(&mut self) -> &'a str {
        self.run(|c| c.is_ascii_digit())
    }

    /// Takes a number without sign; an error if none comes next, or one beyond 64 bits.
    pub fn number(&mut self, what: &str) -> Result<i64, Unexpected> {
        let start = *self;
        let digits = self.digits();
        if digits.is_empty() {
            return Err(self.expected(what));
        }
        let too_large = |_| start.wrong(format!("the number {digits} is too large"));
        digits.parse().map_err(too_large)
    }

    /// Takes `wanted`, after spaces; an error if something else comes next.
    pub fn require(&mut self, wanted: char, what: &str) -> Result<(), Unexpected> {
        if self.take(wanted) {
            return Ok(());
        }
        Err(self.expected(what))
    }

    /// Whether a list in parentheses goes on: takes `,` or `)`; an error if neither comes next.
    pub fn goes_on(&mut self, what: &str) -> Result<bool, Unexpected> {
        if self.take(')') {
            return Ok(false);
        }
        self.require(',', what).map(|()| true)
    }

    /// An error unless nothing but spaces is left.
    pub fn end(&mut self, what: &str) -> Result<(), Unexpected> {
        self.skip_spaces();
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.expected(what)),
        }
    }

    /// The complaint that something else was expected here.
    pub fn expected(&self, what: &str) -> Unexpected {
        let found = match self.peek() {
            None => "the end".to_string(),
            Some(c) => format!("{c:?}"),
        };
        self.wrong(format!("found {found}; expected {what}"))
    }

    /// A complaint about this place.
    pub fn wrong(&self, problem: impl Into<String>) -> Unexpected {
        Unexpected {
            part: self.part,
            position: self.column(),
            problem: problem.into(),
        }
    }
}
