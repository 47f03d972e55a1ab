//! The arrays that may stay on the device: variables and fields that live until the function's end.

use super::declared::{declarations, declared_in, name_of, parameter_type, parameters, root, top_level};
use super::exchange::{calls, is_swap};
use super::keeps::local_keeps;
use super::{Fact, LoopUse, NoRegion, Resident};
use crate::syntax::{is_place, place_text};
use proc_macro2::Ident;
use std::collections::BTreeSet;
use syn::{Expr, ExprCall, ItemFn, Local, Pat, Stmt, Type};

/// The arrays of a region, with what is known of their names.
#[derive(Debug, Default)]
pub(super) struct Arrays {
    arrays: Vec<Array>,
    /// The statement of the body with the first annotated loop: there the region begins.
    first: usize,
    /// Whether paths are the same everywhere in the function, so that rustc can be asked what exchanges two arrays.
    swaps: bool,
}

/// An array of a region.
#[derive(Debug)]
struct Array {
    resident: Resident,
    /// `y`, `self.y`.
    text: String,
    /// The statement of the function's body that declares it, unless that is a parameter.
    declared: Option<usize>,
    /// The function's own, which nobody sees when it is dropped.
    is_own: bool,
    /// The text shows that the variable itself holds the elements.
    is_inline: bool,
    /// The text shows that the function can only read it.
    is_shared: bool,
    /// It is exchanged with others.
    is_swapped: bool,
    /// The function that exchanges it with one that is declared no later.
    swap: Option<Expr>,
}

/// Whose memory an array is, and since when.
enum Owner {
    /// The caller's.
    Caller,
    /// The function's own, by a parameter.
    Parameter,
    /// The function's own, since this statement of its body.
    Function(usize),
}

impl Arrays {
    pub(super) fn of(function: &ItemFn, loops: &[LoopUse], swaps: bool) -> Result<Self, NoRegion> {
        let first = function.block.stmts.iter().position(super::parts::holds_hole).unwrap_or(0);
        let mut arrays = Self { arrays: Vec::new(), first, swaps };
        let around: Vec<&Stmt> = loops.iter().filter_map(|of| of.around.as_ref()).collect();
        for (place, written) in loops.iter().flat_map(|of| &of.arrays) {
            let text = place_text(place);
            match arrays.arrays.iter().position(|known| known.text == text) {
                Some(known) => arrays.arrays[known].resident.written |= written,
                None => arrays.add((function, &around), place, text, *written)?,
            }
        }
        arrays.check_origins(function)?;
        arrays.exchange(function);
        for name in loops.iter().flat_map(|of| &of.consumed) {
            arrays.check_consumed(function, name)?;
        }
        Ok(arrays)
    }

    /// What is true of the array under one name is true of that under another one that it is exchanged with.
    fn exchange(&mut self, function: &ItemFn) {
        let pairs: Vec<(Expr, [usize; 2])> =
            calls(function).into_iter().filter_map(|call| Some(((*call.func).clone(), self.exchanged(&call)?))).collect();
        for (swap, pair) in &pairs {
            pair.iter().for_each(|&array| self.arrays[array].is_swapped = true);
            let [one, other] = *pair;
            let later = if self.arrays[one].declared > self.arrays[other].declared { one } else { other };
            self.arrays[later].swap.get_or_insert_with(|| swap.clone());
        }
        // As often as a name can be handed on.
        for _ in 0..pairs.len() {
            for (_, [one, other]) in &pairs {
                let [one_is, other_is] = [one, other].map(|&array| self.arrays[array].resident.clone());
                for &array in [one, other] {
                    self.arrays[array].resident.written = one_is.written || other_is.written;
                    self.arrays[array].resident.outlives = one_is.outlives || other_is.outlives;
                }
            }
        }
    }

    /// The arrays whose names a call exchanges, and nothing else: elements that are somewhere else stay where they are.
    pub(super) fn exchanged(&self, call: &ExprCall) -> Option<[usize; 2]> {
        let whole = |argument: &Expr| match argument {
            Expr::Reference(lent) if lent.mutability.is_some() => {
                self.at(&lent.expr).filter(|&array| !self.arrays[array].is_inline)
            }
            _ => None,
        };
        let arrays: Vec<Option<usize>> = call.args.iter().map(whole).collect();
        match arrays.as_slice() {
            &[Some(one), Some(other)] if self.swaps && is_swap(call) => Some([one, other]),
            _ => None,
        }
    }

