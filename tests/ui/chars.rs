use scan_runtime::scan;

#[scan(max : last)]
fn f(x: &[char], y: &mut [char]) {
    let mut last = 'a';
    for i in 0..y.len() {
        last = last.max(x[i]);
        y[i] = last;
    }
}

fn main() {}
