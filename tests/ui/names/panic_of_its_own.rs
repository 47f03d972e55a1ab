use scan_runtime::parallel_for;

macro_rules! todo {
    () => {
        break
    };
}

#[parallel_for]
fn ends(x: &[i32], y: &mut [i32]) {
    for i in 0..y.len() {
        y[i] = match x[i] {
            5 => todo!(),
            v => v,
        };
    }
}

#[parallel_for]
fn panics(x: &[i32], y: &mut [i32]) {
    for i in 0..y.len() {
        y[i] = match x[i] {
            5 => std::panic!("five"),
            6 => unreachable!("{}", x[i]),
            v => v,
        };
    }
}

fn main() {}
