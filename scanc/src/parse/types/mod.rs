//! What a function's text says of the types of the names in scope at its loops.
//!
//! Nothing is guessed: a name is in the environment only if what is written leaves one type. An alias or a type of another module is
//! not seen through, a number without suffix has the type that its use gives it, and a name declared again is what it was last
//! declared as.

mod functions;
mod infer;
mod written;

use super::{Form, Known, LocalFunction, TypeEnvironment, UNNAMED};
use crate::ir;
use crate::syntax::{Bound, bare, plain_ident};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use syn::ext::IdentExt;
use syn::visit::{self, Visit};
use syn::{Block, Expr, FnArg, GenericParam, Item, ItemFn, Local, Pat, Signature, Stmt, Type, UseTree, parse_quote};

/// Macros that declare nothing, however often they mention a name.
pub(crate) const DECLARE_NOTHING: &[&str] = &[
    "assert",
    "assert_eq",
    "assert_ne",
    "dbg",
    "debug",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "eprint",
    "eprintln",
    "error",
    "info",
    "panic",
    "print",
    "println",
    "trace",
    "unreachable",
    "warn",
    "write",
    "writeln",
];

/// The environment at each of `count` holes; `hole` numbers the expressions that are one.
pub(super) fn environments(function: &ItemFn, count: usize, hole: fn(&Expr) -> Option<usize>) -> Vec<TypeEnvironment> {
    let mut scopes = Scopes::of(&function.sig);
    scopes.returned = returned(function, &scopes);
    let mut walk = Walk { scopes, hole, environments: vec![TypeEnvironment::default(); count] };
    walk.visit_block(&function.block);
    walk.environments
}

/// The variables that the function gives back by their names, and what its head says of them; of names that are bound once.
fn returned(function: &ItemFn, scopes: &Scopes) -> HashMap<String, Known> {
    let (syn::ReturnType::Type(_, ty), Some(Stmt::Expr(value, None))) = (&function.sig.output, function.block.stmts.last())
    else {
        return HashMap::new();
    };
    let (value, ty) = unwrapped(value, ty).unwrap_or((value, ty));
    let mut pairs = vec![(value, ty)];
    if let (Expr::Tuple(values), Type::Tuple(types)) = (value, ty) {
        pairs = values.elems.iter().zip(&types.elems).collect();
    }
    // How often each name is bound.
    let mut bindings: HashMap<String, usize> = HashMap::new();
    Bound(&mut |name| *bindings.entry(name.ident.unraw().to_string()).or_default() += 1).visit_item_fn(function);
    let of_pair = |(value, ty): (&Expr, &Type)| {
        let Expr::Path(path) = value else { return None };
        let name = path.path.get_ident()?.unraw().to_string();
        let known = scopes.written(ty).filter(|known| matches!(known, Known::Value(_) | Known::Sequence(Some(_))))?;
        (bindings.get(&name) == Some(&1)).then_some((name, known))
    };
    pairs.into_iter().filter_map(of_pair).collect()
}

/// What `Ok(…)` and `Some(…)` hold, and its type.
fn unwrapped<'s>(value: &'s Expr, ty: &'s Type) -> Option<(&'s Expr, &'s Type)> {
    let (Expr::Call(call), Type::Path(path)) = (value, ty) else { return None };
    let (function, last) = (plain_ident(&call.func)?, path.path.segments.last()?);
    let is_one =
        matches!((function.to_string().as_str(), last.ident.to_string().as_str()), ("Ok", "Result") | ("Some", "Option"));
    Some((call.args.first().filter(|_| is_one && call.args.len() == 1)?, written::argument(last)?))
}

/// What `let name: ty` says, or the type that is written of what a `collect()` without a name makes.
pub(super) fn annotated(name: Option<&Ident>, ty: &Type) -> TypeEnvironment {
    let name = name.map_or_else(|| UNNAMED.to_owned(), |name| name.unraw().to_string());
    let (parameters, mut environment) = (HashSet::new(), TypeEnvironment::default());
    if let Some(Type::Tuple(tuple)) = written::element_type(ty) {
        environment.tuples.insert(name.clone(), written::parts(tuple, &parameters));
    }
    environment.names.extend(written::known(ty, &parameters).map(|known| (name, known)));
    environment
}

