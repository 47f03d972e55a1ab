//! Fixed arrays of an iteration, `let mut s = [0.0f32; 3];`, as variables, one for each element: before a body is read, its text is
//! rewritten. Loops that go over their elements, or over those of fixed arrays in arrays, are written out:
//!
//! ```text
//! let mut s_0 = 0.0f32; …   { s_0 += p[i][0] * w; } { s_1 += p[i][1] * w; } …   y[i][0] = s_0; …
//! ```
//!
//! What this does not understand it leaves as it is: whoever reads it then says that kernels have no such arrays.

mod carried;
mod elements;
mod loops;
mod names;
mod types;

use super::types::of_type;
use crate::ir::Scalar;
use crate::parse::{LoopSyntax, ScanSite};
use crate::syntax::{
    Bound, Expressions, bare, compound, for_each_variable, ident_at, integer, plain_ident, span_of, type_of, variable,
};
use carried::{Carried, name_parts};
pub(super) use carried::{in_the_users_words, with_elements};
use elements::Elements;
use names::{Item, Key, Name};
use proc_macro2::Ident;
use quote::{ToTokens, format_ident};
use std::collections::{HashMap, HashSet};
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, ExprForLoop, Pat, Stmt, Type, parse_quote};
use types::{innermost, stored};

/// As many elements have variables of their own, and as often is a loop written out.
const MOST: usize = 16;

/// As many loops are written out, each iteration counted, in one body.
const MOST_IN_ALL: usize = 256;

/// The site with its body rewritten, and what that brings; `None` where there is nothing to rewrite.
pub(super) fn rewritten(site: &ScanSite) -> Option<(ScanSite, Brought)> {
    let mut refused = HashSet::new();
    loop {
        let mut rewritten = site.clone();
        let mut rewrite = Rewrite::new(site, refused.clone());
        rewrite.carry_elements();
        let body = match &mut rewritten.syntax {
            LoopSyntax::For(syntax) => {
                rewrite.bind_items(&syntax.pat, &syntax.expr);
                &mut syntax.body
            }
            LoopSyntax::While(syntax) => &mut syntax.body,
            LoopSyntax::Collect(..) | LoopSyntax::Reduce(_) | LoopSyntax::Search(_) => return None,
        };
        rewrite.block(body);
        let Rewrite { refused: mut found, made_up, methods, carried, changed, .. } = rewrite;
        if found == refused {
            let places = |site: &ScanSite| site.attribute.targets.iter().map(|target| target.place.clone()).collect::<Vec<_>>();
            let named = places(site);
            match name_parts(&mut rewritten, &carried) {
                Some(unused) => _ = found.insert(unused),
                None => {
                    let changed = changed || places(&rewritten) != named;
                    return changed.then_some((rewritten, Brought { made_up, methods, carried }));
                }
            }
        }
        refused = found;
    }
}

/// What a rewritten body brings with it.
pub(super) struct Brought {
    pub made_up: HashSet<String>,
    /// The methods of fixed arrays that are taken to be those of slices, with the type and the number of the elements.
    pub methods: Vec<(Scalar, usize, String)>,
    /// The elements of fixed arrays from outside that have variables.
    pub carried: Vec<Carried>,
}

struct Rewrite<'s> {
    site: &'s ScanSite,
    taken: HashSet<String>,
    made_up: HashSet<String>,
    methods: Vec<(Scalar, usize, String)>,
    carried: Vec<Carried>,
    scopes: Vec<HashMap<String, Name>>,
    /// The fixed arrays that are used in another way.
    refused: HashSet<Key>,
    /// The types of those that are stored as they are.
    stored: HashMap<String, Scalar>,
    /// The names that the body assigns.
    assigned: HashSet<String>,
    written_out: usize,
    changed: bool,
}

