//! Loops in canonical form, written down by hand: what they become, and what is said of those that cannot be lowered.

use super::lower;
use crate::diagnostic::{Diagnostics, Span};
use crate::ir::{Builtin, LoopKernel, OperatorKind, Scalar, Type, query};
use crate::parse::{Known, OperatorName, ScanAttribute, Target, TypeEnvironment};
use crate::recognise::{
    Affine, ArrayUse, CaptureUse, Carried, Carry, FoundOperator, IndexVariable, OutputUse, Range, Recurrence,
};

/// A loop over `y`, `y[i] = y[i - 1] ⊕ element`, and what else it mentions.
struct Loop<'a> {
    /// `y`'s elements; `_` is not visible, as with `self.…`.
    carried: &'a str,
    operator: Builtin,
    subtraction: bool,
    /// `x: [f32], alpha: f32`: arrays and captures; `self_x` is `self.x`.
    names: &'a str,
    element: &'a str,
    /// Beside `y`: array, index, value.
    outputs: &'a [(&'a str, &'a str, &'a str)],
}

impl Default for Loop<'_> {
    fn default() -> Self {
        Self { carried: "i32", operator: Builtin::Add, subtraction: false, names: "", element: "1", outputs: &[] }
    }
}

impl Loop<'_> {
    fn lower(&self) -> Result<LoopKernel, Diagnostics> {
        let mut diagnostics = Diagnostics::default();
        let (recurrence, types) = self.recurrence();
        lower(&recurrence, &types, vec!["for …".to_owned()], &mut diagnostics).map_err(|_stopped| diagnostics)
    }

    fn recurrence(&self) -> (Recurrence, TypeEnvironment) {
        let mut types = TypeEnvironment::default();
        let mut arrays = vec![array(&mut types, "y", self.carried)];
        let mut captures = Vec::new();
        for (name, ty) in declarations(self.names) {
            match ty.strip_prefix('[').and_then(|ty| ty.strip_suffix(']')) {
                Some(element) => arrays.push(array(&mut types, &name, element)),
                None => captures.push(capture(&mut types, &name, &ty)),
            }
        }
        let mut outputs = vec![output(&arrays, "y", "i", "__scanc_after")];
        outputs.extend(self.outputs.iter().map(|(name, index, value)| output(&arrays, name, index, value)));
        for output in &outputs {
            arrays[output.array].written = true;
        }
        let recurrence = Recurrence {
            common: syn::parse_quote!({}),
            fixed: None,
            attribute: attribute(),
            function: "example".to_owned(),
            span: Span::call_site(),
            range: Range::Ascending { from: parse("1"), to: parse("n"), inclusive: false, step: 1 },
            index: IndexVariable { name: ident("i"), ty: Some(Type::USIZE), step: 1 },
            carried: vec![Carried {
                name: ident("y"),
                clause: 0,
                carry: Carry::Array { array: 0, read: affine(), is_older: false },
                operator: FoundOperator {
                    kind: OperatorKind::Builtin(self.operator),
                    flipped: false,
                    subtraction: self.subtraction,
                    compared: false,
                    named: false,
                    span: Span::call_site(),
                },
                element: syn::parse_str(&format!("{{ {} }}", self.element)).expect("an element parses"),
                start: None,
                occurrences: None,
            }],
            arrays,
            captures,
            outputs,
            live_out: Vec::new(),
            lag: None,
            trial: None,
            outer: None,
            versions: Default::default(),
            made_up: Default::default(),
        };
        (recurrence, types)
    }
}

fn declarations(names: &str) -> Vec<(String, String)> {
    let pairs = names.split(',').filter(|pair| !pair.trim().is_empty());
    pairs
        .map(|pair| pair.split_once(':').expect("name: type"))
        .map(|(name, ty)| (name.trim().to_owned(), ty.trim().to_owned()))
        .collect()
}

fn array(types: &mut TypeEnvironment, name: &str, element: &str) -> ArrayUse {
    let element = Scalar::from_rust(element).map(Type::Scalar);
    types.names.insert(name.to_owned(), Known::Sequence(element));
    let place = parse(&name.replace("self_", "self."));
    ArrayUse {
        name: ident(name),
        place,
        reads: vec![affine()],
        gathered: false,
        written: false,
        delayed: false,
        collected: false,
        pushed: false,
    }
}

fn capture(types: &mut TypeEnvironment, name: &str, ty: &str) -> CaptureUse {
    if let Some(scalar) = Scalar::from_rust(ty) {
        types.names.insert(name.to_owned(), Known::Value(Type::Scalar(scalar)));
    }
    CaptureUse { name: ident(name), value: parse(&name.replace("self_", "self.")), ty: None }
}

fn output(arrays: &[ArrayUse], name: &str, index: &str, value: &str) -> OutputUse {
    let array = arrays.iter().position(|array| array.name == name).expect("a declared array");
    OutputUse {
        array,
        index: affine(),
        index_expr: parse(index),
        counter: None,
        computed: None,
        guard: None,
        value: parse(value),
        span: Span::call_site(),
    }
}

fn affine() -> Affine {
    Affine { coefficient: 1, scaled: Vec::new(), constant: 0, terms: Vec::new(), guarded: false }
}

fn attribute() -> ScanAttribute {
    ScanAttribute {
        targets: vec![Target { operator: OperatorName::Symbol("+", Span::call_site()), place: parse("y"), reduction: false }],
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
        span: Span::call_site(),
    }
}

fn ident(name: &str) -> proc_macro2::Ident {
    proc_macro2::Ident::new(name, Span::call_site().first)
}

fn parse(text: &str) -> syn::Expr {
    syn::parse_str(text).expect("an expression parses")
}

fn messages(diagnostics: &Diagnostics) -> String {
    let line = |found: &crate::diagnostic::Diagnostic| {
        let place = found.span.source_text().unwrap_or_default();
        let help = found.help.as_deref().unwrap_or_default();
        format!("{} at `{place}`: {}\n  help: {help}", found.code, found.message)
    };
    diagnostics.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn lowered(source: &Loop) -> LoopKernel {
    source.lower().unwrap_or_else(|found| panic!("refused:\n{}", messages(&found)))
}

/// The element of a loop over `carried` values, as text.
#[track_caller]
fn check(carried: &str, names: &str, element: &str, expected: &str) {
    let kernel = lowered(&Loop { carried, names, element, operator: operator_for(carried), ..Loop::default() });
    assert_eq!(kernel.carried[0].element.text(&kernel), expected);
}

fn operator_for(carried: &str) -> Builtin {
    if carried == "bool" { Builtin::BitOr } else { Builtin::Add }
}

/// The first error: its code, the text at its place, a part of its message or help.
#[track_caller]
fn refused(carried: &str, names: &str, element: &str, (code, place, part): (u16, &str, &str)) {
    refused_loop(&Loop { carried, names, element, operator: operator_for(carried), ..Loop::default() }, (code, place, part));
}

#[track_caller]
fn refused_loop(source: &Loop, (code, place, part): (u16, &str, &str)) {
    let found = source.lower().expect_err("the loop should be refused");
    let first = found.iter().next().expect("a reason");
    let text = messages(&found);
    assert_eq!(first.code.0, code, "{text}");
    assert_eq!(first.span.source_text().unwrap_or_default(), place, "{text}");
    assert!(text.contains(part), "`{part}` is not in\n{text}");
    assert!(first.help.is_some(), "{text}");
}

mod errors;
mod expressions;
mod loops;
mod types;
