//! Files as a later version would write them.

use std::fs;
use std::path::Path;

/// Changes a file to one of a later version.
pub fn future(path: &Path) {
    let bytes = fs::read(path).unwrap();
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    if name.ends_with(".db") {
        let book = rusqlite::Connection::open(path).unwrap();
        return book.pragma_update(None, "user_version", 99).unwrap();
    }
    if name.ends_with(".bin") && bytes.starts_with(b"BOILCKPT") {
        return fs::write(path, of_later_format(bytes)).unwrap();
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let text = match &*name {
        "manifest.json" => text.replace("\"format\": 1", "\"format\": 2"),
        "proof.json" => text.replace("certificate-1", "certificate-2"),
        "config.toml" | "families.toml" => format!("later = true\n{text}"),
        _ => text.replacen("\"generation\"", "\"later\":1,\"generation\"", 1),
    };
    fs::write(path, text).unwrap();
}

/// A checkpoint of a later format, with a correct checksum.
fn of_later_format(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes[8] = 200;
    let version = usize::from(u16::from_le_bytes([bytes[12], bytes[13]]));
    let at = 8 + 4 + 2 + version + 8;
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(&bytes[..at]);
    checksum.update(&bytes[at + 4..]);
    let checksum = checksum.finalize().to_le_bytes();
    bytes[at..at + 4].copy_from_slice(&checksum);
    bytes
}
