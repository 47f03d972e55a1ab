//! The launch of many scans: those of an outer loop's iterations, or those of a loop that continues an earlier iteration than the
//! previous one.

use super::host::Host;
use super::launch::{affine, or_underscore, wide};
use super::names::Names;
use super::start::{is_array, product_word};
use crate::ir::{Array, Dependence};
use crate::recognise::{Affine, ArrayUse, Carried, Carry, Outer, factors};
use crate::syntax::{bare, is_harmless, mentions_variable, place_text, variable};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use std::collections::HashMap;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprBinary, ExprCall, ExprField, ExprIndex, ExprMethodCall, ExprUnary, Local, Pat, Stmt, UnOp};

impl Host<'_> {
    /// The whole block.
    pub(super) fn block_of_batches(&self) -> TokenStream {
        let (import, description, range) = (self.import(), self.description(), self.range());
        let (confirmed, outer, run) = (self.confirmations(), self.outer_range(), self.run_batches());
        let after = self.after_loop();
        self.braced(quote!(#import #description #confirmed #outer #range #run #after))
    }

    /// Launches the scans, unless they are short, or runs the loops.
    pub(super) fn run_batches(&self) -> TokenStream {
        let (short, launched) = (self.are_short(), self.launched());
        let (finish, verify) = (self.finish_batches(), self.verify_batches());
        quote!(#short #launched #finish #verify)
    }

    /// `let is_short = …`
    fn are_short(&self) -> TokenStream {
        let Names { launch, is_short, scan_loop, range, outer, .. } = &self.names;
        let arguments = match &self.recurrence.outer {
            Some(_) => quote!(are_short(&#scan_loop, &#outer, &#range)),
            None => quote!(is_short(&#scan_loop, &#range)),
        };
        match self.region() {
            Some(region) => quote!(let #is_short = #region.#arguments;),
            None => quote!(let #is_short = #launch::#arguments;),
        }
    }

    /// Runs the loops, where the launch has not.
    fn finish_batches(&self) -> TokenStream {
        let (Names { launched, instead, .. }, looped) = (&self.names, self.looped());
        match &self.recurrence.outer {
            Some(_) => quote!(if let __scanc_std_Err(#instead) = #launched { #looped }),
            None => quote!(if #launched.is_err() { #looped }),
        }
    }

    /// `let outer = …`: the values of the outer loop's variable.
    fn outer_range(&self) -> TokenStream {
        let Some(outer) = &self.recurrence.outer else { return quote!() };
        let ty = self.kernel.captures_that_are(Dependence::Variable).next().and_then(|(_, capture)| self.ty(&capture.ty));
        let (name, range) = (&self.names.outer, self.range_of(&outer.range, ty.map(|ty| quote!(::<#ty>)), None));
        quote!(let #name = #range;)
    }

    /// `let launched = …`: the launch, out of line.
    fn launched(&self) -> TokenStream {
        let Names { launch, launched, is_short, range, outer, .. } = &self.names;
        let (captures, slices, region) = (self.captures(&self.used_outside()), self.slices(), self.region_reference());
        let is_own = self.recurrence.outer.as_ref().is_none_or(|outer| self.knows_all(outer)).then(|| quote!(move));
        let (lent, batches) = (self.lent(), self.launched_batches());
        let launch_batches = self.tried(launched, quote!(#lent #batches));
        let apart = quote!({ #captures #slices #region #launch::out_of_line(#is_own || { #launch_batches }) });
        // The loops would not have evaluated these without an iteration.
        let nothing = match (self.may_panic_before(), &self.recurrence.outer) {
            (false, _) => quote!(#is_short),
            (true, None) => quote!(#is_short || #range.is_empty()),
            (true, Some(_)) => quote!(#is_short || #outer.is_empty() || #range.is_empty()),
        };
        let allowed = self.allowed_slices();
        quote!(#allowed let #launched = if #nothing { __scanc_std_Err(#launch::Instead::AsWritten) } else #apart;)
    }

    /// Whether the outer loop's `let`s use nothing but what the launch takes along as its own. Anything else can only be borrowed.
    fn knows_all(&self, outer: &Outer) -> bool {
        let names = outer.names();
        let arrays = self.recurrence.arrays.iter().map(|array| (&array.name, &array.place));
        let captures = self.recurrence.captures.iter().map(|capture| (&capture.name, &capture.value));
        let own = arrays.chain(captures).filter(|(name, value)| matches!(value, Expr::Path(path) if path.path.is_ident(*name)));
        let mut variables = Variables { known: own.map(|(name, _)| name).chain(&names).collect(), knows_all: true };
        outer.lets.iter().for_each(|statement| variables.visit_stmt(statement));
        variables.knows_all
    }

    /// What a region may change meanwhile, to be read under the names that the outer loop's `let`s have for it.
    fn lent(&self) -> TokenStream {
        let each = self.each();
        let arrays = self.recurrence.arrays.iter().filter(|array| self.is_fetched(array));
        let lent = arrays.filter_map(|ArrayUse { name, place, .. }| match place {
            Expr::Path(path) => path.path.get_ident().filter(|its| *its != name).map(|its| (its, name)),
            _ => None,
        });
        let lent = lent.filter(|(its, _)| mentions_variable(&each, &its.to_string()));
        lent.map(|(its, name)| quote!(let #its = &#name[..];)).collect()
    }

    /// What the arrays are fields of, and what that is a field of.
    fn bases(&self) -> Vec<String> {
        let arrays = self.recurrence.arrays.iter();
        let bases = arrays.flat_map(|array| std::iter::successors(base(&array.place), |place| base(place)));
        bases.map(place_text).collect()
    }

    /// `outer`, whose `let`s read fields that a region may change meanwhile under the names that the launch has for them.
    fn lending_fields(&self, outer: &Outer) -> Outer {
        let mut outer = outer.clone();
        let fetched = self.recurrence.arrays.iter().filter(|array| self.is_fetched(array));
        let fields =
            fetched.filter(|array| matches!(array.place, Expr::Field(_))).map(|array| (place_text(&array.place), &array.name));
        let mut lent = Lent { names: fields.collect() };
        outer.lets.iter().for_each(|statement| Lent::visit_stmt(&mut lent, statement));
        outer.lets.iter_mut().for_each(|statement| lent.visit_stmt_mut(statement));
        outer
    }

    /// `launch::Batches::outer(…)….run(…)`
    fn launched_batches(&self) -> TokenStream {
        let Names { launch, scan_loop, range, outer, .. } = &self.names;
        let (operator, each) = (self.operator(), self.each());
        let region = self.region().map_or_else(|| quote!(__scanc_std_None), |region| quote!(__scanc_std_Some(#region)));
        let constructor = match (&self.recurrence.outer, &self.recurrence.lag) {
            (None, Some(lag)) => {
                let lag = wide(launch, lag.constant, &lag.terms);
                quote!(lagged(#region, &#scan_loop, #range, #lag, #operator, #each))
            }
            _ => quote!(outer(#region, &#scan_loop, #outer, #range, #operator, #each)),
        };
        let (open, arrays, values) = (self.open_types(), self.batch_arrays(), self.batch_values());
        let (element, store) = (self.batch_element(), self.batch_store());
        let linear = self.is_linear().then(|| quote!(.linear()));
        quote!(#launch::Batches::#constructor #linear #open #arrays #values.run(#element, #store))
    }

    /// Where the names of captured values may stand that are the same in all batches.
    fn used_outside(&self) -> TokenStream {
        let fixed: Vec<_> = self.kernel.captures_that_are(Dependence::Fixed).map(|(id, _)| id.0).collect();
        let names = fixed.into_iter().map(|id| &self.recurrence.captures[id].name);
        quote!(#(#names)*)
    }

    /// Whether all indices are linear in the outer loop's variable, with one slope in the inner loop's.
    fn is_linear(&self) -> bool {
        let Some(outer) = &self.recurrence.outer else { return false };
        let is = |name: &Ident| {
            let captures = self.recurrence.captures.iter().zip(&outer.captures);
            captures.into_iter().find(|(capture, _)| capture.name == *name).map(|(_, is)| *is)
        };
        let count = |term: &Expr, of: Dependence| factors(term).into_iter().filter(|name| is(name) == Some(of)).count();
        let is_linear = |index: &Affine| {
            let slope =
                index.scaled.iter().map(|(_, term)| (count(term, Dependence::Variable), count(term, Dependence::Computed)));
            let offset =
                index.terms.iter().map(|(_, term)| (count(term, Dependence::Variable), count(term, Dependence::Computed)));
            slope.into_iter().all(|found| found == (0, 0))
                && offset.into_iter().all(|(variable, computed)| variable <= 1 && computed == 0)
        };
        let mut indices = self.recurrence.arrays.iter().flat_map(|array| &array.reads);
        indices.all(is_linear) && self.recurrence.outputs.iter().all(|output| is_linear(&output.index))
    }

    /// What a batch has of its own, as names and as the values that they have there.
    fn own(&self) -> Vec<(&Ident, TokenStream)> {
        let depends = |at: usize| self.recurrence.outer.as_ref().is_some_and(|outer| outer.captures[at] != Dependence::Fixed);
        let captures = self.recurrence.captures.iter().enumerate().filter(|(at, _)| depends(*at));
        captures.map(|(_, capture)| (&capture.name, capture.value.to_token_stream())).collect()
    }

    /// What a batch has of its own as a closure's parameter.
    fn own_pattern(&self, body: &TokenStream) -> TokenStream {
        let names: Vec<_> = self.own().into_iter().map(|(name, _)| name).collect();
        if !names.iter().any(|name| mentions_variable(body, &name.to_string())) {
            return quote!(_);
        }
        tuple(&names.into_iter().map(|name| or_underscore(name, body)).collect::<Vec<_>>())
    }

    /// `|r| { …; Some((own, start)) }`
    fn each(&self) -> TokenStream {
        let Names { launch, start, starts, .. } = &self.names;
        let own = tuple(&self.own().into_iter().map(|(_, value)| value).collect::<Vec<_>>());
        let ty = self.carried_type().map(|ty| quote!(: __scanc_std_Option<#ty>));
        let bound = match self.recurrence.carried.as_slice() {
            [carried] => {
                let value = self.batch_start(carried);
                quote!(let #start #ty = #value;)
            }
            several => {
                let values = several.iter().map(|carried| self.batch_start(carried));
                let product = product_word(several.len());
                quote!(#(let #starts = #values;)* let #start #ty = #launch::#product::start(#(#starts),*);)
            }
        };
        let (number, index) = (self.start_is_number(false), &self.recurrence.index.name);
        let requirement = self.own_requirement().map(|condition| quote!((#condition).then_some(())?;));
        let body = quote!(#requirement #bound #number __scanc_std_Some((#own, #start?)));
        match &self.recurrence.outer {
            Some(outer) => {
                let lets = needed_lets(&self.lending_fields(outer), &body, launch, &self.bases());
                let index = or_underscore(&outer.index.name, &quote!(#lets #body));
                quote!(|#index| { #lets #body })
            }
            None => quote!(|#index| { #body }),
        }
    }

    /// The value that is carried into a batch's first iteration, as an `Option`.
    fn batch_start(&self, carried: &Carried) -> TokenStream {
        self.start_at(carried, &|name, read| {
            let Names { launch, range, .. } = &self.names;
            let index = &self.recurrence.index.name;
            let first = match &self.recurrence.outer {
                Some(_) => quote!(#range),
                None => quote!(#launch::Range::ascending_inclusive(#index, #index)),
            };
            match self.region() {
                Some(region) => quote!(#region.at(&#name[..], #first.index(#read))),
                None => quote!(#launch::at(&#name[..], #first.index(#read))),
            }
        })
    }

    /// `.input(…)`, `.output(…)`, `.in_place(…)`, in the order of the kernel's parameters.
    fn batch_arrays(&self) -> TokenStream {
        let calls = self.recurrence.arrays.iter().zip(&self.kernel.arrays).enumerate();
        let calls = calls.map(|(number, (array, typed))| self.batch_array(number, array, typed));
        quote!(#(#calls)*)
    }

    fn batch_array(&self, number: usize, array: &ArrayUse, typed: &Array) -> TokenStream {
        let launch = &self.names.launch;
        let name = &array.name;
        let write = self.recurrence.outputs.iter().find(|output| output.array == number);
        let Some(write) = write.map(|output| affine(launch, &output.index)) else {
            let reads = array.reads.iter().map(|read| self.read(read));
            let reads = quote!([#(#reads),*]);
            let (own, ty) = (self.own_pattern(&reads), self.ty(&typed.element).map(|ty| quote!(::<#ty, _, _>)));
            return if typed.read { quote!(.input #ty(#name, |#own| #reads)) } else { quote!() };
        };
        let (own, ty) = (self.own_pattern(&write), self.ty(&typed.element).map(|ty| quote!(::<#ty, _>)));
        let carries = |carried: &Carried| matches!(carried.carry, Carry::Array { array, .. } if array == number);
        let carries =
            self.recurrence.carried.iter().any(|carried| is_array(carried) && carried.start.is_none() && carries(carried));
        let word = match (carries, typed.read) {
            (false, false) => quote!(output),
            (false, true) => quote!(in_place),
            (true, false) => quote!(carried),
            (true, true) => quote!(carried_in_place),
        };
        quote!(.#word #ty(#name, |#own| #write))
    }

    /// `.capture(…)` of what is fixed, then `.table(…)` of what batches compute, then `.requires(…)`.
    fn batch_values(&self) -> TokenStream {
        let fixed = self.kernel.captures_that_are(Dependence::Fixed).map(|(id, capture)| {
            let (name, ty) = (&self.recurrence.captures[id.0].name, self.ty(&capture.ty).map(|ty| quote!(::<#ty>)));
            quote!(.capture #ty(#name))
        });
        let computed = self.kernel.captures_that_are(Dependence::Computed).map(|(id, capture)| {
            let name = &self.recurrence.captures[id.0].name;
            let (own, ty) = (self.own_pattern(&name.to_token_stream()), self.ty(&capture.ty).map(|ty| quote!(::<#ty, _>)));
            quote!(.table #ty(|#own| #name))
        });
        let (requirement, operators) = (self.requirement(), self.operator_functions());
        quote!(#(#fixed)* #(#computed)* #requirement #operators)
    }

    /// `|i, own, views| e(i)`.
    fn batch_element(&self) -> TokenStream {
        let (body, is_block) = self.element_body();
        let (index, own, views) = (self.index(&body), self.own_pattern(&body), self.views(&body));
        let body = self.closure_body(body, is_block);
        quote!(|#index, #own, #views| #body)
    }

    /// `|i, before, after, own, views| (((), value), …)`.
    fn batch_store(&self) -> TokenStream {
        let body = self.store_body();
        let (index, own, views) = (self.index(&body), self.own_pattern(&body), self.views(&body));
        let (before, after) = (self.pattern(&self.names.before, &body), self.pattern(&self.names.after, &body));
        quote!(|#index, #before, #after, #own, #views| #body)
    }

    /// Compares what the loops made with what the launch made, where the user asked for that.
    fn verify_batches(&self) -> TokenStream {
        let Names { launch, scan_loop, is_short, check, .. } = &self.names;
        let written = self.recurrence.arrays.iter().filter(|array| array.written);
        let outputs = written.map(|array| super::host::slice_of(&array.place)).map(|slice| quote!(.output(&#slice)));
        quote!(if !#is_short { #launch::verify(&#scan_loop, |#check| #check #(#outputs)*); })
    }
}

/// Whether all variables are known.
struct Variables<'a> {
    known: Vec<&'a Ident>,
    knows_all: bool,
}

impl<'ast> Visit<'ast> for Variables<'_> {
    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        self.knows_all &= path.path.get_ident().is_none_or(|name| self.known.contains(&name));
    }
}

/// `()`, `a`, `(a, b)`.
fn tuple(items: &[TokenStream]) -> TokenStream {
    match items {
        [item] => item.clone(),
        items => quote!((#(#items),*)),
    }
}

/// The `let`s of an outer loop that `body` needs, or that may panic; nothing in it is assigned any more. Where rustc knows of code of the
/// program's own in one, which might have effects, there is no batch.
fn needed_lets(outer: &Outer, body: &TokenStream, launch: &Ident, confirmed: &[String]) -> TokenStream {
    let mut needed = body.clone();
    let mut lets = Vec::new();
    for statement in outer.lets.iter().rev() {
        let Stmt::Local(Local { init: Some(init), .. }) = statement else { continue };
        let value = init.expr.clone();
        let mut statement = statement.clone();
        let mut fixing = Fix { used: 0, by: &needed };
        fixing.visit_stmt_mut(&mut statement);
        if fixing.used > 0 || !is_harmless(&value) {
            needed = quote!(#statement #needed);
            let mut known = Known { confirmed, facts: Vec::new() };
            known.visit_expr(&value);
            let facts = &known.facts;
            let asked = (!facts.is_empty()).then(|| quote!(#launch::known!(#(#facts),*).then_some(())?;));
            lets.insert(0, quote!(#asked #statement));
        }
    }
    quote!(#(#lets)*)
}

/// What `place` is a field of.
fn base(place: &Expr) -> Option<&Expr> {
    if let Expr::Field(field) = bare(place) { Some(&field.base) } else { None }
}

/// Gives the fields at these places other names; first it forgets those of what is declared anew among the statements.
struct Lent<'a> {
    names: HashMap<String, &'a Ident>,
}

impl Visit<'_> for Lent<'_> {
    fn visit_pat_ident(&mut self, declared: &syn::PatIdent) {
        self.names.retain(|place, _| !declared.ident.eq(place.split('.').next().unwrap_or_default()));
    }
}

impl VisitMut for Lent<'_> {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        let name = matches!(expression, Expr::Field(_)).then(|| self.names.get(&place_text(expression))).flatten();
        match name {
            Some(name) => *expression = variable(name),
            None => visit_mut::visit_expr_mut(self, expression),
        }
    }
}

/// What has to be true of the types in an expression without calls but of known methods, so that it runs no code of the program's own:
/// operators are those of numbers, elements those of arrays, and fields do not stand behind a `Deref`.
struct Known<'a> {
    /// What arrays are fields of: that it has them is confirmed, and nothing but its fields may be borrowed beside them.
    confirmed: &'a [String],
    facts: Vec<TokenStream>,
}

impl Known<'_> {
    fn number(&mut self, operand: &Expr) {
        if !matches!(bare(operand), Expr::Lit(_) | Expr::Binary(_) | Expr::Unary(_) | Expr::Cast(_)) {
            self.facts.push(quote!(is_number(#operand)));
        }
    }

    fn reached(&mut self, base: &Expr) {
        if !self.confirmed.contains(&place_text(base)) {
            self.facts.push(quote!(has_fields(#base)));
        }
    }
}

impl<'ast> Visit<'ast> for Known<'_> {
    fn visit_expr_binary(&mut self, binary: &'ast ExprBinary) {
        [&binary.left, &binary.right].into_iter().for_each(|operand| self.number(operand));
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast ExprUnary) {
        match unary.op {
            UnOp::Deref(_) => self.reached(&unary.expr),
            _ => self.number(&unary.expr),
        }
        visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_index(&mut self, access: &'ast ExprIndex) {
        let array = &access.expr;
        self.facts.push(quote!(is_slice(#array)));
        self.number(&access.index);
        visit::visit_expr_index(self, access);
    }

    fn visit_expr_field(&mut self, field: &'ast ExprField) {
        self.reached(&field.base);
        visit::visit_expr_field(self, field);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        let receiver = &call.receiver;
        match call.method == "len" || call.method == "is_empty" {
            true => self.facts.push(quote!(is_slice(#receiver))),
            false => self.number(receiver),
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        call.args.iter().for_each(|argument| self.number(argument));
        visit::visit_expr_call(self, call);
    }
}

/// Removes `mut` from a `let`, and puts `_` in the place of names that are not used.
struct Fix<'a> {
    by: &'a TokenStream,
    used: usize,
}

impl VisitMut for Fix<'_> {
    fn visit_pat_mut(&mut self, pattern: &mut Pat) {
        match pattern {
            Pat::Ident(name) if mentions_variable(self.by, &name.ident.to_string()) => {
                name.mutability = None;
                self.used += 1;
            }
            Pat::Ident(name) => {
                *pattern = Pat::Wild(syn::PatWild { attrs: Vec::new(), underscore_token: syn::Token![_](name.ident.span()) });
            }
            other => visit_mut::visit_pat_mut(self, other),
        }
    }
}
