//! A launch from beginning to end.

use std::time::Instant;

use super::arrays::{Arrays, Fetched, PanicFlag, may_write_in_place};
use super::check::check;
use super::handles::Buffer;
use super::limits::Limits;
use super::plan::{Passes, Plan};
use super::programs::Prepared;
use super::session::Session;
use super::{Device, Error, phases, slices, store};
use crate::job::{Bytes, Job, Outcome, Times};
use crate::profile;

/// Where the carried value is after the kernels.
pub(super) struct Carry {
    pub(super) buffer: Buffer,
    pub(super) offset: u64,
}

impl Device {
    /// Runs a loop, in slices if it does not fit. On an error the loop as written can run instead: what it reads was not changed.
    ///
    /// # Safety
    ///
    /// The job keeps the promises of `Job` until the call returns.
    pub(crate) unsafe fn run(&self, job: &Job<'_>) -> Result<Outcome, Error> {
        let started = Instant::now();
        check(self, job)?;
        let launching = store::launching();
        // SAFETY: the caller vouches for the job.
        let outcome = match unsafe { self.run_whole(job) } {
            // SAFETY: as above.
            Err(error) if error.is_shortage() && !job.is_indivisible() => unsafe { slices::run(self, job) },
            outcome => outcome,
        };
        drop(launching);
        if outcome.is_ok() {
            self.keep_programs();
        }
        match outcome {
            Err(error @ Error::OpenCl(_)) if self.opened()?.programs.distrust_kept() => {
                log::info!("the programs that were kept are compiled anew, as {} fails with them: {error}", job.name);
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

/// From the arrays' way to the device to the results in their places. Returns the last value, and what it took.
///
/// # Safety
///
/// As for `Running::upload`.
unsafe fn launch(device: &Device, prepared: &Prepared<'_>, job: &Job<'_>, in_place: bool) -> Result<(Vec<u8>, Times), Error> {
    // SAFETY: the caller's promises.
    unsafe {
        let mut running = Running::upload(device, prepared, job, in_place)?;
        running.launch(job.start)?;
        let done = running.wait().and_then(|()| running.fetch());
        done.map_err(|error| running.after_launch(error))?.put(&mut running.session);
        Ok(running.complete())
    }
}

impl Outcome {
    /// The outcome of a launch that `started` then, with the time that is yet unaccounted for.
    pub(super) fn within(mut self, started: Instant) -> Outcome {
        let Times { upload, kernel, download, .. } = self.times;
        self.times.management = started.elapsed().saturating_sub(upload + kernel + download);
        self
    }
}

/// A job on its way through a device.
pub(super) struct Running<'a> {
    /// Declared first, it ends first: until then the device may use the rest.
    pub(super) session: Session<'a>,
    pub(super) prepared: &'a Prepared<'a>,
    pub(super) job: &'a Job<'a>,
    pub(super) arrays: Arrays,
    /// The kernels write to arrays in place where they are.
    in_place: bool,
    start: Box<Bytes>,
    results: Box<Results>,
}

/// The small results of a launch.
struct Results {
    carry: Vec<u8>,
    flag: PanicFlag,
}

impl<'a> Running<'a> {
    /// A job whose arrays are on their way.
    pub(super) fn of(session: Session<'a>, prepared: &'a Prepared<'a>, job: &'a Job<'a>, arrays: Arrays) -> Self {
        let results = Box::new(Results { carry: vec![0; job.carried], flag: PanicFlag::default() });
        Running { session, prepared, job, arrays, in_place: false, start: Box::default(), results }
    }

    /// Begins with the arrays' way to the device.
    ///
    /// # Safety
    ///
    /// The job is as `Job` promises for as long as this lives, and `prepared` was prepared for it on this device; for `in_place` the
    /// plan is so.
    pub(super) unsafe fn upload(
        device: &'a Device,
        prepared: &'a Prepared<'a>,
        job: &'a Job<'a>,
        in_place: bool,
    ) -> Result<Self, Error> {
        let mut session = Session::new(device, prepared.opened)?;
        // SAFETY: the caller vouches for the windows.
        let arrays = unsafe { Arrays::upload(&mut session, job, in_place) }?;
        Ok(Running { in_place, ..Running::of(session, prepared, job, arrays) })
    }

    /// Queues all kernels, from `start` on.
    ///
    /// # Safety
    ///
    /// As for `upload`.
    pub(super) unsafe fn launch(&mut self, start: &Bytes) -> Result<(), Error> {
        self.start = start.into();
        // SAFETY: the caller vouches for the job; the start value is kept.
        unsafe {
            let carry = phases::run(&mut self.session, self.prepared, self.job, &self.start, &self.arrays)?;
            self.follow_up(carry).map_err(|error| self.after_launch(error))
        }
    }

    /// What an error means once the kernels are on their way.
    fn after_launch(&self, error: Error) -> Error {
        if self.in_place { Error::HalfWritten(error.to_string()) } else { error }
    }

    /// Asks for what is to be known after the kernels, whose last value is `carry`, where there is one.
    ///
    /// # Safety
    ///
    /// As for `upload`.
    pub(super) unsafe fn follow_up(&mut self, carry: Option<Carry>) -> Result<(), Error> {
        let results = &mut *self.results;
        // SAFETY: the results are kept, and as long as a carried value and a flag.
        unsafe {
            if let Some(carry) = carry {
                self.session.download(carry.buffer, carry.offset, results.carry.as_mut_ptr(), self.job.carried)?;
            }
            self.arrays.fetch_flag(&mut self.session, &mut results.flag)?;
        }
        self.arrays.update_hosted(&mut self.session, self.job)?;
        self.session.flush()
    }

    /// Waits for the kernels, and says whether all went well.
    pub(super) fn wait(&mut self) -> Result<(), Error> {
        self.session.finish()?;
        if self.results.flag.is_set() { Err(Error::Panicked) } else { Ok(()) }
    }

    /// Brings the results to the host.
    ///
    /// # Safety
    ///
    /// As for `upload`; `wait` has gone well.
    pub(super) unsafe fn fetch(&mut self) -> Result<Fetched, Error> {
        // SAFETY: the caller's promise.
        unsafe { self.arrays.download(&mut self.session, self.job) }
    }

    /// The carried value, after `wait`.
    pub(super) fn carry(&self) -> &[u8] {
        &self.results.carry
    }

    /// Ends a launch that has gone well: the carried value, and what it took.
    pub(super) fn complete(self) -> (Vec<u8>, Times) {
        let times = self.session.times();
        if profile::is_tracing() {
            profile::trace(self.session.device.name(), self.session.spans());
        }
        self.session.complete();
        (self.results.carry, times)
    }
}
