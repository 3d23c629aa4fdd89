//! Colours, or none where `NO_COLOR` is set.

use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::Marker;

/// How things look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Styles {
    /// Whether there are colours.
    pub colours: bool,
}

impl Styles {
    /// With colours unless `NO_COLOR` is set to something.
    pub fn from_environment() -> Styles {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|text| !text.is_empty());
        Styles { colours: !refused }
    }

    /// Names and titles.
    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What is there to hold the rest together.
    pub fn faint(self) -> Style {
        self.coloured(Color::DarkGray)
    }

    /// The best.
    pub fn best(self) -> Style {
        self.coloured(Color::Cyan)
    }

    /// The median.
    pub fn median(self) -> Style {
        self.coloured(Color::Yellow)
    }

    /// What must not be missed.
    pub fn alarm(self) -> Style {
        self.coloured(Color::Yellow).add_modifier(Modifier::BOLD)
    }

    /// The marker of the median's curve, which nothing but that tells from the best's without
    /// colours.
    pub fn median_marker(self) -> Marker {
        if self.colours {
            Marker::Braille
        } else {
            Marker::Dot
        }
    }

    fn coloured(self, colour: Color) -> Style {
        if self.colours {
            Style::new().fg(colour)
        } else {
            Style::new()
        }
    }
}
