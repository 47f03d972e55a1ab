//! Iterators that come to their greatest or least item, by what a closure says of two of them, or of one.
//!
//! ```text
//! x.iter().enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b))     →     of equal ones the last, by `|(_, a)| a`
//! points.iter().min_by_key(|point| point.x)                        →     of equal ones the first, by `|point| point.x`
//! ```
//!
//! What is compared of both has to be the same.

use crate::ir::Scalar;
use crate::syntax::{Bound, bare, map_variables, mentions_variable};
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::visit::Visit;
use syn::{Expr, ExprClosure, ExprMethodCall, ExprPath, Pat, PathSegment, Stmt};

/// What compares items by a closure.
const COMPARING: [&str; 4] = ["max_by", "min_by", "max_by_key", "min_by_key"];

/// Whether a call does.
pub(crate) fn compares(call: &ExprMethodCall) -> bool {
    call.args.len() == 1 && COMPARING.iter().any(|name| call.method == name)
}

/// Which item an iterator comes to.
pub(crate) struct Extreme {
    /// The one of the greatest key, and not of the least.
    pub greatest: bool,
    /// Of equal ones the last, and not the first.
    pub last: bool,
    /// What is compared of an item; `None` for itself.
    pub key: Option<ExprClosure>,
    /// How that is compared.
    pub order: Order,
}

/// How numbers are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// By `Ord`, as integers are.
    Ord,
    /// By `total_cmp`, floats.
    Total,
    /// By `partial_cmp`: of floats `-0.0` equals `0.0`.
    Partial,
}

impl Order {
    /// That of a function by this name, whose result is asked for, or may be none.
    fn by(name: &str, is_asked: bool) -> Option<Self> {
        match (name, is_asked) {
            ("cmp", false) => Some(Self::Ord),
            ("total_cmp", false) => Some(Self::Total),
            ("partial_cmp", true) => Some(Self::Partial),
            _ => None,
        }
    }

    /// That of a function by this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::by(name, name == "partial_cmp")
    }

    /// Whether numbers of a type are compared so by what Rust has for them, and not by a trait of the program's.
    pub(crate) fn is_of(self, scalar: Scalar) -> bool {
        match self {
            Self::Ord => !matches!(scalar, Scalar::Float(_)),
            Self::Total => matches!(scalar, Scalar::Float(_)),
            Self::Partial => true,
        }
    }
}

/// `Ord::cmp`, `f64::total_cmp`: a type or a trait, and its function that compares.
pub(crate) fn comparing(path: &ExprPath) -> Option<[&Ident; 2]> {
    let segments: Vec<&PathSegment> = path.path.segments.iter().collect();
    let [before @ .., owner, name] = segments.as_slice() else { return None };
    let before: Vec<String> = before.iter().map(|segment| segment.ident.to_string()).collect();
    let is_plain = path.qself.is_none() && segments.iter().all(|segment| segment.arguments.is_none());
    let (whose, what) = (owner.ident.to_string(), name.ident.to_string());
    let is_known = match (before.iter().map(String::as_str).collect::<Vec<_>>().as_slice(), whose.as_str(), what.as_str()) {
        ([] | ["std" | "core", "cmp"], "Ord", "cmp") | ([] | ["std" | "core", "cmp"], "PartialOrd", "partial_cmp") => true,
        ([], _, "cmp" | "partial_cmp" | "total_cmp") => Scalar::from_rust(&whose).is_some(),
        _ => false,
    };
    (is_plain && is_known).then_some([&owner.ident, &name.ident])
}

impl Extreme {
    /// What a call comes to; `None` where the text does not show what is compared.
    pub(crate) fn of(call: &ExprMethodCall) -> Option<Self> {
        let greatest = call.method.to_string().starts_with("max");
        let Some(function) = call.args.first().map(bare) else {
            return Some(Self { greatest, last: greatest, key: None, order: Order::Ord });
        };
        let by_key = call.method.to_string().ends_with("_key");
        let (key, order, is_reversed) = match function {
            Expr::Closure(closure) if by_key => {
                let (key, is_reversed) = of_key(closure);
                (Some(key), Order::Ord, is_reversed)
            }
            Expr::Closure(closure) => {
                let Comparison { key, order, is_reversed } = Comparison::of(closure)?;
                (Some(key), order, is_reversed)
            }
            Expr::Path(path) if !by_key => (None, Order::by(&comparing(path)?[1].to_string(), false)?, false),
            _ => return None,
        };
        Some(Self { greatest: greatest != is_reversed, last: greatest, key, order })
    }
}

