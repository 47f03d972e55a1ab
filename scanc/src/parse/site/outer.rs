//! The loop around an annotated loop, where it does nothing else than run it: its iterations may be scans that are launched at once.

use super::{HOLE, LoopSyntax, ScanSite, fill, hole_number};
use crate::syntax::ExpressionsMut;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident};
use syn::visit_mut::VisitMut;
use syn::{Expr, ExprForLoop, ItemFn, Stmt};

impl ScanSite {
    /// The loop with all that it computes.
    pub(crate) fn seen(&self) -> &LoopSyntax {
        self.called.as_ref().map_or(&self.syntax, |called| &called.syntax)
    }

    /// The loops of the site with `inner` in the place of the annotated one.
    pub fn around(&self, inner: TokenStream) -> TokenStream {
        let Some(outer) = &self.outer else { return inner };
        let mut outer = outer.clone();
        let mut fillings = vec![TokenStream::new(); self.number];
        fillings.push(inner);
        ExpressionsMut(&mut |expression| fill(expression, &fillings)).visit_expr_for_loop_mut(&mut outer);
        outer.into_token_stream()
    }

    /// The loops of the site as they were written, without our attribute.
    pub fn written(&self) -> TokenStream {
        self.around(self.syntax.to_token_stream())
    }
}

/// Takes the outer loops out of a function in which each annotated loop is a hole; a hole is left for both.
pub(super) fn lift(function: &mut ItemFn, sites: &mut [ScanSite]) {
    let mut lift = |expression: &mut Expr| {
        if let Expr::ForLoop(syntax) = expression
            && let Some(site) = only_hole(syntax).and_then(|number| sites.get_mut(number))
        {
            site.outer = Some(syntax.clone());
            let hole = format_ident!("{HOLE}{}", site.number);
            *expression = Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path: hole.into() });
            return false;
        }
        true
    };
    ExpressionsMut(&mut lift).visit_block_mut(&mut function.block);
}

/// Puts the outer loops back around those holes that are to stand for the annotated loop alone.
pub(crate) fn lower(function: &mut ItemFn, sites: &mut [ScanSite], is_alone: impl Fn(usize) -> bool) {
    let outer = |(number, site): (usize, &mut ScanSite)| if is_alone(number) { site.outer.take() } else { None };
    let mut outer: Vec<_> = sites.iter_mut().enumerate().map(outer).collect();
    let mut lower = |expression: &mut Expr| {
        let Some(loops) = hole_number(expression).and_then(|number| outer.get_mut(number)?.take()) else { return true };
        *expression = Expr::ForLoop(loops);
        false
    };
    ExpressionsMut(&mut lower).visit_block_mut(&mut function.block);
}

/// The hole that a loop's body ends with, if nothing but `let`s stands before it.
fn only_hole(syntax: &ExprForLoop) -> Option<usize> {
    let (last, before) = syntax.body.stmts.split_last()?;
    let bare = syntax.attrs.is_empty() && syntax.label.is_none();
    let lets = before.iter().all(|statement| matches!(statement, Stmt::Local(local) if local.attrs.is_empty()));
    match last {
        Stmt::Expr(Expr::Path(path), _) if bare && lets && path.attrs.is_empty() => hole_number(&Expr::Path(path.clone())),
        _ => None,
    }
}
