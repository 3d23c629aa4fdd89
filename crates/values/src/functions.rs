//! The functions of values that an expression may call, one entry in a table each.

use super::{Dyadic, Value, ValueError, Values};

/// A function of one or two values.
pub struct Function {
    /// The name in an expression.
    pub name: &'static str,
    /// The names of the arguments in descriptions, a letter each.
    pub arguments: &'static str,
    /// The meaning, which help texts and documents print.
    pub meaning: &'static str,
    /// Computes the value of the arguments, or describes the mistake.
    pub apply: fn(&mut Values, &[Value]) -> Result<Value, String>,
}

impl Function {
    /// The call with the names of the arguments, such as `cool(G,T)`.
    pub fn signature(&self) -> String {
        let arguments: Vec<String> = self.arguments.chars().map(String::from).collect();
        format!("{}({})", self.name, arguments.join(","))
    }
}

/// Makes an entry of the table.
macro_rules! function {
    ($name:literal, $arguments:literal, $meaning:literal, $apply:expr) => {
        Function {
            name: $name,
            arguments: $arguments,
            meaning: $meaning,
            apply: |values, arguments| ($apply)(values, arguments),
        }
    };
}

/// All functions of values.
pub static FUNCTIONS: [Function; 12] = [
    function!("cool", "GT", "G cooled by the number T >= 0", cool),
    function!("heat", "GT", "G heated by the number T", heat),
    function!("norton", "GU", "the Norton product of G and U > 0", norton),
    function!(
        "ordinal",
        "GH",
        "the ordinal sum G:H of the canonical form of G",
        |v: &mut Values, a: &[Value]| { v.ordinal(a[0], a[1]).map_err(text) }
    ),
    function!(
        "reduced",
        "G",
        "the reduced canonical form",
        |v: &mut Values, a: &[Value]| { v.reduced(a[0]).map_err(text) }
    ),
    function!("tiny", "G", "{0||0|-G}", |v: &mut Values, a: &[Value]| {
        let miny = v.miny(a[0]).map_err(text)?;
        v.neg(miny).map_err(text)
    }),
    function!("miny", "G", "{G|0||0}", |v: &mut Values, a: &[Value]| {
        v.miny(a[0]).map_err(text)
    }),
    function!(
        "mean",
        "G",
        "the mean of G",
        |v: &mut Values, a: &[Value]| { v.mean(a[0]).map(Value::of_number).map_err(text) }
    ),
    function!(
        "temperature",
        "G",
        "the temperature of G",
        |v: &mut Values, a: &[Value]| { v.temperature(a[0]).map(Value::of_number).map_err(text) }
    ),
    function!(
        "left-stop",
        "G",
        "the Left stop of G",
        |v: &mut Values, a: &[Value]| { v.left_stop(a[0]).map(Value::of_number).map_err(text) }
    ),
    function!(
        "right-stop",
        "G",
        "the Right stop of G",
        |v: &mut Values, a: &[Value]| { Ok(Value::of_number(v.right_stop(a[0]))) }
    ),
    function!(
        "atomic-weight",
        "G",
        "the atomic weight of an all-small G",
        atomic_weight
    ),
];

fn text(error: ValueError) -> String {
    error.to_string()
}

fn cool(values: &mut Values, arguments: &[Value]) -> Result<Value, String> {
    match values.as_number(arguments[1]) {
        Some(t) if t >= Dyadic::ZERO => values.cool(arguments[0], t).map_err(text),
        _ => Err("expected a number that is not negative".to_string()),
    }
}

fn heat(values: &mut Values, arguments: &[Value]) -> Result<Value, String> {
    match values.as_number(arguments[1]) {
        Some(t) => values.heat(arguments[0], t).map_err(text),
        None => Err("expected a number".to_string()),
    }
}

fn norton(values: &mut Values, arguments: &[Value]) -> Result<Value, String> {
    let (g, u) = (arguments[0], arguments[1]);
    let is_positive = u != Value::ZERO && values.le(Value::ZERO, u).map_err(text)?;
    if !is_positive {
        return Err("the second value of a Norton product has to be positive".to_string());
    }
    values.norton(g, u).map_err(text)
}

fn atomic_weight(values: &mut Values, arguments: &[Value]) -> Result<Value, String> {
    let weight = values.atomic_weight(arguments[0]).map_err(text)?;
    weight.ok_or_else(|| "only all-small games have an atomic weight".to_string())
}
