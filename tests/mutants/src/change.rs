//! The changes of an expression: another operator, another number, a sign or a `not` left out.
//!
//! They are those of `cargo mutants`, with both neighbours of each comparison, and with every
//! whole number in an expression replaced by a neighbour.

use proc_macro2::Span;
use syn::{BinOp, Expr, Lit, ReturnType, Type, UnOp, parse_quote, parse_str};

/// The operators that stand in for an operator, as they are written.
fn operators(op: &str) -> &'static [&'static str] {
    match op {
        "==" => &["!="],
        "!=" => &["=="],
        "<" => &["<=", "==", ">"],
        "<=" => &["<", ">"],
        ">" => &[">=", "==", "<"],
        ">=" => &[">", "<"],
        "&&" => &["||"],
        "||" => &["&&"],
        "+" => &["-", "*"],
        "-" => &["+", "/"],
        "*" => &["+", "/"],
        "/" => &["%", "*"],
        "%" => &["/", "+"],
        "<<" => &[">>"],
        ">>" => &["<<"],
        "&" => &["|", "^"],
        "|" => &["&", "^"],
        "^" => &["|", "&"],
        "+=" => &["-=", "*="],
        "-=" => &["+=", "/="],
        "*=" => &["+=", "/="],
        "/=" => &["%=", "*="],
        "%=" => &["/=", "+="],
        "&=" => &["|=", "^="],
        "|=" => &["&=", "^="],
        "^=" => &["|=", "&="],
        "<<=" => &[">>="],
        ">>=" => &["<<="],
        _ => &[],
    }
}

/// An expression that stands in for another: the text of the change, its place, and the expression.
pub type Instead = (String, Span, Expr);

/// All changes of this expression itself; those of its parts are not among them.
pub fn of_expression(expr: &Expr) -> Vec<Instead> {
    match expr {
        Expr::Binary(binary) if !has_let(expr) => of_binary(binary),
        Expr::Unary(unary) => match unary.op {
            UnOp::Not(token) => left_out("!", token.span, &unary.expr),
            UnOp::Neg(token) => left_out("-", token.span, &unary.expr),
            _ => Vec::new(),
        },
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => of_number(number),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn of_binary(binary: &syn::ExprBinary) -> Vec<Instead> {
    let op = written(&binary.op);
    let place = span_of(&binary.op);
    let changed = operators(&op).iter().filter_map(|&other| {
        let mut changed = binary.clone();
        changed.op = parse_str::<BinOp>(other).ok()?;
        Some((format!("{op} with {other}"), place, Expr::Binary(changed)))
    });
    changed.collect()
}

fn left_out(sign: &str, place: Span, expr: &Expr) -> Vec<Instead> {
    vec![(format!("{sign} with nothing"), place, expr.clone())]
}

fn of_number(number: &syn::LitInt) -> Vec<Instead> {
    let Ok(value) = number.base10_parse::<u128>() else {
        return Vec::new();
    };
    let other = if value == 0 { 1 } else { value - 1 };
    let text = format!("{other}{}", number.suffix());
    let Ok(changed) = parse_str::<Expr>(&text) else {
        return Vec::new();
    };
    vec![(format!("{number} with {text}"), number.span(), changed)]
}

fn written(op: &BinOp) -> String {
    quote::quote!(#op).to_string().replace(' ', "")
}

fn span_of(op: &BinOp) -> Span {
    syn::spanned::Spanned::span(op)
}

/// Whether a condition binds a name by `let`: it cannot stand in a block.
pub fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        Expr::Paren(inner) => has_let(&inner.expr),
        Expr::Group(inner) => has_let(&inner.expr),
        _ => false,
    }
}

/// The values that a function could return at once.
pub fn of_return(output: &ReturnType) -> Vec<(String, Expr)> {
    let texts = match output {
        ReturnType::Default => vec!["()".to_owned()],
        ReturnType::Type(_, ty) => of_type(ty),
    };
    let parsed = texts
        .into_iter()
        .filter_map(|text| Some((text.clone(), parse_str(&text).ok()?)));
    parsed.collect()
}

fn of_type(ty: &Type) -> Vec<String> {
    let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
    match ty {
        Type::Tuple(tuple) if tuple.elems.is_empty() => owned(&["()"]),
        Type::Tuple(tuple) => {
            let parts: Option<Vec<String>> = tuple
                .elems
                .iter()
                .map(|part| of_type(part).into_iter().next())
                .collect();
            parts.map_or_else(Vec::new, |parts| vec![format!("({})", parts.join(", "))])
        }
        Type::Reference(reference) if reference.mutability.is_none() => match &*reference.elem {
            Type::Path(path) if path.path.is_ident("str") => owned(&["\"\"", "\"xyzzy\""]),
            Type::Slice(_) => owned(&["&[]"]),
            _ => Vec::new(),
        },
        Type::Path(path) => of_path(path),
        _ => Vec::new(),
    }
}

fn of_path(path: &syn::TypePath) -> Vec<String> {
    let Some(last) = path.path.segments.last() else {
        return Vec::new();
    };
    let inner = || match &last.arguments {
        syn::PathArguments::AngleBracketed(list) => match list.args.first() {
            Some(syn::GenericArgument::Type(ty)) => of_type(ty),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    let with = |name: &str| {
        inner()
            .iter()
            .map(|text| format!("{name}({text})"))
            .collect()
    };
    match last.ident.to_string().as_str() {
        "bool" => vec!["true".to_owned(), "false".to_owned()],
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => vec!["0".to_owned(), "1".to_owned()],
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => {
            vec!["0".to_owned(), "1".to_owned(), "-1".to_owned()]
        }
        "f64" | "f32" => vec!["0.0".to_owned(), "1.0".to_owned()],
        "String" => vec![
            "String::new()".to_owned(),
            "\"xyzzy\".to_owned()".to_owned(),
        ],
        "Vec" => vec!["Vec::new()".to_owned()],
        "Option" => {
            let mut all = vec!["None".to_owned()];
            all.extend::<Vec<String>>(with("Some"));
            all
        }
        "Result" | "DecodeResult" => with("Ok"),
        _ => vec!["Default::default()".to_owned()],
    }
}

/// The expression with a choice: the changes, and else the expression as it is.
pub fn chosen(expr: &Expr, changes: Vec<(u32, Expr)>) -> Expr {
    let mut whole = expr.clone();
    for (id, other) in changes {
        whole = parse_quote!((if ::boilingpoint_mutant_switch::on(#id) { #other } else { #whole }));
    }
    whole
}
