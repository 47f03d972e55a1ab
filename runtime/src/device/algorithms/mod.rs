//! An algorithm's kernels in their order. All but `lookback` have three phases, which need not run in one place: the elements of each
//! tile or block are combined, the sums are scanned, and every tile or block is scanned from what comes before it. `reduce` has no third
//! phase, and its second finds nothing but the last value.

mod batched;
mod blocked;
mod lookback;
mod map;
mod partials;
mod reduce;
mod reduce_then_scan;

pub(super) use partials::{Carry, Prefixes, Sums};

use super::buffers::Buffers;
use super::error::Error;
use super::handles::Buffer;
use super::prepare::Prepared;
use super::session::Session;
use crate::model::job::{Bytes, Job};
use crate::model::site::Algorithm;

/// Queues all kernels of a job that begins with `start`. Returns where the carried value will be, if there is one.
///
/// # Safety
///
/// `buffers` are those of `job` in this session, `prepared` was prepared for it, and `start` outlives the session.
pub(super) unsafe fn run(
    session: &mut Session<'_>,
    prepared: &Prepared,
    job: &Job<'_>,
    start: &Bytes,
    buffers: &Buffers,
) -> Result<Option<Carry>, Error> {
    // SAFETY: the caller's promises are those of the callees; the sums and prefixes are those of this job.
    unsafe {
        match prepared.plan.algorithm {
            Algorithm::Lookback => return lookback::run(session, prepared, job, start, buffers).map(Some),
            Algorithm::Map | Algorithm::Bins | Algorithm::Scatter => {
                return map::run(session, prepared, job, buffers).map(|()| None);
            }
            Algorithm::Batched => return batched::run(session, prepared, job, buffers).map(|()| None),
            _ => {}
        }
        let sums = reduce(session, prepared, job, buffers)?;
        let prefixes = scan_sums(session, prepared, (sums.values, sums.count), start)?;
        let carry = match prefixes.values {
            Some(values) => finish(session, prepared, job, buffers, &sums, values)?,
            None => None,
        };
        Ok(Some(prefixes.last.or(carry).expect("one of the phases finds the last value")))
    }
}

/// Queues the first phase.
///
/// # Safety
///
/// `buffers` are those of `job` in this session, and `prepared` was prepared for it.
pub(super) unsafe fn reduce(
    session: &mut Session<'_>,
    prepared: &Prepared,
    job: &Job<'_>,
    buffers: &Buffers,
) -> Result<Sums, Error> {
    // SAFETY: the caller's promises are those of the callees.
    unsafe {
        match prepared.plan.algorithm {
            Algorithm::Lookback | Algorithm::Map | Algorithm::Bins | Algorithm::Scatter | Algorithm::Batched => {
                Err(Error::Unsupported("phases for what runs in a single pass"))
            }
            Algorithm::ReduceThenScan | Algorithm::Reduce => reduce_then_scan::reduce(session, prepared, job, buffers),
            Algorithm::Blelloch | Algorithm::HillisSteele => blocked::scan_blocks(session, prepared, job, buffers),
        }
    }
}

/// Queues the second phase, over any number of sums.
///
/// # Safety
///
/// The buffer, one of this session's, has as many values of the size of `start`, which outlives the session; `prepared` was prepared
/// for a job that carries such values.
pub(super) unsafe fn scan_sums(
    session: &mut Session<'_>,
    prepared: &Prepared,
    sums: (Buffer, u64),
    start: &Bytes,
) -> Result<Prefixes, Error> {
    // SAFETY: the caller's promises are those of the callees.
    unsafe {
        match prepared.plan.algorithm {
            Algorithm::Lookback | Algorithm::Map | Algorithm::Bins | Algorithm::Scatter | Algorithm::Batched => {
                Err(Error::Unsupported("phases for what runs in a single pass"))
            }
            Algorithm::ReduceThenScan => reduce_then_scan::scan_sums(session, prepared, sums, start),
            Algorithm::Reduce => reduce::combine_sums(session, prepared, sums, start),
            Algorithm::Blelloch | Algorithm::HillisSteele => blocked::scan_sums(session, prepared, sums, start),
        }
    }
}

/// Queues the third phase. Returns where the carried value will be, if this phase finds it.
///
/// # Safety
///
/// As for `reduce`, which has returned `sums`; `prefixes` has as many values.
pub(super) unsafe fn finish(
    session: &mut Session<'_>,
    prepared: &Prepared,
    job: &Job<'_>,
    buffers: &Buffers,
    sums: &Sums,
    prefixes: Buffer,
) -> Result<Option<Carry>, Error> {
    // SAFETY: the caller's promises are those of the callees.
    unsafe {
        match sums.partial {
            Some(partial) => blocked::finish(session, prepared, job, buffers, partial, prefixes).map(Some),
            None => reduce_then_scan::finish(session, prepared, job, buffers, prefixes).map(|()| None),
        }
    }
}
