use super::*;
use crate::parse::{attribute, fixture::findings};
use crate::recognise::{AFTER, Affine, BEFORE, CaptureUse, FoundOperator, IndexVariable, OutputUse, Range};
use proc_macro2::TokenStream;
use quote::format_ident;
use syn::parse_quote;

/// `for i in 1..n { y[i] = y[i - 1] + x[i - 1] * alpha; }`
fn array_carried(clauses: &str) -> Recurrence {
    let tokens: TokenStream = clauses.parse().expect(clauses);
    let attribute = attribute(tokens, Span::call_site(), &mut Diagnostics::default()).expect(clauses);
    Recurrence {
        common: parse_quote!({}),
        fixed: None,
        attribute,
        function: "f".to_owned(),
        span: Span::call_site(),
        range: Range::Ascending { from: parse_quote!(1), to: parse_quote!(n), inclusive: false, step: 1 },
        index: IndexVariable { name: format_ident!("i"), ty: None, step: 1 },
        carried: vec![Carried {
            name: parse_quote!(y),
            clause: 0,
            carry: Carry::Array { array: 0, read: at(-1), is_older: false },
            operator: FoundOperator {
                kind: OperatorKind::Builtin(Builtin::Add),
                flipped: false,
                subtraction: false,
                compared: false,
                named: false,
                span: Span::call_site(),
            },
            element: parse_quote!({ x[i - 1] * alpha }),
            start: None,
            occurrences: None,
        }],
        arrays: vec![array("y", &[], true), array("x", &[-1], false)],
        captures: vec![CaptureUse { name: format_ident!("alpha"), value: parse_quote!(alpha), ty: None }],
        outputs: vec![output(0, 0, AFTER)],
        live_out: Vec::new(),
        lag: None,
        trial: None,
        outer: None,
        versions: Default::default(),
        made_up: Default::default(),
    }
}

/// `for i in 0..n { y[i] = acc; acc += x[i]; }`, or with the lines swapped.
fn scalar_carried(clauses: &str, stored: &str) -> Recurrence {
    let mut recurrence = array_carried(clauses);
    recurrence.carried[0].carry = Carry::Scalar(parse_quote!(*acc));
    recurrence.arrays = vec![array("y", &[], true), array("x", &[0], false)];
    recurrence.outputs = vec![output(0, 0, stored)];
    recurrence
}

fn at(constant: i64) -> Affine {
    Affine { coefficient: 1, scaled: Vec::new(), constant, terms: Vec::new(), guarded: false }
}

fn array(place: &str, reads: &[i64], written: bool) -> ArrayUse {
    let name = format_ident!("{}", place.replace('.', "_"));
    let place = syn::parse_str(place).expect(place);
    ArrayUse {
        name,
        place,
        reads: reads.iter().map(|constant| at(*constant)).collect(),
        gathered: false,
        written,
        delayed: false,
        collected: false,
        pushed: false,
    }
}

fn output(array: usize, constant: i64, value: &str) -> OutputUse {
    let value = syn::parse_str(value).expect(value);
    OutputUse {
        array,
        index: at(constant),
        index_expr: parse_quote!(i),
        counter: None,
        computed: None,
        guard: None,
        value,
        span: Span::call_site(),
    }
}

/// What `check` finds, as `code message | help`; empty if nothing.
#[track_caller]
fn check(recurrence: &Recurrence, expected: &str) {
    let mut diagnostics = Diagnostics::default();
    let result = super::check(recurrence, &mut diagnostics);
    assert_eq!(result.is_err(), diagnostics.has_errors());
    let found = diagnostics.iter().map(|one| format!("{} {} | {}", one.code, one.message, one.help.as_deref().unwrap_or("-")));
    assert_eq!(found.collect::<Vec<_>>().join("\n"), expected, "{}", findings(&diagnostics));
}

#[test]
fn the_loop_of_the_thesis_passes() {
    check(&array_carried("+ : y, map(to: x), map(from: y)"), "");
    check(&array_carried("+ : y, map(to: x, alpha, tofrom: y)"), "");
    check(&array_carried("+ : y, inclusive"), "");
    check(&array_carried("+ : y, exclusive"), "");
}

