//! The launch of `lookback`: one kernel, over the state through which its tiles tell each other what they know.

use super::Error;
use super::arguments::Arguments;
use super::arrays::Arrays;
use super::programs::Prepared;
use super::run::Carry;
use super::session::Session;
use crate::job::{Bytes, Job};

/// The bytes of a status word, and how many of them are a value's.
const STATUS_WORD: u64 = 8;
const VALUE: u64 = 4;

/// The bytes of the state: the ticket of the next tile, and for each tile the status words of a value.
pub(super) fn state_bytes(tiles: u64, carried: u64) -> u64 {
    tiles.saturating_mul(carried.div_ceil(VALUE)).saturating_add(1).saturating_mul(STATUS_WORD)
}

/// Queues the kernel. Returns where the carried value will be.
///
/// # Safety
///
/// As for `phases::run`.
pub(super) unsafe fn run(
    session: &mut Session<'_>,
    prepared: &Prepared,
    job: &Job<'_>,
    start: &Bytes,
    arrays: &Arrays,
) -> Result<Carry, Error> {
    let tiles = prepared.plan.groups(job.n);
    let state = session.zeroed(state_bytes(tiles, job.carried as u64))?;
    let carry = session.scratch(job.carried as u64)?;
    session.notes_progress(state, carry);
    // SAFETY: the parameters are those of the template `lookback`, with a state for each tile.
    unsafe {
        session.launch(&prepared.program, "single_pass_scan", (tiles, prepared.plan.group_size), |kernel| {
            Arguments::of_loop(kernel, job, arrays, true)?.buffer(state)?.buffer(carry)?.value(start)?.done()
        })?;
    }
    Ok(Carry { buffer: carry, offset: 0 })
}
