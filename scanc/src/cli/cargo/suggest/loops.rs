//! The loops of a file that nobody has annotated, each with the attributes that are worth a try.

use super::candidates::{self, Attempt};
use super::lengths::Lengths;
use crate::parse::is_scan;
use crate::syntax::Bound;
use quote::ToTokens;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Block, Expr, Signature, Stmt};

/// A function with loops to try.
pub(super) struct Function {
    pub name: String,
    /// From behind its attributes to its end.
    pub place: Range<usize>,
    /// It has a bare `#[scan]`, and its loops may have attributes.
    pub is_annotated: bool,
    /// An attribute on it can mean its only loop.
    pub has_one_loop: bool,
    /// The type parameters of it and of what it is in, with their bounds.
    pub generics: String,
    pub signature: Signature,
    pub block: Block,
    pub loops: Vec<Loop>,
}

impl Function {
    /// Whether something in it is bound to a name.
    pub fn binds(&self, name: &str) -> bool {
        let mut binds = false;
        Bound(&mut |bound| binds |= bound.ident == name).visit_block(&self.block);
        binds
    }

    /// Whether a variable begins with what a function of a type that is no primitive one makes, `BigUint::one()`, or with an iterator.
    pub fn makes_another(&self, name: &str) -> bool {
        struct Made<'a>(&'a str, bool);
        impl<'ast> Visit<'ast> for Made<'_> {
            fn visit_local(&mut self, local: &'ast syn::Local) {
                if let (syn::Pat::Ident(bound), Some(init)) = (&local.pat, &local.init)
                    && bound.ident == self.0
                    && let Expr::MethodCall(call) = &*init.expr
                {
                    let method = call.method.to_string();
                    self.1 |= ["chunks", "rchunks", "windows", "iter", "into_iter"].iter().any(|name| method.starts_with(name));
                }
                if let (syn::Pat::Ident(bound), Some(init)) = (&local.pat, &local.init)
                    && bound.ident == self.0
                    && let Expr::Call(call) = &*init.expr
                    && let Expr::Path(function) = &*call.func
                    && let Some(owner) = function.path.segments.iter().rev().nth(1)
                {
                    self.1 |= owner.ident.to_string().starts_with(char::is_uppercase);
                }
                visit::visit_local(self, local);
            }
        }
        let mut made = Made(name, false);
        made.visit_block(&self.block);
        made.1
    }
}

/// A loop to try.
pub(super) struct Loop {
    pub place: Range<usize>,
    /// Where its attribute would stand.
    pub attribute: usize,
    /// It stands in another one.
    pub is_nested: bool,
    /// An operator that is derived may be of use. In a loop in another one each run would have to be long, what a fold does step by step is
    /// mostly a polynomial, of a few terms, and what is carried beside pushes counts them.
    pub may_be_derived: bool,
    /// What of its function says nothing of it, in order: what comes after it, and what is no declaration before it.
    pub beside: Vec<Range<usize>>,
    /// Best first.
    pub attempts: Vec<Attempt>,
}

/// What a file has.
#[derive(Default)]
pub(super) struct Found {
    pub functions: Vec<Function>,
    /// Loops without an attribute, also those that are not worth a try, and iterators that are.
    pub loops: usize,
    lengths: Lengths,
    generics: Vec<String>,
}

impl Found {
    /// Looks through a file, but for tests and macros.
    pub fn in_file(file: &syn::File) -> Self {
        let mut found = Self { lengths: Lengths::of_constants(file), ..Self::default() };
        found.visit_file(file);
        found
    }

