//! Whether there is room for what is stored where the loop counts: `has_room` in kernels.

use super::c::Printer;
use super::parameters;
use crate::ir::{ArrayId, CarriedId, Counter, LoopKernel};
use tera::Context;

/// What `has_room` is made of.
pub(super) struct Room {
    /// The lengths that it looks at, as its parameters and its arguments: each begins with a comma.
    parameters: String,
    arguments: String,
    condition: String,
    /// It looks at where the loop starts.
    compares_starts: bool,
    /// While this holds, no counter has reached its last value in the tile.
    all_go_on: String,
}

impl Room {
    /// Of a kernel that stores where it counts.
    pub fn of(kernel: &LoopKernel, printer: &Printer) -> Option<Self> {
        let arrays: Vec<(ArrayId, Vec<Counter>)> =
            (0..kernel.arrays.len()).map(ArrayId).map(|array| (array, counters(kernel, array))).collect();
        let arrays: Vec<_> = arrays.into_iter().filter(|(_, counters)| !counters.is_empty()).collect();
        if arrays.is_empty() {
            return None;
        }
        let length = |array: ArrayId| format!("{}_len", parameters::output_name(kernel, printer, array));
        let lengths: Vec<String> = arrays.iter().map(|(array, _)| length(*array)).collect();
        let of = |partial: &str, carried: CarriedId| printer.carried_in(partial, carried);
        let mut conditions = Vec::new();
        let mut apart = Vec::new();
        for (array, counters) in &arrays {
            conditions
                .extend(counters.iter().map(|counter| fits(&of("after", counter.carried), counter.offset, &length(*array))));
            let pairs =
                counters.iter().enumerate().flat_map(|(at, a)| counters[at + 1..].iter().map(move |b| (a.carried, b.carried)));
            for (a, b) in pairs {
                let [start, other, end, other_end] = [of("start", a), of("start", b), of("after", a), of("after", b)];
                let condition = format!("({end} <= {other} || {other_end} <= {start})");
                if !apart.contains(&condition) {
                    apart.push(condition);
                }
            }
        }
        let compares_starts = !apart.is_empty();
        conditions.extend(apart);
        let mut going: Vec<CarriedId> = Vec::new();
        let dense = kernel.outputs.iter().filter(|output| output.guard.is_some()).filter_map(|output| output.counter);
        dense.filter(|counter| counter.dense).for_each(|counter| {
            if !going.contains(&counter.carried) {
                going.push(counter.carried);
            }
        });
        let all_go_on: Vec<String> =
            going.into_iter().map(|carried| format!("{} < {}", of("before", carried), of("last", carried))).collect();
        Some(Self {
            parameters: lengths.iter().map(|length| format!(", const ulong {length}")).collect(),
            arguments: lengths.iter().map(|length| format!(", {length}")).collect(),
            condition: conditions.join("\n        && "),
            compares_starts,
            all_go_on: all_go_on.join(" && "),
        })
    }

    /// What the templates ask for.
    pub fn insert(&self, context: &mut Context) {
        context.insert("room_parameters", &self.parameters);
        context.insert("room_arguments", &self.arguments);
        context.insert("room_condition", &self.condition);
        context.insert("room_starts", &self.compares_starts);
        context.insert("all_go_on", &self.all_go_on);
    }
}

/// The counters at which an array is stored, each once.
fn counters(kernel: &LoopKernel, array: ArrayId) -> Vec<Counter> {
    let mut counters: Vec<Counter> = Vec::new();
    for counter in kernel.outputs.iter().filter(|output| output.array == array).filter_map(|output| output.counter) {
        if !counters.iter().any(|known| known.carried == counter.carried) {
            counters.push(counter);
        }
    }
    counters
}

/// Whether a counter has not gone further than there are places. The host makes sure that it begins at one, or at the end.
fn fits(after: &str, offset: i64, length: &str) -> String {
    match offset {
        0 => format!("{after} <= {length}"),
        ..0 => format!("{after} - {} <= {length}", offset.unsigned_abs()),
        1.. => format!("{after} + {offset} <= {length}"),
    }
}
