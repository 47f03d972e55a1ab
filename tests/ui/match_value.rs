use scan_runtime::scan;

#[scan(+ : y)]
fn f(x: &[i32], y: &mut [i32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + match x[i] {
            n @ 0..=9 | n @ 20 => n,
            _ => 1,
        };
    }
}

fn main() {}
