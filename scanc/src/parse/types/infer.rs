//! Types of initialisers: what an expression's text leaves no doubt about.

use super::{Scopes, written};
use crate::ir::{Float, Int, Scalar, Signature, Type};
use crate::parse::{Form, Known};
use crate::syntax::{bare, is_of_one_type};
use proc_macro2::Ident;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{BinOp, Block, Expr, ExprBinary, ExprCall, ExprIf, ExprIndex, ExprMethodCall, Lit, Macro, Stmt, Token, UnOp};

/// Methods of a sequence that give a sequence of the same elements.
const SAME_SEQUENCE: &[&str] = &["to_vec", "to_owned", "clone", "as_slice", "as_mut_slice", "into_boxed_slice", "into_vec"];

/// Iterators over parts of a sequence, each a sequence.
const PARTS: &[&str] = &[
    "chunks",
    "chunks_mut",
    "chunks_exact",
    "chunks_exact_mut",
    "rchunks",
    "rchunks_mut",
    "rchunks_exact",
    "rchunks_exact_mut",
    "windows",
];

/// More methods and functions of a primitive type whose value has that type: kernels do not know them.
const SAME_TYPE: &[&str] = &["clone", "saturating_mul", "to_owned"];

/// Associated constants of a primitive type that have that type.
const CONSTANTS: &[&str] = &["EPSILON", "INFINITY", "MAX", "MIN", "MIN_POSITIVE", "NAN", "NEG_INFINITY"];

/// `&value`
pub(super) fn borrowed(known: Known) -> Option<Known> {
    match known {
        Known::Value(ty) => Some(Known::Reference(ty)),
        Known::Reference(_) => None,
        sequence_or_other => Some(sequence_or_other),
    }
}

/// `*reference`
pub(super) fn dereferenced(known: Known) -> Option<Known> {
    match known {
        Known::Reference(ty) => Some(Known::Value(ty)),
        Known::Sequence(element) => Some(Known::Sequence(element)),
        Known::Value(_) | Known::Other(_) => None,
    }
}

impl Scopes {
    /// What is known of the expression's value.
    pub(super) fn infer(&self, expression: &Expr) -> Option<Known> {
        match expression {
            Expr::Lit(literal) => literal_type(&literal.lit),
            Expr::Path(path) if path.qself.is_none() => self.infer_path(&path.path),
            Expr::Paren(inner) => self.infer(&inner.expr),
            Expr::Group(inner) => self.infer(&inner.expr),
            Expr::Reference(inner) => self.infer(&inner.expr).and_then(borrowed),
            Expr::Cast(cast) => self.written(&cast.ty),
            Expr::Unary(unary) => self.infer_unary(&unary.op, &unary.expr),
            Expr::Binary(binary) => self.infer_binary(binary),
            Expr::Index(index) => self.infer_index(index),
            Expr::MethodCall(call) => self.infer_method(call),
            Expr::Call(call) => self.infer_call(call),
            Expr::Macro(call) => self.infer_macro(&call.mac),
            Expr::Array(list) => Some(Known::Sequence(self.element_of(&list.elems))),
            Expr::Repeat(repeat) => Some(Known::Sequence(self.value(&repeat.expr))),
            Expr::If(branches) => self.infer_if(branches),
            Expr::Block(block) if block.label.is_none() => self.infer(only_value(&block.block)?),
            Expr::Range(_) => Some(Known::Other("a range".to_owned())),
            Expr::Closure(_) => Some(Known::Other("a closure".to_owned())),
            _ => None,
        }
    }

    /// What is known of the items of what a `for` runs over.
    pub(super) fn item(&self, iterated: &Expr) -> Option<Known> {
        match iterated {
            Expr::Paren(inner) => self.item(&inner.expr),
            Expr::Group(inner) => self.item(&inner.expr),
            Expr::Range(range) => {
                let bounds = [range.start.as_deref(), range.end.as_deref()];
                self.common(bounds.into_iter().flatten()).map(Known::Value)
            }
            Expr::Reference(inner) => self.infer(&inner.expr).and_then(elements),
            Expr::Path(path) => {
                let name = path.path.get_ident().filter(|name| self.form(name) == Some(Form::SharedSlice))?;
                self.lookup(name).cloned().and_then(elements)
            }
            Expr::MethodCall(call) if call.method == "rev" || call.method == "step_by" => self.item(&call.receiver),
            Expr::MethodCall(call) if call.method == "iter" || call.method == "iter_mut" => {
                self.infer(&call.receiver).and_then(elements)
            }
            Expr::MethodCall(call) if PARTS.iter().any(|name| call.method == name) => {
                self.infer(&call.receiver).filter(|known| matches!(known, Known::Sequence(_)))
            }
            _ => None,
        }
    }

