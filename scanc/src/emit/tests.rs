//! Host code of hand-made recurrences, one for each form that a block takes.

use super::*;
use crate::ir::{self, Builtin, Expr, ExprKind, Function, Int, LoopKernel, OperatorKind, Scalar, Type};
use crate::parse::{Algorithm, Form, LoopSyntax, OperatorName, ScanAttribute, ScanSite, Target, TypeEnvironment};
use crate::recognise::{
    Affine, ArrayUse, CaptureUse, Carried, Carry, FoundOperator, IndexVariable, LiveOut, OutputUse, Range, Recurrence,
};
use crate::render::{KernelText, ProgramKind};
use proc_macro2::Span;
use quote::{format_ident, quote};
use std::collections::HashMap;
use syn::parse_quote;

const I32: Type = Type::Scalar(Scalar::Int(Int::I32));
const F32: Type = Type::Scalar(Scalar::Float(ir::Float::F32));

/// `i + constant`
fn at(constant: i64) -> Affine {
    Affine { coefficient: 1, scaled: Vec::new(), constant, terms: Vec::new(), guarded: false }
}

fn array(name: &str, place: syn::Expr, reads: &[i64], written: bool) -> ArrayUse {
    let reads = reads.iter().map(|constant| at(*constant)).collect();
    ArrayUse {
        name: format_ident!("{name}"),
        place,
        reads,
        gathered: false,
        written,
        delayed: false,
        collected: false,
        pushed: false,
    }
}

fn output(array: usize, value: syn::Expr) -> OutputUse {
    OutputUse {
        array,
        index: at(0),
        index_expr: parse_quote!(i),
        counter: None,
        computed: None,
        guard: None,
        value,
        span: Span::call_site().into(),
    }
}

fn attribute() -> ScanAttribute {
    ScanAttribute {
        targets: vec![Target {
            operator: OperatorName::Symbol("+", Span::call_site().into()),
            place: parse_quote!(y),
            reduction: false,
        }],
        independent: false,
        maps: Vec::new(),
        device: None,
        algorithm: None,
        group_size: None,
        asserted: None,
        deterministic: false,
        reassociate: false,
        ranks: None,
        runtime: None,
        span: Span::call_site().into(),
    }
}

/// `y[i] = y[i - 1] + x[i - 1]` over `1..n`, to be changed by each test.
fn recurrence() -> Recurrence {
    Recurrence {
        common: parse_quote!({}),
        fixed: None,
        attribute: attribute(),
        function: "prefix_sum".into(),
        span: Span::call_site().into(),
        range: Range::Ascending { from: parse_quote!(1), to: parse_quote!(n), inclusive: false, step: 1 },
        index: IndexVariable { name: format_ident!("i"), ty: None, step: 1 },
        carried: vec![Carried {
            name: format_ident!("y"),
            clause: 0,
            carry: Carry::Array { array: 1, read: at(-1), is_older: false },
            operator: FoundOperator {
                kind: OperatorKind::Builtin(Builtin::Add),
                flipped: false,
                subtraction: false,
                compared: false,
                named: false,
                span: Span::call_site().into(),
            },
            element: parse_quote!({ x[i - 1] }),
            start: None,
            occurrences: None,
        }],
        arrays: vec![array("x", parse_quote!(x), &[-1], false), array("y", parse_quote!(y), &[], true)],
        captures: Vec::new(),
        outputs: vec![output(1, parse_quote!(__scanc_after))],
        live_out: Vec::new(),
        lag: None,
        trial: None,
        outer: None,
        versions: Default::default(),
        made_up: Default::default(),
    }
}

