//! The carried value's update → operator and element: `before ⊕ e`, `e ⊕ before`, in all their spellings.
//!
//! An update may be computed in many steps, each of which several of the next may use: `if c { sum += e; }`, again and again. Each is
//! looked at once; what it adds gets a `let` of its own, a part of the element.

use super::arithmetic::Arithmetic;
use super::refuse;
use super::tables::Tables;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Span, Spanned};
use crate::ir::{Builtin, OperatorKind};
use crate::parse::OperatorName;
use crate::syntax::{
    Expressions, ExpressionsMut, bare, block, block_value, choice, for_each_name, has_open_literal, let_parts, let_statement,
    plain_ident, reads, span_of, text, type_of, variable,
};
use proc_macro2::Ident;
use std::collections::{HashMap, HashSet};
use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{BinOp, Block, Expr, ExprIf, ExprUnary, Stmt, UnOp};

/// An update of the carried value.
#[derive(Clone)]
pub(super) struct Update {
    pub kind: OperatorKind,
    pub flipped: bool,
    pub subtraction: bool,
    pub compared: bool,
    /// It is spelled as a method, a function or a compound assignment.
    pub named: bool,
    pub span: Span,
    pub element: Expr,
    /// Of a map: its coefficient, and that of the map which changes nothing.
    pub coefficient: Option<(Expr, Expr)>,
    /// The same of its upper limit, where it has two.
    pub upper: Option<(Expr, Expr)>,
    /// What the first iteration, which sets what is carried, combines that with.
    pub start: Option<Expr>,
}

impl Update {
    /// The carried value on the left, `element` on the right.
    pub(super) fn new(kind: OperatorKind, span: Span, element: Expr) -> Self {
        let (flipped, subtraction, compared, named) = (false, false, false, false);
        Self { kind, flipped, subtraction, compared, named, span, element, coefficient: None, upper: None, start: None }
    }
}

/// What an expression does with the carried value.
#[derive(Clone)]
enum Found {
    Unchanged,
    Updated(Box<Update>),
}

impl Found {
    fn updated(update: Update) -> Self {
        Self::Updated(Box::new(update))
    }

    fn by_name(self) -> Self {
        match self {
            Self::Updated(update) => Self::updated(Update { named: true, ..*update }),
            Self::Unchanged => Self::Unchanged,
        }
    }
}

/// An operator as it is spelled.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Spelling {
    Builtin(Builtin),
    Minus,
    Declared(String),
}

/// Finds the operator.
pub(super) struct Matcher<'a> {
    pub tables: &'a Tables<'a>,
    pub diagnostics: &'a mut Diagnostics,
    pub operator: &'a OperatorName,
    /// The identifier of the carried value before the iteration.
    pub before: String,
    /// The carried value before and after the iteration, as the user calls it.
    pub carried: String,
    pub updated: String,
    pub arithmetic: Arithmetic<'a>,
    /// The `let`s in scope that mention the carried value, by name.
    pub steps: HashMap<String, Step>,
}

/// A `let` that mentions the carried value.
pub(super) struct Step {
    /// What it does, if that is understood.
    found: Option<Found>,
    /// Why it is not, until somebody has been told.
    errors: Diagnostics,
    /// The update is computed from it.
    is_used: bool,
}

