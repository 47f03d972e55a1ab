//! Programs that are kept on disk, as the driver's binaries: what is built once need not be built by the next process.
//!
//! A binary is used only for the very text, options, device and driver that it was built for. One that the driver refuses, or that
//! lacks a kernel, is passed over and displaced by a new one.

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};
use std::time::Instant;

use scan_opencl::DeviceInfo;

use super::Error;
use super::found::Opened;
use super::handles::Program;
use super::plan::Plan;
use super::programs::{Kernels, Text, kernels};
use crate::cache::{self, Folder, Key};
use crate::settings::CacheChoice;

/// Held for reading by whoever builds or launches, on any device. PoCL 3.1 aborts the process when it is asked for a binary, for which
/// it compiles kernels once more, while another thread's kernels run.
static LAUNCHING: RwLock<()> = RwLock::new(());

/// As long as it lives, no driver is asked for a binary. A thread has no more than one of them.
pub(super) fn launching() -> RwLockReadGuard<'static, ()> {
    LAUNCHING.read().unwrap_or_else(PoisonError::into_inner)
}

/// Where a program is kept.
#[derive(Debug)]
pub(super) struct Entry {
    folder: Arc<Folder>,
    key: Key,
}

impl Entry {
    /// The place of this text's program; `None` where nothing is kept.
    pub(super) fn new(choice: &CacheChoice, opened: &Opened, info: &DeviceInfo, text: &Text) -> Option<Entry> {
        let folder = cache::folder(choice)?;
        let width = info.address_bits.to_string();
        Some(Entry { folder, key: Key::new("program", &[&opened.identity, &width, &text.options, &text.source]) })
    }

    /// The program and its kernels, if they are kept and the driver takes them.
    pub(super) fn load(&self, opened: &Opened, info: &DeviceInfo, text: &Text, plan: Plan) -> Option<(Program, Kernels)> {
        let began = Instant::now();
        let binary = self.folder.get(&self.key)?;
        let load = || -> Result<_, Error> {
            let program = opened.context.program_of_binary(info.id, &binary)?;
            program.build(info.id, &text.options)?;
            let kernels = kernels(&program, plan)?;
            Ok((program, kernels))
        };
        let loaded = load().inspect_err(|error| log::info!("{} is built again: {error}", self.key.file_name())).ok();
        log::debug!("{} read and built in {:?}", self.key.file_name(), began.elapsed());
        loaded
    }

    /// Keeps the program, if the driver hands it out. Waits until nobody launches anything.
    pub(super) fn keep(&self, program: &Program) {
        let _alone = LAUNCHING.write().unwrap_or_else(PoisonError::into_inner);
        let began = Instant::now();
        match program.binary() {
            Ok(binary) if binary.is_empty() => log::debug!("the driver hands out no binary"),
            Ok(binary) => self.folder.put(&self.key, &binary),
            Err(error) => log::info!("a program is not kept: {error}"),
        }
        log::debug!("{} kept in {:?}", self.key.file_name(), began.elapsed());
    }
}
