//! The macro's front door: a function and its attribute → the annotated loops.
//!
//! Each annotated loop is taken out and leaves a hole, so that what is made of it can be put back in the same place
//! ([`ScanFunction::with_loops`]). Items inside the function are not entered: attributes there belong to other expansions.

mod chains;
mod outer;

use super::attribute::{self, Clauses, Written};
use super::collected::unbound;
use super::loops::{Meant, called, is_called, meant};
use super::nests::{carries_elements, hand_down, is_grid, is_nest};
use super::reduced;
use super::search::{is_left, only_panics};
use super::{
    Known, LoopSyntax, PLACEHOLDER, RESERVED, ScanAttribute, ScanFunction, ScanSite, TypeEnvironment, error, fragments, types,
};
use crate::diagnostic::{Diagnostic, Diagnostics, Spanned};
use crate::ir;
use crate::limits;
use crate::syntax::{Chunks, Expressions, ExpressionsMut, compound, place_within, plain_ident, text};
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use std::collections::HashSet;
use syn::ext::IdentExt;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr, Item, ItemFn, Local, Meta, ReturnType, Stmt, Type};

/// Names the holes. Nobody writes such a name; one who does sees a name that cannot be resolved, as without us.
const HOLE: &str = "__scan_hole_";

/// Finds the annotated loops of one function: `#[scan(+ : y)]` on a function with one loop, or a bare `#[scan]` on a function whose
/// loops carry `#[scan(…)]` of their own.
///
/// `arguments` is what stands between the attribute's parentheses, `item` the function below it: free, in an `impl`, or in a trait.
/// What is wrong goes to `diagnostics`; `clean` can be emitted in any case.
pub fn function_sites(word: Word, arguments: TokenStream, item: TokenStream, diagnostics: &mut Diagnostics) -> ScanFunction {
    let checked = limits::check("the attribute", &arguments).and_then(|()| limits::check("the function", &item));
    if let Err(error) = checked {
        diagnostics.push(error);
        return ScanFunction { clean: without_annotations(item, LEVELS), sites: Vec::new(), holed: None };
    }
    match syn::parse2::<ItemFn>(item.clone()) {
        Ok(function) => sites_of(word, arguments, function, diagnostics),
        Err(error) => {
            diagnostics.push(not_a_function(&arguments, &item, &error));
            ScanFunction { clean: item, sites: Vec::new(), holed: None }
        }
    }
}

/// So many brackets around an attribute are looked into.
const LEVELS: usize = 64;

/// The tokens of a function that is not read, without our attributes on its loops: those would be errors of their own.
fn without_annotations(tokens: TokenStream, levels: usize) -> TokenStream {
    let mut clean: Vec<TokenTree> = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) if is_annotation(clean.last(), &group) => drop(clean.pop()),
            TokenTree::Group(group) if levels > 0 => {
                let mut inner = Group::new(group.delimiter(), without_annotations(group.stream(), levels - 1));
                inner.set_span(group.span());
                clean.push(inner.into());
            }
            token => clean.push(token),
        }
    }
    clean.into_iter().collect()
}

/// Whether a group behind `before` is what stands in `#[scan(…)]`.
fn is_annotation(before: Option<&TokenTree>, group: &Group) -> bool {
    let is_attribute = matches!(before, Some(TokenTree::Punct(hash)) if hash.as_char() == '#');
    let path = group.stream().into_iter().take_while(|token| !matches!(token, TokenTree::Group(_)));
    is_attribute && path.last().is_some_and(|last| Word::ALL.iter().any(|(_, word)| last.to_string() == *word))
}

/// An attribute on a function or a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// `#[scan(…)]`
    Scan,
    /// `#[reduce(…)]`
    Reduce,
    /// `#[parallel_for]`
    ParallelFor,
}

