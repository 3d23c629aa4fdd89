//! Printing that does not panic when a stream is closed.
//!
//! The standard macros panic when they cannot write. A closed terminal, a closed pipe or a full
//! disk must not end a search. So a message that cannot be written is dropped. A result that cannot
//! be written is an error like any other.

/// Prints a message to standard error. Ignores errors of writing.
macro_rules! print_note {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($text)*);
    }};
}

/// Prints a result to standard output. Returns errors of writing.
macro_rules! print_result {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        writeln!(std::io::stdout(), $($text)*)
    }};
}