/// `|a| Reverse(a.x)` is `|a| a.x`, the other way around.
fn of_key(closure: &ExprClosure) -> (ExprClosure, bool) {
    let inner = match bare(&closure.body) {
        Expr::Call(call) if call.args.len() == 1 && is_reverse(&call.func) => &call.args[0],
        _ => return (closure.clone(), false),
    };
    (ExprClosure { body: Box::new(inner.clone()), ..closure.clone() }, true)
}

/// `std::cmp::Reverse`
pub(crate) fn is_reverse(function: &Expr) -> bool {
    matches!(function, Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Reverse"))
}

/// `|a, b| a.x.partial_cmp(&b.x).unwrap()`
struct Comparison {
    /// `|a| a.x`
    key: ExprClosure,
    order: Order,
    /// It compares the second with the first.
    is_reversed: bool,
}

impl Comparison {
    fn of(closure: &ExprClosure) -> Option<Self> {
        let [first, second] = <[&Pat; 2]>::try_from(closure.inputs.iter().collect::<Vec<_>>()).ok()?;
        let (mut compared, mut is_reversed) = (last_value(&closure.body), false);
        while let Expr::MethodCall(call) = compared
            && call.method == "reverse"
        {
            (compared, is_reversed) = (bare(&call.receiver), !is_reversed);
        }
        // What is done where there is no order is the program's own affair.
        let is_partial = match compared {
            Expr::MethodCall(call) if ["unwrap", "expect", "unwrap_or"].iter().any(|name| call.method == name) => {
                compared = bare(&call.receiver);
                true
            }
            _ => false,
        };
        let (method, left, right) = match compared {
            Expr::MethodCall(call) if call.args.len() == 1 => (&call.method, &*call.receiver, &call.args[0]),
            Expr::Call(call) if call.args.len() == 2 => match bare(&call.func) {
                Expr::Path(path) => (comparing(path)?[1], &call.args[0], &call.args[1]),
                _ => return None,
            },
            _ => return None,
        };
        let order = Order::by(&method.to_string(), is_partial)?;
        let sides = [Side::new(first, left), Side::new(second, right)];
        let crossed = [Side::new(first, right), Side::new(second, left)];
        let ([Side { key, .. }, _], crosses) = match (Side::are_alike(&sides), Side::are_alike(&crossed)) {
            (true, _) => (sides, false),
            (false, true) => (crossed, true),
            (false, false) => return None,
        };
        let (inputs, body) = (std::iter::once(first.clone()).collect(), Box::new(key.clone()));
        let (key, reverses) = of_key(&ExprClosure { inputs, body, ..closure.clone() });
        Some(Self { key, order, is_reversed: (is_reversed != crosses) != reverses })
    }
}

/// What is compared of one item, under the names that a pattern has for it.
struct Side<'c> {
    pattern: &'c Pat,
    key: &'c Expr,
    names: Vec<Ident>,
}

impl<'c> Side<'c> {
    fn new(mut pattern: &'c Pat, mut key: &'c Expr) -> Self {
        // Of two types rustc says whether they are one.
        while let Pat::Type(typed) = pattern {
            pattern = &typed.pat;
        }
        let mut names = Vec::new();
        Bound(&mut |name| names.push(name.ident.clone())).visit_pat(pattern);
        while let Expr::Reference(reference) = bare(key) {
            key = &reference.expr;
        }
        Self { pattern, key: bare(key), names }
    }

    /// Whether it is the same of both, but for the names.
    fn are_alike([first, second]: &[Self; 2]) -> bool {
        let [first_key, second_key] = [first, second].map(|side| side.key.to_token_stream());
        let renamed = |tokens: TokenStream| {
            let other =
                |name: &Ident| first.names.iter().position(|own| own == name).and_then(|at| second.names.get(at)).cloned();
            map_variables(tokens, &other).to_string()
        };
        let mentions =
            |tokens: &TokenStream, names: &[Ident]| names.iter().any(|name| mentions_variable(tokens, &name.to_string()));
        first.names.len() == second.names.len()
            && renamed(first.pattern.to_token_stream()) == second.pattern.to_token_stream().to_string()
            && !mentions(&first_key, &second.names)
            && !mentions(&second_key, &first.names)
            && renamed(first_key) == second_key.to_string()
    }
}

/// What a block does nothing but give.
pub(crate) fn last_value(body: &Expr) -> &Expr {
    match bare(body) {
        Expr::Block(block) if block.label.is_none() => match block.block.stmts.as_slice() {
            [Stmt::Expr(value, None)] => last_value(value),
            _ => body,
        },
        body => body,
    }
}
