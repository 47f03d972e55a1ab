//! What `#[declare_scan]` stands on.

use super::functions::Lowered;
use super::signatures::FunctionItem;
use super::{bounded, constants};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::ir::{DeclaredOperator, Expr, ExprKind, Function, Method, Type, proof};
use crate::lower::codes;
use crate::lower::declared::{Signature, Source, World};
use crate::lower::lowerer::Lowerer;
use crate::parse::{DeclaredItems, Domain, OperatorItem, OperatorSubject, operator_symbol};
use std::collections::HashMap;
use syn::ext::IdentExt;

/// Declares the operators. With them come all functions: the declared ones, and after these those of domains, and of operators
/// that no value of their domain has panic.
pub(super) fn declare(
    items: &DeclaredItems,
    sources: &[FunctionItem],
    lowered: Vec<Lowered>,
    constants: &HashMap<String, Expr>,
    world: &World,
    diagnostics: &mut Diagnostics,
) -> (Vec<DeclaredOperator>, Vec<Function>) {
    let functions = lowered.into_iter().map(|item| item.function).collect();
    let mut reader = Reader { items, sources, functions, constants, world, diagnostics };
    let operators = items.operators.iter().filter_map(|item| reader.operator(item)).collect();
    (operators, reader.functions)
}

struct Reader<'a> {
    items: &'a DeclaredItems,
    sources: &'a [FunctionItem<'a>],
    /// The declared ones, and those of domains.
    functions: Vec<Function>,
    constants: &'a HashMap<String, Expr>,
    world: &'a World,
    diagnostics: &'a mut Diagnostics,
}

impl<'a> Reader<'a> {
    fn operator(&mut self, item: &OperatorItem) -> Option<DeclaredOperator> {
        let (name, source) = self.subject(item.subject)?;
        let operand = self.signature(source)?;
        let function = source.signature.name.clone();
        let identity = item.identity.as_ref().map(|identity| self.identity(&function, identity, source, &operand));
        let domain = item.domain.as_ref().map(|domain| self.domain(&function, domain, source, &operand));
        let function = match &domain {
            Some(domain) => self.within(function, domain),
            None => function,
        };
        self.refuse_panics(&function);
        let &OperatorItem { no_overflow, assume_associative, span, .. } = item;
        Some(DeclaredOperator { name, function, operand, identity, domain, no_overflow, assume_associative, span })
    }

    /// What the operator is called, and its function.
    fn subject(&self, subject: OperatorSubject) -> Option<(String, &'a FunctionItem<'a>)> {
        match subject {
            // Free functions come first, in their order.
            OperatorSubject::Function(at) => {
                Some((self.items.functions[at].sig.ident.unraw().to_string(), self.sources.get(at)?))
            }
            OperatorSubject::Implementation(at) => {
                let symbol = operator_symbol(&self.items.impls[at])?;
                Some((symbol.to_owned(), self.sources.iter().find(|source| source.implementation == Some(at))?))
            }
        }
    }

    /// The type of both operands and of the result.
    fn signature(&mut self, source: &FunctionItem) -> Option<Type> {
        let Signature { parameters, returns, .. } = &source.signature;
        let values = !source.references.contains(&true);
        match parameters.as_slice() {
            [(_, left), (_, right)] if left == right && left == returns && values => Some(returns.clone()),
            _ => {
                let message = "an operator takes two values of one type and returns a third";
                let help = match source.implementation {
                    Some(_) => "write `impl Mul for T` with `type Output = T`".to_owned(),
                    None => format!("write `fn {}(a: {returns}, b: {returns}) -> {returns}`", source.signature.name),
                };
                self.diagnostics.push(Diagnostic::error(codes::BAD_SIGNATURE, source.span, message).help(help));
                None
            }
        }
    }

    fn identity(&mut self, function: &str, value: &syn::Expr, source: &FunctionItem, operand: &Type) -> Function {
        let (name, body) = (format!("{function}_identity"), crate::lower::as_block(value));
        let (parameters, gives) = (Vec::new(), "the identity is of type");
        let lowered = Source { name: &name, parameters, references: &[], returns: operand.clone(), gives, body: &body };
        let self_type = source.self_type.clone();
        let mut identity = Lowerer::in_world(self.diagnostics, self.world, self_type).declared_function(&lowered);
        constants::replace(&mut identity, self.constants, self.world, self.diagnostics);
        identity
    }

