//! The statements of the host, block by block.

use super::arrays::Arrays;
use super::mentions::{Mentions, Seen};
use super::{Call, Insertion, LoopUse, NoRegion, Numbers};
use crate::parse::hole_number;
use std::collections::{BTreeSet, HashMap};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Block, Expr, ItemFn, ReturnType, Stmt};

/// Reads a function.
pub(super) struct Analysis<'f> {
    function: &'f ItemFn,
    loops: &'f [LoopUse],
    numbers: &'f Numbers,
}

impl<'f> Analysis<'f> {
    pub(super) fn new(function: &'f ItemFn, loops: &'f [LoopUse], numbers: &'f Numbers) -> Self {
        Self { function, loops, numbers }
    }

    /// Whether an array is used by several launches: of two loops, or of one that runs again and again.
    pub(super) fn shares(&self) -> bool {
        let mut uses: HashMap<String, usize> = HashMap::new();
        for (number, of) in self.loops.iter().enumerate() {
            let times = if repeats(&self.function.block, number) { 2 } else { 1 };
            let names: BTreeSet<String> = of.arrays.iter().map(|(place, _)| crate::parse::place_text(place)).collect();
            names.into_iter().for_each(|name| *uses.entry(name).or_default() += times);
        }
        uses.values().any(|&uses| uses > 1)
    }

    /// Where the host asks for what.
    pub(super) fn insertions(&self, arrays: &Arrays) -> Result<(Insertion, Vec<Insertion>), NoRegion> {
        let mut conditions = Conditions::default();
        conditions.visit_block(&self.function.block);
        if let Some(span) = conditions.0 {
            return Err(NoRegion::new(span, "a part of the function is not always compiled"));
        }
        if let Some(word) = &self.function.sig.asyncness {
            return Err(NoRegion::new(word.span, "an `async` function may be left for good at any `await`"));
        }
        let mut reader = Reader { arrays, loops: self.loops, numbers: self.numbers, insertions: Vec::new(), blocks: 0 };
        reader.block(&self.function.block)?;
        reader.end(self.function)?;
        let statements = &self.function.block.stmts;
        let first = statements.iter().position(holds_hole).unwrap_or(0);
        let place = statements.get(first).map_or_else(|| (self.function.block.span(), None), place_of);
        let beginning =
            Insertion { block: 0, statement: first, span: place.0.into(), hole: place.1, calls: Vec::new(), left: Vec::new() };
        let mut insertions = reader.insertions;
        // Nothing is on a device before the first loop.
        insertions.retain(|insertion| insertion.block > 0 || insertion.statement > first);
        insertions.sort_by_key(|insertion| (insertion.block, insertion.statement));
        Ok((beginning, insertions))
    }
}

struct Reader<'a> {
    arrays: &'a Arrays,
    loops: &'a [LoopUse],
    numbers: &'a Numbers,
    insertions: Vec<Insertion>,
    /// How many blocks have been opened.
    blocks: usize,
}

