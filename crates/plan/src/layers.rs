//! The layers of a config: defaults, the file, the command line. A later layer wins.

use super::grid::Grid;
use super::place::line_and_column;
use super::schema::{GRID, Role, Schema};
use super::value::{PlacedValue, TomlValue};
use super::{ConfigError, Override};
use std::collections::BTreeMap;
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// A place in the config: the layer, and the bytes of its text.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    pub(super) layer: usize,
    pub(super) span: Range<usize>,
    /// Whether the value is a string without quotes, as on the command line.
    pub(super) bare: bool,
}

impl Spot {
    /// The spot of another part of the same text.
    pub(super) fn of_part(&self, span: Range<usize>) -> Spot {
        Spot {
            span,
            ..self.clone()
        }
    }
}

/// The value of a key, and its place.
pub(super) struct KeyEntry {
    pub(super) value: TomlValue,
    pub(super) spot: Spot,
}

/// A mistake at a spot, before it becomes a [`ConfigError`].
pub(super) struct Mistake {
    pub(super) spot: Spot,
    pub(super) message: String,
    pub(super) help: Option<String>,
    /// Whether the mistake is a missing key. It is reported only if there is no other mistake.
    pub(super) missing: bool,
}

struct Layer {
    label: String,
    text: String,
}

const DEFAULT_LAYER: usize = 0;
const FILE_LAYER: usize = 1;

/// All layers, and the winning value of every key.
pub(super) struct Layers {
    pub(super) schema: &'static Schema,
    sources: Vec<Layer>,
    entries: BTreeMap<String, KeyEntry>,
    tables: BTreeMap<String, Range<usize>>,
    /// The settings of the file's `[grid]`.
    pub(super) grid: Grid,
    /// The mistakes that were found while the layers were read.
    pub(super) mistakes: Vec<Mistake>,
}

impl Layers {
    /// Reads the layers, with a setting of the file's grid. If `setting` is `None`, a grid is a
    /// mistake.
    pub(super) fn new(
        schema: &'static Schema,
        file: &str,
        text: &str,
        setting: Option<usize>,
        overrides: &[Override],
    ) -> Result<Layers, ConfigError> {
        let source = |label: &str, text: &str| Layer {
            label: label.to_string(),
            text: text.to_string(),
        };
        let mut layers = Layers {
            schema,
            sources: vec![source("the defaults", ""), source(file, text)],
            entries: BTreeMap::new(),
            tables: BTreeMap::new(),
            grid: Grid::default(),
            mistakes: Vec::new(),
        };
        for key in schema.keys {
            let value =
                DeValue::parse(key.default).map_err(|e| syntax(key.name, key.default, &e))?;
            layers.put(key.name, DEFAULT_LAYER, PlacedValue::new(&value, 0), false);
        }
        let document = DeTable::parse(text).map_err(|e| syntax(file, text, &e))?;
        layers.read_file(document.get_ref());
        match setting {
            Some(setting) => layers.take_setting(setting),
            None => layers.refuse_grid(),
        }
        for option in overrides {
            layers.sources.push(source(&option.label, &option.text));
            layers.read_option(&option.text);
        }
        Ok(layers)
    }

    /// Gives each key that the file lacks the value by which older runs go on.
    pub(super) fn take_values_before(&mut self) -> Result<(), ConfigError> {
        for key in self.schema.keys {
            if let Some(before) = key.before
                && self.is_default(key.name)
            {
                let value = DeValue::parse(before).map_err(|e| syntax(key.name, before, &e))?;
                self.put(key.name, DEFAULT_LAYER, PlacedValue::new(&value, 0), false);
            }
        }
        Ok(())
    }

    pub(super) fn put_in_file(&mut self, key: &str, placed: PlacedValue) {
        self.put(key, FILE_LAYER, placed, false);
    }

    /// Notes a mistake in the file.
    pub(super) fn wrong_in_file(&mut self, span: Range<usize>, message: String, help: &str) {
        let help = (!help.is_empty()).then(|| help.to_string());
        self.wrong(FILE_LAYER, span, message, help);
    }

    /// Notes an unknown key in the file.
    pub(super) fn unknown_in_file(&mut self, name: &str, span: Range<usize>) {
        self.unknown_key(name, FILE_LAYER, span);
    }

