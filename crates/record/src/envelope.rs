//! The envelope around the saved state of a search: type, versions and checksum.
//!
//! | bytes | content |
//! | --- | --- |
//! | 8 | the type: `BOILCKPT` for a checkpoint |
//! | 4 | format version |
//! | 2 + n | length and text of the program's version |
//! | 8 | length of the payload |
//! | 4 | CRC-32 of everything else |
//! | … | the payload, in postcard |
//!
//! Numbers are little-endian. The envelope is the same in all format versions. The checksum is
//! compared before the version, so that a damaged file is not taken for a file of another version.

/// The type of the content, as the first bytes of an envelope.
pub type Magic = [u8; 8];

/// An envelope whose checksum has been checked.
pub struct Envelope<'a> {
    /// The version of the payload's format.
    pub format: u32,
    /// The version of the program that wrote the envelope.
    pub program: &'a str,
    /// The bytes inside.
    pub payload: &'a [u8],
}

/// Puts a payload into an envelope.
pub fn seal(magic: &Magic, format: u32, program: &str, payload: &[u8]) -> Vec<u8> {
    let program_length = u16::try_from(program.len()).expect("a version is a few characters");
    let mut file = Vec::with_capacity(payload.len() + program.len() + 26);
    file.extend_from_slice(magic);
    file.extend_from_slice(&format.to_le_bytes());
    file.extend_from_slice(&program_length.to_le_bytes());
    file.extend_from_slice(program.as_bytes());
    file.extend_from_slice(&(payload.len() as u64).to_le_bytes());
    let checksum = checksum(&file, payload);
    file.extend_from_slice(&checksum.to_le_bytes());
    file.extend_from_slice(payload);
    file
}

fn checksum(head: &[u8], payload: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(head);
    hasher.update(payload);
    hasher.finalize()
}

/// A way in which an envelope is damaged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EnvelopeError {
    /// The file has another type.
    #[error("it does not begin with {}", .0.escape_ascii())]
    Magic(Magic),
    /// The end of the file is missing.
    #[error("it is cut short")]
    Short,
    /// The file has bytes after the end of the payload.
    #[error("it has bytes after its end")]
    Long,
    /// The bytes of the file differ from the bytes that were written.
    #[error("its checksum is wrong")]
    Checksum,
    /// The version of the program is not UTF-8.
    #[error("its program version is not text")]
    Program,
}

/// Checks an envelope and returns its parts.
///
/// # Errors
/// When the envelope is damaged.
pub fn open<'a>(magic: &Magic, file: &'a [u8]) -> Result<Envelope<'a>, EnvelopeError> {
    let Some(rest) = file.strip_prefix(magic) else {
        return Err(EnvelopeError::Magic(*magic));
    };
    let parts = split(rest).ok_or(EnvelopeError::Short)?;
    let found = parts.payload.len() as u64;
    if found < parts.length {
        return Err(EnvelopeError::Short);
    }
    if found > parts.length {
        return Err(EnvelopeError::Long);
    }
    let head = &file[..file.len() - parts.payload.len() - size_of::<u32>()];
    if checksum(head, parts.payload) != parts.checksum {
        return Err(EnvelopeError::Checksum);
    }
    let program = std::str::from_utf8(parts.program).map_err(|_| EnvelopeError::Program)?;
    Ok(Envelope {
        format: parts.format,
        program,
        payload: parts.payload,
    })
}

struct Parts<'a> {
    format: u32,
    program: &'a [u8],
    length: u64,
    checksum: u32,
    payload: &'a [u8],
}

/// Splits the bytes after the type into fields, without checking them.
fn split(rest: &[u8]) -> Option<Parts<'_>> {
    let (&format, rest) = rest.split_first_chunk()?;
    let (&program_length, rest) = rest.split_first_chunk()?;
    let (program, rest) = rest.split_at_checked(u16::from_le_bytes(program_length).into())?;
    let (&length, rest) = rest.split_first_chunk()?;
    let (&checksum, payload) = rest.split_first_chunk()?;
    Some(Parts {
        format: u32::from_le_bytes(format),
        program,
        length: u64::from_le_bytes(length),
        checksum: u32::from_le_bytes(checksum),
        payload,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_envelope_tells_how_it_is_damaged() {
        const MAGIC: Magic = *b"BOILTEST";
        let file = seal(&MAGIC, 7, "1.2.3", b"payload");
        let found = open(&MAGIC, &file).unwrap();
        let parts = (found.format, found.program, found.payload);
        assert_eq!(parts, (7, "1.2.3", &b"payload"[..]));
        let damage = |file: &[u8]| open(&MAGIC, file).map(|_| ()).unwrap_err();
        let changed = |at: usize| {
            let mut changed = file.clone();
            changed[at] ^= 1;
            damage(&changed)
        };
        assert_eq!(changed(0), EnvelopeError::Magic(MAGIC));
        assert_eq!(changed(file.len() - 1), EnvelopeError::Checksum);
        assert_eq!(damage(&file[..file.len() - 1]), EnvelopeError::Short);
        assert_eq!(damage(&[&file[..], b"x"].concat()), EnvelopeError::Long);
        assert_eq!(damage(&file[..30]), EnvelopeError::Short);
    }
}
