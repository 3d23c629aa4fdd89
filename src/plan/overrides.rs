//! Keys set on the command line.

/// One key set on the command line; a later one wins over an earlier one and over the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Override {
    /// The option as it was written, for messages.
    pub(super) label: String,
    /// `key=value`.
    pub(super) text: String,
}

impl Override {
    /// `--set key=value`: a dotted key, and a TOML value or a bare word.
    pub fn set(text: &str) -> Override {
        Override {
            label: format!("--set {text}"),
            text: text.to_string(),
        }
    }

    /// An option that stands for a key, such as `--seed 7` for `seed`.
    pub fn option(flag: &str, key: &str, value: &str) -> Override {
        Override {
            label: format!("{flag} {value}"),
            text: format!("{key}={value}"),
        }
    }
}
