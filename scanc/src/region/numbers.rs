//! The variables that hold numbers or `bool`s, so that operators on them are the language's own.
//!
//! What a literal, a range or an operator on numbers makes is one. What is declared to be one rustc is asked about, where that matters.

use super::arrays::Arrays;
use super::declared::{declarations, declared_in, is_number_type, name_of, parameter_type, top_level};
use super::silent::wraps;
use super::{Fact, LoopUse};
use crate::syntax::bare;
use proc_macro2::Ident;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ExprRange, ItemFn, Lit, Pat, RangeLimits, Stmt, UnOp};

/// The variables that hold numbers.
#[derive(Clone, Debug)]
pub(super) struct Numbers<'a> {
    arrays: &'a Arrays,
    names: HashMap<String, Origin>,
    /// Those of any type that is `Copy`.
    copied: HashSet<String>,
    /// What rustc is to be asked.
    relied: RefCell<BTreeMap<String, Ident>>,
}

/// Why a variable is a number.
#[derive(Clone, Debug)]
enum Origin {
    /// Rustc will say so.
    Declared(Ident),
    /// Its value is one.
    Value,
    /// It counts up to something that it does not reach.
    Below,
}

impl<'a> Numbers<'a> {
    /// Those that `function` declares once: other names may be something else elsewhere. None of them is declared around a loop.
    pub(super) fn of(function: &ItemFn, arrays: &'a Arrays, loops: &[LoopUse]) -> Self {
        let mut declared = declarations(function);
        let around = loops.iter().filter_map(|of| of.around.as_ref());
        around.flat_map(declared_in).for_each(|(name, times)| *declared.entry(name).or_default() += times);
        let in_macros = words_in_macros(function);
        declared.retain(|name, times| *times == 1 && !in_macros.contains(name));
        let carried = loops.iter().flat_map(|of| &of.carried).map(ToString::to_string);
        let copied = carried.filter(|name| declared.contains_key(name)).collect();
        let numbers = Self { arrays, names: HashMap::new(), copied, relied: RefCell::default() };
        let mut found = Found { numbers, declared: &declared };
        function.sig.inputs.iter().for_each(|input| found.parameter(function, input));
        found.before(function, arrays.first());
        found.visit_block(&function.block);
        found.numbers
    }

    /// As seen at the end of a loop's body: `around` is that loop.
    pub(super) fn within(&self, around: Option<&Stmt>) -> Self {
        let Some(around) = around else { return self.clone() };
        let declared = declared_in(around);
        let mut numbers = self.clone();
        numbers.names.retain(|name, _| !declared.contains_key(name));
        let declared: HashMap<String, usize> = declared.into_iter().filter(|(_, times)| *times == 1).collect();
        let mut found = Found { numbers, declared: &declared };
        found.visit_stmt(around);
        found.numbers
    }

    /// Takes over what a copy of this was relied on for.
    pub(super) fn rely(&self, copy: &Self) {
        self.relied.borrow_mut().extend(copy.relied.take());
    }

    /// What rustc is asked.
    pub(super) fn facts(&self) -> Vec<Fact> {
        self.relied.borrow().values().cloned().map(Fact::Number).collect()
    }

    fn is_known(&self, name: &Ident) -> bool {
        match self.names.get(&name.to_string()) {
            Some(Origin::Declared(name)) => {
                self.relied.borrow_mut().insert(name.to_string(), name.clone());
                true
            }
            Some(Origin::Value | Origin::Below) => true,
            None => false,
        }
    }

    /// Whether what a pattern declares is of a type that is `Copy`, and so without `Drop`.
    pub(super) fn is_copied(&self, pattern: &Pat) -> bool {
        name_of(pattern).is_some_and(|name| self.copied.contains(&name.to_string()))
    }

    /// Whether 1 more than the variable is a value of its type.
    pub(super) fn is_below(&self, variable: &Expr) -> bool {
        let Expr::Path(path) = bare(variable) else { return false };
        path.path.get_ident().is_some_and(|name| matches!(self.names.get(&name.to_string()), Some(Origin::Below)))
    }

    /// Whether an expression is a number or a `bool`, whatever evaluating it does.
    pub(super) fn is_number(&self, expression: &Expr) -> bool {
        match bare(expression) {
            Expr::Lit(literal) => matches!(literal.lit, Lit::Int(_) | Lit::Float(_) | Lit::Bool(_) | Lit::Byte(_)),
            Expr::Path(path) => path.path.get_ident().is_some_and(|name| self.is_known(name)),
            Expr::Cast(cast) => is_number_type(&cast.ty),
            Expr::Unary(unary) => !matches!(unary.op, UnOp::Deref(_)) && self.is_number(&unary.expr),
            Expr::Binary(binary) => !is_compound(&binary.op) && self.is_number(&binary.left) && self.is_number(&binary.right),
            Expr::MethodCall(call) if call.method == "len" => call.args.is_empty() && self.arrays.at(&call.receiver).is_some(),
            Expr::MethodCall(call) => wraps(call) && self.is_number(&call.receiver),
            _ => false,
        }
    }
}

