//! What a kernel asks of its device and its host.

use super::panics::Callees;
use super::product;
use crate::ir::proof::{Check, Proof};
use crate::ir::{Binary, Expr, ExprKind, Float, Function, LoopKernel, Method, Output, Scalar, Struct, Type, walk};
use std::borrow::Cow;

/// What a kernel needs beside OpenCL C 1.2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// The parameter `__global int *panicked`: an operation may panic.
    pub panicked: bool,
    /// Nothing of what a tile computes may panic: it sees before it stores anything that there is no room for it.
    pub panics_between_tiles: bool,
    /// `double`.
    pub fp64: bool,
    /// Division and square root of `float` rounded as IEEE 754 says, which OpenCL leaves to devices.
    pub rounded_division: bool,
    /// Functions whose last bits are the device's own.
    pub approximates: bool,
    /// An iteration has loops of its own, and takes as long as many.
    pub loops: bool,
}

impl Needs {
    /// These needs and those of `other`.
    pub fn and(self, other: Self) -> Self {
        let all = [self, other];
        let panics_early = |needs: &Self| needs.panicked && !needs.panics_between_tiles;
        Self {
            panicked: self.panicked || other.panicked,
            panics_between_tiles: all.iter().any(|needs| needs.panics_between_tiles) && !all.iter().any(panics_early),
            fp64: self.fp64 || other.fp64,
            rounded_division: self.rounded_division || other.rounded_division,
            approximates: self.approximates || other.approximates,
            loops: self.loops || other.loops,
        }
    }

    /// The needs of all that `kernel` computes; `functions` are the declared ones.
    pub fn of(kernel: &LoopKernel, functions: &[Function]) -> Self {
        let (mut needs, callees) = (Self::default(), Callees::of(functions));
        kernel.types().for_each(|ty| needs.see_type(ty));
        for function in printed(kernel) {
            needs.see_function(&function, &callees);
            needs.loops |= walk::holds_loop(&function.body);
        }
        for output in &kernel.outputs {
            walk::expression(&output.index, &mut |expr| needs.see(expr, &callees, &Proof::default()));
        }
        // Declared functions are few: what they need is needed.
        functions.iter().for_each(|function| needs.see_function(function, &callees));
        // Whether there is room for what is stored where the loop counts is seen as it runs.
        let counts = kernel.outputs.iter().any(|output| output.counter.is_some());
        needs.panics_between_tiles = counts && !needs.panicked;
        needs.panicked |= counts || kernel.combines() || kernel.scatters();
        needs
    }

    /// What a declared function needs, without what it calls; whether it may panic has been seen to.
    pub(super) fn see_declared(&mut self, function: &Function, structs: &[Struct]) {
        function.locals.iter().map(|local| &local.ty).chain([&function.returns]).for_each(|ty| self.see_members(ty, structs));
        walk::block(&function.body, &mut |expr| {
            self.see_members(&expr.ty, structs);
            self.see_operation(expr);
        });
    }

    pub(super) fn see_members(&mut self, ty: &Type, structs: &[Struct]) {
        match ty {
            Type::Struct(name) => {
                let fields = structs.iter().filter(|item| item.name == *name).flat_map(|item| &item.fields);
                fields.for_each(|(_, ty)| self.see_members(ty, structs));
            }
            Type::Array(element, _) => self.see_members(element, structs),
            ty => self.see_type(ty),
        }
    }

    fn see_function(&mut self, function: &Function, callees: &Callees) {
        function.locals.iter().for_each(|local| self.see_type(&local.ty));
        let proof = Proof::of(function);
        walk::block(&function.body, &mut |expr| self.see(expr, callees, &proof));
    }

    fn see(&mut self, expr: &Expr, callees: &Callees, proof: &Proof) {
        self.see_type(&expr.ty);
        self.panicked |= callees.operation_may_panic(expr, proof);
        self.see_operation(expr);
    }

    fn see_operation(&mut self, expr: &Expr) {
        self.rounded_division |= divides_f32(expr);
        self.approximates |= matches!(expr.kind, ExprKind::Method(method, _) if method.is_approximated());
    }

    fn see_type(&mut self, ty: &Type) {
        match ty {
            Type::Scalar(Scalar::Float(Float::F64)) => self.fp64 = true,
            Type::Array(element, _) => self.see_type(element),
            _ => {}
        }
    }
}

/// What must hold of captured values where the text of `kernel` does not look.
pub fn checks(kernel: &LoopKernel) -> Vec<Check> {
    let mut checks = Vec::new();
    for function in printed(kernel) {
        let proof = Proof::of(&function);
        let new: Vec<Check> = proof.checks().iter().filter(|check| !checks.contains(*check)).cloned().collect();
        checks.extend(new);
    }
    checks
}

/// The functions that the text of a loop is made of.
fn printed(kernel: &LoopKernel) -> Vec<Cow<'_, Function>> {
    let element = (!kernel.carried.is_empty()).then(|| product::element(kernel, &product::fields(kernel)));
    let outputs = kernel.outputs.iter().flat_map(Output::functions).map(Cow::Borrowed);
    outputs.chain(element).collect()
}

fn divides_f32(expr: &Expr) -> bool {
    let divides = match expr.kind {
        ExprKind::Binary(Binary::Div, ..) => true,
        ExprKind::Method(method, _) => matches!(method, Method::Recip | Method::Sqrt | Method::DivEuclid | Method::Powi),
        _ => false,
    };
    divides && expr.ty == Type::Scalar(Scalar::Float(Float::F32))
}
