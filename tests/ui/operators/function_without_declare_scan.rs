use scan_runtime::scan;

fn other(a: i32, b: i32) -> i32 {
    a.wrapping_add(b)
}

#[scan(other : t)]
fn f(t: &mut [i32]) {
    for i in 1..t.len() {
        t[i] = other(t[i - 1], t[i]);
    }
}

fn main() {}
