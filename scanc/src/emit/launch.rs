//! The launch itself: one builder call an array and a capture, then the two closures that host threads run.

use super::checks::InVain;
use super::composed::best_word;
use super::host::Host;
use super::names::Names;
use crate::ir::{self, Array, ArrayId, Builtin, ExprKind, OperatorKind, Type};
use crate::parse::OperatorName;
use crate::recognise::{
    Affine, ArrayUse, Carried, Computed, Counter, FoundOperator, LAUNCH, OutputUse, RANGE, When, among_first_by_name,
    carried_by_name, factors,
};
use crate::syntax::{map_identifiers, mentions_variable};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::collections::HashSet;
use syn::{Block, Expr, ExprBlock, Stmt};

impl Host<'_> {
    /// `launch::Launch::new(…) … .run(…)`.
    pub(super) fn launch(&self) -> TokenStream {
        let Names { launch, scan_loop, range, start, .. } = &self.names;
        let (operator, told) = (self.operator(), self.told());
        let (within, run, element, store) = (self.within(), self.run_word(), self.element(), self.store());
        quote!(#launch::Launch::new(&#scan_loop, #range, #start, #operator) #told #within.#run(#element, #store))
    }

    /// What a launch is told: `.input(…).output(…).capture(…)`.
    pub(super) fn told(&self) -> TokenStream {
        let (open, arrays, captures) = (self.open_types(), self.arrays(), self.capture_calls());
        let (requirement, operators) = (self.requirement(), self.operator_functions());
        quote!(#open #arrays #captures #requirement #operators)
    }

    /// The operators' tags: one, or as many as carried values in parentheses.
    pub(super) fn operator(&self) -> TokenStream {
        let carried = self.recurrence.carried.iter().zip(&self.kernel.carried);
        let tags: Vec<_> = carried.map(|(found, typed)| self.tag(found, typed)).collect();
        match tags.as_slice() {
            _ if self.composes() => self.names.then.to_token_stream(),
            [] => self.independent(),
            [tag] => tag.clone(),
            tags => quote!((#(#tags),*)),
        }
    }

    /// What stands for a carried value where there is none, and for its operator.
    pub(super) fn independent(&self) -> TokenStream {
        let launch = &self.names.launch;
        quote!(#launch::Independent)
    }

    /// An operator's tag. Where the order of its operands can be seen, it also says that the loop has the carried value on the right:
    /// host threads and the definition that the runtime puts before the kernel's text both obey the tag, so they agree.
    fn tag(&self, used: &Carried, carried: &ir::Carried) -> TokenStream {
        let (found, clause) = (&used.operator, &self.recurrence.attribute.targets[used.clause].operator);
        let launch = &self.names.launch;
        let span = found.span.first.resolved_at(Span::mixed_site());
        let tag = match (&found.kind, clause) {
            (OperatorKind::Builtin(builtin), _) => builtin_tag(launch, *builtin, found),
            (OperatorKind::Declared(_), OperatorName::Path(path)) => quote!(#launch::operator::<#path>()),
            (OperatorKind::Declared(path), OperatorName::Symbol(..)) => path.parse().unwrap_or_default(),
            (OperatorKind::Best(best), _) => {
                let word = format_ident!("{}", best_word(*best));
                quote!(#launch::#word)
            }
            (OperatorKind::Along(_), _) => quote!(#launch::Along),
            (OperatorKind::Map(_), _) => quote!(),
        };
        let order_is_seen = match &found.kind {
            // `min` and `max` of zeros of either sign, or of NaNs; a type of the user's own, whose `*` need not commute.
            OperatorKind::Builtin(Builtin::Min | Builtin::Max) => true,
            OperatorKind::Builtin(_) => carried.ty.scalar().is_none(),
            OperatorKind::Declared(_) => true,
            OperatorKind::Best(_) | OperatorKind::Along(_) | OperatorKind::Map(_) => false,
        };
        if found.flipped && order_is_seen { quote_spanned!(span => #launch::Flipped(#tag)) } else { tag }
    }

    /// Types and functions that only rustc knows: the runtime puts their definitions before the kernel's text.
    pub(super) fn open_types(&self) -> TokenStream {
        let carried = self.text.opens_scan;
        let mut defined: HashSet<String> = carried.then(|| "scan_t".to_string()).into_iter().collect();
        let mut open = |ty: &_, value: TokenStream| match ty {
            Type::Opaque(name) if defined.insert(name.clone()) => quote!(.open_type(#name, #value)),
            _ => quote!(),
        };
        let uses = self.recurrence.arrays.iter().zip(&self.kernel.arrays).filter(|(array, _)| array.is_lent());
        let arrays = uses.map(|(array, typed)| (&array.name, array.written, &typed.element));
        let arrays: Vec<_> =
            arrays.map(|(name, written, ty)| open(ty, if written { quote!(&*#name) } else { quote!(#name) })).collect();
        let captures = self.recurrence.captures.iter().zip(&self.kernel.captures);
        let captures: Vec<_> = captures
            .map(|(capture, typed)| (&capture.name, &typed.ty))
            .map(|(name, ty)| open(ty, quote!(::core::slice::from_ref(&#name))))
            .collect();
        let scan = carried.then(|| quote!(.open_scan()));
        let unseen = self.unseen();
        quote!(#scan #(#arrays)* #(#captures)* #unseen)
    }

    /// `.input(…)`, `.output(…)`, `.in_place(…)`, in the order of the kernel's parameters.
    pub(super) fn arrays(&self) -> TokenStream {
        let calls = self.recurrence.arrays.iter().zip(&self.kernel.arrays).enumerate();
        let calls = calls.map(|(number, (array, typed))| self.array(number, array, typed));
        quote!(#(#calls)*)
    }

    fn array(&self, number: usize, array: &ArrayUse, typed: &Array) -> TokenStream {
        let launch = &self.names.launch;
        let (name, ty) = (&array.name, self.ty(&typed.element).map(|ty| quote!(::<#ty>)));
        let reads = array.reads.iter().map(|read| self.read(read));
        let stored: Vec<&OutputUse> = self.recurrence.outputs.iter().filter(|output| output.array == number).collect();
        if let counters @ [_, ..] = self.counters(&stored).as_slice() {
            let (word, most) = match (array.pushed, most_stored(&stored)) {
                (true, _) if self.selected(number).is_some() => ("pushed_selected", None),
                (false, _) if self.selected(number).is_some() => ("selected", None),
                (true, None) => ("pushed_where", None),
                (false, None) => ("counted", None),
                (true, most) => ("pushed_several", most),
                (false, most) => ("counted_several", most),
            };
            let word = format_ident!("{word}");
            let ty = most.map_or(ty, |most| {
                let element = self.ty(&typed.element).unwrap_or_else(|| quote!(_));
                Some(quote!(::<#element, #most>))
            });
            return quote!(.#word #ty(#name, &[#(#counters),*]));
        }
        match stored.first().and_then(|output| output.computed.as_ref()) {
            Some(Computed::Combined(found)) => {
                let OperatorKind::Builtin(builtin) = found.kind else { unreachable!("the recogniser takes no other") };
                let operator = builtin_tag(launch, builtin, found);
                let ty = self.ty(&typed.element).map(|ty| quote!(::<#ty, _>));
                return quote!(.bins #ty(#name, #operator));
            }
            Some(Computed::Scattered) => return quote!(.scattered #ty(#name)),
            None => {}
        }
        let Some(write) = stored.first().map(|output| affine(launch, &output.index)) else {
            // An array that is carried and nothing else is an output; one that is neither is not of this loop.
            return match (typed.read, typed.gathered) {
                (false, _) => quote!(),
                (true, false) if self.is_combined(number) => quote!(.elements #ty(#name, &[#(#reads),*])),
                (true, false) => quote!(.input #ty(#name, &[#(#reads),*])),
                (true, true) => quote!(.gathered #ty(#name, &[#(#reads),*])),
            };
        };
        match (array.collected, typed.read, array.delayed) {
            _ if array.pushed => quote!(.pushed #ty(#name, #write)),
            (true, _, _) => quote!(.collect_into #ty()),
            (_, false, _) if stored[0].guard.is_some() => quote!(.output_if #ty(#name, #write)),
            (_, false, _) => {
                let word = self.scanned_word(number, &stored[0].index).unwrap_or_else(|| format_ident!("output"));
                quote!(.#word #ty(#name, #write))
            }
            (_, true, false) => quote!(.in_place #ty(#name, #write, &[#(#reads),*])),
            (_, true, true) => quote!(.in_place_delayed #ty(#name, #write, &[#(#reads),*])),
        }
    }

    /// Whether each iteration combines the array's next element, as it is, into what is carried.
    fn is_combined(&self, array: usize) -> bool {
        let is_next = matches!(self.recurrence.arrays[array].reads.as_slice(), [read] if !read.guarded && is_next(read));
        is_next && ir::query::combined(self.kernel) == Some(ArrayId(array))
    }

    /// Which scan is stored one after the other, if the loop stores nothing else.
    fn scanned_word(&self, array: usize, index: &Affine) -> Option<Ident> {
        let (_, value) = ir::query::scanned(self.kernel).filter(|&(stored, _)| stored == ArrayId(array) && is_next(index))?;
        match value {
            ExprKind::Before(_) => Some(format_ident!("exclusive")),
            ExprKind::After(_) => Some(format_ident!("inclusive")),
            _ => None,
        }
    }

    /// `launch::Affine::new(1, -1)`: where an array is read.
    pub(super) fn read(&self, read: &Affine) -> TokenStream {
        let (index, guarded) = (affine(&self.names.launch, read), read.guarded.then(|| quote!(.guarded())));
        quote!(#index #guarded)
    }

    /// `launch::Counter::new(0, 0)`, for each counter that says where an array is stored.
    fn counters(&self, stored: &[&OutputUse]) -> Vec<TokenStream> {
        let launch = &self.names.launch;
        let mut counters: Vec<Counter> = Vec::new();
        for counter in stored.iter().filter_map(|output| output.counter) {
            if !counters.iter().any(|known| known.carried == counter.carried) {
                counters.push(counter);
            }
        }
        let is_dense = |carried: usize| {
            stored.iter().filter_map(|output| output.counter).filter(|counter| counter.carried == carried).all(|of| of.dense)
        };
        let counter = |Counter { carried, offset, .. }: Counter| {
            // Only a data region asks.
            let dense = (self.region().is_some() && is_dense(carried)).then(|| quote!(.dense()));
            let (carried, offset) = (Literal::usize_unsuffixed(carried), Literal::i64_unsuffixed(offset));
            quote!(#launch::Counter::new(#carried, #offset) #dense)
        };
        counters.into_iter().map(counter).collect()
    }

    /// Where an iteration stores one value into the array or nothing, and counts what it stores: what becomes of the value otherwise.
    fn selected(&self, array: usize) -> Option<InVain> {
        let mut outputs = self.kernel.outputs.iter().filter(|output| output.array == ArrayId(array));
        let (Some(output), None) = (outputs.next(), outputs.next()) else { return None };
        let counts = output.guard.is_some() && output.counter.is_some_and(|counter| counter.dense);
        if counts && !self.may_be_out_of_range(&output.value) { InVain::of(&output.value) } else { None }
    }

    pub(super) fn capture_calls(&self) -> TokenStream {
        let calls = self.recurrence.captures.iter().zip(&self.kernel.captures).map(|(capture, typed)| {
            let (name, ty) = (&capture.name, self.ty(&typed.ty).map(|ty| quote!(::<#ty>)));
            quote!(.capture #ty(#name))
        });
        quote!(#(#calls)*)
    }

    fn run_word(&self) -> Ident {
        if self.collected() { format_ident!("run_collect") } else { format_ident!("run") }
    }

    /// `|i, views| e(i)`.
    pub(super) fn element(&self) -> TokenStream {
        let (body, is_block) = self.element_body();
        let (index, views) = (self.index(&body), self.views(&body));
        let body = self.closure_body(body, is_block);
        quote!(|#index, #views| #body)
    }

    /// What an iteration combines into the carried value, in our names, and whether that is more than a value.
    pub(super) fn element_body(&self) -> (TokenStream, bool) {
        let (body, is_block) = match self.recurrence.carried.as_slice() {
            [] => (self.independent(), false),
            [carried] => (body_of(&carried.element), carried.element.stmts.len() > 1),
            several => self.elements(several),
        };
        (self.in_our_names(body), is_block)
    }

    /// What an iteration stores, in our names.
    pub(super) fn store_body(&self) -> TokenStream {
        let (common, outputs) = self.outputs_after_common();
        let written = self.recurrence.arrays.iter().enumerate().filter(|(_, array)| array.written);
        let values = written.filter_map(|(number, _)| {
            let stored: Vec<_> = outputs.iter().filter(|output| output.array == number).collect();
            match (self.selected(number), stored.as_slice()) {
                (_, []) => None,
                (Some(in_vain), [output]) => Some(self.selected_value(output, in_vain)),
                _ => Some(stored_values(&stored)),
            }
        });
        let values = nested(values);
        self.in_our_names(if common.is_empty() { values } else { quote!({ #(#common)* #values }) })
    }

    /// What several results begin with, and the outputs without that.
    fn outputs_after_common(&self) -> (&[Stmt], Vec<OutputUse>) {
        let (common, mut outputs) = (self.recurrence.common.stmts.as_slice(), self.recurrence.outputs.clone());
        let begins = outputs.iter_mut().fold(false, |begins, output| output.leave_out(common) | begins);
        (if begins { common } else { &[] }, outputs)
    }

    /// Whether an iteration stores into an array, at which place, and the value.
    fn selected_value(&self, output: &OutputUse, in_vain: InVain) -> TokenStream {
        let (lets, condition) = output.guard.as_ref().map_or((&[][..], quote!(true)), split);
        let (place, value) = (output.place(), inner_value(lets, output));
        let is_selected = &self.names.is_selected;
        match in_vain {
            InVain::Computed if lets.is_empty() => quote!((#condition, #place, #value)),
            InVain::Computed => quote!({ #(#lets)* (#condition, #place, #value) }),
            InVain::Zero(zero) => {
                let value = last_of_block(value);
                quote!({
                    #(#lets)*
                    let #is_selected = #condition;
                    (#is_selected, #place, if #is_selected { #value } else { #zero })
                })
            }
        }
    }

    /// `|i, before, after, views| (((), value), …)`.
    fn store(&self) -> TokenStream {
        let body = self.store_body();
        let (index, views) = (self.index(&body), self.views(&body));
        let (before, after) = (self.pattern(&self.names.before, &body), self.pattern(&self.names.after, &body));
        let body = self.closure_body(body, false);
        quote!(|#index, #before, #after, #views| #body)
    }

    /// `Product2(first, second)` after what elements have in common and the `let`s that all begin with, and whether there are any.
    pub(super) fn elements(&self, several: &[Carried]) -> (TokenStream, bool) {
        let common = self.recurrence.common.stmts.as_slice();
        let begins = |carried: &Carried| self.recurrence.begins_alike(&carried.element.stmts);
        let elements: Vec<&[Stmt]> =
            several.iter().map(|carried| &carried.element.stmts[if begins(carried) { common.len() } else { 0 }..]).collect();
        let common = if several.iter().any(begins) { common } else { &[] };
        let shared = |at: usize| {
            let first = elements[0].get(at);
            elements.iter().all(|statements| at + 1 < statements.len() && statements.get(at) == first)
        };
        let shared = (0..).take_while(|at| shared(*at)).count();
        let values: Vec<_> = elements
            .iter()
            .map(|statements| match &statements[shared..] {
                [Stmt::Expr(value, None)] => value.to_token_stream(),
                statements => quote!({ #(#statements)* }),
            })
            .collect();
        let (lets, product) = (&elements[0][..shared], self.product(&values));
        (quote!(#(#common)* #(#lets)* #product), !common.is_empty() || shared > 0)
    }

    /// Carried values as a closure's parameter.
    pub(super) fn pattern(&self, names: &[Ident], body: &TokenStream) -> TokenStream {
        let used = names.iter().any(|name| mentions_variable(body, &name.to_string()));
        let names: Vec<_> = names.iter().map(|name| or_underscore(name, body)).collect();
        if used { self.product(&names) } else { quote!(_) }
    }

    /// `body` as a closure's, with the lines that say whether this is one of the first iterations where it asks.
    pub(super) fn closure_body(&self, body: TokenStream, block: bool) -> TokenStream {
        let range = &self.names.range;
        let index = &self.recurrence.index.name;
        let asked = self.asked_of_first(&body).map(|(count, name)| match count {
            1 => quote!(let #name = #range.is_first(#index);),
            _ => {
                let count = Literal::u8_unsuffixed(count);
                quote!(let #name = #range.is_among_first(#index, #count);)
            }
        });
        let asked: Vec<_> = asked.collect();
        if asked.is_empty() && !block {
            return body;
        }
        let value = last_of_block(body);
        quote!({ #(#asked)* #value })
    }

    /// About how many first iterations it asks, with the names for that.
    fn asked_of_first(&self, body: &TokenStream) -> impl Iterator<Item = (u8, &Ident)> {
        let names = (1..).zip(&self.names.among_first);
        names.filter(|(_, name)| mentions_variable(body, &name.to_string()))
    }

    /// The loop variable as a closure's parameter.
    pub(super) fn index(&self, body: &TokenStream) -> TokenStream {
        let asked = self.asked_of_first(body).next().is_some();
        let index = &self.recurrence.index.name;
        if asked { index.to_token_stream() } else { or_underscore(index, body) }
    }

    /// The old values of the arrays that are changed in place, as a closure's parameter.
    pub(super) fn views(&self, body: &TokenStream) -> TokenStream {
        let arrays = self.recurrence.arrays.iter().zip(&self.kernel.arrays);
        let in_place = arrays.filter(|(array, typed)| array.written && typed.read && !array.collected);
        nested(in_place.map(|(array, _)| or_underscore(&array.name, body)))
    }

    /// Canonical expressions with our names for what the recogniser wrote as `__scanc_before`, `__scanc_after`, `__scanc_is_first`.
    pub(super) fn in_our_names(&self, tokens: TokenStream) -> TokenStream {
        let Names { before, after, among_first, launch, range, .. } = &self.names;
        let rename = |name: &Ident| {
            let text = name.to_string();
            Some(match (text.as_str(), carried_by_name(&text)) {
                (_, Some((When::Before, number))) => &before[number],
                (_, Some((When::After, number))) => &after[number],
                (LAUNCH, _) => launch,
                (RANGE, _) => range,
                _ => &among_first[usize::from(among_first_by_name(&text)?) - 1],
            })
        };
        map_identifiers(tokens, &|name| rename(name).map(ToTokens::to_token_stream))
    }
}

/// To how many places of one array an iteration may store, if to several.
fn most_stored(stored: &[&OutputUse]) -> Option<Literal> {
    let are_several = stored.iter().any(|output| output.index.constant != stored[0].index.constant);
    let counted = stored.iter().all(|output| output.counter.is_some());
    (are_several && counted).then(|| Literal::usize_unsuffixed(stored.len()))
}

/// What an iteration stores into one array, where that may be several values a list.
fn stored_values(stored: &[&OutputUse]) -> TokenStream {
    match most_stored(stored) {
        None => stored_value(stored),
        Some(_) => {
            let values = stored.iter().map(|output| stored_value(&[output]));
            quote!([#(#values),*])
        }
    }
}

/// The tag of a built-in operator, where the loop has it.
fn builtin_tag(launch: &Ident, builtin: Builtin, found: &FoundOperator) -> TokenStream {
    let span = found.span.first.resolved_at(Span::mixed_site());
    let builtin = format_ident!("{builtin:?}", span = span);
    quote_spanned!(span => #launch::#builtin)
}

/// What an iteration stores into one array: a value, or where it may store nothing an `Option`; with its place where the loop counts, or
/// computes it.
fn stored_value(stored: &[&OutputUse]) -> TokenStream {
    let value = |lets: &[Stmt], output: &OutputUse| {
        let value = inner_value(lets, output);
        if !has_place(output) {
            return value;
        }
        let place = output.place();
        quote!((#place, #value))
    };
    let [output, others @ ..] = stored else { return quote!(__scanc_std_None) };
    let Some(guard) = &output.guard else {
        let value = value(&[], output);
        return if has_place(output) { quote!(__scanc_std_Some(#value)) } else { value };
    };
    let (lets, condition) = split(guard);
    let (value, otherwise) = (
        value(lets, output),
        match others {
            // Of the last two one is stored.
            [last] if last.guard.as_ref().is_some_and(|other| is_negation(guard, other)) => {
                let last = value(lets, last);
                quote!(__scanc_std_Some(#last))
            }
            [] => quote!(__scanc_std_None),
            others => stored_value(others),
        },
    );
    let choice = quote!(if #condition { __scanc_std_Some(#value) } else { #otherwise });
    if lets.is_empty() { choice } else { quote!({ #(#lets)* #choice }) }
}

/// Whether an iteration says where it stores.
fn has_place(output: &OutputUse) -> bool {
    output.counter.is_some() || output.computed.is_some()
}

/// The `let`s of a condition, and the condition.
fn split(guard: &Expr) -> (&[Stmt], TokenStream) {
    match guard {
        Expr::Block(block) if block.label.is_none() => match block.block.stmts.split_last() {
            Some((Stmt::Expr(value, None), lets)) => (lets, value.to_token_stream()),
            _ => (&[], guard.to_token_stream()),
        },
        guard => (&[], guard.to_token_stream()),
    }
}

/// A value as the end of a block: where a statement would end, as after the `}` of `if c { a } else { b } as u64`, there are parentheses.
fn last_of_block(value: TokenStream) -> TokenStream {
    syn::parse2(value.clone()).map_or(value, |parsed| Stmt::Expr(parsed, None).into_token_stream())
}

/// The value of an output inside of a block that begins with these `let`s, which it need not repeat.
fn inner_value(lets: &[Stmt], output: &OutputUse) -> TokenStream {
    let Expr::Block(ExprBlock { label: None, block, .. }) = &output.value else { return output.value.to_token_stream() };
    let statements = &block.stmts;
    let repeated = statements.iter().zip(lets).take_while(|(a, b)| a == b).count();
    match &statements[repeated..] {
        [Stmt::Expr(value, None)] => value.to_token_stream(),
        rest => quote!({ #(#rest)* }),
    }
}

/// Whether `other` is `!guard`.
fn is_negation(guard: &Expr, other: &Expr) -> bool {
    let (lets, condition) = split(guard);
    let (other_lets, other) = match other {
        Expr::Block(block) => match block.block.stmts.split_last() {
            Some((Stmt::Expr(value, None), lets)) => (lets, value),
            _ => return false,
        },
        other => (&[][..], other),
    };
    let Expr::Unary(syn::ExprUnary { op: syn::UnOp::Not(_), expr, .. }) = other else { return false };
    let inner = match &**expr {
        Expr::Paren(inner) => &inner.expr,
        inner => inner,
    };
    lets == other_lets && inner.to_token_stream().to_string() == condition.to_string()
}

/// Whether an iteration is one further than the one before it.
fn is_next(index: &Affine) -> bool {
    index.coefficient == 1 && index.scaled.is_empty()
}

/// `launch::Affine::new(coefficient, offset)`, or `launch::Affine::scaled(…)` where the coefficient is computed as well.
pub(super) fn affine(launch: &Ident, affine: &Affine) -> TokenStream {
    let offset = wide(launch, affine.constant, &affine.terms);
    if affine.scaled.is_empty() {
        let coefficient = Literal::i64_unsuffixed(affine.coefficient);
        return quote!(#launch::Affine::new(#coefficient, #offset));
    }
    let coefficient = wide(launch, affine.coefficient, &affine.scaled);
    quote!(#launch::Affine::scaled(#coefficient, #offset))
}

/// `constant` and `terms`, in wide arithmetic.
pub(super) fn wide(launch: &Ident, constant: i64, terms: &[(i64, Expr)]) -> TokenStream {
    let mut sum = quote!();
    for (factor, term) in terms {
        let first = sum.is_empty();
        let sign = if *factor < 0 { Some(quote!(-)) } else { (!first).then(|| quote!(+)) };
        let times = (factor.unsigned_abs() != 1).then(|| Literal::u64_unsuffixed(factor.unsigned_abs()));
        let times = times.into_iter();
        let factors = factors(term);
        let term = match factors.as_slice() {
            [_, _, ..] => quote!(#launch::product(&[#(#times,)* #(#launch::wide(#factors)),*])),
            _ => quote!(#(#times *)* #launch::wide(#term)),
        };
        sum = quote!(#sum #sign #term);
    }
    let size = Literal::u64_unsuffixed(constant.unsigned_abs());
    match constant {
        0 if !sum.is_empty() => sum,
        ..0 => quote!(#sum - #size),
        _ if sum.is_empty() => quote!(#size),
        _ => quote!(#sum + #size),
    }
}

/// `(((), a), b)`.
pub(super) fn nested(items: impl Iterator<Item = TokenStream>) -> TokenStream {
    items.fold(quote!(()), |inner, item| quote!((#inner, #item)))
}

pub(super) fn or_underscore(name: &Ident, body: &TokenStream) -> TokenStream {
    if mentions_variable(body, &name.to_string()) { name.to_token_stream() } else { quote!(_) }
}

/// A block's contents; braces around nothing but a value would be a warning.
pub(super) fn body_of(block: &Block) -> TokenStream {
    match block.stmts.as_slice() {
        [Stmt::Expr(value, None)] => value.to_token_stream(),
        statements => quote!(#(#statements)*),
    }
}
