//! Opaque types become known ones.

use super::{Expr, Function, LoopKernel, Type, walk};
use std::collections::HashMap;

/// Replaces the opaque types of `kernel` that are named in `types`.
pub fn retype(kernel: &mut LoopKernel, types: &HashMap<String, Type>) {
    let replace = |ty: &mut Type| {
        if let Type::Opaque(name) = ty
            && let Some(known) = types.get(name)
        {
            *ty = known.clone();
        }
    };
    kernel.arrays.iter_mut().for_each(|array| replace(&mut array.element));
    kernel.captures.iter_mut().for_each(|capture| replace(&mut capture.ty));
    kernel.common.iter_mut().for_each(|common| in_function(common, &replace));
    for carried in &mut kernel.carried {
        replace(&mut carried.ty);
        in_function(&mut carried.element, &replace);
    }
    for output in &mut kernel.outputs {
        output.functions_mut().for_each(|function| in_function(function, &replace));
        walk::expression_mut(&mut output.index, &mut |expr: &mut Expr| replace(&mut expr.ty));
    }
}

fn in_function(function: &mut Function, replace: &impl Fn(&mut Type)) {
    replace(&mut function.returns);
    function.locals.iter_mut().for_each(|local| replace(&mut local.ty));
    walk::block_mut(&mut function.body, &mut |expr: &mut Expr| replace(&mut expr.ty));
}
