//! A prepaid card: what would take it below nothing is not paid in full.

use scan_runtime::scan;

#[scan(auto : balance)]
pub fn balances(changes: &[i64], balances: &mut [i64]) -> i64 {
    let mut balance = 0;
    for (after, change) in balances.iter_mut().zip(changes) {
        balance = (balance + change).max(0);
        *after = balance;
    }
    balance
}
