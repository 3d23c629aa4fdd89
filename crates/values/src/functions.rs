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

/// Makes an entry of each row: the name, the names of the arguments, the function, and the meaning.
macro_rules! functions {
    ($($name:literal $arguments:literal $apply:expr, $meaning:literal;)*) => {
        [$(Function {
            name: $name,
            arguments: $arguments,
            meaning: $meaning,
            apply: $apply,
        }),*]
    };
}

/// All functions of values.
pub static FUNCTIONS: [Function; 12] = functions! {
    "cool" "GT" cool, "G cooled by the number T >= 0";
    "heat" "GT" heat, "G heated by the number T";
    "norton" "GU" norton, "the Norton product of G and U > 0";
    "ordinal" "GH" |v, a| v.ordinal(a[0], a[1]).map_err(text),
        "the ordinal sum G:H of the canonical form of G";
    "reduced" "G" |v, a| v.reduced(a[0]).map_err(text), "the reduced canonical form";
    "tiny" "G" |v, a| v.miny(a[0]).and_then(|miny| v.neg(miny)).map_err(text), "{0||0|-G}";
    "miny" "G" |v, a| v.miny(a[0]).map_err(text), "{G|0||0}";
    "mean" "G" |v, a| number(v.mean(a[0])), "the mean of G";
    "temperature" "G" |v, a| number(v.temperature(a[0])), "the temperature of G";
    "left-stop" "G" |v, a| number(v.left_stop(a[0])), "the Left stop of G";
    "right-stop" "G" |v, a| number(Ok(v.right_stop(a[0]))), "the Right stop of G";
    "atomic-weight" "G" atomic_weight, "the atomic weight of an all-small G";
};

fn number(number: Result<Dyadic, ValueError>) -> Result<Value, String> {
    number.map(Value::of_number).map_err(text)
}

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
