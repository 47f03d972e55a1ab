//! Statements between annotated loops: the results, and where the function keeps its region all the same.

use super::draw;
use super::results_of_regions::{assert_moved, check};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

const N: usize = 20_011;

fn ints() -> Vec<i32> {
    draw(N, |bits| (bits % 9) as i32 - 4)
}

/// What is left after a panic, and whether there was one.
fn left<S: PartialEq + Debug>(mut state: S, run: impl FnOnce(&mut S)) -> (S, bool) {
    let panics = catch_unwind(AssertUnwindSafe(|| run(&mut state))).is_err();
    (state, panics)
}

macro_rules! check_module {
    ($($module:ident as $between:ident)*) => {
        $(mod $module {
            use super::super::$between as between;
            use super::*;
            use between::{Bomb, Buffers, Inner, Outer, Point};

            fn points() -> Vec<Point> {
                draw(N, |bits| Point { a: (bits % 9) as i32, b: 7 })
            }

            /// Of two arrays.
            fn check_two(name: &str, function: fn(&mut [i32], &mut [i32])) {
                check(name, &|| {
                    let (mut x, mut y) = (ints(), vec![1; N]);
                    function(&mut x, &mut y);
                    (x, y)
                });
            }

            /// Of an array, and of another one that is left when there is a panic.
            fn check_left(name: &str, panics: bool, function: impl Fn(&[i32], &mut [i32])) {
                let x = ints();
                check(name, &|| {
                    let (y, has_panicked) = left(vec![1; N], |y| function(&x, y));
                    assert_eq!(has_panicked, panics, "{name}");
                    y
                });
            }

            #[test]
            fn a_field_of_an_element_is_changed() {
                check("field_of_an_element", &|| {
                    let (mut x, mut y) = (points(), vec![1; N]);
                    between::field_of_an_element(&mut x, &mut y);
                    (x, y)
                });
                check("field_that_is_lent", &|| {
                    let (mut x, mut y) = (points(), vec![1; N]);
                    let other = between::field_that_is_lent(&mut x, &mut y);
                    (x, y, other)
                });
                check("field_with_a_name", &|| {
                    let (mut x, mut y) = (points(), vec![1; N]);
                    between::field_with_a_name(&mut x, &mut y);
                    (x, y)
                });
            }

            #[test]
            fn elements_are_assigned_by_a_pattern() {
                check_two("destructuring_assignments", between::destructuring_assignments);
            }

            #[test]
            fn a_method_of_an_element_changes_it() {
                check_two("method_of_an_element", between::method_of_an_element);
            }

            #[test]
            fn a_chain_that_ends_in_a_sum_changes_what_it_begins_with() {
                check("chain_that_ends_in_a_sum", &|| {
                    let (mut x, mut y) = (ints(), vec![1; N]);
                    let sum = between::chain_that_ends_in_a_sum(&mut x, &mut y);
                    (x, y, sum)
                });
            }

            #[test]
            fn a_chain_that_ends_in_a_length_takes_elements_away() {
                check("array_that_shrinks_and_grows", &|| {
                    let (mut x, mut y) = (ints(), vec![1; N]);
                    let taken = between::array_that_shrinks_and_grows(&mut x, &mut y);
                    (x, y, taken)
                });
            }

            #[test]
            fn a_pattern_refers_to_an_element() {
                check_two("pattern_that_refers_to_an_element", between::pattern_that_refers_to_an_element);
            }

            #[test]
            fn a_macro_changes_what_it_is_given_or_not_given() {
                check_two("effect_in_an_assertion", between::effect_in_an_assertion);
                check_two("macro_that_is_not_the_library_s", between::macro_that_is_not_the_library_s);
                check("macro_of_the_function_s_own", &|| {
                    let (mut x, mut y) = (ints(), vec![1; N]);
                    let third = between::macro_of_the_function_s_own(&mut x, &mut y);
                    (x, y, third)
                });
            }

            #[test]
            fn a_macro_declares_the_name_anew() {
                check("macro_that_declares_the_name_anew", &|| {
                    let (mut x, mut y) = (ints(), vec![1; N]);
                    let last = between::macro_that_declares_the_name_anew(&mut x, &mut y);
                    (x, y, last)
                });
            }

            #[test]
            fn what_is_declared_like_new_memory_is_the_caller_s() {
                let x = ints();
                check("vec_that_is_not_the_library_s", &|| {
                    let mut whole = vec![0; N + 7];
                    between::vec_that_is_not_the_library_s(&x, &mut whole);
                    whole
                });
                check("slice_of_the_caller_s", &|| {
                    let mut whole = vec![0; N + 7];
                    between::slice_of_the_caller_s(&x, &mut whole);
                    whole
                });
            }

            #[test]
            fn two_names_are_one_array() {
                check("two_names_of_one_array", &|| {
                    let y = draw(N, |bits| (bits % 9) as i64 - 4);
                    let mut s = Outer { inner: Inner { y }, rounds: 3 };
                    let seen = between::two_names_of_one_array(&mut s);
                    (s.inner.y, s.rounds, seen)
                });
            }

            #[test]
            fn what_the_function_has_cloned_looks_at_its_array_when_it_is_dropped() {
                let x = ints();
                check("clone_that_looks_when_it_is_dropped", &|| between::logged(&x));
            }

            #[test]
            fn a_length_of_somebody_s_own_panics() {
                check_left("length_that_panics", true, |x, y| {
                    between::length_that_panics(x, y, &std::mem::ManuallyDrop::new(Bomb));
                });
            }

            #[test]
            fn what_an_inner_block_drops_panics() {
                check_left("drop_at_the_end_of_a_block", true, |x, y| between::drop_at_the_end_of_a_block(x, y, Bomb));
                check_left("drop_of_what_a_pattern_binds", true, |x, y| {
                    between::drop_of_what_a_pattern_binds(x, y, Some(Bomb));
                });
                check_left("drop_of_what_a_pattern_binds, which is nothing", false, |x, y| {
                    between::drop_of_what_a_pattern_binds(x, y, None);
                });
                check_left("drop_of_what_an_iterator_is_made_of", true, |x, y| {
                    between::drop_of_what_an_iterator_is_made_of(x, y, || (3, Bomb));
                });
                for rounds in [1, 3, 5] {
                    check_left("drop_on_the_way_out_of_a_block", true, |x, y| {
                        between::drop_on_the_way_out_of_a_block(x, y, Some(Bomb), rounds);
                    });
                    check_left("drop_on_the_way_out_of_a_block, of nothing", false, |x, y| {
                        between::drop_on_the_way_out_of_a_block(x, y, None, rounds);
                    });
                }
            }

            #[test]
            fn arithmetic_between_the_loops_overflows() {
                let overflows = cfg!(debug_assertions);
                check_left("statement_that_overflows", overflows, |x, y| {
                    between::statement_that_overflows(x, y, 0);
                });
                check_left("bound_that_overflows", overflows, |x, y| {
                    let (y, z) = y.split_at_mut(N / 2);
                    let length = y.len();
                    between::bound_that_overflows(&x[..length], y, z, if overflows { 0 } else { 1 });
                });
                // Where nothing does, nothing comes back for it.
                let x = ints();
                let reports = check("statement_that_overflows, and does not", &|| {
                    let mut y = vec![1; N];
                    let less = between::statement_that_overflows(&x, &mut y, 9);
                    (y, less)
                });
                assert_moved(&reports, 1, 1);
                let reports = check("bound_that_overflows, and does not", &|| {
                    let (mut y, mut z) = (vec![1; N], vec![2; N]);
                    between::bound_that_overflows(&x, &mut y, &mut z, N);
                    (y, z)
                });
                // `x`, and then of `z` what was not stored; both come down.
                assert_moved(&reports, 2, 2);
            }

            #[test]
            fn what_is_called_swap_exchanges_more_than_names() {
                check_two("swap_that_is_not_the_library_s", |x, y| between::with_a_module::swap_that_is_not_the_library_s(x, y));
                for rounds in [1, 2, 5] {
                    check("swap_of_arrays", &|| between::swap_of_arrays(rounds));
                }
            }

            #[test]
            fn the_names_of_fields_are_exchanged_and_nothing_moves() {
                for rounds in [1, 2, 7] {
                    let reports = check("swap_of_fields", &|| {
                        let mut buffers = Buffers { from: draw(N, |bits| (bits % 9) as i64), to: vec![3; N] };
                        buffers.swap_of_fields(rounds);
                        (buffers.from, buffers.to)
                    });
                    assert_moved(&reports, 1, if rounds == 1 { 1 } else { 2 });
                }
            }

            #[test]
            fn an_array_is_made_and_something_asserted_in_the_middle() {
                let x = ints();
                let reports = check("made_in_the_middle", &|| {
                    let mut y = vec![1; N];
                    let top = between::made_in_the_middle(&x, &mut y);
                    (y, top)
                });
                // `x`, and of `y` what was not stored; neither the array nor the assertion moves anything.
                assert_moved(&reports, 2, 1);
            }
        })*
    };
}

check_module! { through_the_macro as annotated_between  as_emitted as emitted_between }
