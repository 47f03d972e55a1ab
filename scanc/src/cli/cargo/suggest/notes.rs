//! What a suggestion cannot know, and what it changes.

use super::elements;
use super::loops::Function;
use crate::compiled::Compiled;
use crate::ir::{Builtin, Int, OperatorKind, Scalar, Type};
use crate::syntax::place_text;
use syn::visit::Visit;

/// What is to be said with a suggestion; `None` where rustc would refuse it. `is_dependent`: the package has `scan-runtime` already.
pub(super) fn of(compiled: &Compiled, function: &Function, file: &syn::File, is_dependent: bool) -> Option<Vec<String>> {
    let mut notes = Vec::new();
    let called = compiled.text.calls.iter().map(|(path, _)| path.as_str());
    for path in called {
        // A function that no `#[declare_target]` has is none of a kernel's.
        if !is_dependent || has_function(file, path) {
            return None;
        }
        notes.push(format!("rustc decides whether `{path}` is declared for kernels, with `#[declare_target]`"));
    }
    // What has elements that kernels do not know may be declared for them only where there is what declares it.
    let shown =
        compiled.recurrence.arrays.iter().map(|array| elements::are_known(file, &function.signature, &place_text(&array.place)));
    let shown: Vec<Option<bool>> = shown.collect();
    if shown.contains(&Some(false)) && !is_dependent {
        return None;
    }
    if is_opaque(compiled) && (shown.iter().any(|known| *known != Some(true)) || !function.generics.is_empty()) {
        let of_runtime = ["Monoid", "Semigroup", "Element"].iter().any(|bound| function.generics.contains(bound));
        if !function.generics.is_empty() && !of_runtime {
            return None;
        }
        notes.push("rustc decides whether the types that this function does not show are such as kernels have".to_owned());
    }
    let kernel = &compiled.kernel;
    let sums = kernel
        .carried
        .iter()
        .filter(|carried| matches!(&carried.operator.kind, OperatorKind::Builtin(Builtin::Add | Builtin::Mul)));
    if sums.clone().any(|carried| matches!(carried.ty, Type::Scalar(Scalar::Float(_)))) {
        notes.push("floats are combined in another order: the last bits may differ".to_owned());
    }
    // What counts iterations or elements does not overflow.
    let may_wrap = |int: Int| !matches!(int, Int::Usize | Int::Isize);
    if sums.clone().any(|carried| matches!(carried.ty, Type::Scalar(Scalar::Int(int)) if may_wrap(int))) {
        notes.push("integers wrap where they overflow, also in debug builds".to_owned());
    }
    if compiled.text.approximates {
        notes.push("the last bits of `sin`, `exp` and the like are those of the device".to_owned());
    }
    Some(notes)
}

fn is_opaque(compiled: &Compiled) -> bool {
    let kernel = &compiled.kernel;
    let carried = kernel.carried.iter().map(|carried| &carried.ty);
    let arrays = kernel.arrays.iter().map(|array| &array.element);
    let captures = kernel.captures.iter().map(|capture| &capture.ty);
    carried.chain(arrays).chain(captures).any(|ty| matches!(ty, Type::Opaque(_)))
}

/// Whether a file has a function of this name.
fn has_function(file: &syn::File, path: &str) -> bool {
    struct Functions<'a>(&'a str, bool);
    impl<'ast> Visit<'ast> for Functions<'_> {
        fn visit_signature(&mut self, signature: &'ast syn::Signature) {
            self.1 |= signature.ident == self.0;
        }

        fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
            if !module.attrs.iter().any(crate::parse::is_declare_target) {
                syn::visit::visit_item_mod(self, module);
            }
        }

        fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
            if !item.attrs.iter().any(crate::parse::is_declare_target) {
                syn::visit::visit_item_fn(self, item);
            }
        }
    }
    let mut functions = Functions(path.rsplit("::").next().unwrap_or(path).trim(), false);
    functions.visit_file(file);
    functions.1
}
