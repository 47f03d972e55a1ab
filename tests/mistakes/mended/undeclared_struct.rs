//! `use types::Trade;`

use scan_runtime::{declare_target, scan};
use types::Trade;

#[declare_target]
mod types {
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Trade {
        pub amount: i64,
    }
}

#[scan(+ : total)]
fn totals(trades: &[Trade], totals: &mut [i64]) {
    let mut total = 0i64;
    for i in 0..trades.len() {
        total += trades[i].amount;
        totals[i] = total;
    }
}

pub fn check() {
    let mut y = [0; 3];
    totals(&[3, 4, 5].map(|amount| Trade { amount }), &mut y);
    assert_eq!(y, [3, 7, 12]);
}
