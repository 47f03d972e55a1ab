//! Programs, built once in a process for each source and plan, and their kernels, which launches share by turns.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Instant;

use scan_opencl::{DeviceInfo, Silence, again};

use super::check::check_arithmetic;
use super::emit::{Text, emit, unwritten};
use super::error::Error;
use super::handles::{Context, Kernel, Program};
use super::plan::Plan;
use super::store::Entry;
use super::text::source;
use crate::model::job::Job;
use crate::model::value::Layout;
use crate::system::lock::lock;
use crate::system::telling::complain;

/// The programs of a device.
#[derive(Debug)]
pub(super) struct Programs {
    /// What tells the device and its driver from others, for the programs that are kept.
    identity: String,
    slots: Mutex<HashMap<Key, Slot>>,
    /// A program has been built, or has not.
    is_news: Condvar,
    /// One that was kept on disk failed: no other is taken from there.
    distrusts_kept: AtomicBool,
    /// A program was built that may have to be kept.
    has_unkept: AtomicBool,
}

/// Kernels by their names.
type Kernels = Vec<(&'static str, Kernel)>;

/// A program that somebody has asked for.
#[derive(Debug)]
enum Slot {
    /// A thread builds it. Nothing is locked meanwhile; others that want it wait. That thread does nothing but call OpenCL.
    InTheMaking,
    /// It was built, or is rejected by the compiler.
    Known(Result<Arc<Built>, Error>),
}

/// What makes a program: all of it, as the hash of a text that differs may be the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    /// Where the source is and how long: texts that are never freed or changed are the same if they are in the same place.
    source: (usize, usize),
    definitions: String,
    layouts: Vec<&'static Layout>,
    plan: Plan,
}

/// A program that was built.
#[derive(Debug)]
pub(super) struct Built {
    program: Program,
    /// The most work-items in a group that all its kernels can run with.
    most_items: usize,
    /// It has been launched: drivers put off a part of the compilation until then.
    is_used: AtomicBool,
    /// Kernels that no launch uses now.
    free: Mutex<HashMap<&'static str, Vec<Kernel>>>,
    text: Text,
    /// It came from the disk.
    pub(super) is_loaded: bool,
    /// Where it is still to be kept.
    unkept: Mutex<Option<Entry>>,
    /// Where the text was written (`None`: it could not be) by the folder asked for.
    emitted: Mutex<HashMap<PathBuf, Option<PathBuf>>>,
}

impl Programs {
    /// Those of the device that is told from others by this.
    pub(super) fn new(identity: String) -> Programs {
        let (slots, is_news) = (Mutex::default(), Condvar::new());
        Programs { identity, slots, is_news, distrusts_kept: AtomicBool::new(false), has_unkept: AtomicBool::new(false) }
    }

    /// The program for `job`, and `plan` with a group small enough for its kernels.
    pub(super) fn built(
        &self,
        context: &Context,
        info: &DeviceInfo,
        job: &Job<'_>,
        plan: Plan,
    ) -> Result<(Arc<Built>, Plan), Error> {
        let mut plan = plan;
        loop {
            let built = self.built_as_planned(context, info, job, plan)?;
            if plan.group_size <= built.most_items {
                return Ok((built, plan));
            }
            plan = plan.within(built.most_items)?;
        }
    }

    /// Keeps the programs that have been launched, and are not kept yet.
    pub(super) fn keep(&self, takes_turns: bool) {
        if self.has_unkept.swap(false, Ordering::Relaxed) {
            self.all().iter().for_each(|built| built.keep(takes_turns));
        }
    }

    /// The programs that were built.
    fn all(&self) -> Vec<Arc<Built>> {
        let built = |slot: &Slot| if let Slot::Known(Ok(built)) = slot { Some(Arc::clone(built)) } else { None };
        lock(&self.slots).values().filter_map(built).collect()
    }