#[test]
fn the_operator_is_the_loops() {
    let wrong = "SC0401 the clause says `*`, the loop computes `+` | write `#[scan(+ : y)]`";
    check(&array_carried("* : y"), wrong);
    check(&array_carried("- : y"), "SC0401 the clause says `-`, the loop computes `+` | write `#[scan(+ : y)]`");
    let mut subtraction = array_carried("- : y");
    subtraction.carried[0].operator.subtraction = true;
    check(&subtraction, "");
    let mut subtraction = array_carried("+ : y");
    subtraction.carried[0].operator.subtraction = true;
    check(&subtraction, "SC0401 the clause says `+`, the loop computes `-` | write `#[scan(- : y)]`");
    let mut declared = array_carried("+ : y");
    declared.carried[0].operator.kind = OperatorKind::Declared("op".to_owned());
    check(&declared, &format!("SC0401 the clause says `+`, the loop computes an operator of its own | {BUILT_IN}"));
}

#[test]
fn every_built_in_operator_passes_under_its_name() {
    use Builtin::*;
    for builtin in [Add, Mul, BitAnd, BitOr, BitXor, And, Or, Min, Max] {
        let mut recurrence = array_carried(&format!("{} : y", builtin.name()));
        recurrence.carried[0].operator.kind = OperatorKind::Builtin(builtin);
        check(&recurrence, "");
    }
}

#[test]
fn a_declared_operator_passes_under_its_path() {
    let mut recurrence = array_carried("ops::op : y");
    recurrence.carried[0].operator.kind = OperatorKind::Declared("ops::op".to_owned());
    check(&recurrence, "");
    let help = "write `#[scan(+ : y)]`, or call the operator: `ops::op(…, …)`";
    check(&array_carried("ops::op : y"), &format!("SC0401 the clause says `ops::op`, the loop computes `+` | {help}"));
}

#[test]
fn what_is_derived_may_be_any_operator() {
    check(&array_carried("auto : y"), "");
}

#[test]
fn the_target_is_what_the_loop_scans() {
    check(&array_carried("+ : x"), "SC0402 the loop only reads `x`: it carries `y` | write `#[scan(+ : y)]`");
    check(&array_carried("+ : z"), "SC0402 the loop does not scan `z`: it carries `y` | write `#[scan(+ : y)]`");
    check(&scalar_carried("+ : acc", AFTER), "");
    check(&scalar_carried("+ : y", AFTER), "");
    check(&scalar_carried("+ : x", AFTER), "SC0402 the loop only reads `x`: it carries `acc` | write `#[scan(+ : y)]`");
    let mut flags = scalar_carried("+ : flags", AFTER);
    flags.arrays.push(array("flags", &[], true));
    flags.outputs.push(output(2, 0, "true"));
    check(&flags, "SC0402 the loop does not scan `flags`: it carries `acc` | write `#[scan(+ : y)]`");
}

#[test]
fn a_field_is_a_target() {
    let mut field = array_carried("+ : self.y, map(from: self.y)");
    field.arrays[0] = array("self.y", &[], true);
    check(&field, "");
}

#[test]
fn asserted_kinds() {
    let inclusive =
        "SC0403 the scan is an inclusive one: every output holds its own element | write `inclusive`, or leave it out";
    let exclusive = "SC0403 the scan is an exclusive one: no output holds its own element | write `exclusive`, or leave it out";
    check(&scalar_carried("+ : y, inclusive", AFTER), "");
    check(&scalar_carried("+ : y, exclusive", AFTER), inclusive);
    check(&scalar_carried("+ : y, exclusive", BEFORE), "");
    check(&scalar_carried("+ : y, inclusive", BEFORE), exclusive);
    let mixed = "SC0403 the scan is both: outputs use the value before and the value after | leave the word out";
    check(&scalar_carried("+ : y, inclusive", "__scanc_before + __scanc_after"), mixed);
    let mut own = array_carried("+ : y, exclusive");
    own.arrays[1] = array("x", &[0], false);
    check(&own, inclusive);
}

#[test]
fn kinds() {
    assert_eq!(scalar_carried("+ : y", "[f(g!(__scanc_before))]").kind(), Kind::Exclusive);
    assert_eq!(scalar_carried("+ : y", "1").kind(), Kind::Inclusive);
}

#[test]
fn map_directions() {
    check(
        &array_carried("+ : y, map(from: x), map(to: y)"),
        "SC0404 `x` is only read, so it goes to the device | write `map(to: x)`
SC0404 `y` is only written, so it goes from the device | write `map(from: y)`",
    );
    let mut in_place = array_carried("+ : y, map(from: y)");
    in_place.arrays = vec![array("y", &[0], true)];
    check(&in_place, "SC0404 `y` is read and written, so it goes to the device and back | write `map(tofrom: y)`");
    check(
        &scalar_carried("+ : y, map(tofrom: y)", AFTER),
        "SC0404 `y` is only written, so it goes from the device | write `map(from: y)`",
    );
    check(&array_carried("+ : y, map(to: z)"), "SC0405 the loop does not use `z` | leave it out; the loop's arrays are `y`, `x`");
    check(
        &array_carried("+ : y, map(from: alpha)"),
        "SC0404 `alpha` is a single value that goes to the device | write `map(to: alpha)`, or leave it out",
    );
    check(&scalar_carried("+ : y, map(tofrom: acc)", AFTER), "");
}

