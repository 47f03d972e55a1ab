use scan_runtime::scan;

#[scan]
fn f(x: &[i32], y: &mut [i32], h: usize, w: usize) {
    for c in 0..w {
        #[scan(+ : y)]
        for r in 2..h {
            y[r * w + c] = y[(r - 2) * w + c] + x[r * w + c];
        }
    }
}

fn main() {}
