use scan_runtime::scan;

#[scan]
fn sums(rows: &mut Vec<Vec<i32>>) {
    for r in 0..rows.len() {
        #[scan(+ : rows)]
        for c in 1..rows[r].len() {
            rows[r][c] += rows[r][c - 1];
        }
    }
}

fn main() {}