/// What a name was declared as.
#[derive(Clone, Default)]
struct Declared {
    /// `None`: with a type that the text does not show.
    known: Option<Known>,
    form: Option<Form>,
    element: Option<Type>,
    /// Of a fixed array.
    dimensions: Vec<usize>,
    /// Of a tuple.
    parts: Vec<Option<Known>>,
    /// By a pattern.
    is_variable: bool,
    /// What is called by it, and what the names in that were.
    function: Option<(LocalFunction, functions::Around)>,
    /// Its number among all declarations.
    number: usize,
}

/// The names in scope, the innermost scope last.
struct Scopes {
    scopes: Vec<HashMap<String, Declared>>,
    /// The function's type parameters: `f32` may be one of them.
    parameters: HashSet<String>,
    /// Of what the function gives back, what its head says.
    returned: HashMap<String, Known>,
    /// How many names have been declared.
    count: usize,
}

impl Scopes {
    fn of(signature: &Signature) -> Self {
        let parameters = signature.generics.type_params().map(|parameter| parameter.ident.unraw().to_string()).collect();
        let mut scopes = Self { scopes: vec![HashMap::new()], parameters, returned: HashMap::new(), count: 0 };
        for parameter in &signature.generics.params {
            if let GenericParam::Const(constant) = parameter {
                scopes.declare(&constant.ident, scopes.written(&constant.ty));
            }
        }
        for input in &signature.inputs {
            if let FnArg::Typed(parameter) = input {
                scopes.bind_typed(&parameter.pat, &parameter.ty, scopes.written(&parameter.ty));
            }
        }
        scopes
    }

    fn written(&self, ty: &Type) -> Option<Known> {
        written::known(ty, &self.parameters)
    }

    fn lookup(&self, name: &Ident) -> Option<&Known> {
        let name = name.unraw().to_string();
        self.scopes.iter().rev().find_map(|scope| scope.get(&name))?.known.as_ref()
    }

    fn form(&self, name: &Ident) -> Option<Form> {
        let name = name.unraw().to_string();
        self.scopes.iter().rev().find_map(|scope| scope.get(&name))?.form
    }

    /// An item, or what may be one.
    fn declare(&mut self, name: &Ident, known: Option<Known>) {
        self.insert(name, Declared { known, ..Declared::default() });
    }

