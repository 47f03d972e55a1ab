//! Programs, built once in a process for each source and plan, and their kernels, which launches share by turns.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use scan_opencl::DeviceInfo;

use super::check::check_arithmetic;
use super::emit::emit;
use super::found::{Opened, lock};
use super::handles::{Kernel, Program};
use super::plan::Plan;
use super::store::Entry;
use super::text::source;
use super::{Device, Error, layouts};
use crate::job::{Job, Outcome, Times};
use crate::telling::complain;
use crate::value::Layout;

/// The programs of a device.
#[derive(Debug, Default)]
pub(super) struct Programs {
    slots: Mutex<HashMap<Key, Arc<Slot>>>,
    /// One that was kept on disk failed: no other is taken from there.
    distrusts_kept: AtomicBool,
    /// A program was built that may have to be kept.
    has_unkept: AtomicBool,
}

/// Kernels by their names.
pub(super) type Kernels = Vec<(&'static str, Kernel)>;

type Slot = OnceLock<Result<Arc<Built>, Error>>;

/// What makes a program: all of it, as the hash of a text that differs may be the same.
#[derive(Debug, PartialEq, Eq, Hash)]
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
    /// Whether it sees structs as the host does.
    layouts: OnceLock<Result<(), Error>>,
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

/// A device that is ready for a job.
pub(super) struct Prepared<'a> {
    pub(super) opened: &'a Opened,
    pub(super) program: Arc<Built>,
    /// The plan that the program was built for.
    pub(super) plan: Plan,
}

impl Device {
    /// Makes the device ready for `job`.
    pub(super) fn prepare(&self, job: &Job<'_>, plan: Plan) -> Result<Prepared<'_>, Error> {
        let opened = self.opened()?;
        let (program, plan) = opened.programs.built(opened, &self.info, job, plan)?;
        program.check_layouts(self, opened, job)?;
        Ok(Prepared { opened, program, plan })
    }

    /// Keeps what has been built and launched since, for the next process. The thread launches nothing meanwhile.
    pub(super) fn keep_programs(&self) {
        if let Ok(opened) = self.opened() {
            opened.programs.keep();
        }
    }
}

impl Prepared<'_> {
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

/// The text of a program and the options of its build.
#[derive(Debug)]
pub(super) struct Text {
    pub(super) source: String,
    pub(super) options: String,
}

impl Programs {
    /// The program for `job`, and `plan` with a group small enough for its kernels.
    pub(super) fn built(
        &self,
        opened: &Opened,
        info: &DeviceInfo,
        job: &Job<'_>,
        plan: Plan,
    ) -> Result<(Arc<Built>, Plan), Error> {
        let mut plan = plan;
        loop {
            let built = self.built_as_planned(opened, info, job, plan)?;
            if plan.group_size <= built.most_items {
                return Ok((built, plan));
            }
            plan = plan.within(built.most_items)?;
        }
    }

    /// Keeps the programs that have been launched, and are not kept yet.
    fn keep(&self) {
        if self.has_unkept.swap(false, Ordering::Relaxed) {
            let slots: Vec<_> = lock(&self.slots).values().cloned().collect();
            slots.iter().filter_map(|slot| slot.get()?.as_ref().ok()).for_each(|built| built.keep());
        }
    }

    /// Something that was kept on disk may not run: from now on all is compiled. Returns whether that is new, and changes anything.
    pub(super) fn distrust_kept(&self) -> bool {
        let is_new = !self.distrusts_kept.swap(true, Ordering::Relaxed);
        let mut slots = lock(&self.slots);
        let all = slots.len();
        slots.retain(|_, slot| !matches!(slot.get(), Some(Ok(built)) if built.is_loaded));
        is_new && slots.len() < all
    }

    /// How many came from the disk.
    #[cfg(test)]
    pub(super) fn loaded(&self) -> usize {
        let slots = lock(&self.slots);
        slots.values().filter(|slot| matches!(slot.get(), Some(Ok(built)) if built.is_loaded)).count()
    }

