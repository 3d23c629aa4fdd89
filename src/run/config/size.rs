//! Amounts of memory: "512 MiB".

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

/// Reads an amount of memory with its unit, in bytes; decimals must come out whole.
pub fn parse_size(text: &str) -> Result<u64, String> {
    const EXPECTED: &str = "write a number and a unit, as in \"512 MiB\" or \"4 GiB\"";
    let text = text.trim();
    let split = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = (&text[..split], text[split..].trim());
    let (_, scale) = UNITS
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(unit))
        .ok_or_else(|| EXPECTED.to_string())?;
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    if whole.is_empty() || part.contains('.') || (number.contains('.') && part.is_empty()) {
        return Err(EXPECTED.to_string());
    }
    let too_large = || "the amount is too large or too fine".to_string();
    let digits: u128 = format!("{whole}{part}").parse().map_err(|_| too_large())?;
    let places = u32::try_from(part.len()).map_err(|_| too_large())?;
    let divisor = 10_u128.checked_pow(places).ok_or_else(too_large)?;
    let bytes = digits
        .checked_mul(u128::from(*scale))
        .ok_or_else(too_large)?;
    if !bytes.is_multiple_of(divisor) {
        return Err("the amount is not a whole number of bytes".to_string());
    }
    u64::try_from(bytes / divisor).map_err(|_| too_large())
}

/// Writes an amount of memory with the largest binary unit that leaves it whole.
pub fn print_size(bytes: u64) -> String {
    let binary = UNITS[..4]
        .iter()
        .find(|(_, scale)| bytes != 0 && bytes.is_multiple_of(*scale));
    let (unit, scale) = binary.unwrap_or(&("B", 1));
    format!("{} {unit}", bytes / scale)
}
