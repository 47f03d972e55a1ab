//! The little that the recogniser must know of types: what negation and an identity are. Types proper are found by `lower`.

use super::places::{Place, Step};
use super::pure;
use super::tables::{Array, Meaning, Tables};
use crate::ir::{Argument, Float, Int, Scalar, Signature, Type};
use crate::parse::{Known, TuplePart};
use crate::syntax::{bare, plain_ident};
use syn::{BinOp, Expr, Lit, UnOp};

impl<'a> Tables<'a> {
    /// The primitive type of an expression of the body, where the function's text shows it.
    pub(super) fn scalar_of(&self, expr: &Expr) -> Option<Scalar> {
        match bare(expr) {
            Expr::Path(_) => self.scalar_of_name(expr),
            Expr::Lit(_) => of_literal(expr),
            Expr::Cast(cast) => of_type(&cast.ty),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_) | UnOp::Not(_)) => self.scalar_of(&unary.expr),
            Expr::Binary(binary) => self.scalar_of_binary(binary),
            Expr::If(choice) => {
                let otherwise = choice.else_branch.as_ref().map(|(_, otherwise)| &**otherwise);
                self.scalar_of_block(&choice.then_branch).or_else(|| self.scalar_of(otherwise?))
            }
            Expr::Block(block) => self.scalar_of_block(&block.block),
            Expr::MethodCall(call) => {
                let signature = Signature::of(&call.method.to_string())?;
                let argument = call.args.first().filter(|_| signature.arguments.first() == Some(&Argument::Same));
                let receiver = self.scalar_of(&call.receiver).or_else(|| self.scalar_of(argument?))?;
                signature.outcome.of(receiver)
            }
            Expr::Call(call) => self.scalar_of_call(call),
            Expr::Index(access) => {
                let array = plain_ident(&access.expr).and_then(|name| self.arrays.iter().find(|array| array.name == *name));
                match array {
                    Some(array) => array.element.as_ref()?.scalar(),
                    None => element_of(self.fixed_array(&access.expr)?)?.scalar(),
                }
            }
            Expr::Field(field) => match self.part(field)? {
                TuplePart::Value(ty) => ty.scalar(),
                TuplePart::Tuple(_) => None,
            },
            _ => None,
        }
    }

    /// What the text shows of a part of an array's element that is a tuple.
    fn part(&self, field: &syn::ExprField) -> Option<&TuplePart> {
        let syn::Member::Unnamed(number) = &field.member else { return None };
        self.tuple(&field.base)?.get(number.index as usize)?.as_ref()
    }

    /// What the text shows of a part of each element of an array.
    pub(super) fn part_of_array(&self, place: &Place) -> Option<Type> {
        let array_key = place.array_key();
        if let Some(Known::Sequence(Some(element))) = self.types.known(array_key) {
            return within(element, &place.way).cloned();
        }
        let (first, rest) = place.way.split_first()?;
        if let Some(Known::Sequence(Some(element))) = place.made_of.as_ref().and_then(|array| self.types.known(array)) {
            return within(element, rest).cloned();
        }
        let of = |parts: &'a [Option<TuplePart>], step: &Step| match step {
            Step::Field(syn::Member::Unnamed(number)) => parts.get(number.index as usize)?.as_ref(),
            _ => None,
        };
        let mut part = of(self.types.tuple(array_key)?, first)?;
        for (at, step) in rest.iter().enumerate() {
            match part {
                TuplePart::Tuple(parts) => part = of(parts, step)?,
                TuplePart::Value(ty) => return within(ty, &rest[at..]).cloned(),
            }
        }
        match part {
            TuplePart::Value(ty) => Some(ty.clone()),
            TuplePart::Tuple(_) => None,
        }
    }

    /// The type of an expression whose value is a fixed array.
    fn fixed_array(&self, expr: &Expr) -> Option<&Type> {
        let ty = match bare(expr) {
            Expr::Index(access) => {
                match plain_ident(&access.expr).and_then(|name| self.arrays.iter().find(|array| array.name == *name)) {
                    Some(array) => array.element.as_ref()?,
                    None => element_of(self.fixed_array(&access.expr)?)?,
                }
            }
            name => match self.meaning(plain_ident(name)?)? {
                Meaning::Load(load) => self.arrays[self.loads[load].array].element.as_ref()?,
                Meaning::Binding(binding) => self.fixed_array(&self.bindings[binding].value)?,
                Meaning::Index | Meaning::Outer(_) | Meaning::Looped(_) => return None,
            },
        };
        matches!(ty, Type::Array(..)).then_some(ty)
    }

    /// The parts of a tuple.
    fn tuple(&self, expr: &Expr) -> Option<&[Option<TuplePart>]> {
        let of_array = |array: &Array| self.types.tuple(&array.place.key);
        match bare(expr) {
            Expr::Field(field) => match self.part(field)? {
                TuplePart::Tuple(parts) => Some(parts),
                TuplePart::Value(_) => None,
            },
            Expr::Index(access) => {
                let name = plain_ident(&access.expr)?;
                of_array(self.arrays.iter().find(|array| array.name == *name)?)
            }
            name => match self.meaning(plain_ident(name)?)? {
                Meaning::Load(load) => of_array(&self.arrays[self.loads[load].array]),
                Meaning::Binding(binding) => self.tuple(&self.bindings[binding].value),
                Meaning::Index | Meaning::Outer(_) | Meaning::Looped(_) => None,
            },
        }
    }

    fn scalar_of_name(&self, expr: &Expr) -> Option<Scalar> {
        match self.meaning(plain_ident(expr)?)? {
            Meaning::Index => self.index_type.as_ref()?.scalar(),
            Meaning::Outer(outer) => self.outers[outer].ty.as_ref()?.scalar(),
            Meaning::Load(load) => self.arrays[self.loads[load].array].element.as_ref()?.scalar(),
            Meaning::Binding(binding) => self.fact(binding).scalar,
            Meaning::Looped(number) => self.looped[number].scalar,
        }
    }

    fn scalar_of_binary(&self, binary: &syn::ExprBinary) -> Option<Scalar> {
        match binary.op {
            BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => Some(Scalar::Bool),
            BinOp::And(_) | BinOp::Or(_) => Some(Scalar::Bool),
            BinOp::Shl(_) | BinOp::Shr(_) => self.scalar_of(&binary.left),
            _ => self.scalar_of(&binary.left).or_else(|| self.scalar_of(&binary.right)),
        }
    }

    fn scalar_of_block(&self, block: &syn::Block) -> Option<Scalar> {
        match block.stmts.last()? {
            syn::Stmt::Expr(value, None) => self.scalar_of(value),
            _ => None,
        }
    }

    fn scalar_of_call(&self, call: &syn::ExprCall) -> Option<Scalar> {
        let Expr::Path(function) = &*call.func else { return None };
        pure::known_function(&function.path)?;
        let names: Vec<String> = function.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        match names.as_slice() {
            [ty, method] if Scalar::from_rust(ty).is_some() => {
                let scalar = Scalar::from_rust(ty)?;
                Signature::of(method).map_or(Some(scalar), |signature| signature.outcome.of(scalar))
            }
            [.., function] if matches!(function.as_str(), "max" | "min") => {
                call.args.iter().find_map(|argument| self.scalar_of(argument))
            }
            _ => None,
        }
    }
}

