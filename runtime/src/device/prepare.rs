//! A device made ready for a job: the program is built.

use std::sync::Arc;

use super::error::Error;
use super::found::{Device, Opened};
use super::plan::Plan;
use super::programs::Built;
use crate::model::job::{Job, Outcome, Times};

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
