//! What all parts of lowering share: names in scope, type variables, what was required of types, and how errors are recorded.

use super::codes;
use super::declared::World;
use super::requirements::{Relation, Requirement};
use super::unify::{Kind, Unifier, UnseenId};
use super::unseen_calls::Callee;
use super::unseen_parts::Part;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Span};
use crate::ir::{ArrayId, Expr, ExprKind, Function, Literal, Local, LocalId, Scalar, Type};
use std::collections::HashMap;

/// Turns Rust expressions into IR whose types are variables until [`Lowerer::solve`] has run.
///
/// Loop bodies and declared functions go through it alike: they differ in the names that are in scope.
pub(crate) struct Lowerer<'a> {
    pub(super) diagnostics: &'a mut Diagnostics,
    pub(super) unifier: Unifier,
    pub(super) unseen: Vec<Unseen>,
    pub(super) requirements: Vec<Requirement>,
    pub(super) relations: Vec<Relation>,
    /// The texts of float literals: how they are rounded depends on a type that is found later. Until then such a literal is
    /// `Literal::Int(its index here)`.
    pub(super) floats: Vec<String>,
    /// `-e` may be written for an unsigned `e`: the element is a negated term of a `-` scan.
    pub(super) wrapping_negation: bool,
    /// Names in scope, inner ones last.
    names: Vec<(String, Binding)>,
    /// The function's locals so far.
    pub(super) locals: Vec<Local>,
    /// Locals before this one may not be assigned here: the operand of an operator must not change what its other operand reads.
    pub(super) assignable_from: usize,
    /// The types of the locals of `let`s, by text and place: element and outputs may each hold a copy of the same `let`, which has one type.
    pub(super) lets: HashMap<String, Vec<Type>>,
    /// What a module declares; loops see none of it.
    pub(super) world: Option<&'a World>,
    /// What `Self` is.
    pub(super) self_type: Option<Type>,
    /// How many loops of a declared function are around.
    pub(super) loops: usize,
    /// The locals that are references.
    pub(super) references: Vec<LocalId>,
    /// What `return` takes.
    pub(super) returns: Option<Type>,
    /// For each name of a later value of a variable the name of the first.
    pub(super) versions: HashMap<String, String>,
    /// The types of variables with several values, by the name of the first.
    pub(super) variables: HashMap<String, Type>,
    /// The fields that are read of values whose type is not visible.
    pub(super) parts: Vec<Part>,
    /// The types of elements that are sequences themselves.
    pub(super) rows: Vec<Type>,
    /// What the arrays and the values from outside are whose names are others, as the user calls them.
    pub(super) places: HashMap<String, String>,
    /// The functions that are called and not visible, by their paths.
    pub(super) callees: HashMap<String, Callee>,
}

/// What a name stands for.
#[derive(Clone, Debug)]
pub(super) enum Binding {
    /// A parameter or a `let`.
    Local(LocalId),
    /// An array of elements of this type, and whether it is read at indices that are not affine.
    Array(ArrayId, Type, bool),
    /// A slice of such an array, and where it begins; `None` where the array does.
    Slice(ArrayId, Type, Option<LocalId>),
    /// A value that is given: a capture, the loop variable, the carried value.
    Value(ExprKind, Type),
}

/// Something whose type the function's text does not show.
#[derive(Clone, Debug)]
pub(super) struct Unseen {
    /// As the user calls it.
    pub(super) place: String,
    /// Its name in canonical expressions.
    pub(super) name: String,
    /// What to write so that it is visible; `{}` is the type.
    pub(super) help: String,
    /// The name its type gets in kernels if it is only loaded, stored and combined.
    pub(super) opaque: Option<String>,
    /// Where it stands.
    pub(super) span: Span,
    /// Whether `span` is where it is first used.
    pub(super) used: bool,
}

impl<'a> Lowerer<'a> {
    /// An empty scope.
    pub(crate) fn new(diagnostics: &'a mut Diagnostics) -> Self {
        Self {
            diagnostics,
            unifier: Unifier::default(),
            unseen: Vec::new(),
            requirements: Vec::new(),
            relations: Vec::new(),
            floats: Vec::new(),
            wrapping_negation: false,
            names: Vec::new(),
            locals: Vec::new(),
            assignable_from: 0,
            lets: HashMap::new(),
            world: None,
            loops: 0,
            self_type: None,
            references: Vec::new(),
            returns: None,
            versions: HashMap::new(),
            variables: HashMap::new(),
            parts: Vec::new(),
            rows: Vec::new(),
            places: HashMap::new(),
            callees: HashMap::new(),
        }
    }