/// The type of a literal with a suffix, and of `true` and `false`.
pub(super) fn of_literal(expr: &Expr) -> Option<Scalar> {
    match bare(expr) {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Bool(_) => Some(Scalar::Bool),
            Lit::Int(literal) => Scalar::from_rust(literal.suffix()),
            Lit::Float(literal) => Scalar::from_rust(literal.suffix()),
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => of_literal(&unary.expr),
        _ => None,
    }
}

/// A primitive type as written.
pub(super) fn of_type(ty: &syn::Type) -> Option<Scalar> {
    match ty {
        syn::Type::Path(path) => Scalar::from_rust(&path.path.get_ident()?.to_string()),
        syn::Type::Paren(inner) => of_type(&inner.elem),
        syn::Type::Group(inner) => of_type(&inner.elem),
        _ => None,
    }
}

/// The integer type, if it is one.
pub(super) fn integer(scalar: Option<Scalar>) -> Option<Int> {
    match scalar {
        Some(Scalar::Int(int)) => Some(int),
        _ => None,
    }
}

/// The float type, if it is one.
pub(super) fn float(scalar: Option<Scalar>) -> Option<Float> {
    match scalar {
        Some(Scalar::Float(float)) => Some(float),
        _ => None,
    }
}

/// The type of the elements of a fixed array.
fn element_of(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Array(element, _) => Some(element),
        _ => None,
    }
}

/// That of an element of what is in it.
fn within<'t>(ty: &'t Type, way: &[Step]) -> Option<&'t Type> {
    way.iter().try_fold(ty, |of, step| if let Step::At(_) = step { element_of(of) } else { None })
}
