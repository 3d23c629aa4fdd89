//! Cuts or rounds texts so that they fit.

/// The text, cut to `width` characters with an ellipsis if it is longer.
pub fn shorten(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_string();
    }
    let Some(room) = width.checked_sub(1) else {
        return String::new();
    };
    text.chars().take(room).chain(['…']).collect()
}

/// A duration as `hh:mm:ss`.
pub fn clock(seconds: f64) -> String {
    let s = seconds.max(0.0) as u64;
    format!("{:02}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60)
}

/// A duration, rounded.
pub fn about(seconds: f64) -> String {
    let s = seconds.max(0.0).round() as u64;
    match s {
        0..100 => format!("{s} s"),
        100..6000 => format!("{} min", s.div_ceil(60)),
        6000..172_800 => format!("{} h {} min", s / 3600, s / 60 % 60),
        _ => format!("{} d {} h", s / 86400, s / 3600 % 24),
    }
}

/// A count, in at most six characters.
pub fn count(n: u64) -> String {
    const UNITS: [(u64, &str); 4] = [
        (1_000_000_000_000, "T"),
        (1_000_000_000, "G"),
        (1_000_000, "M"),
        (1_000, "k"),
    ];
    if n < 100_000 {
        return n.to_string();
    }
    let unit = UNITS.iter().find(|(unit, _)| n >= *unit);
    unit.map_or(n.to_string(), |(unit, name)| {
        let tenths = n / (unit / 10);
        match tenths {
            0..1000 => format!("{}.{}{name}", tenths / 10, tenths % 10),
            _ => format!("{}{name}", tenths / 10),
        }
    })
}

/// A number for an axis. It has at most two decimals, and no trailing zeros.
pub fn decimal(x: f64) -> String {
    let text = format!("{x:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" => "0".to_string(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_shortened_to_a_width() {
        let cases = [
            ("DQc", 3, "DQc"),
            ("DQc", 2, "D…"),
            ("DQc", 1, "…"),
            ("DQc", 0, ""),
            ("", 0, ""),
            ("±½é", 2, "±…"),
        ];
        for (text, width, short) in cases {
            assert_eq!(shorten(text, width), short);
        }
    }

    #[test]
    fn durations() {
        assert_eq!(clock(0.9), "00:00:00");
        assert_eq!(clock(3_661.0), "01:01:01");
        assert_eq!(clock(400_000.0), "111:06:40");
        assert_eq!(clock(f64::NAN), "00:00:00");
        let texts = [12.4, 99.0, 101.0, 7_000.0, 200_000.0].map(about);
        assert_eq!(texts, ["12 s", "99 s", "2 min", "1 h 56 min", "2 d 7 h"]);
    }

    #[test]
    fn numbers() {
        let counts = [0, 99_999, 100_000, 1_234_567, 123_456_789, u64::MAX].map(count);
        assert_eq!(counts, ["0", "99999", "100k", "1.2M", "123M", "18446744T"]);
        let decimals = [2.5, -1.0, 0.0, -0.001, 1.0 / 3.0, 100.0].map(decimal);
        assert_eq!(decimals, ["2.5", "-1", "0", "0", "0.33", "100"]);
    }
}
