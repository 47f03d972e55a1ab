//! Expressions. What C can only say with statements is put before the statement that the expression is in.

use super::arrays::is_member;
use super::body::Body;
use super::integers;
use super::literals;
use super::names::{c_name, member_name};
use super::operations::{promoted, scalar, symbol};
use super::panics::literal;
use super::product;
use super::text::{Level, Text};
use super::types::type_name;
use crate::ir::{
    Binary, Block, CarriedId, Expr, ExprKind, Int, Literal, LocalId, Method, Scalar, Statement, Type, Unary, is_element, walk,
};
use std::collections::HashSet;

/// Whether C can say it as one expression.
pub(super) fn is_plain(expr: &Expr) -> bool {
    let mut plain = true;
    walk::expression(expr, &mut |expr| {
        plain &= match &expr.kind {
            ExprKind::If(_, then, otherwise) => then.statements.is_empty() && otherwise.statements.is_empty(),
            ExprKind::Block(block) => block.statements.is_empty(),
            ExprKind::Element(base, _) => is_place(base),
            ExprKind::Field(base, _) if is_member(expr) => is_place(base),
            // A member that is an array is spelled out element by element.
            ExprKind::Struct(_, fields) => fields.iter().all(|(_, value)| {
                !matches!(value.ty, Type::Array(..)) || is_place(value) || matches!(value.kind, ExprKind::List(_))
            }),
            _ => true,
        };
    });
    plain
}

/// Whether C can index it where it is.
pub(super) fn is_place(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Local(_) | ExprKind::Load(..) | ExprKind::Gather(..) | ExprKind::Item(..) => true,
        ExprKind::Captured(_) | ExprKind::Before(_) | ExprKind::After(_) => true,
        ExprKind::Field(base, _) | ExprKind::Element(base, _) => is_place(base),
        _ => false,
    }
}

/// What evaluating operands does, beside their values: only blocks hold statements.
#[derive(Default)]
pub(super) struct Effects {
    /// The locals that are assigned.
    changed: HashSet<LocalId>,
    /// The function or a loop may be left.
    jumps: bool,
}

impl Effects {
    /// Those of one more operand.
    pub fn add(&mut self, operand: &Expr) {
        walk::expression(operand, &mut |expr| match &expr.kind {
            ExprKind::If(_, then, otherwise) => {
                [then, otherwise].into_iter().for_each(|block| assigned(block, &mut self.changed))
            }
            ExprKind::Block(block) => assigned(block, &mut self.changed),
            _ => {}
        });
        self.jumps |= walk::jumps(operand);
    }

    /// Whether an operand reads what they change.
    fn change(&self, operand: &Expr) -> bool {
        let mut found = false;
        let mut look = |expr: &Expr| found |= matches!(expr.kind, ExprKind::Local(local) if self.changed.contains(&local));
        if !self.changed.is_empty() {
            walk::expression(operand, &mut look);
        }
        found
    }
}

/// The locals that statements of `block` assign to.
fn assigned(block: &Block, locals: &mut HashSet<LocalId>) {
    for statement in &block.statements {
        match statement {
            Statement::Assign(place, _) => locals.extend(root(place)),
            Statement::If(_, then, otherwise) => [then, otherwise].into_iter().for_each(|block| assigned(block, locals)),
            Statement::While(_, body) => assigned(body, locals),
            _ => {}
        }
    }
}

/// The local that a place is a part of.
fn root(place: &Expr) -> Option<LocalId> {
    match &place.kind {
        ExprKind::Local(local) => Some(*local),
        ExprKind::Field(base, _) | ExprKind::Element(base, _) => root(base),
        _ => None,
    }
}

/// `base.name`; an element of an array is `base.at[2]`, or `base[2]` of one that is a struct's member.
pub(super) fn member_text(base: &Expr, text: &str, name: &str) -> String {
    fn is_members_array(base: &Expr) -> bool {
        matches!(&base.kind, ExprKind::Field(whole, name) if !is_element(name) || is_members_array(whole))
    }
    let joint = if is_element(name) && is_members_array(base) { "" } else { "." };
    let name = if joint.is_empty() { name.to_owned() } else { member_name(name) };
    format!("{text}{joint}{name}")
}

