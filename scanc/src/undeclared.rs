//! What loops use of a file that kernels do not have: said here, in the file's words, as far as the file tells. What it leaves open rustc
//! decides, where the emitted code names it.

use crate::compiled::Compiled;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Span, Spanned};
use crate::ir::query::each_expr;
use crate::ir::{ExprKind, OperatorKind, Scalar, Type};
use crate::limits;
use crate::parse::{LoopSyntax, without_ways_out};
use crate::recognise::Carry;
use crate::scopes::{Kind, Scopes, may_declare};
use crate::syntax::{Expressions, bare, plain_ident, text};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use syn::visit::{self, Visit};
use syn::{FnArg, GenericParam, ItemFn, Pat, Path, TypeParamBound};

/// A function that is declared for no kernel.
const FUNCTION: Code = Code(514);
/// A struct or an enum that is declared for no kernel.
const TYPE: Code = Code(515);
/// A type parameter of which nothing is said that a scan needs.
const PARAMETER: Code = Code(516);
/// A store into what a parameter lends for reading.
const READ_ONLY: Code = Code(517);
/// A type that is not shown to be what it has to be.
const NOT_SHOWN: Code = Code(501);

/// The file in which a function stands: its scopes, and the modules around the function.
pub struct Place<'a> {
    /// What its names mean.
    pub scopes: Cow<'a, Scopes>,
    /// The modules around the function.
    pub modules: Vec<String>,
}

/// The place of the function with this head in the file at `path`; `None` where that cannot be read, or leaves it open.
pub fn place(path: &std::path::Path, signature: &syn::Signature) -> Option<Place<'static>> {
    let text = std::fs::read_to_string(path).ok().filter(|text| text.len() <= limits::FILE)?;
    let tokens = text.parse().ok()?;
    limits::check_file(&tokens).ok()?;
    let scopes = Scopes::of(&syn::parse2(tokens).ok()?);
    let modules = scopes.modules_of(signature)?.to_vec();
    Some(Place { scopes: Cow::Owned(scopes), modules })
}

/// Looks at all that the loops of `function` name. `place` is asked for if there is anything that it could tell.
pub fn check<'a>(
    function: &ItemFn,
    loops: &[Compiled],
    place: impl FnOnce() -> Option<Place<'a>>,
    diagnostics: &mut Diagnostics,
) {
    let own = Own::of(function);
    parameters(function, loops, diagnostics);
    lent_for_reading(function, loops, &own, diagnostics);
    let (inner, outer): (Vec<Name>, Vec<Name>) =
        names(function, loops).into_iter().partition(|name| own.has_function(&name.path));
    inner.iter().for_each(|name| diagnostics.push_once(undeclared_function(&name.word(), name.span)));
    let variables: Vec<Variable> = variables(function, loops, &own);
    if outer.iter().map(|name| &name.path).chain(variables.iter().map(|found| found.path)).all(|path| own.may_hide(path)) {
        return;
    }
    let Some(place) = place() else { return };
    for found in variables.iter().filter(|found| !own.may_hide(found.path)) {
        match place.scopes.resolve(&place.modules, found.path) {
            Some(item) if place.scopes.kind(&item) == Some(Kind::Type) => {
                let name = found.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
                diagnostics.push_once(undeclared_type(&name, found.path.span()));
            }
            Some(_) => {}
            None => found.not_shown().into_iter().for_each(|error| diagnostics.push_once(error)),
        }
    }
    for name in outer.iter().filter(|name| !own.may_hide(&name.path)) {
        match place.kind(&name.path) {
            Some(Kind::Function) => diagnostics.push_once(undeclared_function(&name.word(), name.span)),
            Some(Kind::Type) => diagnostics.push_once(undeclared_type(&name.word(), name.span)),
            Some(Kind::Other) | None => {}
        }
    }
}

