//! Fields of values whose type only rustc sees: structs that are declared elsewhere. What a field is of follows from how it is used, and
//! the host code says it again, so that rustc checks it.

use super::codes;
use super::declared::member;
use super::lowerer::{Lowerer, Unseen};
use super::text;
use crate::diagnostic::{Span, Spanned};
use crate::ir::{Expr, ExprKind, LoopKernel, Type, query};
use crate::parse::{PLACEHOLDER, RESERVED, TuplePart};
use crate::recognise::Recurrence;
use quote::ToTokens;

/// A field that is read.
#[derive(Clone, Debug)]
pub(super) struct Part {
    of: Type,
    name: String,
    ty: Type,
    span: Span,
    /// Its type has been found not to be that of the same field elsewhere.
    differs: bool,
}

/// Stands in the names of types that nothing names: `x_t.position`.
const UNNAMED: char = '.';

impl Lowerer<'_> {
    /// `base.field`
    pub(super) fn unseen_part(&mut self, field: &syn::ExprField, span: Span) -> Expr {
        let (base, place) = (self.operand(&field.base), as_written(field));
        let help = format!("let {}: {{}} = {place};", bound(&field.member));
        self.part_of_unseen(base, field, (place, help), span)
    }

    /// `base.field = right`
    pub(super) fn assigned_part(&mut self, base: Expr, field: &syn::ExprField, right: &syn::Expr) -> Expr {
        let span = field.span();
        // What it is a part of has a name of ours.
        let place = as_written(field).split_once('.').map_or_else(String::new, |(_, way)| format!("….{way}"));
        let help = match right {
            syn::Expr::Lit(literal) => format!("{place} = {}{{}};", text(literal)),
            value => format!("let {}: {{}} = {};", bound(&field.member), as_written(value)),
        };
        self.part_of_unseen(base, field, (place, help), span)
    }

    /// `base.field`, as the user calls it, with what to write where its type is not visible.
    fn part_of_unseen(&mut self, base: Expr, field: &syn::ExprField, (place, help): (String, String), span: Span) -> Expr {
        let name = member(&field.member);
        let ty = self.unseen(Unseen { place, name: String::new(), help, opaque: None, span, used: true });
        self.parts.push(Part { of: base.ty.clone(), name: name.clone(), ty: ty.clone(), span, differs: false });
        self.join_parts();
        Expr { kind: ExprKind::Field(Box::new(base), name), ty, span }
    }

    /// What is known before anything reads it: the part `name` of `whole` is of type `ty`.
    pub(super) fn note_part(&mut self, whole: &Type, name: String, ty: Type, span: Span) {
        self.parts.push(Part { of: whole.clone(), name, ty, span, differs: false });
    }

    /// The type of the part of `whole` at the end of `way`, which the loop carries.
    pub(super) fn carried_part(&mut self, whole: &Type, way: &[syn::Member], part: Unseen) -> Type {
        let (span, carried) = (part.span, self.unseen(part));
        let mut of = whole.clone();
        for (number, name) in way.iter().enumerate() {
            let ty = if number + 1 == way.len() { carried.clone() } else { self.fresh() };
            self.note_part(&of, member(name), ty.clone(), span);
            of = ty;
        }
        carried
    }

    /// The same of all parts of a tuple that the text shows.
    pub(super) fn note_parts(&mut self, whole: &Type, parts: &[Option<TuplePart>], span: Span) {
        for (number, part) in parts.iter().enumerate() {
            match part {
                Some(TuplePart::Value(ty)) => self.note_part(whole, number.to_string(), ty.clone(), span),
                Some(TuplePart::Tuple(inner)) => {
                    let ty = self.fresh();
                    self.note_part(whole, number.to_string(), ty.clone(), span);
                    self.note_parts(&ty, inner, span);
                }
                None => {}
            }
        }
    }

    /// One field of one type has one type.
    pub(super) fn join_parts(&mut self) {
        loop {
            let mut joined = false;
            for later in 1..self.parts.len() {
                for earlier in 0..later {
                    joined |= self.join_two(earlier, later);
                }
            }
            if !joined {
                return;
            }
        }
    }

    fn join_two(&mut self, earlier: usize, later: usize) -> bool {
        let (one, other) = (&self.parts[earlier], &self.parts[later]);
        let is_same = one.name == other.name && self.unifier.is_same(&one.of, &other.of);
        if !is_same || other.differs || self.unifier.is_same(&one.ty, &other.ty) {
            return false;
        }
        let (name, span, first, second) = (one.name.clone(), other.span, one.ty.clone(), other.ty.clone());
        if self.unifier.unify(&first, &second).is_err() {
            let [first, second] = [first, second].map(|ty| self.unifier.describe(&ty));
            let message = format!("the field `{name}` is used as {second} here, and as {first} elsewhere");
            self.report(codes::MISMATCH, span, message, "a field has one type: cast where another is wanted");
            self.parts[later].differs = true;
        }
        true
    }

    /// Names the types that have fields and no other use.
    pub(super) fn name_types_of_parts(&mut self) {
        for part in self.parts.clone() {
            let Some(class) = self.unifier.open_class(&part.of) else { continue };
            let whole = self.parts.iter().find(|whole| self.unifier.is_same(&whole.ty, &part.of));
            if let Some(whole) = whole {
                let name = format!("{}{UNNAMED}{}", self.unifier.resolve(&whole.of), whole.name);
                // Cannot fail but where the type is a number's, which is reported then.
                let _ = self.unifier.bind(class, &Type::Opaque(name));
            }
        }
    }

    /// What has fields is no number, and its type is one that the host code can name. So is that of each field.
    pub(super) fn check_parts(&mut self, kernel: &LoopKernel, is_named: impl Fn(&Type) -> bool) {
        let mut wholes: Vec<*const Expr> = Vec::new();
        let mut wrong: Vec<(Span, Option<Type>)> = Vec::new();
        query::each_expr(kernel, &mut |expr| {
            if let ExprKind::Field(whole, _) = &expr.kind {
                wholes.push(std::ptr::from_ref(&**whole));
                match &whole.ty {
                    Type::Opaque(_) | Type::Struct(_) => {}
                    ty => wrong.push((whole.span, Some(ty.clone()))),
                }
            }
            let is_whole = wholes.contains(&std::ptr::from_ref(expr));
            let is_part = matches!(expr.kind, ExprKind::Field(..));
            let is_seen = match &expr.ty {
                Type::Opaque(name) if name.contains(UNNAMED) => is_whole && is_part,
                Type::Array(..) => !is_part,
                Type::Opaque(_) => !(is_whole || is_part) || is_named(&expr.ty),
                _ => true,
            };
            if !is_seen {
                wrong.push((expr.span, None));
            }
        });
        for (span, ty) in wrong {
            match ty {
                Some(ty) => self.report(codes::NOT_DEFINED, span, format!("`{ty}` has no fields"), "use the value itself"),
                None => {
                    let help = "read its fields one by one, each of a primitive type: `let w: f32 = p[i].at.w;`";
                    self.report(codes::NOT_VISIBLE, span, "the type of this is not visible here", help);
                }
            }
        }
    }
}

