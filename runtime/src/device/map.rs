//! The one launch of `map`.

use super::Error;
use super::arguments::Arguments;
use super::arrays::Arrays;
use super::programs::Prepared;
use super::session::Session;
use crate::job::Job;

/// Queues the kernel. There is no carried value.
///
/// # Safety
///
/// As for `phases::run`.
pub(super) unsafe fn run(session: &mut Session<'_>, prepared: &Prepared, job: &Job<'_>, arrays: &Arrays) -> Result<(), Error> {
    let plan = prepared.plan;
    // SAFETY: the parameters are those of the template `map`.
    unsafe {
        session.launch(&prepared.program, "map", (plan.groups(job.n), plan.group_size), |kernel| {
            Arguments::of_loop(kernel, job, arrays, true)?.done()
        })
    }
}
