//! All changes of a source file, and the file with the chosen ones compiled in.
//!
//! A changed expression `a < b` becomes `if on(17) { a <= b } else { a < b }`, where `on` says
//! which change the process was started with. So one program holds all changes, and a change costs
//! one run of the tests that reach it, and no build.
//!
//! Patterns, types, constants, `const fn` and the arguments of macros are not changed: no choice
//! at run time can stand there.

use crate::change::{chosen, has_let, of_expression, of_return};
use proc_macro2::Span;
use std::collections::BTreeSet;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Block, Expr, Pat, Signature, parse_quote};

/// A change of a source file.
#[derive(Clone, Debug)]
pub struct Change {
    /// The function that holds the place, with its type.
    pub function: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// The text that is replaced, and the text in its place.
    pub text: String,
}

/// The changes of a file in the order of its text, and the file with those that are wanted.
pub struct Changed {
    /// All changes; the first has the number `first` that the caller gave.
    pub changes: Vec<Change>,
    /// The text of the changed file.
    pub text: String,
}

/// Finds all changes of a file, numbered from `first`, and compiles those in that are wanted.
///
/// # Errors
/// When the text is no Rust.
pub fn change(text: &str, first: u32, wanted: &dyn Fn(u32) -> bool) -> Result<Changed, syn::Error> {
    let mut file = syn::parse_file(text)?;
    let mut visitor = Visitor {
        first,
        wanted,
        changes: Vec::new(),
        names: Vec::new(),
        keep: 0,
    };
    visitor.visit_file_mut(&mut file);
    let text = quote::quote!(#file).to_string();
    Ok(Changed {
        changes: visitor.changes,
        text,
    })
}

struct Visitor<'a> {
    first: u32,
    wanted: &'a dyn Fn(u32) -> bool,
    changes: Vec<Change>,
    /// The names of the types and functions around the place.
    names: Vec<String>,
    /// Above 0, numbers are not changed: they are capacities.
    keep: usize,
}

