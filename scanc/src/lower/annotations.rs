//! Types as the user writes them, and what can be seen of the types of expressions outside the loop.

use super::codes;
use super::declared::declare_together;
use super::lowerer::{Lowerer, Unseen};
use super::unify::Kind;
use super::{literals, text};
use crate::diagnostic::{Diagnostic, Span, Spanned};
use crate::ir::{Int, Scalar, Type};
use crate::parse::{Known, TuplePart, TypeEnvironment, UNNAMED};
use crate::syntax::Chunks;

/// Types of the language and of its library that kernels do not have.
const NOT_IN_KERNELS: [&str; 7] = ["i128", "u128", "char", "String", "str", "f16", "f128"];

impl Lowerer<'_> {
    /// The type in an annotation. `context` is what it stands in, with `{}` in its place.
    pub(super) fn annotation(&mut self, ty: &syn::Type, context: &str) -> Type {
        match ty {
            syn::Type::Paren(inner) => self.annotation(&inner.elem, context),
            syn::Type::Group(inner) => self.annotation(&inner.elem, context),
            syn::Type::Reference(inner) if self.world.is_some() && inner.mutability.is_some() => {
                let message = "what is behind a `&mut` cannot be changed by a kernel";
                self.refuse(codes::NO_SUCH_TYPE, ty.span(), message, "take the value, and return the new one").ty
            }
            syn::Type::Slice(slice) if self.world.is_some() => {
                let help = format!("use an array: `[{}; N]`", text(&slice.elem));
                self.refuse(codes::NO_SUCH_TYPE, ty.span(), "the length of a slice is not known here", help).ty
            }
            syn::Type::Tuple(_) if self.world.is_some() => {
                self.refuse(codes::NO_SUCH_TYPE, ty.span(), "there are no tuples in kernels", "declare a struct of its parts").ty
            }
            syn::Type::Tuple(tuple) if !tuple.elems.is_empty() => self.tuple(tuple, context),
            syn::Type::Reference(inner) => self.annotation(&inner.elem, context),
            syn::Type::Infer(_) => self.fresh(),
            syn::Type::Path(path) if path.qself.is_none() => self.named_type(&path.path, context),
            syn::Type::Array(array) if self.world.is_some() => {
                let element = self.annotation(&array.elem, context);
                let ty = self.length(&array.len).and_then(|length| self.array_of(element, length, array.span()));
                ty.unwrap_or_else(|| self.excused(array.span()).ty)
            }
            other => self.no_such_type(&text(other), other.span()).ty,
        }
    }

    /// What has these parts; rustc alone knows more of it.
    fn tuple(&mut self, tuple: &syn::TypeTuple, context: &str) -> Type {
        let whole = self.fresh();
        for (number, ty) in tuple.elems.iter().enumerate() {
            let part = self.annotation(ty, context);
            self.note_part(&whole, number.to_string(), part, ty.span());
        }
        whole
    }

    fn named_type(&mut self, path: &syn::Path, context: &str) -> Type {
        let name = text(path);
        match (Scalar::from_rust(&name), name.as_str()) {
            (Some(scalar), _) => Type::Scalar(scalar),
            (None, name) if NOT_IN_KERNELS.contains(&name) => self.no_such_type(name, path.span()).ty,
            _ if self.world.is_some() => match self.type_at(path) {
                Some(ty) => ty,
                None => self.undeclared_type(&name, path.span()),
            },
            // An alias or a type parameter. What it is must follow from how the value is used.
            _ => self.unseen(Unseen {
                place: name.clone(),
                name: String::new(),
                help: context.to_owned(),
                opaque: None,
                span: path.span(),
                used: true,
            }),
        }
    }
}

impl Lowerer<'_> {
    fn undeclared_type(&mut self, name: &str, span: Span) -> Type {
        let (message, help) = match instead_of(name) {
            Some(help) => (format!("there is no `{name}` in kernels"), help.to_owned()),
            None => (format!("the type `{name}` is not declared here"), declare_together(name)),
        };
        self.diagnostics.push_once(Diagnostic::error(codes::NO_SUCH_TYPE, span, message).help(help));
        self.excused(span).ty
    }
}