impl Matcher<'_> {
    /// The update that `{ lets; expr }`, the carried value after the iteration, is of the one before it, and the `let`s of its element.
    pub(super) fn update(&mut self, lets: &[Stmt], expr: &Expr) -> Option<(Update, Vec<Stmt>)> {
        let (found, lets) = self.after(lets, expr)?;
        match found {
            Found::Updated(update) => Some((*update, lets)),
            Found::Unchanged => {
                let message = format!("`{}` keeps its value", self.carried);
                self.refuse(
                    refuse::NO_RECURRENCE,
                    span_of(expr),
                    message,
                    "a scan combines it with a new element in each iteration",
                );
                None
            }
        }
    }

    fn carries(&self, expr: &Expr) -> bool {
        let mut carries = false;
        for_each_name(expr, &mut |name| carries |= *name == self.before || self.is_step(name));
        carries
    }

    fn is_step(&self, name: &Ident) -> bool {
        !self.steps.is_empty() && self.steps.contains_key(&name.to_string())
    }

    fn is_before(&self, expr: &Expr) -> bool {
        plain_ident(expr).is_some_and(|name| *name == self.before)
    }

    fn find(&mut self, expr: &Expr) -> Option<Found> {
        match bare(expr) {
            before if self.is_before(before) => Some(Found::Unchanged),
            Expr::Path(path) if path.path.get_ident().is_some_and(|name| self.is_step(name)) => {
                self.step(&path.path.get_ident()?.to_string())
            }
            other if !self.carries(other) => self.forgets(other),
            Expr::Block(block) => self.in_block(&block.block),
            Expr::If(choice) if self.carries(&choice.cond) => {
                let choice = &unnegated(choice);
                match split(choice, &|part| self.carries(part), &|kept| self.is_before(kept), self.tables) {
                    Some(choice) => self.conditional(&choice),
                    None => self.comparison(choice),
                }
            }
            Expr::If(choice) => self.conditional(choice),
            Expr::Binary(operation) => match spelling_of(&operation.op) {
                Some(spelling) => self.operation(spelling, &operation.left, &operation.right, operation.op.span(), expr),
                None => self.not_associative(&text(&operation.op), expr),
            },
            Expr::MethodCall(call) if call.args.len() == 1 => match method_spelling(&call.method.to_string()) {
                Some(spelling) => {
                    let found = self.operation(spelling, &call.receiver, &call.args[0], call.method.span().into(), expr);
                    found.map(Found::by_name)
                }
                None => self.not_associative(&call.method.to_string(), expr),
            },
            Expr::Call(call) if call.args.len() == 2 => match self.function_spelling(&call.func) {
                Some(spelling) => {
                    self.operation(spelling, &call.args[0], &call.args[1], call.func.span(), expr).map(Found::by_name)
                }
                None => self.not_the_operator(&call.func, expr),
            },
            other => self.not_linear(other),
        }
    }

    /// `{ lets; value }`
    fn in_block(&mut self, syntax: &Block) -> Option<Found> {
        let Some((Stmt::Expr(value, None), lets)) = syntax.stmts.split_last() else { return None };
        let (found, lets) = self.after(lets, value)?;
        Some(match found {
            Found::Updated(update) => {
                let element = block_value(block(lets, update.element));
                Found::Updated(Box::new(Update { element, ..*update }))
            }
            Found::Unchanged => Found::Unchanged,
        })
    }

    /// What `value` does after `lets`, and the `let`s of what it adds.
    fn after(&mut self, lets: &[Stmt], value: &Expr) -> Option<(Found, Vec<Stmt>)> {
        for (name, value) in lets.iter().filter_map(let_parts) {
            if self.carries(value) {
                let step = self.looked_at(value);
                self.steps.insert(name.to_string(), step);
            }
        }
        let found = self.find(value)?;
        Some((found, lets.iter().filter_map(|statement| self.added(statement)).collect()))
    }

    /// What a `let` does. That it does nothing that is understood matters only where the update is computed from it.
    fn looked_at(&mut self, value: &Expr) -> Step {
        let mut errors = std::mem::take(self.diagnostics);
        let found = self.find(value);
        std::mem::swap(self.diagnostics, &mut errors);
        Step { found, errors, is_used: false }
    }

    /// What a step does, which adds a name.
    fn step(&mut self, name: &str) -> Option<Found> {
        let step = self.steps.get_mut(name)?;
        step.is_used = true;
        self.diagnostics.extend(std::mem::take(&mut step.errors));
        Some(match step.found.clone()? {
            Found::Updated(update) => {
                let element = variable(self.tables.parts.get(name)?);
                Found::updated(Update { element, ..*update })
            }
            Found::Unchanged => Found::Unchanged,
        })
    }

    /// A `let` of the element, in the place of one that may mention the carried value.
    fn added(&self, statement: &Stmt) -> Option<Stmt> {
        let Some((name, step)) = let_parts(statement).and_then(|(name, _)| Some((name, self.steps.get(&name.to_string())?)))
        else {
            return Some(statement.clone());
        };
        match &step.found {
            Some(Found::Updated(update)) if step.is_used => {
                let open = self.arithmetic.scalar.filter(|_| has_open_literal(&update.element)).map(type_of);
                Some(let_statement(self.tables.parts.get(&name.to_string())?, open.as_ref(), update.element.clone()))
            }
            _ => None,
        }
    }

    /// `left ⊕ right`
    fn operation(&mut self, spelling: Spelling, left: &Expr, right: &Expr, span: Span, whole: &Expr) -> Option<Found> {
        let (inner, other, flipped) = match (self.carries(left), self.carries(right)) {
            (true, true) => return self.not_linear(whole),
            (true, false) => (left, right, false),
            (false, _) => (right, left, true),
        };
        if flipped && spelling == Spelling::Minus {
            return self.flipped_minus(whole);
        }
        if !flipped && matches!(spelling, Spelling::Builtin(Builtin::And | Builtin::Or)) && self.tables.may_panic_in_vain(other) {
            return self.lazy_panic(other);
        }
        match self.find(inner)? {
            Found::Unchanged => self.first(spelling, other, flipped, span),
            Found::Updated(update) => self.extended(*update, &spelling, other, flipped, whole),
        }
    }

    /// `before ⊕ other`
    fn first(&mut self, spelling: Spelling, other: &Expr, flipped: bool, span: Span) -> Option<Found> {
        let subtraction = spelling == Spelling::Minus;
        let element = if subtraction { self.arithmetic.negated(other, span) } else { Ok(bare(other).clone()) };
        let element = self.told(element)?;
        Some(Found::updated(Update { flipped, subtraction, ..Update::new(spelling.kind(), span, element) }))
    }

    /// `(before ⊕ element) ⊕ other`, which is `before ⊕ (element ⊕ other)`; where `flipped`, `other ⊕ (element ⊕ before)`.
    fn extended(&mut self, update: Update, spelling: &Spelling, other: &Expr, flipped: bool, whole: &Expr) -> Option<Found> {
        let OperatorKind::Builtin(builtin) = update.kind else { return self.two_operators(whole) };
        // On both sides of the carried value only what commutes: the built-in operators on primitive types.
        let commutes = update.flipped == flipped || self.arithmetic.is_known(&update.element) || self.arithmetic.is_known(other);
        if update.kind != spelling.kind() || update.compared || !commutes {
            return self.two_operators(whole);
        }
        let minus = *spelling == Spelling::Minus;
        let (left, right) = (update.element.clone(), bare(other).clone());
        let (left, right) = if flipped { (right, left) } else { (left, right) };
        let element = self.arithmetic.combined(builtin, minus, left, right, update.span);
        let element = self.told(element)?;
        Some(Found::updated(Update { element, subtraction: update.subtraction && minus, ..update }))
    }

    /// `if condition { … } else { … }`, whose condition does not depend on the carried value.
    fn conditional(&mut self, syntax: &ExprIf) -> Option<Found> {
        let (yes, no) = branches(syntax)?;
        let (yes, no) = (self.find(&yes), self.find(&no));
        let (yes, no, update) = match (yes?, no?) {
            (Found::Unchanged, Found::Unchanged) => return Some(Found::Unchanged),
            (Found::Updated(yes), Found::Unchanged) => (yes.element.clone(), self.identity(&yes)?, *yes),
            (Found::Unchanged, Found::Updated(no)) => (self.identity(&no)?, no.element.clone(), *no),
            (Found::Updated(yes), Found::Updated(no)) => {
                let builtin = matches!(yes.kind, OperatorKind::Builtin(_));
                let commutes = yes.flipped == no.flipped || (builtin && self.arithmetic.is_known(&yes.element));
                if yes.kind != no.kind || yes.compared != no.compared || !commutes {
                    return self.two_operators(&Expr::If(syntax.clone()));
                }
                let (subtraction, named) = (yes.subtraction && no.subtraction, yes.named || no.named);
                (yes.element.clone(), no.element.clone(), Update { subtraction, named, ..*yes })
            }
        };
        let span = syntax.if_token.span;
        let element = choice((*syntax.cond).clone(), block(Vec::new(), yes), block(Vec::new(), no), span.into());
        Some(Found::updated(Update { element, ..update }))
    }

    /// What leaves the carried value as it is.
    fn identity(&mut self, update: &Update) -> Option<Expr> {
        let identity = match &update.kind {
            OperatorKind::Best(_) | OperatorKind::Along(_) | OperatorKind::Map(_) => return None,
            OperatorKind::Builtin(builtin) => self.arithmetic.identity(*builtin, &update.element, update.span),
            OperatorKind::Declared(name) => {
                let error = Diagnostic::error(
                    refuse::CARRIED_CONDITION,
                    update.span,
                    format!("`{name}` is applied in some iterations only"),
                );
                Err(error.help("combine with the operator's identity in the others"))
            }
        };
        self.told(identity)
    }

    /// `if e > before { e } else { before }`
    fn comparison(&mut self, syntax: &ExprIf) -> Option<Found> {
        let Some(selection) = Selection::of(syntax, &self.before, self.tables) else {
            let message = format!("what is computed depends on `{}`", self.carried);
            let help = match self.is_of_an_element_there(&syntax.cond) {
                // Where the greatest stands, without itself.
                true => "carry the element, too, and have the clause name that: `if x[i] > m { m = x[i]; at = i; }`, or with `<`",
                false => {
                    "only `if e > m { m = e; }`, or with `<`, may compare with the carried value, beside conditions that do not read it"
                }
            };
            return self.refuse(refuse::CARRIED_CONDITION, span_of(&syntax.cond), message, help);
        };
        let keeps_earlier = selection.strict && selection.takes_new;
        if !keeps_earlier {
            let exact = self.arithmetic.requires_integer(&selection.element, selection.greatest, span_of(&syntax.cond));
            self.told(exact)?;
        }
        let kind = OperatorKind::Builtin(if selection.greatest { Builtin::Max } else { Builtin::Min });
        Some(Found::updated(Update { compared: true, ..Update::new(kind, selection.span, selection.element) }))
    }

    /// Whether a condition looks at the element whose index is carried.
    fn is_of_an_element_there(&self, condition: &Expr) -> bool {
        let mut found = false;
        let mut look = |part: &Expr| {
            found |=
                matches!(part, Expr::Index(access) if plain_ident(&access.index).is_some_and(|index| *index == *self.carried));
            true
        };
        Expressions(&mut look).visit_expr(&self.tables.expanded(condition).unwrap_or_else(|| condition.clone()));
        found
    }

    fn function_spelling(&self, function: &Expr) -> Option<Spelling> {
        let Expr::Path(function) = bare(function) else { return None };
        if matches!(self.operator, OperatorName::Path(operator) if *operator == function.path) {
            return Some(Spelling::Declared(text(&function.path)));
        }
        method_spelling(&super::pure::known_function(&function.path)?)
    }

    fn forgets(&mut self, expr: &Expr) -> Option<Found> {
        let message = format!("this value does not continue `{}`", self.carried);
        self.refuse(
            refuse::NO_RECURRENCE,
            span_of(expr),
            message,
            "a scan combines the carried value with a new element in each iteration",
        )
    }

    fn not_linear(&mut self, expr: &Expr) -> Option<Found> {
        let message = format!("`{}` is used otherwise than once, directly in one operator", self.carried);
        let help = format!(
            "write `{0} = {1} ⊕ e` with an associative `⊕`, where `e` does not mention `{1}`",
            self.updated, self.carried
        );
        self.refuse(refuse::NOT_LINEAR, span_of(expr), message, help)
    }

    fn not_associative(&mut self, operator: &str, expr: &Expr) -> Option<Found> {
        let message = format!("`{operator}` on `{}` is not associative", self.carried);
        self.refuse(
            refuse::NOT_ASSOCIATIVE,
            span_of(expr),
            message,
            "operators of scans are `+ - * & | ^ && ||`, `min` and `max`",
        )
    }

    /// A function of the carried value that no clause names.
    fn not_the_operator(&mut self, function: &Expr, expr: &Expr) -> Option<Found> {
        let last = |path: &syn::Path| path.segments.last().map(|last| last.ident.clone());
        let name = text(function);
        let help = match (self.operator, function) {
            (OperatorName::Path(operator), Expr::Path(called)) if last(operator) == last(&called.path) => {
                format!("call it as the clause names it: `{}(…)`", text(operator))
            }
            _ => format!("name it in the clause, `#[scan({name} : …)]`, and declare it by `#[declare_scan]`"),
        };
        let message = format!("`{name}` combines `{}`, and is not the clause's operator", self.carried);
        self.refuse(refuse::CALL, span_of(expr), message, help)
    }

    fn flipped_minus(&mut self, expr: &Expr) -> Option<Found> {
        let message = format!("`e - {}` is not associative: the sign changes in each iteration", self.carried);
        let help = format!("`{} = {} - e` is a scan", self.updated, self.carried);
        self.refuse(refuse::NOT_ASSOCIATIVE, span_of(expr), message, help)
    }

    fn two_operators(&mut self, expr: &Expr) -> Option<Found> {
        let message = format!("`{}` goes through two operators", self.carried);
        let help = "declare an operator on what an iteration does: `a * v + b` is a pair of `a` and `b`, so is `(v + a).max(b)`; \
                    `scanc explain SC0316` shows how";
        self.refuse(refuse::TWO_OPERATORS, span_of(expr), message, help)
    }

    fn lazy_panic(&mut self, expr: &Expr) -> Option<Found> {
        let message = format!("this may panic, and is evaluated only where `{}` lets it", self.carried);
        self.refuse(refuse::LAZY_PANIC, span_of(expr), message, "evaluate it in every iteration, into a `let` before")
    }

    fn refuse(&mut self, code: Code, span: Span, message: impl Into<String>, help: impl Into<String>) -> Option<Found> {
        self.diagnostics.push(Diagnostic::error(code, span, message).help(help));
        None
    }

    fn told<T>(&mut self, result: Result<T, Diagnostic>) -> Option<T> {
        result.map_err(|error| self.diagnostics.push(error)).ok()
    }
}

