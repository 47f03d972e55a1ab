use scan_runtime::scan;

#[scan(+ : sum)]
fn of_no_length(x: &[i32], y: &mut [i32]) {
    let mut sum = 0;
    for (window, y) in x.windows(0).zip(y) {
        sum += window[0];
        *y = sum;
    }
}

#[scan(+ : sum)]
fn at_an_index(x: &[i32], y: &mut [i32], at: usize) {
    let mut sum = 0;
    for (pair, y) in x.windows(2).zip(y) {
        sum += pair[at];
        *y = sum;
    }
}

#[scan(+ : sum)]
fn as_a_whole(x: &[i32], y: &mut [i32]) {
    let mut sum = 0;
    for (pair, y) in x.windows(2).zip(y) {
        sum += total(pair);
        *y = sum;
    }
}

fn main() {}
