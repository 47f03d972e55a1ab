//! Raw identifiers, and attributes that stay where they were.
#![deny(warnings)]

use scan_runtime::scan;

/// Documented.
#[inline(never)]
#[scan(+ : r#type)]
#[must_use]
pub fn r#fn(r#in: &[i32], r#type: &mut [i32]) -> usize {
    for r#for in 1..r#type.len() {
        r#type[r#for] = r#type[r#for - 1] + r#in[r#for];
    }
    r#type.len()
}

fn main() {
    let mut y = [1, 0, 0];
    assert_eq!(r#fn(&[1, 2, 3], &mut y), 3);
    assert_eq!(y, [1, 3, 6]);
}
