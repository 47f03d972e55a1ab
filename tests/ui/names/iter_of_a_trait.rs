use scan_runtime::{reduce, scan};
use std::iter::{Rev, Skip};
use std::slice::{Iter, IterMut};

trait Tail<'a> {
    fn iter(self) -> Skip<Iter<'a, u32>>;
}

impl<'a> Tail<'a> for &'a mut Vec<u32> {
    fn iter(self) -> Skip<Iter<'a, u32>> {
        self[..].iter().skip(1)
    }
}

#[reduce(+ : sum)]
fn of_a_vec(x: &mut Vec<u32>) -> u32 {
    let mut sum = 0u32;
    for value in x.iter() {
        sum = sum.wrapping_add(*value);
    }
    sum
}

mod backwards {
    use super::*;

    trait Backwards<'a> {
        fn iter_mut(self) -> Rev<IterMut<'a, u32>>;
        fn len(&self) -> usize;
    }

    impl<'a> Backwards<'a> for &'a mut Vec<u32> {
        fn iter_mut(self) -> Rev<IterMut<'a, u32>> {
            self[..].iter_mut().rev()
        }

        fn len(&self) -> usize {
            self[..].len() / 2
        }
    }

    #[scan(+ : sum)]
    fn of_a_vec(x: &mut Vec<u32>) {
        let mut sum = 0u32;
        for value in x.iter_mut() {
            sum = sum.wrapping_add(*value);
            *value = sum;
        }
    }
}

mod lengths {
    use super::*;

    trait Half {
        fn len(self) -> usize;
    }

    impl Half for &mut [u32] {
        fn len(self) -> usize {
            (&*self).len() / 2
        }
    }

    #[scan(+ : y)]
    fn of_a_slice(y: &mut [u32]) {
        for i in 1..y.len() {
            y[i] = y[i - 1].wrapping_add(y[i]);
        }
    }
}

fn main() {}