/// The names that loops use and neither the function nor the file shows, in order: what they are rustc decides.
#[cfg(feature = "cli")]
pub fn left_to_rustc(function: &ItemFn, loops: &[Compiled], place: &Place) -> Vec<String> {
    let own = Own::of(function);
    let places = loops.iter().flat_map(|compiled| {
        let recurrence = &compiled.recurrence;
        let arrays = recurrence.arrays.iter().filter(|array| !array.collected);
        arrays.map(|array| &array.place).chain(recurrence.captures.iter().map(|capture| &capture.value))
    });
    let variables = places.filter_map(|place| match place {
        syn::Expr::Path(path) if path.qself.is_none() && path.path.get_ident().is_some() => Some(path.path.clone()),
        _ => None,
    });
    let named = names(function, loops).into_iter().map(|name| name.path);
    let unknown =
        named.chain(variables).filter(|path| !own.may_hide(path) && place.scopes.resolve(&place.modules, path).is_none());
    let mut found = Vec::new();
    for path in unknown {
        let name = path.segments.iter().map(|segment| segment.ident.to_string()).collect::<Vec<_>>().join("::");
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

impl Place<'_> {
    fn kind(&self, path: &Path) -> Option<Kind> {
        self.scopes.kind(&self.scopes.resolve(&self.modules, path)?)
    }
}

fn undeclared_function(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(FUNCTION, span, format!("`{name}` is a function that is not declared for kernels")).help(format!(
        "move it into a module: `#[declare_target] mod ops {{ pub fn {name}(…) … }}`, and `use ops::{name};`; or write in the loop what \
         it computes"
    ))
}

fn undeclared_type(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(TYPE, span, format!("`{name}` is a type that is not declared for kernels")).help(format!(
        "move it into a module: `#[declare_target] mod types {{ #[repr(C)] #[derive(Clone, Copy)] pub struct {name} {{ pub … }} }}`, and \
         `use types::{name};`"
    ))
}

/// A path in the function's text, and where it stands.
struct Name {
    path: Path,
    span: Span,
}

impl Name {
    fn word(&self) -> String {
        self.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default()
    }
}

/// What the function's text leaves to the file: the functions that its loops call, and the types that its parameters show.
fn names(function: &ItemFn, loops: &[Compiled]) -> Vec<Name> {
    let mut found = Vec::new();
    for kernel in loops.iter().map(|compiled| &compiled.kernel) {
        each_expr(kernel, &mut |expr| {
            if let ExprKind::Call(called, _) = &expr.kind
                && let Ok(path) = syn::parse_str(called)
            {
                found.push(Name { path, span: expr.span.first.into() });
            }
        });
    }
    found.extend(loops.iter().flat_map(|compiled| shown(function, compiled)));
    found.extend(loops.iter().flat_map(made));
    found
}

/// The structs that a loop makes, where its kernel does.
fn made(compiled: &Compiled) -> Vec<Name> {
    let mut is_any = false;
    each_expr(&compiled.kernel, &mut |expr| is_any |= matches!(expr.kind, ExprKind::Struct(..)));
    let seen = match compiled.site.seen() {
        LoopSyntax::Search(written) => without_ways_out(written),
        syntax => syntax.clone(),
    };
    let mut found = Vec::new();
    let mut look = |expression: &syn::Expr| {
        if let syn::Expr::Struct(literal) = expression {
            found.push(Name { path: literal.path.clone(), span: literal.path.span() });
        }
        true
    };
    let mut expressions = Expressions(&mut look);
    match &seen {
        LoopSyntax::For(syntax) => expressions.visit_block(&syntax.body),
        LoopSyntax::While(syntax) => expressions.visit_block(&syntax.body),
        LoopSyntax::Collect(_, chain) => expressions.visit_expr(chain),
        LoopSyntax::Reduce(reduced) => expressions.visit_expr_method_call(&reduced.chain),
        LoopSyntax::Search(_) => {}
    }
    if is_any { found } else { Vec::new() }
}

/// The types of elements that the function's parameters show, of arrays whose types kernels do not know by themselves.
fn shown(function: &ItemFn, compiled: &Compiled) -> Vec<Name> {
    let arrays = compiled.recurrence.arrays.iter().zip(&compiled.kernel.arrays);
    let opaque = arrays.filter(|(_, typed)| matches!(typed.element, Type::Opaque(_)));
    let paths = opaque.filter_map(|(used, _)| parameter(function, &used.place));
    paths.map(|path| Name { path: path.clone(), span: path.span() }).collect()
}

/// The path of the elements of a parameter.
fn parameter<'f>(function: &'f ItemFn, place: &syn::Expr) -> Option<&'f Path> {
    let syn::Expr::Path(place) = place else { return None };
    let name = place.path.get_ident()?;
    function.sig.inputs.iter().find_map(|input| match input {
        FnArg::Typed(typed) if matches!(&*typed.pat, Pat::Ident(pattern) if pattern.ident == *name) => element(&typed.ty),
        _ => None,
    })
}