impl<'s> Rewrite<'s> {
    fn new(site: &'s ScanSite, refused: HashSet<Key>) -> Self {
        let mut taken = HashSet::new();
        for_each_variable(super::header::tokens(&site.syntax), &mut |name| _ = taken.insert(name.to_string()));
        taken.extend(site.types.variables.iter().cloned());
        Self {
            site,
            taken,
            made_up: HashSet::new(),
            methods: Vec::new(),
            carried: Vec::new(),
            scopes: vec![HashMap::new()],
            refused,
            stored: stored(site),
            assigned: assigned(site),
            written_out: 0,
            changed: false,
        }
    }

    fn block(&mut self, block: &mut Block) {
        self.scopes.push(HashMap::new());
        for statement in std::mem::take(&mut block.stmts) {
            let statements = self.statement(statement);
            block.stmts.extend(statements);
        }
        self.scopes.pop();
    }

    fn statement(&mut self, statement: Stmt) -> Vec<Stmt> {
        match statement {
            Stmt::Local(local) => self.let_statement(local),
            Stmt::Expr(Expr::ForLoop(repeat), end) => match self.written_out(&repeat) {
                Some(statements) => statements,
                None => {
                    let mut whole = Expr::ForLoop(repeat);
                    self.visit_expr_mut(&mut whole);
                    vec![Stmt::Expr(whole, end)]
                }
            },
            Stmt::Expr(Expr::Assign(assign), end) => self.assignment(assign, end),
            mut other => {
                self.visit_stmt_mut(&mut other);
                vec![other]
            }
        }
    }

