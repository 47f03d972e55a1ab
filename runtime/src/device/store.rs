//! Programs that are kept on disk, as the driver's binaries: what is built once need not be built by the next process.
//!
//! A binary is used only for the very text, options, device and driver that it was built for. One that the driver refuses, or that
//! lacks a kernel, is passed over and displaced by a new one.

use std::sync::Arc;
use std::time::Instant;

use scan_opencl::DeviceInfo;

use super::emit::Text;
use super::handles::Program;
use super::turn::Turn;
use crate::cache::{self, Folder, Key};
use crate::model::choice::CacheChoice;

/// Where a program is kept.
#[derive(Debug)]
pub(super) struct Entry {
    folder: Arc<Folder>,
    key: Key,
}

impl Entry {
    /// The place of this text's program; `None` where nothing is kept.
    pub(super) fn new(choice: &CacheChoice, identity: &str, info: &DeviceInfo, text: &Text) -> Option<Entry> {
        let folder = cache::folder(choice)?;
        let width = info.address_bits.to_string();
        Some(Entry { folder, key: Key::new("program", &[identity, &width, &text.options, &text.code()]) })
    }

    /// The program, if it is kept.
    pub(super) fn binary(&self) -> Option<Vec<u8>> {
        self.folder.get(&self.key)
    }

    /// Keeps the program, if the driver hands it out.
    pub(super) fn keep(&self, program: &Program, takes_turns: bool) {
        let began = Instant::now();
        let binary = {
            let _turn = takes_turns.then(Turn::take);
            program.binary()
        };
        match binary {
            Ok(binary) if binary.is_empty() => log::debug!("the driver hands out no binary"),
            Ok(binary) => self.folder.put(&self.key, &binary),
            Err(error) => log::warn!("a program is not kept: {error}"),
        }
        log::debug!("{} kept in {:?}", self.key.file_name(), began.elapsed());
    }
}