    /// Adds the function that says whether a value lies in the domain, and gives its name.
    fn domain(&mut self, function: &str, domain: &Domain, source: &FunctionItem, operand: &Type) -> String {
        let (name, body) = (self.free_name(&format!("{function}_domain")), crate::lower::as_block(&domain.closure.body));
        let (parameters, gives) = (vec![(domain.parameter.unraw().to_string(), operand.clone())], "the domain is of type");
        let lowered = Source { name: &name, parameters, references: &[false], returns: Type::BOOL, gives, body: &body };
        let self_type = source.self_type.clone();
        let mut lowered = Lowerer::in_world(self.diagnostics, self.world, self_type).declared_function(&lowered);
        constants::replace(&mut lowered, self.constants, self.world, self.diagnostics);
        self.functions.push(lowered);
        self.refuse_panics(&name);
        name
    }

    /// The operator's function as kernels have it, which are given nothing outside of its domain: what cannot panic there is bounded, so that
    /// it panics nowhere. That is a function of its own, since what else calls the operator gives it any values.
    fn within(&mut self, name: String, domain: &str) -> String {
        let find = |name: &str| self.functions.iter().find(|known| known.name == name);
        let (Some(function), Some(domain)) = (find(&name), find(domain).map(|domain| named_domain(domain, find))) else {
            return name;
        };
        match bounded::within(function, domain) {
            Some(bounded) => {
                let name = self.free_name(&format!("{name}_within"));
                self.functions.push(Function { name: name.clone(), ..bounded });
                name
            }
            None => name,
        }
    }

    /// `name`, or one like it that nothing else has in kernels.
    fn free_name(&self, name: &str) -> String {
        let is_free = |name: &String| {
            let functions = self.functions.iter().any(|function| function.name == *name);
            !functions
                && !self.items.structs.iter().any(|item| item.ident == name)
                && !self.items.enums.iter().any(|item| item.ident == name)
        };
        let numbered = (2..).map(|number| format!("{name}{number}"));
        std::iter::once(name.to_owned()).chain(numbered).find(is_free).expect("more names than declarations")
    }

    /// An operator of a scan has no way to tell the host that it panicked.
    fn refuse_panics(&mut self, function: &str) {
        let Some(function) = self.functions.iter().find(|known| known.name == function) else { return };
        for found in proof::panics(function, &self.functions) {
            let (message, help) = described(found);
            self.diagnostics.push(Diagnostic::error(codes::MAY_PANIC, found.span, message).help(help));
        }
    }
}

/// What `domain = is_reduced` asks, where its function asks a function of the module.
fn named_domain<'f>(domain: &'f Function, find: impl Fn(&str) -> Option<&'f Function>) -> &'f Function {
    match domain.body.value.as_ref().map(|value| &value.kind) {
        Some(ExprKind::Call(name, _)) if domain.body.statements.is_empty() => find(name).unwrap_or(domain),
        _ => domain,
    }
}

/// Why an operation may panic, and what to write instead.
fn described(operation: &Expr) -> (String, String) {
    let (may, help) = match &operation.kind {
        ExprKind::Element(array, _) => {
            let last = match &array.ty {
                Type::Array(_, length) => length - 1,
                _ => 0,
            };
            (
                "this index may be out of bounds".to_owned(),
                format!(
                    "bound the index where it is used: `.min({last})`, or a loop over `0..{}`, or declare a domain in which it is: `domain = |a| … < {}`",
                    last + 1,
                    last + 1
                ),
            )
        }
        ExprKind::Call(name, _) => {
            (format!("`{name}` may panic"), format!("see `{name}`: what may panic there cannot be used in an operator"))
        }
        ExprKind::Method(Method::Clamp, _) => {
            ("its bounds may be the wrong way round".to_owned(), "use literal bounds".to_owned())
        }
        _ => (
            "this may divide by 0, or overflow".to_owned(),
            "test the divisor around it: `if d > 0 { a / d } else { 0 }`, or bound it: `a / d.max(1)`".to_owned(),
        ),
    };
    (format!("{may}, and an operator cannot panic on a device"), help)
}
