//! Structs whose documentation the program also uses as data.

/// Declares a struct, and keeps the documentation of its fields in the constant `FIELDS`. The
/// constant has the name of each field and the lines of its documentation. So the tables that
/// `boil list` prints cannot differ from the code.
#[macro_export]
macro_rules! documented {
    (
        $(#[$attribute:meta])*
        pub struct $name:ident {
            $(
                $(#[doc = $about:literal])*
                $(#[serde($($serde:tt)*)])?
                pub $field:ident: $type:ty,
            )*
        }
    ) => {
        $(#[$attribute])*
        pub struct $name {
            $(
                $(#[doc = $about])*
                $(#[serde($($serde)*)])?
                pub $field: $type,
            )*
        }

        impl $name {
            /// The name of each field, and the lines of its documentation.
            pub const FIELDS: $crate::Fields = &[$((stringify!($field), &[$($about),*]),)*];
        }
    };
}

/// The names of a struct's fields, each with the lines of its documentation.
pub type Fields = &'static [(&'static str, &'static [&'static str])];

/// The documentation of the field `name` in one line; empty if the struct has no such field.
pub fn summary_of(fields: Fields, name: &str) -> String {
    let found = fields.iter().find(|(field, _)| *field == name);
    let lines = found.map_or(&[][..], |(_, lines)| lines);
    let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    lines.join(" ")
}
