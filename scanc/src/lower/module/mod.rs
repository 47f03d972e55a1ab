//! [`DeclaredItems`] → [`Module`]: what a user declares for kernels, as typed IR.
//!
//! Afterwards: structs and enums have a layout that C has too; every function is typed, calls only functions before it, and none calls
//! itself; constants have been computed and stand where they were used; every operator takes two values of one type and returns a
//! third, and cannot panic.
//!
//! References are values here: what is behind a shared reference cannot change while the reference lives, so a copy is as good. An
//! operator on references is another one than that on values, and is refused.

mod attributes;
mod bounded;
mod constants;
mod copies;
mod functions;
mod names;
mod operators;
mod order;
mod signatures;
#[cfg(test)]
mod tests;
mod types;

pub use attributes::require_copies;

use super::codes;
use super::declared::World;
use crate::diagnostic::{Diagnostic, Diagnostics, Result};
use crate::ir::Module;
use crate::limits;
use crate::parse::DeclaredItems;

/// Lowers what one `#[declare_target]` or `#[declare_scan]` declares.
///
/// # Errors
/// `Stopped` with everything that kernels cannot compute in `diagnostics`.
pub fn module(items: &DeclaredItems, diagnostics: &mut Diagnostics) -> Result<Module> {
    check_count(items, diagnostics);
    diagnostics.stop_if_errors()?;
    let mut world = World::default();
    types::declare(items, &mut world, diagnostics);
    diagnostics.stop_if_errors()?;
    let (structs, enums) = types::of(items, &world);
    let sources = signatures::declare(items, &mut world, diagnostics);
    names::check(items, &sources, diagnostics);
    diagnostics.stop_if_errors()?;

    let bodies = functions::lower(&sources, &world, diagnostics);
    let constants = constants::lower(items, &world, diagnostics);
    diagnostics.stop_if_errors()?;

    let functions = order::callees_first(bodies, constants, diagnostics)?;
    let (functions, values) = constants::fold(functions, &world, diagnostics);
    copies::check(&functions, &world, diagnostics);
    diagnostics.stop_if_errors()?;

    let (operators, functions) = operators::declare(items, &sources, functions, &values, &world, diagnostics);
    diagnostics.stop_if_errors()?;
    Ok(Module { structs, enums, functions, operators })
}

/// Each declaration comes with the text of all that it mentions.
fn check_count(items: &DeclaredItems, diagnostics: &mut Diagnostics) {
    let structs = items.structs.iter().map(|item| item.ident.span());
    let enums = items.enums.iter().map(|item| item.ident.span());
    let functions = items.functions.iter().map(|item| item.sig.ident.span());
    let methods = items.impls.iter().flat_map(|block| &block.items).filter_map(|item| match item {
        syn::ImplItem::Fn(method) => Some(method.sig.ident.span()),
        _ => None,
    });
    if let Some(span) = structs.chain(enums).chain(functions).chain(methods).nth(limits::DECLARED) {
        let message = format!("more than {} types and functions are declared here", limits::DECLARED);
        let help = "declare what belongs together in a module of its own";
        diagnostics.push(Diagnostic::error(codes::TOO_MUCH, span, message).help(help));
    }
}
