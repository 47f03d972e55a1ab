//! Puts the [`Recurrence`] together, in canonical form.

use super::arithmetic::Arithmetic;
use super::body::{Store, Walked};
use super::header::Header;
use super::operator::{Matcher, Update};
use super::refuse;
use super::resolve::{Carried, Resolver, name_repetitions, tidy};
use super::solve::Solution;
use super::syntax::{block, block_value, choice, mentions, plain_ident, special, text, variable};
use super::tables::{Meaning, OuterKind, Tables};
use super::{
    AFTER, Affine, ArrayUse, BEFORE, CaptureUse, Carry, FoundOperator, IS_FIRST, IndexVariable, LiveOut, OutputUse, Recurrence,
};
use crate::diagnostic::{Diagnostic, Diagnostics, Result, Span, Stopped};
use crate::parse::ScanSite;
use std::collections::HashMap;
use syn::{Block, Expr, Stmt};

/// A loop of which everything is known.
pub(super) struct Assembly<'a> {
    pub site: &'a ScanSite,
    pub span: Span,
    pub walked: &'a Walked,
    pub tables: &'a Tables<'a>,
    pub solution: &'a Solution,
    /// What delay registers hold at the start of an iteration.
    delays: HashMap<usize, Expr>,
}

impl<'a> Assembly<'a> {
    pub(super) fn new(
        site: &'a ScanSite,
        span: Span,
        header: &'a Header<'a>,
        walked: &'a Walked,
        tables: &'a Tables<'a>,
        solution: &'a Solution,
    ) -> Self {
        let mut assembly = Self { site, span, walked, tables, solution, delays: HashMap::new() };
        let registers = solution.registers.iter().map(|(outer, value)| (*outer, assembly.delayed(*outer, value, header.step)));
        assembly.delays = registers.collect();
        assembly
    }

    /// What a delay register holds: before the first iteration its own value, then what the iteration before gave it.
    fn delayed(&self, outer: usize, value: &Expr, step: i64) -> Expr {
        let resolver = self.resolver().shifted(-step);
        let earlier = tidy(resolver.resolved(&self.walked.lets, value), self.tables, false);
        let name = &self.tables.outers[outer].name;
        let span = name.span();
        choice(special(IS_FIRST, span.into()), block(Vec::new(), variable(name)), earlier, span.into())
    }

