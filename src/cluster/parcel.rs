//! What lies in the store: in postcard, in an envelope with versions and a checksum.

use super::exchange::ExchangeError;
use super::keys::Blocks;
use super::unit::FORMAT;
use crate::run::IsleState;
use crate::run::envelope::{self, Magic};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

const MAGIC: Magic = *b"BOILUNIT";
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// An island as an epoch begins.
#[derive(Serialize, Deserialize)]
pub(super) struct StateParcel {
    pub(super) state: IsleState,
    pub(super) blocks: Blocks,
}

/// Something as it is stored.
pub(super) fn pack<T: Serialize>(content: &T) -> Vec<u8> {
    let payload = postcard::to_stdvec(content).expect("what is stored has no maps without length");
    envelope::seal(&MAGIC, FORMAT, PROGRAM, &payload)
}

/// Something that was stored under a key.
pub(super) fn unpack<T: DeserializeOwned>(
    run: &str,
    key: &str,
    bytes: &[u8],
) -> Result<T, ExchangeError> {
    let damaged = |why: String| ExchangeError::Damaged {
        run: run.to_string(),
        key: key.to_string(),
        why,
    };
    let envelope = envelope::open(&MAGIC, bytes).map_err(damaged)?;
    if (envelope.format, envelope.program) != (FORMAT, PROGRAM) {
        return Err(damaged(format!(
            "stored by boilingpoint {} in format {}, and this is {PROGRAM} with {FORMAT}",
            envelope.program, envelope.format
        )));
    }
    match postcard::take_from_bytes(envelope.payload) {
        Ok((content, [])) => Ok(content),
        Ok((_, rest)) => Err(damaged(format!("{} bytes are left over", rest.len()))),
        Err(e) => Err(damaged(e.to_string())),
    }
}
