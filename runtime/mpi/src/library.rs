//! The library, and its two binary interfaces: in Open MPI's a handle points to what the library exports, in MPICH's it is a number.

use crate::Error;
use libloading::os::unix::{Library as Opened, RTLD_GLOBAL, RTLD_NOW};
use std::ffi::{c_int, c_void};
use std::fmt;
use std::mem::MaybeUninit;
use std::ptr::null_mut;

/// `MPI_THREAD_FUNNELED`, in both.
const FUNNELED: c_int = 1;
/// MPICH's `MPI_COMM_WORLD` and `MPI_BYTE`.
const MPICH_WORLD: c_int = 0x4400_0000;
const MPICH_BYTE: c_int = 0x4c00_010d;

/// An opened library, in which MPI has begun.
#[derive(Debug)]
pub(crate) struct Library {
    name: String,
    functions: Functions,
    /// MPI has begun here.
    finalize: Option<unsafe extern "C" fn() -> c_int>,
    /// The functions are its.
    _opened: Opened,
}

#[derive(Debug)]
enum Functions {
    OpenMpi(Of<*mut c_void>),
    Mpich(Of<c_int>),
}

type RankOrSize<H> = unsafe extern "C" fn(H, *mut c_int) -> c_int;
type AllGather<H> = unsafe extern "C" fn(*const c_void, c_int, H, *mut c_void, c_int, H, H) -> c_int;
type Abort<H> = unsafe extern "C" fn(H, c_int) -> c_int;

/// The functions that take handles, with the two that they are given.
#[derive(Debug)]
struct Of<H> {
    world: H,
    byte: H,
    rank: RankOrSize<H>,
    size: RankOrSize<H>,
    all_gather: AllGather<H>,
    abort: Abort<H>,
}

impl Library {
    /// Opens the first library of these names that there is, and has MPI begin, if it has not yet: then it calls `before` before that.
    pub(crate) fn open(names: &[String], before: impl FnOnce()) -> Result<Self, Error> {
        let found = names.iter().find_map(|name| {
            // Open MPI's own parts look for its symbols among the global ones.
            // SAFETY: what an MPI library does when it is opened is what linking it would have it do.
            let opened = unsafe { Opened::open(Some(name), RTLD_NOW | RTLD_GLOBAL) };
            opened.ok().map(|opened| (name.clone(), opened))
        });
        let (name, opened) = found.ok_or_else(|| Error::NoLibrary(names.join(", ")))?;
        let symbols = Symbols { name: &name, opened: &opened };
        // SAFETY: the types of these functions, and of what handles are, as MPI and the two libraries define them.
        let (functions, finalize) = unsafe {
            let functions = match symbols.address("ompi_mpi_comm_world") {
                Ok(world) => Functions::OpenMpi(Of::new(&symbols, world, symbols.address("ompi_mpi_byte")?)?),
                Err(_) => Functions::Mpich(Of::new(&symbols, MPICH_WORLD, MPICH_BYTE)?),
            };
            (functions, begin(&symbols, before)?)
        };
        Ok(Self { name, functions, finalize, _opened: opened })
    }

    /// This process in `MPI_COMM_WORLD`.
    pub(crate) fn rank_and_size(&self) -> Result<(usize, usize), Error> {
        match &self.functions {
            Functions::OpenMpi(functions) => functions.rank_and_size(),
            Functions::Mpich(functions) => functions.rank_and_size(),
        }
    }

    /// `all` has room for as many bytes of every rank.
    ///
    /// # Panics
    /// If the call fails, where that does not end the program, or the bytes are too many for MPI to count.
    pub(crate) fn all_gather(&self, mine: &[MaybeUninit<u8>], all: &mut [MaybeUninit<u8>]) {
        match &self.functions {
            Functions::OpenMpi(functions) => functions.all_gather(mine, all),
            Functions::Mpich(functions) => functions.all_gather(mine, all),
        }
    }

    /// Ends the program on all ranks; returns only where that is not possible.
    pub(crate) fn abort(&self) {
        // Where it cannot be told what is read, it may be.
        #[cfg(target_os = "linux")]
        let _ = crate::last_words::wait_until_read();
        // SAFETY: MPI has begun, and has not ended as long as there is a world.
        unsafe {
            match &self.functions {
                Functions::OpenMpi(functions) => (functions.abort)(functions.world, 1),
                Functions::Mpich(functions) => (functions.abort)(functions.world, 1),
            };
        }
    }

    /// Ends MPI, if it has begun here. Called once.
    pub(crate) fn finalize(&self) {
        if let Some(finalize) = self.finalize {
            // SAFETY: it has begun here, by this thread, and nobody has a world any more.
            unsafe { finalize() };
        }
    }
}

