use scan_runtime::parallel_for;

trait Last {
    fn get(&self, at: usize) -> Option<&i32>;
}

impl Last for Vec<i32> {
    fn get(&self, _at: usize) -> Option<&i32> {
        self[..].last()
    }
}

#[parallel_for]
fn of_a_vec(x: &Vec<i32>, y: &mut [i32]) {
    for i in 0..y.len() {
        y[i] = x.get(i).copied().unwrap_or(0);
    }
}

mod searches {
    use super::*;

    trait Search {
        fn find(self, condition: impl Fn(&&i32) -> bool) -> Option<i32>;
        fn position(self, condition: impl Fn(&i32) -> bool) -> Option<usize>;
    }

    impl Search for std::slice::Iter<'_, i32> {
        fn find(self, _condition: impl Fn(&&i32) -> bool) -> Option<i32> {
            None
        }

        fn position(self, _condition: impl Fn(&i32) -> bool) -> Option<usize> {
            None
        }
    }

    #[parallel_for]
    fn found(x: &[i32], y: &mut [i32]) {
        for i in 0..y.len() {
            y[i] = x.iter().find(|v| **v > 3).unwrap_or(0);
        }
    }

    #[parallel_for]
    fn places(x: &[i32], y: &mut [usize]) {
        for i in 0..y.len() {
            y[i] = x.iter().position(|v| *v > 3).unwrap_or(0);
        }
    }
}

mod questions {
    use super::*;

    trait Never {
        fn is_some(self) -> bool;
    }

    impl Never for Option<&i32> {
        fn is_some(self) -> bool {
            false
        }
    }

    #[parallel_for]
    fn there(x: &[i32], y: &mut [i32]) {
        for i in 0..y.len() {
            if x.get(2 * i).is_some() {
                y[i] = 1;
            }
        }
    }
}

fn main() {}
