//! `let Pair { x, y } = a;`, `let ModP(v) = a;`

use super::aggregates::member;
use crate::diagnostic::{Span, Spanned};
use crate::ir::{Expr, ExprKind, LocalId, Statement};
use crate::lower::codes;
use crate::lower::lowerer::Lowerer;

impl Lowerer<'_> {
    /// Binds the names in a pattern to the parts of `whole`, which nothing changes meanwhile.
    pub(in crate::lower) fn bind_parts(
        &mut self,
        pattern: &syn::Pat,
        whole: Expr,
        lowered: &mut Vec<Statement>,
        bound: &mut Vec<(String, LocalId)>,
    ) {
        match pattern {
            syn::Pat::Wild(_) => {}
            syn::Pat::Paren(inner) => self.bind_parts(&inner.pat, whole, lowered, bound),
            syn::Pat::Reference(inner) => self.bind_parts(&inner.pat, whole, lowered, bound),
            syn::Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                let id = self.local(&name.ident.to_string(), whole.ty.clone());
                lowered.push(Statement::Let(id, whole));
                bound.push((name.ident.to_string(), id));
            }
            syn::Pat::Struct(parts) if self.is_of_type(&parts.path, &whole) => {
                for field in &parts.fields {
                    let part = self.part(whole.clone(), &member(&field.member), field.member.span(), field.span());
                    self.bind_parts(&field.pat, part, lowered, bound);
                }
            }
            syn::Pat::TupleStruct(parts) if self.is_of_type(&parts.path, &whole) => {
                for (position, pattern) in parts.elems.iter().enumerate() {
                    let part = self.part(whole.clone(), &position.to_string(), pattern.span(), pattern.span());
                    self.bind_parts(pattern, part, lowered, bound);
                }
            }
            other => self.bad_pattern(other.span()),
        }
    }

    fn is_of_type(&self, path: &syn::Path, whole: &Expr) -> bool {
        self.type_at(path).is_some_and(|ty| ty == self.unifier.resolve(&whole.ty))
    }

    fn bad_pattern(&mut self, span: Span) {
        let message = "this pattern cannot be used in a declared function";
        self.report(codes::BAD_PATTERN, span, message, "bind plain names: `let a = …;`");
    }

    /// A name in a `match` that is bound to what is matched, not a constant.
    pub(in crate::lower) fn binding(&self, pattern: &syn::Pat) -> Option<String> {
        match pattern {
            syn::Pat::Paren(inner) => self.binding(&inner.pat),
            syn::Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() && self.world.is_some() => {
                let name = name.ident.to_string();
                (!self.is_constant_name(&name)).then_some(name)
            }
            _ => None,
        }
    }

    /// `let name = matched;`
    pub(in crate::lower) fn bind_matched(&mut self, name: &str, matched: &Expr) -> (LocalId, Statement) {
        let id = self.local(name, matched.ty.clone());
        let span = matched.span;
        let value = Expr { kind: matched.kind.clone(), ty: matched.ty.clone(), span };
        debug_assert!(matches!(value.kind, ExprKind::Local(_)), "what is matched has a name");
        (id, Statement::Let(id, value))
    }
}
