//! Loads, stores and their indices.

use super::body::{Local, Store, Walker, is_error};
use super::places::Place;
use super::refuse;
use super::syntax::{bare, moved_to, plain_ident, span_of, text};
use super::tables::{Index, Meaning, OuterKind};
use super::types::{integer, of_type};
use super::{Affine, bounds};
use crate::diagnostic::{Diagnostic, Span, Spanned};
use crate::ir::{self, Int};
use syn::{BinOp, Expr, ExprCast, ExprIndex, UnOp};

impl Walker<'_, '_> {
    /// The array and the index of `y[i]`.
    pub(super) fn array_access(&mut self, access: &ExprIndex) -> Option<(Place, Index)> {
        let base = bare(&access.expr);
        let Some(place) = self.outer_place(base) else {
            let part = Place::of(base).filter(|place| !matches!(self.lookup(&place.root), Some(Local::Outer(_))));
            match part {
                Some(_) => {
                    self.told(refuse::row(base.span(), &text(base)).help("store whole elements of arrays outside the loop"))
                }
                None => self.told(refuse::row(base.span(), &text(base))),
            };
            return None;
        };
        self.index(&access.index).map(|index| (place, index))
    }

    /// What is at `place[index]` now.
    pub(super) fn load(&mut self, place: &Place, index: Index, span: Span) -> Expr {
        let array = self.tables.array(place);
        let Some(store) = self.state.stores.get(&array) else { return self.tables.load(array, index, span) };
        match store.index.affine.distance(&index.affine) {
            Some(0) => moved_to(&store.value, span),
            Some(_) => self.tables.load(array, index, span),
            None => {
                let message = format!("this may be the element of `{}` that was stored before", place.text());
                let help = "load before the store, into a `let`, or index both by the loop variable plus a number";
                self.told(Diagnostic::error(refuse::MAY_OVERLAP, span, message).help(help))
            }
        }
    }

    /// Stores.
    pub(super) fn store_at(&mut self, array: usize, index: Index, value: Expr, span: Span) {
        if self.state.stores.get(&array).is_some_and(|store| store.index.affine != index.affine) {
            return self.refuse_two_stores(array, span);
        }
        let value = match plain_ident(&value) {
            Some(_) => value,
            None => {
                let base = format!("{}_stored", self.tables.arrays[array].name);
                let name = self.tables.names.made_up(&base, span);
                self.named(value, name, None, false)
            }
        };
        self.state.stores.insert(array, Store { index, value, span });
    }

    pub(super) fn refuse_two_stores(&mut self, array: usize, span: Span) {
        let message = format!("an iteration stores a second element of `{}`", self.tables.arrays[array].place.text());
        self.told(
            Diagnostic::error(refuse::STORES, span, message)
                .help("store one element of each array in an iteration: split the loop"),
        );
    }

    /// The index that an expression is.
    fn index(&mut self, expr: &Expr) -> Option<Index> {
        if let Expr::Range(range) = bare(expr) {
            self.told(refuse::unsupported(range.span(), "a slice", "index one element: `x[i]`"));
            return None;
        }
        let value = self.operand(expr);
        if is_error(&value) {
            return None;
        }
        let mut cast = false;
        let affine = match self.affine(&value, false, &mut cast) {
            Ok(affine) => affine,
            Err(diagnostic) => {
                self.told(diagnostic);
                return None;
            }
        };
        Some(Index { affine, written: cast.then(|| Box::new(self.tables.expanded(&value))) })
    }

    /// `expr` as `coefficient * i + offset`. Outside casts all of it is `usize`.
    fn affine(&mut self, expr: &Expr, casted: bool, cast: &mut bool) -> Result<Affine, Diagnostic> {
        let span = span_of(expr);
        let fits = |affine: Option<Affine>| affine.ok_or_else(|| refuse::not_affine(span, "an offset beyond 64 bits"));
        match bare(expr) {
            Expr::Path(_) => self.affine_name(expr, casted, cast),
            Expr::Lit(_) => fits(bounds::literal(expr).map(Affine::constant)),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => fits(self.affine(&unary.expr, casted, cast)?.times(-1)),
            Expr::Cast(syntax) => self.affine_cast(syntax, cast),
            Expr::Binary(operation) => {
                let (left, right) = (self.affine(&operation.left, casted, cast), self.affine(&operation.right, casted, cast));
                match operation.op {
                    BinOp::Add(_) => fits(left?.plus(&right?)),
                    BinOp::Sub(_) => fits(left?.minus(&right?)),
                    BinOp::Mul(_) => {
                        let (left, right) = (left?, right?);
                        let product = match (left.as_constant(), right.as_constant()) {
                            (Some(factor), _) => right.times(factor),
                            (_, Some(factor)) => left.times(factor),
                            _ => return Err(refuse::not_affine(span, "this product")),
                        };
                        fits(product)
                    }
                    BinOp::Rem(_) => Err(refuse::not_affine(span, "this remainder")),
                    _ => Err(refuse::not_affine(span, "this index")),
                }
            }
            _ => Err(refuse::not_affine(span, "this index")),
        }
    }

    fn affine_name(&mut self, expr: &Expr, casted: bool, cast: &mut bool) -> Result<Affine, Diagnostic> {
        let meaning = plain_ident(expr).and_then(|name| self.tables.meaning(name));
        match meaning {
            Some(Meaning::Index) => {
                if !casted {
                    self.tables.index_is_usize();
                }
                Ok(Affine::index(0))
            }
            Some(Meaning::Outer(outer)) => {
                let outer = &mut self.tables.outers[outer];
                if !casted && outer.kind != OuterKind::State {
                    outer.ty.get_or_insert(ir::Type::USIZE);
                }
                Ok(Affine::captured(&outer.name))
            }
            Some(Meaning::Binding(binding)) => {
                let value = self.tables.bindings[binding].value.clone();
                // The place of the use says more than that of the `let`.
                self.affine(&value, casted, cast).map_err(|error| Diagnostic { span: span_of(expr), ..error })
            }
            Some(Meaning::Load(_)) => Err(refuse::not_affine(span_of(expr), "an index that is itself loaded")),
            None => Err(refuse::not_affine(span_of(expr), "this index")),
        }
    }

    /// `inner as usize`: exact where `inner` does not wrap in its own type.
    fn affine_cast(&mut self, syntax: &ExprCast, cast: &mut bool) -> Result<Affine, Diagnostic> {
        *cast = true;
        let span = span_of(&Expr::Cast(syntax.clone()));
        let target = integer(of_type(&syntax.ty));
        if !matches!(target, Some(Int::Usize | Int::Isize | Int::U64 | Int::I64)) {
            let message = format!("a cast to `{}` inside an index may cut it off", text(&syntax.ty));
            return Err(Diagnostic::error(refuse::INDEX_CAST, span, message).help("cast to `usize` alone: `x[i as usize - 1]`"));
        }
        let inner = self.tables.expanded(&syntax.expr);
        let arithmetic = matches!(bare(&inner), Expr::Binary(_) | Expr::Unary(_));
        if arithmetic && integer(self.tables.scalar_of(&inner)).is_none_or(|int| int.bits() < 32) {
            let error = Diagnostic::error(refuse::INDEX_CAST, span, "the arithmetic before this cast may wrap");
            return Err(error.help("cast first, then compute: `x[i as usize - 1]`"));
        }
        self.affine(&syntax.expr, true, cast)
    }
}
