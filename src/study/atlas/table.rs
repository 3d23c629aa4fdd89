//! Tables as files: what was asked, what came out, and a checksum.

use super::error::{AtlasError, SealError};
use super::known::ATLAS_KINDS;
use super::source::Generator;
use super::tally::Tally;
use crate::problem::Kind;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The objectives of an atlas, unless somebody asks for others.
pub const OBJECTIVES: [&str; 3] = [
    "temperature - degree",
    "temperature / degree",
    "temperature - degree - degree2 / 2",
];

/// What a table is about, and how its boards are come by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The program and its version.
    pub program: String,
    /// The ruleset's name.
    pub ruleset: String,
    /// The class of boards: the name of a [`Kind`].
    pub class: String,
    /// How many vertices the boards have.
    pub order: usize,
    /// Where the boards come from.
    pub generator: Generator,
    /// The objectives, as the record book names them.
    pub objectives: Vec<String>,
}

/// Optima that are proved by going over all boards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// What was asked.
    pub question: Question,
    /// Whether the independent checker agrees on every board that is named.
    pub checked: bool,
    /// What came out.
    pub tally: Tally,
}

impl Question {
    /// The program, as questions name it.
    pub const PROGRAM: &str = concat!("boilingpoint ", env!("CARGO_PKG_VERSION"));

    /// The kind of boards.
    ///
    /// # Errors
    /// When the class is not one of the atlas.
    pub fn kind(&self) -> Result<Kind, AtlasError> {
        let kind = ATLAS_KINDS.into_iter().find(|k| k.name() == self.class);
        kind.ok_or_else(|| AtlasError::Class(self.class.clone()))
    }

    /// The name of the table: `snort-tree-12`.
    pub fn name(&self) -> String {
        format!("{}-{}-{:02}", self.ruleset, self.class, self.order)
    }
}

impl Table {
    /// Whether it has all that is asked, whichever way its boards were come by.
    pub fn answers(&self, question: &Question) -> bool {
        let objectives = &self.question.objectives;
        self.question.name() == question.name()
            && question.objectives.iter().all(|o| objectives.contains(o))
    }
}

/// Something with its checksum.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sealed<T> {
    content: T,
    crc32: String,
}

fn checksum<T: Serialize>(content: &T) -> serde_json::Result<String> {
    let bytes = serde_json::to_vec(content)?;
    Ok(format!("{:08x}", crc32fast::hash(&bytes)))
}

/// The text of a file, for people and programs to read.
pub(super) fn seal<T: Serialize>(content: &T) -> serde_json::Result<Vec<u8>> {
    let crc32 = checksum(content)?;
    let mut text = serde_json::to_vec_pretty(&Sealed { content, crc32 })?;
    text.push(b'\n');
    Ok(text)
}

/// Reads the text of a file, and refuses fields that this format does not have: `flatten` hides
/// them from `deny_unknown_fields`, and a checksum of what was read does not cover them.
pub(super) fn unseal<T: Serialize + DeserializeOwned>(text: &[u8]) -> Result<T, SealError> {
    let written: Sealed<serde_json::Value> = serde_json::from_slice(text)?;
    let sealed: Sealed<T> = serde_json::from_slice(text)?;
    if checksum(&sealed.content)? != sealed.crc32 {
        return Err(SealError::Checksum);
    }
    if serde_json::to_value(&sealed.content)? != written.content {
        return Err(SealError::Fields);
    }
    Ok(sealed.content)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::atlas::tally::Tally;

    #[test]
    fn a_file_with_a_field_that_the_format_lacks_is_refused() {
        let tally = Tally::new(&["temperature".to_string()]);
        let text = String::from_utf8(seal(&tally).unwrap()).unwrap();
        assert_eq!(unseal::<Tally>(text.as_bytes()).unwrap(), tally);
        let more = text.replacen("\"objective\":", "\"other\": 1, \"objective\":", 1);
        assert_ne!(more, text);
        let read = unseal::<Tally>(more.as_bytes());
        assert!(matches!(read, Err(SealError::Fields)), "{read:?}");
    }
}
