//! A violation in the user's terms.

use super::propose;
use super::samples::Samples;
use super::subject::{Finding, Law, STEPS, Subject, Violation};
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::interpret::{Panic, Value};
use crate::ir::{DeclaredOperator, Module, Struct, Type};

/// The way out, where a counterexample may be none of the user's values.
pub(in crate::laws) const VOUCH: &str = "if such values never occur, add `assume_associative`";

/// The same where a domain says which values occur.
const NARROW: &str = "if such values never occur, have its domain leave them out";

impl Violation {
    /// The error at the operator's name.
    pub fn diagnostic(&self, module: &Module, operator: &DeclaredOperator) -> Diagnostic {
        let show = |value: &Value| shown(value, &operator.operand, module);
        let (code, message) = self.message(operator, &show);
        let diagnostic = Diagnostic::error(Code(code), operator.span, message);
        match &self.finding {
            Finding::IdentityOutside(_) => diagnostic.help("declare a domain in which it lies, or leave the identity out"),
            _ if self.operands.is_empty() => diagnostic,
            _ => diagnostic.help(self.places(&show)),
        }
    }

    fn message(&self, operator: &DeclaredOperator, show: &dyn Fn(&Value) -> String) -> (u16, String) {
        let name = shown_name(operator);
        let applied = |left: &str, right: &str| applied(operator, left, right);
        match &self.finding {
            Finding::Differs { law: Law::Associative, found, expected } => {
                let (found, expected) = (show(found), show(expected));
                let (left, right) = (applied(&nested(operator, "a", "b"), "c"), applied("a", &nested(operator, "b", "c")));
                (602, format!("{name} is not associative: {left} is {found}, {right} is {expected}"))
            }
            Finding::Differs { law: Law::LeftNeutral, found, expected } => {
                let (found, expected) = (show(found), show(expected));
                let left = applied("identity", "a");
                (603, format!("the identity of {name} is not neutral on the left: {left} is {found}, a is {expected}"))
            }
            Finding::Differs { law: Law::RightNeutral, found, expected } => {
                let (found, expected) = (show(found), show(expected));
                let left = applied("a", "identity");
                (604, format!("the identity of {name} is not neutral on the right: {left} is {found}, a is {expected}"))
            }
            Finding::Panics(Panic::Endless) => {
                (605, format!("{name} does not end: {} takes more than {STEPS} steps", applied("a", "b")))
            }
            Finding::Panics(panic) => (605, format!("{name} panics: {panic} in {}", applied("a", "b"))),
            Finding::IdentityPanics(panic) => (605, format!("the identity of {name} panics: {panic}")),
            Finding::Leaves(found) | Finding::Differs { law: Law::Closed, found, .. } => {
                let made = applied("a", "b");
                (607, format!("{name} does not keep its domain: {made} is {}, which lies outside of it", show(found)))
            }
            Finding::IdentityOutside(identity) => {
                (608, format!("the identity of {name} lies outside of its domain: it is {}", show(identity)))
            }
        }
    }

    /// `where a = …, b = …`, and why that matters.
    fn places(&self, show: &dyn Fn(&Value) -> String) -> String {
        let named = ["a", "b", "c"].iter().zip(&self.operands).map(|(name, value)| format!("{name} = {}", show(value)));
        let named = named.collect::<Vec<_>>().join(", ");
        let why = match &self.finding {
            Finding::Differs { law: Law::Associative, .. } => {
                "a scan may group its operands in any way: carry what can be grouped"
            }
            Finding::Differs { .. } => "an identity leaves every value as it is, on either side",
            Finding::Leaves(_) => "what a scan has combined is combined again, so it has to lie in the domain",
            _ => "a scan may combine any partial results",
        };
        format!("where {named}; {why}")
    }
}

/// What a help line may advise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Advice {
    /// Nothing: the operator is wrong.
    None,
    /// Another identity, if one can be found; if not, to leave it out, for the operator is associative, or as `Vouch`.
    OtherIdentity { or_none: bool },
    /// To vouch for the operator, if the values do not occur.
    Vouch,
    /// To vouch for the operator, if nothing overflows.
    NoOverflow,
}

/// The error for what a search has found, with advice.
pub(super) fn report(subject: &Subject, violation: &Violation, advice: Advice) -> Diagnostic {
    let mut diagnostic = violation.diagnostic(subject.module, subject.operator);
    if let (Some(help), Some(advice)) = (&mut diagnostic.help, advised(subject, violation, advice)) {
        help.push_str(&format!("; {advice}"));
    }
    diagnostic
}

