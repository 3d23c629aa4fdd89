//! A sentence of the findings.

/// A sentence, and the record that it is about, if it is about one.
pub struct Finding {
    pub text: String,
    /// The record's board, in a notation that other commands read.
    pub board: Option<String>,
    /// The id of the element of the page that shows the record.
    pub target: Option<String>,
}

impl Finding {
    pub(super) fn plain(text: String) -> Finding {
        Finding {
            text,
            board: None,
            target: None,
        }
    }
}