/// `libmpi.so.40 (Open MPI)`
impl fmt::Display for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.functions {
            Functions::OpenMpi(_) => "Open MPI",
            Functions::Mpich(_) => "MPICH",
        };
        write!(f, "{} ({kind})", self.name)
    }
}

/// Has MPI begin, unless it has already, and calls `before` before that. Returns what ends it then.
///
/// # Safety
/// The library is one of MPI.
unsafe fn begin(symbols: &Symbols<'_>, before: impl FnOnce()) -> Result<Option<unsafe extern "C" fn() -> c_int>, Error> {
    type Flag = unsafe extern "C" fn(*mut c_int) -> c_int;
    type Init = unsafe extern "C" fn(*mut c_int, *mut c_void, c_int, *mut c_int) -> c_int;
    // SAFETY: these are their types, and they may be called at any time; `MPI_Init_thread` where neither has been.
    unsafe {
        let (mut is_begun, mut is_over, mut provided) = (0, 0, FUNNELED);
        done("MPI_Finalized", symbols.get::<Flag>("MPI_Finalized")?(&mut is_over))?;
        if is_over != 0 {
            return Err(Error::Ended);
        }
        done("MPI_Initialized", symbols.get::<Flag>("MPI_Initialized")?(&mut is_begun))?;
        if is_begun != 0 {
            return Ok(None);
        }
        let (init, finalize) = (symbols.get::<Init>("MPI_Init_thread")?, symbols.get("MPI_Finalize")?);
        before();
        done("MPI_Init_thread", init(null_mut(), null_mut(), FUNNELED, &mut provided))?;
        if provided < FUNNELED { Err(Error::NoThreads) } else { Ok(Some(finalize)) }
    }
}

impl<H: Copy> Of<H> {
    /// # Safety
    /// The library is one of MPI whose handles are of this type, and these are two of them.
    unsafe fn new(symbols: &Symbols<'_>, world: H, byte: H) -> Result<Self, Error> {
        // SAFETY: these are their types.
        unsafe {
            let (rank, size) = (symbols.get("MPI_Comm_rank")?, symbols.get("MPI_Comm_size")?);
            let (all_gather, abort) = (symbols.get("MPI_Allgather")?, symbols.get("MPI_Abort")?);
            Ok(Self { world, byte, rank, size, all_gather, abort })
        }
    }

    fn rank_and_size(&self) -> Result<(usize, usize), Error> {
        let (mut rank, mut size) = (0, 0);
        // SAFETY: MPI has begun, and the world is its.
        unsafe {
            done("MPI_Comm_rank", (self.rank)(self.world, &mut rank))?;
            done("MPI_Comm_size", (self.size)(self.world, &mut size))?;
        }
        Ok((rank.unsigned_abs() as usize, size.unsigned_abs() as usize))
    }

    fn all_gather(&self, mine: &[MaybeUninit<u8>], all: &mut [MaybeUninit<u8>]) {
        let count = c_int::try_from(mine.len()).expect("MPI counts bytes in 31 bits");
        let (theirs, byte, world) = (all.as_mut_ptr().cast(), self.byte, self.world);
        // SAFETY: MPI has begun; `mine` has so many bytes, and `all` as many for every rank.
        let code = unsafe { (self.all_gather)(mine.as_ptr().cast(), count, byte, theirs, count, byte, world) };
        assert_eq!(code, 0, "the code of MPI_Allgather");
    }
}

/// The symbols of a library.
struct Symbols<'a> {
    name: &'a str,
    opened: &'a Opened,
}

impl Symbols<'_> {
    fn lacks(&self, symbol: &'static str, error: &libloading::Error) -> Error {
        Error::NoSymbol { library: self.name.to_owned(), symbol, reason: error.to_string() }
    }

    /// # Safety
    /// `F` is the type of the function, which is not called once the library is closed.
    unsafe fn get<F: Copy>(&self, function: &'static str) -> Result<F, Error> {
        // SAFETY: the caller's promise.
        let found = unsafe { self.opened.get::<F>(function.as_bytes()) };
        found.map(|found| *found).map_err(|error| self.lacks(function, &error))
    }

    /// Where a variable of the library is.
    fn address(&self, variable: &'static str) -> Result<*mut c_void, Error> {
        // SAFETY: nothing is read there.
        let found = unsafe { self.opened.get::<*mut c_void>(variable.as_bytes()) };
        found.map(|found| found.into_raw()).map_err(|error| self.lacks(variable, &error))
    }
}

fn done(call: &'static str, code: c_int) -> Result<(), Error> {
    if code == 0 { Ok(()) } else { Err(Error::Failed { call, code }) }
}
