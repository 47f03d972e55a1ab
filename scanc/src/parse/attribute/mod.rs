//! The arguments of `#[scan(…)]`, `#[reduce(…)]` and `#[parallel_for]` → [`ScanAttribute`].
//!
//! Clauses stand in any order, each at most once (`map` once per place) among all attributes of a loop. After a malformed one, reading goes on behind the next comma.

mod arguments;
mod operator;

use super::site::Word;
use super::suggest::nearest;
use super::{Algorithm, DeviceWord, Direction, Kind, MapClause, OperatorName, ScanAttribute, Target, error};
use crate::diagnostic::{Diagnostic, Diagnostics, Result, Span, Spanned};
use crate::syntax::{bare, is_place, place_text, place_within, plain_ident};
use arguments::{
    ALGORITHMS, DEVICES, arguments, comma, directionless, drain, group_size, list, map_direction, nothing_more, one_word, skip,
    skip_to_comma, world,
};
pub(crate) use operator::{AUTO, BUILT_IN};
use operator::{colon, operator, starts_operator};
use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{ParseBuffer, ParseStream, Parser};
use syn::{Expr, Token, token};

const FORM: &str = "write `#[scan(+ : y)]`: an operator, a colon, and what the loop scans";
const CLAUSES: &[&str] = &["map", "device", "algorithm", "group_size", "ranks"];
const FLAGS: &[&str] = &["inclusive", "exclusive", "deterministic", "reassociate"];

/// Parses what stands between the parentheses of `#[scan(…)]`; `span` is the attribute's place.
///
/// # Errors
/// `Stopped` with everything that is wrong in `diagnostics`.
pub fn attribute(tokens: TokenStream, span: Span, diagnostics: &mut Diagnostics) -> Result<ScanAttribute> {
    clauses(vec![(Word::Scan, tokens, span)], diagnostics)?.attribute(diagnostics)
}

/// Clauses as they are read: each with its place.
pub(super) struct Clauses {
    scans: Vec<Scan>,
    maps: Vec<MapClause>,
    device: Option<(DeviceWord, Span)>,
    algorithm: Option<(Option<Algorithm>, Span)>,
    group_size: Option<(u32, Span)>,
    asserted: Option<(Kind, Span)>,
    deterministic: Option<((), Span)>,
    reassociate: Option<((), Span)>,
    ranks: Option<(Expr, Span)>,
    runtime: Option<(syn::Path, Span)>,
    /// `#[parallel_for]`
    independent: Option<Span>,
    span: Span,
}

/// `+ : y, z`
struct Scan {
    operator: OperatorName,
    targets: Vec<Expr>,
    reduction: bool,
}

/// An attribute of ours: which one, what stands between its parentheses, its place.
pub(super) type Written = (Word, TokenStream, Span);

/// Reads the clauses of all `attributes` of a loop; the operator may be missing.
pub(super) fn clauses(attributes: Vec<Written>, diagnostics: &mut Diagnostics) -> Result<Clauses> {
    let span = attributes.first().map_or_else(Span::call_site, |(_, _, span)| *span);
    let mut reader = Reader { clauses: Clauses::new(span), word: Word::Scan, found: Diagnostics::default() };
    for (word, tokens, span) in attributes {
        (reader.word, reader.clauses.span) = (word, span);
        if word == Word::ParallelFor && reader.clauses.independent.replace(span).is_some() {
            reader.found.push(error(107, span, "`#[parallel_for]` occurs twice").help("leave one of them out"));
        }
        let read = (|input: ParseStream| {
            reader.read(input);
            Ok(())
        })
        .parse2(tokens);
        if let Err(error) = read {
            reader.found.push(malformed(error.span(), error.to_string()).help(form(word)));
        }
    }
    let Reader { mut clauses, mut found, .. } = reader;
    clauses.span = span;
    clauses.repetitions(&mut found);
    clauses.contradictions(&mut found);
    let result = found.stop_if_errors();
    diagnostics.extend(found);
    result.map(|()| clauses)
}

