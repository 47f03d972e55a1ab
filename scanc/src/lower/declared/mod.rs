//! What functions of a `#[declare_target]` module can say beyond loop bodies: structs, enums, fixed arrays, calls, loops, `return`.
//!
//! The rest of lowering asks [`World`] for what is declared; without one, none of this is in scope.

mod aggregates;
mod calls;
mod loops;
mod operators;
mod patterns;
mod references;
mod world;

pub(super) use aggregates::member;
pub(super) use loops::diverges;
pub(super) use world::{Constant, EnumShape, OperatorImplementation, Signature, StructShape, World};

use super::codes;
use super::lowerer::{Binding, Lowerer};
use crate::diagnostic::{Diagnostic, Diagnostics, Span, Spanned};
use crate::ir::interpret::{Env, Value, evaluate_under};
use crate::ir::{Expr, ExprKind, Function, Type, walk};
use crate::limits;

/// The help for a type that is not declared here.
pub(super) fn declare_together(name: &str) -> String {
    format!("put `{name}` and what uses it into one `#[declare_target] mod … {{ … }}`, so that its definition can be seen here")
}

/// A function to be lowered: its name, its parameters with their patterns, what it returns, its body.
pub(super) struct Source<'s> {
    pub name: &'s str,
    pub parameters: Vec<(String, Type)>,
    /// Which parameters are references.
    pub references: &'s [bool],
    pub returns: Type,
    /// What is said of a value of another type: "the function returns".
    pub gives: &'s str,
    pub body: &'s syn::Block,
}

impl<'a> Lowerer<'a> {
    /// A scope in which `world` is declared; `Self` is `self_type`.
    pub(super) fn in_world(diagnostics: &'a mut Diagnostics, world: &'a World, self_type: Option<Type>) -> Self {
        let mut lowerer = Self::new(diagnostics);
        (lowerer.world, lowerer.self_type) = (Some(world), self_type);
        lowerer
    }

    /// A declared function, finished. What is wrong with it is in the diagnostics.
    pub(super) fn declared_function(&mut self, source: &Source) -> Function {
        self.locals = Vec::new();
        self.returns = Some(source.returns.clone());
        for (position, (name, ty)) in source.parameters.iter().enumerate() {
            let id = self.local(name, ty.clone());
            self.references.extend(source.references.get(position).filter(|reference| **reference).map(|_| id));
            self.declare(name.clone(), Binding::Local(id));
        }
        let (body, _) = self.value_block(source.body);
        if let Some(value) = &body.value {
            self.expect(value, &source.returns, source.gives);
        }
        let locals = std::mem::take(&mut self.locals);
        let (name, parameters) = (source.name.to_owned(), source.parameters.len());
        let mut function = Function { name, parameters, locals, body, returns: source.returns.clone() };
        self.solve();
        self.finish(&mut function, source.body.span());
        function
    }

    /// The value of a constant expression of type `ty`: literals, and constants that need no call.
    pub(super) fn constant(&mut self, expr: &syn::Expr, ty: &Type) -> Option<Value> {
        let world = self.world?;
        let span = expr.span();
        let before = self.diagnostics.iter().count();
        let body = super::as_block(expr);
        let (parameters, gives) = (Vec::new(), "the constant is of type");
        let source = Source { name: "constant", parameters, references: &[], returns: ty.clone(), gives, body: &body };
        let function = Lowerer::in_world(self.diagnostics, world, self.self_type.clone()).declared_function(&source);
        if self.diagnostics.iter().count() > before {
            return None;
        }
        if calls(&function) {
            self.report(
                codes::NOT_CONSTANT,
                span,
                "this must be known before functions can be run",
                "write it with literals and constants",
            );
            return None;
        }
        evaluate_under(&world.meter, &function, &[], &Env::default()).map_err(|panic| self.panics(span, panic)).ok()
    }

    fn panics(&mut self, span: Span, panic: crate::ir::interpret::Panic) {
        self.report(codes::NOT_CONSTANT, span, format!("this constant cannot be computed: {panic}"), "write another value");
    }

