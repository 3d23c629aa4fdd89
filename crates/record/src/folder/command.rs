//! Paths in the commands that a message proposes.

use std::path::Path;

/// A path as a word of a shell's command: in quotes if it has other characters than names mostly
/// have, so that the command can be copied.
pub fn in_command(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "_-./:@%+,=".contains(c);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => text,
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_with_blanks_and_signs_are_quoted() {
        for (path, word) in [
            ("runs/trees-2", "runs/trees-2"),
            ("läufe/1:a@b", "läufe/1:a@b"),
            ("my runs/one", "'my runs/one'"),
            ("it's", "'it'\\''s'"),
            ("$HOME;ls", "'$HOME;ls'"),
            ("", "''"),
        ] {
            assert_eq!(in_command(Path::new(path)), word);
        }
    }
}
