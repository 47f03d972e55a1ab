//! The bodies of functions.

use super::signatures::FunctionItem;
use crate::diagnostic::{Diagnostics, Span};
use crate::ir::Function;
use crate::lower::declared::{Source, World};
use crate::lower::lowerer::Lowerer;

/// A function, and where its name stands.
pub(super) struct Lowered {
    pub function: Function,
    pub span: Span,
}

/// Lowers every function.
pub(super) fn lower(functions: &[FunctionItem], world: &World, diagnostics: &mut Diagnostics) -> Vec<Lowered> {
    let lowered = functions.iter().map(|item| {
        let source = Source {
            name: &item.signature.name,
            parameters: item.signature.parameters.clone(),
            references: &item.references,
            returns: item.signature.returns.clone(),
            gives: "the function returns",
            body: item.body,
        };
        let function = Lowerer::in_world(diagnostics, world, item.self_type.clone()).declared_function(&source);
        Lowered { function, span: item.span }
    });
    lowered.collect()
}
