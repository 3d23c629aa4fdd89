//! Amounts of memory, such as "512 MiB".

const UNITS: [(&str, u64); 8] = [
    ("TiB", 1 << 40),
    ("GiB", 1 << 30),
    ("MiB", 1 << 20),
    ("KiB", 1 << 10),
    ("GB", 1_000_000_000),
    ("MB", 1_000_000),
    ("KB", 1_000),
    ("B", 1),
];

/// The reason why a text is not an amount of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SizeError {
    /// The text is not a number and a unit.
    #[error("write a number and a unit, as in \"512 MiB\" or \"4 GiB\"")]
    Form,
    /// The number has too many digits.
    #[error("the amount is too large or has too many decimals")]
    Digits,
    /// The amount is not a whole number of bytes.
    #[error("the amount is not a whole number of bytes")]
    NotWhole,
}

/// Reads an amount of memory with its unit, in bytes. Decimals are allowed if the amount is a whole
/// number of bytes.
///
/// # Errors
/// `SizeError` says what to write instead.
pub fn parse_size(text: &str) -> Result<u64, SizeError> {
    let text = text.trim();
    let split = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = (&text[..split], text[split..].trim());
    let (_, scale) = UNITS
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(unit))
        .ok_or(SizeError::Form)?;
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    if whole.is_empty() || part.contains('.') || (number.contains('.') && part.is_empty()) {
        return Err(SizeError::Form);
    }
    let digits: u128 = format!("{whole}{part}")
        .parse()
        .map_err(|_| SizeError::Digits)?;
    let places = u32::try_from(part.len()).map_err(|_| SizeError::Digits)?;
    let divisor = 10_u128.checked_pow(places).ok_or(SizeError::Digits)?;
    let bytes = digits
        .checked_mul(u128::from(*scale))
        .ok_or(SizeError::Digits)?;
    if !bytes.is_multiple_of(divisor) {
        return Err(SizeError::NotWhole);
    }
    u64::try_from(bytes / divisor).map_err(|_| SizeError::Digits)
}

/// Writes an amount of memory in the largest binary unit in which it is a whole number.
pub fn print_size(bytes: u64) -> String {
    let binary = UNITS[..4]
        .iter()
        .find(|(_, scale)| bytes != 0 && bytes.is_multiple_of(*scale));
    let (unit, scale) = binary.unwrap_or(&("B", 1));
    format!("{} {unit}", bytes / scale)
}
