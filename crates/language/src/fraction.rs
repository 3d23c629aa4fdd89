//! Characters that are fractions.

/// The dyadic fractions that have a character, with their numerators and denominators.
const FRACTIONS: [(char, u8, u8); 7] = [
    ('½', 1, 2),
    ('¼', 1, 4),
    ('¾', 3, 4),
    ('⅛', 1, 8),
    ('⅜', 3, 8),
    ('⅝', 5, 8),
    ('⅞', 7, 8),
];

/// The numerator and the denominator of a character such as `½`; `None` for other characters.
pub fn fraction(c: char) -> Option<(u8, u8)> {
    let row = FRACTIONS.iter().find(|row| row.0 == c);
    row.map(|&(_, part, whole)| (part, whole))
}