impl Reader<'_> {
    fn block(&mut self, block: &Block) -> Result<(), NoRegion> {
        let number = self.blocks;
        self.blocks += 1;
        let is_body = number == 0;
        for (at, statement) in block.stmts.iter().enumerate() {
            let is_end = is_body && at + 1 == block.stmts.len() && is_value(statement);
            let seen = if holds_hole(statement) { self.around_loops(statement)? } else { self.host(statement, is_end)? };
            let calls = self.calls(&seen);
            let left = seen.only_left();
            self.insert(number, at, place_of(statement), calls, left);
        }
        Ok(())
    }

    fn insert(
        &mut self,
        block: usize,
        statement: usize,
        place: (proc_macro2::Span, Option<usize>),
        calls: Vec<Call>,
        left: Vec<usize>,
    ) {
        if calls.is_empty() {
            return;
        }
        let (span, hole) = place;
        match self.insertions.iter_mut().find(|known| (known.block, known.statement) == (block, statement)) {
            Some(known) => {
                let new: Vec<Call> = calls.into_iter().filter(|call| !known.calls.contains(call)).collect();
                known.calls.extend(new);
            }
            None => self.insertions.push(Insertion { block, statement, span: span.into(), hole, calls, left }),
        }
    }

    /// A statement with annotated loops in it: what it evaluates itself is the host's, and its blocks are read in turn.
    fn around_loops(&mut self, statement: &Stmt) -> Result<Seen, NoRegion> {
        let parts = Parts::of(statement)
            .ok_or_else(|| NoRegion::new(statement.span(), "an annotated loop stands in something else than plain blocks"))?;
        let mut seen = Seen::default();
        for header in &parts.once {
            seen.add(Mentions::in_value(header, self.arrays)?);
            self.unless(self.numbers.value(header) || self.numbers.iterator(header), &mut seen);
        }
        for (header, is_iterator) in &parts.again {
            let found = Mentions::in_value(header, self.arrays)?;
            let is_harmless = if *is_iterator { self.numbers.iterator(header) } else { self.numbers.value(header) };
            if !found.is_empty() || !is_harmless && self.arrays.outliving().next().is_some() {
                let message = "each round of a loop around annotated ones may look at their arrays, or panic";
                return Err(NoRegion::new(header.span(), message));
            }
        }
        for number in parts.holes {
            self.before_launch(number, &mut seen)?;
        }
        for block in parts.blocks {
            self.block(block)?;
        }
        Ok(seen)
    }

    /// What the host evaluates for an annotated loop.
    fn before_launch(&self, number: usize, seen: &mut Seen) -> Result<(), NoRegion> {
        let Some(used) = self.loops.get(number) else { return Ok(()) };
        let numbers = self.numbers.within(used.around.as_ref());
        if let Some(around) = &used.around {
            seen.add(Mentions::in_statement(around, self.arrays, false)?);
            self.unless(numbers.statement(around), seen);
        }
        for value in &used.evaluated {
            seen.add(Mentions::in_value(value, self.arrays)?);
            self.unless(numbers.value(value), seen);
        }
        used.read.iter().filter_map(|place| self.arrays.at(place)).for_each(|array| seen.read(array));
        Ok(())
    }

    /// What may leave the function lets others see its arrays.
    fn unless(&self, stays: bool, seen: &mut Seen) {
        if !stays {
            self.arrays.outliving().for_each(|array| seen.leave(array));
        }
    }

    /// A statement of the host.
    fn host(&self, statement: &Stmt, is_end: bool) -> Result<Seen, NoRegion> {
        let mut seen = Mentions::in_statement(statement, self.arrays, is_end)?;
        // Whoever called may see the arrays from here on.
        self.unless(!is_end && !leaves(statement) && self.numbers.statement(statement), &mut seen);
        Ok(seen)
    }

    fn calls(&self, seen: &Seen) -> Vec<Call> {
        let read = seen.reads().filter(|&array| self.arrays.is_written(array)).map(Call::Fetch);
        read.chain(seen.changes().map(Call::Take)).collect()
    }

    /// The function's end, where no value stands that it returns: then the calls are in front of that.
    fn end(&mut self, function: &ItemFn) -> Result<(), NoRegion> {
        let statements = &function.block.stmts;
        let last = statements.last();
        let value = match last {
            Some(Stmt::Expr(value, None)) => Some(value),
            _ => None,
        };
        let is_left = matches!(last, Some(Stmt::Expr(Expr::Return(_), _)));
        let is_macro = matches!(last, Some(Stmt::Macro(syn::StmtMacro { semi_token: None, .. })));
        if is_left || is_macro || value.is_some_and(|value| !holds_hole_in(value)) {
            return Ok(());
        }
        let calls: Vec<Call> = self.arrays.outliving().map(Call::Fetch).collect();
        let left: Vec<usize> = self.arrays.outliving().collect();
        let returns_nothing = matches!(function.sig.output, ReturnType::Default);
        match value {
            // A loop is `()`; a `collect()` changes none of these arrays.
            Some(value) if !returns_nothing && hole_number(value).is_some() => {
                self.insert(0, statements.len() - 1, (value.span(), hole_number(value)), calls, left);
                Ok(())
            }
            Some(value) if !returns_nothing && !calls.is_empty() => {
                Err(NoRegion::new(value.span(), "the function's value is made around an annotated loop: give it a name first"))
            }
            Some(value @ Expr::Assign(_)) if !calls.is_empty() => {
                Err(NoRegion::new(value.span(), "the function's last statement has no `;`"))
            }
            _ => {
                self.insert(0, statements.len(), (function.block.brace_token.span.close(), None), calls, left);
                Ok(())
            }
        }
    }
}

/// A statement with annotated loops in it.
pub(super) struct Parts<'s> {
    /// What it evaluates once, before its blocks.
    once: Vec<&'s Expr>,
    /// What it evaluates again and again; or what makes an iterator, that is asked again and again.
    again: Vec<(&'s Expr, bool)>,
    /// Its blocks, in order.
    blocks: Vec<&'s Block>,
    /// The annotated loops that stand there without a block around them.
    holes: Vec<usize>,
}

impl<'s> Parts<'s> {
    fn of(statement: &'s Stmt) -> Option<Self> {
        let mut parts = Self { once: Vec::new(), again: Vec::new(), blocks: Vec::new(), holes: Vec::new() };
        let known = match statement {
            Stmt::Local(local) => {
                let init = local.init.as_ref().filter(|init| init.diverge.is_none());
                init.is_some_and(|init| parts.hole(&init.expr))
            }
            Stmt::Expr(expression, _) => parts.expression(expression),
            Stmt::Item(_) | Stmt::Macro(_) => false,
        };
        known.then_some(parts)
    }

