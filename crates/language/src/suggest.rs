//! Suggestions: for an unknown word, the known word that is nearest.
//!
//! The distance is optimal string alignment: letters may be left out, added, changed, or exchanged
//! with their neighbours. Two words are near if their distance is at most a third of the longer
//! word's length. The unknown word is also just near enough if it is a prefix, of three letters or
//! more, of the known word, or a part of the known word between hyphens or underscores. Text in
//! parentheses does not count.

/// The greatest length, in characters, of a word for which a suggestion is made. Comparing longer
/// words takes too much time.
const LONGEST: usize = 100;

/// The candidate that is nearest to `word`; `None` if no candidate is near enough. Of several
/// nearest candidates, the first in alphabetical order.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.chars().nth(LONGEST).is_some() {
        return None;
    }
    let word = head(word);
    let scored = candidates
        .into_iter()
        .filter_map(|candidate| Some((distance(&word, &head(candidate))?, candidate)));
    scored.min().map(|(_, candidate)| candidate)
}

/// The part of a text before its parentheses, in lower case.
fn head(text: &str) -> String {
    text.split('(').next().unwrap_or(text).to_lowercase()
}

/// The distance of two words; `None` if the words are not near.
fn distance(word: &str, candidate: &str) -> Option<usize> {
    let [length, other] = [word, candidate].map(|text| text.chars().count());
    let (longer, letters) = (length.max(other), strsim::osa_distance(word, candidate));
    let near = (longer / 3).max(1);
    let beginning = length >= 3 && candidate.starts_with(word);
    let part = candidate.split(['-', '_']).any(|part| part == word);
    let distance = if beginning || part {
        letters.min(near)
    } else {
        letters
    };
    (distance <= near && distance < longer).then_some(distance)
}

/// The question `did you mean ...?` with the nearest candidate; `None` if no candidate is near
/// enough.
pub fn suggestion<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(word, candidates).map(|found| format!("did you mean `{found}`?"))
}

/// A line of help for an unknown `word`: it suggests the nearest candidate, or lists all candidates
/// if they are few. `None` otherwise.
pub fn did_you_mean(word: &str, candidates: &[&str]) -> Option<String> {
    const FEW: usize = 16;
    let few = || {
        let all: Vec<String> = candidates.iter().map(|c| format!("`{c}`")).collect();
        (1..=FEW)
            .contains(&all.len())
            .then(|| format!("the known names are {}", all.join(", ")))
    };
    suggestion(word, candidates.iter().copied()).or_else(few)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[rustfmt::skip]
    const WORDS: [&str; 8] = [
        "star", "path", "caterpillar", "snort", "temperature", "degree", "arc-kayles", "subtraction(a,b)",
    ];

    #[test]
    fn what_was_meant_is_found() {
        for (word, meant) in [
            ("strar", Some("star")),
            ("Star", Some("star")),
            ("catterpilar", Some("caterpillar")),
            ("snrot", Some("snort")),
            ("temprature", Some("temperature")),
            ("temp", Some("temperature")),
            ("de", None),
            ("kayles", Some("arc-kayles")),
            ("substraction(1)", Some("subtraction(a,b)")),
            ("xyzzy", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, WORDS), meant, "{word}");
        }
        assert_eq!(nearest("ab", ["ac", "aa"]), Some("aa"));
        assert_eq!(nearest(&"star".repeat(30), WORDS), None);
        let help = did_you_mean("xyzzy", &["star", "path"]);
        assert_eq!(help.as_deref(), Some("the known names are `star`, `path`"));
        assert_eq!(did_you_mean("xyzzy", &[]), None);
        assert_eq!(did_you_mean("xyzzy", &[""; 17]), None);
    }

    proptest! {
        #[test]
        fn a_known_word_is_nearest_to_itself(
            words in proptest::collection::vec("[a-z]{1,12}", 1..8),
        ) {
            for word in &words {
                let found = nearest(&word.to_uppercase(), words.iter().map(String::as_str));
                prop_assert_eq!(found, Some(word.as_str()));
            }
        }

        #[test]
        fn a_slip_is_forgiven(word in "[a-z]{3,12}", at in 0..3_usize, letter in "[a-z]") {
            let left_out = format!("{}{}", &word[..at], &word[at + 1..]);
            let changed = format!("{}{letter}{}", &word[..at], &word[at + 1..]);
            let added = format!("{}{letter}{}", &word[..at], &word[at..]);
            for slip in [left_out, changed, added] {
                prop_assert_eq!(nearest(&slip, [word.as_str()]), Some(word.as_str()));
            }
        }

        #[test]
        fn the_order_of_the_candidates_does_not_matter(
            word in "[a-d]{0,6}",
            mut words in proptest::collection::vec("[a-d]{1,6}", 0..8),
        ) {
            let found = nearest(&word, words.iter().map(String::as_str)).map(str::to_string);
            words.reverse();
            prop_assert_eq!(nearest(&word, words.iter().map(String::as_str)), found.as_deref());
        }
    }
}