impl Clauses {
    fn new(span: Span) -> Self {
        Self {
            scans: Vec::new(),
            maps: Vec::new(),
            device: None,
            algorithm: None,
            group_size: None,
            asserted: None,
            deterministic: None,
            reassociate: None,
            ranks: None,
            runtime: None,
            independent: None,
            span,
        }
    }

    /// Where the clauses begin.
    pub(super) fn span(&self) -> Span {
        self.scans.first().map_or(self.span, |scan| scan.operator.span())
    }

    /// Whether an operator is named.
    pub(super) fn names_operator(&self) -> bool {
        !self.scans.is_empty()
    }

    /// What a bare `#[scan(crate = path)]` on the function says for its loops. Any other clause belongs on a loop.
    pub(super) fn defaults(self, diagnostics: &mut Diagnostics) -> Option<syn::Path> {
        let spans = [
            self.device.map(|(_, span)| span),
            self.algorithm.map(|(_, span)| span),
            self.group_size.map(|(_, span)| span),
            self.asserted.map(|(_, span)| span),
            self.deterministic.map(|(_, span)| span),
            self.reassociate.map(|(_, span)| span),
            self.ranks.as_ref().map(|(_, span)| *span),
            self.maps.first().and_then(|map| map.places.first()).map(Spanned::span),
        ];
        for span in spans.into_iter().flatten() {
            let message = "this clause belongs to one loop, the function's loops have their own `#[scan(…)]`";
            diagnostics.push(error(124, span, message).help("move the clause to the loop's `#[scan(…)]`"));
        }
        self.runtime.map(|(path, _)| path)
    }

    /// The whole attribute: at least one operator with a target.
    pub(super) fn attribute(self, diagnostics: &mut Diagnostics) -> Result<ScanAttribute> {
        let each = self.scans.into_iter().flat_map(|Scan { operator, targets, reduction }| {
            targets.into_iter().map(move |place| Target { operator: operator.clone(), place, reduction })
        });
        let targets: Vec<Target> = each.collect();
        if targets.is_empty() && self.independent.is_none() {
            return Err(diagnostics.stop(error(102, self.span, "`#[scan]` names no operator").help(FORM)));
        }
        Ok(ScanAttribute {
            targets,
            independent: self.independent.is_some(),
            maps: self.maps,
            device: self.device.map(|(word, _)| word),
            algorithm: self.algorithm.and_then(|(algorithm, _)| algorithm),
            group_size: self.group_size.map(|(size, _)| size),
            asserted: self.asserted,
            deterministic: self.deterministic.is_some(),
            reassociate: self.reassociate.is_some(),
            ranks: self.ranks.map(|(world, _)| world),
            runtime: self.runtime.map(|(path, _)| path),
            span: self.span,
        })
    }

    /// A place is scanned or reduced once.
    fn repetitions(&self, found: &mut Diagnostics) {
        let places: Vec<&Expr> = self.scans.iter().flat_map(|scan| &scan.targets).collect();
        for (number, place) in places.iter().enumerate() {
            let text = place_text(place);
            if places[..number].iter().any(|earlier| place_text(earlier) == text) {
                found.push(error(105, place.span(), format!("`{text}` is named twice")).help("leave one of them out"));
            }
        }
    }

    /// `#[parallel_for]`
    pub(super) fn are_independent(&self) -> bool {
        self.independent.is_some()
    }

    /// Nothing is carried between independent iterations: nothing can be said of how.
    fn check_independent(&self, found: &mut Diagnostics) {
        if self.independent.is_none() {
            return;
        }
        let scans = self.scans.iter().map(|scan| (scan.operator.span(), "an operator"));
        let others = [
            self.algorithm.as_ref().map(|(_, span)| (*span, "an algorithm")),
            self.asserted.map(|(_, span)| (span, "a kind of scan")),
            self.deterministic.or(self.reassociate).map(|(_, span)| (span, "an order of combination")),
            self.ranks.as_ref().map(|(_, span)| (*span, "ranks, which are about what is carried")),
        ];
        for (span, what) in scans.chain(others.into_iter().flatten()) {
            let message = format!("`#[parallel_for]` says that iterations are independent, this names {what}");
            found.push(
                error(111, span, message)
                    .help("leave it out, or write `#[scan(…)]` or `#[reduce(…)]` instead of `#[parallel_for]`"),
            );
        }
    }

