//! Printing that does not end the program when nobody listens.
//!
//! The standard macros panic when they cannot write. A terminal that has gone away, a pipe that is
//! closed or a disk that is full is no reason to lose a search: what is only said is dropped, and
//! what is told is an error like any other.

/// Says something on standard error; nothing happens if that cannot be written to.
macro_rules! say {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($text)*);
    }};
}

/// Tells a result on standard output; whether that could be written.
macro_rules! tell {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        writeln!(std::io::stdout(), $($text)*)
    }};
}
