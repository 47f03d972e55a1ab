use scan_runtime::scan;

#[scan(+ : a)]
fn f(y: &mut [i32]) {
    let (mut a, mut b) = (0, 1);
    for i in 0..y.len() {
        let next = a + b;
        a = b;
        b = next;
        y[i] = a;
    }
}

fn main() {}
