//! `Recurrence` → typed [`ir::LoopKernel`]: the one place where Rust expressions become IR, for loop bodies and declared functions.
//!
//! Afterwards: every expression has its type; operators, methods and casts are on types that Rust defines them for; literals are in
//! range; the element is of the carried type and every output's value of its array's; a type that the function's text does not show
//! was found from how its values are used (the emitted host code says it again, so rustc checks the finding), or is opaque and its
//! values are only loaded, stored and combined. Arrays and captures stand in the recurrence's order. Locals are numbered, so that
//! shadowing is resolved, and no operand changes a local that another operand of the same expression may read.
//!
//! # Types
//! Inference is that of Rust as far as primitive types need it: unification of types that must be equal, literals that default to
//! `i32` and `f64`. What Rust sees and we do not (`self.x`, a `const`) is a variable that must be solved before a literal beside it
//! could default: to guess would be to compute something else than the loop.
//!
//! A field of what is opaque is pinned by a pointer to it (`.field(…)`), which also says where Rust finds it: the runtime compares that
//! with the struct's layout. In kernels an opaque type is `scan_t`, which the runtime defines from `Element` and `Semigroup`.

mod annotations;
mod branches;
mod codes;
mod declared;
mod expression;
mod finish;
mod frame;
mod literals;
mod lowerer;
mod methods;
mod module;
mod operators;
mod requirements;
mod statements;
#[cfg(test)]
mod tests;
mod unify;
mod unseen_calls;
mod unseen_parts;
mod unseen_struct;

use crate::diagnostic::{Diagnostics, Result, Span, Spanned};
use crate::ir::{
    self, Array, ArrayId, Batches, Builtin, Capture, CarriedId, Expr, ExprKind, Literal, LoopIndex, LoopKernel, OperatorKind,
    Output, Scalar, Set, Type,
};
use crate::parse::TypeEnvironment;
use crate::recognise::{Carried, Computed, Counter, FoundOperator, OutputUse, Recurrence};
pub use module::{module, require_copies};

pub(crate) use literals::is_float_constant;

use annotations::Visible;
use frame::Frame;
use lowerer::Lowerer;
use quote::ToTokens;

/// Lowers a recognised loop. `source_lines` is the loop as the user wrote it.
///
/// # Errors
/// `Stopped` with everything that a kernel cannot compute in `diagnostics`.
pub fn lower(
    recurrence: &Recurrence,
    types: &TypeEnvironment,
    source_lines: Vec<String>,
    diagnostics: &mut Diagnostics,
) -> Result<LoopKernel> {
    let mut lowerer = Lowerer::new(diagnostics);
    lowerer.versions.clone_from(&recurrence.versions);
    let frame = Frame::declare(&mut lowerer, recurrence, &Visible(types));
    let carried = recurrence.carried.iter().zip(&frame.carried);
    let elements = carried.map(|(carried, ty)| element(&mut lowerer, recurrence, carried, ty)).collect();
    frame.declare_carried(&mut lowerer);
    let common = common(&mut lowerer, recurrence);
    let outputs = recurrence.outputs.iter().map(|output| store(&mut lowerer, recurrence, &frame, output)).collect();
    let lag = recurrence.lag.as_ref().map(|lag| store_index(&mut lowerer, &lag.fixed_expression(recurrence.span)));
    frame.settle(&mut lowerer, recurrence);
    lowerer.solve();
    lowerer.diagnostics.stop_if_errors()?;

    let mut kernel = assemble(recurrence, &frame, source_lines, (common, elements, outputs));
    kernel.batches = batches(recurrence, types, lag);
    finish(&mut lowerer, &mut kernel, recurrence);
    let is_named = |ty: &Type| unseen_parts::is_named(ty, &kernel, recurrence);
    lowerer.check_parts(&kernel, is_named);
    lowerer.check_calls(&kernel, is_named);
    for (carried, used) in kernel.carried.iter().zip(&recurrence.carried) {
        check_operator(&mut lowerer, carried, used.operator.span);
        if kernel.carried.len() > 1 {
            check_several(&mut lowerer, carried, used.operator.span);
        }
    }
    kernel
        .outputs
        .iter()
        .zip(&recurrence.outputs)
        .for_each(|(output, used)| check_combined(&mut lowerer, &kernel, output, used.span));
    lowerer.diagnostics.stop_if_errors()?;
    debug_assert!(loads_are_noted(&kernel), "a load that `ArrayUse::reads` lacks would not be checked before a launch");
    Ok(kernel)
}

