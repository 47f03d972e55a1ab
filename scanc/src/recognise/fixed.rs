//! Fixed arrays of an iteration, `let mut s = [0.0f32; 3];`, as variables, one for each element: before a body is read, its text is
//! rewritten. Loops that go over their elements, or over those of fixed arrays in arrays, are written out:
//!
//! ```text
//! let mut s_0 = 0.0f32; …   { s_0 += p[i][0] * w; } { s_1 += p[i][1] * w; } …   y[i][0] = s_0; …
//! ```
//!
//! What this does not understand it leaves as it is: whoever reads it then says that kernels have no such arrays.

use super::types::{of_literal, of_type};
use crate::ir::{Outcome, Scalar, Signature};
use crate::parse::{Known, LoopSyntax, ScanSite};
use crate::syntax::{
    Bound, Expressions, bare, compound, for_each_variable, ident_at, integer, plain_ident, span_of, type_of, variable,
};
use proc_macro2::Ident;
use quote::{ToTokens, format_ident};
use std::collections::{HashMap, HashSet};
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, ExprForLoop, Pat, Stmt, Type, parse_quote};

/// As many elements have variables of their own, and as often is a loop written out.
const MOST: usize = 16;

/// As many loops are written out, each iteration counted, in one body.
const MOST_IN_ALL: usize = 256;

/// The site with its body rewritten, and what that brings; `None` where there is nothing to rewrite.
pub(super) fn rewritten(site: &ScanSite) -> Option<(ScanSite, Names)> {
    let mut refused = HashSet::new();
    loop {
        let mut rewritten = site.clone();
        let mut rewrite = Rewrite::new(site, refused.clone());
        let body = match &mut rewritten.syntax {
            LoopSyntax::For(syntax) => {
                rewrite.bind_items(&syntax.pat, &syntax.expr);
                &mut syntax.body
            }
            LoopSyntax::While(syntax) => &mut syntax.body,
            LoopSyntax::Collect(..) | LoopSyntax::Reduce(_) => return None,
        };
        rewrite.block(body);
        let Rewrite { refused: found, made_up, methods, changed, .. } = rewrite;
        if found == refused {
            return changed.then_some((rewritten, Names { made_up, methods }));
        }
        refused = found;
    }
}

/// What a rewritten body brings with it.
pub(super) struct Names {
    pub made_up: HashSet<String>,
    /// The methods of fixed arrays that are taken to be those of slices, with the type and the number of the elements.
    pub methods: Vec<(Scalar, usize, String)>,
}

/// What a name stands for.
#[derive(Clone)]
enum Name {
    /// A fixed array: its elements, and their type.
    Fixed(Vec<Item>, Scalar, Key),
    /// An element of an array, which may be a fixed array, of this type if that is visible.
    Element(Option<Box<Type>>),
    /// Anything else, of this type.
    Other(Option<Scalar>),
}

#[derive(Clone)]
enum Item {
    One(Ident),
    Many(Vec<Item>),
}

/// Where a fixed array is declared. Only the debug format tells two places in a source apart in a macro.
type Key = String;

/// What a loop over elements gives.
enum Given {
    Value(Expr),
    /// `&mut element`
    Exclusive(Expr),
    Number(usize),
    Pair(Box<Given>, Box<Given>),
}