    fn let_statement(&mut self, mut local: syn::Local) -> Vec<Stmt> {
        let (pattern, ty) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some((*typed.ty).clone())),
            pattern => (pattern, None),
        };
        let pattern = pattern.clone();
        if let (Pat::Tuple(names), Some(init), None) = (&pattern, &local.init, &ty)
            && let Expr::Tuple(values) = bare(&init.expr)
            && let Some(lets) = one_by_one(names, values)
        {
            return lets.into_iter().flat_map(|one| self.let_statement(one)).collect();
        }
        let Some(init) = local.init.as_mut().filter(|init| init.diverge.is_none()) else {
            self.bind(&pattern, Name::Other(ty.as_ref().and_then(of_type)));
            return vec![Stmt::Local(local)];
        };
        if let (Pat::Ident(name), true) = (&pattern, ty.as_ref().is_none_or(|ty| matches!(ty, Type::Array(_)))) {
            let key = format!("{:?}", name.ident.span());
            let elements = Elements::of_value(&init.expr, self).filter(|_| !self.refused.contains(&key));
            let written = ty.as_ref().and_then(|ty| of_type(innermost(ty)));
            if let Some(elements) = elements
                && let Some(scalar) = written.or_else(|| self.scalar_of(&name.ident, &init.expr, &elements))
            {
                return self.declared(name, elements, scalar, key);
            }
        }
        if let Pat::Slice(parts) = without_references(&pattern)
            && let Some(statements) = self.taken_apart(parts, &init.expr)
        {
            return statements;
        }
        self.visit_expr_mut(&mut init.expr);
        let stands_for = match (&pattern, without_reference(&init.expr)) {
            (Pat::Ident(_), element @ Expr::Index(_)) => Name::Element(self.type_of_element(element).map(Box::new)),
            (Pat::Ident(_), value) => Name::Other(ty.as_ref().and_then(of_type).or_else(|| self.scalar(value))),
            _ => Name::Other(None),
        };
        self.bind(&pattern, stands_for);
        vec![Stmt::Local(local)]
    }

    /// `let mut s_0: f32 = 0.0; …`
    fn declared(&mut self, name: &syn::PatIdent, elements: Elements, scalar: Scalar, key: Key) -> Vec<Stmt> {
        let mut statements = Vec::new();
        let Elements::Many(elements) = elements else { return statements };
        let items = self.items(&name.ident, elements, (name.mutability.is_some(), scalar), &mut statements);
        self.hide(&name.ident, Name::Fixed(items, Some(scalar), key));
        self.changed = true;
        statements
    }

    fn items(
        &mut self,
        name: &Ident,
        elements: Vec<Elements>,
        (is_mutable, scalar): (bool, Scalar),
        statements: &mut Vec<Stmt>,
    ) -> Vec<Item> {
        let mut items = Vec::new();
        for (number, element) in elements.into_iter().enumerate() {
            let own = format_ident!("{}_{number}", name, span = name.span());
            match element {
                Elements::One(mut value) => {
                    self.visit_expr_mut(&mut value);
                    let (own, ty) = (self.fresh(own), type_of(scalar));
                    let exclusive = is_mutable.then(syn::token::Mut::default);
                    let mut one: Stmt = parse_quote!(let #exclusive #own: #ty = 0;);
                    if let Stmt::Local(syn::Local { init: Some(init), .. }) = &mut one {
                        init.expr = value;
                    }
                    statements.push(one);
                    self.hide(&own, Name::Other(Some(scalar)));
                    items.push(Item::One(own));
                }
                Elements::Many(inner) => items.push(Item::Many(self.items(&own, inner, (is_mutable, scalar), statements))),
            }
        }
        items
    }

    /// A name that the loop has not.
    fn fresh(&mut self, name: Ident) -> Ident {
        let free =
            (1..).map(|number| if number == 1 { name.clone() } else { format_ident!("{name}_{number}", span = name.span()) });
        let name = free.into_iter().find(|name| !self.taken.contains(&name.to_string())).unwrap_or(name);
        self.taken.insert(name.to_string());
        self.made_up.insert(name.to_string());
        name
    }

    /// `let [a, b] = p[i];`
    fn taken_apart(&mut self, parts: &syn::PatSlice, init: &Expr) -> Option<Vec<Stmt>> {
        if parts.elems.iter().any(|part| !matches!(part, Pat::Ident(_) | Pat::Wild(_) | Pat::Slice(_))) {
            return None;
        }
        let (mut statements, mut whole) = (Vec::new(), without_reference(init).clone());
        if let Expr::Unary(reference) = &whole
            && matches!(reference.op, syn::UnOp::Deref(_))
            && self.is_element(&reference.expr)
        {
            whole = *reference.expr.clone();
        }
        if self.item(&whole).is_none() {
            if !matches!(whole, Expr::Index(_)) && !self.is_element(&whole) {
                return None;
            }
            if let Expr::Index(_) = whole {
                let name = self.fresh(Ident::new("whole", span_of(init).first));
                self.visit_expr_mut(&mut whole);
                statements.push(parse_quote!(let #name = #whole;));
                whole = variable(&name);
            }
        }
        for (number, part) in parts.elems.iter().enumerate() {
            let one = element(&whole, number);
            let Stmt::Local(local) = parse_quote!(let #part = #one;) else { continue };
            statements.extend(self.let_statement(local));
        }
        self.changed = true;
        Some(statements)
    }

    /// `s = [a, b];`, and `y[i] = s;`.
    fn assignment(&mut self, mut assign: syn::ExprAssign, end: Option<syn::token::Semi>) -> Vec<Stmt> {
        let target = bare(&assign.left).clone();
        let ours = self.item(&target);
        let elements = if ours.is_some() { Elements::of_value(&assign.right, self) } else { Elements::of(&assign.right, self) };
        if let Some(mut values) = elements.and_then(Elements::values) {
            let whole = matches!(&target, Expr::Index(access) if ours.is_none() && self.is_chosen(&access.index));
            if let Some(mut places) = self.places(&target, ours, values.len()).filter(|_| !whole) {
                places.iter_mut().chain(&mut values).for_each(|expr| self.visit_expr_mut(expr));
                self.changed = true;
                return match (places.as_slice(), values.as_slice()) {
                    ([place], [value]) => vec![parse_quote!(#place = #value;)],
                    _ => vec![parse_quote!((#(#places),*) = (#(#values),*);)],
                };
            }
            // Where the loop counts, or computes, whole elements are stored.
            if whole {
                *assign.right = parse_quote!([#(#values),*]);
                self.changed = true;
            }
        }
        self.visit_expr_assign_mut(&mut assign);
        vec![Stmt::Expr(Expr::Assign(assign), end)]
    }

    /// The elements, so many, of what is assigned: an array of `ours`, or an element of an array.
    fn places(&self, target: &Expr, ours: Option<Item>, count: usize) -> Option<Vec<Expr>> {
        if let Some(ours) = ours {
            let Item::Many(items) = ours else { return None };
            let places: Option<Vec<Expr>> = items.iter().map(|item| item.one().map(variable)).collect();
            return places.filter(|places| places.len() == count);
        }
        let whole = match target {
            Expr::Index(_) => target,
            Expr::Unary(behind) if matches!(behind.op, syn::UnOp::Deref(_)) && self.is_element(&behind.expr) => &behind.expr,
            _ => return None,
        };
        Some((0..count).map(|number| element(whole, number)).collect())
    }

    /// Whether an index is of what the body assigns, or is looked up.
    fn is_chosen(&self, index: &Expr) -> bool {
        let mut chosen = false;
        let mut look = |expr: &Expr| {
            chosen |=
                matches!(expr, Expr::Index(_)) || plain_ident(expr).is_some_and(|name| self.assigned.contains(&name.to_string()));
            true
        };
        Expressions(&mut look).visit_expr(index);
        chosen
    }

    /// A method of a fixed array is called, which is to be the slice's.
    fn calls(&mut self, scalar: Scalar, length: usize, method: &str) {
        let call = (scalar, length, method.to_owned());
        if !self.methods.contains(&call) {
            self.methods.push(call);
        }
    }

    /// How many elements an array of ours has, of which the length is asked.
    fn length_of(&mut self, call: &syn::ExprMethodCall) -> Option<usize> {
        let is_length = call.method == "len" && call.args.is_empty();
        let Item::Many(items) = self.item(&call.receiver).filter(|_| is_length)? else { return None };
        let scalar = self.scalar_of_flat(&call.receiver, &items)?;
        self.calls(scalar, items.len(), "len");
        Some(items.len())
    }
}

impl VisitMut for Rewrite<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        self.block(block);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Some(Item::One(name)) = self.item(expr) {
            *expr = variable(&ident_at(&name, span_of(expr)));
            return;
        }
        match expr {
            Expr::MethodCall(call) => {
                if let Some(length) = self.length_of(call) {
                    *expr = usize_at(length, call.method.span());
                    return;
                }
            }
            Expr::Index(access) if self.is_within_element(&access.expr) => {
                if let Some(number) = constant(&access.index).and_then(|number| u64::try_from(number).ok()) {
                    *access.index = integer(number, span_of(&access.index));
                }
            }
            _ => {}
        }
        match plain_ident(expr).cloned() {
            Some(name) => self.refuse(&name),
            None => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_expr_for_loop_mut(&mut self, repeat: &mut ExprForLoop) {
        self.visit_expr_mut(&mut repeat.expr);
        self.scopes.push(HashMap::new());
        self.bind(&repeat.pat, Name::Other(None));
        self.visit_block_mut(&mut repeat.body);
        self.scopes.pop();
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        self.scopes.push(HashMap::new());
        closure.inputs.iter().for_each(|input| self.bind(input, Name::Other(None)));
        self.visit_expr_mut(&mut closure.body);
        self.scopes.pop();
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        self.scopes.push(HashMap::new());
        self.bind(&arm.pat, Name::Other(None));
        visit_mut::visit_arm_mut(self, arm);
        self.scopes.pop();
    }

    /// What a condition binds, and what a macro does with names, is theirs.
    fn visit_expr_let_mut(&mut self, condition: &mut syn::ExprLet) {
        let mut names = Vec::new();
        let mut bind = |name: &syn::PatIdent| names.push(name.ident.clone());
        Bound(&mut bind).visit_pat(&condition.pat);
        names.iter().for_each(|name| self.refuse(name));
        self.visit_expr_mut(&mut condition.expr);
    }

    fn visit_macro_mut(&mut self, call: &mut syn::Macro) {
        for_each_variable(call.tokens.clone(), &mut |name| self.refuse(name));
    }

    fn visit_pat_mut(&mut self, _: &mut Pat) {}
}

/// `whole[2]`
fn element(whole: &Expr, number: usize) -> Expr {
    let at = integer(number as u64, span_of(whole));
    parse_quote!(#whole[#at])
}

/// `2usize`
fn usize_at(number: usize, span: proc_macro2::Span) -> Expr {
    let number = syn::LitInt::new(&format!("{number}usize"), span);
    parse_quote!(#number)
}

/// `let a = …; let b = …;`, where no value mentions the name of an earlier one.
fn one_by_one(names: &syn::PatTuple, values: &syn::ExprTuple) -> Option<Vec<syn::Local>> {
    let mut bound: Vec<String> = Vec::new();
    let mut lets = Vec::new();
    for (name, value) in names.elems.iter().zip(&values.elems) {
        let mut mentions = false;
        for_each_variable(value.to_token_stream(), &mut |name| mentions |= bound.contains(&name.to_string()));
        if !matches!(name, Pat::Ident(_)) || mentions {
            return None;
        }
        for_each_variable(name.to_token_stream(), &mut |name| bound.push(name.to_string()));
        match parse_quote!(let #name = #value;) {
            Stmt::Local(local) => lets.push(local),
            _ => return None,
        }
    }
    (names.elems.len() == values.elems.len()).then_some(lets)
}

fn body(site: &ScanSite) -> Option<&Block> {
    match &site.syntax {
        LoopSyntax::For(syntax) => Some(&syntax.body),
        LoopSyntax::While(syntax) => Some(&syntax.body),
        LoopSyntax::Collect(..) | LoopSyntax::Reduce(_) | LoopSyntax::Search(_) => None,
    }
}

fn assigned(site: &ScanSite) -> HashSet<String> {
    let mut found = HashSet::new();
    let mut look = |expr: &Expr| {
        let target = match expr {
            Expr::Assign(assign) => Some(&assign.left),
            Expr::Binary(update) if compound(&update.op).is_some() => Some(&update.left),
            _ => None,
        };
        found.extend(target.and_then(|target| plain_ident(target)).map(ToString::to_string));
        true
    };
    body(site).into_iter().for_each(|body| Expressions(&mut look).visit_block(body));
    found
}

/// A literal that is an index.
fn count(expr: &Expr) -> Option<usize> {
    match bare(expr) {
        Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(literal), .. }) if matches!(literal.suffix(), "" | "usize") => {
            literal.base10_parse().ok()
        }
        _ => None,
    }
}

/// What an index of literals comes to.
fn constant(index: &Expr) -> Option<i64> {
    match bare(index) {
        Expr::Binary(operation) => {
            let (left, right) = (constant(&operation.left)?, constant(&operation.right)?);
            let value = match operation.op {
                BinOp::Add(_) => left.checked_add(right),
                BinOp::Sub(_) => left.checked_sub(right),
                BinOp::Mul(_) => left.checked_mul(right),
                BinOp::Div(_) => left.checked_div(right),
                BinOp::Rem(_) => left.checked_rem(right),
                _ => None,
            };
            value.filter(|value| *value >= 0)
        }
        literal => i64::try_from(count(literal)?).ok(),
    }
}

/// What an element is of.
fn root(expr: &Expr) -> &Expr {
    match bare(expr) {
        Expr::Index(access) => root(&access.expr),
        other => other,
    }
}

fn without_reference(expr: &Expr) -> &Expr {
    match bare(expr) {
        Expr::Reference(reference) if reference.mutability.is_none() => without_reference(&reference.expr),
        Expr::Unary(behind) if matches!(behind.op, syn::UnOp::Deref(_)) => without_reference(&behind.expr),
        other => other,
    }
}

fn without_references(pattern: &Pat) -> &Pat {
    match pattern {
        Pat::Reference(inner) => without_references(&inner.pat),
        Pat::Paren(inner) => without_references(&inner.pat),
        other => other,
    }
}
