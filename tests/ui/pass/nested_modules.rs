//! Where a function stands makes no difference, nor how the macro is named.
#![deny(warnings)]

mod outer {
    pub mod inner {
        #[scan_runtime::scan(+ : y)]
        pub(in crate::outer) fn sums(y: &mut [u32]) {
            for i in 1..y.len() {
                y[i] += y[i - 1];
            }
        }
    }

    pub fn run(y: &mut [u32]) {
        use scan_runtime::scan as parallel;

        #[parallel(* : y)]
        fn products(y: &mut [u32]) {
            for i in 1..y.len() {
                y[i] *= y[i - 1];
            }
        }

        inner::sums(y);
        products(y);
    }
}

fn main() {
    let mut y = [1, 1, 1];
    outer::run(&mut y);
    assert_eq!(y, [1, 2, 6]);
}
