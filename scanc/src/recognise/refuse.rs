//! Every reason why a loop is not recognised: its code, and what is said where the words do not depend on the place.

use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::Scalar;
use crate::parse::Target;
use crate::syntax::place_text;

/// The loop's header is neither a range nor an iterator chain that is understood.
pub(super) const HEADER: Code = Code(201);
/// A `while` loop does not count.
pub(super) const WHILE_SHAPE: Code = Code(202);
/// A step that is no positive literal.
pub(super) const STEP: Code = Code(203);
/// A bound may have side effects.
pub(super) const BOUND: Code = Code(204);
/// The body changes the bound.
pub(super) const BOUND_CHANGED: Code = Code(205);
/// The body changes the loop variable.
pub(super) const INDEX_CHANGED: Code = Code(206);
/// A pattern that is not understood.
pub(super) const PATTERN: Code = Code(207);
/// An iterator adaptor that is not understood.
pub(super) const ADAPTOR: Code = Code(208);
/// A loop in the loop.
pub(super) const NESTED_LOOP: Code = Code(209);
/// `scan(…).collect()` in a form that is not understood.
pub(super) const COLLECT: Code = Code(210);

/// `break`, `return`, `?`, `continue`.
pub(super) const CONTROL_FLOW: Code = Code(301);
/// A macro.
pub(super) const MACRO: Code = Code(302);
/// A call of what is no function that kernels can know: a variable, a constructor, a function of a type or of the standard library.
pub(super) const CALL: Code = Code(303);
/// A method that kernels do not know.
pub(super) const METHOD: Code = Code(304);
/// An expression or statement that kernels have no form of.
pub(crate) const UNSUPPORTED: Code = Code(305);
/// An index that is not `a * i + b`.
pub(super) const NOT_AFFINE: Code = Code(306);
/// A cast inside an index.
pub(super) const INDEX_CAST: Code = Code(307);
/// An array that is not a variable or a field.
pub(super) const NOT_A_PLACE: Code = Code(308);
/// A read of what a later iteration stores, where nothing is carried.
pub(super) const READS_AHEAD: Code = Code(309);
/// A read of what an earlier iteration than the previous one stored.
pub(super) const READS_FURTHER_BACK: Code = Code(310);
/// A read at a distance that is no multiple of the step.
pub(super) const OFF_STEP: Code = Code(311);
/// Two accesses to one array whose distance is not known.
pub(super) const MAY_OVERLAP: Code = Code(312);
/// The carried value is used more than once, or inside something.
pub(super) const NOT_LINEAR: Code = Code(313);
/// The carried value decides what is computed.
pub(super) const CARRIED_CONDITION: Code = Code(314);
/// An operator that is not associative.
pub(super) const NOT_ASSOCIATIVE: Code = Code(315);
/// Two operators on the carried value.
pub(super) const TWO_OPERATORS: Code = Code(316);
/// A second recurrence.
pub(super) const SECOND_RECURRENCE: Code = Code(317);
/// A variable from outside is changed, but carries nothing from iteration to iteration by itself.
pub(super) const DERIVED_SCALAR: Code = Code(318);
/// Nothing is carried.
pub(super) const NO_RECURRENCE: Code = Code(319);
/// A store that happens in some iterations only.
pub(super) const CONDITIONAL_STORE: Code = Code(320);
/// The loop is no scan of floats, or a type must be written.
pub(crate) const TYPE_NEEDED: Code = Code(321);
/// An operand that is evaluated in some iterations only may panic.
pub(super) const LAZY_PANIC: Code = Code(322);
/// An assignment inside an expression.
pub(super) const NESTED_ASSIGNMENT: Code = Code(323);
/// Places that hold each other.
pub(super) const OVERLAPPING_PLACES: Code = Code(324);
/// No iteration stores the carried value.
pub(super) const NOTHING_STORED: Code = Code(325);
/// Several elements of one array are stored, or one element again and again.
pub(super) const STORES: Code = Code(326);
/// What may panic depends on the carried value, and nothing depends on it.
pub(super) const UNUSED_PANIC: Code = Code(328);
/// Part of an element is stored.
pub(super) const PARTIAL_STORE: Code = Code(327);

/// What to write instead of a store that two iterations may do in one place.
pub(super) const WHERE_TO_STORE: &str = "store at the loop variable plus or minus something fixed, such as `y[i]` or `y[n - 1 - i]`, or where the loop counts: `out[k] = x[i]; k += 1;`; what is combined there, `h[x[i]] += 1`, is a reduction: `#[reduce(+ : h)]`; what independent iterations store at places that no two of them share, `y[p[i]] = x[i]`, is a `#[parallel_for]`";
/// A carried value depends on another one.
pub(super) const DEPENDENT: Code = Code(329);
/// What is to be reduced is stored.
pub(super) const STORED: Code = Code(330);
/// Iterations that are said to be independent are not.
pub(super) const NOT_INDEPENDENT: Code = Code(331);

/// Branches in branches change several variables by each other.
pub(super) const BRANCHES: Code = Code(332);

/// More arrays, stores or variables than a kernel has room for.
pub(super) const TOO_MUCH: Code = Code(333);

/// Floats would be multiplied and added in another order, and the clause does not say that they may.
pub(super) const NEEDS_REASSOCIATE: Code = Code(334);
/// Each iteration multiplies by more than 1.
pub(super) const GROWS: Code = Code(335);
/// `auto`, and the update is no map of a known family.
pub(super) const NOT_DERIVED: Code = Code(336);