fn kernel(recurrence: &Recurrence, ty: &Type) -> LoopKernel {
    let value = Expr { kind: ExprKind::After(ir::CarriedId(0)), ty: ty.clone(), span: Span::call_site().into() };
    let body = ir::Block { statements: Vec::new(), value: Some(Box::new(value)) };
    let typed = |array: &ArrayUse| ir::Array {
        name: array.name.to_string(),
        element: ty.clone(),
        read: array.is_read(),
        gathered: array.gathered,
        written: array.written,
    };
    let element = Function { name: "element".into(), parameters: 0, locals: Vec::new(), body, returns: ty.clone() };
    let carried = |found: &Carried| ir::Carried {
        name: found.name.to_string(),
        ty: ty.clone(),
        operator: ir::Operator { kind: found.operator.kind.clone(), flipped: found.operator.flipped },
        element: element.clone(),
    };
    LoopKernel {
        common: None,
        batches: Default::default(),
        function: recurrence.function.clone(),
        source: Vec::new(),
        index: ir::LoopIndex { name: "i".into(), ty: Type::USIZE, step: 1 },
        carried: recurrence.carried.iter().map(carried).collect(),
        arrays: recurrence.arrays.iter().map(typed).collect(),
        captures: recurrence.captures.iter().map(|c| ir::Capture { name: c.name.to_string(), ty: ty.clone() }).collect(),
        outputs: Vec::new(),
    }
}