    fn function(&mut self, attributes: &[Attribute], start: usize, signature: &Signature, block: &Block) {
        let ours: Vec<&Attribute> = attributes.iter().filter(|attribute| is_scan(attribute)).collect();
        let is_bare = |attribute: &&Attribute| matches!(attribute.meta, syn::Meta::Path(_));
        let is_test = attributes.iter().any(|attribute| is_cfg_test(attribute) || ends_with(attribute, &["test", "bench"]));
        if is_test || signature.constness.is_some() {
            return;
        }
        // Its only loop is annotated.
        let is_done = !ours.is_empty() && !ours.iter().all(is_bare);
        let mut loops = Loops {
            lengths: self.lengths.with(signature, block),
            found: Vec::new(),
            count: 0,
            iterators: 0,
            unannotated: 0,
            depth: 0,
            closures: 0,
            around: Vec::new(),
        };
        if !is_done {
            loops.visit_block(block);
        }
        self.loops += loops.unannotated;
        let place = start..block.span().byte_range().end;
        if !loops.found.is_empty() {
            self.functions.push(Function {
                name: signature.ident.to_string(),
                place,
                is_annotated: !ours.is_empty(),
                has_one_loop: loops.count == 1 || loops.count == 0 && loops.iterators == 1,
                generics: self.generics.iter().cloned().chain([generics(&signature.generics)]).collect(),
                signature: signature.clone(),
                block: block.clone(),
                loops: loops.found,
            });
        }
    }

    /// What is in an item with type parameters.
    fn within(&mut self, of: &syn::Generics, visit: impl FnOnce(&mut Self)) {
        self.generics.push(generics(of));
        visit(self);
        self.generics.pop();
    }
}

fn generics(generics: &syn::Generics) -> String {
    let has_types = generics.type_params().next().is_some();
    if has_types { format!("{} {}", generics.to_token_stream(), generics.where_clause.to_token_stream()) } else { String::new() }
}

fn is_cfg_test(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg") && attribute.meta.to_token_stream().to_string().contains("test")
}

fn ends_with(attribute: &Attribute, words: &[&str]) -> bool {
    attribute.path().segments.last().is_some_and(|last| words.iter().any(|word| last.ident == word))
}

/// Behind an item's attributes.
fn behind(attributes: &[Attribute], visibility: &syn::Visibility, signature: &Signature) -> usize {
    let outer = attributes.iter().filter(|attribute| matches!(attribute.style, syn::AttrStyle::Outer));
    let behind = outer.map(|attribute| attribute.span().byte_range().end).max().unwrap_or(0);
    let visible = visibility.to_token_stream().into_iter().next().map(|token| token.span().byte_range().start);
    visible.unwrap_or_else(|| signature.span().byte_range().start).max(behind)
}

impl<'ast> Visit<'ast> for Found {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let attributes: &[Attribute] = match item {
            syn::Item::Mod(item) => &item.attrs,
            syn::Item::Impl(item) => &item.attrs,
            syn::Item::Trait(item) => &item.attrs,
            _ => &[],
        };
        let declares = |attribute: &Attribute| crate::parse::is_declare_target(attribute);
        if !attributes.iter().any(|attribute| is_cfg_test(attribute) || declares(attribute)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        let declares =
            |attribute: &Attribute| crate::parse::is_declare_target(attribute) || crate::parse::is_declare_scan(attribute);
        if !item.attrs.iter().any(declares) {
            self.function(&item.attrs, behind(&item.attrs, &item.vis, &item.sig), &item.sig, &item.block);
        }
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        // `default fn` is no function by itself.
        if item.defaultness.is_none() {
            self.function(&item.attrs, behind(&item.attrs, &item.vis, &item.sig), &item.sig, &item.block);
        }
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            let start = behind(&item.attrs, &syn::Visibility::Inherited, &item.sig);
            self.function(&item.attrs, start, &item.sig, block);
        }
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        self.within(&item.generics, |this| visit::visit_item_impl(this, item));
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.within(&item.generics, |this| visit::visit_item_trait(this, item));
    }
}

/// The loops of one function.
struct Loops {
    lengths: Lengths,
    found: Vec<Loop>,
    /// All of them, as the compiler counts.
    count: usize,
    /// Iterators that come to a value, or of which some items are collected.
    iterators: usize,
    unannotated: usize,
    /// Loops around what is visited.
    depth: usize,
    closures: usize,
    /// The parts of all that is around what is visited.
    around: Vec<Vec<Part>>,
}

/// A part of a function, such as a statement of a block.
#[derive(Clone)]
struct Part {
    place: Range<usize>,
    /// It may say of which type something is.
    declares: bool,
}

impl Part {
    fn silent(place: Range<usize>) -> Self {
        Self { place, declares: false }
    }