/// What to use instead of a type of the standard library that has its memory elsewhere or variants with fields.
fn instead_of(name: &str) -> Option<&'static str> {
    let word = name.split('<').next().unwrap_or(name);
    Some(match word.rsplit("::").next().unwrap_or(word) {
        "Vec" | "VecDeque" => "use an array: `[T; N]`",
        "Option" | "Result" => "use a struct of a `bool` and the value",
        "Box" | "Rc" | "Arc" | "Cell" | "RefCell" => "use the value itself",
        "HashMap" | "HashSet" | "BTreeMap" | "BTreeSet" => "kernels have structs and arrays of fixed length",
        _ => return None,
    })
}

/// What the function's text shows of values outside the loop.
pub(super) struct Visible<'e>(pub(super) &'e TypeEnvironment);

impl Visible<'_> {
    /// The type of `array[…]`, or of an element of that.
    fn indexed(&self, access: &syn::ExprIndex) -> Option<Type> {
        match (&*access.expr, &*access.index) {
            (_, syn::Expr::Range(_)) => None,
            (syn::Expr::Index(whole), _) => match self.indexed(whole)? {
                Type::Array(element, _) => Some(*element),
                _ => None,
            },
            (whole, _) => self.element(whole),
        }
    }

    /// The type of a value, or of the value behind a reference.
    pub(super) fn value(&self, expr: &syn::Expr, lowerer: &mut Lowerer) -> Option<Type> {
        match expr {
            syn::Expr::Paren(inner) => self.value(&inner.expr, lowerer),
            syn::Expr::Group(inner) => self.value(&inner.expr, lowerer),
            syn::Expr::Reference(inner) => self.value(&inner.expr, lowerer),
            syn::Expr::Unary(inner) => self.value(&inner.expr, lowerer),
            syn::Expr::Lit(literal) => literal_type(&literal.lit, lowerer),
            syn::Expr::Cast(cast) => scalar_type(&cast.ty),
            syn::Expr::MethodCall(call) if call.method == "len" && call.args.is_empty() => Some(Type::USIZE),
            syn::Expr::Binary(binary) => self.binary(binary, lowerer),
            syn::Expr::Index(access) => self.indexed(access),
            syn::Expr::Path(path) => {
                self.named(expr).or_else(|| literals::constant(&path.path).map(|(_, scalar)| Type::Scalar(scalar)))
            }
            _ => self.named(expr),
        }
    }

    /// The written type of a value, or of an array's elements, where no kernel has it.
    pub(super) fn foreign(&self, place: &syn::Expr) -> Option<&str> {
        match self.0.names.get(&text(place))? {
            Known::Other(name) if NOT_IN_KERNELS.contains(&name.as_str()) => Some(name),
            _ => None,
        }
    }

    fn named(&self, place: &syn::Expr) -> Option<Type> {
        match self.0.known(&text(place))? {
            Known::Value(ty) | Known::Reference(ty) => known(ty),
            Known::Sequence(_) | Known::Other(_) => None,
        }
    }

    /// Arithmetic has its operands' type. One of them is enough, unless it is a literal that fits many.
    fn binary(&self, binary: &syn::ExprBinary, lowerer: &mut Lowerer) -> Option<Type> {
        use syn::BinOp::{Add, BitAnd, BitOr, BitXor, Div, Mul, Rem, Shl, Shr, Sub};
        let left = self.value(&binary.left, lowerer);
        match binary.op {
            Shl(_) | Shr(_) => left,
            Add(_) | Sub(_) | Mul(_) | Div(_) | Rem(_) | BitAnd(_) | BitOr(_) | BitXor(_) => {
                match (left, self.value(&binary.right, lowerer)) {
                    (Some(left), Some(right)) => lowerer.unifier.unify(&left, &right).is_ok().then_some(left),
                    (Some(one), None) | (None, Some(one)) => one.scalar().is_some().then_some(one),
                    (None, None) => None,
                }
            }
            _ => Some(Type::BOOL),
        }
    }

    /// The parts of an array's elements, where these are tuples.
    pub(super) fn tuple(&self, place: &syn::Expr) -> Option<&[Option<TuplePart>]> {
        match place {
            syn::Expr::Paren(inner) => self.tuple(&inner.expr),
            syn::Expr::Group(inner) => self.tuple(&inner.expr),
            syn::Expr::Reference(inner) => self.tuple(&inner.expr),
            syn::Expr::Unary(inner) => self.tuple(&inner.expr),
            _ => self.0.tuple(&text(place)),
        }
    }

    /// What a `collect()` makes that is called `name`, or has no name: the elements' type, or their parts.
    pub(super) fn collected(&self, name: &proc_macro2::Ident) -> (Option<Type>, Option<&[Option<TuplePart>]>) {
        let element = |name: &str| match self.0.known(name)? {
            Known::Sequence(element) => known(element.as_ref()?),
            _ => None,
        };
        (element(&name.to_string()).or_else(|| element(UNNAMED)), self.0.tuple(UNNAMED))
    }

    /// Whether an array's elements are sequences whose length is not of their type.
    pub(super) fn has_rows(&self, place: &syn::Expr) -> bool {
        match self.0.elements.get(&text(place)) {
            Some(syn::Type::Reference(_) | syn::Type::Slice(_)) => true,
            Some(syn::Type::Path(path)) => {
                path.path.segments.last().is_some_and(|last| ["Vec", "Box"].iter().any(|row| last.ident == row))
            }
            _ => false,
        }
    }

    /// The type of an array's elements.
    pub(super) fn element(&self, place: &syn::Expr) -> Option<Type> {
        if let Some(rows) = Chunks::of(place) {
            return Some(Type::Array(Box::new(self.element(rows.whole())?), rows.count?));
        }
        match place {
            syn::Expr::Paren(inner) => self.element(&inner.expr),
            syn::Expr::Group(inner) => self.element(&inner.expr),
            syn::Expr::Reference(inner) => self.element(&inner.expr),
            syn::Expr::Unary(inner) => self.element(&inner.expr),
            syn::Expr::Index(slice) if matches!(*slice.index, syn::Expr::Range(_)) => self.element(&slice.expr),
            syn::Expr::MethodCall(call) if call.args.is_empty() && same_elements(&call.method.to_string()) => {
                self.element(&call.receiver)
            }
            _ => match self.0.known(&text(place))? {
                Known::Sequence(element) => known(element.as_ref()?),
                Known::Value(Type::Array(element, _)) | Known::Reference(Type::Array(element, _)) => known(element),
                _ => None,
            },
        }
    }
}

