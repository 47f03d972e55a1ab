//! The arrays that may stay on the device: variables and fields that live until the function's end.

use super::harmless::is_swap;
use super::{LoopUse, NoRegion, Resident};
use crate::parse::{is_place, place_text};
use proc_macro2::Ident;
use std::collections::HashMap;
use syn::visit::{self, Visit};
use syn::{Expr, ItemFn, Local, Pat, Stmt};

/// The arrays of a region, with what is known of their names.
pub(super) struct Arrays {
    residents: Vec<Resident>,
    /// `y`, `self.y`, of each.
    texts: Vec<String>,
    /// Whether the elements of each stay where they are when its name is given to another: those of slices and `Vec`s do.
    stays: Vec<bool>,
}

/// Whose memory an array is.
enum Owner {
    /// The caller's.
    Caller,
    /// The function's own.
    Function,
}

impl Arrays {
    pub(super) fn of(function: &ItemFn, loops: &[LoopUse]) -> Result<Self, NoRegion> {
        let mut arrays = Self { residents: Vec::new(), texts: Vec::new(), stays: Vec::new() };
        let around: Vec<&Stmt> = loops.iter().filter_map(|of| of.around.as_ref()).collect();
        for (place, written) in loops.iter().flat_map(|of| &of.arrays) {
            let text = place_text(place);
            match arrays.texts.iter().position(|known| *known == text) {
                Some(known) => arrays.residents[known].written |= written,
                None => arrays.add((function, &around), place, text, *written)?,
            }
        }
        arrays.exchange(function);
        for name in loops.iter().flat_map(|of| &of.consumed) {
            arrays.check_consumed(function, name)?;
        }
        Ok(arrays)
    }

    /// What is true of the array under one name is true of that under another one that it is exchanged with.
    fn exchange(&mut self, function: &ItemFn) {
        let mut swaps = Swaps::default();
        swaps.visit_block(&function.block);
        let pairs: Vec<Vec<usize>> =
            swaps.0.iter().map(|places| places.iter().filter_map(|place| self.at(place)).collect()).collect();
        // As often as a name can be handed on.
        for _ in 0..pairs.len() {
            for pair in &pairs {
                let written = pair.iter().any(|&array| self.residents[array].written);
                let outlives = pair.iter().any(|&array| self.residents[array].outlives);
                for &array in pair {
                    self.residents[array].written = written;
                    self.residents[array].outlives = outlives;
                }
            }
        }
    }

    /// What a loop as written takes by value ends with it, unless it is but a reference.
    fn check_consumed(&self, function: &ItemFn, name: &Ident) -> Result<(), NoRegion> {
        let is_reference = parameter_type(function, name).is_some_and(|ty| matches!(ty, syn::Type::Reference(_)));
        let text = name.to_string();
        if is_reference || !self.texts.contains(&text) {
            return Ok(());
        }
        Err(NoRegion::new(name.span(), format!("a loop takes `{text}` by value: let it take `{text}.iter()`")))
    }

    fn add(
        &mut self,
        (function, around): (&ItemFn, &[&Stmt]),
        place: &Expr,
        text: String,
        written: bool,
    ) -> Result<(), NoRegion> {
        let span = syn::spanned::Spanned::span(place);
        let root = root(place).filter(|_| is_place(place));
        let root = root.ok_or_else(|| NoRegion::new(span, format!("`{text}` is no variable or field")))?;
        let owner = owner(function, &root)?;
        if around.iter().any(|around| declared_in(around).contains_key(&root.to_string())) {
            return Err(NoRegion::new(span, format!("`{root}` is the name of several variables")));
        }
        let outlives = matches!(owner, Owner::Caller);
        self.residents.push(Resident { place: place.clone(), written, outlives });
        self.texts.push(text);
        self.stays.push(is_apart(function, place, &root));
        Ok(())
    }

    pub(super) fn into_residents(self) -> Vec<Resident> {
        self.residents
    }

