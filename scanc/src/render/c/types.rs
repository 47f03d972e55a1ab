//! Types. Fixed arrays are structs of one array: C cannot assign, pass or return an array.

use super::helpers::Helpers;
use super::names::c_name;
use crate::ir::Type;

/// The name of `ty` in OpenCL C: `int`, `Pair`, `int_4` for `[i32; 4]`.
pub fn type_name(ty: &Type) -> String {
    match ty {
        Type::Scalar(scalar) => scalar.opencl().to_owned(),
        Type::Array(element, length) => format!("{}_{length}", type_name(element)),
        Type::Struct(name) | Type::Enum(name, _) => c_name(name),
        Type::Opaque(name) => name.clone(),
    }
}

impl Helpers {
    /// Defines the types of fixed arrays.
    pub fn define_type(&mut self, ty: &Type) {
        if let Type::Array(element, length) = ty {
            self.define_type(element);
            let (name, element) = (type_name(ty), type_name(element));
            self.add_type(&name, || format!("typedef struct {{ {element} at[{length}]; }} {name};"));
        }
    }
}
