//! The known word nearest to one that is not known.

/// The most characters of a word that may have been meant for another; to compare longer ones takes its time.
const LONGEST: usize = 100;

/// The candidate nearest to `word`, if one is near enough to have been meant.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    if length > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    candidates
        .into_iter()
        .filter_map(|candidate| {
            let distance = strsim::osa_distance(&word, &candidate.to_lowercase());
            let longer = length.max(candidate.chars().count());
            (distance <= (longer / 3).max(1) && distance < longer).then_some((distance, candidate))
        })
        .min()
        .map(|(_, candidate)| candidate)
}

/// A line of help for an unknown `word`: the nearest candidate, or all of them when they are few.
pub fn did_you_mean(word: &str, candidates: &[&str]) -> Option<String> {
    const FEW: usize = 16;
    if let Some(found) = nearest(word, candidates.iter().copied()) {
        return Some(format!("did you mean `{found}`?"));
    }
    if candidates.is_empty() || candidates.len() > FEW {
        return None;
    }
    let all: Vec<String> = candidates.iter().map(|c| format!("`{c}`")).collect();
    Some(format!("known are {}", all.join(", ")))
}
