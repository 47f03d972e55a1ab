use scan_runtime::scan;

#[scan(+ : sum)]
fn by_a_closure(x: &[i32], y: &mut [i32]) {
    let mut sum = 0;
    let mut add = |value: i32| {
        sum += value;
        sum
    };
    for i in 0..x.len() {
        y[i] = add(x[i]);
    }
}

fn main() {}