/// An index that depends on data, on a product, on a remainder.
pub(super) fn not_affine(span: impl Into<Span>, what: &str) -> Diagnostic {
    Diagnostic::error(NOT_AFFINE, span, format!("{what} is not a multiple of the loop variable plus what stays fixed"))
        .help("index with the loop variable plus or minus something fixed, such as `x[i]`, `x[i - 1]`, `x[n - 1 - i]` or `x[2 * i + 1]`")
}

/// `rows[r][i]`, or `row[i]` where each iteration has another row.
pub(super) fn row(span: impl Into<Span>, row: &str) -> Diagnostic {
    if row.chars().all(|letter| letter.is_alphanumeric() || letter == '_') {
        return Diagnostic::error(NOT_A_PLACE, span, format!("`{row}` may be another array in each iteration"))
            .help("keep all rows in one slice: `x[row * width + column]`");
    }
    Diagnostic::error(NOT_A_PLACE, span, format!("`{row}` is not an array with a name"))
        .help(format!("give it one before the loop: `let row = &{}{row};`", if row.contains("::") { "" } else { "mut " }))
}

/// `y[i] = h[k]` beside `h[x[i]] += 1`, or `if h[x[i]] < 9 { h[x[i]] += 1; }`.
pub(super) fn read_elsewhere(span: Span, name: &str) -> Diagnostic {
    let message = format!("this may be an element of `{name}` into which another iteration combines");
    let help = format!(
        "read `{name}` in nothing but `{name}[k] = {name}[k] ⊕ e;`, where neither `k` nor `e`, nor what decides whether it is done, depends on it"
    );
    Diagnostic::error(MAY_OVERLAP, span, message).help(help)
}

/// `h[x[i]] = 1`
pub(super) fn not_combined(span: Span, name: &str, target: &Target) -> Diagnostic {
    let message = format!("what is stored in `{name}` at a computed place is not combined with what is there");
    let help = format!("write `{name}[k] = {name}[k] ⊕ e;` with the operator of `#[reduce({} : {name})]`", target.operator);
    Diagnostic::error(NO_RECURRENCE, span, message).help(help)
}

/// `e(i)` has a type that must be known, and is not.
pub(super) fn type_needed(span: impl Into<Span>, why: &str, name: &str) -> Diagnostic {
    Diagnostic::error(TYPE_NEEDED, span, format!("{why} depends on the type of `{name}`, which is not written in this function"))
        .help(match name.rsplit_once('.') {
            _ if name.contains("[…]") => {
                format!("say it of what is stored there: `let v: i64 = …; {} = v;`", name.replace('…', "i"))
            }
            Some((_, field)) => {
                let field = if field.starts_with(|first: char| first.is_ascii_digit()) { "part" } else { field };
                format!("carry it in a variable: `let mut {field}: i64 = {name};`, and store that after the loop")
            }
            None => format!("write it where `{name}` is declared, such as `let mut {name}: i64 = …;` or `{name}: &mut [f32]`"),
        })
}

/// A recurrence that is not one of those that the clause names.
pub(super) fn second(span: Span, main: &str, other: &str, help: String) -> Diagnostic {
    Diagnostic::error(SECOND_RECURRENCE, span, format!("`{other}` is carried besides `{main}`")).help(help)
}

/// `auto`, and no family has the update.
pub(super) fn not_derived(span: Span, name: &str) -> Diagnostic {
    let message = format!("no operator can be derived for `{name}`, which goes through this");
    Diagnostic::error(NOT_DERIVED, span, message)
        .help("what is derived: `s = a * s + b`, `if c { s = b; }`, `s = if c { 0 } else { s + b }`, `s = (s & m) ^ b`, on `i64` `s = (s + b).max(a)`, on up to 32 bits `s = s.saturating_add(b).max(a)`, steps that always come to one of the numbers from 0 to 15 or of 16 variants of an enum, linear steps of, and copies between, two to four values, and on `i64` and floats the greatest sums of two or three")
}

/// `s = (s + b).max(0)` on `i32`.
pub(super) fn not_saturating(span: Span, name: &str, scalar: Scalar) -> Diagnostic {
    let ty = scalar.rust();
    let message = format!("a sum of `{ty}` may overflow, so no operator can be derived for `{name}`");
    let help = "write `saturating_add` or `saturating_sub`, which differ only there, or carry an `i64`";
    Diagnostic::error(NOT_DERIVED, span, message).help(help)
}

/// `s = a * s + b` on floats.
pub(super) fn needs_reassociate(span: Span, name: &str, does: &str, target: &Target) -> Diagnostic {
    let message = format!("`{name}` is a float that is {does}: in another order the result is another in its last bits");
    let (word, place) = (target.word(), place_text(&target.place));
    Diagnostic::error(NEEDS_REASSOCIATE, span, message).help(format!("allow that: `#[{word}(auto : {place}, reassociate)]`"))
}

/// How the elements of a window are read.
pub(super) const INDEX_WINDOW: &str = "read its elements by numbers, `w[0] + w[1]`, or index the array: `x[i] + x[i + 1]`";

/// What fixed arrays of an iteration are taken apart.
pub(super) const FIXED_ARRAY: &str = "say the type of its elements, 16 at most, `let s: [f32; 3] = …`, and index it by numbers, or in a loop \
                                      over numbers, `for k in 0..3 { s[k] += …; }`";

/// Something that no kernel can do.
pub(super) fn unsupported(span: impl Into<Span>, what: &str, help: &str) -> Diagnostic {
    Diagnostic::error(UNSUPPORTED, span, format!("{what} cannot run in a kernel")).help(help)
}