#[test]
fn arrays_are_different_memory() {
    let mut twice = array_carried("+ : y");
    twice.arrays[1] = array("y", &[-1], false);
    check(&twice, "SC0406 `y` and `y` are the same memory, and the loop writes it | use one name for it in the loop");
    let mut part = array_carried("+ : g.y");
    part.arrays = vec![array("g.y", &[], true), array("g", &[-1], false)];
    check(&part, "SC0406 `g.y` and `g` are the same memory, and the loop writes it | use one name for it in the loop");
    let mut siblings = array_carried("+ : g.y");
    siblings.arrays = vec![array("g.y", &[], true), array("g.yy", &[-1], false)];
    check(&siblings, "");
}

#[test]
fn fixed_values_are_fixed() {
    let help = "bind the value with `let` before the loop, and use that";
    let mut recurrence = array_carried("+ : y");
    recurrence.captures[0].value = parse_quote!(x[0] + y[0]);
    check(&recurrence, &format!("SC0407 `y` changes while the loop runs, so this value is not fixed | {help}"));
    recurrence.captures[0].value = parse_quote!(y.len() + x[0]);
    check(&recurrence, "");
    recurrence.outputs[0].index.terms.push((1, parse_quote!(y[0])));
    recurrence.carried[0].carry = Carry::Scalar(parse_quote!(acc));
    recurrence.captures[0].value = parse_quote!(*acc);
    check(
        &recurrence,
        &format!(
            "SC0407 `acc` changes while the loop runs, so this value is not fixed | {help}
SC0407 `y` changes while the loop runs, so this value is not fixed | {help}"
        ),
    );
}

#[test]
fn a_field_beside_the_changed_one_is_fixed() {
    let mut recurrence = array_carried("+ : self.y");
    recurrence.arrays[0].place = parse_quote!(self.y);
    recurrence.captures[0].value = parse_quote!(self.gain);
    check(&recurrence, "");
}

#[test]
fn a_written_array_is_read_at_the_written_index_only() {
    let help = "store into another array, or read from a copy made before the loop";
    let mut ahead = scalar_carried("+ : y", AFTER);
    ahead.arrays = vec![array("y", &[0, 1], true)];
    check(&ahead, &format!("SC0408 `y[i + 1]` is read while the loop writes `y[i]` | {help}"));
    ahead.arrays[0].delayed = true;
    check(&ahead, "");
}

#[test]
fn stores() {
    let mut twice = scalar_carried("+ : y", AFTER);
    twice.outputs.push(output(0, 5, BEFORE));
    check(&twice, "SC0409 a second store into `y` in one iteration | store once in an iteration; choose the value with `if`");
    let mut same = scalar_carried("+ : y", AFTER);
    same.outputs[0].index.coefficient = 0;
    check(&same, "SC0410 every iteration stores into the same element | store it once, after the loop");
}

#[test]
fn the_carried_array_holds_the_carried_values() {
    let help = "a scan stores `y[i] = y[i - 1] ⊕ …`; keep the running value in a variable to store something else";
    let mut far = array_carried("+ : y");
    far.carried[0].carry = Carry::Array { array: 0, read: at(-2), is_older: false };
    check(&far, &format!("SC0411 `y[i - 2]` is not what the previous iteration stored | {help}"));
    far.index.step = 2;
    check(&far, "");
    let mut other = array_carried("+ : y");
    other.outputs[0].value = parse_quote!(__scanc_after * 2);
    check(&other, &format!("SC0411 what is stored into `y` is not the carried value | {help}"));
    other.outputs[0].value = parse_quote!({ (__scanc_after) });
    check(&other, "");
    other.outputs.clear();
    check(&other, &format!("SC0411 the loop carries a value in `y` without storing it there | {help}"));
}

#[test]
fn numbers_that_no_recogniser_would_give_are_no_panic() {
    let mut odd = array_carried("+ : y");
    odd.carried[0].carry = Carry::Array { array: 7, read: at(i64::MIN), is_older: false };
    odd.outputs = vec![output(9, i64::MIN, AFTER)];
    odd.index.step = i64::MIN;
    let mut diagnostics = Diagnostics::default();
    assert!(super::check(&odd, &mut diagnostics).is_err());
}