    /// Something that was kept on disk may not run: from now on all is compiled. Returns whether that is new, and changes anything.
    pub(super) fn distrust_kept(&self) -> bool {
        let is_new = !self.distrusts_kept.swap(true, Ordering::Relaxed);
        let is_loaded = |_: &Key, slot: &mut Slot| matches!(slot, Slot::Known(Ok(built)) if built.is_loaded);
        let loaded: Vec<_> = lock(&self.slots).extract_if(is_loaded).collect();
        is_new && !loaded.is_empty()
    }

    /// How many came from the disk.
    #[cfg(test)]
    pub(super) fn loaded(&self) -> usize {
        self.all().iter().filter(|built| built.is_loaded).count()
    }

    fn built_as_planned(&self, context: &Context, info: &DeviceInfo, job: &Job<'_>, plan: Plan) -> Result<Arc<Built>, Error> {
        let kernels = plan.source(job.kernels)?;
        let key = Key::new(job, plan, kernels);
        if let Some(known) = self.known(&key) {
            return known;
        }
        check_arithmetic(info, job, kernels)?;
        let text = Text { source: source(info, job, kernels), options: plan.options() };
        let entry = Entry::new(job.cache, &self.identity, info, &text);
        let trusted = entry.as_ref().filter(|_| !self.distrusts_kept.load(Ordering::Relaxed));
        let binary = trusted.and_then(Entry::binary);
        let Some(claim) = self.claim(key) else { return self.built_as_planned(context, info, job, plan) };
        let began = Instant::now();
        let (refused, built) = Built::new(context, info, text, plan, entry, binary.as_deref());
        let built = claim.settle(built.map(Arc::new));
        refused.into_iter().for_each(|error| log::warn!("{}: a program that was kept is built again: {error}", job.name));
        let how = if built.as_ref().is_ok_and(|built| built.is_loaded) { "kept" } else { "compiled" };
        log::debug!("{}: the program was {how}, and is ready after {:?}", job.name, began.elapsed());
        built
    }

    /// What is known of a program. Threads that need the same one wait for the one that builds it, and no others do.
    fn known(&self, key: &Key) -> Option<Result<Arc<Built>, Error>> {
        let mut slots = lock(&self.slots);
        loop {
            match slots.get(key) {
                None => return None,
                Some(Slot::Known(known)) => return Some(known.clone()),
                Some(Slot::InTheMaking) => slots = self.is_news.wait(slots).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }

    /// The right to build a program, unless somebody has it or has used it.
    fn claim(&self, key: Key) -> Option<Claim<'_>> {
        let mut slots = lock(&self.slots);
        if slots.contains_key(&key) {
            return None;
        }
        slots.insert(key.clone(), Slot::InTheMaking);
        self.has_unkept.store(true, Ordering::Relaxed);
        Some(Claim { programs: self, key, _silence: Silence::begin() })
    }
}

/// The right to build a program. If nothing comes of it, somebody else may have it.
struct Claim<'a> {
    programs: &'a Programs,
    key: Key,
    /// Ends when the others have been told.
    _silence: Silence,
}

impl Claim<'_> {
    /// Tells the others what has come of it: what the compiler rejects it will reject again, and a shortage may pass.
    fn settle(self, built: Result<Arc<Built>, Error>) -> Result<Arc<Built>, Error> {
        if matches!(built, Ok(_) | Err(Error::Build { .. })) {
            lock(&self.programs.slots).insert(self.key.clone(), Slot::Known(built.clone()));
        }
        built
    }
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        let mut slots = lock(&self.programs.slots);
        if matches!(slots.get(&self.key), Some(Slot::InTheMaking)) {
            slots.remove(&self.key);
        }
        drop(slots);
        self.programs.is_news.notify_all();
    }
}

impl Key {
    fn new(job: &Job<'_>, plan: Plan, source: &'static str) -> Key {
        let layouts = job.layouts.clone();
        Key { source: (source.as_ptr().addr(), source.len()), definitions: job.definitions.clone(), layouts, plan }
    }
}

