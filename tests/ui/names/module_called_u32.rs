use scan_runtime::parallel_for;

type Word = core::primitive::u32;

mod u32 {
    pub const MAX: super::Word = 5;

    pub fn wrapping_add(a: super::Word, _: super::Word) -> super::Word {
        a
    }
}

mod f64 {
    pub mod consts {
        pub const PI: core::primitive::f64 = 3.0;
    }
}

#[parallel_for]
fn constant(x: &[Word], y: &mut [Word]) {
    for i in 0..y.len() {
        y[i] = x[i] ^ u32::MAX;
    }
}

#[parallel_for]
fn mathematical(x: &[core::primitive::f64], y: &mut [core::primitive::f64]) {
    for i in 0..y.len() {
        y[i] = x[i] * f64::consts::PI;
    }
}

#[parallel_for]
fn function(x: &[Word], y: &mut [Word]) {
    for i in 0..y.len() {
        y[i] = u32::wrapping_add(x[i], 1);
    }
}

fn main() {}