    fn insert(&mut self, name: &Ident, declared: Declared) {
        self.count += 1;
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.unraw().to_string(), Declared { number: self.count, ..declared });
        }
    }

    /// What is called by the name that was declared last.
    fn is_called(&mut self, name: &Ident, function: LocalFunction, around: functions::Around) {
        if let Some(declared) = self.scopes.last_mut().and_then(|scope| scope.get_mut(&name.unraw().to_string())) {
            declared.function = Some((function, around));
        }
    }

    /// A macro may declare any name that it is given.
    fn forget(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.forget(group.stream()),
                TokenTree::Ident(name) => self.declare(&name, None),
                _ => {}
            }
        }
    }

    fn environment(&self) -> TypeEnvironment {
        let mut visible: HashMap<&String, &Declared> = HashMap::new();
        visible.extend(self.scopes.iter().flatten());
        let mut environment = TypeEnvironment::default();
        for (&name, &declared) in &visible {
            environment.names.extend(declared.known.clone().map(|known| (name.clone(), known)));
            environment.forms.extend(declared.form.map(|form| (name.clone(), form)));
            if let Some(Type::Tuple(tuple)) = &declared.element {
                environment.tuples.insert(name.clone(), written::parts(tuple, &self.parameters));
            }
            let parts = declared.parts.iter().enumerate();
            environment.names.extend(parts.filter_map(|(at, part)| Some((format!("{name}.{at}"), part.clone()?))));
            if !declared.dimensions.is_empty() {
                environment.dimensions.insert(name.clone(), declared.dimensions.clone());
            }
            environment.elements.extend(declared.element.clone().map(|element| (name.clone(), element)));
            environment.variables.extend(declared.is_variable.then(|| name.clone()));
            if let Some((function, around)) = &declared.function {
                match self.means_the_same(function, around, !declared.is_variable) {
                    Ok(()) => drop(environment.functions.insert(name.clone(), function.clone())),
                    Err(other) => drop(environment.unread.insert(name.clone(), another_name(name, &other))),
                }
            }
        }
        environment
    }

    /// Declares the names of a pattern with the type that is written, of which `known` is known.
    fn bind_typed(&mut self, pattern: &Pat, ty: &Type, known: Option<Known>) {
        if let (Pat::Tuple(patterns), Type::Tuple(types)) = (pattern, ty)
            && patterns.elems.len() == types.elems.len()
            && !patterns.elems.iter().any(|pattern| matches!(pattern, Pat::Rest(_)))
        {
            let each = patterns.elems.iter().zip(&types.elems);
            return each.for_each(|(pattern, ty)| self.bind_typed(pattern, ty, self.written(ty)));
        }
        self.bind(pattern, known);
        let Pat::Ident(name) = pattern else { return };
        let parts = match written::referred(ty) {
            Type::Tuple(tuple) => tuple.elems.iter().map(|ty| self.written(ty).filter(is_value)).collect(),
            _ => Vec::new(),
        };
        let scope = self.scopes.last_mut().filter(|_| name.by_ref.is_none());
        if let Some(declared) = scope.and_then(|scope| scope.get_mut(&name.ident.unraw().to_string())) {
            (declared.form, declared.element) = (written::form(ty), written::element_type(ty).cloned());
            (declared.dimensions, declared.parts) = (written::dimensions(ty), parts);
        }
    }

    /// Declares the names of a pattern whose value has the type `known`.
    fn bind(&mut self, pattern: &Pat, known: Option<Known>) {
        match pattern {
            Pat::Ident(name) => {
                let known = if name.by_ref.is_some() { known.and_then(infer::borrowed) } else { known };
                self.insert(&name.ident, Declared { known, is_variable: true, ..Declared::default() });
                if let Some((_, inner)) = &name.subpat {
                    self.bind(inner, None);
                }
            }
            Pat::Type(typed) => self.bind_typed(&typed.pat, &typed.ty, self.written(&typed.ty)),
            Pat::Paren(inner) => self.bind(&inner.pat, known),
            Pat::Reference(inner) => self.bind(&inner.pat, known.and_then(infer::dereferenced)),
            other => self.bind_unknown(other),
        }
    }

    /// Every name in a pattern hides what had that name before.
    fn bind_unknown(&mut self, pattern: &Pat) {
        let variable = Declared { is_variable: true, ..Declared::default() };
        Bound(&mut |name| self.insert(&name.ident, variable.clone())).visit_pat(pattern);
    }

    /// `let pattern = value;`
    fn bind_local(&mut self, local: &Local) {
        if let Some((name, function)) = LocalFunction::of_local(local) {
            let around = self.around(&function);
            self.bind(&local.pat, Some(Known::Other("a closure".to_owned())));
            return self.is_called(name, function, around);
        }
        let value = local.init.as_ref().map(|init| &*init.expr);
        if let Some(items) = value.and_then(infer::unwrapped).and_then(infer::sought_in)
            && !matches!(local.pat, Pat::Type(_))
        {
            return self.bind_item(&local.pat, items);
        }
        match (&local.pat, value) {
            (Pat::Type(typed), _) => {
                let written = self.written(&typed.ty);
                let open = typed.ty.to_token_stream().into_iter().any(|token| token.to_string() == "_");
                let inferred = value.filter(|_| open).and_then(|value| self.infer(value));
                self.bind_typed(&typed.pat, &typed.ty, inferred.or(written));
            }
            (Pat::Tuple(tuple), Some(value)) => self.bind_tuple(tuple, value),
            (pattern, value) => {
                let given_back = match pattern {
                    Pat::Ident(name) => self.returned.get(&name.ident.unraw().to_string()).cloned(),
                    _ => None,
                };
                let known = match (value.and_then(|value| self.infer(value)), given_back) {
                    // `vec![0; n]`
                    (Some(Known::Sequence(None)), Some(given_back @ Known::Sequence(_))) => Some(given_back),
                    (None, Some(given_back @ Known::Value(_))) => Some(given_back),
                    (known, _) => known,
                };
                self.bind(pattern, known);
                self.bind_elements(pattern, value);
            }
        }
    }

    /// What the elements of a value are, as far as that is no known type.
    fn bind_elements(&mut self, pattern: &Pat, value: Option<&Expr>) {
        let (Pat::Ident(name), Some(value)) = (pattern, value) else { return };
        let has_rows = self.has_rows(value);
        let parts = match bare(value) {
            Expr::Tuple(tuple) => tuple.elems.iter().map(|part| self.infer(part).filter(is_value)).collect(),
            _ => Vec::new(),
        };
        let declared = self.scopes.last_mut().and_then(|scope| scope.get_mut(&name.ident.unraw().to_string()));
        if let Some(declared) = declared {
            declared.element = if has_rows { Some(parse_quote!(Vec<_>)) } else { declared.element.take() };
            (declared.dimensions, declared.parts) = (written::dimensions_of(value), parts);
        }
    }

    /// The names of a `for`, in the items of what it runs over.
    fn bind_item(&mut self, pattern: &Pat, iterated: &Expr) {
        let call = match bare(iterated) {
            Expr::MethodCall(call) => Some((call, call.method.to_string())),
            _ => None,
        };
        let call = call.as_ref().map(|(call, method)| (*call, method.as_str(), call.args.len()));
        match (pattern, call) {
            (Pat::Paren(inner), _) => self.bind_item(&inner.pat, iterated),
            (_, Some((call, "take" | "skip" | "step_by" | "filter", 1) | (call, "rev", 0))) => {
                self.bind_item(pattern, &call.receiver)
            }
            (Pat::Tuple(parts), Some((call, "enumerate", 0))) if parts.elems.len() == 2 => {
                self.bind(&parts.elems[0], Some(Known::Value(ir::Type::USIZE)));
                self.bind_item(&parts.elems[1], &call.receiver);
            }
            (Pat::Tuple(parts), Some((call, "zip", 1))) if parts.elems.len() == 2 => {
                self.bind_item(&parts.elems[0], &call.receiver);
                self.bind_item(&parts.elems[1], &call.args[0]);
            }
            (_, Some((call, "copied" | "cloned", 0))) => {
                let item = self.item(&call.receiver).and_then(infer::dereferenced);
                self.bind(pattern, item);
            }
            _ => {
                let item = self.item(iterated);
                self.bind(pattern, item);
            }
        }
    }

    /// `let (a, b) = (…, …);` and `let (a, b) = y.split_at_mut(…);`
    fn bind_tuple(&mut self, tuple: &syn::PatTuple, value: &Expr) {
        let parts = match value {
            Expr::Tuple(values) => values.elems.iter().map(|value| self.infer(value)).collect(),
            Expr::MethodCall(call) if call.method == "split_at" || call.method == "split_at_mut" => {
                let part = self.infer(&call.receiver).filter(|known| matches!(known, Known::Sequence(_)));
                vec![part.clone(), part]
            }
            _ => Vec::new(),
        };
        let whole = parts.len() == tuple.elems.len() && !tuple.elems.iter().any(|pattern| matches!(pattern, Pat::Rest(_)));
        for (number, pattern) in tuple.elems.iter().enumerate() {
            self.bind(pattern, parts.get(number).cloned().flatten().filter(|_| whole));
            if let (Expr::Tuple(values), true) = (value, whole) {
                self.bind_elements(pattern, values.elems.get(number));
            }
        }
    }

    /// Items are in scope in all of their block.
    fn bind_items(&mut self, block: &Block) {
        let items =
            || block.stmts.iter().filter_map(|statement| if let Stmt::Item(item) = statement { Some(item) } else { None });
        for item in items() {
            match item {
                Item::Const(item) => self.declare(&item.ident, self.written(&item.ty)),
                Item::Static(item) => self.declare(&item.ident, self.written(&item.ty)),
                Item::Use(item) => self.bind_imports(&item.tree),
                Item::Fn(item) => self.declare(&item.sig.ident, None),
                other => functions::name_of(other).into_iter().for_each(|name| self.hide(name)),
            }
        }
        for item in items() {
            if let Item::Fn(item) = item {
                self.bind_function(item);
            }
        }
    }

    /// What may be a module or a type: a variable of its name stays what it is, and what a function takes by it is another.
    fn hide(&mut self, name: &Ident) {
        let text = name.unraw().to_string();
        let declared = self.scopes.iter().rev().find_map(|scope| scope.get(&text)).cloned().unwrap_or_default();
        self.insert(name, Declared { function: None, ..declared });
    }

    fn bind_imports(&mut self, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => self.bind_imports(&path.tree),
            UseTree::Name(name) => self.hide(&name.ident),
            UseTree::Rename(renamed) => self.hide(&renamed.rename),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.bind_imports(tree)),
            // It may hide whatever a function takes from around it.
            UseTree::Glob(_) => {
                self.scopes.iter_mut().flat_map(HashMap::values_mut).for_each(|declared| declared.function = None)
            }
        }
    }
}

