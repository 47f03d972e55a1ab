//! Stores of whole structs that go past the caches, in `lookback_runs`.

use super::lanes::follows_index;
use super::stores::Store;
use crate::ir::{LoopKernel, Type};
use std::collections::HashMap;

/// A store in units of 16 bytes, the widest that any structs' alignment allows: the `type` of what is stored, the `place`, and the `text`.
pub(super) type Stream = HashMap<&'static str, String>;

/// The outputs of `kernel`, printed as `stores`: all of them, if each is a struct that every iteration stores beside the last one's.
pub(super) fn of(kernel: &LoopKernel, stores: &[Store]) -> Vec<Stream> {
    let is_whole = |store: &Store| {
        let is_struct = matches!(kernel.arrays[store.output.array.0].element, Type::Struct(_) | Type::Opaque(_));
        is_struct && store.output.guard.is_none() && follows_index(&store.output.index)
    };
    // What is read and written at once would have to be computed before the first store.
    let is_apart = stores.len() == 1 || !kernel.arrays.iter().any(|array| array.read && array.written);
    let can_all = kernel.index.step == 1 && is_apart && stores.iter().all(is_whole);
    if can_all { stores.iter().map(stream).collect() } else { Vec::new() }
}

fn stream(store: &Store) -> Stream {
    let Store { ty, place, statements, value, .. } = store;
    let text = format!(
        "{statements}{{\n    \
                 union {{ {ty} value; uint4 units[(sizeof({ty}) + 15) / sizeof(uint4)]; }} stored;\n    \
                 stored.value = {value};\n    \
                 #pragma unroll\n    \
                 for (uint unit = 0; unit < sizeof({ty}) / sizeof(uint4); unit++)\n        \
                     __builtin_nontemporal_store(stored.units[unit], (__global uint4 *)&{place} + unit);\n\
             }}"
    );
    HashMap::from([("type", ty.clone()), ("place", place.clone()), ("text", text)])
}