impl Body<'_> {
    /// Whether the loop variable has one of its first values. Their difference has no sign, so it does not overflow.
    fn is_among_first(&self, count: u8) -> Text {
        let (index, first) = (self.index_name(), Text::atom("first"));
        if count == 1 {
            return Text::binary("==", Level::Equality, index, first);
        }
        let step = self.kernel().step;
        let farthest = step.unsigned_abs().saturating_mul(u64::from(count) - 1);
        let (later, earlier) = if step < 0 { (first, index) } else { (index, first) };
        let distance = Text::binary("-", Level::Sum, later.cast("ulong"), earlier.cast("ulong"));
        Text::binary("<=", Level::Relation, distance, Text::atom(format!("{farthest}ul")))
    }

    /// `expr` as C.
    pub(super) fn expression(&mut self, expr: &Expr) -> Text {
        match &expr.kind {
            ExprKind::Literal(value) => {
                self.enum_constant(expr, *value).unwrap_or_else(|| literals::literal(*value, scalar(&expr.ty)))
            }
            ExprKind::Local(local) => Text::atom(self.local(*local)),
            ExprKind::Index if scalar(&expr.ty).opencl() == "long" => self.index_name(),
            ExprKind::Index => self.index_name().cast(scalar(&expr.ty).opencl()),
            ExprKind::IsAmongFirst(count) => {
                let is_among = self.is_among_first(*count);
                Text::binary("&&", Level::And, Text::atom("!CONTINUES"), is_among).exactly(false)
            }
            ExprKind::Captured(capture) => Text::atom(&self.kernel().captures[capture.0]),
            ExprKind::Before(carried) => self.carried("before", *carried),
            ExprKind::After(carried) => self.carried("after", *carried),
            ExprKind::Load(array, index) => self.load(&self.kernel().arrays[array.0], index),
            ExprKind::Gather(array, index) => self.gather(&self.kernel().arrays[array.0], index),
            ExprKind::Slice(array, from, length) => self.slice(&self.kernel().arrays[array.0], from, length),
            ExprKind::Item(array, index) => {
                Text::atom(format!("{}[{}]", self.kernel().arrays[array.0], self.expression(index).text))
            }
            ExprKind::Unary(operator, operand) => self.unary(*operator, operand),
            ExprKind::Binary(operator @ (Binary::And | Binary::Or), left, right) => self.lazy(*operator, left, right),
            ExprKind::Binary(operator, left, right) => self.binary(expr, *operator, left, right),
            ExprKind::Cast(operand) => self.cast(operand, scalar(&expr.ty)),
            ExprKind::If(condition, then, otherwise) => self.if_value(expr, condition, then, otherwise),
            ExprKind::Block(block) => {
                let value = self.hoisted(block);
                self.expression(value)
            }
            ExprKind::Method(method, operands) => self.method(expr, *method, operands),
            ExprKind::Call(name, arguments) => self.call(name, arguments),
            ExprKind::Field(..) | ExprKind::Element(..) if is_member(expr) => self.member_value(expr),
            ExprKind::Field(..) | ExprKind::Element(..) => self.place_text(expr),
            ExprKind::Struct(name, fields) => self.structure(name, &expr.ty, fields),
            ExprKind::List(elements) => self.list(&expr.ty, elements),
        }
    }

    /// `before`; `before.sum` where there are several.
    fn carried(&self, when: &str, CarriedId(number): CarriedId) -> Text {
        match self.kernel().fields.as_slice() {
            [] => Text::atom(when),
            fields => Text::atom(format!("{when}.{}", fields[number])),
        }
    }

    /// Whether an operand must be computed before the later ones, which need statements, run.
    fn comes_first(&self, operand: &Expr, later: &Effects) -> bool {
        later.change(operand) || later.jumps && self.any_may_panic(operand)
    }

    /// For each operand whether it must be computed before those after it run.
    fn come_first<'e>(&self, operands: impl DoubleEndedIterator<Item = &'e Expr>) -> Vec<bool> {
        let mut later = Effects::default();
        let first = operands.rev().map(|operand| {
            let first = self.comes_first(operand, &later);
            later.add(operand);
            first
        });
        let mut first: Vec<bool> = first.collect();
        first.reverse();
        first
    }

    /// The operands of one operation, in Rust's order: where a later one needs statements, the earlier values are kept first.
    pub(super) fn operand_list(&mut self, operands: &[&Expr]) -> Vec<Text> {
        let first = self.come_first(operands.iter().copied());
        let texts = operands.iter().zip(first).map(|(operand, first)| {
            let text = self.expression(operand);
            if first { self.kept(&text, &operand.ty) } else { text }
        });
        texts.collect()
    }

    pub(super) fn operands<const N: usize>(&mut self, operands: [&Expr; N]) -> [Text; N] {
        self.operand_list(&operands).try_into().expect("as many texts as operands")
    }

    /// `&&` or `||`: where the right side needs statements they stand in an `if`.
    fn lazy(&mut self, operator: Binary, left: &Expr, right: &Expr) -> Text {
        let text = self.expression(left);
        if is_plain(right) {
            let (symbol, level) = symbol(operator);
            return Text::binary(symbol, level, text, self.expression(right)).exactly(false);
        }
        let value = self.temporary(&Type::BOOL, Some(text));
        let condition = if operator == Binary::And { value.clone() } else { format!("!{value}") };
        self.assign_if(&condition, &value, right);
        Text::atom(value)
    }

    fn if_value(&mut self, expr: &Expr, condition: &Expr, then: &Block, otherwise: &Block) -> Text {
        if let (Some(then), Some(otherwise)) = (plain_value(then), plain_value(otherwise)) {
            let condition = self.expression(condition);
            let (then, otherwise) = (self.expression(then), self.expression(otherwise));
            return Text::ternary(condition, then, otherwise).exactly(!expr.ty.scalar().is_some_and(promoted));
        }
        let value = self.temporary(&expr.ty, None);
        self.choose(condition, then, otherwise, &value);
        Text::atom(value)
    }

    fn call(&mut self, name: &str, arguments: &[Expr]) -> Text {
        let mut texts: Vec<_> =
            self.operand_list(&arguments.iter().collect::<Vec<_>>()).into_iter().map(|text| text.text).collect();
        texts.extend(self.call_may_panic(name).then(|| "panicked".to_owned()));
        let unseen = self.unseen_function(name);
        Text::call(&unseen.unwrap_or_else(|| c_name(name)), &texts)
    }

    /// `x[i - 1 - x_from]`.
    fn load(&mut self, array: &str, index: &Expr) -> Text {
        let from = Text::atom(format!("{array}_from"));
        let index = Text::binary("-", Level::Sum, self.index(index), from);
        Text::atom(format!("{array}[{}]", index.text))
    }

    /// `x[checked_index(…, x_len, panicked)]`: the buffer has all of the array.
    fn gather(&mut self, array: &str, index: &Expr) -> Text {
        let arguments = [self.expression(index).text, format!("{array}_len"), "panicked".into()];
        let index = self.helpers().call(&integers::checked_index(), &arguments);
        Text::atom(format!("{array}[{}]", index.text))
    }

    /// `checked_slice(from, length, x_len, panicked)`
    fn slice(&mut self, array: &str, from: &Expr, length: &Expr) -> Text {
        let (from, length) = (self.expression(from).text, self.expression(length).text);
        self.helpers().call(&integers::checked_slice(), &[from, length, format!("{array}_len"), "panicked".into()])
    }

    /// An index of a buffer, as 64-bit signed arithmetic. Where it is affine it is in range, and so is all that it is made of (the
    /// host has looked before the launch): it needs no casts, and is the very number that the host has computed.
    pub(super) fn index(&mut self, index: &Expr) -> Text {
        match &index.kind {
            _ if literal(index).is_some() => signed(literal(index).unwrap_or_default()),
            ExprKind::Index => self.index_name(),
            ExprKind::Cast(operand) if is_affine(operand) && mentions_index(operand) => self.index(operand),
            ExprKind::Unary(Unary::Neg, operand) if is_affine(operand) => Text::prefix("-", self.index(operand)),
            ExprKind::Binary(operator, left, right) if is_affine(index) => self.index_arithmetic(*operator, left, right),
            ExprKind::Method(method, operands) if is_affine(index) => {
                self.index_arithmetic(wrapping(*method), &operands[0], &operands[1])
            }
            _ => self.exact_index(index),
        }
    }

    fn exact_index(&mut self, index: &Expr) -> Text {
        let text = self.expression(index);
        if scalar(&index.ty).opencl() == "long" { text } else { text.cast("long") }
    }

    fn index_arithmetic(&mut self, operator: Binary, left: &Expr, right: &Expr) -> Text {
        let (symbol, level) = symbol(operator);
        let left = match (literal(left), literal(right)) {
            // Two literals would be multiplied as `int`.
            (Some(value), Some(_)) => signed(value).cast("long"),
            _ => self.index(left),
        };
        Text::binary(symbol, level, left, self.index(right))
    }

    fn enum_constant(&self, expr: &Expr, literal: Literal) -> Option<Text> {
        let (Type::Enum(name, _), Literal::Int(value)) = (&expr.ty, literal) else { return None };
        // C's enumeration constants are of the type `int`.
        self.variant(name, value).map(|name| Text::atom(name).exactly(false))
    }

    /// A field or an element, or what else can be named.
    pub(super) fn place_text(&mut self, expr: &Expr) -> Text {
        match &expr.kind {
            ExprKind::Field(base, name) => {
                let text = self.postfix(base);
                Text::atom(member_text(base, &text, name))
            }
            ExprKind::Element(base, index) => self.element(expr, base, index),
            _ => self.expression(expr),
        }
    }

    /// `a.at[index]` of a fixed array, `a.m[index]` of one that is a struct's member.
    fn element(&mut self, expr: &Expr, base: &Expr, index: &Expr) -> Text {
        let mut later = Effects::default();
        later.add(index);
        let member = is_member(base) && !self.comes_first(base, &later);
        let [base_text, index_text] =
            if member { [Text::atom(self.place(base)), self.expression(index)] } else { self.operands([base, index]) };
        let named = member || is_place(base) && !is_member(base);
        let base_text = if named { base_text } else { self.kept(&base_text, &base.ty) };
        self.subscript(expr, &base_text.text, index_text, member)
    }

    /// `base[index]`, or `base.at[index]` of an array that is no struct's member.
    fn subscript(&mut self, element: &Expr, base_text: &str, index_text: Text, member: bool) -> Text {
        let ExprKind::Element(base, index) = &element.kind else { unreachable!("an element") };
        let index_text = match (literal(index), &base.ty) {
            (Some(value), _) if !self.may_panic(element) => Text::atom(value.to_string()),
            (_, Type::Array(_, length)) if self.may_panic(element) => {
                let arguments = [index_text.text, format!("{length}UL"), "panicked".into()];
                self.helpers().call(&integers::checked_index(), &arguments)
            }
            _ => index_text,
        };
        Text::atom(format!("{base_text}{}[{}]", if member { "" } else { ".at" }, index_text.text))
    }

    /// What is assigned to: never a copy, whatever the indices need.
    pub(super) fn target(&mut self, place: &Expr) -> String {
        match &place.kind {
            ExprKind::Field(base, name) => {
                let text = self.target(base);
                member_text(base, &text, name)
            }
            ExprKind::Element(base, index) => {
                let (base_text, index_text) = (self.target(base), self.expression(index));
                self.subscript(place, &base_text, index_text, is_member(base)).text
            }
            _ => self.expression(place).text,
        }
    }

    fn postfix(&mut self, base: &Expr) -> String {
        let text = self.expression(base);
        if text.level == Level::Postfix { text.text } else { format!("({})", text.text) }
    }

    /// `(Pair){.x = 1, .y = 2}`.
    fn structure(&mut self, name: &str, ty: &Type, fields: &[(String, Expr)]) -> Text {
        let texts = self.members(fields);
        let fields: Vec<_> =
            fields.iter().zip(texts).map(|((name, _), text)| format!(".{} = {}", member_name(name), text.text)).collect();
        let ty = if name == product::PRODUCT { "scan_t".to_owned() } else { type_name(ty) };
        Text::atom(format!("({ty}){{{}}}", fields.join(", ")))
    }

    fn members(&mut self, fields: &[(String, Expr)]) -> Vec<Text> {
        if !fields.iter().any(|(_, value)| matches!(value.ty, Type::Array(..))) {
            return self.operand_list(&fields.iter().map(|field| &field.1).collect::<Vec<_>>());
        }
        let first = self.come_first(fields.iter().map(|(_, value)| value));
        let texts = fields.iter().zip(first).map(|((_, value), first)| match value.ty {
            Type::Array(..) if first => self.kept_initialiser(value),
            Type::Array(..) => self.initialiser(value),
            _ if first => {
                let text = self.expression(value);
                self.kept(&text, &value.ty)
            }
            _ => self.expression(value),
        });
        texts.collect()
    }
}

