//! What only rustc sees, said so that it checks it: the types of fields, and of what declared functions take and give.

use super::host::Host;
use crate::ir::query::each_expr;
use crate::ir::{Expr, ExprKind, Type};
use crate::ir::{is_element, is_unnamed};
use crate::parse::OperatorName;
use crate::render::c::field_name;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

/// A field that the loop reads: of what, by which way, of which type it is.
struct Part<'k> {
    of: &'k Type,
    way: Vec<&'k str>,
    value: &'k Expr,
}

impl Host<'_> {
    /// `.field(…)` and `.function::<…>(…)`, for each field and each function once.
    pub(super) fn unseen(&self) -> TokenStream {
        let (parts, functions) = (self.parts(), self.functions());
        quote!(#parts #functions)
    }

    /// The parts of a tuple, or of a fixed array, of a type that the loop makes.
    pub(super) fn parts_of(&self, ty: &Type) -> Option<&[(String, Expr)]> {
        let mut found = None;
        each_expr(self.kernel, &mut |expr| match &expr.kind {
            ExprKind::Struct(_, parts) if expr.ty == *ty && parts.iter().all(|(name, _)| is_unnamed(name)) => {
                found = Some(parts.as_slice());
            }
            _ => {}
        });
        found
    }

    fn parts(&self) -> TokenStream {
        let (mut found, mut inner, mut calls) = (Vec::new(), Vec::new(), TokenStream::new());
        each_expr(self.kernel, &mut |expr| {
            let parts = match &expr.kind {
                ExprKind::Field(whole, _) => {
                    inner.push(std::ptr::from_ref(&**whole));
                    if inner.contains(&std::ptr::from_ref(expr)) { Vec::new() } else { vec![part(expr)] }
                }
                // Those of a struct whose name is known, its type has.
                ExprKind::Struct(_, fields) => {
                    let elements = fields.iter().filter(|(name, _)| is_unnamed(name));
                    elements.map(|(name, value)| Part { of: &expr.ty, way: vec![name], value }).collect()
                }
                _ => Vec::new(),
            };
            for part in parts {
                if !found.iter().any(|known: &Part| (known.of, &known.way) == (part.of, &part.way)) {
                    calls.extend(self.part(&part));
                    found.push(part);
                }
            }
        });
        calls
    }

    fn part(&self, part: &Part) -> TokenStream {
        let span = part.value.span.first.resolved_at(Span::mixed_site());
        let of = Ident::new("of", span);
        let steps = part.way.iter().map(|name| step(name, span));
        let name = part_name(part.way.iter().map(|name| (*name).to_owned()));
        let (values, ty) = (self.values_of(part.of), self.type_of(part.value));
        let place = quote_spanned!(span => &raw const #of #(#steps)*);
        quote!(.field(#values, #name, |#of| #place, #ty))
    }

    fn functions(&self) -> TokenStream {
        let calls = self.text.calls.iter().filter_map(|(path, name)| {
            let mut call = None;
            each_expr(self.kernel, &mut |expr| match &expr.kind {
                ExprKind::Call(called, arguments) if called == path && call.is_none() => call = Some((expr, arguments)),
                _ => {}
            });
            let (call, arguments) = call?;
            let (arguments, returns) = (arguments.iter().map(|argument| self.type_of(argument)), self.type_of(call));
            let path = at(path.parse().unwrap_or_default(), call.span.first);
            Some(quote!(.function::<#path, _>(#name, &#path, (#(#arguments,)*), #returns)))
        });
        calls.collect()
    }

    /// `.operator_is::<op, _>(&op)`: a function may be hidden by another one of its name, while the type of that name is not.
    pub(super) fn operator_functions(&self) -> TokenStream {
        let carried = self.recurrence.carried.iter();
        let functions = carried.filter_map(|found| match &self.recurrence.attribute.targets[found.clause].operator {
            OperatorName::Path(path) => Some(quote!(.operator_is::<#path, _>(&#path))),
            OperatorName::Symbol(..) => None,
        });
        functions.collect()
    }

    /// `launch::of::<f32>()`; of a type that only rustc knows that of something before the loop. It stands where the value stands.
    fn type_of(&self, value: &Expr) -> TokenStream {
        let span = value.span.first.resolved_at(Span::mixed_site());
        let mut launch = self.names.launch.clone();
        launch.set_span(span);
        match self.ty(&value.ty) {
            Some(ty) => quote_spanned!(span => #launch::of::<#ty>()),
            None => {
                let values = self.values_of(&value.ty);
                quote_spanned!(span => #launch::of_these(#values))
            }
        }
    }

    /// Values of this type, as a slice: an array's elements, or the carried value.
    fn values_of(&self, ty: &Type) -> TokenStream {
        let arrays = self.recurrence.arrays.iter().zip(&self.kernel.arrays);
        let arrays = arrays.filter(|(used, typed)| used.is_lent() && typed.element == *ty);
        // What a `Vec` that is made here is of may have to be found out from the others.
        match arrays.min_by_key(|(used, _)| used.collected) {
            Some((array, _)) if array.written => {
                let name = &array.name;
                quote!(&*#name)
            }
            Some((array, _)) => array.name.to_token_stream(),
            None => {
                let start = &self.names.start;
                quote!(#start.as_slice())
            }
        }
    }
}

/// The way from what is no field itself.
fn part(expr: &Expr) -> Part<'_> {
    let (mut way, mut at) = (Vec::new(), expr);
    while let ExprKind::Field(whole, name) = &at.kind {
        way.insert(0, name.as_str());
        at = whole;
    }
    Part { of: &at.ty, way, value: expr }
}

/// What the runtime calls the part at the end of a way: `place.x`, `[2].x`.
pub(super) fn part_name(way: impl Iterator<Item = String>) -> String {
    way.map(|name| if is_element(&name) { name } else { field_name(&name) }).collect::<Vec<_>>().join(".")
}

/// `.x`, or `[2]`.
fn step(name: &str, span: Span) -> TokenStream {
    if is_element(name) {
        return name.parse().map(|tokens| at(tokens, span)).unwrap_or_default();
    }
    let member = member(name, span);
    quote_spanned!(span => .#member)
}

/// `x`, or the number of a tuple struct's field.
fn member(name: &str, span: Span) -> TokenStream {
    match name.parse::<u32>() {
        Ok(number) => {
            let mut number = Literal::u32_unsuffixed(number);
            number.set_span(span);
            number.to_token_stream()
        }
        Err(_) if syn::parse_str::<Ident>(name).is_ok() => format_ident!("{name}", span = span).to_token_stream(),
        Err(_) => Ident::new_raw(name, span).to_token_stream(),
    }
}

/// The tokens of a path, at another place.
fn at(path: TokenStream, span: Span) -> TokenStream {
    path.into_iter()
        .map(|mut token| {
            token.set_span(span);
            token
        })
        .collect()
}
