//! The one launch of `map`, or of `bins`.

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
    let [kernel] = plan.kernel_names() else { return Err(Error::NoProgram) };
    // SAFETY: the parameters are those of the templates `map` and `bins`.
    unsafe {
        session.launch(&prepared.program, kernel, (plan.groups(job.n), plan.group_size), |kernel| {
            Arguments::of_loop(kernel, job, buffers, true)?.done()
        })
    }
}
