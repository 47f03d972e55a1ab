//! The names of a loop's canonical expressions and what is visible of their types.

use super::annotations::Visible;
use super::lowerer::{Binding, Lowerer, Unseen};
use super::text;
use super::unify::Kind;
use crate::diagnostic::Spanned;
use crate::ir::{ArrayId, Builtin, CaptureId, CarriedId, ExprKind, Family, Map, OperatorKind, Row, Semiring, Type};
use crate::recognise::{
    ArrayUse, CaptureUse, Carried, Carry, MOST_DELAYED, Range, Recurrence, after_name, among_first_name, before_name, way_text,
};
use std::collections::HashMap;
use syn::Expr;

/// The carried type's name in kernels where it is opaque.
pub(super) const CARRIED_TYPE: &str = "scan_t";

/// The types of a loop's names; variables until they are solved.
pub(super) struct Frame {
    pub(super) index: Type,
    pub(super) carried: Vec<Type>,
    pub(super) arrays: Vec<Type>,
    pub(super) captures: Vec<Type>,
}

impl Frame {
    /// Puts the loop's names in scope.
    pub(super) fn declare(lowerer: &mut Lowerer, recurrence: &Recurrence, visible: &Visible) -> Self {
        let arrays: Vec<Type> =
            recurrence.arrays.iter().enumerate().map(|(at, _)| array(lowerer, recurrence, at, visible)).collect();
        let captures: Vec<Type> = recurrence.captures.iter().map(|used| capture(lowerer, used, visible)).collect();
        let each = recurrence.carried.iter().enumerate();
        let carried: Vec<Type> = each.map(|(number, one)| carried(lowerer, one, before_name(number), &arrays, visible)).collect();
        let places = recurrence.carried.iter().map(|carried| match &carried.carry {
            Carry::Scalar(place) => Some(place),
            _ => None,
        });
        unify_elements(lowerer, places.zip(&carried).filter_map(|(place, ty)| Some((place?, ty))));
        let index = index(lowerer, recurrence, visible);
        let frame = Self { index, carried, arrays, captures };
        frame.bind(lowerer, recurrence);
        frame
    }

    fn bind(&self, lowerer: &mut Lowerer, recurrence: &Recurrence) {
        let arrays = recurrence.arrays.iter().map(|used| (&used.name, text(&used.place)));
        let captures = recurrence.captures.iter().map(|used| (&used.name, text(&used.value)));
        let parts = recurrence.carried.iter().filter_map(|carried| match &carried.carry {
            Carry::Part { array, way, .. } => {
                Some((&carried.name, format!("{}[…]{}", text(&recurrence.arrays[*array].place), way_text(way))))
            }
            _ => None,
        });
        let places = arrays.chain(captures).chain(parts).map(|(name, place)| (name.to_string(), place));
        lowerer.places.extend(places.filter(|(name, place)| name != place));
        for (at, (used, ty)) in recurrence.arrays.iter().zip(&self.arrays).enumerate() {
            lowerer.declare(used.name.to_string(), Binding::Array(ArrayId(at), ty.clone(), used.gathered));
        }
        for (at, (used, ty)) in recurrence.captures.iter().zip(&self.captures).enumerate() {
            lowerer.declare(used.name.to_string(), Binding::Value(ExprKind::Captured(CaptureId(at)), ty.clone()));
        }
        lowerer.declare(recurrence.index.name.to_string(), Binding::Value(ExprKind::Index, self.index.clone()));
        for count in 1..=MOST_DELAYED {
            lowerer.declare(among_first_name(count), Binding::Value(ExprKind::IsAmongFirst(count), Type::BOOL));
        }
    }

    /// Puts the carried values in scope; elements do not know them.
    pub(super) fn declare_carried(&self, lowerer: &mut Lowerer) {
        for (number, ty) in self.carried.iter().enumerate() {
            let id = CarriedId(number);
            lowerer.declare(before_name(number), Binding::Value(ExprKind::Before(id), ty.clone()));
            lowerer.declare(after_name(number), Binding::Value(ExprKind::After(id), ty.clone()));
        }
    }
}

