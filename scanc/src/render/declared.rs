//! What kernels use of the declarations that the compiler sees: their definitions stand in front of them.

use super::c::{self, Declarations, Needs};
use crate::ir::{DeclaredOperator, LoopKernel, Module, Type};
use std::collections::BTreeSet;

/// The operator of a loop, and the module that declares it with its types.
#[derive(Clone, Copy, Debug)]
pub struct Declared<'m> {
    /// The module.
    pub module: &'m Module,
    /// The operator, one of the module's.
    pub operator: &'m DeclaredOperator,
}

impl Declared<'_> {
    /// The definitions that `kernel` needs, each after those that it mentions.
    pub(super) fn definitions(&self, kernel: &LoopKernel) -> Vec<String> {
        let all = Declarations::of(self.module);
        let needed: BTreeSet<usize> = self.used(kernel).iter().flat_map(|name| all.needed(name)).collect();
        needed.into_iter().map(|at| all.definitions()[at].text.clone()).collect()
    }

    /// What they ask of the device.
    pub(super) fn needs(&self, kernel: &LoopKernel) -> Needs {
        let all = Declarations::of(self.module);
        let needs = self.used(kernel).into_iter().map(|name| all.needs(&name));
        needs.fold(Needs::default(), Needs::and)
    }

    /// The operator on two partials, the earlier first. Both are names.
    pub(super) fn combine(&self, kernel: &LoopKernel, earlier: &str, later: &str) -> String {
        let flipped = kernel.carried.iter().any(|carried| carried.operator.flipped);
        let (left, right) = if flipped { (later, earlier) } else { (earlier, later) };
        format!("{}({left}, {right})", c::declared_name(&self.operator.function))
    }

    /// The condition that a partial of this name lies in the operator's domain, if it has one.
    pub(super) fn domain(&self, value: &str) -> Option<String> {
        self.operator.domain.as_ref().map(|domain| format!("{}({value})", c::declared_name(domain)))
    }

    /// The identity, for a person to read.
    pub(super) fn identity(&self) -> Option<String> {
        c::identity(self.module, self.operator)
    }

    /// The operator's functions, and the types of what the loop loads and stores.
    fn used(&self, kernel: &LoopKernel) -> Vec<String> {
        let types = kernel.arrays.iter().map(|array| &array.element).chain(kernel.captures.iter().map(|capture| &capture.ty));
        let names = types.filter_map(|ty| match ty {
            Type::Struct(name) | Type::Enum(name, _) => Some(name.clone()),
            _ => None,
        });
        self.operator.functions().into_iter().map(str::to_owned).chain(names).collect()
    }
}