    /// What a loop as written takes by value ends with it, unless it is but a reference.
    fn check_consumed(&self, function: &ItemFn, name: &Ident) -> Result<(), NoRegion> {
        let is_reference = parameter_type(function, name).is_some_and(|ty| matches!(ty, Type::Reference(_)));
        let text = name.to_string();
        if is_reference || !self.arrays.iter().any(|array| array.text == text) {
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
        let is_variable = matches!(place, Expr::Path(_));
        let declared = if let Owner::Function(at) = owner { Some(at) } else { None };
        // Whoever owns a field may look at it when it is dropped.
        let is_own = is_variable && !matches!(owner, Owner::Caller);
        let ty = parameter_type(function, &root).filter(|_| is_variable);
        self.arrays.push(Array {
            resident: Resident { place: place.clone(), written, outlives: !is_own },
            text,
            declared,
            is_own,
            is_inline: declared.is_some_and(|at| is_inline(&function.block.stmts[at])),
            is_shared: matches!(ty, Some(Type::Reference(to)) if to.mutability.is_none()),
            is_swapped: false,
            swap: None,
        });
        Ok(())
    }

    /// What is declared in the body is no other name for an array.
    fn check_origins(&self, function: &ItemFn) -> Result<(), NoRegion> {
        for array in &self.arrays {
            let declared = array.declared.map(|at| &function.block.stmts[at]);
            if matches!(declared, Some(Stmt::Local(local)) if local_keeps(local, self)) {
                return Err(another_name(&array.resident.place));
            }
        }
        Ok(())
    }

    pub(super) fn into_residents(self) -> Vec<Resident> {
        self.arrays.into_iter().map(|array| array.resident).collect()
    }

    /// The statement of the body at which the region begins.
    pub(super) fn first(&self) -> usize {
        self.first
    }

    /// The array that `place` is.
    pub(super) fn at(&self, place: &Expr) -> Option<usize> {
        let text = is_place(place).then(|| place_text(place))?;
        self.arrays.iter().position(|known| known.text == text)
    }

    /// The arrays within `place`: `self` has `self.y` in it.
    pub(super) fn within(&self, place: &Expr) -> Vec<usize> {
        let text = place_text(place);
        let inside =
            |known: &str| known == text || known.starts_with(&format!("{text}.")) || text.starts_with(&format!("{known}."));
        (0..self.arrays.len()).filter(|&array| inside(&self.arrays[array].text)).collect()
    }

    /// The arrays with a name in `text`, which may be the text of a literal.
    pub(super) fn named_in(&self, text: &str) -> Vec<usize> {
        let is_in = |array: &usize| {
            let root = self.root_of(*array);
            text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == root)
        };
        (0..self.arrays.len()).filter(is_in).collect()
    }

    fn root_of(&self, array: usize) -> &str {
        self.arrays[array].text.split('.').next().unwrap_or_default()
    }

    pub(super) fn is_written(&self, array: usize) -> bool {
        self.arrays[array].resident.written
    }

    pub(super) fn text(&self, array: usize) -> &str {
        &self.arrays[array].text
    }

    /// Whether it is a variable, and not a field of one.
    pub(super) fn is_variable(&self, array: usize) -> bool {
        matches!(self.arrays[array].resident.place, Expr::Path(_))
    }

    /// Whether the text shows that the function can only read it.
    pub(super) fn is_shared(&self, array: usize) -> bool {
        self.arrays[array].is_shared
    }

    /// What there is at a statement of the body, or in it.
    pub(super) fn there(&self, statement: usize) -> impl Iterator<Item = usize> {
        (0..self.arrays.len()).filter(move |&array| self.arrays[array].declared.is_none_or(|at| at < statement))
    }

    /// What others see after the function's end, of what there is.
    pub(super) fn outliving(&self, statement: usize) -> impl Iterator<Item = usize> {
        self.there(statement).filter(|&array| self.arrays[array].resident.outlives && self.arrays[array].resident.written)
    }

