//! The colours of the view. There are no colours if `NO_COLOR` is set.

use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::Marker;

/// The styles of texts and curves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Styles {
    pub colours: bool,
}

impl Styles {
    /// With colours, unless `NO_COLOR` is set and not empty.
    pub fn from_environment() -> Styles {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|text| !text.is_empty());
        Styles { colours: !refused }
    }

    /// The style of names and titles.
    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The style of lines and axes.
    pub fn faint(self) -> Style {
        self.coloured(Color::DarkGray)
    }

    /// The style of the best fitness.
    pub fn best(self) -> Style {
        self.coloured(Color::Cyan)
    }

    /// The style of the median.
    pub fn median(self) -> Style {
        self.coloured(Color::Yellow)
    }

    /// The style of warnings.
    pub fn alarm(self) -> Style {
        self.coloured(Color::Yellow).add_modifier(Modifier::BOLD)
    }

    /// The marker of the median's curve. Without colours, only the marker tells this curve from the
    /// curve of the best.
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
