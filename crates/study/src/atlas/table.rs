//! Tables as files. A file has the question, the result, and a checksum.

use super::error::SealError;
use super::known::{atlas_kind, known_count};
use super::question::Question;
use super::tally::Tally;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Optima that are proved by exhaustion.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    pub question: Question,
    /// Whether the independent checker agrees on every board that the table names.
    pub checked: bool,
    pub tally: Tally,
}

impl Table {
    /// Whether the table has all objectives of a question, and the outcomes if they are asked for.
    /// The origin of the boards does not matter.
    pub fn answers(&self, question: &Question) -> bool {
        let objectives = &self.question.objectives;
        self.question.name() == question.name()
            && (self.has_outcomes() || question.optimum_only.is_some())
            && question.objectives.iter().all(|o| objectives.contains(o))
    }

    /// Whether the table has the outcomes of all boards, besides the maxima.
    pub fn has_outcomes(&self) -> bool {
        self.question.optimum_only.is_none()
    }

    /// The first reason why the numbers of the table cannot all be true; `None` if they fit each
    /// other and the known number of boards.
    pub(super) fn flaw(&self) -> Option<String> {
        let (question, tally) = (&self.question, &self.tally);
        let known = atlas_kind(&question.class).and_then(|k| known_count(k, question.order));
        let boards = tally.boards;
        if known != Some(boards) {
            let known = known.map_or("an unknown number of".to_string(), |n| n.to_string());
            return Some(format!(
                "it counts {boards} boards, but there are {known} boards"
            ));
        }
        tally.flaw(question)
    }
}

/// A content with its checksum.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SealedFile<T> {
    content: T,
    crc32: String,
}

fn checksum<T: Serialize>(content: &T) -> serde_json::Result<String> {
    let bytes = serde_json::to_vec(content)?;
    Ok(format!("{:08x}", crc32fast::hash(&bytes)))
}

/// The text of a file, indented so that people can read it, too.
pub fn seal<T: Serialize>(content: &T) -> serde_json::Result<Vec<u8>> {
    let crc32 = checksum(content)?;
    let mut text = serde_json::to_vec_pretty(&SealedFile { content, crc32 })?;
    text.push(b'\n');
    Ok(text)
}

/// Reads the text of a file. Refuses fields that this format does not have: because of `flatten`,
/// `deny_unknown_fields` does not find them, and the checksum covers only the fields that were
/// read.
pub fn unseal<T: Serialize + DeserializeOwned>(text: &[u8]) -> Result<T, SealError> {
    let written: SealedFile<serde_json::Value> = serde_json::from_slice(text)?;
    let sealed: SealedFile<T> = serde_json::from_slice(text)?;
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
    use crate::atlas::tally::Tally;

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