impl Word {
    const ALL: [(Self, &'static str); 3] = [(Self::Scan, "scan"), (Self::Reduce, "reduce"), (Self::ParallelFor, "parallel_for")];

    /// Which of ours this attribute is, by its last word: `#[scan]`, `#[scan_runtime::scan(…)]`.
    pub fn of(attribute: &Attribute) -> Option<Self> {
        let last = attribute.path().segments.last()?;
        Self::ALL.into_iter().find(|(_, word)| last.ident == word).map(|(word, _)| word)
    }
}

/// Whether this is an attribute of ours.
pub fn is_scan(attribute: &Attribute) -> bool {
    Word::of(attribute).is_some()
}

fn written(attribute: &Attribute) -> Option<Written> {
    Some((Word::of(attribute)?, attribute_arguments(attribute), attribute.span()))
}

/// What stands between the attribute's parentheses; empty for a bare `#[scan]`.
pub fn attribute_arguments(attribute: &Attribute) -> TokenStream {
    match &attribute.meta {
        Meta::List(list) => list.tokens.clone(),
        Meta::Path(_) => TokenStream::new(),
        // `#[scan = …]`: the reader refuses the `=`.
        Meta::NameValue(pair) => quote!(= #pair),
    }
}

impl ScanFunction {
    /// Has the loop around an annotated one stand by itself where `batched` does not say that the two are one launch.
    pub(crate) fn keep_outer(&mut self, batched: &[bool]) {
        if let Some(function) = &mut self.holed {
            outer::lower(function, &mut self.sites, |number| !batched.get(number).copied().unwrap_or(false));
        }
    }

    /// The function with each annotated loop, and the loop around it that the site has, replaced by what `replacement` makes of it: an
    /// expression (a block, best).
    ///
    /// The loop's other attributes (`#[cfg(…)]`, `#[allow(…)]`) stay, and apply to all of the replacement.
    pub fn with_loops(&self, mut replacement: impl FnMut(&ScanSite) -> TokenStream) -> TokenStream {
        let Some(function) = &self.holed else {
            return self.clean.clone();
        };
        let mut function = function.clone();
        let fillings: Vec<_> = self.sites.iter().map(&mut replacement).collect();
        ExpressionsMut(&mut |expression| fill(expression, &fillings)).visit_item_fn_mut(&mut function);
        function.into_token_stream()
    }
}

fn sites_of(word: Word, mut arguments: TokenStream, mut function: ItemFn, diagnostics: &mut Diagnostics) -> ScanFunction {
    let mut others = check_signature(&mut function, arguments.is_empty(), diagnostics);
    check_names(&function, diagnostics);
    let clauses = others.iter_mut().map(|(_, clause, _)| clause);
    fragments::tell_variables_apart(&mut function, clauses.chain([&mut arguments]));
    let mut collector = Collector::new(&function);
    let inner = count_annotations(&function);
    // A bare `#[parallel_for]` says all that there is to say of one loop.
    let is_whole = word == Word::ParallelFor && inner == 0;
    if arguments.is_empty() && inner == 0 && !is_whole {
        diagnostics.push(nothing_annotated(word, &function));
    } else if !arguments.is_empty() || is_whole {
        let span = arguments.span();
        let written = std::iter::once((word, arguments, span)).chain(others).collect();
        if let Ok(clauses) = attribute::clauses(written, diagnostics) {
            collector.function_clauses(clauses, &function, inner, diagnostics);
        }
    }
    collector.visit_block_mut(&mut function.block);
    let Collector { mut sites, found, only, meant, .. } = collector;
    diagnostics.extend(found);
    if only.is_some() {
        // The loop was counted, and is nowhere where it can be taken out.
        let at = function.sig.ident.span().into();
        diagnostics.push(if meant == Meant::Iterator { reduced::unbound(at, word == Word::ParallelFor) } else { unbound(at) });
    }
    add_types(&function, &mut sites);
    outer::lift(&mut function, &mut sites);
    let mut result = ScanFunction { clean: TokenStream::new(), sites, holed: Some(function) };
    result.clean = result.with_loops(ScanSite::written);
    result
}

/// `const fn` cannot call the runtime. Takes the further attributes of ours: they are for the same loop.
fn check_signature(function: &mut ItemFn, is_bare: bool, diagnostics: &mut Diagnostics) -> Vec<Written> {
    if let Some(word) = &function.sig.constness {
        let message = "a `const fn` cannot run on a device";
        diagnostics.push(error(126, word.span(), message).help("remove `const`, or remove `#[scan]`"));
    }
    let others = take_scan(&mut function.attrs);
    let (bare, others): (Vec<_>, Vec<_>) = others.into_iter().partition(|other| is_bare || attribute_arguments(other).is_empty());
    if let Some(second) = bare.first() {
        diagnostics.push(error(127, second.span(), "a second annotation of this function").help("leave one of them out"));
    }
    others.iter().filter_map(written).collect()
}

/// The function's names can be told from the expansion's.
fn check_names(function: &ItemFn, diagnostics: &mut Diagnostics) {
    let mut reserved = None;
    crate::syntax::for_each_word(function.to_token_stream(), &mut |name| {
        let name_text = name.unraw().to_string();
        if name_text.starts_with(RESERVED) || name_text.starts_with(PLACEHOLDER) {
            reserved.get_or_insert_with(|| name.clone());
        }
    });
    if let Some(name) = reserved {
        let begins = if name.unraw().to_string().starts_with(RESERVED) { RESERVED } else { PLACEHOLDER };
        let message = format!("names that begin with `{begins}` are kept for what the loop becomes");
        diagnostics.push(error(130, name.span(), message).help(format!("give `{name}` another name")));
    }
}

fn add_types(function: &ItemFn, sites: &mut [ScanSite]) {
    types::environments(function, sites.len(), hole_number).into_iter().zip(sites).for_each(|(mut environment, site)| {
        // The `Vec` that a `collect()` makes is typed by its `let`, which only comes into scope behind the loop.
        let TypeEnvironment { names, tuples, .. } = std::mem::take(&mut site.types);
        environment.names.extend(names);
        environment.tuples.extend(tuples);
        add_chunks(&site.syntax, &mut environment);
        site.types = environment;
    });
}

/// The arrays of fixed arrays that the loop's header makes of others.
fn add_chunks(syntax: &LoopSyntax, environment: &mut TypeEnvironment) {
    let mut found = Vec::new();
    let mut look = |expression: &Expr| {
        if let Some(chunks) = Chunks::of(expression)
            && let (Some(count), Some(array)) = (chunks.count, chunks.array())
            && let Some(Known::Sequence(Some(element))) =
                place_within(chunks.whole()).and_then(|whole| environment.known(&text(whole)))
        {
            found.push((text(&array), Known::Sequence(Some(ir::Type::Array(Box::new(element.clone()), count)))));
        }
        !matches!(expression, Expr::Closure(_))
    };
    match syntax {
        LoopSyntax::For(syntax) => Expressions(&mut look).visit_expr(&syntax.expr),
        LoopSyntax::Collect(_, chain) => Expressions(&mut look).visit_expr(chain),
        LoopSyntax::Search(written) => add_chunks(written, environment),
        LoopSyntax::While(_) | LoopSyntax::Reduce(_) => {}
    }
    environment.names.extend(found);
}

/// Takes the annotated loops out of a function's body.
struct Collector {
    function: String,
    /// The function's return type, where the next statement is its value.
    returns: Option<Type>,
    sites: Vec<ScanSite>,
    found: Diagnostics,
    /// The function's clauses, for its only loop.
    only: Option<ScanAttribute>,
    /// What they are for.
    meant: Meant,
    /// The closures that loops call, which they are not for.
    called: HashSet<String>,
    /// `crate = …` of the function.
    runtime: Option<syn::Path>,
}

impl Collector {
    fn new(function: &ItemFn) -> Self {
        let returns = match &function.sig.output {
            ReturnType::Type(_, ty) => Some((**ty).clone()),
            ReturnType::Default => None,
        };
        let name = function.sig.ident.unraw().to_string();
        Self {
            function: name,
            returns,
            sites: Vec::new(),
            found: Diagnostics::default(),
            only: None,
            meant: Meant::Loop,
            called: called(&function.block),
            runtime: None,
        }
    }

    /// Clauses on the function: for its one loop, or defaults for annotated loops.
    fn function_clauses(&mut self, clauses: Clauses, function: &ItemFn, inner: usize, diagnostics: &mut Diagnostics) {
        if inner == 0 {
            let are_independent = clauses.are_independent();
            let attribute = clauses.attribute(diagnostics);
            let reduces = |attribute: &ScanAttribute| attribute.targets.first().is_some_and(|target| target.reduction);
            let word = match are_independent {
                true => Word::ParallelFor,
                false if attribute.as_ref().is_ok_and(reduces) => Word::Reduce,
                false => Word::Scan,
            };
            if let (Ok(attribute), Some(meant)) = (attribute, meant(function, word, diagnostics)) {
                (self.only, self.meant) = (Some(attribute), meant);
            }
        } else if clauses.names_operator() {
            let message = "the function and its loops both say what to scan";
            let help = "write a bare `#[scan]` on the function, and the clauses on the loops";
            diagnostics.push(error(124, clauses.span(), message).help(help));
        } else {
            self.runtime = clauses.defaults(diagnostics);
        }
    }

    /// The clauses of a loop with these attributes; takes ours out of them.
    fn clauses_for(&mut self, attributes: &mut Vec<Attribute>) -> Option<ScanAttribute> {
        let ours = take_scan(attributes);
        if ours.is_empty() {
            return self.only.take();
        }
        let clauses = attribute::clauses(ours.iter().filter_map(written).collect(), &mut self.found).ok()?;
        let mut read = clauses.attribute(&mut self.found).ok()?;
        read.runtime = read.runtime.or_else(|| self.runtime.clone());
        Some(read)
    }

    /// Whether something that may be a loop to scan is one: it is annotated, or the function's clauses are for it.
    fn concerns(&self, attributes: &[Attribute]) -> bool {
        self.only.is_some() || attributes.iter().any(is_scan)
    }

    /// Whether a loop is meant: clauses of a function with a nest are for the innermost, if that is what has independent iterations.
    fn is_meant(&self, syntax: &syn::ExprForLoop) -> bool {
        let carried = |only: &ScanAttribute| {
            carries_elements(syntax, &only.targets.iter().filter_map(|target| plain_ident(&target.place)).collect::<Vec<_>>())
        };
        let is_around = |only: &ScanAttribute| if only.independent { is_grid(syntax) } else { is_nest(syntax) && !carried(only) };
        self.concerns(&syntax.attrs) && !self.only.as_ref().is_some_and(is_around)
    }

    /// Puts a hole in the place of `expression`, the site's loop.
    fn take(&mut self, expression: &mut Expr, attribute: ScanAttribute, kept: Vec<Attribute>, syntax: LoopSyntax) {
        let hole = format_ident!("{HOLE}{}", self.sites.len());
        *expression = Expr::Path(syn::ExprPath { attrs: kept, qself: None, path: hole.into() });
        self.sites.push(ScanSite {
            attribute,
            function: self.function.clone(),
            number: self.sites.len(),
            syntax,
            called: None,
            outer: None,
            types: TypeEnvironment::default(),
        });
    }

    /// Annotated loops inside `expression`, which is one itself, are reported; their attributes are removed.
    fn refuse_inner(&mut self, expression: &mut Expr) {
        let mut inner = StripInner { found: &mut self.found };
        inner.visit_expr_mut(expression);
    }

    /// A `for` or `while` that is to be scanned.
    fn take_loop(&mut self, expression: &mut Expr) {
        let attributes = match expression {
            Expr::ForLoop(syntax) => &mut syntax.attrs,
            Expr::While(syntax) => &mut syntax.attrs,
            _ => return,
        };
        let mut kept = std::mem::take(attributes);
        let attribute = self.clauses_for(&mut kept);
        self.refuse_inner(expression);
        let Some(attribute) = attribute else {
            return put_back(expression, kept);
        };
        if let Expr::While(syntax) = &*expression
            && attribute.independent
            && is_left(syntax.label.as_ref(), &syntax.body)
        {
            let message = "a `while` loop is no search";
            let at = syntax.while_token.span;
            return self.found.push(error(415, at, message).help("count in the header: `for i in from..to { … }`"));
        }
        let syntax = match expression.clone() {
            Expr::ForLoop(syntax)
                if attribute.independent && (is_left(syntax.label.as_ref(), &syntax.body) || only_panics(&syntax)) =>
            {
                LoopSyntax::Search(Box::new(LoopSyntax::For(syntax)))
            }
            Expr::ForLoop(syntax) => LoopSyntax::For(syntax),
            Expr::While(syntax) => LoopSyntax::While(syntax),
            _ => return,
        };
        self.take(expression, attribute, kept, syntax);
    }
}

impl VisitMut for Collector {
    fn visit_local_mut(&mut self, local: &mut Local) {
        if self.only.is_some() && is_called(local, &self.called) {
            return;
        }
        let value = local.init.as_ref().filter(|_| self.concerns(&local.attrs)).map(|init| &*init.expr);
        match value {
            Some(value) if self.is_chain(value) => self.take_local(local),
            Some(value) if self.has_part(value) => self.take_part_of_local(local),
            _ => visit_mut::visit_local_mut(self, local),
        }
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let returns = self.returns.take();
        for statement in &mut block.stmts {
            self.returns = returns.clone().filter(|_| matches!(statement, Stmt::Expr(_, None)));
            self.visit_stmt_mut(statement);
        }
    }

    fn visit_stmt_mut(&mut self, statement: &mut Stmt) {
        let ty = self.returns.take();
        if let Stmt::Expr(expression, _) = statement {
            match expression {
                Expr::Assign(assign) if self.is_chain(&assign.right) && self.concerns(attributes_of(&assign.left)) => {
                    return self.take_assigned(&mut assign.left, &mut assign.right);
                }
                Expr::Binary(update)
                    if compound(&update.op).is_some()
                        && self.is_chain(&update.right)
                        && self.concerns(attributes_of(&update.left)) =>
                {
                    return self.take_assigned(&mut update.left, &mut update.right);
                }
                Expr::MethodCall(call) if self.is_each(call) => return self.take_each(expression),
                Expr::MethodCall(call) if self.is_chain_call(call) && self.concerns(&call.attrs) => {
                    let mut attributes = std::mem::take(&mut call.attrs);
                    self.take_chain(expression, &mut attributes, None, ty.as_ref());
                    put_back(expression, attributes);
                    return;
                }
                Expr::Assign(assign) if self.has_part(&assign.right) && self.concerns(attributes_of(&assign.left)) => {
                    let mut attributes = take_attributes(&mut assign.left);
                    self.take_part(&mut assign.right, &mut attributes, Some(&assign.left));
                    return put_back(&mut assign.left, attributes);
                }
                value if self.concerns(attributes_of(value)) && self.has_part(value) => {
                    let mut attributes = take_attributes(value);
                    self.take_part(value, &mut attributes, None);
                    return put_back(value, attributes);
                }
                _ => {}
            }
        }
        visit_mut::visit_stmt_mut(self, statement);
    }

    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        if let Expr::ForLoop(syntax) = expression
            && syntax.attrs.iter().any(|attribute| Word::of(attribute) == Some(Word::ParallelFor))
            && is_grid(syntax)
        {
            hand_down(take_scan(&mut syntax.attrs), syntax);
        }
        match expression {
            Expr::ForLoop(syntax) if self.is_meant(syntax) => self.take_loop(expression),
            Expr::While(syntax) if self.concerns(&syntax.attrs) => self.take_loop(expression),
            _ => visit_mut::visit_expr_mut(self, expression),
        }
    }

    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        for misplaced in take_scan(attributes) {
            self.found.push(no_loop(&misplaced));
        }
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}
}

/// Reports and removes annotations inside an annotated loop.
struct StripInner<'a> {
    found: &'a mut Diagnostics,
}

