//! `state = match state { 0 if x[i] == b'"' => 1, … }`: a step between a few states → a table of what follows each.
//!
//! The states are the numbers 0, 1, 2 and so on, 16 at most, so that a table is a `u64` of four bits for each. Of two tables in a row the
//! second one is looked up at what the first one has (Ladner and Fischer 1980, section 3, on finite-state machines). A table is found by
//! putting each state in the place of the carried value and computing what then is known.

use super::arithmetic::{Arithmetic, constant};
use super::fold::{Fold, literal, number_of, with_results};
use super::operator::branches;
use super::tables::{Meaning, Tables};
use super::types::integer;
use super::{LAUNCH, carried_by_name, carried_values};
use crate::diagnostic::Span;
use crate::ir::{Int, MOST_STATES, Scalar};
use crate::syntax::{
    Expressions, bare, binary, block, block_value, call, cast, choice, for_each_name, let_parts, matches, parenthesized,
    plain_ident, text, truth, zero,
};
use std::collections::{HashMap, HashSet};
use syn::visit::Visit;
use syn::{BinOp, Expr, Stmt};

/// A table is chosen by so many conditions at most; otherwise each of its entries is.
const MOST_CHOICES: usize = 16;
/// More expressions than this in a table are too many.
const MOST: usize = 2000;

/// The step `{ lets; value }` of a carried value between states.
pub(super) struct Step<'a> {
    arithmetic: &'a Arithmetic<'a>,
    before: &'a str,
    scalar: Scalar,
    span: Span,
    /// The `let`s that do not mention it.
    kept: Vec<Stmt>,
    value: Expr,
}

/// A table of so many states, as an expression of an iteration.
pub(super) struct Table {
    pub states: u8,
    pub entries: Expr,
}

impl<'a> Step<'a> {
    /// `None`, if it mentions other carried values, or something of the state may panic: nobody sees any more where the loop
    /// would.
    pub(super) fn new(
        lets: &[Stmt],
        value: &Expr,
        before: &'a str,
        scalar: Scalar,
        arithmetic: &'a Arithmetic<'a>,
        span: Span,
    ) -> Option<Self> {
        let own = carried_by_name(before);
        let mut mentioned = carried_values(value);
        lets.iter().for_each(|statement| mentioned.extend(carried_values(statement)));
        mentioned.iter().all(|found| Some(*found) == own).then_some(())?;
        let (mut kept, mut values) = (Vec::new(), HashMap::new());
        for statement in lets {
            match let_parts(statement) {
                Some((name, value)) if mentions(value, before, &values) => {
                    let value = Fold { tables: arithmetic.tables, values: values.clone(), known: None }.folded(value);
                    values.insert(name.to_string(), parenthesized(value));
                }
                _ => kept.push(statement.clone()),
            }
        }
        let value = Fold { tables: arithmetic.tables, values, known: None }.folded(value);
        if panics_by_state(&value, before, arithmetic.tables) {
            return None;
        }
        Some(Self { arithmetic, before, scalar, span, kept, value })
    }

    /// The step of a `bool` as the mask and the amount of a map of bits: any step of a `bool` is one.
    pub(super) fn of_bool(&self) -> Option<[Expr; 2]> {
        let [no, yes] = [false, true].map(|state| self.after(truth(state, self.span)));
        let differ = binary(parenthesized(yes), BinOp::BitXor(syn::token::Caret(self.span.first)), parenthesized(no.clone()));
        (size(&differ) <= MOST).then(|| [differ, no].map(|value| self.around(value)))
    }

