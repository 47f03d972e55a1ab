use scan_runtime::{declare_target, reduce};

trait Loud {
    fn abs(&self) -> i32;
}

impl Loud for i32 {
    fn abs(&self) -> i32 {
        println!("abs of {self}");
        *self
    }
}

#[reduce(+ : total)]
fn of_items(x: &[i32]) -> i32 {
    let mut total = 0;
    for value in x.iter() {
        total += value.abs();
    }
    total
}

#[reduce(+ : total)]
fn of_a_parameter(x: &[i32], k: &i32) -> i32 {
    let mut total = 0;
    for i in 0..x.len() {
        total += x[i] * k.abs();
    }
    total
}

#[declare_target]
mod declared {
    use super::Loud as _;

    pub fn size(k: &i32) -> i32 {
        k.abs()
    }
}

mod exclusive {
    use scan_runtime::parallel_for;

    trait Louder {
        fn abs(self) -> i32;
    }

    impl Louder for &mut i32 {
        fn abs(self) -> i32 {
            *self + 1
        }
    }

    #[parallel_for]
    fn of_items(x: &mut [i32]) {
        for value in x.iter_mut() {
            *value = value.abs();
        }
    }
}

fn main() {}