/// Methods that give the same elements in another form.
fn same_elements(method: &str) -> bool {
    matches!(
        method,
        "as_slice" | "as_mut_slice" | "iter" | "iter_mut" | "as_ref" | "as_mut" | "clone" | "to_vec" | "borrow" | "borrow_mut"
    )
}

/// A type that is of use here.
fn known(ty: &Type) -> Option<Type> {
    match ty {
        Type::Opaque(_) => None,
        Type::Array(element, _) => known(element).map(|_| ty.clone()),
        Type::Scalar(_) | Type::Struct(_) | Type::Enum(..) => Some(ty.clone()),
    }
}

fn scalar_type(ty: &syn::Type) -> Option<Type> {
    Scalar::from_rust(&text(ty)).map(Type::Scalar)
}

fn literal_type(literal: &syn::Lit, lowerer: &mut Lowerer) -> Option<Type> {
    let suffixed = |suffix: &str| Scalar::from_rust(suffix).map(Type::Scalar);
    match literal {
        syn::Lit::Int(value) if value.suffix().is_empty() => Some(lowerer.unifier.fresh(Kind::Int)),
        syn::Lit::Float(value) if value.suffix().is_empty() => Some(lowerer.unifier.fresh(Kind::Float)),
        syn::Lit::Int(value) => suffixed(value.suffix()),
        syn::Lit::Float(value) => suffixed(value.suffix()),
        syn::Lit::Bool(_) => Some(Type::BOOL),
        syn::Lit::Byte(_) => Some(Type::Scalar(Scalar::Int(Int::U8))),
        _ => None,
    }
}