impl VisitMut for StripInner<'_> {
    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        for inner in take_scan(attributes) {
            let message = "an annotated loop inside an annotated loop";
            self.found
                .push(error(123, inner.span(), message).help("keep the `#[scan(…)]` of the inner loop and remove the outer one"));
        }
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}
}

/// Fills a hole; whether there may be holes in what is none.
fn fill(expression: &mut Expr, fillings: &[TokenStream]) -> bool {
    let Some(filling) = hole_number(expression).and_then(|number| fillings.get(number)) else { return true };
    let kept = attributes_of(expression);
    *expression = Expr::Verbatim(if kept.is_empty() { filling.clone() } else { quote!(#(#kept)* #filling) });
    false
}

/// The number of the annotated loop whose place this is.
pub(crate) fn hole_number(expression: &Expr) -> Option<usize> {
    match expression {
        Expr::Path(path) => path.path.get_ident()?.to_string().strip_prefix(HOLE)?.parse().ok(),
        _ => None,
    }
}

/// Counts annotations in a function's body, whatever they are on.
fn count_annotations(function: &ItemFn) -> usize {
    struct Count(usize);
    impl<'ast> Visit<'ast> for Count {
        fn visit_attribute(&mut self, attribute: &'ast Attribute) {
            self.0 += usize::from(is_scan(attribute));
        }
        fn visit_item(&mut self, _: &'ast Item) {}
    }
    let mut count = Count(0);
    count.visit_block(&function.block);
    count.0
}

fn nothing_annotated(word: Word, function: &ItemFn) -> Diagnostic {
    let (word, place, what) = match word {
        Word::Scan => ("scan", "y", "scan"),
        Word::Reduce => ("reduce", "sum", "reduction"),
        Word::ParallelFor => ("parallel_for", "y", "scan"),
    };
    let message = format!("a bare `#[{word}]` on a function without annotated loops");
    let help = format!(
        "write `#[{word}(+ : {place})]` on the function, or on the loop in it that is the {what}; with `auto` for `+` the operator is derived"
    );
    error(121, function.sig.ident.span(), message).help(help)
}

fn no_loop(attribute: &Attribute) -> Diagnostic {
    let name = attribute.path().segments.last().map_or("scan".to_owned(), |name| name.ident.to_string());
    error(125, attribute.span(), format!("`#[{name}]` is not on a loop"))
        .help("put it on a `for` loop, a `while` loop, `let y = x.iter().scan(…).collect();`, or `let s: i64 = x.iter().sum();`")
}

fn not_a_function(arguments: &TokenStream, item: &TokenStream, found: &syn::Error) -> Diagnostic {
    let span = if item.is_empty() { arguments.span() } else { item.span() };
    match syn::parse2::<syn::TraitItemFn>(item.clone()) {
        Ok(declared) => error(120, declared.sig.ident.span(), "this function has no body, so no loop")
            .help("put `#[scan]` on the functions that implement it"),
        Err(_) if syn::parse2::<Item>(item.clone()).is_ok() => {
            error(120, span, "`#[scan]` is not on a function").help("put it on the function that holds the loop")
        }
        Err(_) if is_loop(item) => error(120, span, "`#[scan]` is on a loop, but not on the function around it")
            .help("put a bare `#[scan]` on that function, too: Rust runs attributes on functions"),
        Err(_) => error(120, found.span(), format!("cannot read this as a function: {found}"))
            .help("put `#[scan]` on the function that holds the loop"),
    }
}

/// Whether an attribute stands on a loop.
pub(crate) fn is_loop(item: &TokenStream) -> bool {
    let expression = syn::parse2::<Expr>(item.clone());
    matches!(expression, Ok(Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_)))
}

fn take_scan(attributes: &mut Vec<Attribute>) -> Vec<Attribute> {
    let (ours, others) = std::mem::take(attributes).into_iter().partition(is_scan);
    *attributes = others;
    ours
}

/// The attributes of the expressions that ours may be on.
fn attributes_of(expression: &Expr) -> &[Attribute] {
    match expression {
        Expr::ForLoop(inner) => &inner.attrs,
        Expr::While(inner) => &inner.attrs,
        Expr::If(inner) => &inner.attrs,
        Expr::Match(inner) => &inner.attrs,
        Expr::MethodCall(inner) => &inner.attrs,
        Expr::Path(inner) => &inner.attrs,
        Expr::Field(inner) => &inner.attrs,
        Expr::Unary(inner) => &inner.attrs,
        Expr::Paren(inner) => &inner.attrs,
        _ => &[],
    }
}

fn attributes_mut(expression: &mut Expr) -> Option<&mut Vec<Attribute>> {
    match expression {
        Expr::ForLoop(inner) => Some(&mut inner.attrs),
        Expr::While(inner) => Some(&mut inner.attrs),
        Expr::If(inner) => Some(&mut inner.attrs),
        Expr::Match(inner) => Some(&mut inner.attrs),
        Expr::MethodCall(inner) => Some(&mut inner.attrs),
        Expr::Path(inner) => Some(&mut inner.attrs),
        Expr::Field(inner) => Some(&mut inner.attrs),
        Expr::Unary(inner) => Some(&mut inner.attrs),
        Expr::Paren(inner) => Some(&mut inner.attrs),
        _ => None,
    }
}

fn take_attributes(expression: &mut Expr) -> Vec<Attribute> {
    attributes_mut(expression).map(std::mem::take).unwrap_or_default()
}

fn put_back(expression: &mut Expr, attributes: Vec<Attribute>) {
    if let Some(place) = attributes_mut(expression) {
        *place = attributes;
    }
}

#[cfg(test)]
mod tests;