    /// The parts of a statement: of a long initialiser nothing follows for the type of what is declared.
    fn of(statement: &Stmt) -> Self {
        const LONG: usize = 400;
        let place = statement.span().byte_range();
        match statement {
            Stmt::Expr(..) => Self::silent(place),
            Stmt::Local(local) => match &local.init {
                Some(init) if init.diverge.is_none() && !matches!(*init.expr, Expr::Macro(_) | Expr::Array(_)) => {
                    let value = init.eq_token.span.byte_range().start..init.expr.span().byte_range().end;
                    if value.len() > LONG { Self::silent(value) } else { Self { place, declares: true } }
                }
                _ => Self { place, declares: true },
            },
            Stmt::Item(_) | Stmt::Macro(_) => Self { place, declares: true },
        }
    }
}

impl Loops {
    /// What says nothing of a loop.
    fn beside(&self, looped: &Range<usize>) -> Vec<Range<usize>> {
        let is_beside = |part: &&Part| {
            let is_apart = part.place.end <= looped.start || looped.end <= part.place.start;
            is_apart && !(part.declares && part.place.start < looped.start)
        };
        let mut beside: Vec<Range<usize>> =
            self.around.iter().flatten().filter(is_beside).map(|part| part.place.clone()).collect();
        beside.sort_by_key(|place| place.start);
        beside
    }

    fn within(&mut self, parts: Vec<Part>, visit: impl FnOnce(&mut Self)) {
        self.around.push(parts);
        visit(self);
        self.around.pop();
    }

    /// A loop, or a chain in a `let`, with where an attribute of it would stand.
    fn try_out(
        &mut self,
        whole: Range<usize>,
        attribute: usize,
        attributes: &[Attribute],
        expression: &Expr,
        name: Option<&str>,
    ) {
        self.count += 1;
        if attributes.iter().any(is_scan) {
            return;
        }
        self.unannotated += 1;
        if !self.lengths.is_short(expression) {
            self.found(whole, attribute, candidates::of(expression, name), self.depth == 0 && !candidates::pushes(expression));
        }
    }

    fn found(&mut self, place: Range<usize>, attribute: usize, attempts: Vec<Attempt>, may_be_derived: bool) {
        let (is_nested, beside) = (self.depth > 0, self.beside(&place));
        self.found.push(Loop { place, attribute, is_nested, may_be_derived, beside, attempts });
    }

    /// An iterator that comes to a value, or of which some items are collected, in a `let` or as the function's value. One that is run again and again is mostly short.
    fn try_iterator(&mut self, statement: &Stmt) {
        let (expression, name, attributes) = match statement {
            Stmt::Local(local) => match (&local.init, candidates::bound_name(&local.pat)) {
                (Some(init), Some(name)) if init.diverge.is_none() => (&*init.expr, Some(name), &*local.attrs),
                _ => return,
            },
            Stmt::Expr(value, None) if self.around.len() == 1 => (value, None, &[][..]),
            _ => return,
        };
        let of_part = || candidates::of_part(expression, name.as_deref());
        let Some(attempts) = candidates::of_iterator(expression, name.as_deref()).or_else(of_part) else { return };
        if self.depth + self.closures > 0 || attributes.iter().any(is_scan) || self.lengths.is_short(expression) {
            return;
        }
        self.unannotated += 1;
        let whole = statement.span().byte_range();
        self.found(whole.clone(), whole.start, attempts, false);
    }
}

/// What stands behind the attributes of a statement.
fn start_of(attributes: &[Attribute], whole: &Range<usize>, token: usize) -> usize {
    if attributes.is_empty() { whole.start } else { token }
}

impl<'ast> Visit<'ast> for Loops {
    fn visit_block(&mut self, block: &'ast Block) {
        let mut parts: Vec<Part> = block.stmts.iter().map(Part::of).collect();
        // The function's head says of which type this is.
        if let (true, Some(Stmt::Expr(Expr::Path(_) | Expr::Tuple(_), None))) = (self.around.is_empty(), block.stmts.last()) {
            parts.pop();
        }
        self.within(parts, |this| visit::visit_block(this, block));
    }