/// Finds the variables.
struct Found<'a, 'd> {
    numbers: Numbers<'a>,
    /// The names that are declared once.
    declared: &'d HashMap<String, usize>,
}

impl Found<'_, '_> {
    fn add(&mut self, pattern: &Pat, origin: Origin) {
        if let Some(name) = name_of(pattern).filter(|name| self.declared.contains_key(&name.to_string())) {
            self.numbers.names.entry(name.to_string()).or_insert(origin);
        }
    }

    fn parameter(&mut self, function: &ItemFn, input: &syn::FnArg) {
        let syn::FnArg::Typed(typed) = input else { return };
        if let Some(name) = name_of(&typed.pat).filter(|name| parameter_type(function, name).is_some_and(is_number_type)) {
            self.add(&typed.pat, Origin::Declared(name.clone()));
        }
    }

    /// What is declared before the region begins, where rustc can be asked about it.
    fn before(&mut self, function: &ItemFn, first: usize) {
        let names: Vec<Ident> = function.block.stmts.iter().filter_map(declared_number).cloned().collect();
        for name in names {
            if let Some((_, local)) = top_level(function, &name.to_string()).filter(|(at, _)| *at < first) {
                self.add(&local.pat, Origin::Declared(name.clone()));
            }
        }
    }
}

/// The variable of a `let` that looks like a number.
fn declared_number(statement: &Stmt) -> Option<&Ident> {
    let Stmt::Local(local) = statement else { return None };
    let is_typed = matches!(&local.pat, Pat::Type(typed) if is_number_type(&typed.ty));
    let is_length = local.init.as_ref().is_some_and(|init| matches!(&*init.expr, Expr::MethodCall(call) if call.method == "len"));
    name_of(&local.pat).filter(|_| is_typed || is_length)
}

impl<'ast> Visit<'ast> for Found<'_, '_> {
    fn visit_local(&mut self, local: &'ast syn::Local) {
        visit::visit_local(self, local);
        if local.init.as_ref().is_some_and(|init| init.diverge.is_none() && self.numbers.is_number(&init.expr)) {
            self.add(&local.pat, Origin::Value);
        }
    }

    fn visit_expr_for_loop(&mut self, repeat: &'ast syn::ExprForLoop) {
        if let Some((start, end, limits)) = range_of(&repeat.expr)
            && (self.numbers.is_number(start) || self.numbers.is_number(end))
        {
            let stays = matches!(&*repeat.pat, Pat::Ident(name) if name.mutability.is_none());
            let origin = if stays && matches!(limits, RangeLimits::HalfOpen(_)) { Origin::Below } else { Origin::Value };
            self.add(&repeat.pat, origin);
        }
        visit::visit_expr_for_loop(self, repeat);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// `a`, `b` of `a..b`, also where it is `(a..b).rev().step_by(2)`.
pub(super) fn range_of(iterator: &Expr) -> Option<(&Expr, &Expr, &RangeLimits)> {
    match bare(iterator) {
        Expr::Range(ExprRange { start: Some(start), end: Some(end), limits, .. }) => Some((start, end, limits)),
        Expr::MethodCall(call) if call.method == "rev" || call.method == "step_by" => range_of(&call.receiver),
        _ => None,
    }
}

/// All words in macros: one that is a statement may declare them anew.
fn words_in_macros(function: &ItemFn) -> HashSet<String> {
    struct Words(HashSet<String>);
    impl<'ast> Visit<'ast> for Words {
        fn visit_stmt_macro(&mut self, call: &'ast syn::StmtMacro) {
            crate::syntax::for_each_word(call.mac.tokens.clone(), &mut |name| _ = self.0.insert(name.to_string()));
        }

        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut words = Words(HashSet::new());
    words.visit_block(&function.block);
    words.0
}

/// `+=` and its like.
pub(super) fn is_compound(op: &BinOp) -> bool {
    use BinOp::*;
    matches!(
        op,
        AddAssign(_)
            | SubAssign(_)
            | MulAssign(_)
            | DivAssign(_)
            | RemAssign(_)
            | BitXorAssign(_)
            | BitAndAssign(_)
            | BitOrAssign(_)
            | ShlAssign(_)
            | ShrAssign(_)
    )
}
