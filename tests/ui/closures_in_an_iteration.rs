use scan_runtime::parallel_for;

#[parallel_for]
fn assigns(x: &[u32], y: &mut [u32]) {
    for i in 0..y.len() {
        let mut last = 0;
        let sum: u32 = x.iter().map(|v| { last = *v; v * 2 }).sum();
        y[i] = sum + last;
    }
}

#[parallel_for]
fn chooses_later(x: &[u32], y: &mut [u32]) {
    for i in 0..y.len() {
        y[i] = x.iter().map(|v| 10 / v).skip(1).sum();
    }
}

#[parallel_for]
fn of_a_tuple(x: &[u32], y: &mut [u32]) {
    for i in 0..y.len() {
        y[i] = x.iter().zip(&x[i..]).map(|pair| { let both = pair; both.0 * both.1 }).sum();
    }
}

#[parallel_for]
fn of_no_type(y: &mut [u32]) {
    for i in 0..y.len() {
        y[i] = (0..3).map(|k| k * 2).sum();
    }
}

#[parallel_for]
fn of_another(x: &[f32], y: &mut [f32]) {
    for i in 0..y.len() {
        y[i] = x.iter().copied().max().unwrap();
    }
}

#[parallel_for]
fn over_lines(x: &[u32], y: &mut [u32]) {
    for i in 0..y.len() {
        y[i] = x.split(|v| *v == 0).count() as u32;
    }
}

fn main() {}
