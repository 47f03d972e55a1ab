//! Loops that the text shows to be short: at such lengths they run as written.

use crate::syntax::{Bound, holds_loop};
use std::collections::HashMap;
use syn::visit::{self, Visit};
use syn::{Block, Expr, FnArg, Item, Lit, Pat, RangeLimits, Signature, Type};

/// Fewer iterations than this run as written, and fewer of a loop whose iterations have loops of their own.
const WORTH_IT: u64 = 8192;
const WORTH_IT_WITH_LOOPS: u64 = 64;

/// Constants by their names, and lengths of arrays by theirs.
#[derive(Clone, Default)]
pub(super) struct Lengths {
    constants: HashMap<String, u64>,
    arrays: HashMap<String, u64>,
}

impl Lengths {
    /// Those that a file declares, wherever they stand.
    pub fn of_constants(file: &syn::File) -> Self {
        let mut lengths = Self::default();
        lengths.visit_file(file);
        lengths
    }

    /// With the arrays of a function.
    pub fn with(&self, signature: &Signature, block: &Block) -> Self {
        let mut lengths = self.clone();
        for input in &signature.inputs {
            if let FnArg::Typed(typed) = input {
                lengths.declared(&typed.pat, Some(&typed.ty), None);
            }
        }
        lengths.visit_block(block);
        lengths
    }

    /// Whether a loop is known to have few iterations.
    pub fn is_short(&self, looped: &Expr) -> bool {
        let iterations = match looped {
            Expr::ForLoop(syntax) => self.iterations(&syntax.expr),
            Expr::While(syntax) => match &*syntax.cond {
                Expr::Binary(condition) => self.number(&condition.right).or_else(|| self.number(&condition.left)),
                _ => None,
            },
            chain => self.iterations(chain),
        };
        let body = match looped {
            Expr::ForLoop(syntax) => Some(&syntax.body),
            Expr::While(syntax) => Some(&syntax.body),
            _ => None,
        };
        let has_loops = body.is_some_and(|body| body.stmts.iter().any(holds_loop));
        iterations.is_some_and(|iterations| iterations < if has_loops { WORTH_IT_WITH_LOOPS } else { WORTH_IT })
    }

    /// At most so many.
    fn iterations(&self, iterator: &Expr) -> Option<u64> {
        match iterator {
            Expr::Paren(inner) => self.iterations(&inner.expr),
            Expr::Reference(inner) => self.iterations(&inner.expr),
            Expr::Array(array) => Some(array.elems.len() as u64),
            Expr::Range(range) => {
                let to = self.number(range.end.as_ref()?)?;
                let from = range.start.as_ref().and_then(|start| self.number(start)).unwrap_or(0);
                Some(to.saturating_sub(from) + u64::from(matches!(range.limits, RangeLimits::Closed(_))))
            }
            Expr::MethodCall(call) if call.method == "zip" => {
                let other = call.args.first().and_then(|other| self.iterations(other));
                self.iterations(&call.receiver).into_iter().chain(other).min()
            }
            Expr::MethodCall(call) if call.method == "take" => {
                let most = call.args.first().and_then(|most| self.number(most));
                self.iterations(&call.receiver).into_iter().chain(most).min()
            }
            Expr::MethodCall(call) => self.iterations(&call.receiver),
            // A part of an array is no longer than it.
            Expr::Index(part) if matches!(*part.index, Expr::Range(_)) => {
                let (array, part) = (self.iterations(&part.expr), self.iterations(&part.index));
                array.into_iter().chain(part).min()
            }
            Expr::Path(path) => self.arrays.get(&path.path.get_ident()?.to_string()).copied(),
            _ => None,
        }
    }

