//! What the compiler prints computes what Rust computes: every operator, cast, method and scan operator on every type, over boundary
//! values, and random expressions and functions, on an OpenCL device beside the reference interpreter.

mod operations;
mod program;
mod random;
mod values;

use operations::{operations_on, operators_of_scans};
use program::Program;
use scanc::ir::{Scalar, Type};

/// Every operation of one type, with `a` and `b` all pairs of boundary values.
fn check_type(scalar: Scalar) {
    let mut program = Program::new(vec![("a", scalar), ("b", scalar), ("c", scalar), ("n", values::AMOUNT)]);
    operations_on(scalar).into_iter().for_each(|case| program.add(case));
    operators_of_scans(scalar).into_iter().for_each(|case| program.add(case));
    program.check(&values::combinations(scalar));
}

macro_rules! check_types {
    ($($name:ident)*) => { $(
        #[test]
        fn $name() {
            check_type(Scalar::from_rust(stringify!($name)).expect("a primitive type"));
        }
    )* };
}
check_types!(bool i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64);

#[test]
fn random_functions() {
    let scalars: Vec<_> = Scalar::all().map(|scalar| (scalar.rust(), scalar)).collect();
    let mut program = Program::new(scalars.iter().map(|&(name, scalar)| (name, scalar)).collect());
    let mut random = random::Random::new(20);
    for number in 0..300 {
        let returns = Type::Scalar(random.of(&scalars).1);
        program.add(random::function(&mut random, &format!("f_{number}"), &scalars, &returns));
    }
    program.check(&values::random_rows(&mut random, &scalars, 200));
}