    /// Puts a name in scope.
    pub(super) fn declare(&mut self, name: impl Into<String>, binding: Binding) {
        self.names.push((name.into(), binding));
    }

    /// What the name stands for here.
    pub(super) fn lookup(&self, name: &str) -> Option<Binding> {
        self.names.iter().rev().find(|(known, _)| known == name).map(|(_, binding)| binding.clone())
    }

    /// Runs `inside` in a scope of its own.
    pub(super) fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        let outside = self.names.len();
        let result = inside(self);
        self.names.truncate(outside);
        result
    }

    /// Lowers the body of a function without parameters; its type is not looked at.
    pub(super) fn function(&mut self, name: &str, body: &syn::Block) -> Function {
        self.locals = Vec::new();
        self.assignable_from = 0;
        let (body, returns) = self.value_block(body);
        Function { name: name.to_owned(), parameters: 0, locals: std::mem::take(&mut self.locals), body, returns }
    }

    /// Makes a local. It is not in scope yet.
    pub(super) fn local(&mut self, name: &str, ty: Type) -> LocalId {
        self.locals.push(Local { name: name.to_owned(), ty, mutable: false });
        LocalId(self.locals.len() - 1)
    }

    /// The type of a thing that the function's text does not show.
    pub(super) fn unseen(&mut self, thing: Unseen) -> Type {
        self.unseen.push(thing);
        self.unifier.unseen(UnseenId(self.unseen.len() - 1))
    }

    /// Notes where a name whose type is not visible is first used.
    pub(super) fn first_use(&mut self, name: &str, span: Span) {
        if let Some(thing) = self.unseen.iter_mut().find(|thing| thing.name == name && !thing.used) {
            (thing.span, thing.used) = (span, true);
        }
    }

    /// A type that nothing is known of yet.
    pub(super) fn fresh(&mut self) -> Type {
        self.unifier.fresh(Kind::Any)
    }

    /// Records an error.
    pub(super) fn report(&mut self, code: Code, span: impl Into<Span>, message: impl Into<String>, help: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(code, span, message).help(help));
    }

    /// Records an error and stands in for the expression that has it, so that the rest is looked at too.
    pub(super) fn refuse(
        &mut self,
        code: Code,
        span: impl Into<Span>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Expr {
        let span = span.into();
        self.report(code, span, message, help);
        self.excused(span)
    }

    /// Stands in for an expression whose error has been reported.
    pub(super) fn excused(&mut self, span: Span) -> Expr {
        Expr { kind: ExprKind::Literal(Literal::Bool(false)), ty: self.unifier.excused(), span }
    }

    /// What is lowered, in messages.
    pub(super) fn here(&self) -> &'static str {
        if self.world.is_some() { "in a declared function" } else { "in a scan loop" }
    }

    /// Makes the type of `found` equal to `expected`, or records that it is not: `what` says what was expected of which type.
    pub(super) fn expect(&mut self, found: &Expr, expected: &Type, what: &str) {
        if self.unifier.unify(expected, &found.ty).is_err() {
            let (found_type, expected_type) = (self.unifier.describe(&found.ty), self.unifier.describe(expected));
            // In a macro the place of `x[i]` may be that of `x` alone.
            let is_element =
                matches!(found.kind, ExprKind::Element(..) | ExprKind::Gather(..) | ExprKind::Item(..) | ExprKind::Load(..));
            let is_whole = found.span.source_text().is_some_and(|text| text.ends_with(']'));
            let help =
                if is_element && !is_whole { self.cast_help_of("…", expected) } else { self.cast_help(found.span, expected) };
            self.report(codes::MISMATCH, found.span, format!("{what} {expected_type}, this is {found_type}"), help);
        }
    }

    /// How to make an expression a value of this type.
    pub(super) fn cast_help(&self, span: Span, expected: &Type) -> String {
        // Of a choice the span has its first word.
        let text = span.source_text().filter(|text| !matches!(text.as_str(), "if" | "match")).unwrap_or_else(|| "…".to_owned());
        self.cast_help_of(&if text.contains(' ') { format!("({text})") } else { text }, expected)
    }

    fn cast_help_of(&self, text: &str, expected: &Type) -> String {
        match self.unifier.resolve(expected).scalar() {
            Some(Scalar::Bool) => format!("compare it: `{text} != 0`"),
            Some(Scalar::Float(_)) if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                format!("write it as a float: `{text}.0`")
            }
            Some(scalar) => format!("cast it: `{text} as {}`", scalar.rust()),
            None => "write both with the same type".to_owned(),
        }
    }
}
