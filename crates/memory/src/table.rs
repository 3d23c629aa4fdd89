//! The bytes of hash tables with open addressing, which are those of `hashbrown` and `std`.

/// The bytes of a table with room for `capacity` entries of `size` bytes. A table has an eighth more
/// slots than entries, and a byte beside each slot.
pub fn bytes_of_table(capacity: usize, size: usize) -> usize {
    capacity * 8 / 7 * (size + 1)
}

/// The most bytes of a table while it grows: it keeps its old slots, half as many, beside the new
/// ones.
pub fn bytes_of_growing_table(capacity: usize, size: usize) -> usize {
    bytes_of_table(capacity, size) / 2 * 3
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 14 entries need 16 slots.
    #[test]
    fn sizes_of_tables() {
        assert_eq!(bytes_of_table(14, 9), 160);
        assert_eq!(bytes_of_growing_table(14, 9), 240);
        assert_eq!(bytes_of_table(0, 9), 0);
    }
}
