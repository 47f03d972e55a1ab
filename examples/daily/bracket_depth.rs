//! How deep brackets nest, and whether all that open close.

use scan_runtime::reduce;

#[reduce(+ : depth, max : deepest)]
pub fn depth(text: &[u8]) -> (i32, i32) {
    let (mut depth, mut deepest) = (0, 0);
    for c in text {
        depth += match c {
            b'(' => 1,
            b')' => -1,
            _ => 0i32,
        };
        deepest = deepest.max(depth);
    }
    (depth, deepest)
}
