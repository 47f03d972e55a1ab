//! What goes on from one rank to the next: what variables carry, or an array, by operators that have a total.

use super::error;
use crate::diagnostic::{Diagnostics, Span, Spanned};
use crate::ir::OperatorKind;
use crate::recognise::{Affine, CaptureUse, Carry, LiveOut, MOST_DELAYED, OutputUse, Recurrence, among_first_name};
use crate::syntax::{is_harmless, mentions_variable, place_text};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

const IN_A_VARIABLE: &str = "carry the value in a variable, as in `acc += x[i]; y[i] = acc;`, or leave out `ranks(…)`";
const LEAVE_OUT: &str = "leave out `ranks(…)`";

/// A loop over ranks carries variables, or one array.
pub(super) fn check_ranks(recurrence: &Recurrence, found: &mut Diagnostics) {
    let Some(world) = &recurrence.attribute.ranks else { return };
    let at = world.span();
    let mut refuse = |span: Span, what: &str, help: &str| {
        found.push(error(414, span, format!("over ranks there is no such loop yet: {what}")).help(help));
    };
    for carried in &recurrence.carried {
        match &carried.carry {
            Carry::Array { .. } if matches!(carried.operator.kind, OperatorKind::Map(_)) => {
                refuse(carried.operator.span, "its operator is derived", LEAVE_OUT);
            }
            Carry::Array { array, read, .. } => {
                if let Some(what) = unfit_array(recurrence, *array, read) {
                    refuse(carried.operator.span, what, IN_A_VARIABLE);
                }
            }
            Carry::Part { .. } => refuse(carried.operator.span, "a part of each element carries its value", IN_A_VARIABLE),
            Carry::State(_) => refuse(at, "the state of a closure carries its values", IN_A_VARIABLE),
            // The store is refused.
            Carry::Pushes { .. } => {}
            Carry::Coefficient(_) => refuse(at, "its operator is derived", LEAVE_OUT),
            Carry::Scalar(_) if matches!(carried.operator.kind, OperatorKind::Map(_)) => {
                refuse(carried.operator.span, "its operator is derived", LEAVE_OUT);
            }
            Carry::Scalar(_) => {}
        }
    }
    let pushes = |output: &OutputUse| recurrence.arrays[output.array].pushed;
    if let Some(output) = recurrence.outputs.iter().find(|output| pushes(output)) {
        refuse(output.span, "it pushes", "store into an array that is there before the loop");
    } else if let Some(output) = recurrence.outputs.iter().find(|output| output.counter.is_some()) {
        refuse(output.span, "it stores where it counts, and every rank counts from the one before it", LEAVE_OUT);
    }
    if let Some(output) = recurrence.outputs.iter().find(|output| output.computed.is_some()) {
        refuse(output.span, "every rank would have an array of its own to combine into", LEAVE_OUT);
    }
    for array in recurrence.arrays.iter().filter(|array| array.delayed) {
        refuse(
            array.place.span(),
            "it reads what another iteration stores, as it was before",
            "read from a copy made before the loop",
        );
    }
    if recurrence.arrays.iter().any(|array| array.collected) {
        refuse(at, "it makes a `Vec`", "store into an array that is there before the loop");
    }
    for (place, value) in &recurrence.live_out {
        if matches!(value, LiveOut::AtLastIteration(_)) {
            let what = format!("`{}` has a value of the last iteration afterwards, which not every rank has", place_text(place));
            refuse(place.span(), &what, "declare the variable in the loop");
        }
    }
    let elements = recurrence.carried.iter().map(|carried| carried.element.to_token_stream());
    let stored = recurrence.outputs.iter().flat_map(|output| output.expressions()).map(ToTokens::to_token_stream);
    let computed = elements.chain(stored).fold(quote!(), |all, one| quote!(#all #one));
    if (1..=MOST_DELAYED).any(|count| mentions_variable(&computed, &among_first_name(count))) {
        refuse(at, "an iteration uses what the one before it has loaded", "load it in the iteration that uses it");
    }
}

/// Why an array that carries a value cannot do so from one rank to the next, if it cannot.
fn unfit_array(recurrence: &Recurrence, array: usize, read: &Affine) -> Option<&'static str> {
    let mut outputs = recurrence.outputs.iter().filter(|output| output.array == array);
    let is_stored_once = matches!((outputs.next(), outputs.next()), (Some(OutputUse { guard: None, .. }), None));
    if recurrence.carried.len() > 1 {
        return Some("it carries several values, one of them in an array");
    }
    if !read.scaled.is_empty() {
        return Some("the distance of the elements that carry its value is not known when it is compiled");
    }
    if !is_stored_once {
        return Some("the array that carries its value is stored into in several places");
    }
    // They are looked at where there are no iterations, too.
    let terms = read.terms.iter().chain(recurrence.lag.iter().flat_map(|lag| &lag.terms)).map(|(_, term)| term);
    let terms: TokenStream = terms.map(|term| quote!(#term,)).collect();
    let is_used = |capture: &&CaptureUse| mentions_variable(&terms, &capture.name.to_string());
    let mut captures = recurrence.captures.iter().filter(is_used).map(|capture| &capture.value);
    if !is_harmless(&recurrence.arrays[array].place) || !captures.all(is_harmless) {
        return Some("the place of what an array carries is computed by what may panic");
    }
    None
}
