//! What the text is taken for, said so that rustc confirms it: `launch::confirm` does not compile where a name means something else.
//!
//! Said is only what could be otherwise: `x: &[i32]` is a slice in every scope, `x: Ring` may be anything.

use super::host::Host;
use crate::diagnostic::Spanned;
use crate::ir::Signature;
use crate::ir::{Builtin, OperatorKind, Scalar, Type};
use crate::lower::is_float_constant;
use crate::parse::{Collected, DeclaredItems, Form, Known, LoopSyntax, comparing, is_reverse, without_ways_out};
use crate::recognise::{ArrayUse, Carried, Carry, Range, is_known_function, is_known_of_bytes};
use crate::syntax::matches::{self, Matches};
use crate::syntax::panics;
use crate::syntax::{
    Bound, Chunks, Consumer, Expressions, Optional, asserted, bare, each, for_each_variable, for_each_word, mentions_variable,
    stages, zero,
};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::collections::{BTreeSet, HashSet};
use syn::ext::IdentExt;
use syn::visit::{self, Visit};
use syn::{Expr, ExprCall, ExprMethodCall, Pat, Path, UnOp};

/// Methods of integers that are a trait's, which a program may hide by one of the same name.
const OF_ORD: [&str; 3] = ["max", "min", "clamp"];

/// The types of numbers that fields mostly are of.
const NUMBERS: [&str; 6] = ["i32", "u32", "i64", "u64", "f32", "f64"];

