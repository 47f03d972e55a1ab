//! Why a loop ran where it did.

use super::choice::DeviceChoice;
use std::fmt;

/// Why a loop ran where it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FallbackReason {
    /// There was nothing to run.
    NoIterations,
    /// Anything but the loop as written would take longer.
    TooShort,
    /// It has taken least there, or is being tried.
    Measured,
    /// A device is faster, and OpenCL is being opened meanwhile.
    Opening,
    /// The host has one thread, which is best used by the loop as written.
    OneThread,
    /// `SCAN_DEVICE` or the clause says so.
    Asked(DeviceChoice),
    /// The process was forked from one that has run loops, and has neither its threads nor its devices.
    Forked,
    /// The system gives no threads.
    NoThreads,
    /// The program was built without threads.
    WithoutThreads,
    /// A carried value is too large for threads' stacks.
    LargeValues,
    /// The carried value's first place is not in the array, or what it holds is not in the operator's domain.
    StartOutOfRange,
    /// One of many scans has no first carried value, or divides by 0 or -1, or clamps between bounds in the wrong order.
    NoBatch,
    /// An iteration has an index outside of an array, if only where a condition keeps it from that.
    IndexOutOfRange,
    /// Only a condition keeps an iteration from such an index, and kernels load before they look at conditions.
    Guarded,
    /// An iteration may panic, as captured values are not what the kernels take for granted.
    Unsound,
    /// The loop calls this function by the name of a declared one.
    AnotherFunction(&'static str),
    /// Iterations store to one place, so their order matters.
    StoresOverlap,
    /// What is combined at computed places has too many elements for each thread to have all of them, beside so few iterations.
    ManyBins,
    /// Few scans of many iterations are better run one after the other.
    FewBatches,
    /// A rank cannot say what its iterations combine to before it runs them.
    Turns,
    /// The loop variable would overflow.
    VariableOverflows,
    /// The results do not fit in memory.
    NoMemory,
    /// A field of a struct is not where kernels look for it.
    FieldElsewhere,
    /// A deterministic loop calls functions whose last bits are the device's own.
    Approximated,
    /// The host lacks what a device has.
    Elsewhere,
    /// An iteration panics; the loop as written does so at the right moment.
    Panicked,
    /// The device's reason.
    Device(String),
    /// The same, and arrays in place are half written: the loop runs only if they are put back.
    HalfWritten(String),
}

impl FallbackReason {
    /// Whether no other place would do better: the loop as written has to run.
    pub(crate) fn is_the_loops_own(&self) -> bool {
        matches!(self, Self::Panicked | Self::StoresOverlap | Self::Elsewhere)
    }

    /// Whether somebody may want to know: the loop could have run elsewhere.
    pub(crate) fn is_a_failure(&self) -> bool {
        !matches!(
            self,
            Self::NoIterations
                | Self::TooShort
                | Self::Measured
                | Self::Opening
                | Self::OneThread
                | Self::FewBatches
                | Self::ManyBins
                | Self::Asked(_)
                | Self::Forked
        )
    }
}

impl fmt::Display for FallbackReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoIterations => f.write_str("no iterations"),
            Self::Turns => f.write_str("ranks take turns, as one of them cannot say beforehand what its iterations combine to"),
            Self::TooShort => f.write_str("too short to gain from anything else"),
            Self::Measured => f.write_str("the fastest of what was tried"),
            Self::Opening => f.write_str("OpenCL is being opened, for a device that is faster"),
            Self::OneThread => f.write_str("the host has one thread"),
            Self::Asked(choice) => write!(f, "asked for by device({choice})"),
            Self::Forked => f.write_str("the process was forked, and has neither threads nor devices"),
            Self::NoThreads => f.write_str("the system gives no threads"),
            Self::WithoutThreads => f.write_str("the program was built without the feature `threads` of scan-runtime"),
            Self::LargeValues => f.write_str("what is carried is too large for the stacks of threads"),
            Self::StartOutOfRange => f.write_str(
                "the first carried value lies outside its array or its operator's domain, or is too great for another order of the \
                 arithmetic",
            ),
            Self::NoBatch => {
                f.write_str("one of the scans has no first carried value, or a captured value that it cannot compute with")
            }
            Self::IndexOutOfRange => {
                f.write_str("an array is shorter than the range, or no more than a condition keeps an iteration from an index outside of it")
            }
            Self::Guarded => f.write_str("only a condition keeps an index in range, and a device loads before it looks at conditions"),
            Self::AnotherFunction(name) => {
                write!(f, "the loop calls `{name}`, which hides the declared function of that name: call that one by its path")
            }
            Self::Unsound => f.write_str(
                "a value from outside the loop is one that kernels cannot compute with: a divisor of 0 or -1, bounds in the wrong order, or too \
                 great a factor",
            ),
            Self::StoresOverlap => f.write_str("several iterations store to one element"),
            Self::ManyBins => f.write_str("the array has too many elements beside the iterations for each thread to have a copy"),
            Self::FewBatches => f.write_str("few scans of many iterations, run one after the other"),
            Self::VariableOverflows => f.write_str("the loop variable overflows"),
            Self::NoMemory => f.write_str("not enough memory"),
            Self::FieldElsewhere => f.write_str("a field is not one of the struct's own"),
            Self::Approximated => f.write_str(
                "it is deterministic, and calls functions such as `sin`, whose last bits differ from device to device",
            ),
            Self::Elsewhere => f.write_str("its arrays are on a device"),
            Self::Panicked => f.write_str("an iteration panics"),
            Self::Device(reason) | Self::HalfWritten(reason) => f.write_str(reason),
        }
    }
}
