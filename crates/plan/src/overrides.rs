//! Keys of a config that are set on the command line.

/// A key set on the command line. It takes precedence over the file and over earlier options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Override {
    /// The option as the user wrote it, for messages.
    pub(super) label: String,
    pub(super) text: String,
}

impl Override {
    /// The option `--set key=value`: a dotted key, and a TOML value or a bare word.
    pub fn set(text: &str) -> Override {
        Override {
            label: format!("--set {text}"),
            text: text.to_string(),
        }
    }

    /// An option for one key, such as `--seed 7` for `seed`.
    pub fn option(flag: &str, key: &str, value: &str) -> Override {
        Override {
            label: format!("{flag} {value}"),
            text: format!("{key}={value}"),
        }
    }
}
