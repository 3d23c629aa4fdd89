//! Boards as texts in files of other formats.

use super::super::Board;
use super::parse_board;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

impl Serialize for Board {
    /// Writes [`Board::text`].
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.text().serialize(to)
    }
}

impl<'de> Deserialize<'de> for Board {
    /// Reads a board by [`parse_board`].
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Board, D::Error> {
        let text = String::deserialize(from)?;
        parse_board(&text).map_err(serde::de::Error::custom)
    }
}
