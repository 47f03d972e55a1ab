//! The running balance of an account that bears interest.

use interest::{Step, then};
use scan_runtime::{declare_target, scan};

#[declare_target]
mod interest {
    /// What a run of days makes of a balance: it is multiplied, and something is added.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Step {
        pub factor: f64,
        pub amount: f64,
    }

    /// First the days of `a`, then those of `b`.
    #[declare_scan(identity = Step { factor: 1.0, amount: 0.0 })]
    pub fn then(a: Step, b: Step) -> Step {
        Step { factor: a.factor * b.factor, amount: a.amount * b.factor + b.amount }
    }
}

#[scan(then : steps)]
fn running_balance(steps: &mut [Step]) {
    for day in 1..steps.len() {
        steps[day] = then(steps[day - 1], steps[day]);
    }
}

fn main() {
    // Each day the balance grows by a hundred-thousandth; then the day's payment comes in or goes out.
    let payment = |day| if day % 10 == 0 { 28.0 } else { -3.0 };
    let step = |day| Step { factor: 1.00001, amount: payment(day) };
    let mut steps: Vec<Step> = (0..100_000).map(step).collect();
    running_balance(&mut steps);
    // The account was empty at first: what the steps make of 0 is their amount.
    for day in [0, 1, 2, 99_999] {
        println!("day {day}: {:.2}", steps[day].amount);
    }
}
