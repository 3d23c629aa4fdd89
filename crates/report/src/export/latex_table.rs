//! A table for LaTeX whose long texts break, so that it fits a page.

use super::latex::escaped;

/// The width of a table that fits a page in any usual size of letters, in em. A wider one has
/// columns whose texts break.
const PAGE: f64 = 32.0;
/// The room between two columns in em: as LaTeX has it in letters of 10 points, and if texts break.
const NATURAL_GAP: f64 = 1.2;
const GAP: f64 = 0.7;
/// Width in em that the estimates may lack.
const SPARE: f64 = 3.0;
/// The number of letters of a code after which a line may break.
const PIECE: usize = 4;
/// The parts of the free width that a breaking column may have, in percent. The least suffices for
/// the longest word of a heading.
const SHARES: (u32, u32) = (32, 68);

/// A column.
pub struct LatexColumn {
    /// The heading.
    pub heading: String,
    /// Whether the cells are numbers.
    pub is_number: bool,
    /// Whether the column's texts may break.
    pub breaks: bool,
}

/// A cell: its text for LaTeX, and its estimated width in em.
#[derive(Clone, Debug, Default)]
pub struct LatexCell {
    text: String,
    width: f64,
}

impl LatexCell {
    /// A text.
    pub fn plain(text: &str) -> LatexCell {
        LatexCell {
            text: escaped(text),
            width: 0.5 * text.chars().count() as f64,
        }
    }

    /// A number, a list of numbers, or two bounds with `..` between them.
    pub fn numbers(text: &str) -> LatexCell {
        let parts: Vec<LatexCell> = text.split("..").map(LatexCell::math).collect();
        let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        LatexCell {
            text: texts.join(" to "),
            width: parts.iter().map(|part| part.width + 1.0).sum::<f64>() - 1.0,
        }
    }

    /// A formula in LaTeX's notation, such as a canonical form. It may break after commas and bars.
    pub fn math(formula: &str) -> LatexCell {
        LatexCell {
            text: format!("${}$", formula.replace(',', ",\\allowbreak ")),
            width: math_width(formula),
        }
    }

    /// A board or another text of letters without meaning, which may break anywhere.
    pub fn code(text: &str) -> LatexCell {
        let letters: Vec<char> = text.chars().collect();
        let pieces = letters.chunks(PIECE).map(|piece| {
            let piece: String = piece.iter().collect();
            escaped(&piece)
        });
        LatexCell {
            text: format!(
                "\\texttt{{{}}}",
                pieces.collect::<Vec<_>>().join("\\allowbreak ")
            ),
            width: 0.53 * letters.len() as f64,
        }
    }
}

/// The estimated width of a formula: a command is a sign with space on both sides.
fn math_width(formula: &str) -> f64 {
    let mut width = 0.0;
    let mut letters = formula.chars().peekable();
    while let Some(c) = letters.next() {
        match c {
            '\\' if letters.peek().is_some_and(char::is_ascii_alphabetic) => {
                while letters.peek().is_some_and(char::is_ascii_alphabetic) {
                    letters.next();
                }
                width += 0.9;
            }
            '\\' | '{' | '}' | '$' | ' ' | '^' | '_' => {}
            _ => width += 0.5,
        }
        if c == '\\' && letters.peek().is_some_and(|c| "{}|".contains(*c)) {
            letters.next();
            width += 0.5;
        }
    }
    width
}

/// A table.
pub struct LatexTable {
    /// The columns.
    pub columns: Vec<LatexColumn>,
    /// The rows.
    pub rows: Vec<Vec<LatexCell>>,
}

impl LatexTable {
    /// The table as a `tabular`. Within a paper's page it may be scaled or floated.
    pub fn tabular(&self) -> String {
        self.environment("tabular", "", "")
    }

    /// The table as a `longtable`, which goes on over pages and needs the package of this name.
    pub fn longtable(&self, caption: Option<&str>) -> String {
        let caption = caption.map_or(String::new(), |text| {
            format!("\\caption{{{}}} \\\\\n", escaped(text))
        });
        self.environment("longtable", &caption, "\\endhead\n")
    }