    /// The table, if all that the step comes to is a state.
    pub(super) fn table(&self) -> Option<Table> {
        let ty = integer(Some(self.scalar))?;
        let mut fixed = HashSet::new();
        for_each_result(&self.value, &mut |result| {
            fixed.extend(self.is_constant(result).then(|| text(result)));
        });
        let (mut states, mut entries, mut others) = (fixed.len().max(self.below()).max(2), Vec::new(), HashSet::new());
        while entries.len() < states {
            let state = entries.len();
            let entry = self.after(literal(state as i128, ty, self.span));
            for_each_result(&entry, &mut |result| {
                let least = if fixed.contains(&text(result)) { Some(0) } else { self.states_of(result, ty) };
                states = states.max(least.unwrap_or(usize::MAX));
                others.extend((number_of(result) != i128::try_from(state).ok()).then(|| text(result)));
            });
            entries.push(entry);
            (states <= usize::from(MOST_STATES) && entries.iter().map(size).sum::<usize>() <= MOST).then_some(())?;
        }
        // What at most keeps its state but for one may be of any number of them, where nobody knows of how many.
        (others.len() > 1 || self.below() > 0).then_some(())?;
        let entries: Vec<Expr> = entries.into_iter().map(|entry| self.numbered(entry, &fixed, states)).collect();
        let packed = self.packed(&entries, &mut MOST_CHOICES.clone()).unwrap_or_else(|| self.shifted(entries));
        Some(Table { states: u8::try_from(states).ok()?, entries: self.around(packed) })
    }

    /// How many states it may have at the beginning, if that is known.
    fn below(&self) -> usize {
        let tables = self.arithmetic.tables;
        tables.types.below.get(&self.arithmetic.name).copied().unwrap_or_default()
    }

    /// Whether it is a constant of the program's, by its name.
    fn is_constant(&self, result: &Expr) -> bool {
        let tables = self.arithmetic.tables;
        let outer = plain_ident(result).and_then(|name| match tables.meaning(name)? {
            Meaning::Outer(outer) => Some(&tables.outers[outer].value),
            _ => None,
        });
        matches!(outer, Some(Expr::Path(path)) if path.path.segments.last().is_some_and(|last| matches::is_constant(&last.ident)))
    }

    /// What follows a state.
    fn after(&self, state: Expr) -> Expr {
        let values = HashMap::from([(self.before.to_owned(), state)]);
        Fold { tables: self.arithmetic.tables, values, known: None }.folded(&self.value)
    }

    /// All that an entry comes to as numbers of 64 bits; what only the program knows has to be a state.
    fn numbered(&self, entry: Expr, fixed: &HashSet<String>, states: usize) -> Expr {
        with_results(entry, &mut |result| match number_of(&result) {
            Some(state) => literal(state, Int::U64, self.span),
            None => {
                let is_bounded = plain_ident(&result).is_some_and(|name| self.arithmetic.tables.numbers_below(name).is_some());
                let is_known = !is_bounded && !fixed.contains(&text(&result));
                let wide = self.wide(result);
                let last = || constant(&format!("{}u64", states - 1), self.span);
                if is_known { wide } else { call(&format!("{LAUNCH}::within"), vec![wide, last()], self.span) }
            }
        })
    }

    /// `value as u64`
    fn wide(&self, value: Expr) -> Expr {
        let typed = match self.arithmetic.tables.scalar_of(&value) {
            Some(_) => parenthesized(value),
            // A cast does not tell literals of which type they are.
            None => {
                let sum = format!("{}::wrapping_add", self.scalar.rust());
                call(&sum, vec![value, zero(self.scalar, self.span)], self.span)
            }
        };
        cast(typed, Int::U64, self.span)
    }

    /// The entries in one number, chosen by the conditions that choose each of them; `None`, if these are too many.
    fn packed(&self, entries: &[Expr], choices: &mut usize) -> Option<Expr> {
        let numbers: Option<Vec<i128>> = entries.iter().map(number_of).collect();
        if let Some(states) = numbers {
            let table: i128 = states.iter().enumerate().map(|(at, state)| state << (4 * at)).sum();
            return Some(constant(&format!("{table:#x}u64"), self.span));
        }
        let condition = entries.iter().find_map(|entry| match entry {
            Expr::If(branch) if !self.arithmetic.tables.may_panic(&branch.cond) => Some(&*branch.cond),
            _ => None,
        })?;
        *choices = choices.checked_sub(1)?;
        let mut side = |holds: bool| {
            let known = Some((condition, holds));
            let mut fold = Fold { tables: self.arithmetic.tables, values: HashMap::new(), known };
            let entries: Vec<Expr> = entries.iter().map(|entry| fold.folded(entry)).collect();
            self.packed(&entries, choices)
        };
        let (yes, no) = (side(true)?, side(false)?);
        if yes == no {
            Some(yes)
        } else {
            Some(choice(condition.clone(), block(Vec::new(), yes), block(Vec::new(), no), self.span))
        }
    }

