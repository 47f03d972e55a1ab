//! A launch from beginning to end.

use std::time::Instant;

use super::arrays::{Arrays, PanicFlag};
use super::check::check;
use super::handles::Buffer;
use super::plan::Plan;
use super::programs::Built;
use super::session::Session;
use super::{Device, Error, blocked, lookback, reduce_then_scan, store};
use crate::job::{Job, Outcome, Times};
use crate::launch::Algorithm;

/// Where the carried value is after the kernels.
pub(super) struct Carry {
    pub(super) buffer: Buffer,
    pub(super) offset: u64,
}

impl Device {
    /// Runs a loop. On an error the loop as written can run instead: what it reads was not changed.
    ///
    /// # Safety
    ///
    /// The job keeps the promises of `Job` until the call returns.
    pub(crate) unsafe fn run(&self, job: &Job<'_>) -> Result<Outcome, Error> {
        let started = Instant::now();
        check(self, job)?;
        let plan = Plan::new(&self.info, job)?;
        plan.check_scratch(&self.info, job)?;
        let opened = self.opened()?;
        let launching = store::launching();
        let (program, plan) = opened.programs.built(opened, &self.info, job, plan)?;
        plan.check_scratch(&self.info, job)?;
        program.check_layouts(self, opened, job)?;
        let is_first = program.is_first_launch();
        let source_path = job.emit_dir.as_deref().and_then(|folder| program.emit(job.name, folder));
        let mut results = Results { carry: vec![0; job.carried], flag: PanicFlag::default() };
        // Declared after `results`, it ends before them: until then the device may write there.
        let mut session = Session::new(self, opened)?;
        // SAFETY: the caller vouches for the windows and kernels; the program was built for them and this plan.
        match unsafe { scan(&mut session, &program, plan, job, &mut results) } {
            Err(error @ Error::OpenCl(_)) if is_first && program.is_loaded => {
                log::info!("the program of {} is compiled, as the one that was kept fails: {error}", job.name);
                drop((session, launching));
                opened.programs.distrust(job, plan);
                // SAFETY: the same job, of which nothing that is read was changed; the program is not a kept one again.
                return unsafe { self.run(job) };
            }
            outcome => outcome?,
        }
        let times = session.times();
        session.complete();
        drop(launching);
        program.keep();
        let management = started.elapsed().saturating_sub(times.upload + times.kernel + times.download);
        let times = Times { management, ..times };
        let (algorithm, group_size) = (plan.algorithm, plan.group_size);
        let outcome =
            Outcome { carry: results.carry, times, algorithm, group_size, is_first, is_loaded: program.is_loaded, source_path };
        log::debug!("{}: {} iterations on {} in groups of {}", job.name, job.n, self.name(), outcome.group_size);
        Ok(outcome)
    }
}

/// The small results of a launch.
struct Results {
    carry: Vec<u8>,
    flag: PanicFlag,
}

/// Brings the arrays to the device, runs the algorithm, and fetches the results if all went well.
///
/// # Safety
///
/// The job is as `Job` promises, the program was built for it and the plan, and `results` outlive the session.
unsafe fn scan(
    session: &mut Session<'_>,
    program: &Built,
    plan: Plan,
    job: &Job<'_>,
    results: &mut Results,
) -> Result<(), Error> {
    // SAFETY: the caller vouches for the windows, the kernels, the program and the results; `carry` is as long as a carried value.
    unsafe {
        let arrays = Arrays::upload(session, job)?;
        let carry = match plan.algorithm {
            Algorithm::Lookback => lookback::run(session, program, plan, job, &arrays),
            Algorithm::ReduceThenScan => reduce_then_scan::run(session, program, plan, job, &arrays),
            Algorithm::Blelloch | Algorithm::HillisSteele => blocked::run(session, program, plan, job, &arrays),
        }?;
        session.download(carry.buffer, carry.offset, results.carry.as_mut_ptr(), job.carried)?;
        arrays.fetch_flag(session, &mut results.flag)?;
        arrays.update_hosted(session, job)?;
        session.finish()?;
        if results.flag.is_set() {
            return Err(Error::Panicked);
        }
        arrays.download(session, job)
    }
}
