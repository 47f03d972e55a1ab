//! A loop on one device: at once if it fits, or else in slices.

use std::time::Instant;

use super::buffers::may_write_in_place;
use super::check::check;
use super::error::Error;
use super::found::Device;
use super::limits::Limits;
use super::plan::{Passes, Plan};
use super::running::launch;
use super::slices;
use crate::model::job::{Job, Outcome};

impl Device {
    /// Runs a loop, in slices if it does not fit. On an error the loop as written can run instead: what it reads was not changed.
    ///
    /// # Safety
    ///
    /// The job keeps the promises of `Job` until the call returns.
    pub(crate) unsafe fn run(&self, job: &Job<'_>) -> Result<Outcome, Error> {
        let started = Instant::now();
        check(&self.info, job)?;
        // SAFETY: the caller vouches for the job.
        let outcome = match unsafe { self.run_whole(job) } {
            Err(error) if error.is_shortage() && !job.is_indivisible() => {
                // SAFETY: as above.
                unsafe { slices::run(self, job) }.inspect(|_| error.tell_survived())
            }
            outcome => outcome,
        };
        if outcome.is_ok() {
            self.keep_programs();
        }
        match outcome {
            Err(error @ Error::OpenCl(_)) if self.opened()?.programs.distrust_kept() => {
                log::warn!("the programs that were kept are compiled anew, as {} fails with them: {error}", job.name);
                // SAFETY: the same job, of which nothing that is read was changed.
                unsafe { self.run(job) }
            }
            outcome => outcome.map(|outcome| outcome.within(started)),
        }
    }

    /// Runs a loop whose arrays fit.
    ///
    /// # Safety
    ///
    /// As for `run`.
    unsafe fn run_whole(&self, job: &Job<'_>) -> Result<Outcome, Error> {
        let plan = Plan::new(&self.info, job, Passes::Any)?.in_place(job, may_write_in_place(self, job));
        let limits = Limits::new(&self.info, job);
        limits.check(self, job, plan, 1)?;
        let prepared = self.prepare(job, plan)?;
        limits.check(self, job, prepared.plan, 1)?;
        let mut outcome = prepared.outcome(job);
        // Whether a program runs at all is tried on a copy.
        let in_place = prepared.plan.in_place && !outcome.is_first;
        // SAFETY: the caller vouches for the windows and kernels; what was prepared was so for this job.
        (outcome.carry, outcome.times) = unsafe { launch(self, &prepared, job, in_place) }?;
        let group_size = outcome.group_size;
        log::debug!("{}: {} iterations on {} in groups of {group_size}", job.name, job.n, self.name());
        Ok(outcome)
    }
}
