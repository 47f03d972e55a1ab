//! An element whose operator does not commute.

use scan_runtime::declared::Vouched;
use scan_runtime::{Monoid, Semigroup, declared_struct, launch};

/// `v ↦ scale * v + shift`; the operator is composition, the earlier map first.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Map {
    pub scale: u32,
    pub shift: u32,
}

declared_struct! {
    Map = "Map" { scale: u32 = "scale", shift: u32 = "shift" }
    // SAFETY: it defines such a struct.
    unsafe { Vouched::new(&["typedef struct {\n    uint scale;\n    uint shift;\n} Map;"]) }
}

// SAFETY: the text multiplies and adds numbers without sign.
unsafe impl Semigroup<launch::Mul> for Map {
    const COMBINE: &'static str = "return (Map){ left.scale * right.scale, left.shift * right.scale + right.shift };";

    fn combine(earlier: Self, later: Self) -> Self {
        let shift = earlier.shift.wrapping_mul(later.scale).wrapping_add(later.shift);
        Self { scale: earlier.scale.wrapping_mul(later.scale), shift }
    }
}

impl Monoid<launch::Mul> for Map {
    fn identity() -> Self {
        Self { scale: 1, shift: 0 }
    }
}

/// Maps without a pattern; none of them constant.
pub fn maps(n: usize) -> Vec<Map> {
    let map = |x: i32| Map { scale: x as u32 | 1, shift: (x >> 3) as u32 };
    super::numbers(n).into_iter().map(map).collect()
}