fn loads_are_noted(kernel: &LoopKernel) -> bool {
    let mut noted = true;
    ir::query::each_expr(kernel, &mut |expr| match &expr.kind {
        ExprKind::Load(array, _) => noted &= kernel.arrays[array.0].read,
        ExprKind::Gather(array, _) | ExprKind::Slice(array, ..) | ExprKind::Item(array, _) => {
            noted &= kernel.arrays[array.0].gathered && !kernel.arrays[array.0].written
        }
        _ => {}
    });
    noted
}

/// `e(i)`, of the carried type.
fn element(lowerer: &mut Lowerer, recurrence: &Recurrence, carried: &Carried, ty: &Type) -> ir::Function {
    lowerer.wrapping_negation = carried.operator.subtraction;
    let element = lowerer.function("element", &carried.element);
    lowerer.wrapping_negation = false;
    if let Some(value) = &element.body.value {
        let several = recurrence.carried.len() > 1;
        let what = if several { format!("the carried value `{}` is", carried.name) } else { "the carried value is".to_owned() };
        lowerer.expect(value, ty, &what);
    }
    element
}

/// What elements and outputs begin with.
fn common(lowerer: &mut Lowerer, recurrence: &Recurrence) -> Option<ir::Function> {
    let statements = &recurrence.common.stmts;
    let whole = crate::syntax::block(statements.clone(), crate::syntax::truth(true, recurrence.span));
    (!statements.is_empty()).then(|| lowerer.function("common", &whole))
}

/// One store, of the array's element type.
fn store(lowerer: &mut Lowerer, recurrence: &Recurrence, frame: &Frame, output: &OutputUse) -> Output {
    let computed = output.computed.as_ref().map(|found| computed(lowerer, output, found));
    let index = match computed {
        Some(_) => Expr { kind: ExprKind::Literal(Literal::Int(0)), ty: Type::USIZE, span: output.span },
        None => store_index(lowerer, &output.index_expr),
    };
    let name = recurrence.arrays[output.array].name.to_string();
    let guard = output.guard.as_ref().map(|guard| {
        let guard = lowerer.function("guard", &as_block(guard));
        guard.body.value.iter().for_each(|value| lowerer.expect(value, &Type::BOOL, "a condition is"));
        guard
    });
    lowerer.wrapping_negation = is_subtraction(output);
    let value = lowerer.function(&name, &as_block(&output.value));
    lowerer.wrapping_negation = false;
    if let Some(stored) = &value.body.value {
        lowerer.expect(stored, &frame.arrays[output.array], &format!("the elements of `{name}` are"));
    }
    let counter =
        output.counter.map(|Counter { carried, offset, dense }| ir::Counter { carried: CarriedId(carried), offset, dense });
    Output { array: ArrayId(output.array), index, counter, computed, guard, value }
}

/// A computed place, and what the value is combined with there by.
fn computed(lowerer: &mut Lowerer, output: &OutputUse, found: &Computed) -> ir::Computed {
    let place = lowerer.function("place", &as_block(&output.index_expr));
    place.body.value.iter().for_each(|at| lowerer.expect(at, &Type::USIZE, "an index is of type"));
    let operator = match found {
        Computed::Combined(FoundOperator { kind: OperatorKind::Builtin(operator), .. }) => Some(*operator),
        Computed::Combined(_) => unreachable!("the recogniser takes no other"),
        Computed::Scattered => None,
    };
    ir::Computed { operator, place }
}

/// Whether the value is a negated term.
fn is_subtraction(output: &OutputUse) -> bool {
    output.combined().is_some_and(|found| found.subtraction)
}