impl Spelling {
    fn kind(&self) -> OperatorKind {
        match self {
            Self::Builtin(builtin) => OperatorKind::Builtin(*builtin),
            Self::Minus => OperatorKind::Builtin(Builtin::Add),
            Self::Declared(path) => OperatorKind::Declared(path.clone()),
        }
    }
}

pub(super) fn spelling_of(op: &BinOp) -> Option<Spelling> {
    Some(Spelling::Builtin(match op {
        BinOp::Add(_) => Builtin::Add,
        BinOp::Sub(_) => return Some(Spelling::Minus),
        BinOp::Mul(_) => Builtin::Mul,
        BinOp::BitAnd(_) => Builtin::BitAnd,
        BinOp::BitOr(_) => Builtin::BitOr,
        BinOp::BitXor(_) => Builtin::BitXor,
        BinOp::And(_) => Builtin::And,
        BinOp::Or(_) => Builtin::Or,
        _ => return None,
    }))
}

pub(super) fn method_spelling(name: &str) -> Option<Spelling> {
    Some(match name {
        "max" => Spelling::Builtin(Builtin::Max),
        "min" => Spelling::Builtin(Builtin::Min),
        "wrapping_add" => Spelling::Builtin(Builtin::Add),
        "wrapping_mul" => Spelling::Builtin(Builtin::Mul),
        "wrapping_sub" => Spelling::Minus,
        _ => return None,
    })
}