/// Why a function is not read: a message, and what helps.
fn another_name(function: &str, name: &str) -> (String, String) {
    let message = format!("`{function}` uses a `{name}` from around it, which is another one here");
    (message, format!("give one `{name}` another name"))
}

fn is_value(known: &Known) -> bool {
    matches!(known, Known::Value(_))
}

/// Walks a function's body in the order of execution, with its scopes.
struct Walk {
    scopes: Scopes,
    hole: fn(&Expr) -> Option<usize>,
    environments: Vec<TypeEnvironment>,
}

impl Walk {
    fn scoped(&mut self, inside: impl FnOnce(&mut Self)) {
        self.scopes.scopes.push(HashMap::new());
        inside(self);
        self.scopes.scopes.pop();
    }
}

impl<'ast> Visit<'ast> for Walk {
    fn visit_block(&mut self, block: &'ast Block) {
        self.scoped(|walk| {
            walk.scopes.bind_items(block);
            visit::visit_block(walk, block);
        });
    }

    fn visit_local(&mut self, local: &'ast Local) {
        visit::visit_local(self, local);
        self.scopes.bind_local(local);
    }

    fn visit_stmt_macro(&mut self, statement: &'ast syn::StmtMacro) {
        let name = statement.mac.path.segments.last().map(|last| last.ident.to_string());
        if !name.is_some_and(|name| DECLARE_NOTHING.contains(&name.as_str())) {
            self.scopes.forget(statement.mac.tokens.clone());
        }
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        match (self.hole)(expression).and_then(|number| self.environments.get_mut(number)) {
            Some(environment) => *environment = self.scopes.environment(),
            None => visit::visit_expr(self, expression),
        }
    }

