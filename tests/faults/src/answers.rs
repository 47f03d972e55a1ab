//! What a driver says of itself, its devices and its kernels, replaced by nonsense.

use std::env;
use std::sync::OnceLock;

use ocl::ffi::{c_void, cl_int, cl_uint};

/// `FUNCTION:PARAMETER:KIND:VALUE`: what `FUNCTION` says when it is asked for `PARAMETER`, a number or `*`. Several are separated by `;`.
#[derive(Debug)]
pub struct Lie {
    function: String,
    parameter: Option<u64>,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// `number:N`: as many bytes as the true answer has, as an integer.
    Number(u64),
    /// `size:N`: so many bytes are told to be there, and as many as fit are written.
    Size(usize),
    /// `bytes:HEX`: these bytes, instead of the true ones.
    Bytes(Vec<u8>),
    /// `count:N`: there are so many platforms or devices.
    Count(cl_uint),
}

/// Where a function puts an answer.
#[derive(Clone, Copy)]
pub struct Place {
    /// How much room there is.
    pub size: usize,
    /// Where, or null.
    pub value: *mut c_void,
    /// Where the answer's size goes, or null.
    pub told: *mut usize,
}

/// Replaces the answer of a function, which has succeeded.
///
/// # Safety
///
/// The places are null, or as large as OpenCL asks for.
pub unsafe fn replace(function: &str, parameter: u64, Place { size, value, told }: Place) -> Option<cl_int> {
    let lie = lies(function).find(|lie| lie.parameter.is_none_or(|asked| asked == parameter))?;
    let bytes = match &lie.kind {
        Kind::Number(number) => number.to_ne_bytes()[..size.min(8)].to_vec(),
        Kind::Size(size) => {
            if !told.is_null() {
                // SAFETY: not null, so room for a size.
                unsafe { told.write(*size) };
            }
            return Some(0);
        }
        Kind::Bytes(bytes) => {
            if !told.is_null() {
                // SAFETY: as above.
                unsafe { told.write(bytes.len()) };
            }
            bytes.clone()
        }
        Kind::Count(_) => return None,
    };
    if !value.is_null() {
        // SAFETY: no more than there is room for.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), value.cast(), bytes.len().min(size)) };
    }
    Some(0)
}

/// How many platforms or devices there are said to be.
pub fn count(function: &str) -> Option<cl_uint> {
    lies(function).find_map(|lie| if let Kind::Count(count) = lie.kind { Some(count) } else { None })
}

/// The lies of a function.
fn lies(function: &str) -> impl Iterator<Item = &'static Lie> {
    static LIES: OnceLock<Vec<Lie>> = OnceLock::new();
    let read = || {
        let text = env::var("FAULTS_ANSWER").unwrap_or_default();
        let lies = text.split(';').filter(|lie| !lie.is_empty());
        lies.map(|lie| parse(lie).unwrap_or_else(|| panic!("FAULTS_ANSWER={text}"))).collect()
    };
    LIES.get_or_init(read).iter().filter(move |lie| lie.function == function)
}

fn parse(text: &str) -> Option<Lie> {
    let [function, parameter, kind, value] = *text.split(':').collect::<Vec<_>>() else { return None };
    let kind = match kind {
        "number" => Kind::Number(value.parse().ok()?),
        "size" => Kind::Size(value.parse().ok()?),
        "bytes" => Kind::Bytes(hex(value)?),
        "count" => Kind::Count(value.parse().ok()?),
        _ => return None,
    };
    let parameter = if parameter == "*" { None } else { Some(number(parameter)?) };
    Some(Lie { function: function.to_owned(), parameter, kind })
}

fn number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

fn hex(text: &str) -> Option<Vec<u8>> {
    let pair = |at: usize| u8::from_str_radix(text.get(at..at + 2)?, 16).ok();
    (0..text.len()).step_by(2).map(pair).collect()
}