/// `if e > before { e } else { before }`, taken apart.
pub(super) struct Selection {
    pub element: Expr,
    pub greatest: bool,
    /// Equal values keep the `else` branch.
    pub strict: bool,
    /// Where the condition holds, the new element is taken.
    pub takes_new: bool,
    span: Span,
}

impl Selection {
    pub(super) fn of(syntax: &ExprIf, before: &str, tables: &Tables) -> Option<Self> {
        let is_before = |expr: &Expr| plain_ident(expr).is_some_and(|name| name == before);
        let Expr::Binary(comparison) = bare(&syntax.cond) else { return None };
        let (left, right) = (bare(&comparison.left), bare(&comparison.right));
        let (greater, strict) = match comparison.op {
            BinOp::Gt(_) => (left, true),
            BinOp::Ge(_) => (left, false),
            BinOp::Lt(_) => (right, true),
            BinOp::Le(_) => (right, false),
            _ => return None,
        };
        let element = if is_before(left) { right } else { left };
        let (yes, no) = branches(syntax)?;
        let compares = is_before(left) != is_before(right) && !reads(element, before);
        let takes_new = is_before(&no) && repeats(&yes, element, tables);
        let selects = takes_new || (is_before(&yes) && repeats(&no, element, tables));
        let greatest = is_before(greater) != takes_new;
        (compares && selects).then(|| Self { element: element.clone(), greatest, strict, takes_new, span: comparison.op.span() })
    }
}

