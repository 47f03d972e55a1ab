//! Reads calls: puts what they compute in their place.

use super::names::{Bindings, Rename, hides};
use super::open::{Open, is_hole};
use crate::diagnostic::Spanned;
use crate::limits;
use crate::parse::{Known, LocalFunction, LoopSyntax, TypeEnvironment};
use crate::syntax::{
    Bound, ExpressionsMut, bare, compound, for_each_word, holds_loop, is_place, ours, parenthesized, plain_ident, text, variable,
};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident};
use std::collections::{HashMap, HashSet};
use syn::ext::IdentExt;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, ExprCall, ExprForLoop, ExprMethodCall, Pat, PatIdent, Stmt, Type, parse_quote_spanned};

/// Functions that call each other are read this far.
const DEPTH: usize = 16;

/// Methods that may be given a function by its name.
const TAKE_FUNCTIONS: &[&str] =
    &["map", "filter", "filter_map", "for_each", "any", "all", "position", "find", "find_map", "take_while", "fold", "reduce"];

/// Reads calls.
pub(super) struct Reader<'s> {
    /// What is known of variables from outside.
    types: &'s TypeEnvironment,
    functions: HashMap<String, LocalFunction>,
    bindings: Bindings,
    /// The names of closures that the loop binds.
    own: HashSet<String>,
    open: Open,
    /// What some function takes from around it: no other one binds such a name around its text.
    taken: HashSet<String>,
    /// All words of the loop and of the functions.
    words: HashSet<String>,
    /// What the loop has bound so far, the innermost scope last.
    visible: Vec<HashSet<String>>,
    /// What the function around binds.
    hidden: HashSet<String>,
    /// What has been read, in order.
    used: Vec<String>,
    /// Why others are not: a message, and what helps.
    left: HashMap<String, (String, String)>,
    /// How many functions are around.
    around: usize,
    /// How many loops' values have been named.
    computed: usize,
    /// How much more is read.
    tokens: usize,
}

