//! Loops whose operator the file declares: their kernels are complete as they stand, with the declarations in front.
//!
//! Where anything is in doubt (what a name means, which type an array has) a kernel stays as it is: the runtime then puts the
//! declarations in front of it. The host file names the types that were found, so rustc checks them.

use crate::compiled::Compiled;
use crate::ir::{DeclaredOperator, Module, OperatorKind, Type};
use crate::parse::OperatorName;
use crate::recognise::Carry;
use crate::render::Declared;
use crate::scopes::Scopes;
use crate::syntax::Bound;
use crate::undeclared::element;
use std::collections::HashMap;
use std::rc::Rc;
use syn::visit::Visit;
use syn::{FnArg, ItemFn, Pat, Path};

/// What a file declares in one place: the modules around it, and what it is.
#[derive(Clone, Debug)]
pub(super) struct DeclaredModule {
    pub path: Vec<String>,
    pub module: Rc<Module>,
}

/// Where the loop's function stands, and all that the file declares.
pub(super) struct Surroundings<'a> {
    pub scopes: &'a Scopes,
    pub declared: &'a [DeclaredModule],
    pub modules: &'a [String],
    pub function: &'a ItemFn,
}

/// The type that the loop's carried value has in its kernels while nothing is known of it.
const CARRIED: &str = "scan_t";

impl Surroundings<'_> {
    /// The loop with what it uses of the file's declarations, if that is all there.
    pub fn complete(&self, compiled: Compiled, provenance: &str) -> Compiled {
        let named = self.named_types(&compiled);
        let Some((declared, operator)) = self.operator(&compiled, &named) else { return compiled };
        let module = &self.declared[declared].module;
        let mut types: HashMap<String, Type> = HashMap::new();
        let mut written = HashMap::new();
        for (opaque, (path, place, ty)) in named {
            if place == declared {
                written.extend(name_of(&ty).map(|name| (name.to_owned(), path)));
                types.insert(opaque, ty);
            }
        }
        let operand = &operator.operand;
        let [carried] = compiled.kernel.carried.as_slice() else { return compiled };
        let agrees = match &carried.ty {
            Type::Opaque(name) if name == CARRIED => {
                types.insert(CARRIED.to_owned(), operand.clone()).is_none_or(|ty| ty == *operand)
            }
            known => known == operand,
        };
        if !agrees {
            return compiled;
        }
        crate::complete(compiled, Declared { module, operator }, &types, written, provenance)
    }

    /// The declared operator that the loop uses.
    pub fn operator_of(&self, compiled: &Compiled) -> Option<&DeclaredOperator> {
        self.operator(compiled, &self.named_types(compiled)).map(|(_, operator)| operator)
    }

    /// The opaque types of the loop that parameters of the function show: the path in its text, and what it is.
    fn named_types(&self, compiled: &Compiled) -> HashMap<String, (Path, usize, Type)> {
        let recurrence = &compiled.recurrence;
        let arrays =
            recurrence.arrays.iter().map(|array| &array.place).zip(compiled.kernel.arrays.iter().map(|array| &array.element));
        let captures = recurrence
            .captures
            .iter()
            .map(|capture| &capture.value)
            .zip(compiled.kernel.captures.iter().map(|capture| &capture.ty));
        let carried = recurrence.carried.iter().zip(&compiled.kernel.carried);
        let carried = carried.filter_map(|(found, typed)| match &found.carry {
            Carry::Scalar(place) => Some((place, &typed.ty)),
            Carry::Array { .. } | Carry::Part { .. } | Carry::State(_) | Carry::Pushes { .. } | Carry::Coefficient(_) => None,
        });
        let mut found: HashMap<String, (Path, usize, Type)> = HashMap::new();
        for (place, ty) in arrays.chain(captures).chain(carried) {
            if let (Type::Opaque(opaque), Some(path)) = (ty, self.parameter(place))
                && let Some((declared, ty)) = self.type_at(path)
            {
                found.entry(opaque.clone()).or_insert_with(|| (path.clone(), declared, ty));
            }
        }
        found
    }

    /// The path of the type of a parameter, or of its elements; of one that nothing in the function hides.
    fn parameter(&self, place: &syn::Expr) -> Option<&Path> {
        let syn::Expr::Path(place) = place else { return None };
        let name = place.path.get_ident()?;
        let ty = self.function.sig.inputs.iter().find_map(|input| match input {
            FnArg::Typed(parameter) => {
                matches!(&*parameter.pat, Pat::Ident(pattern) if pattern.ident == *name).then_some(&*parameter.ty)
            }
            FnArg::Receiver(_) => None,
        })?;
        let mut is_bound = false;
        Bound(&mut |bound| is_bound |= bound.ident == *name).visit_block(&self.function.block);
        element(ty).filter(|_| !is_bound)
    }

    /// The declared type of that path.
    fn type_at(&self, path: &Path) -> Option<(usize, Type)> {
        let found = self.scopes.resolve(self.modules, path)?;
        let (name, around) = found.split_last()?;
        let mut places = self.declared.iter().enumerate().filter(|(_, declared)| declared.path == around);
        places.find_map(|(at, declared)| {
            let module = &declared.module;
            let structure = module.structs.iter().find(|item| item.name == *name).map(|_| Type::Struct(name.clone()));
            let one_of = || module.enums.iter().find(|item| item.name == *name).map(|item| Type::Enum(name.clone(), item.repr));
            structure.or_else(one_of).map(|ty| (at, ty))
        })
    }

    /// The operator of the loop: by its path, or by its symbol on the carried type.
    fn operator(&self, compiled: &Compiled, named: &HashMap<String, (Path, usize, Type)>) -> Option<(usize, &DeclaredOperator)> {
        let [carried] = compiled.recurrence.carried.as_slice() else { return None };
        match (&carried.operator.kind, &compiled.recurrence.attribute.targets[carried.clause].operator) {
            (OperatorKind::Declared(_), OperatorName::Path(path)) => {
                let found = self.scopes.resolve(self.modules, path)?;
                let (name, around) = found.split_last()?;
                let mut places = self.declared.iter().enumerate().filter(|(_, declared)| declared.path == around);
                places.find_map(|(at, declared)| {
                    declared.module.operators.iter().find(|operator| operator.name == *name).map(|operator| (at, operator))
                })
            }
            (OperatorKind::Builtin(builtin), _) => {
                let (_, place, ty) = named.get(CARRIED)?;
                let mut operators = self.declared[*place].module.operators.iter();
                operators
                    .find(|operator| operator.name == builtin.name() && operator.operand == *ty)
                    .map(|operator| (*place, operator))
            }
            (OperatorKind::Declared(_), OperatorName::Symbol(..))
            | (OperatorKind::Best(_) | OperatorKind::Along(_) | OperatorKind::Map(_), _) => None,
        }
    }
}

fn name_of(ty: &Type) -> Option<&str> {
    match ty {
        Type::Struct(name) | Type::Enum(name, _) => Some(name),
        _ => None,
    }
}
