//! Constants whose values take calls: functions without parameters until everything can be run, then their values.

use super::functions::Lowered;
use super::types;
use crate::diagnostic::{Diagnostic, Diagnostics, Span};
use crate::ir::interpret::{Env, Value, evaluate_under};
use crate::ir::{Expr, ExprKind, Function, Literal, Type, walk};
use crate::lower::codes;
use crate::lower::declared::{Constant, Source, World, too_much_written};
use crate::lower::lowerer::Lowerer;
use crate::parse::DeclaredItems;
use std::collections::HashMap;

/// Lowers the constants that have no value yet.
pub(super) fn lower(items: &DeclaredItems, world: &World, diagnostics: &mut Diagnostics) -> Vec<Lowered> {
    let mut lowered = Vec::new();
    for item in types::constants(items) {
        let Some(Constant { ty, value: None }) = world.consts.get(&item.key()) else { continue };
        let (name, body) = (Constant::function(&item.key()), crate::lower::as_block(item.value));
        let (parameters, gives) = (Vec::new(), "the constant is of type");
        let source = Source { name: &name, parameters, references: &[], returns: ty.clone(), gives, body: &body };
        let function = Lowerer::in_world(diagnostics, world, item.self_type(world)).declared_function(&source);
        lowered.push(Lowered { function, span: item.name.span().into() });
    }
    lowered
}

/// Computes the constants, puts their values where they are used, and drops their functions. `lowered` has callees first.
pub(super) fn fold(lowered: Vec<Lowered>, world: &World, diagnostics: &mut Diagnostics) -> (Vec<Lowered>, HashMap<String, Expr>) {
    let mut values: HashMap<String, Expr> = HashMap::new();
    let (mut functions, mut spans) = (Vec::new(), Vec::new());
    for mut item in lowered {
        replace(&mut item.function, &values, world, diagnostics);
        if !item.function.name.contains(' ') {
            functions.push(item.function);
            spans.push(item.span);
            continue;
        }
        match evaluate_under(&world.meter, &item.function, &[], &Env { functions: &functions, ..Env::default() }) {
            Ok(value) => {
                let value = expression(&value, &item.function.returns, item.span, world);
                values.insert(item.function.name, value);
            }
            Err(panic) => {
                let message = format!("this constant cannot be computed: {panic}");
                diagnostics.push(Diagnostic::error(codes::NOT_CONSTANT, item.span, message).help("write another value"));
            }
        }
    }
    let folded = functions.into_iter().zip(spans).map(|(function, span)| Lowered { function, span });
    (folded.collect(), values)
}

/// Puts values in place of calls.
pub(super) fn replace(function: &mut Function, values: &HashMap<String, Expr>, world: &World, diagnostics: &mut Diagnostics) {
    walk::block_mut(&mut function.body, &mut |expr| {
        if let ExprKind::Call(name, _) = &expr.kind
            && let Some(value) = values.get(name)
        {
            match world.values(&value.ty) {
                2.. if !world.write_out(world.values(&value.ty)) => diagnostics.push_once(too_much_written(expr.span)),
                _ => *expr = Expr { span: expr.span, ..value.clone() },
            }
        }
    });
}

/// A value as an expression.
fn expression(value: &Value, ty: &Type, span: Span, world: &World) -> Expr {
    let kind = match (value, ty) {
        (Value::Bool(value), _) => ExprKind::Literal(Literal::Bool(*value)),
        (Value::Int(_, value), _) => ExprKind::Literal(Literal::Int(*value)),
        (Value::F32(value), _) => ExprKind::Literal(Literal::Float(f64::from(*value))),
        (Value::F64(value), _) => ExprKind::Literal(Literal::Float(*value)),
        (Value::Array(elements), Type::Array(element, _)) => {
            ExprKind::List(elements.iter().map(|value| expression(value, element, span, world)).collect())
        }
        (Value::Array(_), _) => unreachable!("an array of a type that is none"),
        (Value::Struct(name, fields), _) => {
            let types = world.structs[name].fields.iter();
            let typed =
                fields.iter().zip(types).map(|((name, value), (_, ty))| (name.clone(), expression(value, ty, span, world)));
            ExprKind::Struct(name.clone(), typed.collect())
        }
    };
    Expr { kind, ty: ty.clone(), span }
}
