//! A device made ready for a job: the program is built, and the device sees structs as the host does.

use std::sync::Arc;

use super::arguments::Arguments;
use super::error::Error;
use super::found::{Device, Opened};
use super::layouts::{self, KERNEL};
use super::plan::Plan;
use super::programs::Built;
use super::session::Session;
use crate::model::job::{Job, Outcome, Times};
use crate::model::value::Layout;

/// A device that is ready for a job.
pub(super) struct Prepared {
    pub(super) opened: Arc<Opened>,
    pub(super) program: Arc<Built>,
    /// The plan that the program was built for.
    pub(super) plan: Plan,
}

impl Device {
    /// Makes the device ready for `job`.
    pub(super) fn prepare(&self, job: &Job<'_>, plan: Plan) -> Result<Prepared, Error> {
        let opened = self.opened()?;
        let (program, plan) = opened.programs.built(&opened.context, &self.info, job, plan)?;
        program.check_layouts(|| check_layouts(self, &opened, &program, &job.layouts))?;
        Ok(Prepared { opened, program, plan })
    }

    /// Keeps what has been built and launched since, for the next process. The thread launches nothing meanwhile.
    pub(super) fn keep_programs(&self) {
        if let Ok(opened) = self.opened() {
            opened.programs.keep(opened.takes_turns);
        }
    }
}

impl Prepared {
    /// What is known of the outcome before the launch.
    pub(super) fn outcome(&self, job: &Job<'_>) -> Outcome {
        Outcome {
            carry: Vec::new(),
            times: Times::default(),
            slices: 1,
            algorithm: self.plan.algorithm,
            group_size: self.plan.group_size,
            is_first: self.program.is_first_launch(),
            is_loaded: self.program.is_loaded,
            source_path: job.emit_dir.as_deref().and_then(|folder| self.program.emit(job.name, folder)),
        }
    }
}

/// Compares the layouts with those of the device's program.
fn check_layouts(device: &Device, opened: &Arc<Opened>, program: &Built, layouts: &[&'static Layout]) -> Result<(), Error> {
    if layouts.is_empty() {
        return Ok(());
    }
    let expected = layouts::expected(layouts);
    layouts::compare(&expected, &measured(device, opened, program, expected.len())?)
}

fn measured(device: &Device, opened: &Arc<Opened>, program: &Built, count: usize) -> Result<Vec<u64>, Error> {
    let bytes = count * size_of::<u64>();
    let mut session = Session::new(device, Arc::clone(opened))?;
    let buffer = session.scratch(bytes as u64)?;
    // SAFETY: the kernel has one parameter, a buffer of `count` numbers, and writes as many.
    unsafe { session.launch(program, KERNEL, (1, 1), |kernel| Arguments::of(kernel).buffer(buffer)?.done()) }?;
    let places = session.ask(buffer, 0, bytes)?;
    session.finish()?;
    let places = session.received(places).as_chunks().0.iter().map(|bytes| u64::from_ne_bytes(*bytes)).collect();
    session.complete();
    Ok(places)
}