    fn visit_expr_if(&mut self, syntax: &'ast syn::ExprIf) {
        let mut parts: Vec<Part> = syntax.then_branch.stmts.iter().map(|one| Part::silent(one.span().byte_range())).collect();
        // In one of them the loop may be, and the others stand beside it in a block of their own.
        if let (Some(first), Some(last)) = (parts.first(), parts.last()) {
            parts = vec![Part::silent(first.place.start..last.place.end)];
        }
        if let Some((token, otherwise)) = &syntax.else_branch {
            parts.push(Part::silent(token.span.byte_range().start..otherwise.span().byte_range().end));
        }
        self.within(parts, |this| visit::visit_expr_if(this, syntax));
    }

    fn visit_expr_match(&mut self, syntax: &'ast syn::ExprMatch) {
        let parts = syntax.arms.iter().map(|arm| Part::silent(arm.span().byte_range())).collect();
        self.within(parts, |this| visit::visit_expr_match(this, syntax));
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if let Stmt::Local(local) = statement
            && let Some(init) = &local.init
            && init.diverge.is_none()
            && candidates::chain(&init.expr).is_some()
        {
            let whole = statement.span().byte_range();
            let attribute = start_of(&local.attrs, &whole, local.let_token.span.byte_range().start);
            self.try_out(whole, attribute, &local.attrs, &init.expr, candidates::bound_name(&local.pat).as_deref());
            return;
        }
        self.try_iterator(statement);
        visit::visit_stmt(self, statement);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.iterators += usize::from(candidates::of_iterator(&Expr::MethodCall(call.clone()), None).is_some());
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        // It may be called as often as a loop is run.
        self.closures += 1;
        visit::visit_expr_closure(self, closure);
        self.closures -= 1;
    }

    fn visit_expr_for_loop(&mut self, syntax: &'ast syn::ExprForLoop) {
        let whole = syntax.span().byte_range();
        let token = syntax.label.as_ref().map_or(syntax.for_token.span, |label| label.name.apostrophe);
        let attribute = start_of(&syntax.attrs, &whole, token.byte_range().start);
        self.try_out(whole, attribute, &syntax.attrs, &Expr::ForLoop(syntax.clone()), None);
        self.depth += 1;
        visit::visit_expr_for_loop(self, syntax);
        self.depth -= 1;
    }

    fn visit_expr_while(&mut self, syntax: &'ast syn::ExprWhile) {
        let whole = syntax.span().byte_range();
        let token = syntax.label.as_ref().map_or(syntax.while_token.span, |label| label.name.apostrophe);
        let attribute = start_of(&syntax.attrs, &whole, token.byte_range().start);
        self.try_out(whole, attribute, &syntax.attrs, &Expr::While(syntax.clone()), None);
        self.depth += 1;
        visit::visit_expr_while(self, syntax);
        self.depth -= 1;
    }

    fn visit_expr_loop(&mut self, syntax: &'ast syn::ExprLoop) {
        self.depth += 1;
        visit::visit_expr_loop(self, syntax);
        self.depth -= 1;
    }

    // What is in an item is that item's.
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_says_nothing_of_a_loop_is_left_out() {
        let long = "a + ".repeat(120);
        let text = format!(
            "fn f(x: &mut [f32]) -> Vec<f32> {{ let n = 2; print(n); let long: u8 = {long}a; let y = vec![0.0; n]; \
             if n > 1 {{ early(); let m = 3; for i in 0..m {{ x[i] += 1.0; }} late(); }} else {{ other(); }} \
             match n {{ 0 => zero(), _ => for i in 0..n {{ x[i] += 2.0; }} }} last(); y }}"
        );
        let found = Found::in_file(&syn::parse_str(&text).expect("Rust"));
        let without = |looped: &Loop| {
            let mut left = String::new();
            let end = looped.beside.iter().fold(0, |done, beside| {
                left.push_str(&text[done..beside.start]);
                beside.end
            });
            (left + &text[end..]).split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let head = "fn f(x: &mut [f32]) -> Vec<f32> { let n = 2; let long: u8 ; let y = vec![0.0; n];";
        let loops: Vec<String> = found.functions[0].loops.iter().map(without).collect();
        assert_eq!(loops[0], format!("{head} if n > 1 {{ let m = 3; for i in 0..m {{ x[i] += 1.0; }} }} y }}"));
        assert_eq!(loops[1], format!("{head} match n {{ _ => for i in 0..n {{ x[i] += 2.0; }} }} y }}"));
    }
}