    fn visit_expr_for_loop(&mut self, syntax: &'ast syn::ExprForLoop) {
        self.visit_expr(&syntax.expr);
        self.scoped(|walk| {
            walk.scopes.bind_item(&syntax.pat, &syntax.expr);
            walk.visit_block(&syntax.body);
        });
    }

    fn visit_expr_while(&mut self, syntax: &'ast syn::ExprWhile) {
        self.scoped(|walk| visit::visit_expr_while(walk, syntax));
    }

    fn visit_expr_if(&mut self, syntax: &'ast syn::ExprIf) {
        self.scoped(|walk| {
            walk.visit_expr(&syntax.cond);
            walk.visit_block(&syntax.then_branch);
        });
        if let Some((_, otherwise)) = &syntax.else_branch {
            self.visit_expr(otherwise);
        }
    }

    /// The names of `if let` and `while let` live in the scope that the `if` or `while` has opened.
    fn visit_expr_let(&mut self, syntax: &'ast syn::ExprLet) {
        self.visit_expr(&syntax.expr);
        self.scopes.bind_unknown(&syntax.pat);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        self.scoped(|walk| {
            walk.scopes.bind_unknown(&arm.pat);
            visit::visit_arm(walk, arm);
        });
    }

    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        self.scoped(|walk| {
            closure.inputs.iter().for_each(|input| walk.scopes.bind(input, None));
            walk.visit_expr(&closure.body);
        });
    }

    fn visit_item(&mut self, _: &'ast Item) {}
}

#[cfg(test)]
mod tests;