fn store_index(lowerer: &mut Lowerer, index: &syn::Expr) -> Expr {
    lowerer.locals.clear();
    let at = lowerer.expression(index);
    lowerer.expect(&at, &Type::USIZE, "an index is of type");
    if lowerer.locals.is_empty() {
        return at;
    }
    lowerer.refuse(
        codes::NOT_SUPPORTED,
        index.span(),
        "an index with `let`s cannot be stored to",
        "write the index in one expression",
    )
}

fn as_block(value: &syn::Expr) -> syn::Block {
    match value {
        syn::Expr::Block(block) if block.label.is_none() => block.block.clone(),
        value => syn::Block { brace_token: syn::token::Brace::default(), stmts: vec![syn::Stmt::Expr(value.clone(), None)] },
    }
}

/// The kernel, its types still variables.
fn assemble(
    recurrence: &Recurrence,
    frame: &Frame,
    source: Vec<String>,
    (common, elements, outputs): (Option<ir::Function>, Vec<ir::Function>, Vec<Output>),
) -> LoopKernel {
    let arrays = recurrence.arrays.iter().zip(&frame.arrays).map(|(used, ty)| Array {
        name: used.name.to_string(),
        element: ty.clone(),
        read: used.is_read(),
        gathered: used.gathered,
        written: used.written,
    });
    let captures = recurrence.captures.iter().zip(&frame.captures);
    let carried = recurrence.carried.iter().zip(&frame.carried).zip(elements);
    LoopKernel {
        function: recurrence.function.clone(),
        source,
        index: LoopIndex { name: recurrence.index.name.to_string(), ty: frame.index.clone(), step: recurrence.index.step },
        common,
        carried: carried.map(|((used, ty), element)| carried_value(used, ty, element)).collect(),
        arrays: arrays.collect(),
        captures: captures.map(|(used, ty)| Capture { name: used.name.to_string(), ty: ty.clone() }).collect(),
        outputs,
        batches: Batches::One,
    }
}

/// Which iterations make a scan. The type of an outer loop's variable is that of the capture that it is.
fn batches(recurrence: &Recurrence, types: &TypeEnvironment, lag: Option<Expr>) -> Batches {
    match (&recurrence.outer, lag) {
        (Some(outer), _) => Batches::Outer(outer.lowered(types)),
        (None, Some(lag)) => Batches::Lagged(lag),
        (None, None) => Batches::One,
    }
}

fn carried_value(used: &Carried, ty: &Type, element: ir::Function) -> ir::Carried {
    let operator = ir::Operator { kind: used.operator.kind.clone(), flipped: used.operator.flipped };
    ir::Carried { name: used.name.to_string(), ty: ty.clone(), operator, element }
}

fn finish(lowerer: &mut Lowerer, kernel: &mut LoopKernel, recurrence: &Recurrence) {
    kernel.index.ty = lowerer.found(&kernel.index.ty, recurrence.index.name.span().into());
    for (carried, used) in kernel.carried.iter_mut().zip(&recurrence.carried) {
        carried.ty = lowerer.found(&carried.ty, used.operator.span);
    }
    for (array, used) in kernel.arrays.iter_mut().zip(&recurrence.arrays) {
        array.element = lowerer.found(&array.element, used.place.span());
    }
    for (capture, used) in kernel.captures.iter_mut().zip(&recurrence.captures) {
        capture.ty = lowerer.found(&capture.ty, used.value.span());
    }
    kernel.common.iter_mut().for_each(|common| lowerer.finish(common, recurrence.span));
    for (carried, used) in kernel.carried.iter_mut().zip(&recurrence.carried) {
        lowerer.wrapping_negation = used.operator.subtraction;
        lowerer.finish(&mut carried.element, used.element.span());
        lowerer.wrapping_negation = false;
    }
    if let Batches::Lagged(lag) = &mut kernel.batches {
        lowerer.finish_expr(lag);
    }
    for (output, used) in kernel.outputs.iter_mut().zip(&recurrence.outputs) {
        lowerer.finish_expr(&mut output.index);
        output.guard.iter_mut().for_each(|guard| lowerer.finish(guard, used.span));
        output.computed.iter_mut().for_each(|computed| lowerer.finish(&mut computed.place, used.span));
        lowerer.wrapping_negation = is_subtraction(used);
        lowerer.finish(&mut output.value, used.span);
        lowerer.wrapping_negation = false;
    }
}

