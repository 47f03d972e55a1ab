//! Methods and associated functions of primitive types.

use super::codes;
use super::lowerer::Lowerer;
use super::requirements::Relation;
use crate::diagnostic::{Span, Spanned};
use crate::ir::{Argument, Binary, Expr, ExprKind, Float, Int, Literal, Method, Outcome, Scalar, Set, Signature, Type};
use crate::recognise::{LAUNCH, may_be_declared};

impl Lowerer<'_> {
    /// `a.method(b)`
    pub(super) fn method_call(&mut self, call: &syn::ExprMethodCall, span: Span) -> Expr {
        let name = call.method.to_string();
        match (name.as_str(), call.args.len()) {
            // A copy of a value that is copied anyway.
            ("clone", 0) => self.expression(&call.receiver),
            _ => {
                let receiver = self.operand(&call.receiver);
                let arguments: Vec<Expr> = call.args.iter().map(|argument| self.operand(argument)).collect();
                if let Some(call) = self.declared_method(&receiver, &call.method, &arguments, span) {
                    return call;
                }
                self.method(&name, call.method.span().into(), receiver, arguments, span)
            }
        }
    }

    /// A method by name, its operands lowered.
    fn method(&mut self, name: &str, name_span: Span, receiver: Expr, arguments: Vec<Expr>, span: Span) -> Expr {
        match Signature::of(name) {
            Some(signature) if signature.arguments.len() == arguments.len() => {
                self.apply(&signature, name, receiver, arguments, span)
            }
            Some(signature) => {
                let count = signature.arguments.len();
                self.refuse(
                    codes::NO_METHOD,
                    span,
                    format!("`{name}` takes {count} arguments besides the receiver"),
                    "see its documentation",
                )
            }
            None => {
                let help = match name {
                    "iter" | "into_iter" | "sum" | "map" | "fold" if self.world.is_some() => {
                        "write a loop: `for i in 0..N`".to_owned()
                    }
                    _ => method_help(name),
                };
                self.refuse(codes::NO_METHOD, name_span, format!("kernels do not know the method `{name}`"), help)
            }
        }
    }

    fn apply(&mut self, signature: &Signature, name: &str, receiver: Expr, arguments: Vec<Expr>, span: Span) -> Expr {
        self.require(&receiver, signature.receiver, &format!("`{name}`"));
        for (argument, expected) in arguments.iter().zip(signature.arguments) {
            let expected = match expected {
                Argument::Same => receiver.ty.clone(),
                Argument::U32 => Type::Scalar(Scalar::Int(Int::U32)),
                Argument::I32 => Type::Scalar(Scalar::Int(Int::I32)),
            };
            self.expect(argument, &expected, &format!("`{name}` takes"));
        }
        let ty = self.outcome(signature.outcome, &receiver.ty);
        let operands = std::iter::once(receiver).chain(arguments).collect();
        Expr { kind: ExprKind::Method(signature.method, operands), ty, span }
    }

    /// The type of what comes of it, now or when the receiver's is known.
    fn outcome(&mut self, outcome: Outcome, receiver: &Type) -> Type {
        match outcome {
            Outcome::Same => receiver.clone(),
            Outcome::Bool => Type::BOOL,
            Outcome::U32 => Type::Scalar(Scalar::Int(Int::U32)),
            Outcome::Unsigned | Outcome::Bits => {
                let result = self.fresh();
                self.relations.push(Relation { of: receiver.clone(), result: result.clone(), outcome });
                self.settle_relations();
                result
            }
        }
    }

    /// `f32::max(a, b)`, `u64::from(a)`, `std::cmp::min(a, b)`
    pub(super) fn call(&mut self, call: &syn::ExprCall, span: Span) -> Expr {
        if let Some(call) = self.declared_call(call, span) {
            return call;
        }
        let segments = path_of(&call.func);
        let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
        let arguments: Vec<Expr> = call.args.iter().map(|argument| self.operand(argument)).collect();
        match (segments.as_slice(), arguments.as_slice()) {
            // Beside a loop rustc is asked whether a short one is the standard library's; what a module declares is all there.
            (["std" | "core", "cmp", name @ ("min" | "max")], [first, _]) => {
                self.extreme(name, &segments, first, call, &arguments, span)
            }
            (["cmp" | "Ord", name @ ("min" | "max")] | [name @ ("min" | "max")], [first, _]) if self.world.is_none() => {
                self.extreme(name, &segments, first, call, &arguments, span)
            }
            ([primitive, name], [first, ..]) if Scalar::from_rust(primitive).is_some() => {
                let ty = Scalar::from_rust(primitive).map_or_else(|| self.fresh(), Type::Scalar);
                self.associated_of(&ty, name, call.func.span(), first.clone(), arguments, span)
            }
            ([LAUNCH, "within"], [number, reach]) => {
                self.expect(reach, &number.ty, "a limit is");
                let ty = number.ty.clone();
                Expr { kind: ExprKind::Method(Method::Within, arguments), ty, span }
            }
            ([LAUNCH, "positive"], [number]) => {
                let ty = number.ty.clone();
                Expr { kind: ExprKind::Method(Method::Positive, arguments), ty, span }
            }
            // Of what may panic there is one that asks for nothing but a condition.
            ([LAUNCH, "asserted"], [condition]) => {
                self.expect(condition, &Type::BOOL, "an assertion is");
                let number = |kind| Expr { kind, ty: Type::Scalar(Scalar::Int(Int::U8)), span };
                let (one, divisor) = (ExprKind::Literal(Literal::Int(1)), ExprKind::Cast(Box::new(condition.clone())));
                number(ExprKind::Binary(Binary::Div, Box::new(number(one)), Box::new(number(divisor))))
            }
            ([name @ ("i128" | "u128" | "char"), _], _) => self.no_such_type(name, call.func.span()),
            _ => match &*call.func {
                syn::Expr::Path(function) if self.world.is_none() && may_be_declared(&function.path) => {
                    self.unseen_call(&function.path, call, arguments, span)
                }
                function => self.not_callable(function),
            },
        }
    }

    /// `cmp::max(a, b)`
    fn extreme(&mut self, name: &str, path: &[&str], first: &Expr, call: &syn::ExprCall, arguments: &[Expr], span: Span) -> Expr {
        self.require(first, Set::Ordered, &format!("`{}`", path.join("::")));
        self.associated(name, call.func.span(), arguments.to_vec(), span)
    }

    fn associated_of(&mut self, ty: &Type, name: &str, name_span: Span, first: Expr, arguments: Vec<Expr>, span: Span) -> Expr {
        match (name, ty, arguments.len()) {
            ("from", _, 1) => self.conversion(ty, first, span),
            ("from_bits", Type::Scalar(Scalar::Float(float)), 1) => self.float_of_bits(*float, first, span),
            _ => {
                self.expect(&first, ty, &format!("`{ty}::{name}` takes"));
                self.associated(name, name_span, arguments, span)
            }
        }
    }

    fn associated(&mut self, name: &str, name_span: Span, mut operands: Vec<Expr>, span: Span) -> Expr {
        let receiver = operands.remove(0);
        self.method(name, name_span, receiver, operands, span)
    }

    /// `T::from(a)`: a cast that loses nothing.
    fn conversion(&mut self, ty: &Type, operand: Expr, span: Span) -> Expr {
        self.require_conversion(&operand, ty, span);
        // `f32::from(true)` is allowed, `true as f32` is not: through an integer.
        Expr { kind: ExprKind::Cast(Box::new(operand)), ty: ty.clone(), span }
    }

    fn float_of_bits(&mut self, float: Float, bits: Expr, span: Span) -> Expr {
        let int = if float == Float::F32 { Int::U32 } else { Int::U64 };
        self.expect(&bits, &Type::Scalar(Scalar::Int(int)), "`from_bits` takes");
        Expr { kind: ExprKind::Method(Method::FromBits, vec![bits]), ty: Type::Scalar(Scalar::Float(float)), span }
    }

    fn not_callable(&mut self, function: &syn::Expr) -> Expr {
        if self.world.is_some() {
            return self.not_declared(function);
        }
        self.refuse(
            codes::NOT_CALLABLE,
            function.span(),
            format!("`{}` cannot be called in a scan loop", super::text(function)),
            "only methods of primitive types can be called: write what it computes here, or fill an array in a loop before",
        )
    }
}

fn path_of(function: &syn::Expr) -> Vec<String> {
    match function {
        syn::Expr::Path(path) if path.qself.is_none() => {
            path.path.segments.iter().map(|segment| segment.ident.to_string()).collect()
        }
        _ => Vec::new(),
    }
}

fn method_help(name: &str) -> String {
    match name {
        "into" => "say which type: `f64::from(a)`, or `a as f64`".to_owned(),
        "len" => "bind the length to a variable before the loop: `let n = x.len();`".to_owned(),
        "checked_add" | "checked_sub" | "checked_mul" | "overflowing_add" | "unwrap" => {
            "kernels have no `Option`: use `wrapping_add`, `saturating_add` or `+`".to_owned()
        }
        "wrapping_div" | "wrapping_rem" | "checked_div" => "use `/` or `%`".to_owned(),
        "get" => "index it: `x[i]`; the range is checked once, before the loop".to_owned(),
        "log" => "divide logarithms: `a.ln() / base.ln()`".to_owned(),
        _ => "use arithmetic and the methods of primitive types, or compute it in a loop before this one".to_owned(),
    }
}
