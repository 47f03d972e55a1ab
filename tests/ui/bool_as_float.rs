use scan_runtime::scan;

#[scan(+ : y)]
fn f(flags: &[bool], y: &mut [f32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + flags[i] as f32;
    }
}

fn main() {}
