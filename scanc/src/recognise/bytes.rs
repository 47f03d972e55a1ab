//! `u32::from_le_bytes([b[0], b[1], b[2], b[3]])` → the bytes, shifted to their places.

use super::body::{Local, Walker};
use crate::ir::{Float, Int, Scalar};
use crate::syntax::{bare, element, integer, parenthesized, plain_ident, span_of};
use proc_macro2::{Ident, Literal};
use syn::{Expr, ExprCall, UnOp, parse_quote_spanned};

impl Walker<'_, '_> {
    /// What a call of such a function computes, if it is one.
    pub(super) fn of_bytes(&self, call: &ExprCall) -> Option<Expr> {
        let Expr::Path(function) = &*call.func else { return None };
        let [ty, name] = <[&syn::PathSegment; 2]>::try_from(function.path.segments.iter().collect::<Vec<_>>()).ok()?;
        let scalar = Scalar::from_rust(&ty.ident.to_string()).filter(|_| function.qself.is_none())?;
        let is_little = match name.ident.to_string().as_str() {
            "from_le_bytes" => true,
            "from_be_bytes" => false,
            _ => return None,
        };
        // As many bits, without a sign.
        let (word, count) = match scalar {
            Scalar::Int(Int::I8 | Int::U8) => ("u8", 1),
            Scalar::Int(Int::I16 | Int::U16) => ("u16", 2),
            Scalar::Int(Int::I32 | Int::U32) | Scalar::Float(Float::F32) => ("u32", 4),
            Scalar::Int(Int::I64 | Int::U64) | Scalar::Float(Float::F64) => ("u64", 8),
            // Their sizes are the machine's.
            Scalar::Int(Int::Isize | Int::Usize) | Scalar::Bool => return None,
        };
        let mut bytes = self.bytes(call.args.first().filter(|_| call.args.len() == 1)?, count)?;
        if !is_little {
            bytes.reverse();
        }
        let (at, word) = (ty.ident.span(), Ident::new(word, ty.ident.span()));
        let shifted = (0u32..).zip(bytes).map(|(number, byte)| -> Expr {
            let (byte, bits) = (parenthesized(byte), Literal::u32_unsuffixed(8 * number));
            if number == 0 {
                parse_quote_spanned!(at=> (#byte as #word))
            } else {
                parse_quote_spanned!(at=> ((#byte as #word) << #bits))
            }
        });
        let all = shifted.reduce(|all, next| parse_quote_spanned!(at=> #all | #next))?;
        let ty = &ty.ident;
        Some(match scalar {
            Scalar::Float(_) => parse_quote_spanned!(at=> #ty::from_bits(#all)),
            _ if word == *ty => all,
            _ => parse_quote_spanned!(at=> (#all) as #ty),
        })
    }

    /// The elements of a fixed array of so many, or of a slice of as many that is made into one: `c.try_into().unwrap()`.
    fn bytes(&self, array: &Expr, count: usize) -> Option<Vec<Expr>> {
        let elements = |whole: &Expr| {
            let at = span_of(whole);
            (0..count as u64).map(|number| element(whole.clone(), integer(number, at), at)).collect()
        };
        match bare(array) {
            Expr::Array(list) => (list.elems.len() == count).then(|| list.elems.iter().cloned().collect()),
            Expr::Unary(reference) if matches!(reference.op, UnOp::Deref(_)) => self.bytes(&reference.expr, count),
            Expr::MethodCall(unwrap) if unwrap.method == "unwrap" => match bare(&unwrap.receiver) {
                Expr::MethodCall(converted) if converted.method == "try_into" => {
                    let name = plain_ident(&converted.receiver)?;
                    let is_whole = matches!(self.lookup(name)?, Local::Window(_, _, length) if *length == count as u64);
                    is_whole.then(|| elements(&converted.receiver))
                }
                _ => None,
            },
            name => matches!(self.lookup(plain_ident(name)?)?, Local::Element(..)).then(|| elements(name)),
        }
    }
}