/// `if c && e > before { … } else { before }` as `if c { if e > before { … } else { before } } else { before }`: what says nothing of the
/// carried value by itself. So, too, from right to left, and the other way round, `if c || e <= before { before } else { … }`.
pub(super) fn split(
    syntax: &ExprIf,
    carries: &dyn Fn(&Expr) -> bool,
    keeps: &dyn Fn(&Expr) -> bool,
    tables: &Tables,
) -> Option<ExprIf> {
    let Expr::Binary(both) = bare(&syntax.cond) else { return None };
    let (yes, no) = branches(syntax)?;
    let (holds, kept) = match both.op {
        BinOp::And(_) if keeps(&no) => (true, no),
        BinOp::Or(_) if keeps(&yes) => (false, yes),
        _ => return None,
    };
    let (guard, comparison) = match (carries(&both.left), carries(&both.right)) {
        (false, true) => (&both.left, &both.right),
        // It is evaluated first.
        (true, false) if !tables.may_panic_in_vain(&both.right) => (&both.right, &both.left),
        _ => return None,
    };
    let inner = Expr::If(ExprIf { cond: comparison.clone(), ..syntax.clone() });
    let (inner, kept) = (block(Vec::new(), inner), block(Vec::new(), kept));
    let (yes, no) = if holds { (inner, kept) } else { (kept, inner) };
    match choice((**guard).clone(), yes, no, syntax.if_token.span.into()) {
        Expr::If(split) => Some(split),
        _ => None,
    }
}

