use scan_runtime::scan;

#[scan(+ : y)]
fn f(p: &[u32], table: &[u32], y: &mut [u32], k: usize) {
    for i in k..y.len() {
        y[i] = y[i - k].wrapping_add(table[p[i] as usize]);
    }
}

fn main() {}
