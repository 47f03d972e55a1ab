use scan_runtime::scan;

#[scan(&& : ok)]
fn f(x: &[i32], y: &mut [bool]) {
    let mut ok = true;
    for i in 0..y.len() {
        ok = ok && 100 / x[i] > 3;
        y[i] = ok;
    }
}

fn main() {}