impl Built {
    /// Builds a program: from its `binary`, if there is one, or else from its text. Also returns why the driver has refused the binary.
    fn new(
        context: &Context,
        info: &DeviceInfo,
        text: Text,
        plan: Plan,
        entry: Option<Entry>,
        binary: Option<&[u8]>,
    ) -> (Option<Error>, Result<Built, Error>) {
        let loaded = binary.map(|binary| load(context, info, &text, plan, binary)).transpose();
        let (refused, loaded) = loaded.map_or_else(|error| (Some(error), None), |loaded| (None, loaded));
        let is_loaded = loaded.is_some();
        let built = loaded.map_or_else(|| compile(context, info, &text, plan), Ok);
        let built = built.and_then(|(program, kernels)| {
            let most_items = most_items_of(&kernels, info, plan)?;
            Ok(Built {
                program,
                most_items,
                is_used: AtomicBool::new(false),
                free: Mutex::new(kernels.into_iter().map(|(name, kernel)| (name, vec![kernel])).collect()),
                text,
                is_loaded,
                unkept: Mutex::new(entry.filter(|_| !is_loaded)),
                emitted: Mutex::default(),
            })
        });
        (refused, built)
    }

    /// Keeps it for other processes, once it has been launched: what drivers put off until then is kept with it.
    fn keep(&self, takes_turns: bool) {
        let unkept = lock(&self.unkept).take();
        if let Some(entry) = unkept {
            entry.keep(&self.program, takes_turns);
        }
    }

    /// Whether nobody has asked this before.
    pub(super) fn is_first_launch(&self) -> bool {
        !self.is_used.swap(true, Ordering::Relaxed)
    }

    /// Lets `with` use a kernel that nobody else has meanwhile. Its arguments are those of an earlier launch.
    pub(super) fn with_kernel<R>(&self, name: &'static str, with: impl FnOnce(&Kernel) -> Result<R, Error>) -> Result<R, Error> {
        let free = lock(&self.free).get_mut(name).and_then(Vec::pop);
        let kernel = free.map_or_else(|| self.program.kernel(name), Ok)?;
        let result = with(&kernel);
        lock(&self.free).entry(name).or_default().push(kernel);
        result
    }

    /// Writes the text to a file in `folder`, the first time, and says where it is.
    pub(super) fn emit(&self, name: &str, folder: &Path) -> Option<PathBuf> {
        let known = lock(&self.emitted).get(folder).cloned();
        known.unwrap_or_else(|| {
            let path = emit(name, &self.text, folder).inspect_err(|error| complain(unwritten(name, folder, error))).ok();
            lock(&self.emitted).insert(folder.to_owned(), path.clone());
            path
        })
    }
}

/// A program from its text, and its kernels.
fn compile(context: &Context, info: &DeviceInfo, text: &Text, plan: Plan) -> Result<(Program, Kernels), Error> {
    built(context.program(&text.code())?, info, text, plan)
}

/// A program that was kept, and its kernels.
fn load(context: &Context, info: &DeviceInfo, text: &Text, plan: Plan, binary: &[u8]) -> Result<(Program, Kernels), Error> {
    built(context.program_of_binary(info.id, binary)?, info, text, plan)
}

fn built(program: Program, info: &DeviceInfo, text: &Text, plan: Plan) -> Result<(Program, Kernels), Error> {
    program.build(info.id, &text.options)?;
    let kernels = plan.kernel_names().iter().map(|&name| Ok((name, program.kernel(name)?))).collect::<Result<_, Error>>()?;
    Ok((program, kernels))
}

/// The most work-items in a group that all kernels can run with on the device, as far as the device tells.
fn most_items_of(kernels: &Kernels, info: &DeviceInfo, plan: Plan) -> Result<usize, Error> {
    let mut most = usize::MAX;
    for (_, kernel) in kernels {
        let fits = again(|| kernel.local_memory(info.id))? <= info.local_memory;
        let of_kernel = again(|| kernel.max_group_size(info.id))?;
        most = most.min(if fits { of_kernel } else { of_kernel.min(plan.group_size / 2) });
    }
    Ok(most)
}