impl Visitor<'_> {
    /// The number of the change, if it is wanted.
    fn number(&mut self, text: String, place: Span) -> Option<u32> {
        let start = place.start();
        let change = Change {
            function: self.names.join("::"),
            line: start.line,
            column: start.column + 1,
            text,
        };
        let id = self.first + u32::try_from(self.changes.len()).ok()?;
        let wanted = (self.wanted)(id);
        self.changes.push(change);
        wanted.then_some(id)
    }

    fn function(&mut self, signature: &Signature, attributes: &[Attribute], block: &mut Block) {
        if signature.constness.is_some() || is_test(attributes) {
            return;
        }
        self.names.push(signature.ident.to_string());
        let place = block.brace_token.span.open();
        let mut first = Vec::new();
        // A body that is the value already is no change.
        let changed = of_return(&signature.output).into_iter();
        for (text, instead) in changed.filter(|(_, instead)| !is_only(block, instead)) {
            let Some(id) = self.number(format!("the body with {text}"), place) else {
                continue;
            };
            first.push(parse_quote!(if ::boilingpoint_mutant_switch::on(#id) { return #instead; }));
        }
        self.visit_block_mut(block);
        block.stmts.splice(0..0, first);
        self.names.pop();
    }

    /// Guards of the arms: held, left out, and, if a last arm takes what is left, the arm left out.
    fn arms(&mut self, whole: &mut syn::ExprMatch) {
        let rest = whole
            .arms
            .last()
            .is_some_and(|arm| matches!(arm.pat, Pat::Wild(_)));
        let last = whole.arms.len().saturating_sub(1);
        for (i, arm) in whole.arms.iter_mut().enumerate() {
            let place = syn::spanned::Spanned::span(&arm.pat);
            let (pat, guard) = match &arm.pat {
                Pat::Guard(guarded) if has_let(&guarded.guard) => continue,
                Pat::Guard(guarded) => ((*guarded.pat).clone(), Some((*guarded.guard).clone())),
                pat => (pat.clone(), None),
            };
            let mut condition = guard.map(|guard| {
                let changed = [("true", true), ("false", false)];
                let changed = changed.iter().filter_map(|&(text, held)| {
                    let id = self.number(format!("the guard with {text}"), place)?;
                    Some((id, parse_quote!(#held)))
                });
                let changed = changed.collect();
                chosen(&guard, changed)
            });
            if rest
                && i < last
                && let Some(id) = self.number("the arm with nothing".to_owned(), place)
            {
                condition = Some(match condition {
                    Some(guard) => parse_quote!(!::boilingpoint_mutant_switch::on(#id) && #guard),
                    None => parse_quote!(!::boilingpoint_mutant_switch::on(#id)),
                });
            }
            if let Some(guard) = condition {
                arm.pat = Pat::Guard(syn::PatGuard {
                    attrs: Vec::new(),
                    pat: Box::new(pat),
                    if_token: Default::default(),
                    guard: Box::new(guard),
                });
            }
        }
    }
}

impl VisitMut for Visitor<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Const(_) | Expr::Macro(_) => return,
            Expr::Repeat(repeat) => return self.visit_expr_mut(&mut repeat.expr),
            _ => {}
        }
        let capacity = is_capacity(expr);
        self.keep += usize::from(capacity);
        let number = matches!(expr, Expr::Lit(_));
        let found = if number && self.keep > 0 {
            Vec::new()
        } else {
            of_expression(expr)
        };
        let mut changes = Vec::new();
        for (text, place, instead) in found {
            changes.extend(self.number(text, place).map(|id| (id, instead)));
        }
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::Match(whole) = expr {
            self.arms(whole);
        }
        if !changes.is_empty() {
            *expr = chosen(expr, changes);
        }
        self.keep -= usize::from(capacity);
    }

    fn visit_item_mut(&mut self, item: &mut syn::Item) {
        let named = |visitor: &mut Self, name: String, item: &mut syn::Item| {
            visitor.names.push(name);
            visit_mut::visit_item_mut(visitor, item);
            visitor.names.pop();
        };
        match item {
            syn::Item::Fn(function) => {
                self.function(&function.sig, &function.attrs, &mut function.block);
            }
            syn::Item::Impl(found) if !is_test(&found.attrs) => {
                let name = match &found.trait_ {
                    Some((name, _)) if name.is_ident("Debug") || name.is_ident("Hash") => return,
                    _ => type_name(&found.self_ty),
                };
                named(self, name, item);
            }
            syn::Item::Trait(found) => named(self, found.ident.to_string(), item),
            syn::Item::Mod(found) if !is_test(&found.attrs) => {
                visit_mut::visit_item_mut(self, item);
            }
            _ => {}
        }
    }

    fn visit_impl_item_fn_mut(&mut self, function: &mut syn::ImplItemFn) {
        self.function(&function.sig, &function.attrs, &mut function.block);
    }

    fn visit_trait_item_fn_mut(&mut self, function: &mut syn::TraitItemFn) {
        if let Some(block) = &mut function.default {
            self.function(&function.sig, &function.attrs, block);
        }
    }

    fn visit_impl_item_const_mut(&mut self, _: &mut syn::ImplItemConst) {}
    fn visit_trait_item_const_mut(&mut self, _: &mut syn::TraitItemConst) {}
    /// Of patterns, only the guards of arms are changed.
    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        if let Pat::Guard(guarded) = pat {
            self.visit_expr_mut(&mut guarded.guard);
        }
    }
    fn visit_type_mut(&mut self, _: &mut syn::Type) {}
    fn visit_generic_argument_mut(&mut self, _: &mut syn::GenericArgument) {}
    fn visit_attribute_mut(&mut self, _: &mut Attribute) {}
    fn visit_macro_mut(&mut self, _: &mut syn::Macro) {}
}

/// Whether the code is compiled for tests only.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let text = quote::quote!(#attribute).to_string();
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg") && text.contains("test")
    })
}

/// Whether a block is this expression, and nothing else.
fn is_only(block: &Block, expr: &Expr) -> bool {
    matches!(&block.stmts[..], [syn::Stmt::Expr(only, None)]
        if quote::quote!(#only).to_string() == quote::quote!(#expr).to_string())
}

/// Whether the numbers of the expression say only how much memory is taken at first.
fn is_capacity(expr: &Expr) -> bool {
    let is = |name: &syn::Ident| name.to_string().contains("capacity") || name == "reserve";
    match expr {
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => path
                .path
                .segments
                .last()
                .is_some_and(|last| is(&last.ident)),
            _ => false,
        },
        Expr::MethodCall(call) => is(&call.method),
        _ => false,
    }
}

fn type_name(ty: &syn::Type) -> String {
    match ty {
        syn::Type::Path(path) => path
            .path
            .segments
            .last()
            .map_or_else(String::new, |last| last.ident.to_string()),
        _ => quote::quote!(#ty).to_string().replace(' ', ""),
    }
}

/// The modules that a file declares for tests only: their names, or the files beside it that they
/// are in.
///
/// # Errors
/// When the text is no Rust.
pub fn test_modules(text: &str) -> Result<Vec<String>, syn::Error> {
    let file = syn::parse_file(text)?;
    let modules = file.items.iter().filter_map(|item| match item {
        syn::Item::Mod(found) if is_test(&found.attrs) && found.content.is_none() => {
            let path = found.attrs.iter().find_map(file_of);
            Some(path.unwrap_or_else(|| found.ident.to_string()))
        }
        _ => None,
    });
    Ok(modules.collect())
}

/// The file in `#[path = "file"]`.
fn file_of(attribute: &Attribute) -> Option<String> {
    match &attribute.meta {
        syn::Meta::NameValue(found) if found.path.is_ident("path") => match &found.value {
            Expr::Lit(literal) => match &literal.lit {
                syn::Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

/// A choice in a changed file: its number, and the lines of the change and of the whole choice.
pub struct Choice {
    /// The number of the change.
    pub id: u32,
    /// The first and last place of the changed expression, as line and column.
    pub inner: [(usize, usize); 2],
    /// The first and last place of the choice.
    pub outer: [(usize, usize); 2],
}

/// All choices of a changed file, to tell which one an error of the compiler is about.
///
/// # Errors
/// When the text is no Rust.
pub fn choices(text: &str) -> Result<Vec<Choice>, syn::Error> {
    let file = syn::parse_file(text)?;
    let mut finder = Finder(Vec::new());
    syn::visit::Visit::visit_file(&mut finder, &file);
    Ok(finder.0)
}

struct Finder(Vec<Choice>);

impl<'ast> syn::visit::Visit<'ast> for Finder {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        if let Some(id) = number_of(expr) {
            let inner = match expr {
                Expr::If(choice) => ends(syn::spanned::Spanned::span(&choice.then_branch)),
                _ => ends(syn::spanned::Spanned::span(expr)),
            };
            self.0.push(Choice {
                id,
                inner,
                outer: ends(syn::spanned::Spanned::span(expr)),
            });
        }
        syn::visit::visit_expr(self, expr);
    }
}

/// The number in `if on(17) { .. }`, and in `on(17)` itself.
fn number_of(expr: &Expr) -> Option<u32> {
    match expr {
        Expr::If(choice) => number_of(&choice.cond),
        Expr::Call(call) => {
            let Expr::Path(path) = &*call.func else {
                return None;
            };
            let first = &path.path.segments.first()?.ident;
            let Some(Expr::Lit(literal)) = call.args.first() else {
                return None;
            };
            let syn::Lit::Int(number) = &literal.lit else {
                return None;
            };
            (first == "boilingpoint_mutant_switch").then(|| number.base10_parse().ok())?
        }
        _ => None,
    }
}

fn ends(span: Span) -> [(usize, usize); 2] {
    let place = |at: proc_macro2::LineColumn| (at.line, at.column + 1);
    [place(span.start()), place(span.end())]
}

/// The changes that an error at these places is about: those whose changed expressions hold the
/// place, else the smallest choice around it.
pub fn blamed(choices: &[Choice], from: (usize, usize), to: (usize, usize)) -> BTreeSet<u32> {
    let holds = |range: &[(usize, usize); 2]| range[0] <= from && to <= range[1];
    let inner: BTreeSet<u32> = choices
        .iter()
        .filter(|choice| holds(&choice.inner))
        .map(|choice| choice.id)
        .collect();
    if !inner.is_empty() {
        return inner;
    }
    let around = choices.iter().filter(|choice| holds(&choice.outer));
    let size = |choice: &&Choice| {
        let [from, to] = choice.outer;
        (to.0 - from.0, to.1.saturating_sub(from.1))
    };
    around
        .min_by_key(size)
        .map(|choice| choice.id)
        .into_iter()
        .collect()
}