impl VisitMut for Reader<'_> {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        visit_mut::visit_expr_mut(self, expression);
        if let Expr::Call(call) = &*expression
            && let Some(value) = self.value(call)
        {
            *expression = value;
        }
    }

    /// `.map(weigh)`
    fn visit_expr_method_call_mut(&mut self, call: &mut ExprMethodCall) {
        visit_mut::visit_expr_method_call_mut(self, call);
        if !TAKE_FUNCTIONS.iter().any(|name| call.method == name) {
            return;
        }
        let shows = self.open.shows_items(&call.receiver)
            && call.args.iter().all(|argument| self.named(argument).is_some() || self.open.shows(argument));
        for argument in &mut call.args {
            if let Some((name, function)) = self.named(argument)
                && (shows || function.inputs.iter().all(is_typed))
                && let Some(read) = self.function(&name, function)
            {
                *argument = Expr::Closure(read.closure());
            }
        }
    }

    /// A closure that the loop binds is read here, and stands where it is called.
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        let own = LocalFunction::of_local(local).map(|(name, function)| (name.unraw().to_string(), function));
        match own.filter(|(name, _)| self.around == 0 && self.own.contains(name)) {
            Some((name, function)) => {
                let is_seen = |free: &&String| self.bindings.bound.contains_key(*free) && !self.is_visible(free);
                let read = match function.free.iter().find(is_seen) {
                    Some(_) => None,
                    None => self.body(&name, function),
                };
                match read {
                    Some(read) => drop(self.functions.insert(name, read)),
                    None => {
                        self.own.remove(&name);
                        self.functions.remove(&name);
                    }
                }
            }
            None => visit_mut::visit_local_mut(self, local),
        }
        self.show(&local.pat);
    }

    fn visit_expr_for_loop_mut(&mut self, looped: &mut ExprForLoop) {
        self.visit_expr_mut(&mut looped.expr);
        self.visible.push(HashSet::new());
        self.show(&looped.pat);
        self.visit_block_mut(&mut looped.body);
        self.visible.pop();
    }

    /// `y[i] = steps(x[i]) as f64;` → `let computed = { while … { … } n }; y[i] = computed as f64;`
    fn visit_block_mut(&mut self, block: &mut Block) {
        self.visible.push(HashSet::new());
        let mut before = Vec::new();
        for mut statement in std::mem::take(&mut block.stmts) {
            self.visit_stmt_mut(&mut statement);
            match &mut statement {
                Stmt::Local(syn::Local { init: Some(init), .. }) => self.name_loops(&mut init.expr, true, &mut before),
                Stmt::Expr(Expr::Assign(assign), _) => self.name_loops(&mut assign.right, true, &mut before),
                Stmt::Expr(Expr::Binary(update), _) if compound(&update.op).is_some() => {
                    self.name_loops(&mut update.right, true, &mut before);
                }
                _ => {}
            }
            block.stmts.append(&mut before);
            block.stmts.push(statement);
        }
        self.visible.pop();
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl<'s> Reader<'s> {
    /// Of these functions, of which the loop `syntax` binds its `own`.
    pub(super) fn new(
        types: &'s TypeEnvironment,
        functions: HashMap<String, LocalFunction>,
        bindings: Bindings,
        own: HashSet<String>,
        syntax: &mut LoopSyntax,
    ) -> Self {
        let (mut open, mut words) = (Open::default(), HashSet::new());
        syntax.change(&mut open);
        let texts = functions.values().map(|function| function.written.clone()).chain([syntax.to_token_stream()]);
        texts.for_each(|text| for_each_word(text, &mut |word| words.extend([word.unraw().to_string()])));
        Self {
            types,
            taken: functions.values().flat_map(|function| function.free.clone()).collect(),
            functions,
            bindings,
            own,
            open,
            words,
            visible: vec![HashSet::new()],
            hidden: HashSet::new(),
            used: Vec::new(),
            left: types.unread.clone(),
            around: 0,
            computed: 0,
            tokens: limits::TOKENS,
        }
    }

    /// The closures that the loop binds and that have been read.
    pub(super) fn own(&self) -> &HashSet<String> {
        &self.own
    }

    /// The declarations of what it calls from outside of it.
    pub(super) fn declarations(&self) -> Vec<TokenStream> {
        let outer = self.used.iter().filter(|name| !self.own.contains(*name));
        outer.filter_map(|name| self.functions.get(name)).map(|used| used.written.clone()).collect()
    }

    /// Why other calls are left.
    pub(super) fn into_unread(self) -> HashMap<String, (String, String)> {
        self.left
    }

    /// Reads a loop; what its header evaluates once stays.
    pub(super) fn read(&mut self, syntax: &mut LoopSyntax) {
        match syntax {
            LoopSyntax::For(looped) => {
                self.show(&looped.pat);
                self.visit_block_mut(&mut looped.body);
            }
            LoopSyntax::While(looped) => self.visit_block_mut(&mut looped.body),
            LoopSyntax::Search(written) => self.read(written),
            LoopSyntax::Collect(..) | LoopSyntax::Reduce(_) => syntax.change(self),
        }
    }

    fn show(&mut self, pattern: &Pat) {
        let scope = self.visible.last_mut();
        let mut names = Vec::new();
        Bound(&mut |name| names.push(name.ident.unraw().to_string())).visit_pat(pattern);
        scope.into_iter().for_each(|scope| scope.extend(names.drain(..)));
    }

    fn is_visible(&self, name: &str) -> bool {
        self.visible.iter().any(|scope| scope.contains(name))
    }

    /// Names what a loop leads to in an operand: it is a value of its own in statements alone. What may not be evaluated stays.
    fn name_loops(&mut self, expression: &mut Expr, is_whole: bool, before: &mut Vec<Stmt>) {
        let mut operands = |these: Vec<&mut Expr>| these.into_iter().for_each(|operand| self.name_loops(operand, false, before));
        match expression {
            Expr::Paren(inner) => match &*inner.expr {
                Expr::Block(block) if !is_whole && block.block.stmts.iter().any(holds_loop) => {
                    let place = ours(Spanned::span(&*expression));
                    let name = self.free("computed", self.computed, place);
                    self.computed += 1;
                    let value = std::mem::replace(expression, variable(&name));
                    before.push(parse_quote_spanned!(place=> let #name = #value;));
                }
                Expr::Block(_) => {}
                _ => self.name_loops(&mut inner.expr, is_whole, before),
            },
            Expr::Cast(cast) => operands(vec![&mut *cast.expr]),
            Expr::Unary(unary) => operands(vec![&mut *unary.expr]),
            Expr::Binary(binary) if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) => operands(vec![&mut *binary.left]),
            Expr::Binary(binary) => operands(vec![&mut *binary.left, &mut *binary.right]),
            Expr::MethodCall(call) => operands(std::iter::once(&mut *call.receiver).chain(&mut call.args).collect()),
            Expr::Call(call) => operands(call.args.iter_mut().collect()),
            _ => {}
        }
    }

    fn named(&self, expression: &Expr) -> Option<(String, LocalFunction)> {
        let name = plain_ident(expression)?.unraw().to_string();
        let is_there = !self.hidden.contains(&name) && (!self.own.contains(&name) || self.is_visible(&name));
        let function = self.functions.get(&name).filter(|_| is_there)?.clone();
        Some((name, function))
    }

    /// A function that is called here, with the text of what it calls itself.
    fn function(&mut self, name: &str, function: LocalFunction) -> Option<LocalFunction> {
        let is_own = self.own.contains(name);
        let is_bound = |free: &&String| self.bindings.bound.contains_key(*free);
        if let Some(bound) = function.free.iter().find(is_bound).filter(|_| !is_own) {
            let message = format!("`{name}` uses a `{bound}` from around it, and the loop has a variable of that name");
            return self.leave(name, message, format!("give the loop's `{bound}` another name"));
        }
        self.tokens = self.tokens.checked_sub(count(function.body.to_token_stream()))?;
        let read = if is_own { function } else { self.body(name, function)? };
        if !self.used.iter().any(|used| used == name) {
            self.used.push(name.to_owned());
        }
        Some(read)
    }

    /// The same of what calls nothing from around it any more.
    fn body(&mut self, name: &str, function: LocalFunction) -> Option<LocalFunction> {
        if self.around == DEPTH {
            return None;
        }
        let mut function = self.renamed(name, function)?;
        let within = self.open.within(&function);
        let open = std::mem::replace(&mut self.open, within);
        let hidden = std::mem::replace(&mut self.hidden, function.bound.iter().cloned().collect());
        self.around += 1;
        self.visit_expr_mut(&mut function.body);
        self.around -= 1;
        let is_shown = function.output.as_ref().is_some_and(|output| !is_hole(output)) || self.open.shows(&function.body);
        (self.open, self.hidden) = (open, hidden);
        if !is_shown {
            let message = format!("the type of what `{name}` gives is left to what is around its calls");
            return self.leave(name, message, format!("write it: `let {name} = |…| -> f32 {{ … }};`"));
        }
        Some(function)
    }

    /// A function that binds no name which another takes from around it.
    fn renamed(&mut self, name: &str, mut function: LocalFunction) -> Option<LocalFunction> {
        let taken: Vec<String> = function.bound.iter().filter(|bound| self.taken.contains(*bound)).cloned().collect();
        // What may not match may be a constant.
        if let Some(both) = taken.iter().find(|bound| function.free.contains(bound) || function.matched.contains(bound)) {
            let message = format!("`{name}` has a `{both}` of its own, and another one is used in its place");
            return self.leave(name, message, format!("give one `{both}` another name"));
        }
        let names = taken.into_iter().map(|bound| (self.free(&bound, 1, Span::call_site()).to_string(), bound));
        let mut rename = Rename { names: names.map(|(new, old)| (old, new)).collect() };
        if !rename.names.is_empty() {
            function.inputs.iter_mut().for_each(|input| rename.visit_pat_mut(input));
            rename.visit_expr_mut(&mut function.body);
            function.bound.extend(rename.names.into_values());
        }
        Some(function)
    }

    /// `{ let parameter = argument; body }`
    fn value(&mut self, call: &ExprCall) -> Option<Expr> {
        let (name, function) = self.named(&call.func).filter(|(_, function)| function.inputs.len() == call.args.len())?;
        let mut pairs = function.inputs.iter().zip(&call.args);
        if let Some((_, argument)) = pairs.find(|(input, argument)| !is_typed(input) && !self.open.shows(argument)) {
            let message =
                format!("the type of `{}`, which `{name}` is called with, is left to what is around it", text(argument));
            return self.leave(&name, message, format!("write the parameter's type: `let {name} = |v: f32| …;`"));
        }
        let LocalFunction { inputs, output, mut body, .. } = self.function(&name, function)?;
        let place = ours(Spanned::span(call));
        let hides = hides(&inputs, call);
        let (mut lets, mut parameters) = (Vec::<Stmt>::new(), Vec::<Stmt>::new());
        for (number, (input, argument)) in inputs.iter().zip(&call.args).enumerate() {
            if lends(input, argument, &mut body, self.types) {
                continue;
            }
            if hides {
                let kept = self.free(&name, number, place);
                let ty = if let Pat::Type(typed) = input { Some((typed.colon_token, &typed.ty)) } else { None };
                let (colon, ty) = ty.unzip();
                lets.push(parse_quote_spanned!(place=> let #kept #colon #ty = #argument;));
                parameters.push(parse_quote_spanned!(place=> let #input = #kept;));
            } else {
                lets.push(parse_quote_spanned!(place=> let #input = #argument;));
            }
        }
        lets.append(&mut parameters);
        match (body, output) {
            (body, Some(output)) => {
                let value = self.free(&name, call.args.len(), place);
                lets.push(parse_quote_spanned!(place=> let #value: #output = #body;));
                lets.push(Stmt::Expr(variable(&value), None));
            }
            (Expr::Block(body), None) if body.label.is_none() => lets.extend(body.block.stmts),
            (body, None) => lets.push(Stmt::Expr(parenthesized(body), None)),
        }
        Some(parse_quote_spanned!(place=> ({ #(#lets)* })))
    }

    /// A name that nothing has.
    fn free(&self, function: &str, number: usize, place: Span) -> Ident {
        let mut name = format_ident!("{function}_{number}", span = place);
        while self.words.contains(&name.unraw().to_string()) {
            name = format_ident!("{name}_", span = place);
        }
        name
    }

    fn leave<T>(&mut self, name: &str, message: String, help: String) -> Option<T> {
        self.left.insert(name.to_owned(), (message, help));
        None
    }
}

/// An array that is lent to a function, `weigh(&x, i)`, is there by its own name, where the body has nothing else of that name.
fn lends(input: &Pat, argument: &Expr, body: &mut Expr, types: &TypeEnvironment) -> bool {
    let Pat::Type(typed) = input else { return false };
    let (Pat::Ident(PatIdent { ident: parameter, by_ref: None, mutability: None, subpat: None, .. }), Type::Reference(lent)) =
        (&*typed.pat, &*typed.ty)
    else {
        return false;
    };
    let place = match bare(argument) {
        Expr::Reference(reference) if reference.mutability.is_none() => bare(&reference.expr),
        other => other,
    };
    let is_array = is_place(place) && matches!(types.known(&text(place)), Some(Known::Sequence(_)));
    let (mut words, mut is_taken) = (HashSet::new(), false);
    for_each_word(body.to_token_stream(), &mut |word| words.extend([word.unraw()]));
    for_each_word(place.to_token_stream(), &mut |word| is_taken |= word != parameter && words.contains(&word.unraw()));
    Bound(&mut |name| is_taken |= name.ident.unraw() == parameter.unraw()).visit_expr(body);
    if !is_array || is_taken || lent.mutability.is_some() {
        return false;
    }
    let mut name = |expression: &mut Expr| {
        let is_parameter = plain_ident(expression) == Some(parameter);
        if is_parameter {
            *expression = place.clone();
        }
        !is_parameter
    };
    ExpressionsMut(&mut name).visit_expr_mut(body);
    true
}

fn is_typed(input: &Pat) -> bool {
    matches!(input, Pat::Type(typed) if !is_hole(&typed.ty))
}

fn count(tokens: TokenStream) -> usize {
    let within = |token| if let TokenTree::Group(group) = token { count(group.stream()) } else { 0 };
    tokens.into_iter().map(|token| 1 + within(token)).sum()
}