    fn infer_path(&self, path: &syn::Path) -> Option<Known> {
        if let Some(name) = path.get_ident() {
            return self.lookup(name).cloned();
        }
        let (name, owner) = associated(path)?;
        if let Some(scalar) = written::primitive(&owner, &self.parameters) {
            return CONSTANTS.iter().any(|constant| name == constant).then_some(Known::Value(Type::Scalar(scalar)));
        }
        consts_module(&owner).map(|float| Known::Value(Type::Scalar(Scalar::Float(float))))
    }

    /// What is known of the items of an iterator, also of those that are left of it.
    fn item_of(&self, iterator: &Expr) -> Option<Known> {
        match bare(iterator) {
            Expr::MethodCall(call) => match (call.method.to_string().as_str(), call.args.len()) {
                ("copied" | "cloned", 0) => self.item_of(&call.receiver).and_then(dereferenced),
                ("rev", 0) | ("skip" | "take" | "step_by" | "filter", 1) => self.item_of(&call.receiver),
                _ => self.item(iterator),
            },
            other => self.item(other),
        }
    }

    /// Whether an iterator goes over a sequence or a range.
    fn is_iterator(&self, expression: &Expr) -> bool {
        match bare(expression) {
            Expr::MethodCall(call) if ["iter", "iter_mut", "into_iter"].iter().any(|name| call.method == name) => {
                matches!(self.infer(&call.receiver), Some(Known::Sequence(_)))
            }
            Expr::MethodCall(call) => self.is_iterator(&call.receiver),
            other => matches!(other, Expr::Range(_)),
        }
    }

    fn infer_unary(&self, operator: &UnOp, operand: &Expr) -> Option<Known> {
        if let (UnOp::Deref(_), Some(items)) = (operator, unwrapped(operand).and_then(sought_in)) {
            return self.item_of(items).and_then(dereferenced);
        }
        let known = self.infer(operand)?;
        match operator {
            UnOp::Deref(_) => dereferenced(known),
            _ => number(known).map(Known::Value),
        }
    }

    fn infer_binary(&self, binary: &ExprBinary) -> Option<Known> {
        match binary.op {
            BinOp::And(_)
            | BinOp::Or(_)
            | BinOp::Eq(_)
            | BinOp::Ne(_)
            | BinOp::Lt(_)
            | BinOp::Le(_)
            | BinOp::Gt(_)
            | BinOp::Ge(_) => Some(Known::Value(Type::BOOL)),
            BinOp::Shl(_) | BinOp::Shr(_) => self.number(&binary.left).map(Known::Value),
            op if is_of_one_type(&op) => self.common([&*binary.left, &*binary.right].into_iter()).map(Known::Value),
            _ => None,
        }
    }

    fn infer_index(&self, index: &ExprIndex) -> Option<Known> {
        let Known::Sequence(element) = self.infer(&index.expr)? else {
            return None;
        };
        if let Expr::Range(_) = bare(&index.index) {
            return Some(Known::Sequence(element));
        }
        // An index of unknown type may be a range.
        let number = unsuffixed(&index.index) || matches!(*index.index, Expr::Binary(_)) || self.number(&index.index).is_some();
        element.filter(|_| number).map(stored)
    }

    fn infer_method(&self, call: &ExprMethodCall) -> Option<Known> {
        let receiver = self.infer(&call.receiver);
        let method = call.method.to_string();
        match &receiver {
            Some(Known::Value(ty)) => return of_number(ty, &method).map(Known::Value),
            // `Ord::min` and the like take the references themselves.
            Some(Known::Reference(ty)) if !["min", "max", "clamp"].contains(&method.as_str()) => {
                return of_number(ty, &method).map(Known::Value);
            }
            _ => {}
        }
        match (receiver, method.as_str()) {
            (Some(Known::Sequence(_) | Known::Other(_)), "len") => Some(Known::Value(Type::USIZE)),
            (Some(Known::Sequence(element)), name) if SAME_SEQUENCE.contains(&name) => Some(Known::Sequence(element)),
            (_, "count") if call.args.is_empty() && self.is_iterator(&call.receiver) => Some(Known::Value(Type::USIZE)),
            (_, "fold") if call.args.len() == 2 && self.is_iterator(&call.receiver) => {
                self.value(&call.args[0]).map(Known::Value)
            }
            (_, "unwrap" | "expect" | "unwrap_or" | "unwrap_or_default") => match bare(&call.receiver) {
                Expr::MethodCall(place) if place.method == "position" && self.is_iterator(&place.receiver) => {
                    Some(Known::Value(Type::USIZE))
                }
                option => self.item_of(sought_in(option)?).filter(|item| matches!(item, Known::Value(_))),
            },
            (_, "collect" | "sum" | "product") => {
                let syn::GenericArgument::Type(ty) = call.turbofish.as_ref()?.args.first()? else {
                    return None;
                };
                self.written(ty)
            }
            _ => None,
        }
    }