    fn expression(&mut self, expression: &'s Expr) -> bool {
        match expression {
            Expr::ForLoop(repeat) => {
                self.once.push(&repeat.expr);
                self.again.extend(Some((&*repeat.expr, true)).filter(|(iterator, _)| !is_range(iterator)));
                self.blocks.push(&repeat.body);
            }
            Expr::While(repeat) => {
                self.again.push((&repeat.cond, false));
                self.blocks.push(&repeat.body);
            }
            Expr::Loop(repeat) => self.blocks.push(&repeat.body),
            Expr::Block(block) => self.blocks.push(&block.block),
            Expr::If(branch) => {
                self.once.push(&branch.cond);
                self.blocks.push(&branch.then_branch);
                return branch.else_branch.as_ref().is_none_or(|(_, other)| self.expression(other));
            }
            Expr::Assign(assign) => {
                self.once.push(&assign.left);
                return self.hole(&assign.right);
            }
            hole => return self.hole(hole),
        }
        true
    }

    fn hole(&mut self, expression: &Expr) -> bool {
        let number = hole_number(expression);
        self.holes.extend(number);
        number.is_some()
    }
}

/// The first attribute that may take a part of a function away.
#[derive(Default)]
struct Conditions(Option<proc_macro2::Span>);

impl<'ast> Visit<'ast> for Conditions {
    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        if attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr") {
            self.0.get_or_insert(attribute.span());
        }
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// Whether the steps of an iterator are those of a range, and what makes it is evaluated once.
fn is_range(iterator: &Expr) -> bool {
    match iterator {
        Expr::Paren(inner) => is_range(&inner.expr),
        Expr::Group(inner) => is_range(&inner.expr),
        Expr::Range(_) => true,
        Expr::MethodCall(call) if call.method == "rev" || call.method == "step_by" => is_range(&call.receiver),
        _ => false,
    }
}

/// Where a statement begins, and the annotated loop that it begins with.
fn place_of(statement: &Stmt) -> (proc_macro2::Span, Option<usize>) {
    match statement {
        Stmt::Expr(Expr::Path(hole), _) => match hole.attrs.first() {
            Some(attribute) => (attribute.span(), None),
            None => (statement.span(), hole_number(&Expr::Path(hole.clone()))),
        },
        _ => (statement.span(), None),
    }
}

/// Whether a statement may be the value of its block.
fn is_value(statement: &Stmt) -> bool {
    matches!(statement, Stmt::Expr(_, None) | Stmt::Macro(syn::StmtMacro { semi_token: None, .. }))
}

/// Whether there is an annotated loop in a statement.
pub(super) fn holds_hole(statement: &Stmt) -> bool {
    let mut holes = Holes::default();
    holes.visit_stmt(statement);
    !holes.0.is_empty()
}

fn holds_hole_in(expression: &Expr) -> bool {
    let mut holes = Holes::default();
    holes.visit_expr(expression);
    !holes.0.is_empty()
}

/// The annotated loops in what is visited.
#[derive(Default)]
struct Holes(Vec<usize>);

impl<'ast> Visit<'ast> for Holes {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        match hole_number(expression) {
            Some(number) => self.0.push(number),
            None => syn::visit::visit_expr(self, expression),
        }
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// Whether the annotated loop stands in a loop.
fn repeats(block: &Block, number: usize) -> bool {
    struct Loops(usize, bool);
    impl<'ast> Visit<'ast> for Loops {
        fn visit_expr(&mut self, expression: &'ast Expr) {
            let body = match expression {
                Expr::ForLoop(repeat) => Some(&repeat.body),
                Expr::While(repeat) => Some(&repeat.body),
                Expr::Loop(repeat) => Some(&repeat.body),
                _ => None,
            };
            if let Some(body) = body {
                let mut holes = Holes::default();
                holes.visit_block(body);
                self.1 |= holes.0.contains(&self.0);
            }
            syn::visit::visit_expr(self, expression);
        }
    }
    let mut loops = Loops(number, false);
    loops.visit_block(block);
    loops.1
}

/// Whether a statement may leave the function.
fn leaves(statement: &Stmt) -> bool {
    struct Exits(bool);
    impl<'ast> Visit<'ast> for Exits {
        fn visit_expr_return(&mut self, _: &'ast syn::ExprReturn) {
            self.0 = true;
        }
        fn visit_expr_try(&mut self, _: &'ast syn::ExprTry) {
            self.0 = true;
        }
        fn visit_macro(&mut self, call: &'ast syn::Macro) {
            // `return` in an argument, or a macro of somebody's that returns.
            self.0 |= crate::parse::mentions(call.tokens.clone(), "return") || call.tokens.to_string().contains('?');
        }
        fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut exits = Exits(false);
    exits.visit_stmt(statement);
    exits.0
}