/// `if !c { a } else { b }` as `if c { b } else { a }`.
pub(super) fn unnegated(syntax: &ExprIf) -> ExprIf {
    let swapped = match (bare(&syntax.cond), branches(syntax)) {
        (Expr::Unary(ExprUnary { op: UnOp::Not(_), expr, .. }), Some((yes, no))) => {
            choice((**expr).clone(), block(Vec::new(), no), block(Vec::new(), yes), syntax.if_token.span.into())
        }
        _ => return syntax.clone(),
    };
    if let Expr::If(swapped) = swapped { unnegated(&swapped) } else { syntax.clone() }
}

/// The values of the two branches.
pub(super) fn branches(syntax: &ExprIf) -> Option<(Expr, Expr)> {
    let (_, otherwise) = syntax.else_branch.as_ref()?;
    let otherwise = match &**otherwise {
        Expr::Block(otherwise) => block_value(otherwise.block.clone()),
        other => other.clone(),
    };
    Some((block_value(syntax.then_branch.clone()), otherwise))
}

/// Whether `expr` computes the same as `element` and does nothing else.
fn repeats(expr: &Expr, element: &Expr, tables: &Tables) -> bool {
    let drops_panic =
        |expr: &Expr| matches!(bare(expr), Expr::Block(block) if !uses_its_lets(&block.block) && tables.may_panic(expr));
    *bare(expr) == *bare(element) || (!drops_panic(expr) && value_alone(expr) == value_alone(element))
}

/// Whether the rest of the block uses each `let`.
fn uses_its_lets(block: &Block) -> bool {
    let mut used = HashSet::new();
    block.stmts.iter().rev().all(|statement| {
        let (name, value) = match (let_parts(statement), statement) {
            (Some((name, value)), _) => (Some(name.to_string()), value),
            (None, Stmt::Expr(value, _)) => (None, value),
            (None, _) => return true,
        };
        let is_used = name.is_none_or(|name| used.contains(&name));
        for_each_name(value, &mut |name| used.extend([name.to_string()]));
        is_used
    })
}

/// The value that the carried one is replaced by, without parentheses: a value that the source does not name has got a name in `expr`.
pub(super) fn value_alone(expr: &Expr) -> Expr {
    let value = match bare(expr) {
        Expr::Block(block) => {
            block.block.stmts.last().and_then(|last| if let Stmt::Expr(value, None) = last { Some(value) } else { None })
        }
        _ => None,
    };
    let value = value.unwrap_or(expr);
    let mut value = bound(expr, value).unwrap_or(value).clone();
    let mut strip = |expr: &mut Expr| {
        if matches!(expr, Expr::Paren(_) | Expr::Group(_)) {
            *expr = bare(expr).clone();
        }
        true
    };
    ExpressionsMut(&mut strip).visit_expr_mut(&mut value);
    value
}

/// What a block binds the name `value` to.
fn bound<'a>(block: &'a Expr, value: &Expr) -> Option<&'a Expr> {
    let Expr::Block(block) = bare(block) else { return None };
    let lets = block.block.stmts.iter().rev().filter_map(let_parts);
    lets.into_iter().find(|(name, _)| plain_ident(value) == Some(name)).map(|(_, value)| value)
}