    /// The number of elements that `[T; length]` names.
    pub(super) fn length(&mut self, length: &syn::Expr) -> Option<u64> {
        let found = u64::try_from(self.constant(length, &Type::USIZE)?.as_int()).unwrap_or(u64::MAX);
        if (1..=limits::VALUES).contains(&found) {
            return Some(found);
        }
        let message = format!("kernels have no array of {found} elements");
        self.report(codes::NO_SUCH_TYPE, length.span(), message, format!("from 1 to {} are possible", limits::VALUES));
        None
    }

    /// The array type of so many elements, if it is not too large.
    pub(super) fn array_of(&mut self, element: Type, length: u64, span: Span) -> Option<Type> {
        let ty = Type::Array(Box::new(element), length);
        let values = self.world.map_or(0, |world| world.values(&self.unifier.resolve(&ty)));
        if values <= limits::VALUES {
            return Some(ty);
        }
        self.diagnostics.push(too_large(&self.unifier.resolve(&ty).to_string(), values, span));
        None
    }

    /// Whether so many elements may be written out here; where they are too many, that is said.
    pub(super) fn writes_out(&mut self, elements: u64, span: Span) -> bool {
        let written = self.world.is_none_or(|world| world.write_out(elements));
        if !written {
            self.diagnostics.push_once(too_much_written(span));
        }
        written
    }

    /// A constant as an expression of type `ty`.
    pub(super) fn constant_expr(&mut self, value: &Value, ty: &Type, span: Span) -> Expr {
        let elements = self.world.map_or(0, |world| world.values(ty));
        if elements > 1 && !self.writes_out(elements, span) {
            return self.excused(span);
        }
        self.value_expr(value, ty, span)
    }

    fn value_expr(&mut self, value: &Value, ty: &Type, span: Span) -> Expr {
        let kind = match (value, ty) {
            (Value::Bool(value), _) => ExprKind::Literal(crate::ir::Literal::Bool(*value)),
            (Value::Int(_, value), _) => ExprKind::Literal(crate::ir::Literal::Int(*value)),
            (Value::F32(value), _) => return self.float(format!("{value:?}"), ty.clone(), span),
            (Value::F64(value), _) => return self.float(format!("{value:?}"), ty.clone(), span),
            (Value::Array(elements), Type::Array(element, _)) => {
                ExprKind::List(elements.iter().map(|value| self.value_expr(value, element, span)).collect())
            }
            (Value::Struct(name, fields), _) => {
                let types: Vec<Type> = self
                    .world
                    .and_then(|world| world.structs.get(name))
                    .map_or_else(Vec::new, |shape| shape.fields.iter().map(|(_, ty)| ty.clone()).collect());
                let fields = fields.iter().zip(&types);
                ExprKind::Struct(
                    name.clone(),
                    fields.map(|((name, value), ty)| (name.clone(), self.value_expr(value, ty, span))).collect(),
                )
            }
            (Value::Array(_), _) => unreachable!("an array of a type that is none"),
        };
        Expr { kind, ty: ty.clone(), span }
    }
}

/// The error where the elements of arrays, written out one by one, become too many.
pub(super) fn too_much_written(span: Span) -> Diagnostic {
    let most = limits::grouped(limits::ELEMENTS);
    let message = format!("with these, more than {most} elements of arrays and fields of structs are written out");
    Diagnostic::error(codes::TOO_MUCH, span, message)
        .help("set or copy large arrays in fewer places: in a function that the others call")
}

/// The error for a type that holds so many primitive values.
pub(super) fn too_large(ty: &str, values: u64, span: Span) -> Diagnostic {
    let (values, most) = (limits::grouped(values), limits::grouped(limits::VALUES));
    let message = format!("`{ty}` holds {values} numbers, of which every work-item would have its own");
    let help = format!("at most {most} are possible: give larger tables to the loop, as arrays");
    Diagnostic::error(codes::TOO_MUCH, span, message).help(help)
}

fn calls(function: &Function) -> bool {
    let mut found = false;
    walk::block(&function.body, &mut |expr| found |= matches!(expr.kind, ExprKind::Call(..)));
    found
}