    fn built_as_planned(&self, opened: &Opened, info: &DeviceInfo, job: &Job<'_>, plan: Plan) -> Result<Arc<Built>, Error> {
        let slot = Arc::clone(lock(&self.slots).entry(Key::new(job, plan)).or_default());
        // Threads that need the same program wait for the one that builds it, and no others do.
        let built = slot
            .get_or_init(|| {
                self.has_unkept.store(true, Ordering::Relaxed);
                Built::new(opened, info, job, plan).map(Arc::new)
            })
            .clone();
        if built.as_ref().is_err_and(|error| !matches!(error, Error::Build { .. })) {
            // What the compiler rejects it will reject again; a shortage may pass.
            lock(&self.slots).remove(&Key::new(job, plan));
        }
        built
    }
}

impl Key {
    fn new(job: &Job<'_>, plan: Plan) -> Key {
        let source = job.kernels.source;
        let layouts = job.layouts.clone();
        Key { source: (source.as_ptr().addr(), source.len()), definitions: job.definitions.clone(), layouts, plan }
    }
}

impl Built {
    fn new(opened: &Opened, info: &DeviceInfo, job: &Job<'_>, plan: Plan) -> Result<Built, Error> {
        check_arithmetic(info, job)?;
        let text = Text { source: source(info, job), options: plan.options() };
        let entry = Entry::new(job.cache, opened, info, &text);
        let trusted = entry.as_ref().filter(|_| !opened.programs.distrusts_kept.load(Ordering::Relaxed));
        let loaded = trusted.and_then(|entry| entry.load(opened, info, &text, plan));
        let is_loaded = loaded.is_some();
        let (program, kernels) = loaded.map_or_else(|| compile(opened, info, &text, plan), Ok)?;
        log::debug!("{}: {}", job.name, if is_loaded { "the program was kept" } else { "the program was compiled" });
        let mut most_items = usize::MAX;
        for (_, kernel) in &kernels {
            most_items = most_items.min(most_items_of(kernel, info, plan)?);
        }
        Ok(Built {
            program,
            most_items,
            layouts: OnceLock::new(),
            is_used: AtomicBool::new(false),
            free: Mutex::new(kernels.into_iter().map(|(name, kernel)| (name, vec![kernel])).collect()),
            text,
            is_loaded,
            unkept: Mutex::new(entry.filter(|_| !is_loaded)),
            emitted: Mutex::default(),
        })
    }

    /// Keeps it for other processes, once it has been launched: what drivers put off until then is kept with it.
    pub(super) fn keep(&self) {
        let unkept = lock(&self.unkept).take();
        if let Some(entry) = unkept {
            entry.keep(&self.program);
        }
    }

    /// Whether the device sees the job's structs as the host does; it is asked once.
    pub(super) fn check_layouts(&self, device: &Device, opened: &Opened, job: &Job<'_>) -> Result<(), Error> {
        let check = || match layouts::check(device, opened, self, &job.layouts) {
            // A shortage may pass: then nothing has been learnt.
            Err(error) if !matches!(error, Error::Differs { .. }) => Err(error),
            answer => Ok(answer),
        };
        match self.layouts.get() {
            Some(known) => known.clone(),
            None => check().and_then(|answer| self.layouts.get_or_init(|| answer).clone()),
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
        let mut emitted = lock(&self.emitted);
        if let Some(path) = emitted.get(folder) {
            return path.clone();
        }
        let path = emit(name, &self.text, folder)
            .inspect_err(|error| complain(format_args!("the kernels of {name} are not written to {}: {error}", folder.display())))
            .ok();
        emitted.insert(folder.to_owned(), path.clone());
        path
    }
}

/// A program from its text, and its kernels.
fn compile(opened: &Opened, info: &DeviceInfo, text: &Text, plan: Plan) -> Result<(Program, Kernels), Error> {
    let program = opened.context.program(&text.source)?;
    program.build(info.id, &text.options)?;
    let kernels = kernels(&program, plan)?;
    Ok((program, kernels))
}

/// The kernels of the plan.
pub(super) fn kernels(program: &Program, plan: Plan) -> Result<Kernels, Error> {
    plan.kernel_names().iter().map(|&name| Ok((name, program.kernel(name)?))).collect()
}

/// The most work-items in a group that a kernel can run with on the device, as far as the device tells.
fn most_items_of(kernel: &Kernel, info: &DeviceInfo, plan: Plan) -> Result<usize, Error> {
    let fits = kernel.local_memory(info.id)? <= info.local_memory;
    let most = kernel.max_group_size(info.id)?;
    Ok(if fits { most } else { most.min(plan.group_size / 2) })
}
