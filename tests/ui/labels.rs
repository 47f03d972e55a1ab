use scan_runtime::scan;

#[scan(+ : sum)]
fn skips(x: &[i32], y: &mut [i32], rows: usize) {
    let mut sum = 0;
    'outer: for _ in 0..rows {
        for i in 0..x.len() {
            if x[i] < 0 {
                continue 'outer;
            }
            sum += x[i];
            y[i] = sum;
        }
    }
}

#[scan(+ : sum)]
fn leaves_a_block(x: &[i32], y: &mut [i32]) {
    let mut sum = 0;
    for i in 0..x.len() {
        let term = 'term: {
            if x[i] < 0 {
                break 'term 0;
            }
            x[i]
        };
        sum += term;
        y[i] = sum;
    }
}

fn main() {}
