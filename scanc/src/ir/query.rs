//! Questions about a loop's IR that decide how it is launched.

use super::proof::Proof;
use super::{
    ArrayId, Binary, Computed, Expr, ExprKind, Float, Function, LoopKernel, Method, Output, Scalar, Statement, Type, walk,
};

impl LoopKernel {
    /// Whether it combines into elements at computed places.
    pub fn combines(&self) -> bool {
        self.computed().any(|computed| computed.operator.is_some())
    }

    /// Whether it stores elements at computed places.
    pub fn scatters(&self) -> bool {
        self.computed().any(|computed| computed.operator.is_none())
    }

    fn computed(&self) -> impl Iterator<Item = &Computed> {
        self.outputs.iter().filter_map(|output| output.computed.as_ref())
    }

    /// The types of everything that has a name: carried values, arrays' elements, captures.
    pub fn types(&self) -> impl Iterator<Item = &Type> {
        let carried = self.carried.iter().map(|carried| &carried.ty);
        let arrays = self.arrays.iter().map(|array| &array.element);
        carried.chain(arrays).chain(self.captures.iter().map(|capture| &capture.ty))
    }
}

/// The array of which each iteration combines an element, as it is, into the one carried value.
pub fn combined(kernel: &LoopKernel) -> Option<ArrayId> {
    let [carried] = kernel.carried.as_slice() else { return None };
    let ExprKind::Load(array, _) = only_value(&carried.element)?.kind else { return None };
    is_carried_in(kernel, array).then_some(array)
}

/// The array into which iterations store the one carried value, as it is, if they store nothing else; and that value.
pub fn scanned(kernel: &LoopKernel) -> Option<(ArrayId, &ExprKind)> {
    let [output] = kernel.outputs.as_slice() else { return None };
    let is_plain = output.guard.is_none() && output.counter.is_none() && output.computed.is_none();
    let value = &only_value(&output.value).filter(|_| is_plain && kernel.carried.len() == 1)?.kind;
    is_carried_in(kernel, output.array).then_some((output.array, value))
}

/// Whether the elements of the array are of the carried value's type, a primitive one.
fn is_carried_in(kernel: &LoopKernel, ArrayId(array): ArrayId) -> bool {
    let (element, carried) = (&kernel.arrays[array].element, &kernel.carried[0].ty);
    carried.scalar().is_some() && element == carried
}

/// What the function gives, under whatever names, if it computes nothing beside.
fn only_value(function: &Function) -> Option<&Expr> {
    let value = function.body.value.as_deref()?;
    function.body.statements.iter().rev().try_fold(value, |value, statement| match statement {
        Statement::Let(local, bound) if value.kind == ExprKind::Local(*local) => Some(bound),
        _ => None,
    })
}

/// Whether an iteration may panic in Rust: the kernel then reports it, and the loop runs on the host instead.
///
/// Integer division and remainder by anything that could be 0 (or -1, which overflows on the least value), `clamp` with bounds that
/// could be in the wrong order, indexing of fixed arrays, loads and stores at computed places, and calls of declared functions. What depends
/// on nothing but captured values is [checked](super::proof::Check) before a launch.
pub fn may_panic(kernel: &LoopKernel) -> bool {
    kernel.combines() || kernel.scatters() || functions(kernel).any(may_panic_in)
}

/// The functions of a loop: of elements, guards and values.
fn functions(kernel: &LoopKernel) -> impl Iterator<Item = &Function> {
    let elements = kernel.carried.iter().map(|carried| &carried.element);
    elements.chain(kernel.outputs.iter().flat_map(Output::functions))
}

/// Whether the kernel needs double precision on the device: any value in it is an `f64`.
pub fn needs_fp64(kernel: &LoopKernel) -> bool {
    let mut declared = kernel.types();
    declared.any(is_f64) || any(kernel, &mut |expr| is_f64(&expr.ty))
}

/// Whether the kernel divides or takes roots in `f32`. OpenCL rounds those correctly only where the device says so
/// (`CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT`).
pub fn needs_f32_division(kernel: &LoopKernel) -> bool {
    any(kernel, &mut divides_f32)
}

/// Whether a function may panic, as [`may_panic`] says of a kernel.
pub fn may_panic_in(function: &Function) -> bool {
    let proof = Proof::of(function);
    let mut found = false;
    walk::block(&function.body, &mut |expr| found = found || is_call(expr) || proof.may_panic(expr));
    found
}

/// Whether the loop calls a declared function.
pub fn calls(kernel: &LoopKernel) -> bool {
    any(kernel, &mut is_call)
}

fn is_call(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Call(..))
}

/// Whether `test` holds for any expression of the kernel.
fn any(kernel: &LoopKernel, test: &mut dyn FnMut(&Expr) -> bool) -> bool {
    let mut found = false;
    each_expr(kernel, &mut |expr| found = found || test(expr));
    found
}

/// Visits every expression of the kernel: element, output indices, guards and values.
pub fn each_expr<'k>(kernel: &'k LoopKernel, visit: &mut dyn FnMut(&'k Expr)) {
    kernel.carried.iter().for_each(|carried| walk::block(&carried.element.body, visit));
    for output in &kernel.outputs {
        walk::expression(&output.index, visit);
        output.functions().for_each(|function| walk::block(&function.body, visit));
    }
}

fn is_f64(ty: &Type) -> bool {
    match ty {
        Type::Scalar(scalar) => *scalar == Scalar::Float(Float::F64),
        Type::Array(element, _) => is_f64(element),
        Type::Struct(_) | Type::Enum(..) | Type::Opaque(_) => false,
    }
}

fn divides_f32(expr: &Expr) -> bool {
    let divides = matches!(
        expr.kind,
        ExprKind::Binary(Binary::Div, ..) | ExprKind::Method(Method::Sqrt | Method::Recip | Method::DivEuclid, _)
    );
    divides && expr.ty == Type::Scalar(Scalar::Float(Float::F32))
}
