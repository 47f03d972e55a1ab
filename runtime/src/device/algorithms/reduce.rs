//! The last launch of `reduce`, whose first is that of `reduce_then_scan`: the tiles' totals are combined.

use super::partials::Carry;
use super::partials::Prefixes;
use crate::device::arguments::Arguments;
use crate::device::error::Error;
use crate::device::handles::Buffer;
use crate::device::prepare::Prepared;
use crate::device::session::Session;
use crate::model::job::Bytes;

/// Queues the second kernel.
///
/// # Safety
///
/// As for `phases::scan_sums`.
pub(super) unsafe fn combine_sums(
    session: &mut Session<'_>,
    prepared: &Prepared,
    (totals, tiles): (Buffer, u64),
    start: &Bytes,
) -> Result<Prefixes, Error> {
    let carry = session.scratch(start.len() as u64)?;
    // SAFETY: the parameters are those of the template `reduce`, with one value for the result.
    unsafe {
        session.launch(&prepared.program, "combine_totals", (1, prepared.plan.group_size), |kernel| {
            Arguments::of(kernel).buffer(totals)?.buffer(carry)?.number(tiles)?.value(start)?.done()
        })?;
    }
    Ok(Prefixes { values: None, last: Some(Carry { buffer: carry, offset: 0 }) })
}