    /// `Vec::<f32>::with_capacity(n)`, `i64::from(k)`, `f32::max(a, b)`, `Box::new(x)`.
    fn infer_call(&self, call: &ExprCall) -> Option<Known> {
        let Expr::Path(path) = &*call.func else {
            return None;
        };
        let (function, owner) = associated(&path.path).filter(|_| path.qself.is_none())?;
        if let Some(scalar) = written::primitive(&owner, &self.parameters) {
            return match function.to_string().as_str() {
                "from" | "default" | "from_bits" => Some(Type::Scalar(scalar)),
                method => of_number(&Type::Scalar(scalar), method),
            }
            .map(Known::Value);
        }
        let last = owner.segments.last()?;
        match (last.ident.to_string().as_str(), function.to_string().as_str()) {
            ("Vec", "new" | "with_capacity") => {
                let element = written::argument(last).and_then(|ty| written::element(ty, &self.parameters));
                Some(Known::Sequence(element))
            }
            ("Vec", "from") | ("Box" | "Rc" | "Arc", "new") => {
                self.infer(call.args.first()?).filter(|known| matches!(known, Known::Sequence(_)))
            }
            _ => None,
        }
    }

    /// Whether the elements are vectors: `vec![vec![0; m]; n]`, `vec![Vec::new(); n]`.
    pub(super) fn has_rows(&self, expression: &Expr) -> bool {
        let Expr::Macro(call) = expression else { return false };
        let elements = vector(&call.mac);
        let is_vector = |element: &Expr| match element {
            Expr::Macro(call) => vector(&call.mac).is_some(),
            Expr::Call(_) => matches!(self.infer(element), Some(Known::Sequence(_))),
            _ => false,
        };
        elements.is_some_and(|elements| elements.first().is_some_and(is_vector))
    }

    /// `vec![0i32; n]`, `vec![a, b]`.
    fn infer_macro(&self, call: &Macro) -> Option<Known> {
        let elements = vector(call)?;
        Some(Known::Sequence(self.element_of(&elements)))
    }

    fn infer_if(&self, branches: &ExprIf) -> Option<Known> {
        let then = only_value(&branches.then_branch)?;
        let otherwise = match &*branches.else_branch.as_ref()?.1 {
            Expr::Block(block) => only_value(&block.block)?,
            other => other,
        };
        match (self.infer(then), self.infer(otherwise)) {
            (Some(left), Some(right)) if left == right => Some(left),
            (Some(Known::Value(ty)), None) if unsuffixed(otherwise) => Some(Known::Value(ty)),
            (None, Some(Known::Value(ty))) if unsuffixed(then) => Some(Known::Value(ty)),
            _ => None,
        }
    }

    /// The type of a list's elements: one that is known says it for all.
    fn element_of(&self, list: &Punctuated<Expr, Token![,]>) -> Option<Type> {
        list.iter().find_map(|value| self.value(value))
    }

    fn value(&self, expression: &Expr) -> Option<Type> {
        match self.infer(expression)? {
            Known::Value(ty) => Some(ty),
            _ => None,
        }
    }

    /// The type of a number, or of what a reference to one points to.
    fn number(&self, expression: &Expr) -> Option<Type> {
        number(self.infer(expression)?)
    }

    /// The one type of all operands that have one; the others must be literals, which follow.
    fn common<'a>(&self, operands: impl Iterator<Item = &'a Expr>) -> Option<Type> {
        let mut common = None;
        for operand in operands {
            match self.number(operand) {
                Some(ty) if common.as_ref().is_none_or(|other| *other == ty) => common = Some(ty),
                None if unsuffixed(operand) => {}
                _ => return None,
            }
        }
        common
    }
}

/// The iterator of which an `Option` has an item: `x.iter().max()`, `x.iter().enumerate().max_by(…)`.
pub(super) fn sought_in(option: &Expr) -> Option<&Expr> {
    match bare(option) {
        Expr::MethodCall(call) => match (call.method.to_string().as_str(), call.args.len()) {
            ("max" | "min" | "last", 0) | ("max_by" | "min_by" | "max_by_key" | "min_by_key" | "reduce", 1) => {
                Some(&call.receiver)
            }
            _ => None,
        },
        _ => None,
    }
}

