//! What a suggestion cannot know, and what it changes.

use super::candidates;
use super::elements::Shown;
use crate::compiled::Compiled;
use crate::ir::{Builtin, Family, Int, OperatorKind, Scalar, Type};
use crate::parse::LoopSyntax;
use crate::recognise::Carry;
use syn::visit::Visit;

/// What is to be said with a suggestion; `None` where rustc would refuse it. `declares`: there is a type or a function in the package that
/// is declared for kernels.
pub(super) fn of(compiled: &Compiled, shown: &Shown, declares: bool) -> Option<Vec<String>> {
    let Shown { file, function, .. } = *shown;
    let mut notes = Vec::new();
    let called = compiled.text.calls.iter().map(|(path, _)| path.as_str());
    for path in called {
        // A function that no `#[declare_target]` has is none of a kernel's.
        if !declares || has_function(file, path) {
            return None;
        }
        notes.push(format!("rustc decides whether `{path}` is declared for kernels, with `#[declare_target]`"));
    }
    if !are_numbers(compiled, shown) {
        return None;
    }
    let arrays = compiled.recurrence.arrays.iter().filter(|array| !array.collected && !array.pushed);
    if arrays.clone().any(|array| shown.is_sequence(&array.place) == Some(false)) {
        return None;
    }
    // What has elements that kernels do not know may be declared for them only where there is what declares it.
    let known: Vec<Option<bool>> = arrays.map(|array| shown.is_array(&array.place)).collect();
    if known.contains(&Some(false)) && !declares {
        return None;
    }
    // Anything has an `iter()`, and a range alone gives numbers that nobody stores.
    let is_iterator = match &compiled.site.syntax {
        LoopSyntax::Reduce(_) => true,
        LoopSyntax::Search(written) => written.is_value(),
        LoopSyntax::Collect(_, chain) => candidates::is_selection(chain),
        LoopSyntax::For(_) | LoopSyntax::While(_) => false,
    };
    if is_iterator && (known.is_empty() || known.iter().any(|known| *known != Some(true))) {
        return None;
    }
    if is_opaque(compiled) && (known.iter().any(|known| *known != Some(true)) || !function.generics.is_empty()) {
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
    // Last values of floats are copies.
    let is_map = |kind: &OperatorKind| matches!(kind, OperatorKind::Map(map) if !matches!(map.family, Family::Reset(None)));
    let mut derived = kernel.carried.iter().filter(|carried| is_map(&carried.operator.kind));
    let is_float = |ty: &Type| matches!(ty, Type::Scalar(Scalar::Float(_)));
    if sums.clone().any(|carried| is_float(&carried.ty)) || derived.any(|carried| is_float(&carried.ty)) {
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

/// Whether nothing that the kernel has a number for is shown to be something else.
fn are_numbers(compiled: &Compiled, shown: &Shown) -> bool {
    let (found, typed) = (&compiled.recurrence, &compiled.kernel);
    let captures = found.captures.iter().zip(&typed.captures).map(|(found, typed)| (&found.value, &typed.ty));
    let carried = found.carried.iter().zip(&typed.carried).filter_map(|(found, typed)| match &found.carry {
        Carry::Scalar(place) => Some((place, &typed.ty)),
        _ => None,
    });
    let mut numbers = captures.chain(carried).filter(|(_, ty)| matches!(ty, Type::Scalar(_)));
    numbers.all(|(place, _)| shown.is_primitive(place) != Some(false))
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