impl Frame {
    /// What the loop itself says of types beyond its expressions.
    pub(super) fn settle(&self, lowerer: &mut Lowerer, recurrence: &Recurrence) {
        for (carried, ty) in recurrence.carried.iter().zip(&self.carried) {
            if matches!(carried.operator.kind, OperatorKind::Builtin(Builtin::And | Builtin::Or)) {
                // Where it fails, the operator is on the wrong type, which is reported when the type is known.
                let _ = lowerer.unifier.unify(ty, &Type::BOOL);
            }
            if let OperatorKind::Map(Map { family, coefficient, source }) = carried.operator.kind
                && !matches!(family, Family::Reset(_) | Family::Finite(_))
            {
                // The recogniser has written the coefficient's start in the type of the amount.
                let of_matrix = match family {
                    // Its cells are no numbers.
                    Family::Row(Row { semiring: Semiring::Choice, column, order, .. }) => {
                        if column.is_none() {
                            0..order
                        } else {
                            order..self.carried.len()
                        }
                    }
                    Family::Row(_) => 0..self.carried.len(),
                    _ => 0..0,
                };
                for CarriedId(other) in coefficient.into_iter().chain(source).chain(of_matrix.map(CarriedId)) {
                    let _ = lowerer.unifier.unify(ty, &self.carried[other]);
                }
            }
        }
        let unused = |thing: &Unseen| recurrence.index.name == thing.name && !thing.used;
        if lowerer.unseen.iter().any(unused) {
            // Any integer type will do for a variable that no expression uses.
            let _ = lowerer.unifier.unify(&self.index, &Type::USIZE);
        }
    }
}

fn array(lowerer: &mut Lowerer, recurrence: &Recurrence, at: usize, visible: &Visible) -> Type {
    let used = &recurrence.arrays[at];
    let name = used.name.to_string();
    let collected = used.collected.then(|| visible.collected(&used.name));
    let (seen, parts) = match visible.element(&used.place) {
        Some(seen) => (Some(seen), None),
        None => collected.unwrap_or_default(),
    };
    // C hands no arrays on: kernels have a struct for each.
    let (fixed, seen) =
        seen.map_or((None, None), |ty| if matches!(ty, Type::Array(..)) { (Some(ty), None) } else { (None, Some(ty)) });
    seen.or_else(|| foreign(lowerer, &used.place, visible)).unwrap_or_else(|| {
        let carries = |carried: &Carried| matches!(carried.carry, Carry::Array { array, .. } if array == at);
        let carries = recurrence.carried.iter().any(carries);
        let opaque = if carries { CARRIED_TYPE.to_owned() } else { opaque_name(&name) };
        let (place, help, span) = (text(&used.place), array_help(used), used.place.span());
        let ty = lowerer.unseen(Unseen { place, name, help, opaque: Some(opaque), span, used: false });
        lowerer.rows.extend(visible.has_rows(&used.place).then(|| ty.clone()));
        lowerer.note_parts(&ty, visible.tuple(&used.place).or(parts).unwrap_or_default(), span);
        fixed.iter().for_each(|fixed| lowerer.note_elements(&ty, fixed, span));
        ty
    })
}

/// A type that no kernel has is refused.
fn foreign(lowerer: &mut Lowerer, place: &Expr, visible: &Visible) -> Option<Type> {
    visible.foreign(place).map(|name| lowerer.no_such_type(name, place.span()).ty)
}

fn array_help(used: &ArrayUse) -> String {
    let (name, place) = (&used.name, text(&used.place));
    match (used.collected || used.pushed, used.written) {
        (true, _) => format!("let {name}: Vec<{{}}> = …;"),
        (false, true) => format!("let {name}: &mut [{{}}] = &mut {place};"),
        (false, false) => format!("let {name}: &[{{}}] = &{place};"),
    }
}

/// `x_t`; not a name that OpenCL C has, nor the carried type's.
fn opaque_name(array: &str) -> String {
    const TAKEN: [&str; 13] = [
        "scan",
        "size",
        "ptrdiff",
        "intptr",
        "uintptr",
        "event",
        "clk_event",
        "queue",
        "ndrange",
        "sampler",
        "reserve_id",
        "image2d",
        "image3d",
    ];
    if TAKEN.contains(&array) { format!("{array}_element_t") } else { format!("{array}_t") }
}

