//! `map(…)` against the loop's use of its arrays. What a clause leaves out is inferred, so only what it says can be wrong.

use super::error;
use crate::diagnostic::{Diagnostics, Span, Spanned};
use crate::parse::Direction;
use crate::recognise::{ArrayUse, Carried, Carry, Recurrence};
use crate::syntax::place_text;

/// Every mapped place is used by the loop, in the direction that is written.
pub(super) fn check_maps(recurrence: &Recurrence, found: &mut Diagnostics) {
    for map in &recurrence.attribute.maps {
        for place in &map.places {
            check_map(recurrence, map.direction, &place_text(place), place.span(), found);
        }
    }
}

fn check_map(recurrence: &Recurrence, direction: Direction, text: &str, span: Span, found: &mut Diagnostics) {
    if let Some((number, array)) = recurrence.arrays.iter().enumerate().find(|(_, array)| place_text(&array.place) == text) {
        check_array(recurrence, number, array, direction, span, found);
    } else if let Some(right) = scalar_direction(recurrence, text) {
        if direction != right {
            let message = format!("`{text}` is a single value that goes {}", words(right));
            found.push(error(404, span, message).help(format!("write `map({}: {text})`, or leave it out", word(right))));
        }
    } else {
        let names: Vec<String> = recurrence.arrays.iter().map(|array| format!("`{}`", place_text(&array.place))).collect();
        let message = format!("the loop does not use `{text}`");
        found.push(error(405, span, message).help(format!("leave it out; the loop's arrays are {}", names.join(", "))));
    }
}

/// `to` for what is only read, `from` for what is only written, `tofrom` for both. The carried `y[lo - 1]` is read on the host: `from`
/// is right for the array that it stands in (as in the thesis), and so is `tofrom`.
fn check_array(
    recurrence: &Recurrence,
    number: usize,
    array: &ArrayUse,
    direction: Direction,
    span: Span,
    found: &mut Diagnostics,
) {
    let carries = |carried: &Carried| matches!(carried.carry, Carry::Array { array, .. } if array == number);
    let carried = recurrence.carried.iter().any(carries);
    let keeps_others = recurrence.outputs.iter().any(|output| output.array == number && output.computed.is_some());
    let right = match (array.written, !array.is_read() && !keeps_others) {
        (false, _) => Direction::To,
        (true, true) => Direction::From,
        (true, false) => Direction::ToFrom,
    };
    if direction == right || (carried && right == Direction::From && direction == Direction::ToFrom) {
        return;
    }
    let text = place_text(&array.place);
    let message = format!("`{text}` is {}, so it goes {}", used(right), words(right));
    found.push(error(404, span, message).help(format!("write `map({}: {text})`", word(right))));
}

/// Single values: captured ones go to the device, the accumulator there and back.
fn scalar_direction(recurrence: &Recurrence, text: &str) -> Option<Direction> {
    let is_accumulator = |carried: &Carried| matches!(&carried.carry, Carry::Scalar(place) if place_text(place) == text);
    if recurrence.carried.iter().any(is_accumulator) {
        return Some(Direction::ToFrom);
    }
    recurrence.captures.iter().any(|capture| place_text(&capture.value) == text).then_some(Direction::To)
}

fn word(direction: Direction) -> &'static str {
    match direction {
        Direction::To => "to",
        Direction::From => "from",
        Direction::ToFrom => "tofrom",
    }
}

fn words(direction: Direction) -> &'static str {
    match direction {
        Direction::To => "to the device",
        Direction::From => "from the device",
        Direction::ToFrom => "to the device and back",
    }
}

fn used(direction: Direction) -> &'static str {
    match direction {
        Direction::To => "only read",
        Direction::From => "only written",
        Direction::ToFrom => "read and written",
    }
}
