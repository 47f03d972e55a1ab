//! The statements of the host, block by block.

use super::arrays::Arrays;
use super::declared::declared_in;
use super::mentions::{Mentions, Seen};
use super::numbers::Numbers;
use super::parts::{Parts, holds_hole, holds_hole_in, is_value, place_of, repeats};
use super::silent::{Panics, Silent};
use super::whole::Whole;
use super::{Call, Insertion, Lent, LoopUse, NoRegion};
use crate::parse::hole_number;
use crate::syntax::{Expressions, mentions_variable};
use quote::ToTokens;
use std::collections::{BTreeSet, HashMap};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Block, Expr, ItemFn, ReturnType, Stmt};

/// Reads a function.
pub(super) struct Analysis<'f> {
    function: &'f ItemFn,
    loops: &'f [LoopUse],
}

impl<'f> Analysis<'f> {
    pub(super) fn new(function: &'f ItemFn, loops: &'f [LoopUse]) -> Self {
        Self { function, loops }
    }

    /// Whether an array is used by several launches: of two loops, or of one that runs again and again.
    pub(super) fn shares(&self) -> bool {
        let mut uses: HashMap<String, usize> = HashMap::new();
        for (number, of) in self.loops.iter().enumerate() {
            let times = if repeats(&self.function.block, number) { 2 } else { 1 };
            let names: BTreeSet<String> = of.arrays.iter().map(|(place, _)| crate::syntax::place_text(place)).collect();
            names.into_iter().for_each(|name| *uses.entry(name).or_default() += times);
        }
        uses.values().any(|&uses| uses > 1)
    }

    /// Where the host asks for what.
    pub(super) fn insertions(&self, arrays: &Arrays, whole: &Whole) -> Result<(Insertion, Vec<Insertion>), NoRegion> {
        let numbers = Numbers::of(self.function, arrays, self.loops);
        let silent = Silent { arrays, numbers: &numbers };
        let mut reader = Reader {
            silent: &silent,
            loops: self.loops,
            insertions: Vec::new(),
            blocks: 0,
            top: 0,
            dropping: 0,
            has_macro_rules: whole.macro_rules,
        };
        reader.block(&self.function.block, false)?;
        reader.end(self.function)?;
        reader.later_facts(&self.function.block);
        let (first, statements) = (arrays.first(), &self.function.block.stmts);
        let place = statements.get(first).map_or_else(|| (self.function.block.span(), None), place_of);
        let mut insertions = reader.insertions;
        // Nothing is on a device before the first loop.
        insertions.retain(|insertion| insertion.block > 0 || insertion.statement > first);
        insertions.sort_by_key(|insertion| (insertion.block, insertion.statement));
        merge(&mut insertions);
        let facts = arrays.facts(None).into_iter().chain(numbers.facts()).collect();
        let beginning = Insertion {
            block: 0,
            statement: first,
            span: place.0.into(),
            hole: place.1,
            calls: vec![Call::Trust(facts)],
            left: Vec::new(),
        };
        Ok((beginning, insertions))
    }
}

/// Whether an expression is the same in every iteration of the loop around it: that one declares none of its names, and changes nothing.
fn is_fixed_in(around: &Stmt, value: &Expr) -> bool {
    let Stmt::Expr(Expr::ForLoop(repeat), _) = around else { return false };
    let tokens = value.to_token_stream();
    repeat.body.stmts.iter().all(|statement| matches!(statement, Stmt::Local(_)))
        && !declared_in(around).keys().any(|name| mentions_variable(&tokens, name))
}

/// Where one statement after the other runs with the same arrays held, they are held once.
fn merge(insertions: &mut Vec<Insertion>) {
    let mut held: Option<(usize, Vec<Lent>)> = None;
    for Insertion { block, calls, .. } in insertions.iter_mut() {
        match (calls.as_slice(), &held) {
            ([Call::Release, Call::Hold(next)], Some((within, same))) if within == block && same == next => calls.clear(),
            ([.., Call::Hold(next)], _) => held = Some((*block, next.clone())),
            _ => held = None,
        }
    }
    insertions.retain(|insertion| !insertion.calls.is_empty());
}

struct Reader<'a> {
    silent: &'a Silent<'a>,
    loops: &'a [LoopUse],
    insertions: Vec<Insertion>,
    /// How many blocks have been opened.
    blocks: usize,
    /// The statement of the function's body that is read.
    top: usize,
    /// How many of the open blocks drop values at their end of which nothing is known.
    dropping: usize,
    /// A macro of the function's own may name anything.
    has_macro_rules: bool,
}

