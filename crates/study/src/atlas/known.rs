//! The kinds of boards that the atlas covers. `crates/problem/src/known.rs` has their numbers.

use boilingpoint_problem::Kind;
pub use boilingpoint_problem::{known_count, known_orders};

/// The kinds of boards that the atlas covers.
pub const ATLAS_KINDS: [Kind; 4] = [Kind::Tree, Kind::Connected, Kind::Bipartite, Kind::Girth5];

/// The kind of boards of the atlas with this name; `None` for another name.
pub fn atlas_kind(name: &str) -> Option<Kind> {
    ATLAS_KINDS.into_iter().find(|kind| kind.name() == name)
}

/// The sequence of the Online Encyclopedia of Integer Sequences that counts the boards of a kind.
pub fn sequence(kind: Kind) -> &'static str {
    match kind {
        Kind::Tree => "A000055",
        Kind::Bipartite => "A005142",
        Kind::Girth5 => "A126757",
        _ => "A001349",
    }
}

#[cfg(test)]
mod tests {
    use super::super::source::{Generator, Source, SourceStep};
    use super::*;

    #[test]
    fn as_many_boards_are_listed() {
        for kind in ATLAS_KINDS {
            for order in 1..=7 {
                let mut source = Source::listed(Generator::BuiltIn, kind, order);
                let mut boards = 0;
                while let Ok(SourceStep::Chunk(_, chunk)) = source.next(None) {
                    boards += chunk.len() as u64;
                }
                assert_eq!(known_count(kind, order), Some(boards), "{}", kind.name());
            }
        }
    }
}
