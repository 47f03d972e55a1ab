//! `let row = &mut rows[r];`

use scan_runtime::scan;

#[scan]
fn sums(rows: &mut Vec<Vec<i32>>) {
    for r in 0..rows.len() {
        let row = &mut rows[r];
        #[scan(+ : row)]
        for c in 1..row.len() {
            row[c] += row[c - 1];
        }
    }
}

pub fn check() {
    let mut rows = vec![vec![1, 2, 3], vec![4, 5]];
    sums(&mut rows);
    assert_eq!(rows, [vec![1, 3, 6], vec![4, 9]]);
}