    /// `deterministic` promises one tree on every device, so it leaves no choice of another.
    fn contradictions(&self, found: &mut Diagnostics) {
        self.check_independent(found);
        let derives = self.scans.iter().any(|scan| scan.operator.is_derived());
        if let Some(((), span)) = self.reassociate.filter(|_| !derives && self.independent.is_none() && !self.scans.is_empty()) {
            let message = "`reassociate` is about operators that `auto` derives, this names others";
            found.push(error(111, span, message).help("leave it out: sums of floats are made in another order without it"));
        }
        if self.deterministic.is_none() {
            return;
        }
        if let Some((Some(Algorithm::Lookback | Algorithm::Blelloch | Algorithm::HillisSteele), span)) = self.algorithm {
            let message = "`deterministic` fixes the algorithm to `reduce_then_scan`, this clause asks for another";
            found.push(error(111, span, message).help("leave out one of the two clauses"));
        }
        if let Some((_, span)) = self.group_size {
            let message = "`deterministic` fixes the order of combination on every device, a group size would change it";
            found.push(error(111, span, message).help("leave out one of the two clauses"));
        }
    }
}

type Parsed<T> = std::result::Result<T, Diagnostic>;

struct Reader {
    clauses: Clauses,
    /// The attribute that is being read.
    word: Word,
    found: Diagnostics,
}

impl Reader {
    /// Items between commas; an item that is wrong is reported and skipped.
    fn read(&mut self, input: ParseStream) {
        while !input.is_empty() {
            if let Err(wrong) = self.item(input).and_then(|()| self.separator(input)) {
                self.found.push(wrong);
                skip_to_comma(input);
            }
            if input.peek(Token![,]) {
                skip(input);
            }
        }
    }

    fn separator(&self, input: ParseStream) -> Parsed<()> {
        if input.is_empty() || input.peek(Token![,]) {
            return Ok(());
        }
        Err(malformed(input.span(), "expected `,`").help("put a `,` between two clauses"))
    }

    fn item(&mut self, input: ParseStream) -> Parsed<()> {
        let operator_path = input.peek(syn::Ident) && input.peek2(Token![:]) && !input.peek2(Token![::]);
        if input.peek(Token![crate]) && input.peek2(Token![=]) {
            self.runtime(input)
        } else if operator_path || starts_operator(input) {
            self.scan(input)
        } else if input.peek(Ident::peek_any) && input.peek2(token::Paren) {
            self.clause(input)
        } else if let Some(flag) = peeked_flag(input) {
            self.flag(input, flag)
        } else {
            self.further_target(input)
        }
    }

    /// `+ : y`
    fn scan(&mut self, input: ParseStream) -> Parsed<()> {
        let operator = operator(input)?;
        colon(input, &operator, self.clauses.span)?;
        let target = target(input, &operator, self.clauses.span)?;
        let reduction = self.word == Word::Reduce;
        self.clauses.scans.push(Scan { operator, targets: vec![target], reduction });
        Ok(())
    }

    /// The `b` of `+ : a, b`, or a word that is none of ours.
    fn further_target(&mut self, input: ParseStream) -> Parsed<()> {
        let span = self.here(input);
        if let Some(word) = peeked_word(input) {
            reject_bare_word(&word)?;
        }
        let expression = input.parse::<Expr>().map_err(|error| unreadable(span, &error))?;
        let path = matches!(&expression, Expr::Path(path) if path.path.segments.len() > 1);
        let Some(scan) = self.clauses.scans.last_mut().filter(|_| !path && !input.peek(Token![:])) else {
            return Err(stray(&expression, span, input));
        };
        scan.targets.push(checked_place(expression, "what is scanned")?);
        Ok(())
    }