/// What stands in front of a statement, and what is let go after it.
#[derive(Default)]
struct Asked {
    calls: Vec<Call>,
    left: Vec<usize>,
    held: Vec<Lent>,
    /// What a macro may have given another meaning.
    named: Vec<usize>,
}

/// What a statement has to do with an array.
struct Uses {
    is_read: bool,
    is_changed: bool,
    is_shown: bool,
    /// It is named, if only for its length.
    is_word: bool,
    /// Others may see it in the middle of the statement.
    is_left: bool,
}

/// Where a statement stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The function's value.
    End,
    /// The value of a block: nothing can stand behind it.
    Last,
    Between,
}

impl<'a> Reader<'a> {
    fn arrays(&self) -> &'a Arrays {
        self.silent.arrays
    }

    /// `drops`: values that are there before the block are dropped at its end.
    fn block(&mut self, block: &Block, drops: bool) -> Result<(), NoRegion> {
        let number = self.blocks;
        self.blocks += 1;
        let is_body = number == 0;
        let mut drops = drops;
        self.dropping += usize::from(drops);
        for (at, statement) in block.stmts.iter().enumerate() {
            if is_body {
                self.top = at;
            }
            let asked = match holds_hole(statement) {
                true => self.around_loops(statement)?,
                false => self.host(statement, Self::place(block, at, is_body))?,
            };
            self.put(block, number, at, asked);
            if !is_body && !drops && self.may_drop(statement) {
                (drops, self.dropping) = (true, self.dropping + 1);
            }
        }
        if drops {
            self.dropping -= 1;
            self.at_drop(block, number);
        }
        Ok(())
    }

    fn place(block: &Block, at: usize, is_body: bool) -> Place {
        match at + 1 == block.stmts.len() && is_value(&block.stmts[at]) {
            true if is_body => Place::End,
            true => Place::Last,
            false => Place::Between,
        }
    }

    /// Whether what a statement declares may look at something, or panic, when it is dropped.
    fn may_drop(&self, statement: &Stmt) -> bool {
        match statement {
            Stmt::Local(local) => !self.silent.is_never_dropped(local),
            Stmt::Macro(_) => true,
            _ => false,
        }
    }

    /// Before values are dropped at a block's end.
    fn at_drop(&mut self, block: &Block, number: usize) {
        let left: Vec<usize> = self.arrays().outliving(self.top).collect();
        let calls: Vec<Call> = left.iter().copied().map(Call::Fetch).collect();
        match block.stmts.iter().enumerate().next_back().filter(|(_, last)| is_value(last) && !holds_hole(last)) {
            Some((at, last)) => self.insert(number, at, place_of(last), calls, left),
            None => self.insert(number, block.stmts.len(), (block.brace_token.span.close(), None), calls, left),
        }
    }

    fn put(&mut self, block: &Block, number: usize, at: usize, asked: Asked) {
        let Asked { mut calls, left, held, named } = asked;
        let mut after = Vec::new();
        if !held.is_empty() {
            after.push(Call::Release);
            calls.push(Call::Hold(held));
        }
        if !named.is_empty() {
            after.push(Call::Stay(named.clone()));
            let before = calls.iter().position(|call| matches!(call, Call::Hold(_))).unwrap_or(calls.len());
            calls.insert(before, Call::Note(named));
        }
        self.insert(number, at, place_of(&block.stmts[at]), calls, left);
        let next = block.stmts.get(at + 1).map_or_else(|| (block.brace_token.span.close(), None), place_of);
        self.insert(number, at + 1, next, after, Vec::new());
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
                // Nothing is asked of what is held.
                let at = known.calls.iter().position(|call| matches!(call, Call::Note(_) | Call::Hold(_)));
                let at = at.unwrap_or(known.calls.len());
                known.calls.splice(at..at, new);
                known.left.extend(left);
            }
            None => self.insertions.push(Insertion { block, statement, span: span.into(), hole, calls, left }),
        }
    }

    /// A statement with annotated loops in it: what it evaluates itself is the host's, and its blocks are read in turn.
    fn around_loops(&mut self, statement: &Stmt) -> Result<Asked, NoRegion> {
        let parts = Parts::of(statement)
            .ok_or_else(|| NoRegion::new(statement.span(), "an annotated loop stands in something else than plain blocks"))?;
        let (mut seen, mut panics) = (Seen::default(), Panics::Never);
        for header in &parts.once {
            seen.add(Mentions::in_value(header, self.arrays())?);
            panics = panics.and(self.header(header));
        }
        // What is made for it may be dropped after its loops.
        let drops = matches!(panics, Panics::Anywhere);
        for (header, is_iterator) in &parts.again {
            let found = Mentions::in_value(header, self.arrays())?;
            let panics = if *is_iterator { self.silent.iterator(header) } else { self.silent.value(header) };
            if !found.is_empty() || !panics.is_never() && self.arrays().outliving(self.top).next().is_some() {
                let message = "each round of a loop around annotated ones may look at their arrays, or panic";
                return Err(NoRegion::new(header.span(), message));
            }
        }
        for number in parts.holes {
            panics = panics.and(self.before_launch(number, &mut seen)?);
        }
        for (block, is_let) in parts.blocks {
            self.block(block, drops || is_let)?;
        }
        Ok(self.ask(&seen, &panics))
    }

    /// What is evaluated once for a statement: a condition, or an iterator.
    fn header(&self, header: &Expr) -> Panics {
        match self.silent.value(header) {
            Panics::Anywhere => self.silent.iterator(header),
            panics => panics,
        }
    }

    /// What the host evaluates for an annotated loop.
    fn before_launch(&self, number: usize, seen: &mut Seen) -> Result<Panics, NoRegion> {
        let Some(used) = self.loops.get(number) else { return Ok(Panics::Never) };
        let numbers = self.silent.numbers.within(used.around.as_ref());
        let silent = Silent { numbers: &numbers, ..*self.silent };
        let mut panics = Panics::Never;
        for value in &used.evaluated {
            seen.add(Mentions::in_value(value, self.arrays())?);
            let value_panics = silent.value(value);
            // Of what is another value each time nobody can ask before.
            let is_fixed = used.around.as_ref().is_none_or(|around| is_fixed_in(around, value));
            panics = panics.and(if is_fixed { value_panics } else { value_panics.or_anywhere() });
        }
        if let Some(around) = &used.around {
            seen.add(Mentions::in_statement(around, self.arrays(), false)?);
            panics = match around {
                Stmt::Expr(Expr::ForLoop(repeat), _) => {
                    panics.and(silent.block(&repeat.body).or_anywhere()).and(self.silent.iterator(&repeat.expr))
                }
                _ => Panics::Anywhere,
            };
        }
        used.read.iter().filter_map(|place| self.arrays().at(place)).for_each(|array| seen.read(array));
        self.silent.numbers.rely(&numbers);
        Ok(panics)
    }

    /// What is asked before something is evaluated, where nothing can be held.
    fn ask(&self, seen: &Seen, panics: &Panics) -> Asked {
        let mut asked = Asked::default();
        let all: Vec<usize> = if seen.has_macro { self.arrays().there(self.top).collect() } else { Vec::new() };
        let taken: BTreeSet<usize> = seen.changes().chain(seen.shown()).chain(all).collect();
        let fetched: Vec<usize> = seen.reads().filter(|array| !taken.contains(array)).collect();
        let others = self.arrays().outliving(self.top).filter(|array| !taken.contains(array) && !fetched.contains(array));
        match panics {
            Panics::Never => {}
            Panics::Where(parts) => {
                let others: Vec<usize> = others.collect();
                asked.calls.extend((!others.is_empty()).then(|| Call::FetchWhere(parts.clone(), others)));
            }
            Panics::Anywhere => asked.left = others.collect(),
        }
        let fetched = fetched.iter().chain(&asked.left).copied().filter(|&array| self.arrays().is_written(array));
        asked.calls.splice(0..0, fetched.map(Call::Fetch).chain(taken.into_iter().map(Call::Take)).collect::<Vec<_>>());
        asked
    }

    /// A statement of the host.
    fn host(&self, statement: &Stmt, place: Place) -> Result<Asked, NoRegion> {
        let seen = Mentions::in_statement(statement, self.arrays(), place == Place::End)?;
        let is_silent = !(self.dropping > 0 && exits(statement)) && self.silent.statement(statement, false).is_never();
        if place == Place::Between && !diverges(statement) {
            let mut asked = self.hold(statement, &seen, is_silent);
            asked.named = if seen.declares { seen.changes().collect() } else { Vec::new() };
            return Ok(asked);
        }
        Ok(match place {
            Place::End => self.at_end(&seen),
            _ => self.ask(&seen, &if is_silent { Panics::Never } else { Panics::Anywhere }),
        })
    }

    /// What is asked before the function's value is made: no loop comes after it.
    fn at_end(&self, seen: &Seen) -> Asked {
        let arrays = self.arrays();
        let all: Vec<usize> = if seen.has_macro { arrays.there(self.top).collect() } else { Vec::new() };
        let looked_at: BTreeSet<usize> = seen.reads().chain(seen.changes()).chain(all).collect();
        let left: Vec<usize> = arrays.outliving(self.top).filter(|array| !looked_at.contains(array)).collect();
        let fetched = looked_at.iter().chain(&left).copied().filter(|&array| arrays.is_written(array));
        Asked { calls: fetched.map(Call::Fetch).collect(), left, ..Asked::default() }
    }

    /// What is asked before a statement, and what is held while it runs.
    fn hold(&self, statement: &Stmt, seen: &Seen, is_silent: bool) -> Asked {
        let arrays = self.arrays();
        let words = arrays.named_in(&statement.to_token_stream().to_string());
        let outliving: Vec<usize> = arrays.outliving(self.top).collect();
        let mut asked = Asked::default();
        for array in arrays.there(self.top) {
            let uses = Uses {
                is_read: seen.reads().any(|read| read == array),
                is_changed: seen.changes().any(|changed| changed == array),
                is_shown: seen.shown().any(|shown| shown == array),
                is_word: words.contains(&array),
                is_left: !is_silent && outliving.contains(&array),
            };
            self.hold_array(array, &uses, seen.has_macro, &mut asked);
        }
        asked
    }

    fn hold_array(&self, array: usize, uses: &Uses, has_macro: bool, asked: &mut Asked) {
        let (is_variable, is_written) = (self.arrays().is_variable(array), self.arrays().is_written(array));
        let needs_rustc = has_macro || uses.is_shown;
        // What rustc is to say of a field it would say of all that is borrowed for it, if that derefs.
        let is_unknown =
            needs_rustc && !is_variable || has_macro && (self.has_macro_rules || is_written && uses.is_word && !uses.is_read);
        if uses.is_changed || is_unknown {
            return asked.calls.push(Call::Take(array));
        }
        let is_free = is_variable && !uses.is_word;
        match uses {
            Uses { is_read: true, .. } if is_written => asked.calls.push(Call::Fetch(array)),
            Uses { is_left: true, .. } if is_free => return asked.held.push(Lent::Guarded(array)),
            Uses { is_left: true, .. } => {
                asked.calls.push(Call::Fetch(array));
                asked.left.push(array);
            }
            _ => {}
        }
        match needs_rustc {
            true if is_free && is_written => asked.held.push(Lent::Alone(array)),
            true if !self.arrays().is_shared(array) => asked.held.push(Lent::Shared(array)),
            _ => {}
        }
    }

    /// What is taken for granted of arrays that are declared after the first loop, after their declaration.
    fn later_facts(&mut self, body: &Block) {
        for declared in self.arrays().later() {
            let facts = vec![Call::Trust(self.arrays().facts(Some(declared)))];
            let next = body.stmts.get(declared + 1).map_or_else(|| (body.brace_token.span.close(), None), place_of);
            self.insert(0, declared + 1, next, facts, Vec::new());
        }
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
        let left: Vec<usize> = self.arrays().outliving(statements.len()).collect();
        let calls: Vec<Call> = left.iter().copied().map(Call::Fetch).collect();
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

/// Whether a statement may go on elsewhere than behind it, without a panic.
fn exits(statement: &Stmt) -> bool {
    let mut exits = false;
    let mut look = |expression: &Expr| {
        exits |= matches!(expression, Expr::Break(_) | Expr::Continue(_));
        true
    };
    Expressions(&mut look).visit_stmt(statement);
    exits
}

/// Whether nothing is executed behind a statement.
fn diverges(statement: &Stmt) -> bool {
    const LEAVING: [&str; 4] = ["panic", "unreachable", "todo", "unimplemented"];
    match statement {
        Stmt::Expr(Expr::Return(_) | Expr::Break(_) | Expr::Continue(_), _) => true,
        Stmt::Macro(call) => LEAVING.iter().any(|name| call.mac.path.is_ident(name)),
        _ => false,
    }
}