struct Rewrite<'s> {
    site: &'s ScanSite,
    taken: HashSet<String>,
    made_up: HashSet<String>,
    methods: Vec<(Scalar, usize, String)>,
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
        let tokens = match &site.syntax {
            LoopSyntax::For(syntax) => syntax.to_token_stream(),
            LoopSyntax::While(syntax) => syntax.to_token_stream(),
            LoopSyntax::Collect(..) | LoopSyntax::Reduce(_) => Default::default(),
        };
        for_each_variable(tokens, &mut |name| _ = taken.insert(name.to_string()));
        taken.extend(site.types.variables.iter().cloned());
        Self {
            site,
            taken,
            made_up: HashSet::new(),
            methods: Vec::new(),
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
            if let Some(elements) = Elements::of_value(&init.expr, self).filter(|_| !self.refused.contains(&key)) {
                let written = ty.as_ref().and_then(|ty| of_type(innermost(ty)));
                if let Some(scalar) = written
                    .or_else(|| self.scalar(&init.expr))
                    .or_else(|| self.scalar_of(&elements))
                    .or_else(|| self.stored.get(&name.ident.to_string()).copied())
                {
                    return self.declared(name, elements, scalar, key);
                }
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
        self.hide(&name.ident, Name::Fixed(items, scalar, key));
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

    /// The type of the elements, all of which have one, if one of them shows it.
    fn scalar_of(&self, elements: &Elements) -> Option<Scalar> {
        match elements {
            Elements::One(value) => self.scalar(value),
            Elements::Many(all) => all.iter().find_map(|one| self.scalar_of(one)),
        }
    }

    fn scalar(&self, value: &Expr) -> Option<Scalar> {
        let value = bare(value);
        if let Expr::Index(_) | Expr::Path(_) = value
            && let Some(Name::Fixed(_, scalar, _)) = plain_ident(root(value)).and_then(|name| self.lookup(name))
        {
            return Some(*scalar);
        }
        match value {
            Expr::Lit(_) => of_literal(value),
            Expr::Cast(cast) => of_type(&cast.ty),
            Expr::Unary(unary) => self.scalar(&unary.expr),
            Expr::MethodCall(call) => {
                let signature = Signature::of(&call.method.to_string())?;
                matches!(signature.outcome, Outcome::Same).then(|| self.scalar(&call.receiver))?
            }
            Expr::Binary(operation) => match operation.op {
                BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_) => {
                    self.scalar(&operation.left).or_else(|| self.scalar(&operation.right))
                }
                BinOp::BitAnd(_) | BinOp::BitOr(_) | BinOp::BitXor(_) => {
                    self.scalar(&operation.left).or_else(|| self.scalar(&operation.right))
                }
                BinOp::Shl(_) | BinOp::Shr(_) => self.scalar(&operation.left),
                _ => None,
            },
            Expr::Index(access) => match plain_ident(bare(&access.expr)).filter(|name| self.lookup(name).is_none()) {
                Some(array) => match self.site.types.elements.get(&array.to_string()) {
                    Some(ty) => of_type(innermost(ty)),
                    None => match self.site.types.known(&array.to_string())? {
                        Known::Sequence(element) => element.as_ref()?.scalar(),
                        _ => None,
                    },
                },
                None => match self.type_of_element(&access.expr)? {
                    Type::Array(array) => of_type(&array.elem),
                    _ => None,
                },
            },
            Expr::Path(path) if path.path.segments.len() == 2 => Scalar::from_rust(&path.path.segments[0].ident.to_string()),
            name => match (plain_ident(name).and_then(|name| self.lookup(name)), plain_ident(name)?) {
                (Some(Name::Other(scalar)), _) => *scalar,
                (Some(Name::Element(ty)), _) => ty.as_deref().and_then(of_type),
                (Some(_), _) => None,
                (None, name) => match self.site.types.known(&name.to_string())? {
                    Known::Value(ty) => ty.scalar(),
                    _ => None,
                },
            },
        }
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
            let at = integer(number as u64, span_of(init));
            let one: Expr = parse_quote!(#whole[#at]);
            let Stmt::Local(local) = parse_quote!(let #part = #one;) else { continue };
            statements.extend(self.let_statement(local));
        }
        self.changed = true;
        Some(statements)
    }

    /// `s = [a, b];`, and `y[i] = s;`.
    fn assignment(&mut self, mut assign: syn::ExprAssign, end: Option<syn::token::Semi>) -> Vec<Stmt> {
        let target = bare(&assign.left).clone();
        // Where the loop counts, or computes, whole elements are stored.
        if let (Expr::Index(access), Some(Elements::Many(values))) = (&target, Elements::of(&assign.right, self))
            && self.item(&target).is_none()
            && self.is_chosen(&access.index)
            && let Some(mut values) = Elements::values(values)
        {
            values.iter_mut().for_each(|value| self.visit_expr_mut(value));
            self.visit_expr_mut(&mut assign.left);
            *assign.right = parse_quote!([#(#values),*]);
            self.changed = true;
            return vec![Stmt::Expr(Expr::Assign(assign), end)];
        }
        let values = match self.item(&target) {
            Some(_) => Elements::of_value(&assign.right, self),
            None => Elements::of(&assign.right, self),
        };
        if let Some(Elements::Many(values)) = values {
            let places: Option<Vec<Expr>> = match self.item(&target) {
                Some(Item::Many(items)) => {
                    items.iter().map(|item| if let Item::One(name) = item { Some(variable(name)) } else { None }).collect()
                }
                Some(Item::One(_)) => None,
                None => match &target {
                    Expr::Index(_) => Some(target.clone()),
                    Expr::Unary(behind) if matches!(behind.op, syn::UnOp::Deref(_)) && self.is_element(&behind.expr) => {
                        Some((*behind.expr).clone())
                    }
                    _ => None,
                }
                .map(|whole| {
                    (0..values.len())
                        .map(|number| integer(number as u64, span_of(&whole)))
                        .map(|at| parse_quote!(#whole[#at]))
                        .collect()
                }),
            };
            let values: Option<Vec<Expr>> = Elements::values(values);
            if let (Some(mut places), Some(mut values)) = (places, values)
                && places.len() == values.len()
            {
                places.iter_mut().chain(&mut values).for_each(|expr| self.visit_expr_mut(expr));
                self.changed = true;
                return match (places.as_slice(), values.as_slice()) {
                    ([place], [value]) => vec![parse_quote!(#place = #value;)],
                    _ => vec![parse_quote!((#(#places),*) = (#(#values),*);)],
                };
            }
        }
        self.visit_expr_assign_mut(&mut assign);
        vec![Stmt::Expr(Expr::Assign(assign), end)]
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

    /// The iterations of a loop over elements, or over numbers by which it indexes elements.
    fn written_out(&mut self, repeat: &ExprForLoop) -> Option<Vec<Stmt>> {
        if repeat.label.is_some() || jumps(&repeat.body) {
            return None;
        }
        let given = match self.numbers(&repeat.expr) {
            Some(numbers) if self.indexes_elements(repeat) => numbers.map(Given::Number).collect(),
            Some(_) => return None,
            None => self.given(&repeat.expr)?,
        };
        self.written_out += given.len();
        if given.len() > MOST || self.written_out > MOST_IN_ALL {
            return None;
        }
        let mut copies = Vec::new();
        for one in given {
            let mut body = repeat.body.clone();
            let mut first = Vec::new();
            bound_to(&repeat.pat, one, &mut body, &mut first)?;
            body.stmts.splice(0..0, first);
            copies.push(body);
        }
        self.changed = true;
        let copies = copies.into_iter().map(|mut body| {
            self.block(&mut body);
            Stmt::Expr(Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block: body }), None)
        });
        Some(copies.collect())
    }

    /// Whether a loop over numbers indexes elements by them, uncast.
    fn indexes_elements(&self, repeat: &ExprForLoop) -> bool {
        let Pat::Ident(counter) = &*repeat.pat else { return false };
        let is_counted = |index: &Expr| {
            let mut found = false;
            let mut look = |expr: &Expr| {
                found |= plain_ident(expr) == Some(&counter.ident);
                !matches!(expr, Expr::Cast(_) | Expr::Index(_))
            };
            Expressions(&mut look).visit_expr(index);
            found
        };
        let mut found = false;
        let mut look = |expr: &Expr| {
            if let Expr::Index(access) = expr {
                let base = bare(&access.expr);
                found |= (self.is_of_ours(base) || self.is_within_element(base)) && is_counted(&access.index);
            }
            true
        };
        Expressions(&mut look).visit_block(&repeat.body);
        found
    }

    /// The numbers of a range of literals.
    fn numbers(&mut self, over: &Expr) -> Option<std::ops::Range<usize>> {
        let Expr::Range(range) = bare(over) else { return None };
        let from = count(range.start.as_ref()?)?;
        let to = match bare(range.end.as_ref()?) {
            Expr::MethodCall(call) if call.method == "len" && call.args.is_empty() => match self.item(&call.receiver)? {
                Item::Many(items) => {
                    let scalar = self.scalar_of_flat(&call.receiver, &items)?;
                    self.calls(scalar, items.len(), "len");
                    items.len()
                }
                Item::One(_) => return None,
            },
            literal => count(literal)?,
        };
        let to = if let syn::RangeLimits::Closed(_) = range.limits { to + 1 } else { to };
        (to.saturating_sub(from) <= MOST).then_some(from..to)
    }

    /// What a loop over elements gives.
    fn given(&mut self, over: &Expr) -> Option<Vec<Given>> {
        match bare(over) {
            Expr::MethodCall(call) => match (call.method.to_string().as_str(), call.args.first()) {
                ("iter", None) => self.elements(&call.receiver, false, Some("iter")),
                ("iter_mut", None) => self.elements(&call.receiver, true, Some("iter_mut")),
                ("copied" | "cloned", None) => self.given(&call.receiver),
                ("enumerate", None) => {
                    let all = self.given(&call.receiver)?.into_iter().enumerate();
                    Some(all.map(|(number, one)| Given::Pair(Box::new(Given::Number(number)), Box::new(one))).collect())
                }
                ("zip", Some(other)) => {
                    let both = self.given(&call.receiver)?.into_iter().zip(self.given(other)?);
                    Some(both.map(|(one, other)| Given::Pair(Box::new(one), Box::new(other))).collect())
                }
                _ => None,
            },
            Expr::Reference(reference) => self.elements(&reference.expr, reference.mutability.is_some(), None),
            whole => self.elements(whole, false, None),
        }
    }

    /// `method` is what is called for that.
    fn elements(&mut self, whole: &Expr, is_exclusive: bool, method: Option<&str>) -> Option<Vec<Given>> {
        let whole = without_reference(whole);
        let (length, scalar) = match self.item(whole) {
            Some(Item::Many(items)) => (items.len(), self.scalar_of_flat(whole, &items)),
            Some(Item::One(_)) => return None,
            None => match self.type_of_element(whole)? {
                Type::Array(array) => (count(&array.len)?, of_type(&array.elem)),
                _ => return None,
            },
        };
        if let Some(method) = method {
            self.calls(scalar?, length, method);
        }
        let element = |number: usize| -> Expr {
            let at = integer(number as u64, span_of(whole));
            parse_quote!(#whole[#at])
        };
        let given = |element| if is_exclusive { Given::Exclusive(element) } else { Given::Value(element) };
        Some((0..length).map(element).map(given).collect())
    }

    /// The type of the elements of a fixed array, if they are no arrays.
    fn scalar_of_flat(&self, whole: &Expr, items: &[Item]) -> Option<Scalar> {
        items.iter().all(|item| matches!(item, Item::One(_))).then(|| self.scalar(whole))?
    }

    /// A method of a fixed array is called, which is to be the slice's.
    fn calls(&mut self, scalar: Scalar, length: usize, method: &str) {
        let call = (scalar, length, method.to_owned());
        if !self.methods.contains(&call) {
            self.methods.push(call);
        }
    }

    /// The type of `p[i]`, where that is visible.
    fn type_of_element(&self, element: &Expr) -> Option<Type> {
        match bare(element) {
            Expr::Index(access) => {
                let array = plain_ident(bare(&access.expr)).filter(|name| self.lookup(name).is_none())?;
                self.site.types.elements.get(&array.to_string()).cloned()
            }
            name => match self.lookup(plain_ident(name)?)? {
                Name::Element(ty) => ty.as_deref().cloned(),
                _ => None,
            },
        }
    }

    /// Whether it is a fixed array that has variables, or one in it.
    fn is_of_ours(&self, expr: &Expr) -> bool {
        match bare(expr) {
            Expr::Index(access) => self.is_of_ours(&access.expr),
            name => plain_ident(name).and_then(|name| self.lookup(name)).is_some_and(|name| matches!(name, Name::Fixed(..))),
        }
    }

    /// Whether it is an element of an array, or something in one.
    fn is_within_element(&self, expr: &Expr) -> bool {
        match bare(expr) {
            Expr::Index(access) => !self.is_of_ours(&access.expr),
            Expr::Field(field) => self.is_within_element(&field.base),
            name => self.is_element(name),
        }
    }

    fn is_element(&self, expr: &Expr) -> bool {
        let local = plain_ident(bare(expr)).and_then(|name| self.lookup(name));
        matches!(local, Some(Name::Element(_)))
    }

    /// The elements that an expression is, or the one.
    fn item(&self, expr: &Expr) -> Option<Item> {
        match bare(expr) {
            Expr::Index(access) => match self.item(&access.expr)? {
                Item::Many(items) => items.get(usize::try_from(constant(&access.index)?).ok()?).cloned(),
                Item::One(_) => None,
            },
            name => match self.lookup(plain_ident(name)?)? {
                Name::Fixed(items, ..) => Some(Item::Many(items.clone())),
                _ => None,
            },
        }
    }

    fn lookup(&self, name: &Ident) -> Option<&Name> {
        let name = name.to_string();
        self.scopes.iter().rev().find_map(|scope| scope.get(&name))
    }

    fn hide(&mut self, name: &Ident, by: Name) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_string(), by);
        }
    }

    /// What the names of a header are.
    fn bind_items(&mut self, pattern: &Pat, over: &Expr) {
        match (without_references(pattern), without_reference(over)) {
            (pattern, Expr::MethodCall(call)) => match (call.method.to_string().as_str(), pattern, call.args.first()) {
                ("zip", Pat::Tuple(pair), Some(other)) if pair.elems.len() == 2 => {
                    self.bind_items(&pair.elems[0], &call.receiver);
                    self.bind_items(&pair.elems[1], other);
                }
                ("enumerate", Pat::Tuple(pair), None) if pair.elems.len() == 2 => {
                    self.bind(&pair.elems[0], Name::Other(None));
                    self.bind_items(&pair.elems[1], &call.receiver);
                }
                ("iter" | "iter_mut" | "into_iter" | "copied" | "cloned" | "rev" | "skip" | "take" | "step_by", pattern, _) => {
                    self.bind_items(pattern, &call.receiver);
                }
                (_, pattern, _) => self.bind(pattern, Name::Other(None)),
            },
            (Pat::Ident(name), Expr::Range(_)) => self.hide(&name.ident, Name::Other(None)),
            (Pat::Ident(name), array) => {
                let array =
                    plain_ident(root(array)).map(|name| self.site.types.elements.get(&name.to_string()).cloned().map(Box::new));
                self.hide(&name.ident, array.map_or(Name::Other(None), Name::Element));
            }
            (pattern, _) => self.bind(pattern, Name::Other(None)),
        }
    }

    fn bind(&mut self, pattern: &Pat, by: Name) {
        let mut names = Vec::new();
        let mut bind = |name: &syn::PatIdent| names.push(name.ident.clone());
        Bound(&mut bind).visit_pat(pattern);
        names.iter().for_each(|name| self.hide(name, by.clone()));
    }

    /// What is called so is no array of ours.
    fn refuse(&mut self, name: &Ident) {
        if let Some(Name::Fixed(.., key)) = self.lookup(name) {
            let key = key.clone();
            self.refused.insert(key);
        }
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
            Expr::MethodCall(call) if call.method == "len" && call.args.is_empty() => {
                if let Some(Item::Many(items)) = self.item(&call.receiver)
                    && let Some(scalar) = self.scalar_of_flat(&call.receiver, &items)
                {
                    self.calls(scalar, items.len(), "len");
                    let length = syn::LitInt::new(&format!("{}usize", items.len()), call.method.span());
                    *expr = parse_quote!(#length);
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

/// The elements of an array literal.
#[derive(Clone)]
enum Elements {
    One(Box<Expr>),
    Many(Vec<Elements>),
}

impl Elements {
    /// Those of `[a, b]`, of `[a; 3]`, and of another array.
    fn of(expr: &Expr, rewrite: &Rewrite) -> Option<Self> {
        let of = |one: &Expr| Self::of(one, rewrite).unwrap_or_else(|| Self::One(Box::new(one.clone())));
        match bare(expr) {
            Expr::Array(list) if (1..=MOST).contains(&list.elems.len()) => Some(Self::Many(list.elems.iter().map(of).collect())),
            Expr::Repeat(repeat) => {
                let length = count(&repeat.len).filter(|length| (1..=MOST).contains(length))?;
                Some(Self::Many(vec![of(&repeat.expr); length]))
            }
            other => match rewrite.item(other)? {
                Item::Many(items) => Some(Self::of_items(&items)),
                Item::One(_) => None,
            },
        }
    }

    /// The same, and those of an element of an array, whose type is visible.
    fn of_value(expr: &Expr, rewrite: &Rewrite) -> Option<Self> {
        Self::of(expr, rewrite).or_else(|| {
            let element = without_reference(expr);
            let elements = Self::of_type(element.clone(), &rewrite.type_of_element(element)?)?;
            (matches!(elements, Self::Many(_)) && elements.count() <= MOST).then_some(elements)
        })
    }

    fn count(&self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Many(all) => all.iter().map(Self::count).sum(),
        }
    }

    fn of_type(place: Expr, ty: &Type) -> Option<Self> {
        let Type::Array(array) = ty else { return of_type(ty).map(|_| Self::One(Box::new(place))) };
        let length = count(&array.len).filter(|length| (1..=MOST).contains(length))?;
        let element = |number: usize| {
            let at = integer(number as u64, span_of(&place));
            Self::of_type(parse_quote!(#place[#at]), &array.elem)
        };
        (0..length).map(element).collect::<Option<Vec<Self>>>().map(Self::Many)
    }

    fn of_items(items: &[Item]) -> Self {
        let of = |item: &Item| match item {
            Item::One(name) => Self::One(Box::new(variable(name))),
            Item::Many(inner) => Self::of_items(inner),
        };
        Self::Many(items.iter().map(of).collect())
    }

    /// Those of a list of values.
    fn values(all: Vec<Self>) -> Option<Vec<Expr>> {
        all.into_iter().map(|one| if let Self::One(value) = one { Some(*value) } else { None }).collect()
    }
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

/// Puts what a loop gives in the place of its pattern: a number as that, and what is exclusive as the place that it is.
fn bound_to(pattern: &Pat, given: Given, body: &mut Block, first: &mut Vec<Stmt>) -> Option<()> {
    match (without_references(pattern), given) {
        (Pat::Wild(_), _) => Some(()),
        (Pat::Tuple(pair), Given::Pair(one, other)) if pair.elems.len() == 2 => {
            bound_to(&pair.elems[0], *one, body, first)?;
            bound_to(&pair.elems[1], *other, body, first)
        }
        (Pat::Ident(name), Given::Value(value)) if name.by_ref.is_none() => {
            first.push(parse_quote!(let #name = #value;));
            Some(())
        }
        (Pat::Ident(name), Given::Number(number)) if name.by_ref.is_none() && name.mutability.is_none() => {
            replace(body, &name.ident, &mut |expr| plain_ident(expr) == Some(&name.ident), &|span| {
                let number = syn::LitInt::new(&format!("{number}usize"), span.first);
                parse_quote!(#number)
            })
        }
        (Pat::Ident(name), Given::Exclusive(place)) if name.by_ref.is_none() => {
            let is_behind = |expr: &Expr| matches!(expr, Expr::Unary(behind) if matches!(behind.op, syn::UnOp::Deref(_)) && plain_ident(&behind.expr) == Some(&name.ident));
            replace(body, &name.ident, &mut { is_behind }, &|_| place.clone())
        }
        _ => None,
    }
}

/// `None` where the name is used in another way, or bound again.
fn replace(
    body: &mut Block,
    name: &Ident,
    is_it: &mut dyn FnMut(&Expr) -> bool,
    by: &dyn Fn(crate::diagnostic::Span) -> Expr,
) -> Option<()> {
    let mut replace = |expr: &mut Expr| {
        let is_it = is_it(expr);
        if is_it {
            *expr = by(span_of(expr));
        }
        !is_it
    };
    crate::syntax::ExpressionsMut(&mut replace).visit_block_mut(body);
    let mut is_left = false;
    for_each_variable(body.to_token_stream(), &mut |other| is_left |= other == name);
    (!is_left).then_some(())
}

fn body(site: &ScanSite) -> Option<&Block> {
    match &site.syntax {
        LoopSyntax::For(syntax) => Some(&syntax.body),
        LoopSyntax::While(syntax) => Some(&syntax.body),
        LoopSyntax::Collect(..) | LoopSyntax::Reduce(_) => None,
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

/// The types of names that are stored in arrays of fixed arrays, `y[i] = s;`.
fn stored(site: &ScanSite) -> HashMap<String, Scalar> {
    let mut found = HashMap::new();
    let mut look = |expr: &Expr| {
        if let Expr::Assign(assign) = expr
            && let (Expr::Index(access), Some(name)) = (bare(&assign.left), plain_ident(&assign.right))
            && let Some(array) = plain_ident(bare(&access.expr))
            && let Some(ty @ Type::Array(_)) = site.types.elements.get(&array.to_string())
        {
            found.extend(of_type(innermost(ty)).map(|scalar| (name.to_string(), scalar)));
        }
        true
    };
    let Some(body) = body(site) else { return found };
    Expressions(&mut look).visit_block(body);
    // A name that is bound again may be another's.
    let mut bound: HashMap<String, usize> = HashMap::new();
    let mut bind = |name: &syn::PatIdent| *bound.entry(name.ident.to_string()).or_default() += 1;
    Bound(&mut bind).visit_block(body);
    found.retain(|name, _| bound.get(name) == Some(&1));
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

/// Whether anything in a body leaves an iteration of it, or a macro may.
fn jumps(body: &Block) -> bool {
    let mut found = false;
    let mut look = |expr: &Expr| {
        found |= matches!(expr, Expr::Break(_) | Expr::Continue(_) | Expr::Return(_) | Expr::Try(_));
        true
    };
    Expressions(&mut look).visit_block(body);
    found
}

fn innermost(ty: &Type) -> &Type {
    match ty {
        Type::Array(array) => innermost(&array.elem),
        other => other,
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
