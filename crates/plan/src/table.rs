//! Macros that generate the plan and its readers and writers from the table of keys.

/// Generates from the table of keys: the structs of a plan, the list of keys, and the plan's reader
/// and writer.
///
/// A row has documentation, name, type, default in TOML and [format](super::format::KeyFormat). If
/// the default is empty, the row may have an example for messages. If the key does not change
/// results, the row has an [effect](super::key::Effect). If runs of older programs were without the
/// key, the row may have the value by which these runs go on.
macro_rules! keys {
    (
        $(#[doc = $plan_about:literal])*
        $Plan:ident {
            $($(#[doc = $own_about:literal])*
            $own:ident: $own_type:ty = $own_default:tt, $own_format:expr
            $(, such as $own_example:literal)? $(, changes $own_effect:ident)?;)*
        }
        $($(#[doc = $table_about:literal])*
        $table:ident: $KeyTable:ident {
            $($(#[doc = $about:literal])*
            $key:ident: $type:ty = $default:tt, $format:expr
            $(, such as $example:literal)? $(, changes $effect:ident)? $(, before $before:literal)?;)*
        })*
    ) => {
        $(#[doc = $plan_about])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $Plan {
            $($(#[doc = $own_about])* pub $own: $own_type,)*
            $(#[doc = concat!("The table `", stringify!($table), "`.")] pub $table: $KeyTable,)*
        }

        $($(#[doc = $table_about])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $KeyTable {
            $($(#[doc = $about])* pub $key: $type,)*
        })*

        /// Every key, in the order of the defaults.
        pub static KEYS: &[Key] = &[
            $(Key {
                name: stringify!($own),
                about: &[$($own_about),*],
                default: stringify!($own_default),
                example: [$($own_example,)? stringify!($own_default)][0],
                effect: [$(Effect::$own_effect,)? Effect::Results][0],
                before: None,
            },)*
            $($(Key {
                name: concat!(stringify!($table), ".", stringify!($key)),
                about: &[$($about),*],
                default: stringify!($default),
                example: [$($example,)? stringify!($default)][0],
                effect: [$(Effect::$effect,)? Effect::Results][0],
                before: [$(Some(stringify!($before)),)? None][0],
            },)*)*
        ];

        /// Every table, in the order of the defaults.
        pub(super) static TABLES: &[KeyTable] =
            &[$((stringify!($table), &[$($table_about),*]),)*];

        impl $Plan {
            /// Reads every key.
            pub(super) fn read(from: &Reader) -> $Plan {
                $Plan {
                    $($own: KeyFormat::<$own_type>::read(&$own_format, from, stringify!($own)),)*
                    $($table: $KeyTable {
                        $($key: KeyFormat::<$type>::read(
                            &$format,
                            from,
                            concat!(stringify!($table), ".", stringify!($key)),
                        ),)*
                    },)*
                }
            }

            /// The value of every key in TOML, in the order of [`KEYS`].
            pub(super) fn values(&self) -> Vec<String> {
                vec![
                    $(KeyFormat::<$own_type>::write(&$own_format, &self.$own),)*
                    $($(KeyFormat::<$type>::write(&$format, &self.$table.$key),)*)*
                ]
            }
        }
    };
}

/// The dotted name of a key. The compiler checks that the plan has this key.
macro_rules! key {
    ($table:ident.$key:ident) => {{
        let _ = |plan: &$crate::Plan| {
            let _ = &plan.$table.$key;
        };
        concat!(stringify!($table), ".", stringify!($key))
    }};
}

pub(super) use {key, keys};
