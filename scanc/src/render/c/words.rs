//! Words that have a meaning in OpenCL C or in kernels.

/// Of C99, and of OpenCL C, and what the headers define as macros and types.
#[rustfmt::skip]
pub(super) const KEYWORDS: &[&str] = &[
    "auto", "bool", "break", "case", "char", "complex", "const", "constant", "continue", "default", "do", "double", "else", "enum",
    "extern", "false", "float", "for", "generic", "global", "goto", "half", "if", "imaginary", "inline", "int", "kernel", "local",
    "long", "pipe", "private", "quad", "read_only", "read_write", "register", "restrict", "return", "short", "signed", "sizeof",
    "static", "struct", "switch", "true", "typedef", "uchar", "uint", "ulong", "uniform", "union", "unsigned", "ushort", "vec_step",
    "void", "volatile", "while", "write_only", "asm", "typeof", "class", "template", "namespace", "this", "new", "delete", "operator",
    "event_t", "sampler_t", "reserve_id_t", "main", "kernel_exec", "intptr_t", "uintptr_t", "ptrdiff_t", "size_t", "NULL",
    "INFINITY", "NAN", "HUGE_VAL", "HUGE_VALF", "MAXFLOAT", "FP_CONTRACT", "linux", "unix", "i386", "offsetof", "NDEBUG",
    "CHAR_BIT", "CHAR_MAX", "CHAR_MIN", "SCHAR_MAX", "SCHAR_MIN", "UCHAR_MAX", "SHRT_MAX", "SHRT_MIN", "USHRT_MAX", "INT_MAX",
    "INT_MIN", "UINT_MAX", "LONG_MAX", "LONG_MIN", "ULONG_MAX", "M_E", "M_PI", "M_E_F", "M_PI_F", "M_LN2", "M_SQRT2", "FLT_MAX",
    "FLT_MIN", "FLT_EPSILON", "DBL_MAX", "DBL_MIN", "DBL_EPSILON", "FLT_DIG", "DBL_DIG",
];

/// OpenCL C's functions.
#[rustfmt::skip]
pub(super) const BUILTINS: &[&str] = &[
    "abs", "abs_diff", "acos", "acosh", "acospi", "add_sat", "all", "any", "asin", "asinh", "asinpi", "atan", "atan2", "atan2pi",
    "atanh", "atanpi", "atom_add", "atom_inc", "atom_xchg", "atomic_add", "atomic_and", "atomic_cmpxchg", "atomic_dec", "atomic_inc", "atomic_max", "atomic_min",
    "atomic_or", "atomic_sub", "atomic_xchg", "atomic_xor", "barrier", "bitselect", "cbrt", "ceil", "clamp", "clz", "copysign",
    "cos", "cosh", "cospi", "cross", "ctz", "degrees", "distance", "dot", "erf", "erfc", "exp", "exp10", "exp2", "expm1", "fabs",
    "fast_distance", "fast_length", "fast_normalize", "fdim", "floor", "fma", "fmax", "fmin", "fmod", "fract", "frexp",
    "get_global_id", "get_global_offset", "get_global_size", "get_group_id", "get_local_id", "get_local_size", "get_num_groups",
    "get_work_dim", "hadd", "hypot", "ilogb", "isequal", "isfinite", "isgreater", "isgreaterequal", "isinf", "isless",
    "islessequal", "islessgreater", "isnan", "isnormal", "isnotequal", "isordered", "isunordered", "ldexp", "length", "lgamma",
    "lgamma_r", "log", "log10", "log1p", "log2", "logb", "mad", "mad24", "mad_hi", "mad_sat", "max", "maxmag", "mem_fence", "min",
    "minmag", "mix", "modf", "mul24", "mul_hi", "nan", "nextafter", "normalize", "popcount", "pow", "pown", "powr", "prefetch",
    "printf", "radians", "read_mem_fence", "remainder", "remquo", "rhadd", "rint", "rootn", "rotate", "round", "rsqrt", "select",
    "shuffle", "shuffle2", "sign", "signbit", "sin", "sincos", "sinh", "sinpi", "smoothstep", "sqrt", "step", "sub_sat", "tan",
    "tanh", "tanpi", "tgamma", "trunc", "upsample", "wait_group_events", "write_mem_fence",
];

