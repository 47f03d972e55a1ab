//! Whether a device can do a job at all. It is asked before anything is allocated or run.

use scan_opencl::{DeviceInfo, Kind};

use super::error::Error;
use crate::model::job::{Job, OutputWindow};
use crate::model::site::Algorithm;

/// What kernels that combine at computed places ask for by these names.
const INT64_ATOMICS: &str = "cl_khr_int64_base_atomics";
const INT64_EXTENDED_ATOMICS: &str = "cl_khr_int64_extended_atomics";

/// The batches that a GPU takes at least where each is a work-item's, as `deterministic` ones are, and how long one has to be for that to
/// matter.
const GPU_BATCHES: u64 = 64;
const LONG_BATCH: u64 = 2048;

/// What the device must have, and has, for this many iterations. What the kernels ask of it is `check_arithmetic`, and whether the
/// arrays fit is a question for `Limits`.
pub(super) fn check(info: &DeviceInfo, job: &Job<'_>) -> Result<(), Error> {
    check_shape(job)?;
    check_batches(info, job)?;
    check_addresses(info, job)?;
    check_order(job)
}

fn check_shape(job: &Job<'_>) -> Result<(), Error> {
    if job.n == 0 {
        return Err(Error::Layout("a loop without iterations has nothing to do on a device"));
    }
    let carries = !matches!(job.kernels.algorithm, Algorithm::Map | Algorithm::Bins | Algorithm::Scatter);
    if carries == (job.carried == 0) || job.start.len() != job.carried {
        return Err(Error::Layout("the start value is not of the carried type's size"));
    }
    let is_foreign = |output: &OutputWindow| output.input.is_some_and(|input| input >= job.inputs.len());
    if job.outputs.iter().any(is_foreign) {
        return Err(Error::Layout("an array in place is none of the inputs"));
    }
    Ok(())
}

/// A kernel computes what Rust computes, or it isn't run. It reads all of the program's text, so it is asked once a program.
pub(super) fn check_arithmetic(info: &DeviceInfo, job: &Job<'_>, source: &str) -> Result<(), Error> {
    let uses_float = [&*job.definitions, source].iter().any(|text| has_identifier(text, "float"));
    if job.kernels.needs_fp64 && !info.has_fp64 {
        return Err(Error::Unsupported("f64 (cl_khr_fp64)"));
    }
    if job.kernels.needs_rounded_division && !info.has_rounded_division {
        return Err(Error::Unsupported("correctly rounded f32 division (CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT)"));
    }
    for extension in [INT64_ATOMICS, INT64_EXTENDED_ATOMICS] {
        let is_there = || info.extensions.split_whitespace().any(|there| there == extension);
        if job.kernels.algorithm == Algorithm::Bins && has_identifier(source, extension) && !is_there() {
            return Err(Error::Unsupported(extension));
        }
    }
    // A device that flushes them to zero gives other sums than the loop, without any division.
    if uses_float && !info.has_subnormals {
        return Err(Error::Unsupported("subnormal f32 numbers (CL_FP_DENORM)"));
    }
    Ok(())
}

/// A work-item of a GPU takes a hundred times as long for a long batch as one of the host's threads, so that it takes many of them.
fn check_batches(info: &DeviceInfo, job: &Job<'_>) -> Result<(), Error> {
    let Some(batches) = job.batches.filter(|_| info.kind == Kind::Gpu && job.deterministic) else { return Ok(()) };
    let of_each = if batches.first.is_some() { job.n } else { job.n / batches.count.max(1) };
    match batches.count {
        count @ ..GPU_BATCHES if of_each >= LONG_BATCH => Err(Error::TooFewBatches { batches: count, least: GPU_BATCHES }),
        _ => Ok(()),
    }
}

fn check_addresses(info: &DeviceInfo, job: &Job<'_>) -> Result<(), Error> {
    if info.address_bits < 64 && u32::try_from(job.n).is_err() {
        return Err(Error::Unsupported("64-bit addresses, for so many iterations"));
    }
    Ok(())
}

/// Host threads have the same order of combination as `reduce_then_scan`, which may stand in for `lookback`, and as `reduce`.
fn check_order(job: &Job<'_>) -> Result<(), Error> {
    use Algorithm::{Batched, Bins, Lookback, Reduce, ReduceThenScan, Scatter};
    // What is done at computed places is the same in any order.
    let has_order = matches!(job.kernels.algorithm, Lookback | ReduceThenScan | Reduce | Batched | Bins | Scatter);
    if job.deterministic && !has_order {
        return Err(Error::Unsupported("a deterministic order for this algorithm"));
    }
    Ok(())
}

/// Whether `identifier` stands in `text` as a word, or as a vector type's beginning (`float4`).
fn has_identifier(text: &str, identifier: &str) -> bool {
    text.match_indices(identifier).any(|(place, _)| {
        let before = text[..place].chars().next_back();
        !before.is_some_and(|character| character.is_alphanumeric() || character == '_')
    })
}

#[cfg(test)]
mod tests {
    use super::has_identifier;

    #[test]
    fn an_identifier_begins_a_word() {
        assert!(has_identifier("typedef float scan_t;", "float"));
        assert!(has_identifier("(float4)(0)", "float"));
        assert!(!has_identifier("int my_float = afloat;", "float"));
    }
}