/// The `Option` whose value an expression is: `option.unwrap()`, `option?`.
pub(super) fn unwrapped(expression: &Expr) -> Option<&Expr> {
    match bare(expression) {
        Expr::MethodCall(call) => match (call.method.to_string().as_str(), call.args.len()) {
            ("unwrap", 0) | ("expect" | "unwrap_or", 1) => Some(&call.receiver),
            _ => None,
        },
        Expr::Try(tried) => Some(&tried.expr),
        _ => None,
    }
}

/// The elements of a `vec![…]`; of `vec![value; n]` the one that is repeated.
fn vector(call: &Macro) -> Option<Punctuated<Expr, Token![,]>> {
    if call.path.segments.last()?.ident != "vec" {
        return None;
    }
    let repeated = |input: syn::parse::ParseStream| {
        let value: Expr = input.parse()?;
        input.parse::<Token![;]>()?;
        input.parse::<Expr>()?;
        Ok(Punctuated::from_iter([value]))
    };
    let list = Punctuated::<Expr, Token![,]>::parse_terminated;
    repeated.parse2(call.tokens.clone()).or_else(|_| list.parse2(call.tokens.clone())).ok()
}

fn number(known: Known) -> Option<Type> {
    match known {
        Known::Value(ty @ Type::Scalar(_)) | Known::Reference(ty @ Type::Scalar(_)) => Some(ty),
        _ => None,
    }
}

fn of_number(ty: &Type, method: &str) -> Option<Type> {
    let receiver = ty.scalar()?;
    if SAME_TYPE.contains(&method) { Some(ty.clone()) } else { Signature::of(method)?.outcome.of(receiver).map(Type::Scalar) }
}

/// An element of a sequence as a value of its own: an array is a sequence.
fn stored(element: Type) -> Known {
    match element {
        Type::Array(inner, _) => Known::Sequence(Some(*inner)),
        other => Known::Value(other),
    }
}

/// A reference to an element of a sequence.
fn elements(sequence: Known) -> Option<Known> {
    match sequence {
        Known::Sequence(element) => element.map(stored).and_then(borrowed),
        _ => None,
    }
}

fn literal_type(literal: &Lit) -> Option<Known> {
    match literal {
        Lit::Bool(_) => Some(Known::Value(Type::BOOL)),
        Lit::Int(number) => Scalar::from_rust(number.suffix()).map(|scalar| Known::Value(Type::Scalar(scalar))),
        Lit::Float(number) => Scalar::from_rust(number.suffix()).map(|scalar| Known::Value(Type::Scalar(scalar))),
        Lit::Byte(_) => Some(Known::Value(Type::Scalar(Scalar::Int(Int::U8)))),
        Lit::ByteStr(_) => Some(Known::Sequence(Some(Type::Scalar(Scalar::Int(Int::U8))))),
        Lit::Str(_) => Some(Known::Other("&str".to_owned())),
        Lit::Char(_) => Some(Known::Other("char".to_owned())),
        _ => None,
    }
}

/// Whether the expression is made of numbers without suffix, so that its type follows from its use.
fn unsuffixed(expression: &Expr) -> bool {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.suffix().is_empty(),
            Lit::Float(number) => number.suffix().is_empty(),
            _ => false,
        },
        Expr::Paren(inner) => unsuffixed(&inner.expr),
        Expr::Group(inner) => unsuffixed(&inner.expr),
        Expr::Unary(inner) => matches!(inner.op, UnOp::Neg(_)) && unsuffixed(&inner.expr),
        Expr::Binary(inner) => unsuffixed(&inner.left) && unsuffixed(&inner.right),
        _ => false,
    }
}

/// The value of a block that holds nothing else.
fn only_value(block: &Block) -> Option<&Expr> {
    match block.stmts.as_slice() {
        [Stmt::Expr(value, None)] => Some(value),
        _ => None,
    }
}

/// `path::name` as `name` and `path`.
fn associated(path: &syn::Path) -> Option<(Ident, syn::Path)> {
    let mut owner = path.clone();
    let name = owner.segments.pop()?.into_value();
    owner.segments.pop_punct();
    (!owner.segments.is_empty() && name.arguments.is_none()).then_some((name.ident, owner))
}

/// `std::f32::consts`
fn consts_module(path: &syn::Path) -> Option<Float> {
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    match names.as_slice() {
        ["std" | "core", "f32", "consts"] | ["f32", "consts"] => Some(Float::F32),
        ["std" | "core", "f64", "consts"] | ["f64", "consts"] => Some(Float::F64),
        _ => None,
    }
}
