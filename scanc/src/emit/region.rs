//! The host code of a data region: what it is called, what the host asks of it, and what its loops ask.

use super::host::{Host, slice_of};
use super::names::Taken;
use crate::recognise::ArrayUse;
use crate::region::{Call, Fact, Insertion, Lent, Region};
use crate::syntax::{bare, place_text, variable};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{BinOp, Expr, UnOp};

/// A function's data region in host code.
#[derive(Clone, Debug)]
pub struct RegionHost {
    /// How the user's crate names `scan_runtime`.
    runtime: syn::Path,
    names: Names,
    region: Region,
}

/// Variables of the function.
#[derive(Clone, Debug)]
struct Names {
    region: Ident,
    /// What is held while a statement runs.
    held: Ident,
    /// Where arrays were before a statement.
    places: Ident,
    /// Operands.
    lhs: Ident,
    rhs: Ident,
}

impl RegionHost {
    /// The host code of `region`, in a function in which the names `taken` are.
    pub fn new(region: Region, taken: &mut Taken, runtime: syn::Path) -> Self {
        let names = Names {
            region: taken.pick("region"),
            held: taken.pick("held"),
            places: taken.pick("places"),
            lhs: taken.pick("lhs"),
            rhs: taken.pick("rhs"),
        };
        Self { runtime, names, region }
    }

    /// What it is made of.
    pub fn region(&self) -> &Region {
        &self.region
    }

