//! The common style of all pictures: colours, steps of axes, escaping. The colours are chosen so
//! that everybody can tell them apart.

/// The fonts of all pictures.
pub const FONTS: &str = "DejaVu Sans, sans-serif";
/// The colour of text and outlines.
pub const INK: &str = "#1f2937";
/// The colour of secondary text.
pub const MUTED: &str = "#5d6575";
/// The colour of grid lines.
pub const GRID: &str = "#e5e7eb";
/// The colour of Left, and of the first series.
pub const BLUE: &str = "#1d4ed8";
/// The colour of Right.
pub const RED: &str = "#b91c1c";

/// The least number of the sequence 1, 2, 5, 10, 20, 50, … and 0.1, 0.2, 0.5, … that is not less
/// than `rough`.
pub fn tick_step(rough: f64) -> f64 {
    if rough.is_nan() || rough <= 0.0 {
        return 1.0;
    }
    let power = 10f64.powf(rough.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .find(|f| f * power >= rough * 0.999);
    factor.unwrap_or(10.0) * power
}

/// Escapes text for XML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Breaks a text into lines of at most `width` characters. A word that is longer is broken, too. If
/// there are more than `lines` lines, an ellipsis replaces the middle.
pub fn wrapped(text: &str, width: usize, lines: usize) -> Vec<String> {
    let mut set: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        let mut word: Vec<char> = word.chars().collect();
        let used = set[set.len() - 1].chars().count();
        if used > 0 && used + 1 + word.len() > width {
            set.push(String::new());
        } else if used > 0 {
            set.last_mut().expect("a line").push(' ');
        }
        while word.len() > width {
            let line = set.last_mut().expect("a line");
            let room = width - line.chars().count();
            line.extend(word.drain(..room));
            set.push(String::new());
        }
        set.last_mut().expect("a line").extend(word);
    }
    if set.len() > lines {
        let tail = set.split_off(set.len() - lines / 2);
        set.truncate(lines - lines / 2);
        if let Some(line) = set.last_mut() {
            let kept: String = line.chars().take(width.saturating_sub(2)).collect();
            *line = format!("{kept} …");
        }
        set.extend(tail);
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps() {
        for (rough, step) in [
            (0.9, 1.0),
            (1.1, 2.0),
            (3.0, 5.0),
            (7.0, 10.0),
            (0.11, 0.2),
            (0.0, 1.0),
        ] {
            assert!((tick_step(rough) - step).abs() < 1e-9, "{rough}");
        }
    }

    #[test]
    fn wrapping() {
        assert_eq!(wrapped("a bc def", 4, 9), ["a bc", "def"]);
        assert_eq!(wrapped("abcdefghij", 4, 9), ["abcd", "efgh", "ij"]);
        let long = wrapped(&"word ".repeat(100), 20, 4);
        assert!(long.len() == 4 && long[1].ends_with('…'));
        assert_eq!(escaped("<a & \"b\">"), "&lt;a &amp; &quot;b&quot;&gt;");
    }
}