    fn resolver(&self) -> Resolver<'_> {
        Resolver::new(self.tables, self.solution.carried, &self.delays)
    }

    /// The whole.
    pub(super) fn recurrence(&self, header: &Header, diagnostics: &mut Diagnostics) -> Result<Recurrence> {
        let root = self.root(&self.solution.update);
        let whole = self.resolver().resolved(&self.walked.lets, &root);
        let (lets, value) = split(&whole);
        let update = self.update(&value, diagnostics).ok_or(Stopped)?;
        let element = tidy(block(lets.to_vec(), update.element.clone()), self.tables, true);
        let outputs: Vec<OutputUse> =
            self.walked.stores.iter().map(|(array, store)| self.output(*array, store, &root, &value)).collect();
        self.check_outputs(&outputs, diagnostics)?;
        let live_out = self.live_out(header);
        Ok(Recurrence {
            attribute: self.site.attribute.clone(),
            function: self.site.function.clone(),
            span: self.span,
            range: header.range.clone(),
            index: IndexVariable { name: self.tables.index.clone(), ty: self.tables.index_type.clone(), step: header.step },
            carry: self.carry(),
            operator: operator(&update),
            arrays: self.arrays(),
            captures: self.captures(&element, &outputs, &live_out),
            element,
            outputs,
            live_out,
        })
    }

    /// The name that the carried value has after the iteration, seen through other names for it.
    fn root(&self, update: &Expr) -> Expr {
        let mut root = update.clone();
        while let Some(Meaning::Binding(binding)) = plain_ident(&root).and_then(|name| self.tables.meaning(name)) {
            let value = &self.tables.bindings[binding].value;
            match plain_ident(value).and_then(|name| self.tables.meaning(name)) {
                Some(Meaning::Binding(_)) => root = value.clone(),
                _ => break,
            }
        }
        root
    }

    fn update(&self, value: &Expr, diagnostics: &mut Diagnostics) -> Option<Update> {
        let [name, carried, updated] = self.words();
        let scalar = match self.solution.carried {
            Carried::Outer(outer) => &self.tables.outers[outer].ty,
            Carried::Load(array, _) => &self.tables.arrays[array].element,
        };
        let scalar = scalar.as_ref().and_then(crate::ir::Type::scalar);
        let arithmetic = Arithmetic { tables: self.tables, scalar, name };
        let operator = &self.site.attribute.operator;
        Matcher { tables: self.tables, diagnostics, operator, carried, updated, arithmetic }.update(value)
    }

    /// What the user calls the variable or array that carries, and the carried value before and after an iteration.
    fn words(&self) -> [String; 3] {
        match self.solution.carried {
            Carried::Outer(outer) => {
                let outer = &self.tables.outers[outer];
                let name = if outer.kind == OuterKind::State { outer.name.to_string() } else { text(&outer.value) };
                [name.clone(), name.clone(), name]
            }
            Carried::Load(array, load) => {
                let name = self.tables.arrays[array].place.text();
                let element = |index: &Affine| format!("{name}[{}]", text(&index.expression(&self.tables.index, self.span)));
                let stored = self.walked.stores.iter().find(|(stored, _)| *stored == array);
                let updated = stored.map_or_else(|| name.clone(), |(_, store)| element(&store.index.affine));
                [name.clone(), element(&self.tables.loads[load].index.affine), updated]
            }
        }
    }

    fn output(&self, array: usize, store: &Store, root: &Expr, update: &Expr) -> OutputUse {
        let mut value = self.resolver().with_after(root).resolved(&self.walked.lets, &store.value);
        name_repetitions(&mut value, update);
        let index_expr = self.index_expr(store);
        let value = block_value(tidy(value, self.tables, false));
        OutputUse { array, index: store.index.affine.clone(), index_expr, value, span: store.span }
    }

    fn index_expr(&self, store: &Store) -> Expr {
        let written = store.index.written.as_deref().cloned();
        written.unwrap_or_else(|| store.index.affine.expression(&self.tables.index, store.span))
    }

    /// A scan stores its running value.
    fn check_outputs(&self, outputs: &[OutputUse], diagnostics: &mut Diagnostics) -> Result<()> {
        if outputs.iter().any(|output| mentions(&output.value, AFTER) || mentions(&output.value, BEFORE)) {
            return Ok(());
        }
        let error = Diagnostic::error(refuse::NOTHING_STORED, self.solution.span, "no iteration stores the running value");
        Err(diagnostics.stop(error.help("this is a reduction, not a scan; a scan has a store such as `y[i] = sum;`")))
    }

    fn carry(&self) -> Carry {
        match self.solution.carried {
            Carried::Outer(outer) => match &self.tables.outers[outer] {
                outer if outer.kind == OuterKind::State => Carry::State(outer.value.clone()),
                outer => Carry::Scalar(outer.value.clone()),
            },
            Carried::Load(array, load) => Carry::Array { array, read: self.tables.loads[load].index.affine.clone() },
        }
    }

    fn arrays(&self) -> Vec<ArrayUse> {
        let arrays = self.tables.arrays.iter().enumerate().map(|(number, array)| ArrayUse {
            name: array.name.clone(),
            place: (*array.place.expr).clone(),
            reads: self.reads(number),
            written: self.walked.stores.iter().any(|(stored, _)| *stored == number),
            delayed: self.is_delayed(number),
            collected: array.collected,
        });
        arrays.collect()
    }

    fn reads(&self, array: usize) -> Vec<Affine> {
        let loads = self
            .tables
            .loads
            .iter()
            .enumerate()
            .filter(|(number, load)| load.array == array && self.solution.carried != Carried::Load(array, *number));
        loads.map(|(_, load)| load.index.affine.clone()).collect()
    }

    /// Whether a delay register brings an old value of a stored array into a later iteration.
    fn is_delayed(&self, array: usize) -> bool {
        let stored = self.walked.stores.iter().any(|(stored, _)| *stored == array);
        stored && self.delays.values().any(|value| mentions(value, &self.tables.arrays[array].name.to_string()))
    }

    fn live_out(&self, header: &Header) -> Vec<(Expr, LiveOut)> {
        let registers = self.solution.registers.iter().map(|(outer, value)| {
            let value = tidy(self.resolver().resolved(&self.walked.lets, value), self.tables, false);
            (self.tables.outers[*outer].value.clone(), LiveOut::AtLastIteration(block_value(value)))
        });
        header.live_out.iter().cloned().chain(registers).collect()
    }

    /// The values from outside that the canonical expressions mention.
    fn captures(&self, element: &Block, outputs: &[OutputUse], live_out: &[(Expr, LiveOut)]) -> Vec<CaptureUse> {
        let live_out = live_out.iter().filter_map(|(_, value)| match value {
            LiveOut::AtLastIteration(value) => Some(value),
            LiveOut::PastTheEnd => None,
        });
        let live_out: Vec<&Expr> = live_out.collect();
        let indices = self.tables.loads.iter().map(|load| &load.index.affine).chain(outputs.iter().map(|output| &output.index));
        let indices: Vec<&Affine> = indices.collect();
        let used = |name: &str| {
            mentions(element, name)
                || outputs.iter().any(|output| mentions(&output.value, name) || mentions(&output.index_expr, name))
                || live_out.iter().any(|value| mentions(value, name))
                || indices.iter().any(|index| index.captures().any(|captured| captured == name))
        };
        let outers = self.tables.outers.iter().enumerate().filter(|(number, _)| self.solution.carried != Carried::Outer(*number));
        let outers = outers.map(|(_, outer)| outer).filter(|outer| used(&outer.name.to_string()));
        outers.map(|outer| CaptureUse { name: outer.name.clone(), value: outer.value.clone(), ty: outer.ty.clone() }).collect()
    }
}

fn operator(update: &Update) -> FoundOperator {
    let Update { kind, flipped, subtraction, compared, span, .. } = update.clone();
    FoundOperator { kind, flipped, subtraction, compared, span }
}

/// The `let`s of a block and its value.
fn split(block: &Block) -> (&[Stmt], Expr) {
    match block.stmts.split_last() {
        Some((Stmt::Expr(value, None), lets)) => (lets, value.clone()),
        _ => (&[], super::body::error_at(Span::call_site())),
    }
}