    fn number(&self, value: &Expr) -> Option<u64> {
        match value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(number) => number.base10_parse().ok(),
                _ => None,
            },
            Expr::Paren(inner) => self.number(&inner.expr),
            Expr::Cast(inner) => self.number(&inner.expr),
            Expr::Binary(sum) => {
                let (left, right) = (self.number(&sum.left)?, self.number(&sum.right)?);
                match sum.op {
                    syn::BinOp::Add(_) => left.checked_add(right),
                    syn::BinOp::Sub(_) => Some(left.saturating_sub(right)),
                    syn::BinOp::Mul(_) => left.checked_mul(right),
                    syn::BinOp::Div(_) => left.checked_div(right),
                    syn::BinOp::Shl(_) => left.checked_shl(u32::try_from(right).ok()?),
                    _ => None,
                }
            }
            Expr::MethodCall(call) if call.method == "len" => self.iterations(&call.receiver),
            Expr::Path(path) => self.constants.get(&path.path.segments.last()?.ident.to_string()).copied(),
            _ => None,
        }
    }

    fn declared(&mut self, pattern: &Pat, ty: Option<&Type>, value: Option<&Expr>) {
        let (name, ty) = match pattern {
            Pat::Ident(name) => (name.ident.to_string(), ty),
            Pat::Type(typed) => return self.declared(&typed.pat, Some(&typed.ty), value),
            _ => return,
        };
        let length = ty.and_then(|ty| self.length_of_type(ty)).or_else(|| match value {
            Some(Expr::Array(array)) => Some(array.elems.len() as u64),
            Some(Expr::Repeat(repeat)) => self.number(&repeat.len),
            _ => None,
        });
        match length {
            Some(length) => self.arrays.insert(name, length),
            // It hides what had the name.
            None => self.arrays.remove(&name),
        };
    }

    fn length_of_type(&self, ty: &Type) -> Option<u64> {
        match ty {
            Type::Array(array) => self.number(&array.len),
            Type::Reference(inner) => self.length_of_type(&inner.elem),
            _ => None,
        }
    }
}

impl<'ast> Visit<'ast> for Lengths {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Const(item) => self.constant(&item.ident, &item.ty, &item.expr),
            Item::Static(item) => self.constant(&item.ident, &item.ty, &item.expr),
            _ => {}
        }
        visit::visit_item(self, item);
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.constant(&item.ident, &item.ty, &item.expr);
    }

    fn visit_expr_for_loop(&mut self, looped: &'ast syn::ExprForLoop) {
        if let Some(length) = length_of_parts(self, &looped.expr) {
            Bound(&mut |name| _ = self.arrays.insert(name.ident.to_string(), length)).visit_pat(&looped.pat);
        }
        visit::visit_expr_for_loop(self, looped);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        self.declared(&local.pat, None, local.init.as_ref().map(|init| &*init.expr));
        visit::visit_local(self, local);
    }
}

/// `x.chunks(3)`, also among other adaptors: the length of what it gives.
fn length_of_parts(lengths: &Lengths, iterator: &Expr) -> Option<u64> {
    const PARTS: [&str; 8] =
        ["chunks", "chunks_mut", "chunks_exact", "chunks_exact_mut", "rchunks", "rchunks_mut", "windows", "as_chunks"];
    match iterator {
        Expr::MethodCall(call) => {
            let own = PARTS.iter().any(|part| call.method == part).then(|| lengths.number(call.args.first()?)).flatten();
            own.or_else(|| length_of_parts(lengths, &call.receiver))
                .or_else(|| call.args.iter().find_map(|argument| length_of_parts(lengths, argument)))
        }
        _ => None,
    }
}

impl Lengths {
    fn constant(&mut self, name: &syn::Ident, ty: &Type, value: &Expr) {
        if let Some(number) = self.number(value) {
            self.constants.insert(name.to_string(), number);
        }
        if let Some(length) = self.length_of_type(ty) {
            self.arrays.insert(name.to_string(), length);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_short(text: &str) -> bool {
        let file: syn::File = syn::parse_str("const N: usize = 4 * 16; const BIG: usize = 1 << 20;").expect("Rust");
        let function = syn::parse_str::<syn::ItemFn>(text).expect("a function");
        let lengths = Lengths::of_constants(&file).with(&function.sig, &function.block);
        let looped = function.block.stmts.iter().rev().find_map(|statement| match statement {
            syn::Stmt::Expr(looped, _) => Some(looped.clone()),
            _ => None,
        });
        lengths.is_short(&looped.expect("a loop"))
    }

    #[test]
    fn loops_with_few_iterations_are_known() {
        for header in
            ["0..16", "(1..=N).rev()", "[1, 2, 3]", "a.iter().zip(x)", "&mut a", "0..a.len()", "x[..N].iter()", "b", "0..8191"]
        {
            let text = format!("fn f(x: &[u8], a: &[u8; N]) {{ let b = [0; 8]; for i in {header} {{}} }}");
            assert!(is_short(&text), "{header}");
        }
        assert!(is_short("fn f(x: &[u8]) { if true { for (i, part) in x.chunks(N).enumerate() { } } for v in part {} }"));
        assert!(is_short("fn f() { let mut i = 0; while i < 64 { i += 1; } }"));
    }

    #[test]
    fn of_others_nothing_is_known() {
        for header in ["0..n", "x", "0..x.len()", "0..BIG", "0..8192", "x[1..].iter()", "b.iter()", "other::N.."] {
            let text = format!("fn f(x: &[u8], n: usize) {{ let b = [0; BIG]; for i in {header} {{}} }}");
            assert!(!is_short(&text), "{header}");
        }
    }
}