    /// `device(gpu)` and the like.
    fn clause(&mut self, input: ParseStream) -> Parsed<()> {
        let word = any_ident(input)?;
        let arguments = arguments(input)?;
        let span = word.span();
        match word.to_string().as_str() {
            "map" => self.map(&arguments, span.into())?,
            "device" => once(&mut self.clauses.device, one_word(&arguments, "device", span.into(), DEVICES)?, &word)?,
            "algorithm" => once(&mut self.clauses.algorithm, one_word(&arguments, "algorithm", span.into(), ALGORITHMS)?, &word)?,
            "ranks" => once(&mut self.clauses.ranks, world(&arguments, span.into())?, &word)?,
            "group_size" => once(&mut self.clauses.group_size, group_size(&arguments, span.into())?, &word)?,
            _ => {
                drain(&arguments);
                return Err(unknown_clause(&word));
            }
        }
        nothing_more(&arguments, &word)
    }

    fn flag(&mut self, input: ParseStream, flag: &'static str) -> Parsed<()> {
        let word = any_ident(input)?;
        match flag {
            "deterministic" => once(&mut self.clauses.deterministic, (), &word),
            "reassociate" => once(&mut self.clauses.reassociate, (), &word),
            "inclusive" => self.assert(Kind::Inclusive, &word),
            _ => self.assert(Kind::Exclusive, &word),
        }
    }

    fn assert(&mut self, kind: Kind, word: &Ident) -> Parsed<()> {
        match self.clauses.asserted {
            Some((other, _)) if other != kind => {
                let message = "a scan is inclusive or exclusive, this says both";
                Err(error(111, word.span(), message)
                    .help("leave out one of the two: the loop decides, the word is checked against it"))
            }
            _ => once(&mut self.clauses.asserted, kind, word),
        }
    }

    /// `crate = path`
    fn runtime(&mut self, input: ParseStream) -> Parsed<()> {
        let word = any_ident(input)?;
        skip(input);
        let span = self.here(input);
        let path = input.call(syn::Path::parse_mod_style).map_err(|error| {
            let message = format!("`crate = …` needs the path of the runtime crate: {error}");
            super::error(110, span, message).help("write `crate = scan_runtime`, with the name that Cargo.toml gives it")
        })?;
        once(&mut self.clauses.runtime, path, &word)
    }

    /// `map(to: x, z)`
    fn map(&mut self, arguments: &ParseBuffer, span: Span) -> Parsed<()> {
        let mut direction = None;
        if arguments.is_empty() {
            return Err(malformed(span, "`map` names no array").help("write `map(to: x)`, `map(from: y)` or `map(tofrom: y)`"));
        }
        while !arguments.is_empty() {
            if arguments.peek(syn::Ident) && arguments.peek2(Token![:]) {
                direction = Some(map_direction(arguments)?);
            }
            let Some(direction) = direction else {
                return Err(directionless(arguments, span));
            };
            self.mapped(arguments, direction, span)?;
            comma(arguments)?;
        }
        Ok(())
    }

    /// One place of a `map` list.
    fn mapped(&mut self, arguments: &ParseBuffer, direction: Direction, span: Span) -> Parsed<()> {
        let at = if arguments.is_empty() { span } else { arguments.span().into() };
        let expression = arguments.parse::<Expr>().map_err(|error| {
            drain(arguments);
            unreadable(at, &error)
        })?;
        let place = checked_place(expression, "what is mapped").inspect_err(|_| drain(arguments))?;
        let text = place_text(&place);
        if self.clauses.maps.iter().flat_map(|map| &map.places).any(|mapped| place_text(mapped) == text) {
            drain(arguments);
            let help = format!("for both directions write `map(tofrom: {text})`");
            return Err(error(107, place.span(), format!("`{text}` is mapped twice")).help(help));
        }
        match self.clauses.maps.iter_mut().find(|map| map.direction == direction) {
            Some(map) => map.places.push(place),
            None => self.clauses.maps.push(MapClause { direction, places: vec![place] }),
        }
        Ok(())
    }