/// A name for a field's value.
fn bound(field: &syn::Member) -> String {
    let name = member(field);
    if name.starts_with(char::is_alphabetic) { name } else { format!("v{name}") }
}

/// As the user may have written it; of a carried value only its fields.
pub(super) fn as_written(tokens: &impl ToTokens) -> String {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let text = text(tokens);
    let words = text.split_inclusive(|letter: char| !is_word(letter));
    let word = |word: &str| match word.strip_prefix(PLACEHOLDER).or_else(|| word.strip_prefix(RESERVED)) {
        Some(rest) => format!("…{}", rest.trim_start_matches(is_word)),
        None => word.to_owned(),
    };
    words.map(word).collect()
}

/// Whether the host code can name the type, and kernels can hand it on: it is primitive, or something before the loop is of it, an array's
/// elements or the one carried value.
pub(super) fn is_named(ty: &Type, kernel: &LoopKernel, recurrence: &Recurrence) -> bool {
    match ty {
        Type::Opaque(_) => {}
        ty => return !matches!(ty, Type::Array(..)),
    }
    let mut arrays = kernel.arrays.iter().zip(&recurrence.arrays);
    let is_one_scan = recurrence.outer.is_none() && recurrence.lag.is_none();
    let carried = matches!(kernel.carried.as_slice(), [carried] if carried.ty == *ty) && is_one_scan;
    carried || arrays.any(|(typed, used)| typed.element == *ty && !used.collected && !used.pushed)
}