    /// The entries in one number, each by itself.
    fn shifted(&self, entries: Vec<Expr>) -> Expr {
        let or = || BinOp::BitOr(syn::token::Or(self.span.first));
        let shift = || BinOp::Shl(syn::token::Shl([self.span.first; 2]));
        let entries = entries.into_iter().enumerate().filter(|(_, entry)| number_of(entry) != Some(0));
        let placed = entries.map(|(at, entry)| match at {
            0 => parenthesized(entry),
            _ => parenthesized(binary(parenthesized(entry), shift(), literal(4 * at as i128, Int::U64, self.span))),
        });
        placed.reduce(|table, entry| binary(table, or(), entry)).unwrap_or_else(|| literal(0, Int::U64, self.span))
    }

    fn around(&self, value: Expr) -> Expr {
        if self.kept.is_empty() { value } else { block_value(block(self.kept.clone(), value)) }
    }

    /// So many states at least, if it is one of them whatever it is made of; `None`, if it may be any number.
    fn states_of(&self, result: &Expr, ty: Int) -> Option<usize> {
        let least = |greatest: i128| usize::try_from(greatest + 1).ok();
        match bare(result) {
            known if number_of(known).is_some() => least(number_of(known).filter(|state| *state >= 0)?),
            Expr::Binary(operation) => match operation.op {
                BinOp::Rem(_) if !ty.signed() => least(number_of(&operation.right)? - 1),
                BinOp::BitAnd(_) => {
                    let mask = number_of(&operation.right).or_else(|| number_of(&operation.left));
                    least(mask.filter(|mask| *mask >= 0)?)
                }
                _ => None,
            },
            Expr::Path(_) => self.arithmetic.tables.numbers_below(plain_ident(result)?),
            Expr::MethodCall(called) if called.method == "min" && !ty.signed() => {
                least(called.args.first().and_then(number_of).or_else(|| number_of(&called.receiver))?)
            }
            _ => None,
        }
    }
}

fn mentions(expr: &Expr, before: &str, steps: &HashMap<String, Expr>) -> bool {
    let mut found = false;
    for_each_name(expr, &mut |name| found |= *name == before || steps.contains_key(&name.to_string()));
    found
}

/// Whether an operation on the state may panic.
fn panics_by_state(value: &Expr, before: &str, tables: &Tables) -> bool {
    let mut panics = false;
    let mut look = |expr: &Expr| {
        let is_operation = match expr {
            Expr::Binary(operation) => matches!(operation.op, BinOp::Div(_) | BinOp::Rem(_)),
            Expr::MethodCall(_) | Expr::Call(_) | Expr::Index(_) => true,
            _ => false,
        };
        panics |= is_operation && mentions(expr, before, &HashMap::new()) && tables.may_panic(expr);
        true
    };
    Expressions(&mut look).visit_expr(value);
    panics
}

/// Calls `visit` with all that an expression may come to.
fn for_each_result(expr: &Expr, visit: &mut dyn FnMut(&Expr)) {
    match bare(expr) {
        Expr::If(branch) => match branches(branch) {
            Some((yes, no)) => [yes, no].iter().for_each(|side| for_each_result(side, visit)),
            None => visit(expr),
        },
        Expr::Block(inner) => match inner.block.stmts.last() {
            Some(Stmt::Expr(value, None)) => for_each_result(value, visit),
            _ => visit(expr),
        },
        result => visit(result),
    }
}

/// Of how many expressions it is made.
fn size(expr: &Expr) -> usize {
    let mut size = 0;
    let mut count = |_: &Expr| {
        size += 1;
        true
    };
    Expressions(&mut count).visit_expr(expr);
    size
}