    /// Whether the fields of `place` are its own, as far as rustc is asked.
    pub(super) fn has_fields(&self, place: &Expr) -> bool {
        let text = format!("{}.", place_text(place));
        self.arrays.iter().any(|array| array.text.starts_with(&text))
    }

    /// What is taken for granted of the arrays that are declared by this statement of the body, or of those that are there before the
    /// first loop.
    pub(super) fn facts(&self, declared: Option<usize>) -> Vec<Fact> {
        let since = |array: &Array| array.declared.filter(|&at| at >= self.first);
        let mut facts = Vec::new();
        for array in self.arrays.iter().filter(|array| since(array) == declared) {
            array.facts().into_iter().for_each(|fact| {
                if !facts.contains(&fact) {
                    facts.push(fact);
                }
            });
        }
        facts
    }

    /// The statements that declare arrays after the first loop.
    pub(super) fn later(&self) -> BTreeSet<usize> {
        self.arrays.iter().filter_map(|array| array.declared).filter(|&at| at >= self.first).collect()
    }
}

impl Array {
    fn facts(&self) -> Vec<Fact> {
        let place = &self.resident.place;
        let array = if self.is_own { Fact::Owned(place.clone()) } else { Fact::Slice(place.clone()) };
        let apart = self.is_swapped.then(|| Fact::Apart(place.clone()));
        let swap = self.swap.iter().map(|swap| Fact::Swap(Box::new(swap.clone()), place.clone()));
        prefixes(place).into_iter().map(Fact::Fields).chain([array]).chain(apart).chain(swap).collect()
    }
}

/// `self`, `self.inner` of `self.inner.y`.
fn prefixes(place: &Expr) -> Vec<Expr> {
    match place {
        Expr::Field(field) => prefixes(&field.base).into_iter().chain([(*field.base).clone()]).collect(),
        _ => Vec::new(),
    }
}

/// Whose memory the variable `root` leads to. Only what is declared once, by a parameter or by a `let` of the function's body, is the
/// same memory under that name, and no other, until the end.
fn owner(function: &ItemFn, root: &Ident) -> Result<Owner, NoRegion> {
    let name = root.to_string();
    let is_parameter = parameters(function).contains_key(&name);
    let all = declarations(function).get(&name).copied().unwrap_or(0);
    let refused = |why: &str| Err(NoRegion::new(root.span(), format!("`{name}` {why}")));
    match (is_parameter, all) {
        // A `Vec` that is handed over is the function's own, until it is handed on or dropped.
        (true, 1) if parameter_type(function, root).is_some_and(is_vec_type) => Ok(Owner::Parameter),
        (true, 1) => Ok(Owner::Caller),
        (_, 2..) => refused("is the name of several variables"),
        (_, 0) => refused("is declared outside of the function"),
        (false, 1) => match top_level(function, &name) {
            Some((at, local)) if makes_memory(local) => Ok(Owner::Function(at)),
            Some(_) => refused("may be another name for memory that has one: declare it by `vec![…]` or the like"),
            None => refused("is declared in an inner block: declare it at the beginning of the function"),
        },
    }
}

fn another_name(place: &Expr) -> NoRegion {
    let text = place_text(place);
    NoRegion::new(syn::spanned::Spanned::span(place), format!("`{text}` may be another name for memory that has one"))
}

fn is_vec_type(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Vec"))
}

/// Whether a `let` looks as if its memory were new. Rustc is asked.
fn makes_memory(local: &Local) -> bool {
    let is_reference = matches!(&local.pat, Pat::Type(typed) if matches!(&*typed.ty, Type::Reference(_)));
    let Some(init) = &local.init else { return false };
    let made = matches!(&*init.expr, Expr::Array(_) | Expr::Repeat(_) | Expr::Macro(_) | Expr::MethodCall(_) | Expr::Call(_));
    made && !is_reference && name_of(&local.pat).is_some()
}

/// Whether a `let` shows that its variable holds the elements.
fn is_inline(statement: &Stmt) -> bool {
    let init = |local: &Local| local.init.as_ref().map(|init| matches!(&*init.expr, Expr::Array(_) | Expr::Repeat(_)));
    matches!(statement, Stmt::Local(local) if init(local) == Some(true))
}