/// Whether an `if` with these arms is more than a ternary.
pub(super) fn needs_statements(then: &Block, otherwise: &Block) -> bool {
    plain_value(then).is_none() || plain_value(otherwise).is_none()
}

fn plain_value(block: &Block) -> Option<&Expr> {
    block.value.as_deref().filter(|value| block.statements.is_empty() && is_plain(value))
}

/// Whether it is made of the loop variable, captures and literals by sums, differences and products.
fn is_affine(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Index | ExprKind::Captured(_) => matches!(expr.ty, Type::Scalar(Scalar::Int(_))),
        ExprKind::Cast(operand) | ExprKind::Unary(Unary::Neg, operand) => is_affine(operand),
        ExprKind::Binary(Binary::Add | Binary::Sub | Binary::Mul, left, right) => is_affine(left) && is_affine(right),
        ExprKind::Method(Method::WrappingAdd | Method::WrappingSub | Method::WrappingMul, operands) => {
            operands.iter().all(is_affine)
        }
        _ => false,
    }
}

fn mentions_index(expr: &Expr) -> bool {
    let mut found = false;
    walk::expression(expr, &mut |expr| found |= matches!(expr.kind, ExprKind::Index));
    found
}

fn wrapping(method: Method) -> Binary {
    match method {
        Method::WrappingAdd => Binary::Add,
        Method::WrappingSub => Binary::Sub,
        _ => Binary::Mul,
    }
}

/// A literal in index arithmetic; an `usize` beyond 2^63 is a negative offset.
fn signed(value: i128) -> Text {
    let value = Int::I64.wrap(value);
    let level = if value < 0 { Level::Unary } else { Level::Postfix };
    Text { level, ..Text::atom(value.to_string()) }
}