    /// The array that `place` is.
    pub(super) fn at(&self, place: &Expr) -> Option<usize> {
        let text = is_place(place).then(|| place_text(place))?;
        self.texts.iter().position(|known| *known == text)
    }

    /// The arrays within `place`: `self` has `self.y` in it.
    pub(super) fn within(&self, place: &Expr) -> Vec<usize> {
        let text = place_text(place);
        let inside =
            |known: &str| known == text || known.starts_with(&format!("{text}.")) || text.starts_with(&format!("{known}."));
        (0..self.texts.len()).filter(|&array| inside(&self.texts[array])).collect()
    }

    /// The arrays with a name in `text`, which may be the text of a literal.
    pub(super) fn named_in(&self, text: &str) -> Vec<usize> {
        let is_in = |array: &usize| {
            let root = self.texts[*array].split('.').next().unwrap_or_default();
            text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == root)
        };
        (0..self.texts.len()).filter(is_in).collect()
    }

    pub(super) fn is_written(&self, array: usize) -> bool {
        self.residents[array].written
    }

    pub(super) fn text(&self, array: usize) -> &str {
        &self.texts[array]
    }

    pub(super) fn stays(&self, array: usize) -> bool {
        self.stays[array]
    }

    /// What others see after the function's end.
    pub(super) fn outliving(&self) -> impl Iterator<Item = usize> {
        (0..self.residents.len()).filter(|&array| self.residents[array].outlives && self.residents[array].written)
    }
}

/// `self` of `self.y`.
pub(super) fn root(place: &Expr) -> Option<Ident> {
    match place {
        Expr::Path(path) => path.path.get_ident().cloned(),
        Expr::Field(field) => root(&field.base),
        Expr::Paren(inner) => root(&inner.expr),
        Expr::Group(inner) => root(&inner.expr),
        _ => None,
    }
}

/// Whose memory the variable `root` leads to. Only what is declared once, by a parameter or by a `let` of the function's body that
/// makes memory of its own, is the same memory under that name, and no other, until the end.
fn owner(function: &ItemFn, root: &Ident) -> Result<Owner, NoRegion> {
    let mut declarations = Declarations::default();
    function.sig.inputs.iter().for_each(|input| declarations.visit_fn_arg(input));
    let parameters = std::mem::take(&mut declarations.names);
    declarations.visit_block(&function.block);
    let name = root.to_string();
    let inside = declarations.names.get(&name).copied().unwrap_or(0);
    let refused = |why: &str| Err(NoRegion::new(root.span(), format!("`{name}` {why}")));
    match (parameters.contains_key(&name), inside) {
        // A `Vec` that is handed over is the function's own, until it is handed on or dropped.
        (true, 0) if parameter_type(function, root).is_some_and(is_vec_type) => Ok(Owner::Function),
        (true, 0) => Ok(Owner::Caller),
        (true, _) | (false, 2..) => refused("is the name of several variables"),
        (false, 0) => refused("is declared outside of the function"),
        (false, 1) => match top_level(function, &name) {
            Some(local) if makes_memory(local) => Ok(Owner::Function),
            Some(_) => refused("may be another name for memory that has one: declare it by `vec![…]` or the like"),
            None => refused("is declared in an inner block: declare it at the beginning of the function"),
        },
    }
}

fn parameter_type<'f>(function: &'f ItemFn, name: &Ident) -> Option<&'f syn::Type> {
    function.sig.inputs.iter().find_map(|input| match input {
        syn::FnArg::Typed(typed) => matches!(&*typed.pat, Pat::Ident(pattern) if pattern.ident == *name).then_some(&*typed.ty),
        syn::FnArg::Receiver(_) => None,
    })
}

fn is_vec_type(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Vec"))
}

/// How often the function declares each name.
pub(super) fn declarations(function: &ItemFn) -> HashMap<String, usize> {
    let mut declarations = Declarations::default();
    function.sig.inputs.iter().for_each(|input| declarations.visit_fn_arg(input));
    declarations.visit_block(&function.block);
    declarations.names
}

