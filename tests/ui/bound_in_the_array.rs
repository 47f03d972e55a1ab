use scan_runtime::scan;

#[scan(+ : y)]
fn while_it_says_so(y: &mut [usize]) {
    let mut i = 1;
    while i < y[0] {
        y[i] += y[i - 1];
        i += 1;
    }
}

fn main() {}
