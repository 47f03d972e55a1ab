//! The one launch of `map`.

use crate::device::arguments::Arguments;
use crate::device::buffers::Buffers;
use crate::device::error::Error;
use crate::device::prepare::Prepared;
use crate::device::session::Session;
use crate::model::job::Job;

/// Queues the kernel. There is no carried value.
///
/// # Safety
///
/// As for `algorithms::run`.
pub(super) unsafe fn run(session: &mut Session<'_>, prepared: &Prepared, job: &Job<'_>, buffers: &Buffers) -> Result<(), Error> {
    let plan = prepared.plan;
    // SAFETY: the parameters are those of the template `map`.
    unsafe {
        session.launch(&prepared.program, "map", (plan.groups(job.n), plan.group_size), |kernel| {
            Arguments::of_loop(kernel, job, buffers, true)?.done()
        })
    }
}
