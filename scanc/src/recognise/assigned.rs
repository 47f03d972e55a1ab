//! What the body assigns and stores, before it is read in order: none of it is the same in all iterations.

use super::header::Body;
use super::places::Place;
use super::pushes;
use crate::syntax::{Bound, Expressions, compound};
use std::collections::{HashMap, HashSet};
use syn::visit::Visit;
use syn::{Expr, PatIdent};

/// The keys of places outside the loop.
pub(super) struct Places {
    /// What the body assigns. A name that it also binds may be either, and is left out.
    pub assigned: HashSet<String>,
    /// With those.
    pub maybe_assigned: HashSet<String>,
    /// Of what it stores elements, or pushes to.
    pub stored: HashSet<String>,
    /// What it pushes to, and in how many places of its text.
    pub pushed: HashMap<String, usize>,
}

pub(super) fn places(body: &Body) -> Places {
    let (mut found, mut bound) = (Found::default(), HashSet::new());
    let (mut expression, mut name) =
        (|expression: &Expr| found.expression(expression), |name: &PatIdent| _ = bound.insert(name.ident.to_string()));
    let walks: [&mut dyn Visit; 2] = [&mut Expressions(&mut expression), &mut Bound(&mut name)];
    for walk in walks {
        match body {
            Body::For { statements, .. } | Body::Counted { statements, .. } => {
                statements.iter().for_each(|statement| walk.visit_stmt(statement));
            }
            Body::Scanned(scanned) => scanned.functions().for_each(|function| walk.visit_expr(function)),
            Body::Gathered(gathered) => gathered.functions().for_each(|function| walk.visit_expr(function)),
            Body::Reduced(reduction) => reduction.functions().for_each(|function| walk.visit_expr(function)),
        }
    }
    let Found { assigned, stored, pushed } = found;
    let keys = |places: &[Place]| places.iter().map(|place| place.key.clone()).collect::<HashSet<_>>();
    let maybe_assigned = keys(&assigned);
    let assigned = assigned.into_iter().filter(|place| !bound.contains(&place.root.to_string()));
    let stored = &keys(&stored) | &keys(&pushed);
    let mut times: HashMap<String, usize> = HashMap::new();
    pushed.into_iter().for_each(|place| *times.entry(place.key).or_default() += 1);
    Places { assigned: assigned.map(|place| place.key).collect(), maybe_assigned, stored, pushed: times }
}

#[derive(Default)]
struct Found {
    assigned: Vec<Place>,
    stored: Vec<Place>,
    pushed: Vec<Place>,
}

impl Found {
    fn target(&mut self, target: &Expr) {
        match target {
            Expr::Tuple(targets) => targets.elems.iter().for_each(|target| self.target(target)),
            Expr::Paren(inner) => self.target(&inner.expr),
            Expr::Index(element) => match Place::of(&element.expr) {
                Some(place) => self.stored.push(place),
                // `y[i].at[0]`, `y[i][2]`
                None => self.target(&element.expr),
            },
            Expr::Field(part) if Place::of(target).is_none() => self.target(&part.base),
            target => self.assigned.extend(Place::of(target)),
        }
    }

    fn expression(&mut self, expr: &Expr) -> bool {
        match expr {
            Expr::Assign(assign) => self.target(&assign.left),
            Expr::Binary(update) if compound(&update.op).is_some() => self.target(&update.left),
            Expr::MethodCall(call) => self.pushed.extend(pushes::pushed(call)),
            // `let y = &mut ys[i];`
            Expr::Reference(lent) if lent.mutability.is_some() && matches!(*lent.expr, Expr::Index(_)) => self.target(&lent.expr),
            _ => {}
        }
        true
    }
}