fn advised(subject: &Subject, violation: &Violation, advice: Advice) -> Option<String> {
    let identity = if matches!(advice, Advice::OtherIdentity { .. }) { better_identity(subject, violation) } else { None };
    if let Some(identity) = identity {
        return Some(format!("`identity = {}` would do", shown(&identity, &subject.operator.operand, subject.module)));
    }
    if !matches!(advice, Advice::None | Advice::OtherIdentity { or_none: true })
        && let Some(domain) = proposed(subject, violation)
    {
        return Some(format!("if such values never occur, `{domain}` would do"));
    }
    let advice = match advice {
        Advice::None => return None,
        Advice::OtherIdentity { or_none: true } => "without an identity, `#[declare_scan]` would do",
        Advice::OtherIdentity { or_none: false } | Advice::Vouch => vouch(subject),
        Advice::NoOverflow if subject.has_domain() => {
            "no failure without overflow was found: have its domain leave out what overflows"
        }
        Advice::NoOverflow => "no failure without overflow was found: if nothing overflows, add `no_overflow`",
    };
    Some(advice.to_owned())
}

/// A domain on which the laws hold; a value that panics, or does not end, is none of any.
fn proposed(subject: &Subject, violation: &Violation) -> Option<String> {
    let is_a_law = matches!(violation.finding, Finding::Differs { .. });
    if !is_a_law || subject.has_domain() {
        return None;
    }
    propose::numbers(subject, violation).or_else(|| propose::domain(subject, violation))
}

fn vouch(subject: &Subject) -> &'static str {
    if subject.has_domain() { NARROW } else { VOUCH }
}

/// The error for an operator whose laws cannot be tested.
pub(super) fn untestable(operator: &DeclaredOperator, why: &str) -> Diagnostic {
    let message = format!("the laws of {} cannot be tested: {why}", shown_name(operator));
    Diagnostic::error(Code(606), operator.span, message).help("add `assume_associative` if you know that they hold")
}

/// A value that is neutral as far as can be seen, where the declared one is not.
fn better_identity(subject: &Subject, violation: &Violation) -> Option<Value> {
    let mut samples = Samples::new(subject);
    let mut values = samples.boundary(24);
    values.extend(violation.operands.iter().cloned());
    values.extend((0..24).flat_map(|_| samples.any(1)));
    let neutral = |identity: &Value| !subject.is_exhausted() && values.iter().all(|value| is_neutral(subject, identity, value));
    samples.boundary(48).into_iter().chain(samples.plain()).find(neutral)
}

fn is_neutral(subject: &Subject, identity: &Value, value: &Value) -> bool {
    let leaves_as_it_is = |found: Result<Value, Box<Violation>>| found.is_ok_and(|found| found.same(value));
    leaves_as_it_is(subject.apply(identity, value)) && leaves_as_it_is(subject.apply(value, identity))
}

/// Whether the operator is written between its operands.
fn is_symbol(operator: &DeclaredOperator) -> bool {
    !operator.name.chars().any(|letter| letter.is_alphanumeric())
}

fn shown_name(operator: &DeclaredOperator) -> String {
    if is_symbol(operator) { format!("`{}` on `{}`", operator.name, operator.operand) } else { format!("`{}`", operator.name) }
}

fn applied(operator: &DeclaredOperator, left: &str, right: &str) -> String {
    let name = &operator.name;
    if is_symbol(operator) { format!("{left} {name} {right}") } else { format!("{name}({left}, {right})") }
}

/// As an operand of another application.
fn nested(operator: &DeclaredOperator, left: &str, right: &str) -> String {
    let applied = applied(operator, left, right);
    if is_symbol(operator) { format!("({applied})") } else { applied }
}

/// `value` as Rust writes it; an enum's value by its variant's name.
pub(in crate::laws) fn shown(value: &Value, ty: &Type, module: &Module) -> String {
    match (value, ty) {
        (Value::Int(_, number), Type::Enum(name, _)) => variant(name, *number, module).unwrap_or_else(|| value.to_string()),
        (Value::Array(elements), Type::Array(element, _)) => {
            let elements: Vec<String> = elements.iter().map(|value| shown(value, element, module)).collect();
            format!("[{}]", elements.join(", "))
        }
        (Value::Struct(name, fields), _) => {
            let declared = module.structs.iter().find(|declared| declared.name == *name);
            declared.map_or_else(|| value.to_string(), |declared| structure(declared, fields, module))
        }
        _ => value.to_string(),
    }
}

fn variant(name: &str, number: i128, module: &Module) -> Option<String> {
    let declared = module.enums.iter().find(|declared| declared.name == name)?;
    let (variant, _) = declared.variants.iter().find(|variant| variant.1 == number)?;
    Some(format!("{name}::{variant}"))
}

fn structure(declared: &Struct, fields: &[(String, Value)], module: &Module) -> String {
    let tuple = fields.first().is_some_and(|field| field.0 == "0");
    let values = fields.iter().zip(&declared.fields).map(|((field, value), (_, ty))| {
        let value = shown(value, ty, module);
        if tuple { value } else { format!("{field}: {value}") }
    });
    let values = values.collect::<Vec<_>>().join(", ");
    let name = &declared.name;
    if tuple { format!("{name}({values})") } else { format!("{name} {{ {values} }}") }
}
