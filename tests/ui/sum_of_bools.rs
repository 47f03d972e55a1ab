use scan_runtime::scan;

#[scan(+ : count)]
fn f(x: &[bool], y: &mut [bool]) {
    let mut count = false;
    for i in 0..y.len() {
        count += x[i];
        y[i] = count;
    }
}

fn main() {}
