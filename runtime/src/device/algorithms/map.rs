//! The one launch of `map`, of `bins`, or of `scatter`, which takes bits beside the arrays: which elements an iteration has stored. `map`
//! may have the iterations of two loops.

use super::batched;
use crate::device::arguments::Arguments;
use crate::device::buffers::Buffers;
use crate::device::error::Error;
use crate::device::prepare::Prepared;
use crate::device::session::Session;
use crate::device::sizes::bits_bytes;
use crate::model::job::Job;
use crate::model::site::Algorithm;

/// Queues the kernel. There is no carried value.
///
/// # Safety
///
/// As for `algorithms::run`.
pub(super) unsafe fn run(session: &mut Session<'_>, prepared: &Prepared, job: &Job<'_>, buffers: &Buffers) -> Result<(), Error> {
    let plan = prepared.plan;
    let [kernel] = plan.kernel_names() else { return Err(Error::NoProgram) };
    let scattered = job.outputs.iter().filter(|_| plan.algorithm == Algorithm::Scatter);
    let taken = scattered.map(|output| session.zeroed(bits_bytes(&output.window))).collect::<Result<Vec<_>, _>>()?;
    let tables = batched::tables(session, job)?;
    // SAFETY: the parameters are those of the templates `map`, `map_batches`, `bins` and `scatter`, with a bit for each element.
    unsafe {
        session.launch(&prepared.program, kernel, (plan.job_groups(job), plan.group_size), |kernel| {
            let arguments = Arguments::of_loop(kernel, job, buffers, true)?;
            let arguments = taken.iter().try_fold(arguments, |arguments, bits| arguments.buffer(*bits))?;
            batched::own(arguments, job, &tables)?.done()
        })
    }
}
