//! The attribute macros of scan-runtime: a shell over the compiler, [`scanc`]. Depend on scan-runtime, which re-exports them.

use proc_macro::TokenStream;

/// Runs a sequential loop as a parallel scan (a prefix sum) on an OpenCL device, on host threads, or as written: what pays.
///
/// The loop stays the meaning: the arrays, scalars and panics are its own. What is not provably a scan does not compile, with the
/// reason at the expression that stops it.
///
/// ```ignore
/// use scan_runtime::scan;
///
/// #[scan(+ : y)]
/// fn prefix_sum(x: &[i32], y: &mut [i32]) {
///     y[0] = 0;
///     for i in 1..y.len() {
///         y[i] = y[i - 1] + x[i - 1];
///     }
/// }
/// ```
///
/// Before the colon stands the operator, `+ - * & | ^ && || min max`; after it what is scanned, an array or the scalar that is
/// carried; then clauses: `map(to: x)`, `device(gpu)`, `algorithm(blelloch)`, `group_size(64)`, `deterministic`, `inclusive`,
/// `exclusive`, `crate = path`. In a function of several loops write a bare `#[scan]` above the function, and `#[scan(…)]` above
/// each loop that is one. Several values may be carried: `#[scan(+ : sum, max : most)]`.
#[proc_macro_attribute]
pub fn scan(arguments: TokenStream, item: TokenStream) -> TokenStream {
    scanc::expand(scanc::Word::Scan, arguments.into(), item.into(), file()).into()
}

/// Runs a loop that accumulates, `sum += x[i]`, as a parallel reduction: on an OpenCL device, on host threads, or as written.
///
/// ```ignore
/// use scan_runtime::reduce;
///
/// #[reduce(+ : sum, max : most)]
/// fn sum_and_maximum(x: &[i64]) -> (i64, i64) {
///     let (mut sum, mut most) = (0i64, i64::MIN);
///     for i in 0..x.len() {
///         sum += x[i];
///         most = most.max(x[i]);
///     }
///     (sum, most)
/// }
/// ```
///
/// All that is accumulated is computed in one pass. `if x[i] > most { most = x[i]; at = i; }` is a maximum that takes `at` along. The
/// clauses are those of [`macro@scan`]; `#[scan(…)]` and `#[reduce(…)]` may stand on one loop.
#[proc_macro_attribute]
pub fn reduce(arguments: TokenStream, item: TokenStream) -> TokenStream {
    scanc::expand(scanc::Word::Reduce, arguments.into(), item.into(), file()).into()
}

/// Runs a loop whose iterations are independent, `y[i] = f(x[i])`, in parallel: on an OpenCL device, on host threads, or as written.
///
/// ```ignore
/// use scan_runtime::parallel_for;
///
/// #[parallel_for]
/// fn look_up(levels: &[u8], pixels: &[u8], out: &mut [u8]) {
///     for i in 0..out.len() {
///         out[i] = levels[pixels[i] as usize];
///     }
/// }
/// ```
///
/// A loop that carries a value from one iteration to the next does not compile: it is a [`macro@scan`] or a [`macro@reduce`]. Each
/// iteration stores in elements of its own, which its indices must show.
///
/// Where iterations panic, the panic is that of the first one, and an array that the loop reads as well as stores is as the loop leaves
/// it. Which of the others have stored what they store elsewhere is left open.
///
/// The clauses `map(…)`, `device(…)`, `group_size(…)` and
/// `crate = path` are those of [`macro@scan`].
#[proc_macro_attribute]
pub fn parallel_for(arguments: TokenStream, item: TokenStream) -> TokenStream {
    scanc::expand(scanc::Word::ParallelFor, arguments.into(), item.into(), file()).into()
}

/// Lets kernels use types and functions: on a `mod` that holds them, or on one item that needs no other.
///
/// ```ignore
/// use scan_runtime::{declare_scan, declare_target, scan};
///
/// #[declare_target]
/// mod poly {
///     #[repr(C)]
///     #[derive(Clone, Copy, Debug, PartialEq)]
///     pub struct Pair {
///         pub x: i32,
///         pub y: i32,
///     }
///
///     #[declare_scan(identity = Pair { x: 0, y: 1 })]
///     pub fn op(a: Pair, b: Pair) -> Pair {
///         Pair { x: a.x * b.y + b.x, y: a.y * b.y }
///     }
/// }
///
/// #[scan(poly::op : t)]
/// fn partial_values(h: &[poly::Pair], t: &mut [poly::Pair]) {
///     for i in 1..t.len() {
///         t[i] = poly::op(t[i - 1], h[i - 1]);
///     }
/// }
/// ```
///
/// Structs are `#[repr(C)]`, with fields of primitive types, fixed arrays, and other structs and enums of the module; enums have no
/// fields and an integer `repr`. All are `Copy`. A type gets `scan_runtime::Element`. The argument `crate = path` names the crate
/// `scan_runtime` where Cargo.toml does not tell.
#[proc_macro_attribute]
pub fn declare_target(arguments: TokenStream, item: TokenStream) -> TokenStream {
    scanc::expand_declare_target(arguments.into(), item.into()).into()
}

/// Declares an operator of scans: on a `fn op(a: T, b: T) -> T`, or on an `impl Add` (`Mul`, `BitAnd`, `BitOr`, `BitXor`) `for T`.
///
/// `#[declare_scan(identity = EXPR)]` makes `T` with the operator a `scan_runtime::Monoid`; without an identity it is a
/// `scan_runtime::Semigroup`, which is enough for every scan of a loop. `#[scan(op : t)]` and `#[scan(* : t)]` then name the operator.
///
/// That the operator is associative, and the identity neutral on both sides, is tested on some thousands of values while it is
/// compiled; what breaks a law is a compile error with a counterexample. `domain = |a| a.value < 7` among the arguments, or the name of
/// a function there, says on which values the laws hold: they are tested on these, and a loop that has another value runs as written.
/// With `no_overflow` they are tested where no integer overflows. `assume_associative` vouches for the laws.
///
/// It stands in a `#[declare_target] mod` with the types and functions that it uses, or alone on an operator on a primitive type.
#[proc_macro_attribute]
pub fn declare_scan(arguments: TokenStream, item: TokenStream) -> TokenStream {
    scanc::expand_declare_scan(arguments.into(), item.into()).into()
}

/// The file of the attribute.
fn file() -> Option<std::path::PathBuf> {
    proc_macro::Span::call_site().local_file()
}
