//! What matters of a function as a whole.

use super::NoRegion;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Block, ItemFn};

/// What keeps a whole function from having a region, and what it means for its statements.
#[derive(Default)]
pub(super) struct Whole {
    no: Option<NoRegion>,
    /// It has macros of its own.
    pub(super) macro_rules: bool,
    /// An inner block has items: a path may be another one there.
    pub(super) inner_items: bool,
    blocks: usize,
}

impl Whole {
    /// Reads a function.
    pub(super) fn of(function: &ItemFn) -> Result<Self, NoRegion> {
        let mut whole = Self::default();
        if let Some(word) = &function.sig.asyncness {
            whole.refuse(word.span, "an `async` function may be left for good at any `await`");
        }
        if let Some(word) = &function.sig.unsafety {
            whole.refuse(word.span, "an `unsafe` function may reach an array by an address");
        }
        whole.visit_block(&function.block);
        whole.no.take().map_or(Ok(whole), Err)
    }

    fn refuse(&mut self, span: proc_macro2::Span, message: &str) {
        self.no.get_or_insert_with(|| NoRegion::new(span, message));
    }
}

impl<'ast> Visit<'ast> for Whole {
    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        if attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr") {
            self.refuse(attribute.span(), "a part of the function is not always compiled");
        }
    }

    fn visit_expr_unsafe(&mut self, block: &'ast syn::ExprUnsafe) {
        self.refuse(block.unsafe_token.span, "an `unsafe` block may reach an array by an address");
    }

    fn visit_block(&mut self, block: &'ast Block) {
        self.blocks += 1;
        visit::visit_block(self, block);
    }

    fn visit_item(&mut self, item: &'ast syn::Item) {
        self.inner_items |= self.blocks > 1;
        self.macro_rules |= matches!(item, syn::Item::Macro(_));
    }

    fn visit_stmt_macro(&mut self, call: &'ast syn::StmtMacro) {
        self.macro_rules |= call.mac.path.is_ident("macro_rules");
    }
}