    fn environment(&self, name: &str, caption: &str, after_head: &str) -> String {
        let table = format!(
            "\\begin{{{name}}}{{{}}}\n{caption}{} \\hline\n{after_head}{}\\end{{{name}}}\n",
            self.sides(),
            self.head(),
            self.body()
        );
        match self.is_wide() {
            true => format!("{{\\setlength{{\\tabcolsep}}{{.35em}}%\n{table}}}\n"),
            false => table,
        }
    }

    fn head(&self) -> String {
        let headings: Vec<&str> = self
            .columns
            .iter()
            .map(|column| column.heading.as_str())
            .collect();
        headings.join(" & ") + " \\\\"
    }

    fn body(&self) -> String {
        let wide = self.is_wide();
        let line = |row: &Vec<LatexCell>| {
            let cells = self.columns.iter().zip(row);
            let cells = cells.map(|(column, cell)| match wide && column.breaks {
                true => format!("\\raggedright {}", cell.text),
                false => cell.text.clone(),
            });
            cells.collect::<Vec<_>>().join(" & ") + " \\\\\n"
        };
        self.rows.iter().map(line).collect()
    }

    /// The estimated width of a column.
    fn width(&self, i: usize) -> f64 {
        let heading = math_width(&self.columns[i].heading);
        let cells = self.rows.iter().filter_map(|row| row.get(i));
        cells.map(|cell| cell.width).fold(heading, f64::max)
    }

    fn is_wide(&self) -> bool {
        let widths = (0..self.columns.len()).map(|i| self.width(i) + NATURAL_GAP);
        widths.sum::<f64>() + SPARE / 2.0 > PAGE && self.columns.iter().any(|column| column.breaks)
    }

    /// The sides of the columns. In a wide table the breaking columns share the rest of the width.
    fn sides(&self) -> String {
        let wide = self.is_wide();
        let width = |breaks: bool| -> f64 {
            let columns = self.columns.iter().enumerate();
            let columns = columns.filter(|(_, column)| column.breaks == breaks);
            columns.map(|(i, _)| self.width(i)).sum()
        };
        let breaking = width(true);
        let fixed = width(false) + GAP * self.columns.len() as f64 + SPARE;
        let several = self.columns.iter().filter(|column| column.breaks).count() > 1;
        let sides = self.columns.iter().enumerate();
        let sides = sides.map(|(i, column)| match (column, wide) {
            (LatexColumn { breaks: true, .. }, true) => {
                let share = (100.0 * self.width(i) / breaking).round() as u32;
                let share = match several {
                    true => share.clamp(SHARES.0, SHARES.1),
                    false => 100,
                };
                format!("p{{\\dimexpr(\\linewidth-{fixed:.0}em)*{share}/100\\relax}}")
            }
            (
                LatexColumn {
                    is_number: true, ..
                },
                _,
            ) => "r".to_string(),
            _ => "l".to_string(),
        });
        sides.collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(form: &str) -> LatexTable {
        let column = |heading: &str, is_number, breaks| LatexColumn {
            heading: heading.to_string(),
            is_number,
            breaks,
        };
        LatexTable {
            columns: vec![
                column("$n$", true, false),
                column("Board", false, true),
                column("Canonical form", false, true),
            ],
            rows: vec![vec![
                LatexCell::plain("1"),
                LatexCell::code("A~^\\&"),
                LatexCell::math(form),
            ]],
        }
    }

    #[test]
    fn a_short_table_keeps_its_natural_width() {
        let text = table("\\{2\\mid 1\\}").tabular();
        let expected = "\\begin{tabular}{r l l}\n$n$ & Board & Canonical form \\\\ \\hline\n\
            1 & \\texttt{A\\textasciitilde{}\\textasciicircum{}\\textbackslash{}\\allowbreak \\&} & $\\{2\\mid 1\\}$ \\\\\n\
            \\end{tabular}\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn the_columns_of_a_wide_table_break() {
        let long = "\\{12,".repeat(40);
        let text = table(&long).longtable(Some("50% & more"));
        assert!(text.contains("{r p{\\dimexpr(\\linewidth-6em)*32/100\\relax} p{\\dimexpr(\\linewidth-6em)*68/100\\relax}}"), "{text}");
        assert!(text.contains("\\caption{50\\% \\& more} \\\\\n"));
        assert!(text.contains("& \\raggedright $\\{12,\\allowbreak \\{12"));
        assert!(text.starts_with("{\\setlength{\\tabcolsep}{.35em}%\n"));
    }
}