/// How often a statement declares each name.
pub(super) fn declared_in(statement: &Stmt) -> HashMap<String, usize> {
    let mut declarations = Declarations::default();
    declarations.visit_stmt(statement);
    declarations.names
}

/// Whether the text shows that the variable holds no elements itself, only where they are: a reference to a slice, or a `Vec`.
fn is_apart(function: &ItemFn, place: &Expr, root: &Ident) -> bool {
    let parameter = parameter_type(function, root);
    let is_slice = |ty: &syn::Type| matches!(ty, syn::Type::Reference(to) if matches!(&*to.elem, syn::Type::Slice(_)) || is_vec_type(&to.elem));
    let made = || match top_level(function, &root.to_string()).and_then(|local| local.init.as_ref()).map(|init| &*init.expr) {
        Some(Expr::Macro(call)) => call.mac.path.is_ident("vec"),
        Some(Expr::MethodCall(call)) => call.method == "to_vec",
        Some(Expr::Call(call)) => matches!(&*call.func, Expr::Path(path) if is_vec(&path.path)),
        _ => false,
    };
    matches!(place, Expr::Path(_)) && parameter.map_or_else(made, |ty| is_vec_type(ty) || is_slice(ty))
}

/// What is lent to each `std::mem::swap`.
#[derive(Default)]
struct Swaps(Vec<Vec<Expr>>);

impl<'ast> Visit<'ast> for Swaps {
    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if is_swap(call) {
            let lent = call.args.iter().filter_map(|argument| match argument {
                Expr::Reference(reference) => Some((*reference.expr).clone()),
                _ => None,
            });
            self.0.push(lent.collect());
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// How often each name is declared.
#[derive(Default)]
struct Declarations {
    names: HashMap<String, usize>,
}

impl<'ast> Visit<'ast> for Declarations {
    fn visit_receiver(&mut self, _: &'ast syn::Receiver) {
        self.names.insert("self".to_owned(), 1);
    }

    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        *self.names.entry(pattern.ident.to_string()).or_default() += 1;
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// The `let` of the function's body that declares `name` alone.
fn top_level<'f>(function: &'f ItemFn, name: &str) -> Option<&'f Local> {
    function.block.stmts.iter().find_map(|statement| match statement {
        Stmt::Local(local) => match untyped(&local.pat) {
            Pat::Ident(pattern) if pattern.ident == name && pattern.by_ref.is_none() => Some(local),
            _ => None,
        },
        _ => None,
    })
}

fn untyped(pattern: &Pat) -> &Pat {
    match pattern {
        Pat::Type(typed) => untyped(&typed.pat),
        other => other,
    }
}

/// Whether a `let` shows that its memory is new.
fn makes_memory(local: &Local) -> bool {
    const METHODS: [&str; 6] = ["to_vec", "clone", "collect", "to_owned", "into_vec", "into_boxed_slice"];
    let Some(init) = &local.init else { return false };
    match &*init.expr {
        Expr::Array(_) | Expr::Repeat(_) => true,
        Expr::Macro(call) => call.mac.path.is_ident("vec"),
        Expr::MethodCall(call) => METHODS.iter().any(|method| call.method == method) && !borrows(local),
        Expr::Call(call) => matches!(&*call.func, Expr::Path(path) if is_vec(&path.path)),
        _ => false,
    }
}

/// `Vec::with_capacity`, `Vec::<f32>::new`.
fn is_vec(path: &syn::Path) -> bool {
    path.segments.len() == 2 && path.segments[0].ident == "Vec"
}

/// A type that is written, and is a reference: `let y: &[u8] = x.clone();` is no memory of its own.
fn borrows(local: &Local) -> bool {
    matches!(&local.pat, Pat::Type(typed) if matches!(&*typed.ty, syn::Type::Reference(_)))
}