    /// What stands at the beginning of the function.
    pub fn beginning(&self) -> TokenStream {
        let (runtime, name, trusts) = (&self.runtime, &self.names.region, self.calls(&self.region.beginning));
        quote!(let #name = #runtime::launch::Region::new(); #trusts)
    }

    /// What stands in front of a statement.
    pub fn calls(&self, insertion: &Insertion) -> TokenStream {
        insertion.calls.iter().map(|call| self.call(call)).collect()
    }

    fn call(&self, call: &Call) -> TokenStream {
        let Names { region, held, places, .. } = &self.names;
        match call {
            Call::Release => quote!(#region.release(#held);),
            Call::Trust(facts) => self.trust(facts),
            Call::Fetch(array) => self.fetch(self.place(*array)),
            Call::Take(array) if self.region.arrays[*array].written => self.take(self.place(*array)),
            Call::Take(array) => {
                let slice = slice_of(self.place(*array));
                quote!(#region.forget(&#slice);)
            }
            Call::FetchWhere(parts, arrays) => {
                let fetched: TokenStream = arrays.iter().map(|&array| self.fetch(self.place(array))).collect();
                let panics = parts.iter().map(|part| self.checked(part));
                quote!(if #(#panics.is_none())||* { #fetched })
            }
            Call::Note(arrays) => {
                let now = self.places(arrays);
                quote!(let #places = #now;)
            }
            Call::Stay(arrays) => {
                let now = self.places(arrays);
                quote!(#region.trust(#places == #now);)
            }
            Call::Hold(lent) => match lent.as_slice() {
                [lent] => {
                    let lent = self.lent(*lent);
                    quote!(let #held = #lent;)
                }
                several => {
                    let several = several.iter().map(|lent| self.lent(*lent));
                    quote!(let #held = (#(#several),*);)
                }
            },
        }
    }

    fn place(&self, array: usize) -> &Expr {
        &self.region.arrays[array].place
    }

    fn fetch(&self, place: &Expr) -> TokenStream {
        let (name, slice) = (&self.names.region, slice_of(place));
        quote!(#name.fetch(&mut #slice);)
    }

    fn take(&self, place: &Expr) -> TokenStream {
        let (name, slice) = (&self.names.region, slice_of(place));
        quote!(#name.take(&mut #slice);)
    }

    /// An array while a statement runs.
    fn lent(&self, lent: Lent) -> TokenStream {
        let (name, slice) = (&self.names.region, |array| slice_of(self.place(array)));
        match lent {
            Lent::Guarded(array) => {
                let slice = slice(array);
                quote!(#name.guard(&mut #slice))
            }
            Lent::Alone(array) => {
                let slice = slice(array);
                quote!(&mut #slice)
            }
            Lent::Shared(array) => {
                let slice = slice(array);
                quote!(&#slice)
            }
        }
    }

    /// Where arrays are.
    fn places(&self, arrays: &[usize]) -> TokenStream {
        let (runtime, slices) = (&self.runtime, arrays.iter().map(|&array| slice_of(self.place(array))));
        quote!([#(#runtime::launch::place(&#slices)),*])
    }

    /// Asks rustc.
    fn trust(&self, facts: &[Fact]) -> TokenStream {
        let (runtime, name) = (&self.runtime, &self.names.region);
        let facts = facts.iter().map(|fact| match fact {
            Fact::Slice(place) => quote!(is_slice(#place)),
            Fact::Owned(place) => quote!(is_owned(#place)),
            Fact::Apart(place) => quote!(is_apart(#place)),
            Fact::Fields(place) => quote!(has_fields(#place)),
            Fact::Number(variable) => quote!(is_number(#variable)),
            Fact::Swap(function, place) => quote!(is_swap(#function, #place)),
        });
        quote!(#name.trust(#runtime::launch::known!(#(#facts),*));)
    }

    /// The value of an expression as an `Option`: `None` where it panics.
    fn checked(&self, expression: &Expr) -> TokenStream {
        let runtime = &self.runtime;
        match bare(expression) {
            Expr::Binary(binary) => match operation(&binary.op) {
                Some(operation) => {
                    let operation = quote!(#runtime::launch::Checked::#operation);
                    self.combined(operation, &binary.left, &binary.right)
                }
                None => quote!(::core::option::Option::Some(#expression)),
            },
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => match self.is_computed(&unary.expr) {
                true => {
                    let operand = self.checked(&unary.expr);
                    quote!(#operand.and_then(#runtime::launch::Checked::neg))
                }
                false => {
                    let operand = &unary.expr;
                    quote!(#runtime::launch::Checked::neg(#operand))
                }
            },
            Expr::Cast(cast) if self.is_computed(&cast.expr) => {
                let (operand, name, ty) = (self.checked(&cast.expr), &self.names.lhs, &cast.ty);
                quote!(#operand.map(|#name| #name as #ty))
            }
            other => quote!(::core::option::Option::Some(#other)),
        }
    }

    fn combined(&self, operation: TokenStream, left: &Expr, right: &Expr) -> TokenStream {
        let Names { lhs, rhs, .. } = &self.names;
        match (self.is_computed(left), self.is_computed(right)) {
            (false, false) => quote!(#operation(#left, #right)),
            (true, false) => {
                let left = self.checked(left);
                quote!(#left.and_then(|#lhs| #operation(#lhs, #right)))
            }
            (false, true) => {
                let right = self.checked(right);
                quote!(#right.and_then(|#rhs| #operation(#left, #rhs)))
            }
            (true, true) => {
                let (left, right) = (self.checked(left), self.checked(right));
                quote!(#left.and_then(|#lhs| #right.and_then(|#rhs| #operation(#lhs, #rhs))))
            }
        }
    }

    /// Whether there is arithmetic in an expression.
    fn is_computed(&self, expression: &Expr) -> bool {
        match bare(expression) {
            Expr::Binary(binary) => operation(&binary.op).is_some(),
            Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_)) && !matches!(bare(&unary.expr), Expr::Lit(_)),
            Expr::Cast(cast) => self.is_computed(&cast.expr),
            _ => false,
        }
    }

    /// Whether any loop stores into an array, so that a device may have what the host has not.
    fn is_stored(&self, place: &Expr) -> bool {
        let text = place_text(place);
        self.region.arrays.iter().any(|array| array.written && place_text(&array.place) == text)
    }
}

/// What the runtime calls an operator that may panic.
fn operation(op: &BinOp) -> Option<Ident> {
    let name = match op {
        BinOp::Add(_) => "add",
        BinOp::Sub(_) => "sub",
        BinOp::Mul(_) => "mul",
        BinOp::Div(_) => "div",
        BinOp::Rem(_) => "rem",
        BinOp::Shl(_) => "shl",
        BinOp::Shr(_) => "shr",
        _ => return None,
    };
    Some(format_ident!("{name}"))
}

impl Host<'_> {
    /// The data region's variable.
    pub(super) fn region(&self) -> Option<&Ident> {
        self.surroundings.function.region.as_ref().map(|region| &region.names.region)
    }

    /// Whether the loop only reads an array that others store into, so that the host may have to fetch it.
    pub(super) fn is_fetched(&self, array: &ArrayUse) -> bool {
        !array.written && self.surroundings.function.region.as_ref().is_some_and(|region| region.is_stored(&array.place))
    }

    /// `let region = &region;`, for what is out of line.
    pub(super) fn region_reference(&self) -> Option<TokenStream> {
        self.region().map(|name| quote!(let #name = &#name;))
    }

    /// `.within(region)`, for the launch.
    pub(super) fn within(&self) -> TokenStream {
        self.region().map(|name| quote!(.within(#name))).unwrap_or_default()
    }

    /// The loop's arrays that a device may have.
    fn own_arrays(&self) -> Vec<&ArrayUse> {
        let Some(region) = &self.surroundings.function.region else { return Vec::new() };
        let arrays = self.recurrence.arrays.iter().filter(|array| !array.collected);
        arrays.filter(|array| region.is_stored(&array.place)).collect()
    }

    /// `region.call(&mut y[..]);` for each of these.
    fn on_each(&self, call: &str, places: impl IntoIterator<Item = Expr>) -> TokenStream {
        let (Some(region), call) = (self.region(), format_ident!("{call}")) else { return quote!() };
        let slices = places.into_iter().map(|place| slice_of(&place));
        quote!(#(#region.#call(&mut #slices);)*)
    }

    /// Has everything on the host that the loop as written may look at, and what others see if it panics.
    pub(super) fn before_loop(&self) -> TokenStream {
        let Some(region) = &self.surroundings.function.region else { return quote!() };
        let own = self.own_arrays();
        let names: Vec<String> = own.iter().map(|array| place_text(&array.place)).collect();
        let others = region.region.arrays.iter().filter(|array| array.outlives && array.written).map(|array| &array.place);
        let others = others.filter(|place| !names.contains(&place_text(place))).cloned();
        let others = self.on_each("fetch_for_others", others);
        let of = |written: bool| own.iter().filter(move |array| array.written == written).map(|array| array.place.clone());
        let (taken, fetched) = (self.on_each("take_for_loop", of(true)), self.on_each("fetch_for_loop", of(false)));
        quote!(#taken #fetched #others)
    }

    /// After the loop, and its comparison: where it only ran to be compared, the host's memory is as it was.
    pub(super) fn after_loop(&self) -> TokenStream {
        self.on_each("put_back", self.own_arrays().into_iter().map(|array| array.place.clone()))
    }

    /// The launch with its result, which is tried again where its arrays have to be on the host first.
    pub(super) fn tried(&self, result: &Ident, launch: TokenStream) -> TokenStream {
        let answers = self.on_each("answer", self.own_arrays().into_iter().map(|array| variable(&array.name)));
        let again = self.slices_again();
        match self.region().filter(|_| !answers.is_empty()) {
            Some(region) => quote!(loop {
                let #result = { #again #launch };
                if !#region.asks() {
                    break #result;
                }
                #answers
            }),
            None => launch,
        }
    }
}