fn capture(lowerer: &mut Lowerer, used: &CaptureUse, visible: &Visible) -> Type {
    let seen = used.ty.clone().or_else(|| visible.value(&used.value, lowerer));
    seen.or_else(|| foreign(lowerer, &used.value, visible)).unwrap_or_else(|| {
        let (place, name) = (text(&used.value), used.name.to_string());
        let help = format!("let {name}: {{}} = {place};");
        lowerer.unseen(Unseen { place, name, help, opaque: None, span: used.value.span(), used: false })
    })
}

fn carried(lowerer: &mut Lowerer, carried: &Carried, name: String, arrays: &[Type], visible: &Visible) -> Type {
    let (value, help) = match &carried.carry {
        Carry::Array { array, .. } => return arrays[*array].clone(),
        Carry::Part { array, way, .. } => {
            let part = way_text(way);
            let help = format!("let v: {{}} = …; …{part} = v;");
            let (place, span) = (format!("…{part}"), carried.operator.span);
            let part = Unseen { place, name, help, opaque: Some(CARRIED_TYPE.to_owned()), span, used: false };
            return lowerer.carried_part(&arrays[*array], way, part);
        }
        Carry::Scalar(place) => (place, declaration(place)),
        Carry::State(start) | Carry::Pushes { start, .. } | Carry::Coefficient(start) => {
            (start, format!("let start: {{}} = {};", text(start)))
        }
    };
    visible.value(value, lowerer).or_else(|| foreign(lowerer, value, visible)).unwrap_or_else(|| {
        let opaque = Some(CARRIED_TYPE.to_owned());
        lowerer.unseen(Unseen { place: text(value), name, help, opaque, span: value.span(), used: false })
    })
}

/// The loop variable's type: as found, or that of the range's bounds.
fn index(lowerer: &mut Lowerer, recurrence: &Recurrence, visible: &Visible) -> Type {
    if let Some(ty) = &recurrence.index.ty {
        return ty.clone();
    }
    let (low, high) = match &recurrence.range {
        Range::Ascending { from, to, .. } => (from, to),
        Range::Descending { high, low, .. } => (low, high),
        Range::Lengths(_) => return Type::USIZE,
    };
    match (visible.value(low, lowerer), visible.value(high, lowerer)) {
        (Some(low), Some(high)) if lowerer.unifier.unify(&low, &high).is_ok() => low,
        (Some(known), _) | (_, Some(known)) if known.scalar().is_some() => known,
        _ => unseen_index(lowerer, recurrence, high),
    }
}

fn unseen_index(lowerer: &mut Lowerer, recurrence: &Recurrence, high: &Expr) -> Type {
    let name = recurrence.index.name.to_string();
    let help = format!("let high: {{}} = {};", text(high));
    let span = recurrence.index.name.span();
    let ty = lowerer.unseen(Unseen { place: name.clone(), name, help, opaque: None, span: span.into(), used: false });
    let integer = lowerer.unifier.fresh(Kind::Int);
    // Cannot fail: both are open.
    let _ = lowerer.unifier.unify(&ty, &integer);
    ty
}

/// What says the type of what a place holds.
fn declaration(place: &Expr) -> String {
    match place {
        Expr::Index(element) => format!("let mut {}: [{{}}; N] = …;", text(&element.expr)),
        Expr::Field(field) => format!("let mut v: {{}} = {};", text(field)),
        other => format!("let mut {}: {{}} = …;", text(other)),
    }
}

/// The elements of one array are of one type.
fn unify_elements<'e>(lowerer: &mut Lowerer, places: impl Iterator<Item = (&'e Expr, &'e Type)>) {
    let mut known: HashMap<String, &Type> = HashMap::new();
    for (place, ty) in places {
        let mut whole = place;
        while let Expr::Index(element) = whole {
            whole = &element.expr;
        }
        if !std::ptr::eq(whole, place) {
            // Where they are not, rustc says so.
            let _ = lowerer.unifier.unify(known.entry(text(whole)).or_insert(ty), ty);
        }
    }
}
