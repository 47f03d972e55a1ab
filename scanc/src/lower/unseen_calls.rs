//! Calls of functions that are declared elsewhere. What they take and give follows from the arguments and from how the value is used, and
//! the host code says it again, so that rustc checks it.

use super::codes;
use super::lowerer::{Lowerer, Unseen};
use super::text;
use crate::diagnostic::{Span, Spanned};
use crate::ir::{Expr, ExprKind, LoopKernel, Type, query};

/// What a function takes and gives, as far as it is known.
#[derive(Clone, Debug)]
pub(super) struct Callee {
    parameters: Vec<Type>,
    returns: Type,
}

impl Lowerer<'_> {
    /// `module::function(a, b)`
    pub(super) fn unseen_call(&mut self, path: &syn::Path, call: &syn::ExprCall, arguments: Vec<Expr>, span: Span) -> Expr {
        let name = text(path);
        let callee = match self.callees.get(&name) {
            Some(known) if known.parameters.len() == arguments.len() => known.clone(),
            Some(known) => {
                let message = format!("`{name}` is called with {} arguments elsewhere", known.parameters.len());
                return self.refuse(codes::NO_METHOD, span, message, "see its declaration");
            }
            None => self.callee(&name, call, span),
        };
        for (argument, ty) in arguments.iter().zip(&callee.parameters) {
            self.expect(argument, ty, &format!("elsewhere the argument of `{name}` is"));
        }
        Expr { kind: ExprKind::Call(name, arguments), ty: callee.returns, span }
    }

    /// A function of which nothing is known yet but its first call.
    fn callee(&mut self, name: &str, call: &syn::ExprCall, span: Span) -> Callee {
        let unseen =
            |place: String, help: String, span: Span| Unseen { place, name: String::new(), help, opaque: None, span, used: true };
        let parameters = call.args.iter().map(|argument| {
            let (span, place) = (argument.span(), self.as_written(argument));
            let help = match argument {
                syn::Expr::Lit(_) => format!("{place}{{}}"),
                _ => format!("let v: {{}} = {place};"),
            };
            self.unseen(unseen(place, help, span))
        });
        let parameters = parameters.collect();
        let place = self.as_written(call);
        let help = format!("let v: {{}} = {place};");
        let callee = Callee { parameters, returns: self.unseen(unseen(place, help, span)) };
        self.callees.insert(name.to_owned(), callee.clone());
        callee
    }

    /// What is given to functions, and what they give, is of types that the host code can name.
    pub(super) fn check_calls(&mut self, kernel: &LoopKernel, is_named: impl Fn(&Type) -> bool) {
        let mut wrong = Vec::new();
        query::each_expr(kernel, &mut |expr| {
            if let ExprKind::Call(_, arguments) = &expr.kind {
                let unnamed = arguments.iter().chain([expr]).filter(|value| !is_named(&value.ty));
                wrong.extend(unnamed.map(|value| value.span));
            }
        });
        for span in wrong {
            let help = "functions take and give primitive types, and those of arrays' elements";
            self.report(codes::NOT_VISIBLE, span, "the type of this is not visible here", help);
        }
    }
}