/// The path of the elements of a slice, an array, a `Vec`, or of a value.
pub(crate) fn element(ty: &syn::Type) -> Option<&Path> {
    match ty {
        syn::Type::Reference(reference) => element(&reference.elem),
        syn::Type::Slice(slice) => element(&slice.elem),
        syn::Type::Array(array) => element(&array.elem),
        syn::Type::Path(path) if path.qself.is_none() => {
            let last = path.path.segments.last()?;
            match &last.arguments {
                syn::PathArguments::AngleBracketed(arguments) if last.ident == "Vec" => match arguments.args.first()? {
                    syn::GenericArgument::Type(element) => self::element(element),
                    _ => None,
                },
                syn::PathArguments::None => Some(&path.path),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A variable that a loop carries, and the name that its `let` has for its type.
struct Variable<'f> {
    name: &'f syn::Ident,
    path: &'f Path,
    /// What it has before the loop.
    value: Option<&'f syn::Expr>,
    /// What the loop takes it for.
    taken: &'f Type,
}

impl Variable<'_> {
    /// A type from elsewhere may be another name of a primitive one, as `c_int` is. What is no such begins with what a function makes.
    fn not_shown(&self) -> Option<Diagnostic> {
        let (Type::Scalar(scalar), syn::Expr::Call(_)) = (self.taken, bare(self.value?)) else { return None };
        let (name, path, scalar) = (self.name, text(self.path), scalar.rust());
        let message = format!("`{name}` is declared as `{path}`, which nothing here shows to be `{scalar}`");
        let help = format!("if it is, write that: `let mut {name}: {scalar} = …;`; kernels have no numbers but primitive ones");
        Some(Diagnostic::error(NOT_SHOWN, self.path.span(), message).help(help))
    }
}

/// The variables that loops carry, with a type that is written and is no primitive one; of names that are bound once.
fn variables<'f>(function: &'f ItemFn, loops: &'f [Compiled], own: &Own) -> Vec<Variable<'f>> {
    struct Locals<'f>(Vec<&'f syn::Local>);
    impl<'f> Visit<'f> for Locals<'f> {
        fn visit_local(&mut self, local: &'f syn::Local) {
            self.0.push(local);
            visit::visit_local(self, local);
        }

        fn visit_item(&mut self, _: &'f syn::Item) {}
    }
    let mut locals = Locals(Vec::new());
    locals.visit_block(&function.block);
    let carried = loops.iter().flat_map(|compiled| compiled.recurrence.carried.iter().zip(&compiled.kernel.carried));
    let scalars = carried.filter_map(|(found, typed)| match &found.carry {
        Carry::Scalar(place) => Some((plain_ident(place)?, &typed.ty)),
        _ => None,
    });
    let found = scalars.filter(|(name, _)| own.names.get(&name.to_string()) == Some(&1)).filter_map(|(name, taken)| {
        locals.0.iter().find_map(|local| match &local.pat {
            Pat::Type(typed) => match (&*typed.pat, &*typed.ty) {
                (Pat::Ident(pattern), syn::Type::Path(ty)) if pattern.ident == *name && ty.qself.is_none() => {
                    let plain = ty.path.segments.iter().all(|segment| segment.arguments.is_none());
                    let is_named = plain && Scalar::from_rust(&text(&ty.path)).is_none();
                    let value = local.init.as_ref().map(|init| &*init.expr);
                    is_named.then_some(Variable { name: &pattern.ident, path: &ty.path, value, taken })
                }
                _ => None,
            },
            _ => None,
        })
    });
    found.collect()
}

/// What a function declares itself.
#[derive(Default)]
struct Own {
    /// Variables and type parameters, as often as they are bound.
    names: HashMap<String, usize>,
    /// Functions in it.
    functions: HashSet<String>,
    /// Whether there are items or macros, which may declare anything.
    items: bool,
}

impl Own {
    fn of(function: &ItemFn) -> Self {
        let mut own = Self::default();
        own.visit_item_fn(function);
        own
    }

    /// Whether it is a function in this one, that is declared for no kernel.
    fn has_function(&self, path: &Path) -> bool {
        path.get_ident().is_some_and(|name| self.functions.contains(&name.to_string()))
    }

    /// Whether what stands in the function may give the path another meaning than the file does.
    fn may_hide(&self, path: &Path) -> bool {
        let first = path.segments.first().map(|first| first.ident.to_string()).unwrap_or_default();
        self.items || self.names.contains_key(&first)
    }
}

impl<'ast> Visit<'ast> for Own {
    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        *self.names.entry(pattern.ident.to_string()).or_default() += 1;
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_type_param(&mut self, parameter: &'ast syn::TypeParam) {
        *self.names.entry(parameter.ident.to_string()).or_default() += 1;
    }

    fn visit_stmt(&mut self, statement: &'ast syn::Stmt) {
        self.items |= matches!(statement, syn::Stmt::Item(_) | syn::Stmt::Macro(_));
        if let syn::Stmt::Item(syn::Item::Fn(inner)) = statement
            && !may_declare(&inner.attrs)
        {
            self.functions.insert(inner.sig.ident.to_string());
        }
        visit::visit_stmt(self, statement);
    }
}

/// Refuses stores into what a parameter lends for reading.
fn lent_for_reading(function: &ItemFn, loops: &[Compiled], own: &Own, diagnostics: &mut Diagnostics) {
    let arrays = loops.iter().flat_map(|compiled| &compiled.recurrence.arrays);
    for array in arrays.filter(|array| array.written && own.names.get(&array.name.to_string()) == Some(&1)) {
        let lent = function.sig.inputs.iter().find_map(|input| match input {
            FnArg::Typed(typed) if matches!(&*typed.pat, Pat::Ident(pattern) if pattern.ident == array.name) => {
                match &*typed.ty {
                    syn::Type::Reference(reference) if reference.mutability.is_none() => Some(reference),
                    _ => None,
                }
            }
            _ => None,
        });
        if let Some(lent) = lent {
            let (name, inner) = (&array.name, &lent.elem);
            let inner = quote::quote!(#inner).to_string().replace("[ ", "[").replace(" ]", "]");
            let message = format!("the loop stores into `{name}`, which is lent for reading");
            diagnostics
                .push_once(Diagnostic::error(READ_ONLY, lent.span(), message).help(format!("write `{name}: &mut {inner}`")));
        }
    }
}

/// Traits of which none makes a scan's operator known. A trait of another name may have one above it.
const SAY_NOTHING: &[&str] = &[
    "Add",
    "AddAssign",
    "Sub",
    "SubAssign",
    "Mul",
    "MulAssign",
    "Div",
    "DivAssign",
    "Rem",
    "RemAssign",
    "Neg",
    "Not",
    "Copy",
    "Clone",
    "PartialEq",
    "Eq",
    "PartialOrd",
    "Ord",
    "Default",
    "Debug",
    "Display",
    "Hash",
    "Send",
    "Sync",
    "Sized",
    "Sum",
    "Product",
    "From",
    "Into",
];

/// Refuses loops that carry a type parameter of which nothing is known.
fn parameters(function: &ItemFn, loops: &[Compiled], diagnostics: &mut Diagnostics) {
    for compiled in loops {
        let arrays = compiled.recurrence.arrays.iter().filter_map(|used| parameter(function, &used.place));
        let named: Vec<String> = arrays.filter_map(|path| path.get_ident().map(ToString::to_string)).collect();
        for parameter in function.sig.generics.params.iter() {
            let GenericParam::Type(parameter) = parameter else { continue };
            let name = parameter.ident.to_string();
            if named.contains(&name) && says_nothing(function, parameter) {
                diagnostics.push_once(unbounded(&name, compiled, parameter.ident.span().into()));
            }
        }
    }
}

fn unbounded(name: &str, compiled: &Compiled, span: Span) -> Diagnostic {
    let operators = compiled.kernel.carried.iter().map(|carried| match &carried.operator.kind {
        OperatorKind::Builtin(builtin) => format!("{builtin:?}"),
        _ => "…".to_owned(),
    });
    let bounds: Vec<String> =
        operators.map(|operator| format!("scan_runtime::Monoid<scan_runtime::operators::{operator}>")).collect();
    let bounds = if bounds.is_empty() { "scan_runtime::Element".to_owned() } else { bounds.join(" + ") };
    Diagnostic::error(PARAMETER, span, format!("of `{name}` the function does not say what kernels have to know"))
        .help(format!("bound it by the operator of the loop: `{name}: {bounds}`"))
}

fn says_nothing(function: &ItemFn, parameter: &syn::TypeParam) -> bool {
    let bound = |bound: &TypeParamBound| match bound {
        TypeParamBound::Trait(bound) => {
            bound.path.segments.last().is_some_and(|last| SAY_NOTHING.contains(&last.ident.to_string().as_str()))
        }
        TypeParamBound::Lifetime(_) => true,
        _ => false,
    };
    let predicates = function.sig.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let further = predicates.flat_map(|predicate| match predicate {
        syn::WherePredicate::Type(of) => of.bounds.iter().collect::<Vec<_>>(),
        _ => Vec::new(),
    });
    parameter.bounds.iter().chain(further).all(bound)
}
