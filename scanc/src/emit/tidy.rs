//! Blocks as a person would leave them: without `let`s that nothing uses, which would be warnings in the user's crate, and without
//! `let`s that are returned at once.

use crate::recognise::{OutputUse, Recurrence};
use crate::syntax::Bound;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Ident, Local, Pat, Stmt};

/// The recurrence with tidy expressions.
pub fn tidy(mut recurrence: Recurrence) -> Recurrence {
    let gathered = recurrence.arrays.iter().filter(|array| array.gathered).map(|array| array.name.clone()).collect();
    let mut common = Vec::new();
    let mut bind = |name: &syn::PatIdent| common.push(name.ident.clone());
    for one in &recurrence.common.stmts {
        if let Stmt::Local(one) = one {
            Bound(&mut bind).visit_pat(&one.pat);
        }
    }
    common.retain(|name| is_used(&recurrence, name));
    let mut tidy = Tidy { gathered, common };
    recurrence.visit_results_mut(&mut tidy);
    for (_, value) in &mut recurrence.live_out {
        if let crate::recognise::LiveOut::AtLastIteration(value) = value {
            tidy.visit_expr_mut(value);
        }
    }
    recurrence
}

struct Tidy {
    /// The arrays whose loads may panic.
    gathered: Vec<Ident>,
    /// The names of what results begin with, whether or not each uses all of it.
    common: Vec<Ident>,
}

impl VisitMut for Tidy {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        for number in (0..block.stmts.len()).rev() {
            self.remove_if_unused(&mut block.stmts, number);
        }
        while let Some(value) = self.returned_at_once(&block.stmts) {
            block.stmts.truncate(block.stmts.len() - 2);
            block.stmts.push(Stmt::Expr(value, None));
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let Some(value) = only_value(expr) {
            *expr = value;
        }
    }
}

impl Tidy {
    /// Removes a `let` that nothing uses; one whose value could panic is evaluated still.
    fn remove_if_unused(&self, statements: &mut Vec<Stmt>, number: usize) {
        let (earlier, later) = statements.split_at_mut(number + 1);
        if let Some(Stmt::Local(Local { pat: Pat::Tuple(names), .. })) = earlier.last_mut() {
            let is_unused =
                |name: &Pat| matches!(name, Pat::Ident(name) if !self.common.contains(&name.ident) && !uses(later, &name.ident));
            names.elems.iter_mut().filter(|name| is_unused(name)).for_each(|name| *name = syn::parse_quote!(_));
            return;
        }
        let unused = plain_let(&statements[number])
            .filter(|(name, _)| !self.common.contains(name) && !uses(&statements[number + 1..], name));
        match unused.map(|(_, value)| self.is_load_or_less(value)) {
            Some(true) => {
                statements.remove(number);
            }
            Some(false) => {
                if let Stmt::Local(local) = &mut statements[number] {
                    local.pat = syn::parse_quote!(_);
                }
            }
            None => {}
        }
    }

    /// The value of `let a = value; a` at the end of a block.
    fn returned_at_once(&self, statements: &[Stmt]) -> Option<Expr> {
        let [.., binding, Stmt::Expr(Expr::Path(path), None)] = statements else { return None };
        let (name, value) = plain_let(binding).filter(|(name, _)| !self.common.contains(name))?;
        path.path.is_ident(name).then(|| value.clone())
    }
}

/// The value of `{ value }`, where that needs no parentheses anywhere.
fn only_value(expr: &Expr) -> Option<Expr> {
    let Expr::Block(block) = expr else { return None };
    let [Stmt::Expr(value, None)] = block.block.stmts.as_slice() else { return None };
    let atomic =
        matches!(value, Expr::Path(_) | Expr::Lit(_) | Expr::Index(_) | Expr::MethodCall(_) | Expr::Call(_) | Expr::Paren(_));
    (atomic && block.label.is_none() && block.attrs.is_empty()).then(|| value.clone())
}

