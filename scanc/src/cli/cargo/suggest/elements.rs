//! What a file shows of the elements of arrays that the compiler leaves to rustc: parameters, and fields by their names.

use syn::visit::{self, Visit};
use syn::{FnArg, GenericArgument, Pat, PathArguments, Signature, Type};

const PRIMITIVE: [&str; 15] =
    ["u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize", "f32", "f64", "bool", "u128", "i128"];

/// Whether kernels know the elements of what has this name; `None` where the file does not show it.
pub(super) fn are_known(file: &syn::File, signature: &Signature, place: &str) -> Option<bool> {
    let (root, field) = (place.split('.').next().unwrap_or(place), place.rsplit('.').next().unwrap_or(place));
    let parameter = signature.inputs.iter().find_map(|input| match input {
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(name) if name.ident == root && root == place => Some(is_known(&typed.ty)),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    });
    // What is not behind a dot is one of a variable's names, or a pattern has bound it, as it does with fields of variants.
    let mut fields = Fields { name: field, variants_only: root == place, known: None };
    fields.visit_file(file);
    parameter.or(fields.known)
}

/// The fields of one name, of structs and of variants.
struct Fields<'a> {
    name: &'a str,
    variants_only: bool,
    /// Whether all that were found are of known elements.
    known: Option<bool>,
}

impl<'ast> Visit<'ast> for Fields<'_> {
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        if !self.variants_only {
            visit::visit_item_struct(self, item);
        }
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        if field.ident.as_ref().is_some_and(|name| name == self.name) {
            self.known = Some(self.known.unwrap_or(true) && is_known(&field.ty));
        }
        visit::visit_field(self, field);
    }
}

/// Of `&mut [f32]`, `Vec<f32>`, `Box<[f32; 3]>`.
fn is_known(ty: &Type) -> bool {
    match ty {
        Type::Reference(inner) => is_known(&inner.elem),
        Type::Slice(inner) => is_known(&inner.elem),
        Type::Array(inner) => is_known(&inner.elem),
        Type::Paren(inner) => is_known(&inner.elem),
        Type::Path(path) => path.path.segments.last().is_some_and(|last| match &last.arguments {
            PathArguments::None => PRIMITIVE.iter().any(|name| last.ident == name),
            PathArguments::AngleBracketed(list) => {
                let is_around = ["Vec", "Box", "Rc", "Arc", "Cow"].iter().any(|name| last.ident == name);
                let inner = list.args.iter().find_map(|argument| match argument {
                    GenericArgument::Type(ty) => Some(ty),
                    _ => None,
                });
                is_around && inner.is_some_and(is_known)
            }
            PathArguments::Parenthesized(_) => false,
        }),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_and_fields_are_looked_up() {
        let text = "struct S { y: Vec<u32>, ids: Box<[Id]>, o: [Option<u8>; 3] } enum E { A { z: &'static [f64] } }";
        let file = syn::parse_str(text).expect("Rust");
        let function: syn::ItemFn = syn::parse_str("fn f(&self, x: &mut [i32], map: &[Id]) {}").expect("a function");
        let known = |place| are_known(&file, &function.sig, place);
        assert_eq!([known("self.y"), known("x"), known("z")], [Some(true); 3]);
        assert_eq!([known("self.ids"), known("map"), known("self.o")], [Some(false); 3]);
        assert_eq!(
            [known("other"), known("self.x"), known("y")],
            [None; 3],
            "a variable may be called as a field of another thing is"
        );
    }
}