/// What the kernels' templates call their own. A template that declares another name adds it here.
#[rustfmt::skip]
pub(super) const KERNEL_WORDS: &[&str] = &[
    "scan_t", "scan_op", "within_domain", "element", "store", "first", "n", "panicked", "before", "after", "left", "right", "start", "partial",
    "prefix", "prefixes", "sums", "totals", "tiles", "count", "carry", "in", "GROUP_SIZE", "ITEMS", "STEP", 
    "reduce_tiles", "scan_totals", "scan_tiles", "scan_blocks", "scan_block_sums", "add_prefixes", "finish", "checked_index", "checked_slice",
    "BLOCK", "BLOCK_MEMORY", "COLUMNS", "TILE", "begin", "block", "done", "end", "fold", "inclusive", "item", "iteration", "runs",
    "scan_block", "scan_runs", "tile", "total", "up_sweep", "value_0", "value_1", "value_2", "value_3",
    "SPINS", "STATUS_WORDS", "AGGREGATE", "PREFIX", "RUNS", "WINDOW", "LANES", "NEUTRAL", "AHEAD", "FETCH", "CONTINUES", "IN_PLACE",
    "STREAMED_FROM", "packed_t", "lanes_t", "publish", "poll", "wait_for", "single_pass_scan", "combine_lanes",
    "first_ticket", "upper", "reqd_work_group_size",
    "load_lanes", "STREAM", "scan_lanes", "fold_lanes", "delay", "is_streamed", "is_large", "fits", "state", "first_index", "carried",
    "run_length", "after_runs", "part", "remainder", "gathered", "lane", "lanes", "partials", "ticket", "window",
    "nearest_prefix", "used", "read_word", "elements", "LOADS", "before_tile", "before_run", "run_begin", "run_end", "slot", "predecessor", "status_word", "status", "spins", "value",
    "most", "is_known", "combine_totals", "fold_tile", "fold_rows", "rows_t", "value_at", "put", "ROW", "chains", "CHAINS", "length",
    "map", "start_values", "first_batch", "batch",
    "batches", "lag", "scan_batches", "reduce_segments", "segment", "segment_begin", "segment_end", "of_segment", "tile_begin", "tile_end", "BATCHES", "GROUP_A_BATCH", "SIDE_BY_SIDE", "next", "befores", "afters",
    "until", "second", "third", "fourth", "from", "to", "distance", "last", "has_room", "WIDE", "words_t", "WORDS",
    "load_rows", "loaded", "iterations", "row", "row_begin", "row_end", "column", "of_tile", "are_too_many",
    "combine_neighbours", "is_small", "pair", "first_of_pair", "narrow", "wide", "rows", "values", "word", "words",
    "packed", "failed", "BY_REFERENCE", "known_before", "is_folded", "stored", "unit", "units",
    "kept", "kept_of", "flags", "bytes", "SPARSE", "state_after", "states_after", "bins", "bin", "all", "own", "place", "scatter", "take", "taken", "bit", "is_free",
];

/// The helpers, less the type that each name ends in.
#[rustfmt::skip]
pub(super) const HELPERS: &[&str] = &[
    "add", "sub", "mul", "neg", "shl", "div", "rem", "abs", "signum", "clamp", "clamp_checked", "div_euclid", "div_euclid_checked",
    "rem_euclid", "rem_euclid_checked", "pow", "rotate_left", "rotate_right", "trailing_zeros", "swap_bytes", "reverse_bits", "min",
    "max", "fract", "powi", "to_degrees", "to_radians", "f32_to", "f64_to",
];

#[cfg(test)]
mod tests {
    use super::*;

    /// In functions that see no name of the user's.
    const ALONE: &[&str] = &["k", "size", "stride", "left_total", "run"];

    /// A user's variable of such a name would be another one between its declaration and its use.
    #[test]
    fn what_templates_declare_is_reserved() {
        let known = |name: &str| [KERNEL_WORDS, BUILTINS, ALONE].iter().any(|words| words.contains(&name));
        let mut found = 0;
        for template in scan_templates::ALL {
            let code: String =
                template.text.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|l| [l, "\n"]).collect();
            let words: Vec<&str> =
                code.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '#')).filter(|w| !w.is_empty()).collect();
            for pair in words.windows(2) {
                let is_type = ["uint", "ulong", "long", "bool", "scan_t", "restrict", "#define"].contains(&pair[0]);
                let is_name = pair[1].starts_with(|c: char| c.is_ascii_alphabetic()) && !KEYWORDS.contains(&pair[1]);
                // `(ulong)ITEMS`, and what Tera fills in.
                if is_type && is_name && !pair[1].starts_with("cl_khr") && code.contains(&format!("{} {}", pair[0], pair[1])) {
                    found += 1;
                    assert!(known(pair[1]), "{}: `{} {}` is not among `KERNEL_WORDS`", template.name, pair[0], pair[1]);
                }
            }
        }
        assert!(found > 100, "{found}");
    }
}