/// `let name = value;`
fn plain_let(statement: &Stmt) -> Option<(&Ident, &Expr)> {
    match statement {
        Stmt::Local(Local { pat: Pat::Ident(pat), init: Some(init), .. }) if pat.subpat.is_none() && init.diverge.is_none() => {
            Some((&pat.ident, &init.expr))
        }
        _ => None,
    }
}

impl Tidy {
    /// The launch checks the indices of loads; nothing else here can panic.
    fn is_load_or_less(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Path(_) | Expr::Lit(_) => true,
            Expr::Index(index) => {
                matches!(&*index.expr, Expr::Path(path) if !self.gathered.iter().any(|name| path.path.is_ident(name)))
            }
            Expr::Paren(inner) => self.is_load_or_less(&inner.expr),
            Expr::Cast(cast) => self.is_load_or_less(&cast.expr),
            _ => false,
        }
    }
}

/// Whether any result uses what it begins with under this name.
fn is_used(recurrence: &Recurrence, name: &Ident) -> bool {
    let stored = recurrence.outputs.iter().flat_map(OutputUse::expressions).filter_map(|value| match value {
        Expr::Block(block) => Some(&block.block),
        _ => None,
    });
    let binds = |statement: &Stmt| {
        let mut binds = false;
        let mut look = |bound: &syn::PatIdent| binds |= bound.ident == *name;
        if let Stmt::Local(local) = statement {
            Bound(&mut look).visit_pat(&local.pat);
        }
        binds
    };
    let at = recurrence.common.stmts.iter().position(binds).map_or(0, |at| at + 1);
    let results = recurrence.carried.iter().map(|carried| &carried.element).chain(stored);
    results.filter(|block| recurrence.begins_alike(&block.stmts)).any(|block| uses(&block.stmts[at..], name))
}

/// Whether statements use the variable that `name` is before them.
fn uses(statements: &[Stmt], name: &Ident) -> bool {
    let mut uses = Uses { name, found: false };
    uses.statements(statements);
    uses.found
}

struct Uses<'a> {
    name: &'a Ident,
    found: bool,
}

impl Uses<'_> {
    /// After a `let` of the same name it is another variable.
    fn statements(&mut self, statements: &[Stmt]) {
        for statement in statements {
            self.visit_stmt(statement);
            if matches!(statement, Stmt::Local(Local { pat: Pat::Ident(pat), .. }) if pat.ident == *self.name) {
                return;
            }
        }
    }
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_block(&mut self, block: &'ast Block) {
        self.statements(&block.stmts);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.found |= path.is_ident(self.name);
        visit::visit_path(self, path);
    }

    /// What a macro does with its tokens is its own affair.
    fn visit_macro(&mut self, _: &'ast syn::Macro) {
        self.found = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;

    fn check(untidy: &str, expected: &str) {
        let mut block: Block = syn::parse_str(untidy).expect("a block");
        Tidy { gathered: Vec::new(), common: Vec::new() }.visit_block_mut(&mut block);
        let expected: Block = syn::parse_str(expected).expect("a block");
        assert_eq!(block.to_token_stream().to_string(), expected.to_token_stream().to_string());
    }

    #[test]
    fn what_nothing_uses_goes() {
        check("{ let a = x[i]; let b = a; c }", "{ c }");
        check("{ let a = x[i]; if f { 0 } else { let a = x[i - 1]; a } }", "{ if f { 0 } else { x[i - 1] } }");
        check("{ let a = x[i]; let a = a + 1; a * a }", "{ let a = x[i]; let a = a + 1; a * a }");
        check("{ let a = x[i]; m!(a) }", "{ let a = x[i]; m!(a) }");
    }

    #[test]
    fn what_may_panic_is_still_evaluated() {
        check("{ let a = x[i] / k; y[i] }", "{ let _ = x[i] / k; y[i] }");
    }

    #[test]
    fn what_is_returned_at_once_needs_no_name() {
        check("{ let a = x[i]; let b = a * 2; b }", "{ let a = x[i]; a * 2 }");
        check("{ let a: f32 = 0.5; a }", "{ let a: f32 = 0.5; a }");
        check("{ f({ let a = x[i]; a }) }", "{ f(x[i]) }");
    }
}