    fn put(&mut self, key: &str, layer: usize, placed: PlacedValue, bare: bool) {
        let PlacedValue { value, span } = placed;
        let spot = Spot { layer, span, bare };
        self.entries
            .insert(key.to_string(), KeyEntry { value, spot });
    }

    fn read_file(&mut self, document: &DeTable<'_>) {
        for (key, value) in document {
            let name: &str = key.get_ref();
            if name == GRID {
                self.read_grid(key, value);
                continue;
            }
            match (self.schema.role(name), value.get_ref()) {
                (Role::Key, _) => self.put(name, FILE_LAYER, PlacedValue::new(value, 0), false),
                (Role::Table, DeValue::Table(table)) => {
                    self.tables.insert(name.to_string(), key.span());
                    self.read_table(name, table);
                }
                (Role::Table, _) => {
                    let found = PlacedValue::new(value, 0).value.described();
                    let message = format!("`{name}` must be a table, found {found}");
                    let help = format!("write [{name}] on a line of its own and its keys below");
                    self.wrong(FILE_LAYER, value.span(), message, Some(help));
                }
                (Role::Unknown, DeValue::Table(_)) => {
                    let help = Some(self.schema.suggest(&format!("{name}.")));
                    self.wrong(
                        FILE_LAYER,
                        key.span(),
                        format!("unknown table `{name}`"),
                        help,
                    );
                }
                (Role::Unknown, _) => self.unknown_key(name, FILE_LAYER, key.span()),
            }
        }
    }

    fn read_table(&mut self, table: &str, keys: &DeTable<'_>) {
        for (key, value) in keys {
            let name = format!("{table}.{}", key.get_ref());
            match self.schema.role(&name) {
                Role::Key => self.put(&name, FILE_LAYER, PlacedValue::new(value, 0), false),
                _ => self.unknown_key(&name, FILE_LAYER, key.span()),
            }
        }
    }

    fn read_option(&mut self, text: &str) {
        let layer = self.sources.len() - 1;
        let Some((key, value)) = text.split_once('=') else {
            let help = Some("write `--set table.key=value`".to_string());
            return self.wrong(
                layer,
                0..text.len(),
                "the option has no `=`".to_string(),
                help,
            );
        };
        let shift = key.len() + 1;
        let (place, key) = (0..key.trim_end().len(), key.trim());
        match self.schema.role(key) {
            Role::Key if self.grid.varies(key) => {
                let help = "leave `{key}` out here, or take it out of the grid".to_string();
                self.wrong(
                    layer,
                    place,
                    format!("`{key}` varies in [grid]"),
                    Some(help),
                );
            }
            Role::Key => self.read_option_value(key, layer, value, shift),
            Role::Table => {
                let message = format!("`{key}` is a table");
                let help = Some(format!(
                    "set one of its keys, as in `--set {key}.key=value`"
                ));
                self.wrong(layer, place, message, help);
            }
            Role::Unknown => self.unknown_key(key, layer, place),
        }
    }

    /// Reads a TOML value, or a bare word as a string.
    fn read_option_value(&mut self, key: &str, layer: usize, value: &str, shift: usize) {
        let trimmed = value.trim();
        let shift = shift + (value.len() - value.trim_start().len());
        let bare = || PlacedValue {
            value: TomlValue::Text(trimmed.to_string()),
            span: shift..shift + trimmed.len(),
        };
        let quoted = trimmed.starts_with(['"', '\'', '[', '{']);
        match DeValue::parse(trimmed) {
            Ok(parsed) if quoted || !self.schema.takes_text(key) => {
                self.put(key, layer, PlacedValue::new(&parsed, shift), false);
            }
            Err(error) if quoted => {
                let span = error.span().unwrap_or(0..trimmed.len());
                let span = span.start + shift..span.end + shift;
                self.wrong(layer, span, error.message().to_string(), None);
            }
            _ => self.put(key, layer, bare(), true),
        }
    }

    fn unknown_key(&mut self, name: &str, layer: usize, span: Range<usize>) {
        let help = Some(self.schema.suggest(name));
        self.wrong(layer, span, format!("unknown key `{name}`"), help);
    }

