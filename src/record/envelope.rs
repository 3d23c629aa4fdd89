//! The envelope around what is saved of a search: what it is, who wrote it, and whether it is whole.
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | what it is: `BOILCKPT` for a checkpoint |
//! | 4 | format version |
//! | 2 + n | length and text of the program's version |
//! | 8 | length of the payload |
//! | 4 | CRC-32 of everything else |
//! | … | the payload, in postcard |
//!
//! Numbers are little-endian. The envelope is the same in all format versions, so that what is damaged
//! can be told from what is of another version: the checksum is compared before the version.

/// What says what is in an envelope.
pub type Magic = [u8; 8];

/// Something whose checksum is right.
pub struct Envelope<'a> {
    /// The version of the payload's format.
    pub format: u32,
    /// The version of the program that wrote it.
    pub program: &'a str,
    /// What is in it.
    pub payload: &'a [u8],
}

/// A payload in its envelope.
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

/// Takes a payload out of its envelope, or says how it is damaged.
pub fn open<'a>(magic: &Magic, file: &'a [u8]) -> Result<Envelope<'a>, String> {
    let Some(rest) = file.strip_prefix(magic) else {
        return Err(format!("it does not begin with {}", magic.escape_ascii()));
    };
    let parts = split(rest).ok_or("it is cut short")?;
    let found = parts.payload.len() as u64;
    if found < parts.length {
        return Err("it is cut short".to_string());
    }
    if found > parts.length {
        return Err("it goes on after its end".to_string());
    }
    let head = &file[..file.len() - parts.payload.len() - size_of::<u32>()];
    if checksum(head, parts.payload) != parts.checksum {
        return Err("its checksum is wrong".to_string());
    }
    let program = std::str::from_utf8(parts.program)
        .map_err(|_| "its program version is not text".to_string())?;
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

/// The fields after the magic; nothing is believed yet.
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