    /// The next token's place; the attribute's, where nothing is left.
    fn here(&self, input: ParseStream) -> Span {
        if input.is_empty() { self.clauses.span } else { input.span().into() }
    }
}

fn malformed(span: impl Into<Span>, message: impl Into<String>) -> Diagnostic {
    error(101, span, message)
}

/// The parser's own words, where there is nothing better to say.
fn unreadable(span: Span, found: &syn::Error) -> Diagnostic {
    malformed(span, format!("cannot read this: {found}")).help(FORM)
}

/// What to write.
fn form(word: Word) -> &'static str {
    match word {
        Word::Scan => FORM,
        Word::Reduce => "write `#[reduce(+ : sum)]`: an operator, a colon, and the variable that the loop accumulates in",
        Word::ParallelFor => "write `#[parallel_for]`, and clauses such as `device(gpu)` in parentheses",
    }
}

fn any_ident(input: ParseStream) -> Parsed<Ident> {
    input.call(Ident::parse_any).map_err(|error| unreadable(input.span().into(), &error))
}

fn once<T>(slot: &mut Option<(T, Span)>, value: T, word: &Ident) -> Parsed<()> {
    if slot.is_some() {
        return Err(error(107, word.span(), format!("`{word}` occurs twice")).help("leave one of them out"));
    }
    *slot = Some((value, word.span().into()));
    Ok(())
}

fn peeked_word(input: ParseStream) -> Option<Ident> {
    input.fork().call(Ident::parse_any).ok()
}

/// `deterministic` and the like, alone between commas or wrongly given arguments.
fn peeked_flag(input: ParseStream) -> Option<&'static str> {
    let fork = input.fork();
    let word = fork.call(Ident::parse_any).ok()?;
    let alone = fork.is_empty() || fork.peek(Token![,]);
    FLAGS.iter().find(|flag| alone && word == **flag).copied()
}

fn target(input: ParseStream, operator: &OperatorName, whole: Span) -> Parsed<Expr> {
    if input.is_empty() || input.peek(Token![,]) {
        let span = if input.is_empty() { whole } else { input.span().into() };
        let message = format!("what does `{operator}` scan? nothing is named after `:`");
        let help = match operator {
            OperatorName::Path(path) if path.get_ident().is_some_and(|name| !["min", "max"].iter().any(|word| name == word)) => {
                format!("if `{operator}` is the array or the accumulator of the loop, write `+ : {operator}`, the operator first")
            }
            _ => format!("write `{operator} : y`, with the array or the accumulator of the loop"),
        };
        return Err(error(104, span, message).help(help));
    }
    let span = input.span();
    let next = symbol(input);
    let expression = input.parse::<Expr>().map_err(|found| {
        let swapped = next.filter(|_| matches!(operator, OperatorName::Path(_)));
        let place = if operator.to_string() == "y" { "t" } else { "y" };
        let help = swapped
            .map_or_else(|| format!("`{operator} : {place}`"), |symbol| format!("`{symbol} : {operator}`, the operator first"));
        error(104, span, format!("cannot read what is scanned: {found}")).help(format!("write {help}"))
    })?;
    checked_place(expression, "what is scanned")
}

/// The built-in operator that comes next, as a symbol.
fn symbol(input: ParseStream) -> Option<String> {
    let tokens = input.fork().parse::<TokenStream>().ok()?.into_iter();
    let symbols = tokens.map_while(|token| match token {
        TokenTree::Punct(punct) if punct.as_char() != ',' => Some(punct.as_char()),
        _ => None,
    });
    Some(symbols.collect()).filter(|text: &String| "+ * & | ^ && ||".split(' ').any(|symbol| symbol == text))
}

/// `c[0]`, an element of a fixed array.
fn is_numbered(expression: &Expr) -> bool {
    match bare(expression) {
        Expr::Index(element) => {
            matches!(bare(&element.index), Expr::Lit(_)) && (plain_ident(&element.expr).is_some() || is_numbered(&element.expr))
        }
        _ => false,
    }
}