    fn wrong(&mut self, layer: usize, span: Range<usize>, message: String, help: Option<String>) {
        let spot = Spot {
            layer,
            span,
            bare: false,
        };
        self.mistakes.push(Mistake {
            spot,
            message,
            help,
            missing: false,
        });
    }

    /// The value of a key and its place. The defaults have every key.
    pub(super) fn entry(&self, key: &str) -> &KeyEntry {
        self.entries.get(key).expect("the defaults have every key")
    }

    /// Whether a key has its value from the defaults.
    pub(super) fn is_default(&self, key: &str) -> bool {
        self.entry(key).spot.layer == DEFAULT_LAYER
    }

    /// The path of the config file.
    pub(super) fn file(&self) -> &str {
        &self.sources[FILE_LAYER].label
    }

    /// Whether a spot is in the config file.
    pub(super) fn is_file(&self, spot: &Spot) -> bool {
        spot.layer == FILE_LAYER
    }

    pub(super) fn written(&self, spot: &Spot) -> &str {
        self.sources[spot.layer]
            .text
            .get(spot.span.clone())
            .unwrap_or("")
    }

    /// The place at which a missing key is reported: its table in the file, or the beginning of the
    /// file.
    pub(super) fn home(&self, table: &str) -> Spot {
        let span = self.tables.get(table).cloned().unwrap_or(0..0);
        Spot {
            layer: FILE_LAYER,
            span,
            bare: false,
        }
    }

    /// The first mistake, with the others. Mistakes in the file come before those on the command
    /// line. Missing keys are left out if there is another mistake, which may be their cause.
    pub(super) fn first(&self, mut mistakes: Vec<Mistake>) -> Option<ConfigError> {
        // Missing keys stay in the order of the defaults.
        let start = |m: &Mistake| if m.missing { 0 } else { m.spot.span.start };
        let place = |m: &Mistake| (m.missing, m.spot.layer, start(m));
        mistakes.sort_by_key(place);
        let is_missing = mistakes.first()?.missing;
        mistakes.retain(|m| m.missing == is_missing);
        mistakes.dedup_by(|b, a| place(a) == place(b) && a.message == b.message);
        let mut errors = mistakes.into_iter().map(|mistake| self.error(mistake));
        let mut first = errors.next()?;
        first.others = errors.collect();
        Some(first)
    }

    fn error(&self, mistake: Mistake) -> ConfigError {
        let Mistake {
            spot,
            message,
            help,
            ..
        } = mistake;
        let Layer { label, text } = &self.sources[spot.layer];
        if spot.layer == FILE_LAYER {
            ConfigError::in_file(label, text, spot.span, message, help)
        } else {
            ConfigError::in_option(label, text, spot.span, message, help)
        }
    }
}

/// The text of a file, which has to be UTF-8.
pub(super) fn decode<'a>(file: &str, bytes: &'a [u8]) -> Result<&'a str, ConfigError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let (line, column) = line_and_column(&valid, valid.len());
        let byte = bytes.get(error.valid_up_to()).copied().unwrap_or(0);
        let message = format!("the byte 0x{byte:02X} is not UTF-8");
        let help = Some("save the file as UTF-8".to_string());
        let mut error = ConfigError::elsewhere(file, message, help);
        (error.line, error.column) = (line, column);
        error
    })
}

/// The error of a file that is not TOML, with a correction if one is known.
pub(super) fn syntax(file: &str, text: &str, error: &toml::de::Error) -> ConfigError {
    let span = error.span().unwrap_or(0..0);
    let found = text.get(span.clone()).unwrap_or("").trim();
    let said = error.message().trim().replace('\n', ", ");
    let before = text.get(..span.start).unwrap_or("").trim_end();
    let value = before.trim_end_matches(['[', ' ']).ends_with(['=', ',']);
    let (message, help) = if value && found.starts_with(|c: char| c.is_alphabetic()) {
        let help = format!("strings are quoted: \"{found}\"");
        (format!("`{found}` is not a value"), Some(help))
    } else if value && found.is_empty() && said.starts_with("string values must be quoted") {
        ("a value should be here".to_string(), None)
    } else if said.starts_with("duplicate key") {
        let help = "keep one of the two".to_string();
        (format!("`{found}` is given twice"), Some(help))
    } else {
        (said, None)
    };
    ConfigError::in_file(file, text, span, message, help)
}
