//! The kernels of a few loops, as files to be read and reviewed: `UPDATE_GOLDEN=1` rewrites them.

use scan_tests::kernels;
use scanc::ir::LoopKernel;
use scanc::parse::Algorithm;
use scanc::render::{How, ProgramKind, render};
use std::path::Path;

/// Compares `NAME.cl` in this folder, or `NAME.gpu.cl` and so on, with what is rendered, byte by byte.
fn check(name: &str, kernel: &LoopKernel, algorithm: Algorithm) {
    let provenance = format!("scanc from loops.rs, fn {}, loop 0", kernel.function);
    let text = render(kernel, How { algorithm, deterministic: false, is_search: false, has_large_groups: false }, &provenance);
    // What stands in for another algorithm is that of its own name.
    let own = text.programs.iter().filter(|program| program.kind != ProgramKind::ReduceThenScan);
    own.for_each(|program| check_program(&program.kind.file_name(name), &program.source));
}

fn check_program(name: &str, source: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, source).expect("the golden file can be written");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    let line =
        golden.lines().zip(source.lines()).position(|(old, new)| old != new).map_or(golden.lines().count(), |line| line) + 1;
    assert!(golden == source, "{} differs from line {line} on; UPDATE_GOLDEN=1 rewrites it. Now:\n{source}", path.display());
    assert_tidy(source);
}

fn assert_tidy(source: &str) {
    assert!(["}\n", "#endif\n"].iter().any(|end| source.ends_with(end)), "ends with one newline");
    assert!(!source.contains("\n\n\n"), "no two blank lines");
    for line in source.lines() {
        assert!(line.len() <= 140, "too long: {line}");
        assert!(!line.ends_with(' ') && !line.contains('\t'), "trailing space or tab: {line:?}");
        let statement = !line.trim_start().starts_with("//");
        assert!(!statement || (line.len() - line.trim_start().len()).is_multiple_of(4), "indentation: {line:?}");
    }
}

#[test]
fn prefix_sum_by_reduce_then_scan() {
    check("prefix_sum.reduce_then_scan", &kernels::prefix_sum(), Algorithm::ReduceThenScan);
}

#[test]
fn prefix_sum_by_blelloch() {
    check("prefix_sum.blelloch", &kernels::prefix_sum(), Algorithm::Blelloch);
}

#[test]
fn prefix_sum_by_hillis_steele() {
    check("prefix_sum.hillis_steele", &kernels::prefix_sum(), Algorithm::HillisSteele);
}

#[test]
fn two_scans_fused() {
    check("sum_and_most.lookback", &kernels::sum_and_most(), Algorithm::Lookback);
    check("sum_and_most.blelloch", &kernels::sum_and_most(), Algorithm::Blelloch);
}

#[test]
fn reductions() {
    check("sum_and_parity.reduce", &kernels::sum_and_parity(), Algorithm::Reduce);
    check("first_greatest.reduce", &kernels::first_greatest(), Algorithm::Reduce);
    check("least.reduce", &kernels::least(), Algorithm::Reduce);
}

#[test]
fn independent_iterations() {
    check("flipped_bits.map", &kernels::flipped_bits(), Algorithm::Map);
}

#[test]
fn an_exclusive_reverse_maximum() {
    check("maximum_to_the_right.blelloch", &kernels::maximum_to_the_right(), Algorithm::Blelloch);
}

#[test]
fn a_sum_in_place() {
    check("accumulate.reduce_then_scan", &kernels::accumulate(), Algorithm::ReduceThenScan);
}

#[test]
fn a_logical_or() {
    check("seen_so_far.hillis_steele", &kernels::seen_so_far(), Algorithm::HillisSteele);
}

#[test]
fn captured_values() {
    check("running_check.reduce_then_scan", &kernels::running_check(), Algorithm::ReduceThenScan);
}

#[test]
fn an_opaque_operator() {
    check("compose.blelloch", &kernels::compose(), Algorithm::Blelloch);
}

#[test]
fn an_opaque_operator_with_the_carried_value_on_its_right() {
    check("compose_backwards.reduce_then_scan", &kernels::compose_backwards(), Algorithm::ReduceThenScan);
}

#[test]
fn two_outputs_one_of_them_in_place() {
    check("both_sides.hillis_steele", &kernels::both_sides(), Algorithm::HillisSteele);
}

#[test]
fn an_element_that_may_panic() {
    check("quotients.blelloch", &kernels::quotients(), Algorithm::Blelloch);
}

#[test]
fn prefix_sum_by_lookback() {
    check("prefix_sum.lookback", &kernels::prefix_sum(), Algorithm::Lookback);
}

#[test]
fn an_opaque_operator_by_lookback() {
    check("compose_backwards.lookback", &kernels::compose_backwards(), Algorithm::Lookback);
}

#[test]
fn an_exclusive_minimum_by_lookback() {
    check("least_before.lookback", &kernels::least_before(), Algorithm::Lookback);
}
