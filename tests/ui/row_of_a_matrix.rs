use scan_runtime::scan;

#[scan(+ : rows)]
fn f(x: &[i32], rows: &mut [Vec<i32>], r: usize) {
    for i in 1..rows[r].len() {
        rows[r][i] = rows[r][i - 1] + x[i];
    }
}

fn main() {}
