//! Fields of values whose type only rustc sees: structs that are declared elsewhere. What a field is of follows from how it is used, and
//! the host code says it again, so that rustc checks it.

use super::codes;
use super::lowerer::{Lowerer, Unseen};
use super::text;
use crate::diagnostic::{Span, Spanned};
use crate::ir::{Expr, ExprKind, LoopKernel, Type, is_element, query};
use crate::parse::{PLACEHOLDER, RESERVED, TuplePart};
use crate::recognise::{Recurrence, Step};
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

/// So many elements of a fixed array have a type before anything reads them.
const MOST_NOTED: u64 = 16;

/// Stands in the names of types that nothing names: `x_t.position`.
const UNNAMED: char = '.';

impl Lowerer<'_> {
    /// `base.field`, `base[2]`: what `part` is of, and what it is called there.
    pub(super) fn unseen_part(&mut self, part: &syn::Expr, (of, name): (&syn::Expr, String), span: Span) -> Expr {
        let (base, place) = (self.operand(of), self.as_written(part));
        let help = format!("let {}: {{}} = {place};", bound(&name));
        self.part_of_unseen(base, name, (place, help), span)
    }

    /// The same, to which `right` is assigned.
    pub(super) fn assigned_part(&mut self, part: &syn::Expr, (base, name): (Expr, String), right: &syn::Expr) -> Expr {
        // What it is a part of has a name of ours.
        let place = self.as_written(part);
        let place = place.find(['.', '[']).map_or_else(String::new, |at| format!("…{}", &place[at..]));
        let help = match right {
            syn::Expr::Lit(literal) => format!("{place} = {}{{}};", text(literal)),
            syn::Expr::Block(_) | syn::Expr::If(_) => format!("let {}: {{}} = …;", bound(&name)),
            value => format!("let {}: {{}} = {};", bound(&name), self.as_written(value)),
        };
        self.part_of_unseen(base, name, (place, help), part.span())
    }

    /// A part, as the user calls it, with what to write where its type is not visible.
    fn part_of_unseen(&mut self, base: Expr, name: String, (place, help): (String, String), span: Span) -> Expr {
        if is_element(&name) && self.rows.iter().any(|row| self.unifier.is_same(row, &base.ty)) {
            let help = "keep all rows in one slice, `x[row * width + column]`, or in fixed arrays, `&[[f32; 3]]`";
            return self.refuse(codes::NOT_SUPPORTED, base.span, "kernels have no arrays of arrays", help);
        }
        // A part of a tuple and a field of a tuple struct are called the same, and are not the same in C.
        if is_element(&name) && matches!(&base.kind, ExprKind::Field(_, field) if field.bytes().all(|byte| byte.is_ascii_digit()))
        {
            let help = "give the array a name: declare a struct in the place of the tuple";
            return self.refuse(
                codes::NOT_SUPPORTED,
                span,
                "an array that is part of a tuple cannot be used in a scan loop",
                help,
            );
        }
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
    pub(super) fn carried_part(&mut self, whole: &Type, way: &[Step], part: Unseen) -> Type {
        let (span, carried) = (part.span, self.unseen(part));
        let mut of = whole.clone();
        for (number, step) in way.iter().enumerate() {
            let ty = if number + 1 == way.len() { carried.clone() } else { self.fresh() };
            self.note_part(&of, step.name(), ty.clone(), span);
            of = ty;
        }
        carried
    }

    /// The same of all parts of a tuple that the text shows.
    pub(super) fn note_parts(&mut self, whole: &Type, parts: &[Option<TuplePart>], span: Span) {
        for (number, part) in parts.iter().enumerate() {
            match part {
                Some(TuplePart::Value(ty @ Type::Array(..))) => {
                    let array = self.fresh();
                    self.note_part(whole, number.to_string(), array.clone(), span);
                    self.note_elements(&array, ty, span);
                }
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

    /// The same of the elements of a fixed array; of long ones only of the first.
    pub(super) fn note_elements(&mut self, whole: &Type, array: &Type, span: Span) {
        let Type::Array(inner, length) = array else { return };
        for number in (0..MOST_NOTED).take_while(|number| number < length) {
            let ty = if let Type::Array(..) = **inner { self.fresh() } else { (**inner).clone() };
            self.note_part(whole, format!("[{number}]"), ty.clone(), span);
            self.note_elements(&ty, inner, span);
        }
    }

    /// As the user may have written it; of a carried value only its fields.
    pub(super) fn as_written(&self, tokens: &impl ToTokens) -> String {
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let text = text(tokens);
        let words = text.split_inclusive(|letter: char| !is_word(letter));
        let word = |word: &str| match word.strip_prefix(PLACEHOLDER).or_else(|| word.strip_prefix(RESERVED)) {
            Some(rest) => format!("…{}", rest.trim_start_matches(is_word)),
            None => {
                let name = word.trim_end_matches(|letter| !is_word(letter));
                self.places.get(name).map_or_else(|| word.to_owned(), |place| format!("{place}{}", &word[name.len()..]))
            }
        };
        words.map(word).collect()
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
        let mut wrong: Vec<(Span, Option<String>)> = Vec::new();
        query::each_expr(kernel, &mut |expr| {
            if let ExprKind::Field(whole, name) = &expr.kind {
                wholes.push(std::ptr::from_ref(&**whole));
                match &whole.ty {
                    Type::Opaque(_) | Type::Struct(_) => {}
                    ty => {
                        let parts = if is_element(name) { "elements" } else { "fields" };
                        wrong.push((whole.span, Some(format!("`{ty}` has no {parts}"))));
                    }
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
        for (span, message) in wrong {
            match message {
                Some(message) => self.report(codes::NOT_DEFINED, span, message, "use the value itself"),
                None => {
                    let help = "read its fields one by one, each of a primitive type: `let w: f32 = p[i].at.w;`";
                    self.report(codes::NOT_VISIBLE, span, "the type of this is not visible here", help);
                }
            }
        }
    }
}

/// A name for a part's value.
fn bound(name: &str) -> String {
    let word = name.trim_matches(['[', ']']);
    if word.starts_with(char::is_alphabetic) { word.to_owned() } else { format!("v{word}") }
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
    carried || arrays.any(|(typed, used)| typed.element == *ty && used.is_lent())
}
