//! A job on its way through a device, from beginning to end.
//!
//! **What is nowhere else is asked for in every way.** Results that a device alone has are read again, and mapped (`Session::bring`). A
//! kernel in place counts the tiles that it has begun with and those that it is done with (`Progress`), so that after a failure it is known
//! whether the loop can still run, or its results are there.

use std::sync::Arc;

use super::algorithms::{self, Carry};
use super::buffers::{Buffers, Fetched, said};
use super::commands;
use super::error::Error;
use super::found::Device;
use super::prepare::Prepared;
use super::session::{Progress, Receipt, Session};
use crate::model::job::{Bytes, Job, Times};

/// From the arrays' way to the device to the results in their places. Returns the last value, and what it took.
///
/// # Safety
///
/// As for `Running::upload`.
pub(super) unsafe fn launch(
    device: &Device,
    prepared: &Prepared,
    job: &Job<'_>,
    in_place: bool,
) -> Result<(Vec<u8>, Times), Error> {
    // SAFETY: the caller's promises.
    unsafe {
        let mut running = Running::upload(device, prepared, job, in_place)?;
        if let Err(error) = running.launch(job.start).and_then(|()| running.wait()) {
            running.recover(error)?;
        }
        running.fetch()?.put(&mut running.session);
        Ok(running.complete())
    }
}

/// A job on its way through a device.
pub(super) struct Running<'a> {
    pub(super) session: Session<'a>,
    pub(super) prepared: &'a Prepared,
    pub(super) job: &'a Job<'a>,
    pub(super) buffers: Buffers,
    /// The kernels write to arrays in place where they are.
    in_place: bool,
    carry: Option<Receipt>,
    flag: Option<Receipt>,
}

impl<'a> Running<'a> {
    /// A job whose arrays are on their way.
    pub(super) fn of(session: Session<'a>, prepared: &'a Prepared, job: &'a Job<'a>, buffers: Buffers) -> Self {
        Running { session, prepared, job, buffers, in_place: false, carry: None, flag: None }
    }

    /// Begins with the arrays' way to the device.
    ///
    /// # Safety
    ///
    /// The job is as `Job` promises for as long as this lives, and `prepared` was prepared for it on this device; for `in_place` the
    /// plan is so.
    pub(super) unsafe fn upload(
        device: &'a Device,
        prepared: &'a Prepared,
        job: &'a Job<'a>,
        in_place: bool,
    ) -> Result<Self, Error> {
        let mut session = Session::new(device, Arc::clone(&prepared.opened), job.asks_for_times)?;
        // SAFETY: the caller vouches for the windows.
        let buffers = unsafe { Buffers::upload(&mut session, job, in_place) }?;
        Ok(Running { in_place, ..Running::of(session, prepared, job, buffers) })
    }

    /// Queues all kernels, from `start` on.
    ///
    /// # Safety
    ///
    /// As for `upload`.
    pub(super) unsafe fn launch(&mut self, start: &Bytes) -> Result<(), Error> {
        // SAFETY: the caller vouches for the job.
        let last = unsafe { algorithms::run(&mut self.session, self.prepared, self.job, start, &self.buffers) }?;
        self.follow_up(last)
    }

    /// Asks for what is to be known after the kernels, whose last value is there, where there is one.
    pub(super) fn follow_up(&mut self, last: Option<Carry>) -> Result<(), Error> {
        let ask = |Carry { buffer, offset }| self.session.ask(buffer, offset, self.job.carried);
        self.carry = last.map(ask).transpose()?;
        self.flag = self.buffers.ask_for_flag(&mut self.session)?;
        self.buffers.update_hosted(&mut self.session, self.job)?;
        self.session.flush();
        Ok(())
    }

    /// Waits for the kernels, and says whether all went well.
    pub(super) fn wait(&mut self) -> Result<(), Error> {
        self.session.finish()?;
        self.flag.map_or(Ok(()), |flag| said(self.session.received(flag)))
    }

    /// After an error: goes on where arrays in place have been written to, as the loop as written cannot run any more, and the kernels
    /// have done all they had to do. What they have noted says so; what has failed is the way to their results.
    ///
    /// # Safety
    ///
    /// As for `upload`.
    unsafe fn recover(&mut self, error: Error) -> Result<(), Error> {
        if !self.in_place {
            return Err(error);
        }
        let lost = |then: Error| Error::HalfWritten(format!("{error}; {then}"));
        self.session.forgive().map_err(lost)?;
        let tiles = self.prepared.plan.groups(self.job.n);
        // A call that fails may have begun its work all the same: what has got so far as to be asked for says nothing.
        let carry = match self.session.progress().map_err(lost)? {
            Some(Progress { begun: 1.., done, carry }) if done == tiles => carry,
            Some(Progress { begun: 1.., .. }) => return Err(Error::HalfWritten(error.to_string())),
            _ => return Err(error),
        };
        // SAFETY: the caller's promise, and the kernels are done.
        unsafe { self.buffers.bring_hosted(&mut self.session, self.job) }.map_err(lost)?;
        self.carry = Some(self.session.ask_surely(carry, 0, self.job.carried).map_err(lost)?);
        error.tell_survived();
        Ok(())
    }

    /// Brings the results to the host.
    ///
    /// # Safety
    ///
    /// As for `upload`; `wait` has gone well.
    pub(super) unsafe fn fetch(&mut self) -> Result<Fetched, Error> {
        // SAFETY: the caller's promise.
        unsafe { self.buffers.download(&mut self.session, self.job) }
    }

    /// The carried value, after `wait`.
    pub(super) fn carry(&self) -> &[u8] {
        self.carry.map_or(&[], |carry| self.session.received(carry))
    }

    /// Ends a launch that has gone well: the carried value, and what it took.
    pub(super) fn complete(self) -> (Vec<u8>, Times) {
        let carry = self.carry().to_vec();
        let times = self.session.times();
        commands::note(self.session.device.name(), || self.session.spans());
        self.session.complete();
        (carry, times)
    }
}
