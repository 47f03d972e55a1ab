//! Closures and functions of the function itself, in the place of their calls: `y[i] = weigh(x[i]);` behind `let weigh = |v: f32| v * k;` →
//! `y[i] = { let v: f32 = x[i]; v * k };`. The loop as written keeps its calls.
//!
//! A call is left as it is, and is refused then, where the text would not mean the same: where a name that the closure takes from around it
//! is another one's there ([`names`]), or where a type is left to what is around it ([`open`]).

mod names;
mod open;
mod reader;

use crate::limits;
use crate::parse::{Called, LocalFunction, LoopSyntax, ScanSite};
use crate::syntax::mentions_word;
use names::{Bindings, Unused};
use quote::ToTokens;
use reader::Reader;
use std::collections::HashMap;

/// The loop of `site` with the text of the closures and functions that it calls.
pub(crate) fn read(site: &ScanSite) -> ScanSite {
    let (mut read, mut syntax, mut bindings) = (site.clone(), site.syntax.clone(), Bindings::default());
    syntax.change(&mut bindings);
    let own = bindings.functions(&site.types);
    let outer = site.types.functions.iter().filter(|(name, _)| !bindings.bound.contains_key(*name));
    let functions: HashMap<String, LocalFunction> =
        outer.map(|(name, function)| (name.clone(), function.clone())).chain(own.iter().cloned()).collect();
    if !mentions_any(&syntax, &functions) {
        return read;
    }
    let own = own.into_iter().map(|(name, _)| name).collect();
    let mut reader = Reader::new(&site.types, functions, bindings, own, &mut syntax);
    reader.read(&mut syntax);
    syntax.change(&mut Unused { own: reader.own() });
    if limits::check("the loop", &syntax.to_token_stream()).is_err() {
        return read;
    }
    read.called = Some(Called { syntax, declarations: reader.declarations() });
    read.types.unread = reader.into_unread();
    read
}

fn mentions_any(syntax: &LoopSyntax, functions: &HashMap<String, LocalFunction>) -> bool {
    let tokens = syntax.to_token_stream();
    functions.keys().any(|name| mentions_word(&tokens, name))
}

#[cfg(test)]
mod tests;
