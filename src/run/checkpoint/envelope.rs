//! The envelope of a checkpoint file: what it is, who wrote it, and whether it is whole.

const MAGIC: &[u8; 8] = b"BOILCKPT";

/// A file whose checksum is right.
pub(super) struct Envelope<'a> {
    pub(super) format: u32,
    pub(super) program: &'a str,
    pub(super) payload: &'a [u8],
}

/// A payload in its envelope.
pub(super) fn seal(format: u32, program: &str, payload: &[u8]) -> Vec<u8> {
    let program_length = u16::try_from(program.len()).expect("a version is a few characters");
    let mut file = Vec::with_capacity(payload.len() + program.len() + 26);
    file.extend_from_slice(MAGIC);
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

/// Takes a file out of its envelope, or says how it is damaged.
pub(super) fn open(file: &[u8]) -> Result<Envelope<'_>, String> {
    let Some(rest) = file.strip_prefix(MAGIC) else {
        return Err("it does not begin like a checkpoint".to_string());
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
