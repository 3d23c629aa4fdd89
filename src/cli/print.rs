//! Printing that does not panic when a stream is closed.
//!
//! The standard macros panic when they cannot write. A closed terminal, a closed pipe or a full
//! disk must not end a search: messages that cannot be written are dropped, and a result that
//! cannot be written is an error like any other.

/// Prints a message to standard error; ignores errors of writing.
macro_rules! print_note {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($text)*);
    }};
}

/// Prints a result to standard output; returns errors of writing.
macro_rules! print_result {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        writeln!(std::io::stdout(), $($text)*)
    }};
}