fn emitted(recurrence: Recurrence, ty: &Type, syntax: LoopSyntax, function: TokenStream) -> String {
    let kernel = kernel(&recurrence, ty);
    let attribute = recurrence.attribute.clone();
    let forms = ["x", "y"].map(|name| (name.to_owned(), Form::Slice)).into();
    let types = TypeEnvironment { forms, ..TypeEnvironment::default() };
    let site = ScanSite { attribute, function: "prefix_sum".into(), number: 0, outer: None, syntax, called: None, types };
    let opens_scan = matches!(ty, Type::Opaque(_));
    let text = KernelText {
        programs: Vec::new(),
        may_panic: false,
        asks_for_domain: opens_scan,
        panics_between_tiles: false,
        checks: Vec::new(),
        needs_fp64: false,
        needs_rounded_division: false,
        have_loops: false,
        scans_in_lanes: false,
        asks_for_first: false,
        approximates: false,
        opens_scan,
        fields: Vec::new(),
        calls: Vec::new(),
    };
    let compiled = Compiled {
        variants: crate::variants::Variants::default(),
        site,
        recurrence,
        kernel,
        algorithm: Algorithm::ReduceThenScan,
        text,
        written: HashMap::new(),
        batched: None,
        total: None,
    };
    let host = FunctionHost {
        runtime: parse_quote!(::scan_runtime),
        taken: Taken::in_tokens(function),
        in_macro: false,
        asks_for_primitives: false,
        region: None,
    };
    let looped = Some(quote!(original();));
    let surroundings =
        Surroundings { looped, ..host.of_loop(&compiled, |_| vec![(ProgramKind::Any, quote!(include_str!("a.cl")))]) };
    let block = block(&compiled, &surroundings);
    prettyplease::unparse(&syn::parse2(quote!(fn block() #block)).expect("a block"))
}

/// The block of a `for` loop, without what it begins with in every case.
fn of(recurrence: Recurrence, ty: &Type) -> String {
    let text = emitted(recurrence, ty, LoopSyntax::For(parse_quote!(for i in 0..n {})), quote!());
    text.split_once("};\n").map_or(text.clone(), |(_, rest)| rest.to_string())
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    // However the lines are broken.
    let joined = |text: &str| text.split_whitespace().collect::<String>().replace(",)", ")").replace(",>", ">");
    for part in expected {
        assert!(joined(text).contains(&joined(part)), "{part}\nis not in\n{text}");
    }
}

#[test]
fn an_array_that_carries_its_last_element() {
    let text = emitted(recurrence(), &I32, LoopSyntax::For(parse_quote!(for i in 0..n {})), quote!());
    let expected = r#"fn block() {
    use ::scan_runtime::launch;
    scan_comment!(
        "SAFETY: scanc has made the kernels, and the launches below, of this loop."
    );
    static LOOP: launch::Loop = unsafe {
        launch::Loop::new(
                "prefix_sum",
                ::core::file!(),
                ::core::line!(),
                launch::Kernels::new(launch::Algorithm::ReduceThenScan)
                    .any(include_str!("a.cl")),
            )
            .stores_never_panic()
    };
    let range = launch::Range::<usize>::ascending(1, n);
    let is_short = launch::is_short(&LOOP, &range);
    #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
    let carry = if is_short {
        None
    } else {
        let x = &x[..];
        let y = &mut y[..];
        launch::out_of_line(move || {
            let start: Option<i32> = launch::at(
                y,
                range.index(launch::Affine::new(1, -1)),
            );
            launch::Launch::new(&LOOP, range, start, launch::Add)
                .input::<i32>(x, &[launch::Affine::new(1, -1)])
                .output::<i32>(y, launch::Affine::new(1, 0))
                .run(|i, ()| x[i - 1], |_, _, after, ()| ((), after))
        })
    };
    if carry.is_none() {
        scan_comment!(
            "The loop as written: it runs where no launch is possible or worth its cost."
        );
        original();
    }
    if !is_short {
        let left = &y[..];
        launch::verify(&LOOP, move |check| check.output(left));
    }
}
"#;
    assert_eq!(text, expected, "{text}");
}

#[test]
fn a_scalar_that_carries_is_assigned_afterwards() {
    let carry = Carry::Scalar(parse_quote!(self.total));
    let mut changed = recurrence();
    changed.carried[0].carry = carry;
    let text = of(changed, &I32);
    let take_over = "if let Some(last) = carry {\n        self.total = last;\n    } else {\n        scan_comment!(\n            \"The loop as written: it runs where no launch is possible or worth its cost.\"\n        );\n        original();\n    }";
    check(
        &text,
        &[
            "let start: Option<i32> = Some(self.total);",
            take_over,
            "let left = (&y[..], self.total);",
            "check.output(left.0).carry(&left.1)",
        ],
    );
}

#[test]
fn arrays_that_are_changed_in_place_give_the_closures_their_old_values() {
    let mut changed = recurrence();
    changed.arrays = vec![array("a", parse_quote!(self.a), &[0], true), array("b", parse_quote!(*b), &[0], true)];
    changed.arrays[1].delayed = true;
    changed.carried[0].element = parse_quote!({ b[i] });
    changed.outputs = vec![output(0, parse_quote!(__scanc_before + a[i])), output(1, parse_quote!(__scanc_after))];
    let text = of(changed, &I32);
    check(
        &text,
        &[
            "let a = &mut self.a[..];",
            "let b = &mut (*b)[..];",
            ".in_place::<i32>(a, launch::Affine::new(1, 0), &[launch::Affine::new(1, 0)])",
            "(b, launch::Affine::new(1, 0), &[launch::Affine::new(1, 0)])",
            "|i, (((), _), b)| b[i]",
            "|i, before, after, (((), a), _)| (((), before + a[i]), after)",
            "let left = (&self.a[..], &(*b)[..]);",
            "check.output(left.0).output(left.1)",
        ],
    );
    assert!(!text.contains("stores_never_panic"));
}

#[test]
fn captured_values_are_evaluated_once_and_only_where_there_is_an_iteration() {
    let mut changed = recurrence();
    let capture = |name: &str, value| CaptureUse { name: format_ident!("{name}"), value, ty: None };
    changed.captures =
        vec![capture("alpha", parse_quote!(*alpha)), capture("t", parse_quote!(t)), capture("f", parse_quote!(f[0]))];
    changed.carried[0].element = parse_quote!({
        let scaled = x[i - 1] * alpha;
        scaled + t + f
    });
    changed.arrays[0].reads = vec![Affine {
        coefficient: -2,
        scaled: Vec::new(),
        constant: 3,
        terms: vec![(1, parse_quote!(t)), (-2, parse_quote!(f))],
        guarded: false,
    }];
    let text = of(changed, &I32);
    check(
        &text,
        &[
            "let carry = if is_short || launch::has_nothing(&LOOP, range.is_empty()) {",
            "let (alpha, f) = (*alpha, f[0]);",
            "launch::Affine::new(-2, launch::wide(t) - 2 * launch::wide(f) + 3)",
            ".capture::<i32>(alpha)",
            ".capture::<i32>(t)",
            "let scaled = x[i - 1] * alpha;",
        ],
    );
}

#[test]
fn a_comparison_does_not_launch_from_a_nan() {
    let mut changed = recurrence();
    changed.carried[0].operator.compared = true;
    check(&of(changed.clone(), &F32), &["let start = start.filter(|start| !start.is_nan());"]);
    assert!(!of(changed, &I32).contains("filter"));
}

#[test]
fn scalars_left_by_the_loop_are_computed_before_the_launch() {
    let mut changed = recurrence();
    changed.carried[0].carry = Carry::Scalar(parse_quote!(acc));
    changed.arrays = vec![array("y", parse_quote!(y), &[0], true)];
    changed.carried[0].element = parse_quote!({ y[i] });
    changed.outputs = vec![output(0, parse_quote!(__scanc_before))];
    let last = LiveOut::AtLastIteration(parse_quote!(y[i]));
    changed.live_out = vec![(parse_quote!(delayed), last), (parse_quote!(i), LiveOut::PastTheEnd)];
    let syntax = LoopSyntax::While(parse_quote!(while i < n {}));
    let text = emitted(changed, &I32, syntax, quote!());
    check(
        &text,
        &[
            "ascending(1, n).of_while();",
            "let delayed_after_loop = range\n        .last()\n        .and_then(|i| {",
            "let here = launch::Range::ascending_inclusive(i, i);",
            "launch::at(y, here.index(launch::Affine::new(1, 0)))?;",
            "Some(y[i])",
            "let start = delayed_after_loop.and(start);",
            "let i_after_loop = range.past_the_end();",
            ".map(|carry| (carry, delayed_after_loop, i_after_loop))",
            "if let Some((last, delayed_after_loop, i_after_loop)) = carry {",
            "if let Some(delayed_after_loop) = delayed_after_loop {",
            "delayed = delayed_after_loop;",
            "i = i_after_loop;",
        ],
    );
}

#[test]
fn collecting_makes_the_vec() {
    let mut changed = recurrence();
    changed.carried[0].carry = Carry::State(parse_quote!(0));
    changed.range = Range::Lengths(vec![parse_quote!(x.len())]);
    changed.arrays[1].collected = true;
    let text = of(changed, &I32);
    check(
        &text,
        &[
            "lengths([x.len()]);",
            "let start: Option<i32> = Some(0);",
            ".collect_into::<i32>()",
            ".run_collect(",
            "if let Some((_, collected)) = carry {",
            "let left = &collected[..];",
            "check.output(left)); } collected }",
        ],
    );
    assert!(!text.contains("let y"), "{text}");
}

#[test]
fn types_that_only_rustc_knows_are_defined_at_run_time() {
    let mut changed = recurrence();
    changed.attribute.targets[0].operator = OperatorName::Path(parse_quote!(poly::op));
    changed.carried[0].operator.kind = OperatorKind::Declared("poly::op".into());
    changed.carried[0].operator.flipped = true;
    let text = of(changed, &Type::Opaque("y_t".into()));
    check(
        &text,
        &[
            "let start = launch::at",
            "launch::Flipped(launch::operator::<poly::op>())",
            ".open_scan()",
            ".open_type(\"y_t\", x)",
            ".input(x,",
            ".output(y,",
        ],
    );
    assert_eq!(text.matches("open_type").count(), 1);
}

#[test]
fn the_first_iteration_is_known() {
    let mut changed = recurrence();
    changed.carried[0].element = parse_quote!({ if __scanc_is_first { 0 } else { x[i - 1] } });
    check(&of(changed, &I32), &["|i, ()| {\n", "let is_first = range.is_first(i);", "if is_first { 0 } else { x[i - 1] }"]);
}

#[test]
fn our_names_make_way_for_the_user_s() {
    let function = quote!(
        fn f() {
            launch(range, LOOP, scan_range);
            let carry = start;
        }
    );
    let text = emitted(recurrence(), &I32, LoopSyntax::For(parse_quote!(for i in 0..n {})), function);
    check(
        &text,
        &[
            "use ::scan_runtime::launch as scan_launch;",
            "static scan_LOOP:",
            "let range_2 =",
            "let scan_carry =",
            "let scan_start:",
        ],
    );
}

#[test]
fn clauses_reach_the_loop_and_descending_ranges_their_constructor() {
    let mut changed = recurrence();
    changed.range = Range::Descending { high: parse_quote!(n - 1), low: parse_quote!(0), inclusive: true, step: 2 };
    changed.attribute.device = Some(crate::parse::DeviceWord::Gpu);
    changed.attribute.group_size = Some(64);
    changed.attribute.deterministic = true;
    let text = emitted(changed, &I32, LoopSyntax::For(parse_quote!(for i in 0..n {})), quote!());
    check(&text, &[".device(launch::DeviceKind::Gpu)", ".group_size(64)", ".deterministic()"]);
    check(&text, &["descending_inclusive(n - 1, 0).step_by(2);"]);
}
