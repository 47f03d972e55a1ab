use scan_runtime::scan;

#[scan]
fn f(x: &[i32], y: &mut [i32]) {
    #[scan(+ : y)]
    for i in 1..y.len() {
        #[scan(+ : y)]
        for j in 1..x.len() {
            y[i] = y[i - 1] + x[j];
        }
    }
}

fn main() {}