fn checked_place(expression: Expr, what: &str) -> Parsed<Expr> {
    if is_place(&expression) || is_numbered(&expression) {
        return Ok(bare(&expression).clone());
    }
    if let Expr::Assign(assignment) = bare(&expression) {
        return Err(no_setting(&assignment.left));
    }
    let message = format!("{what} must be a variable or a field");
    let help = match place_within(&expression) {
        Some(place) => format!("write `{}`", place_text(place)),
        None => "bind it with `let` before the loop and name that".to_owned(),
    };
    Err(error(104, expression.span(), message).help(help))
}

/// `identity = 0`, and the like.
fn no_setting(name: &Expr) -> Diagnostic {
    let text = place_text(name);
    let help = match text.as_str() {
        "identity" => {
            "leave it out: a loop starts from what it finds; `#[declare_scan(identity = …)]` declares an operator with one"
                .to_owned()
        }
        _ => format!("leave it out, the clauses are {}", list(&CLAUSES.iter().chain(FLAGS).copied().collect::<Vec<_>>())),
    };
    error(106, name.span(), format!("a loop has no clause `{text} = …`")).help(help)
}

/// A word that is not followed by what its clause needs, or that looks like a misspelt one.
fn reject_bare_word(word: &Ident) -> Parsed<()> {
    let text = word.unraw().to_string();
    match text.as_str() {
        "map" => Err(argument_missing(word, "map(to: x)")),
        "device" => Err(argument_missing(word, "device(gpu)")),
        "algorithm" => Err(argument_missing(word, "algorithm(blelloch)")),
        "group_size" => Err(argument_missing(word, "group_size(64)")),
        "crate" => Err(argument_missing(word, "crate = scan_runtime")),
        "no_overflow" | "assume_associative" => {
            let help = format!("leave it out: it is said of an operator, where that is declared: `#[declare_scan({text})]`");
            Err(error(106, word.span(), format!("a loop has no clause `{text}`")).help(help))
        }
        // Names of one's own are taken for targets, unless they are nearly a clause.
        _ => match nearest(&text, FLAGS) {
            Some(_) => Err(unknown_clause(word)),
            None => Ok(()),
        },
    }
}

fn argument_missing(word: &Ident, example: &str) -> Diagnostic {
    error(110, word.span(), format!("`{word}` needs an argument")).help(format!("write `{example}`"))
}

fn unknown_clause(word: &Ident) -> Diagnostic {
    let text = word.to_string();
    let known: Vec<&str> = CLAUSES.iter().chain(FLAGS).copied().collect();
    if FLAGS.contains(&text.as_str()) {
        return error(110, word.span(), format!("`{text}` takes no argument")).help(format!("write `{text}`"));
    }
    if text == "reduction" {
        let help =
            "OpenMP's `reduction(inscan, + : y)` is `#[scan(+ : y)]` here, and `reduction(+ : sum)` is `#[reduce(+ : sum)]`";
        return error(106, word.span(), "there is no clause `reduction`").help(help);
    }
    let help = match nearest(&text, &known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("leave it out, the clauses are {}", list(&known)),
    };
    error(106, word.span(), format!("there is no clause `{text}`")).help(help)
}

/// Something that is neither a clause nor, where it stands, a target.
fn stray(expression: &Expr, span: Span, input: ParseStream) -> Diagnostic {
    let operator_shaped = matches!(bare(expression), Expr::Path(path) if path.qself.is_none());
    if operator_shaped && (input.is_empty() || input.peek(Token![,])) {
        let text = place_text(expression).replace(' ', "");
        let known = matches!(text.as_str(), "min" | "max");
        let help = if known { format!("write `{text} : y`") } else { FORM.to_owned() };
        return error(103, span, format!("expected `:` and what is scanned after `{text}`")).help(help);
    }
    malformed(span, "expected an operator and what it scans, or a clause").help(FORM)
}

#[cfg(test)]
mod tests;
