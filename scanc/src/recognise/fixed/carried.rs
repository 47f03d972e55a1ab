//! Fixed arrays, tuples and structs that a clause names, `#[reduce(+ : c)]` of `c[0] += v[0]; c[1] += v[1];`: each element or field is a value
//! of its own, of which the clause says the same.

use super::names::{Item, Name};
use super::{MOST, Rewrite};
use crate::ir::Type;
use crate::parse::{Known, ScanSite, Target};
use crate::recognise::{Carry, Recurrence};
use crate::syntax::{bare, compound, integer, place_text, plain_ident, variable};
use proc_macro2::Ident;
use quote::format_ident;
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::visit_mut::VisitMut;
use syn::{Block, Expr, Member, parse_quote};

/// The variable that stands for an element of a fixed array from outside, and the element.
pub(in crate::recognise) type Carried = (Ident, Expr);

impl Rewrite<'_> {
    /// Gives variables to the elements of the fixed arrays that clauses name.
    pub fn carry_elements(&mut self) {
        let site = self.site;
        let mut seen = HashSet::new();
        for name in site.attribute.targets.iter().filter_map(|target| root(&target.place)) {
            let (text, key) = (name.to_string(), format!("carried {name}"));
            if !seen.insert(text.clone()) {
                continue;
            }
            let Some(dimensions) = site.types.dimensions.get(&text) else { continue };
            let scalar = match site.types.known(&text) {
                Some(Known::Sequence(Some(element))) => match innermost(element).scalar() {
                    None => continue,
                    scalar => scalar,
                },
                Some(Known::Sequence(None)) => self.stored.get(&text).copied(),
                _ => continue,
            };
            let count: usize = dimensions.iter().product();
            if !(1..=MOST).contains(&count) || self.refused.contains(&key) {
                continue;
            }
            let items = self.items_of(&variable(name), name, dimensions);
            self.hide(name, Name::Fixed(items, scalar, key));
            self.changed = true;
        }
    }

    fn items_of(&mut self, whole: &Expr, name: &Ident, dimensions: &[usize]) -> Vec<Item> {
        let Some((length, inner)) = dimensions.split_first() else { return Vec::new() };
        let mut items = Vec::new();
        for number in 0..*length {
            let own = format_ident!("{}_{number}", name, span = name.span());
            let at = integer(number as u64, name.span().into());
            let element: Expr = parse_quote!(#whole[#at]);
            items.push(if inner.is_empty() {
                let own = self.fresh(own);
                self.carried.push((own.clone(), element));
                Item::One(own)
            } else {
                Item::Many(self.items_of(&element, &own, inner))
            });
        }
        items
    }
}

fn innermost(ty: &Type) -> &Type {
    match ty {
        Type::Array(element, _) => innermost(element),
        other => other,
    }
}

/// Has each clause name the elements and fields that the body stores, in the place of the whole. Of an array of which none is stored it says
/// nothing else than before: the key of what is not to be rewritten.
pub(super) fn name_parts(site: &mut ScanSite, carried: &[Carried]) -> Option<String> {
    let stored = stored(super::body(site)?);
    let mut targets = Vec::new();
    for target in &site.attribute.targets {
        let Some(name) = plain_ident(&target.place) else {
            let element = carried.iter().find(|(_, element)| place_text(element) == place_text(&target.place));
            let place = element.map_or_else(|| target.place.clone(), |(own, _)| variable(own));
            targets.push(Target { place, ..target.clone() });
            continue;
        };
        let is_element = |(_, element): &&Carried| root(element) == Some(name);
        let elements = carried.iter().filter(is_element).map(|(own, _)| variable(own));
        let elements: Vec<Expr> = elements.filter(|own| stored.iter().any(|stored| stored == own)).collect();
        if elements.is_empty() && carried.iter().any(|element| is_element(&element)) {
            return Some(format!("carried {name}"));
        }
        let fields: Vec<Expr> = stored.iter().filter(|stored| is_field_of(stored, name)).cloned().collect();
        let is_whole = stored.iter().any(|stored| plain_ident(stored) == Some(name));
        let parts = if elements.is_empty() && !is_whole { fields } else { elements };
        match parts.as_slice() {
            [] => targets.push(target.clone()),
            parts => targets.extend(parts.iter().map(|place| Target { place: place.clone(), ..target.clone() })),
        }
    }
    site.attribute.targets = targets;
    let known = |own: &Ident| {
        let root = carried.iter().find(|(name, _)| name == own).and_then(|(_, element)| root(element))?;
        let Known::Sequence(Some(element)) = site.types.known(&root.to_string())? else { return None };
        Some((own.to_string(), Known::Value(innermost(element).clone())))
    };
    let known: Vec<(String, Known)> = carried.iter().filter_map(|(own, _)| known(own)).collect();
    site.types.variables.extend(known.iter().map(|(own, _)| own.clone()));
    site.types.names.extend(known);
    None
}

