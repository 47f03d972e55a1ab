//! Names that nobody else has, for what a macro adds to a function: of the crate around it a macro sees that function alone.
//!
//! A `const carry`, a `static y` or a `fn Some` anywhere around the function would otherwise be what a pattern of ours means. So names
//! of ours begin with [`PREFIX`], which functions may not use (SC0130), and what is the standard library's has its whole path. The
//! command sees the whole file, and picks names that are free there.

use super::names::without_double_underscores;
use crate::parse::RESERVED as PREFIX;
use crate::recognise::{Affine, Carry, LiveOut, Recurrence};
use crate::syntax::map_identifiers;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::collections::{BTreeMap, BTreeSet};
use std::iter;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprPath, FieldValue, PatIdent};

/// The recurrence, with reserved names in its canonical expressions for what a `let` or a parameter of ours binds.
pub(super) fn reserved(mut recurrence: Recurrence) -> Recurrence {
    let arrays = recurrence.arrays.iter().map(|array| array.name.to_string());
    let mut reserve = Reserve::of(recurrence.made_up.iter().cloned().chain(arrays).collect());
    reserve.name(&mut recurrence.index.name);
    recurrence.captures.iter_mut().for_each(|capture| reserve.name(&mut capture.name));
    recurrence.visit_results_mut(&mut reserve);
    for carried in &mut recurrence.carried {
        if let Carry::Array { read, .. } | Carry::Part { read, .. } = &mut carried.carry {
            reserve.affine(read);
        }
    }
    for array in &mut recurrence.arrays {
        reserve.name(&mut array.name);
        array.reads.iter_mut().for_each(|read| reserve.affine(read));
    }
    for output in &mut recurrence.outputs {
        reserve.affine(&mut output.index);
        if output.computed.is_none() {
            reserve.visit_expr_mut(&mut output.index_expr);
        }
    }
    for (_, value) in &mut recurrence.live_out {
        if let LiveOut::AtLastIteration(value) = value {
            reserve.visit_expr_mut(value);
        }
    }
    recurrence.lag.iter_mut().for_each(|lag| reserve.affine(lag));
    recurrence
}

/// What each name becomes.
struct Reserve {
    ours: BTreeMap<String, String>,
}

impl Reserve {
    /// Names of which rustc would warn come last: `_x` is not `__scan_x` where there is an `x`.
    fn of(names: BTreeSet<String>) -> Self {
        let plain = |name: &str| format!("{PREFIX}{}", name.trim_start_matches("r#"));
        let (clean, others): (Vec<String>, Vec<String>) =
            names.into_iter().partition(|name| without_double_underscores(&plain(name)) == plain(name));
        let mut ours: BTreeMap<String, String> = clean.into_iter().map(|name| (name.clone(), plain(&name))).collect();
        let mut taken: BTreeSet<String> = ours.values().cloned().collect();
        for name in others {
            let base = without_double_underscores(&plain(&name));
            let numbered = (2..).map(|number| without_double_underscores(&format!("{base}_{number}")));
            let free = iter::once(base.clone()).chain(numbered).find(|name| taken.insert(name.clone()));
            ours.insert(name, free.unwrap_or(base));
        }
        Self { ours }
    }

    fn name(&self, name: &mut Ident) {
        if let Some(reserved) = self.ours.get(&name.to_string()) {
            *name = format_ident!("{}", reserved, span = name.span());
        }
    }

    fn affine(&mut self, affine: &mut Affine) {
        affine.scaled.iter_mut().chain(&mut affine.terms).for_each(|(_, term)| self.visit_expr_mut(term));
    }
}

impl VisitMut for Reserve {
    fn visit_expr_path_mut(&mut self, path: &mut ExprPath) {
        if path.path.get_ident().is_some() {
            path.path.segments.iter_mut().for_each(|segment| self.name(&mut segment.ident));
        }
    }

    fn visit_pat_ident_mut(&mut self, pattern: &mut PatIdent) {
        self.name(&mut pattern.ident);
    }

    /// `S { left }` is `S { left: __scan_left }`.
    fn visit_field_value_mut(&mut self, field: &mut FieldValue) {
        let before = field.expr.clone();
        visit_mut::visit_field_value_mut(self, field);
        if field.expr != before {
            field.colon_token.get_or_insert_default();
        }
    }

    /// A function's name is no variable.
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Call(call) => call.args.iter_mut().for_each(|argument| self.visit_expr_mut(argument)),
            other => visit_mut::visit_expr_mut(self, other),
        }
    }
}

/// `__scanc_std_Some` and its like as the standard library's: by their whole paths in a macro, plainly in a file.
pub(super) fn standard(tokens: TokenStream, in_macro: bool) -> TokenStream {
    map_identifiers(tokens, &|name| standard_path(&name.to_string(), in_macro))
}

fn standard_path(placeholder: &str, in_macro: bool) -> Option<TokenStream> {
    let name = format_ident!("{}", placeholder.strip_prefix("__scanc_std_")?);
    Some(match placeholder {
        _ if !in_macro => quote!(#name),
        "__scanc_std_Option" => quote!(::core::option::Option),
        "__scanc_std_Err" => quote!(::core::result::Result::Err),
        _ => quote!(::core::option::Option::#name),
    })
}
