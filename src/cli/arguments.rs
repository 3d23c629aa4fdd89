//! The arguments of the command line before clap reads them, and what clap says about them.
//!
//! clap takes `-1` for an option, so that `--seed -1` is answered with advice about `--`. Here a
//! number with a sign joins the option before it, and the message says what the option takes.

use boilingpoint_plan::KEYS;
use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error as _;
use std::ffi::OsString;
use std::num::{IntErrorKind, ParseIntError};

/// The commands that take `--set KEY=VALUE`.
const WITH_SET: [&str; 4] = ["search", "check", "resume", "shrink"];

/// Joins each value that begins as a negative number, such as `-3..4`, to the option before it:
/// `--order=-3..4`.
pub fn joined(program: &Command, arguments: Vec<OsString>) -> Vec<OsString> {
    let mut command = program;
    let mut joined: Vec<OsString> = Vec::new();
    for argument in arguments {
        let text = argument.to_str().unwrap_or_default();
        let is_over = joined.iter().any(|before| before == "--");
        let option = joined.last().filter(|_| !is_over && is_negative(text));
        if let Some(option) = option.and_then(|o| o.to_str()?.strip_prefix("--"))
            && takes_value(command, option)
        {
            let with_value = format!("--{option}={text}").into();
            joined.pop();
            joined.push(with_value);
            continue;
        }
        // The first word is the name of the program.
        if let (false, Some(inner)) = (joined.is_empty(), command.find_subcommand(text)) {
            command = inner;
        }
        joined.push(argument);
    }
    joined
}

/// Whether a text begins as a negative number.
fn is_negative(text: &str) -> bool {
    let number = text
        .strip_prefix('-')
        .map(|rest| rest.trim_start_matches('.'));
    number.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether a command has an option of this long name that takes a value.
fn takes_value(command: &Command, name: &str) -> bool {
    command.get_arguments().any(|option| {
        let names = option.get_long_and_visible_aliases().unwrap_or_default();
        names.contains(&name) && option.get_action().takes_values()
    })
}

/// The same error with a message that says what a number may be, and without the advice to write
/// `--` before an option: no command takes a value of that form.
pub fn explained(mut error: clap::Error) -> clap::Error {
    if error.kind() == ErrorKind::UnknownArgument {
        error.remove(ContextKind::Suggested);
        return error;
    }
    let (Some(ContextValue::String(option)), Some(ContextValue::String(value))) = (
        error.get(ContextKind::InvalidArg),
        error.get(ContextKind::InvalidValue),
    ) else {
        return error;
    };
    let Some(expected) = error.source().and_then(|why| expected_number(why, value)) else {
        return error;
    };
    let message = format!(
        "invalid value '{value}' for '{option}': expected {expected}\n\n\
         For more information, try '--help'.\n"
    );
    clap::Error::raw(ErrorKind::ValueValidation, message)
}

/// The numbers that an option takes, by the error of a value that is none of them.
fn expected_number(why: &(dyn std::error::Error + 'static), value: &str) -> Option<String> {
    if let Some(why) = why.downcast_ref::<ParseIntError>() {
        return Some(match why.kind() {
            IntErrorKind::PosOverflow => format!("a whole number of at most {}", u64::MAX),
            _ => "a whole number of 0 or more, in digits alone".to_string(),
        });
    }
    // clap's own words about a range.
    let text = why.to_string();
    let (low, high) = text
        .strip_prefix(value)?
        .strip_prefix(" is not in ")?
        .split_once("..")?;
    Some(match high.strip_prefix('=') {
        Some(last) => format!("a whole number from {low} to {last}"),
        None => format!("a whole number of at least {low}"),
    })
}
/// The way to give a key of a config on the command line, if an unknown option has the name of a
/// key, such as `--generations`.
pub fn hint_of_key(error: &clap::Error, arguments: &[OsString]) -> Option<String> {
    let is_one = |command: &OsString| WITH_SET.iter().any(|with| command == with);
    if error.kind() != ErrorKind::UnknownArgument || !arguments.get(1).is_some_and(is_one) {
        return None;
    }
    let ContextValue::String(option) = error.get(ContextKind::InvalidArg)? else {
        return None;
    };
    let name = option.trim_start_matches('-').replace('-', "_");
    let keys: Vec<String> = KEYS
        .iter()
        .filter(|key| key.name.rsplit('.').next() == Some(&*name))
        .map(|key| format!("--set {}=…", key.name))
        .collect();
    (!keys.is_empty()).then(|| format!("hint: keys of a config are given by {}", keys.join(" or ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    /// The message of a command line that clap refuses.
    fn message(line: &str) -> String {
        let program = super::super::Cli::command();
        let refused = program
            .clone()
            .try_get_matches_from(joined(&program, words(line)));
        explained(refused.unwrap_err()).to_string()
    }

    #[test]
    fn a_number_with_a_sign_joins_its_option() {
        let program = super::super::Cli::command();
        for (line, expected) in [
            ("boil search x --seed -1", "boil search x --seed=-1"),
            ("boil scan --order -3..4 -", "boil scan --order=-3..4 -"),
            ("boil moves K3 --tax -1/2", "boil moves K3 --tax=-1/2"),
            ("boil eval K3 --width -.5cm", "boil eval K3 --width=-.5cm"),
            // A flag takes no value, an expression is none, and after `--` there are no options.
            ("boil value --json -1", "boil value --json -1"),
            (
                "boil front r --objective -order",
                "boil front r --objective -order",
            ),
            ("boil eval -- --seconds -1", "boil eval -- --seconds -1"),
            ("boil eval K3 --nothing -1", "boil eval K3 --nothing -1"),
            ("boil eval K3 --seconds=1 -1", "boil eval K3 --seconds=1 -1"),
        ] {
            assert_eq!(joined(&program, words(line)), words(expected), "{line}");
        }
    }

    /// Each option with a number, of each command, is answered with what it takes.
    #[test]
    fn every_option_with_a_number_names_what_it_takes() {
        use std::any::TypeId;
        let numbers = [
            TypeId::of::<u64>(),
            TypeId::of::<usize>(),
            TypeId::of::<u32>(),
        ];
        let mut seen = 0;
        let mut commands = vec![(String::from("boil"), super::super::Cli::command())];
        while let Some((name, command)) = commands.pop() {
            for inner in command.get_subcommands() {
                commands.push((format!("{name} {}", inner.get_name()), inner.clone()));
            }
            for option in command.get_arguments() {
                let parser = option.get_value_parser().type_id();
                let (Some(long), true) = (option.get_long(), numbers.iter().any(|t| parser == *t))
                else {
                    continue;
                };
                for value in ["-1", "x", "1.5", "1_000"] {
                    let text = message(&format!("{name} --{long} {value}"));
                    assert!(
                        text.contains("expected a whole number"),
                        "{name} --{long}: {text}"
                    );
                    assert!(!text.contains("to pass"), "{text}");
                }
                seen += 1;
            }
        }
        assert!(seen > 40, "{seen}");
    }

    #[test]
    fn ranges_are_told_in_words() {
        let large = "boil eval K3 --work 99999999999999999999";
        assert!(message(large).contains("at most 18446744073709551615"));
        assert!(message("boil moves K3 --seconds 0").contains("a whole number from 1 to 86400"));
        assert!(message("boil habitat - --day 9").contains("a whole number from 0 to 3"));
        assert!(message("boil eval --jsno K3").contains("a similar argument exists: '--json'"));
    }
}
