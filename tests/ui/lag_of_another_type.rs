use scan_runtime::scan;

#[scan(+ : y)]
fn f(x: &[i32], y: &mut [i32], k: i64) {
    for i in k..y.len() as i64 {
        y[i as usize] = y[(i - k) as usize] + x[i as usize];
    }
}

fn main() {}