/// A built-in operator is defined for the carried type, if that is a primitive one.
fn check_operator(lowerer: &mut Lowerer, carried: &ir::Carried, span: Span) {
    if let (OperatorKind::Builtin(builtin), Some(scalar)) = (&carried.operator.kind, carried.ty.scalar()) {
        check_builtin(lowerer, *builtin, scalar, span);
    }
}

/// What is combined at computed places is of a primitive type that is no float: any order gives the same.
fn check_combined(lowerer: &mut Lowerer, kernel: &LoopKernel, output: &Output, span: Span) {
    let Some(operator) = output.computed.as_ref().and_then(|computed| computed.operator) else { return };
    let Array { name, element, .. } = &kernel.arrays[output.array.0];
    match element.scalar() {
        Some(Scalar::Float(_)) => {
            let message = format!("`{name}` holds floats, whose sums depend on the order in which they are combined");
            let help = "combine integers at computed places, such as fixed-point numbers: `h[k] += (w * 1024.0) as i64;`";
            lowerer.report(codes::BAD_OPERATOR, span, message, help);
        }
        Some(scalar) => check_builtin(lowerer, operator, scalar, span),
        None => {
            let message = format!("the type of the elements of `{name}` is no integer and no `bool` that this function shows");
            let help = format!("write the type where `{name}` is declared, such as `{name}: &mut [u32]`");
            lowerer.report(codes::BAD_OPERATOR, span, message, help);
        }
    }
}

fn check_builtin(lowerer: &mut Lowerer, builtin: Builtin, scalar: Scalar, span: Span) {
    let help = match (builtin, scalar) {
        (Builtin::Add, Scalar::Bool) => "to count, add numbers: `u32::from(flag)`; to combine flags, use `|`, `&` or `^`",
        (Builtin::And | Builtin::Or, _) => "compare the values first, or use `&` and `|`",
        (_, Scalar::Float(_)) => "use `+`, `*`, `min` or `max`",
        _ => "use `&`, `|`, `^`, `min` or `max`",
    };
    if !carries(builtin, scalar) {
        let message = format!("the operator `{}` is not defined for the carried type `{}`", builtin.name(), scalar.rust());
        lowerer.report(codes::BAD_OPERATOR, span, message, help);
    }
}

/// Values that are carried together are of primitive types, with built-in operators.
fn check_several(lowerer: &mut Lowerer, carried: &ir::Carried, span: Span) {
    let declared = matches!(carried.operator.kind, OperatorKind::Declared(_));
    if carried.ty.scalar().is_some() && !declared {
        return;
    }
    let what = match (&carried.ty, declared) {
        (_, true) => "an operator of its own".to_owned(),
        (Type::Opaque(_), _) => "a type that this function does not show".to_owned(),
        (ty, _) => format!("the type `{ty}`"),
    };
    let name = lowerer.places.get(&carried.name).unwrap_or(&carried.name);
    let message = format!("`{name}` is carried besides others, and has {what}");
    let help = "several values are carried in one loop where each is of a primitive type that is written in the function: split the loop";
    lowerer.report(codes::BAD_OPERATOR, span, message, help);
}

fn carries(builtin: Builtin, scalar: Scalar) -> bool {
    match builtin {
        Builtin::Add | Builtin::Mul => Set::Numbers.contains(scalar),
        Builtin::BitAnd | Builtin::BitOr | Builtin::BitXor => Set::Bits.contains(scalar),
        Builtin::And | Builtin::Or => scalar == Scalar::Bool,
        Builtin::Min | Builtin::Max => true,
    }
}

/// Tokens in a line, with spaces only where two words would run together.
fn text(tokens: &impl ToTokens) -> String {
    let spaced = tokens.to_token_stream().to_string();
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut text = String::new();
    for word in spaced.split_whitespace() {
        if text.ends_with(is_word) && word.starts_with(is_word) {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}
