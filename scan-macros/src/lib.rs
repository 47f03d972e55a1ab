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
/// each loop that is one.
#[proc_macro_attribute]
pub fn scan(arguments: TokenStream, item: TokenStream) -> TokenStream {
    scanc::expand(arguments.into(), item.into()).into()
}