impl Host<'_> {
    /// The statements that confirm what the loop's text is taken for.
    pub(super) fn confirmations(&self) -> TokenStream {
        let mut confirm = Confirm::new(self);
        let is_slice = |array: &&ArrayUse| !array.collected && !array.pushed;
        self.recurrence.arrays.iter().filter(is_slice).for_each(|array| confirm.array(array));
        self.recurrence.captures.iter().for_each(|capture| confirm.value(&capture.value));
        // What a search carries is none of the function's.
        let carried = self.recurrence.carried.iter().filter(|_| !self.site.syntax.is_search());
        carried.for_each(|carried| match &carried.carry {
            Carry::Scalar(place) => confirm.value(place),
            Carry::State(start) => confirm.value(start),
            Carry::Array { .. } | Carry::Part { .. } | Carry::Pushes { .. } | Carry::Coefficient(_) => {}
        });
        let outer = self.recurrence.outer.iter().map(|outer| &outer.range);
        for range in std::iter::once(&self.recurrence.range).chain(outer) {
            confirm.range(range);
        }
        let seen = match self.site.seen() {
            LoopSyntax::Search(written) => &without_ways_out(written),
            syntax => syntax,
        };
        confirm.text(seen);
        for (scalar, length, method) in self.recurrence.fixed.iter().flatten() {
            let (zero, method) = (zero(*scalar, self.recurrence.span), format_ident!("{method}"));
            confirm.said.say("method_of_sequence", quote!([#zero; #length], #method));
        }
        let carried = self.confirmed_values();
        let confirmed = confirm.said.statements;
        quote!(#confirmed #carried)
    }

    /// A carried value of a type that is not visible, which a method or a compound assignment changes, is of a primitive one.
    fn confirmed_values(&self) -> TokenStream {
        let launch = &self.names.launch;
        let carried = self.recurrence.carried.iter().zip(&self.kernel.carried);
        let named = carried.filter(|(found, typed)| {
            let is_builtin = matches!(found.operator.kind, OperatorKind::Builtin(_));
            found.operator.named && is_builtin && typed.ty.scalar().is_none()
        });
        let inner: Vec<Ident> = self.recurrence.outer.iter().flat_map(|outer| outer.names()).collect();
        let is_inner = |value: &Expr| inner.iter().any(|name| mentions_variable(&value.to_token_stream(), &name.to_string()));
        let confirmed = named.map(|(found, typed)| {
            if let Some(ordered) = self.ordered(found, &typed.ty) {
                return ordered;
            }
            match &found.carry {
                Carry::Array { array, .. } => {
                    let place = &self.recurrence.arrays[*array].place;
                    quote!(#launch::confirm::primitives!(#place);)
                }
                Carry::Part { array, way, .. } => {
                    let place = &self.recurrence.arrays[*array].place;
                    quote!(#launch::confirm::primitive!((#place)[0] #(#way)*);)
                }
                // Where the outer loop declares it, the inner one says so, too.
                Carry::Scalar(value) | Carry::State(value) if is_inner(value) => TokenStream::new(),
                Carry::Scalar(value) | Carry::State(value) | Carry::Pushes { start: value, .. } | Carry::Coefficient(value) => {
                    quote!(#launch::confirm::primitive!(#value);)
                }
            }
        });
        confirmed.collect()
    }

    /// Of a type that an array names, and that has minima and maxima: its `max` is that of `Ord`.
    fn ordered(&self, found: &Carried, ty: &Type) -> Option<TokenStream> {
        let method = match found.operator.kind {
            OperatorKind::Builtin(Builtin::Max) => "max",
            OperatorKind::Builtin(Builtin::Min) => "min",
            _ => return None,
        };
        let arrays = self.recurrence.arrays.iter().zip(&self.kernel.arrays).filter(|(_, typed)| typed.element == *ty);
        let mut written = arrays.filter_map(|(array, _)| match &array.place {
            Expr::Path(path) => self.site.types.elements.get(&path.path.get_ident()?.unraw().to_string()),
            _ => None,
        });
        let (launch, element, span) = (&self.names.launch, written.next()?, found.operator.span.first);
        let method = Ident::new(method, span);
        let called = quote_spanned!(span => <#element>::#method);
        Some(quote!(#launch::confirm::standard!(<#element as ::core::cmp::Ord>::#method, #called);))
    }

    /// The types that the loop's numbers may be of: what declared types hold is not visible here.
    fn numbers(&self) -> BTreeSet<&'static str> {
        let held = |ty: &Type| ty.scalar().map_or_else(|| NUMBERS.to_vec(), |scalar| vec![scalar.rust()]);
        self.kernel.types().flat_map(held).collect()
    }
}

/// What declared functions, methods and constants are taken to call, and the names of primitive types in them.
pub(super) fn of_declared(items: &DeclaredItems, runtime: &Path, asks_for_primitives: bool) -> TokenStream {
    let mut said = Said::new(quote!(#runtime::launch::confirm));
    let (functions, impls, consts, structs) = (&items.functions, &items.impls, &items.consts, &items.structs);
    let whole = quote!(#(#functions)* #(#impls)* #(#consts)* #(#structs)*);
    let types = scalars(&whole);
    let mut names = Names { said: &mut said, types: &types, values: HashSet::new() };
    items.functions.iter().for_each(|item| names.visit_item_fn(item));
    items.impls.iter().for_each(|item| names.visit_item_impl(item));
    items.consts.iter().for_each(|item| names.visit_item_const(item));
    let aliases: Vec<String> = items.aliases.iter().map(|item| item.ident.to_string()).collect();
    let primitives = asks_for_primitives.then(|| primitives(&whole, &aliases));
    let statements = said.statements;
    let confirmed = (!statements.is_empty()).then(|| quote!(const _: fn() = || { #statements };));
    quote!(#primitives #confirmed)
}

/// Does not compile where one of the primitive types' names in `tokens` is another type's: kernels take it at its word. Those `but` are
/// looked up elsewhere.
pub(super) fn primitives(tokens: &TokenStream, but: &[String]) -> TokenStream {
    let checks = scalars(tokens).into_iter().filter(|name| !but.iter().any(|other| other == name)).map(|name| {
        let name = format_ident!("{name}");
        quote!(const _: fn(#name) -> ::core::primitive::#name = |__scan_value| __scan_value;)
    });
    quote!(#(#checks)*)
}

/// The primitive types that `tokens` name.
fn scalars(tokens: &TokenStream) -> BTreeSet<&'static str> {
    let mut names = BTreeSet::new();
    for_each_word(tokens.clone(), &mut |name| names.extend(Scalar::from_rust(&name.to_string()).map(Scalar::rust)));
    names
}

/// Collects statements, each once.
struct Said {
    /// The path of `launch::confirm`.
    confirm: TokenStream,
    said: HashSet<String>,
    statements: TokenStream,
}

impl Said {
    fn new(confirm: TokenStream) -> Self {
        Self { confirm, said: HashSet::new(), statements: TokenStream::new() }
    }

    /// `launch::confirm::sequence!(x);`
    fn say(&mut self, word: &str, of: impl ToTokens) {
        let (confirm, word) = (&self.confirm, format_ident!("{word}"));
        self.add(quote!(#confirm::#word!(#of);));
    }

    /// `launch::confirm::standard!(::core::cmp::max::<i32>, max);`
    fn say_standard(&mut self, standard: TokenStream, called: &impl ToTokens) {
        self.say("standard", quote!(#standard, #called));
    }

    fn add(&mut self, statement: TokenStream) {
        if self.said.insert(statement.to_string()) {
            self.statements.extend(statement);
        }
    }

    /// A constant of the standard library's.
    fn say_constant(&mut self, path: &Path) {
        let Some(is_float) = is_float_constant(path) else { return };
        let names: Vec<&Ident> = path.segments.iter().map(|segment| &segment.ident).collect();
        let names = if *names[0] == "std" || *names[0] == "core" { &names[1..] } else { &names[..] };
        let standard = match names {
            [ty, name] => quote!(<::core::primitive::#ty>::#name),
            names => quote!(::core #(::#names)*),
        };
        self.say("constant", if is_float { quote!(float #standard, #path) } else { quote!(int #standard, #path) });
    }

    /// A function of the standard library's.
    fn say_function(&mut self, function: &Expr) {
        let Expr::Path(function) = function else { return };
        if let Some(standard) = standard(&function.path).or_else(|| comparison(function)) {
            self.say_standard(standard, function);
        }
    }
}

/// The names of functions and of integers' methods.
struct Names<'a> {
    said: &'a mut Said,
    /// The types that numbers may be of.
    types: &'a BTreeSet<&'static str>,
    /// Variables that are values, and no references, wherever they stand.
    values: HashSet<String>,
}

impl Names<'_> {
    /// An integer's `max`, `min` and `clamp` are a trait's, which a program may hide; what every other method is called on is looked at
    /// by its own value first, and there the primitive type's method comes first, unless it takes `&self`. Behind a reference it comes
    /// after those that a trait has for `&self`.
    fn method(&mut self, call: &ExprMethodCall) {
        let (method, name) = (&call.method, call.method.to_string());
        let is_of_ord = OF_ORD.contains(&name.as_str());
        if is_of_ord && self.types.iter().any(|ty| !is_float(ty)) {
            self.said.say("ordering", method);
        }
        if name == "clone" {
            let types = self.types.iter().map(|ty| format_ident!("{ty}"));
            self.said.say("of_value", quote!(#method, #(#types)*));
        }
        if name == "cmp" || name == "partial_cmp" || name == "total_cmp" {
            let compares = |ty: &&&str| if is_float(ty) { name != "cmp" } else { name != "total_cmp" };
            let types: Vec<Ident> = self.types.iter().filter(compares).map(|ty| format_ident!("{ty}")).collect();
            self.said.say("of_value", quote!(#method, #(#types)*));
            // What traits have is found beside another trait's.
            if name == "total_cmp" {
                self.said.say("behind_two_references", quote!(#method, #(#types)*));
            }
        }
        if is_known_of_bytes(&name) {
            self.said.say("of_value", quote!(#method, u8));
            if self.may_be_a_reference(&call.receiver) {
                self.said.say("behind_exclusive_reference", quote!(#method, u8));
            }
        }
        if (name == "then" || name == "then_some") && self.may_be_a_reference(&call.receiver) {
            self.said.say("behind_reference", quote!(#method, bool));
        }
        if Signature::of(&name).is_some() && self.may_be_a_reference(&call.receiver) {
            let types = self.types.iter().filter(|ty| is_float(ty) || !is_of_ord).map(|ty| format_ident!("{ty}"));
            let types = quote!(#(#types)*);
            if !types.is_empty() {
                self.said.say("behind_reference", quote!(#method, #types));
            }
        }
    }

    /// The names of what may not match are new ones, and no constants'.
    fn pattern(&mut self, pattern: &Pat) {
        let mut look = |name: &syn::PatIdent| {
            if matches::is_variable(&name.ident) {
                self.said.say("binding", &name.ident);
            }
        };
        Bound(&mut look).visit_pat(pattern);
    }

    /// What an iterator is given: a closure, or a function by its name.
    fn function(&mut self, function: &Expr) {
        self.said.say_function(bare(function));
        self.visit_expr(function);
    }

    /// Variables and fields: all else is computed, and a value.
    fn may_be_a_reference(&self, receiver: &Expr) -> bool {
        match receiver {
            Expr::Paren(inner) => self.may_be_a_reference(&inner.expr),
            Expr::Path(path) => path.path.get_ident().is_none_or(|name| !self.values.contains(&name.to_string())),
            Expr::Field(_) => true,
            _ => false,
        }
    }
}

fn is_float(name: &str) -> bool {
    matches!(Scalar::from_rust(name), Some(Scalar::Float(_)))
}

impl<'ast> Visit<'ast> for Names<'_> {
    /// Parameters whose type is no reference, unless the body binds their names again.
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        let mut bound = HashSet::new();
        Bound(&mut |name| _ = bound.insert(name.ident.to_string())).visit_block(&item.block);
        let typed = item.sig.inputs.iter().filter_map(|input| match input {
            syn::FnArg::Typed(typed) if matches!(*typed.ty, syn::Type::Path(_)) => Some(&*typed.pat),
            _ => None,
        });
        let names = typed.filter_map(|pattern| match pattern {
            Pat::Ident(pattern) if pattern.by_ref.is_none() => Some(pattern.ident.to_string()),
            _ => None,
        });
        self.values = names.filter(|name| !bound.contains(name)).collect();
        visit::visit_item_fn(self, item);
        self.values.clear();
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        self.said.say_function(&call.func);
        if let Expr::Path(some) = &*call.func
            && some.path.is_ident("Some")
        {
            self.said.say_standard(quote!(::core::option::Option::Some::<()>), &some.to_token_stream());
        }
        if is_reverse(&call.func) {
            self.said.say_standard(quote!(::core::cmp::Reverse::<()>), &call.func);
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        self.said.say_constant(&path.path);
        if path.path.is_ident("None") {
            self.said.say("none", path);
        }
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        self.pattern(&arm.pat);
        visit::visit_arm(self, arm);
    }

    fn visit_expr_let(&mut self, condition: &'ast syn::ExprLet) {
        self.pattern(&condition.pat);
        visit::visit_expr_let(self, condition);
    }

    /// Of a macro by that name no more can be asked than what it does.
    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        if let Some(condition) = asserted(call) {
            self.said.say("asserts", &call.path);
            return self.visit_expr(&condition);
        }
        if panics(call) {
            return self.said.say("panics", &call.path);
        }
        let Some(matches) = Matches::of(call) else { return };
        self.said.say("matches", &call.path);
        self.pattern(&matches.pattern);
        self.visit_expr(&matches.value);
        if let Some((_, guard)) = &matches.guard {
            self.visit_expr(guard);
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        self.method(call);
        visit::visit_expr_method_call(self, call);
    }
}

/// Collects what is to be confirmed of a loop.
struct Confirm<'a> {
    host: &'a Host<'a>,
    /// The names that an outer loop declares, or this one: nothing is known of them where it begins.
    inner: HashSet<String>,
    said: Said,
}

impl<'a> Confirm<'a> {
    fn new(host: &'a Host<'a>) -> Self {
        let inner = host.recurrence.outer.iter().flat_map(|outer| outer.names()).map(|name| name.to_string()).collect();
        let launch = &host.names.launch;
        Self { host, inner, said: Said::new(quote!(#launch::confirm)) }
    }

    /// The variable that a place begins with, where the function's text has it in scope.
    fn root<'e>(&self, place: &'e Expr) -> Option<&'e Ident> {
        let root = match place {
            Expr::Path(path) => path.path.get_ident()?,
            Expr::Field(field) => self.root(&field.base)?,
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.root(&unary.expr)?,
            Expr::Paren(inner) => self.root(&inner.expr)?,
            _ => return None,
        };
        (!self.inner.contains(&root.to_string())).then_some(root)
    }

    /// What the syntax of a variable's declaration says, for an expression that is nothing but a variable.
    fn form(&self, expr: &Expr) -> Option<Form> {
        let Expr::Path(path) = expr else { return None };
        self.host.site.types.forms.get(&path.path.get_ident()?.unraw().to_string()).copied()
    }

    fn array(&mut self, array: &ArrayUse) {
        match Chunks::of(&array.place) {
            Some(chunks) => self.method_of_sequence(chunks.call),
            None => self.sequence(&array.place),
        }
    }

    /// An array, or a slice of one, `x[1..]`.
    fn sequence(&mut self, place: &Expr) {
        if let Expr::Index(_) = place {
            return self.value(place);
        }
        if self.root(place).is_none() {
            return;
        }
        self.value(place);
        if !matches!(self.form(place), Some(Form::Slice | Form::SharedSlice)) {
            self.said.say("sequence", place);
        }
    }

    /// `x.iter()`, `x.windows(2)`, `x.len()`
    fn method_of_sequence(&mut self, call: &ExprMethodCall) {
        let (receiver, method) = (&call.receiver, &call.method);
        // Of a slice, `x[1..]`, its own come first, but that one for `&self` comes before one for `&mut self`. In the body they are elements.
        let is_inner = |access: &syn::ExprIndex| {
            let mut is_inner = false;
            for_each_variable(access.to_token_stream(), &mut |name| is_inner |= self.inner.contains(&name.to_string()));
            is_inner
        };
        if let (Expr::Index(access), true) = (bare(receiver), method.to_string().ends_with("_mut"))
            && !is_inner(access)
        {
            self.said.say("method_of_slice", quote!(#access, #method));
        }
        if self.root(receiver).is_some() && self.form(receiver) != Some(Form::SharedSlice) {
            self.said.say("method_of_sequence", quote!(#receiver, #method));
        }
    }

    fn range(&mut self, range: &Range) {
        range.bounds().into_iter().for_each(|bound| self.value(bound));
    }

    /// What the host evaluates before the loop, where the loop does so in every iteration: it has no effects.
    fn value(&mut self, expr: &Expr) {
        match expr {
            Expr::Paren(inner) => self.value(&inner.expr),
            Expr::Reference(inner) => self.value(&inner.expr),
            Expr::Cast(cast) => self.value(&cast.expr),
            Expr::Field(field) => self.field(field),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.dereferenced(&unary.expr),
            Expr::Unary(unary) => self.number(&unary.expr),
            Expr::Binary(binary) => [&binary.left, &binary.right].into_iter().for_each(|operand| self.number(operand)),
            Expr::MethodCall(call) if call.method == "len" => {
                self.method_of_sequence(call);
                self.sequence(&call.receiver);
            }
            Expr::MethodCall(call) if call.method == "windows" || call.method == "chunks_exact" => {
                self.method_of_sequence(call);
                self.sequence(&call.receiver);
                call.args.iter().for_each(|argument| self.number(argument));
            }
            Expr::MethodCall(call) => {
                self.number(&call.receiver);
                call.args.iter().for_each(|argument| self.number(argument));
            }
            Expr::Call(call) => {
                self.said.say_function(&call.func);
                call.args.iter().for_each(|argument| self.number(argument));
            }
            Expr::Index(access) => {
                self.sequence(&access.expr);
                self.value(&access.index);
            }
            Expr::Range(range) => range.start.iter().chain(&range.end).for_each(|end| self.number(end)),
            _ => {}
        }
    }

    /// Whether `base` or what it dereferences to has the field.
    fn field(&mut self, field: &syn::ExprField) {
        let base = &field.base;
        if self.root(base).is_some() {
            self.value(base);
            self.said.say("fields", base);
        }
    }

    fn dereferenced(&mut self, inner: &Expr) {
        let is_self = matches!(inner, Expr::Path(path) if path.path.is_ident("self"));
        if self.root(inner).is_some() && self.form(inner).is_none() && !is_self {
            self.said.say("reference", inner);
        }
        self.value(inner);
    }

    /// An operand, or what a method is called on.
    fn number(&mut self, expr: &Expr) {
        self.value(expr);
        let Some(root) = self.root(expr) else { return };
        let known = match expr {
            Expr::Path(_) => self.host.site.types.known(&root.to_string()),
            _ => None,
        };
        if !matches!(known, Some(Known::Value(Type::Scalar(_)) | Known::Reference(Type::Scalar(_)))) {
            self.said.say("primitive", expr);
        }
    }

    /// The names of functions and traits in the loop.
    fn text(&mut self, syntax: &LoopSyntax) {
        let types = &self.host.numbers();
        let mut bound = HashSet::new();
        let mut names = |name: &syn::PatIdent| _ = bound.insert(name.ident.to_string());
        let mut names = Bound(&mut names);
        match syntax {
            LoopSyntax::For(syntax) => {
                self.adaptors(&syntax.expr);
                names.visit_expr_for_loop(syntax);
                self.inner_adaptors(types, &bound, |look| look.visit_block(&syntax.body));
                self.names(types, &bound).visit_block(&syntax.body);
            }
            LoopSyntax::While(syntax) => {
                names.visit_expr_while(syntax);
                self.inner_adaptors(types, &bound, |look| look.visit_block(&syntax.body));
                self.names(types, &bound).visit_expr_while(syntax);
            }
            LoopSyntax::Collect(_, chain) => {
                self.adaptors(chain);
                names.visit_expr(chain);
                match Collected::of(chain) {
                    Some(collected) => {
                        let functions = || collected.functions();
                        self.inner_adaptors(types, &bound, |look| functions().for_each(|function| look.visit_expr(function)));
                        let mut names = self.names(types, &bound);
                        functions().for_each(|function| names.function(function));
                    }
                    None => {
                        self.names(types, &bound).visit_expr(chain);
                    }
                }
            }
            LoopSyntax::Search(_) => {}
            LoopSyntax::Reduce(reduced) => {
                let chain = Expr::MethodCall(reduced.chain.clone());
                self.adaptors(&chain);
                names.visit_expr(&chain);
                self.inner_adaptors(types, &bound, |look| reduced.functions().for_each(|function| look.visit_expr(function)));
                let mut names = self.names(types, &bound);
                reduced.functions().for_each(|function| names.function(function));
            }
        }
    }

    /// Of a loop's text, which binds these names.
    fn names<'n>(&'n mut self, types: &'n BTreeSet<&'static str>, bound: &HashSet<String>) -> Names<'n> {
        let values = self.host.site.types.values().filter(|name| !bound.contains(*name));
        Names { values: values.map(str::to_owned).collect(), said: &mut self.said, types }
    }

    /// Those of the loops and iterators in the body, which binds these names: what has one of them is not there before the loop.
    fn inner_adaptors<'e>(
        &mut self,
        types: &BTreeSet<&'static str>,
        bound: &HashSet<String>,
        visit: impl FnOnce(&mut Expressions<'_, 'e>),
    ) {
        let outside = self.inner.clone();
        self.inner.extend(bound.iter().cloned());
        let mut look = |expression: &'e Expr| {
            match expression {
                Expr::ForLoop(syntax) => self.chain(&syntax.expr),
                Expr::MethodCall(call) => {
                    if let Some(consumed) = Consumer::of(call) {
                        self.chain(consumed.chain);
                        self.consumer(&consumed.call.method, types);
                        consumed.functions().for_each(|function| self.said.say_function(bare(function)));
                    } else if let Some((call, _)) = each(expression) {
                        self.chain(&call.receiver);
                    } else if let Some(optional) = Optional::of(expression) {
                        self.optional(&optional, types);
                    } else if Optional::of(&call.receiver).is_some() {
                        if call.method == "is_some" || call.method == "is_none" {
                            self.said.say("of_option", Self::of_types(&call.method, types));
                        }
                        call.args.iter().for_each(|argument| self.said.say_function(bare(argument)));
                    }
                }
                _ => {}
            }
            true
        };
        visit(&mut Expressions(&mut look));
        self.inner = outside;
    }

    /// What gives an `Option` in the body. What that is asked is a method of its own, and comes first.
    fn optional(&mut self, optional: &Optional, types: &BTreeSet<&'static str>) {
        if optional.is_of_slice() {
            self.method_of_sequence(optional.source);
        } else if optional.is_consumed() {
            self.chain(&optional.source.receiver);
            self.consumer(&optional.source.method, types);
        }
        optional.functions().for_each(|function| self.said.say_function(bare(function)));
    }

    /// What consumes an iterator by reference.
    fn consumer(&mut self, method: &Ident, types: &BTreeSet<&'static str>) {
        if ["any", "all", "position", "find"].iter().any(|name| method == name) {
            self.said.say("consumer", Self::of_types(method, types));
        }
    }

    fn of_types(method: &Ident, types: &BTreeSet<&'static str>) -> TokenStream {
        let types = types.iter().map(|ty| format_ident!("{ty}"));
        quote!(#method, #(#types)*)
    }

    /// An iterator in the body.
    fn chain(&mut self, chain: &Expr) {
        self.adaptors(chain);
        let functions = stages(chain).1.into_iter().filter_map(|stage| stage.args.first());
        functions.for_each(|function| self.said.say_function(bare(function)));
        // What consumes it is a method of the trait, too.
        self.said.say("iterator", quote_spanned!(chain.span().first => rev));
    }

    /// `.rev()`, `.zip(…)`: methods of the trait `Iterator`, or of `IntoIterator`.
    fn adaptors(&mut self, iterated: &Expr) {
        let mut look = |expression: &Expr| {
            if let Expr::MethodCall(call) = expression {
                match call.method.to_string().as_str() {
                    "iter" | "iter_mut" | "windows" | "array_windows" | "chunks_exact" | "chunks_exact_mut" | "as_chunks"
                    | "as_chunks_mut" | "len" => self.method_of_sequence(call),
                    "into_iter" => self.said.say("iterator", &call.method),
                    // One stands for all: what hides the trait hides all of its methods.
                    _ => self.said.say("iterator", quote_spanned!(call.method.span() => rev)),
                }
            }
            !matches!(expression, Expr::Closure(_))
        };
        Expressions(&mut look).visit_expr(iterated);
    }
}

/// By its whole path, a function that compares; those of a trait are of one type, as of all.
fn comparison(path: &syn::ExprPath) -> Option<TokenStream> {
    let [owner, name] = comparing(path)?;
    let ty = Scalar::from_rust(&owner.to_string()).map_or(format_ident!("i32"), |_| owner.clone());
    Some(match name.to_string().as_str() {
        "cmp" => quote!(<::core::primitive::#ty as ::core::cmp::Ord>::cmp),
        "partial_cmp" => quote!(<::core::primitive::#ty as ::core::cmp::PartialOrd>::partial_cmp),
        _ => quote!(<::core::primitive::#ty>::#name),
    })
}

/// By its whole path, the function that `path` is taken for; `None` for those that a primitive type has of its own.
fn standard(path: &Path) -> Option<TokenStream> {
    is_known_function(path).then_some(())?;
    let mut names = path.segments.iter().rev().map(|segment| &segment.ident);
    let (name, owner) = (names.next()?, names.next());
    let ty = owner.and_then(|owner| Scalar::from_rust(&owner.to_string()));
    let is_of_ord = OF_ORD.contains(&name.to_string().as_str());
    match ty {
        Some(ty) if name == "from" => {
            let ty = format_ident!("{}", ty.rust());
            Some(quote!(<::core::primitive::#ty as ::core::convert::From<::core::primitive::bool>>::from))
        }
        Some(ty) if is_of_ord && !matches!(ty, Scalar::Float(_)) => {
            let ty = format_ident!("{}", ty.rust());
            Some(quote!(<::core::primitive::#ty as ::core::cmp::Ord>::#name))
        }
        Some(ty) => {
            let of_type = format_ident!("{}", ty.rust());
            Some(quote!(<::core::primitive::#of_type>::#name))
        }
        None if owner.is_some_and(|owner| owner == "Ord") => Some(quote!(<::core::primitive::i32 as ::core::cmp::Ord>::#name)),
        None => Some(quote!(::core::cmp::#name::<::core::primitive::i32>)),
    }
}