/// The places that a body assigns, in order, each once, and reads as well: what it only leaves there is the last iteration's.
fn stored(body: &Block) -> Vec<Expr> {
    let mut places = Places::default();
    places.visit_block(body);
    let Places { assigned, read } = places;
    let mut seen = HashSet::new();
    assigned.into_iter().filter(|place| read.contains(&place_text(place)) && seen.insert(place_text(place))).collect()
}

/// Variables, elements and fields that are assigned, and those that are read.
#[derive(Default)]
struct Places {
    assigned: Vec<Expr>,
    read: HashSet<String>,
}

impl Places {
    fn assign(&mut self, target: &Expr) {
        match bare(target) {
            Expr::Tuple(parts) => parts.elems.iter().for_each(|part| self.assign(part)),
            place => {
                self.assigned.push(place.clone());
                if let Expr::Index(access) = place {
                    self.visit_expr(&access.index);
                }
            }
        }
    }
}

impl<'ast> Visit<'ast> for Places {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Assign(assign) => {
                self.assign(&assign.left);
                return self.visit_expr(&assign.right);
            }
            Expr::Binary(update) if compound(&update.op).is_some() => self.assign(&update.left),
            Expr::Path(_) | Expr::Field(_) | Expr::Index(_) => _ = self.read.insert(place_text(expr)),
            _ => {}
        }
        visit::visit_expr(self, expr);
    }
}

/// The variable that an element or a field is of.
fn root(place: &Expr) -> Option<&Ident> {
    match bare(place) {
        Expr::Index(access) => root(&access.expr),
        other => plain_ident(other),
    }
}

/// `s.0`, `s.total.n`
fn is_field_of(place: &Expr, name: &Ident) -> bool {
    match bare(place) {
        Expr::Field(field) => {
            matches!(field.member, Member::Named(_) | Member::Unnamed(_))
                && (plain_ident(&field.base) == Some(name) || is_field_of(&field.base, name))
        }
        _ => false,
    }
}

/// Puts the elements in the places of the variables that stand for them.
pub(in crate::recognise) fn with_elements(recurrence: &mut Recurrence, carried: &[Carried]) {
    struct Elements<'c>(&'c [Carried]);
    impl VisitMut for Elements<'_> {
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            let element = plain_ident(expr).and_then(|name| self.0.iter().find(|(own, _)| own == name));
            match element {
                Some((_, element)) => *expr = element.clone(),
                None => syn::visit_mut::visit_expr_mut(self, expr),
            }
        }
    }
    let mut elements = Elements(carried);
    for carried in &mut recurrence.carried {
        if let Carry::Scalar(place) = &mut carried.carry {
            elements.visit_expr_mut(place);
        }
    }
    recurrence.captures.iter_mut().for_each(|capture| elements.visit_expr_mut(&mut capture.value));
    recurrence.attribute.targets.iter_mut().for_each(|target| elements.visit_expr_mut(&mut target.place));
    recurrence.live_out.iter_mut().for_each(|(place, _)| elements.visit_expr_mut(place));
}

/// What is said of the variables, said of the elements; clauses name the whole.
pub(in crate::recognise) fn in_the_users_words(text: &str, carried: &[Carried]) -> String {
    carried.iter().rev().fold(text.to_owned(), |text, (own, element)| {
        let text = text.replace(&format!("`{own}`"), &format!("`{}`", place_text(element)));
        let Some(whole) = root(element) else { return text };
        text.replace(&format!(": {own},"), &format!(": {whole},")).replace(&format!(": {own})"), &format!(": {whole})"))
    })
}
