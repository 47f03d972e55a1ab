//! The attributes that a loop might have: by the places that its body assigns, and the operators with which it does.
//!
//! That these are right nobody says but the compiler: it is asked for each.

use crate::parse::{Collected, Extreme, compares, is_search};
use crate::syntax::{Bound, Expressions, bare, operands, place_text};
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Pat, UnOp};

/// The attributes of one loop, `scan(+ : y)` or the like, each without `#[]`.
pub(super) type Attempt = Vec<String>;

/// No loop is tried more often.
const MOST: usize = 64;
/// Places of one loop that are taken for carried ones, and operators of one place.
const PLACES: usize = 4;
const OPERATORS: usize = 4;

/// All for a loop, or for a chain that is bound to a name; best first.
pub(super) fn of(looped: &Expr, name: Option<&str>) -> Vec<Attempt> {
    let mut body = Body::default();
    match looped {
        Expr::ForLoop(syntax) => {
            body.bound(&syntax.pat);
            body.visit_block(&syntax.body);
        }
        Expr::While(syntax) => body.visit_block(&syntax.body),
        collected => {
            let Some(closure) = chain(collected) else { return Vec::new() };
            return of_chain(closure, name);
        }
    }
    let (places, other) = body.carried();
    let mut attempts = Vec::new();
    // With no operator to be seen the compiler knows at most which one it would derive, and says so.
    if let (true, Some(other)) = (places.is_empty(), other) {
        attempts.extend(["scan", "reduce"].map(|word| vec![format!("{word}(+ : {other})")]));
    }
    for several in subsets(&places) {
        several.first().into_iter().for_each(|_| attempts.extend(worded(&several)));
    }
    attempts.truncate(MOST - 1);
    attempts.push(vec!["parallel_for".to_owned()]);
    attempts
}

fn of_chain(closure: &syn::ExprClosure, name: Option<&str>) -> Vec<Attempt> {
    let mut body = Body::default();
    body.visit_expr(&closure.body);
    let accumulator = closure.inputs.first().and_then(bound_name);
    let Some(place) = name.map(str::to_owned).or(accumulator) else { return Vec::new() };
    let operators = body.places.iter().flat_map(|place| &place.operators).chain(&body.comparisons);
    let operators: Vec<&String> = operators.take(OPERATORS).collect();
    operators.into_iter().map(|operator| vec![format!("scan({operator} : {place})")]).collect()
}

/// The closure of a `….scan(…, closure)….collect()`.
pub(super) fn chain(expression: &Expr) -> Option<&syn::ExprClosure> {
    let Expr::MethodCall(collect) = bare(expression) else { return None };
    let mut receiver = bare(&collect.receiver);
    while let (true, Expr::MethodCall(call)) = (collect.method == "collect", receiver) {
        if call.method == "scan" && call.args.len() == 2 {
            return match bare(&call.args[1]) {
                Expr::Closure(closure) => Some(closure),
                _ => None,
            };
        }
        receiver = bare(&call.receiver);
    }
    None
}

/// Whether anything is pushed.
pub(super) fn pushes(looped: &Expr) -> bool {
    let mut pushes = false;
    let mut look = |expression: &Expr| {
        pushes |= matches!(expression, Expr::MethodCall(call) if call.method == "push");
        true
    };
    Expressions(&mut look).visit_expr(looped);
    pushes
}

/// The end of a `….iter().map(…).sum()`, and the operator that it combines with.
fn reduced(expression: &Expr) -> Option<(&syn::ExprMethodCall, Vec<String>)> {
    let Expr::MethodCall(end) = bare(expression) else { return None };
    let operators = match (end.method.to_string().as_str(), end.args.len()) {
        ("sum" | "count", 0) => vec!["+".to_owned()],
        ("product", 0) => vec!["*".to_owned()],
        _ if is_search(end) => Vec::new(),
        (method @ ("min" | "max"), 0) => vec![method.to_owned()],
        _ if compares(end) => vec![if Extreme::of(end)?.greatest { "max" } else { "min" }.to_owned()],
        ("fold", 2) | ("reduce", 1) => {
            let mut operators = Operators::default();
            match bare(end.args.last()?) {
                Expr::Path(function) => operators.method(&function.path.segments.last()?.ident.to_string()),
                function => Expressions(&mut |expression| operators.add(expression)).visit_expr(function),
            }
            operators.0.dedup();
            operators.0.truncate(OPERATORS);
            operators.0
        }
        _ => return None,
    };
    // A method of that name may be one of numbers.
    is_iterator(&end.receiver).then_some((end, operators))
}

/// Whether a chain of methods begins with an iterator.
fn is_iterator(chain: &Expr) -> bool {
    let mut receiver = bare(chain);
    while let Expr::MethodCall(call) = receiver {
        if ["iter", "into_iter"].iter().any(|name| call.method == name) {
            return true;
        }
        receiver = bare(&call.receiver);
    }
    matches!(receiver, Expr::Range(_))
}

/// Whether some of an iterator's items are collected.
pub(super) fn is_selection(expression: &Expr) -> bool {
    Collected::of(expression).is_some_and(|collected| collected.selects() && is_iterator(collected.source))
}

/// For an iterator that comes to a value, or of which some items are collected, bound to a name or not.
pub(super) fn of_iterator(expression: &Expr, name: Option<&str>) -> Option<Vec<Attempt>> {
    if is_selection(expression) {
        return Some(vec![vec![format!("scan(+ : {})", name.unwrap_or("collect"))]]);
    }
    if let Some(collected) = Collected::of(expression).filter(|collected| is_iterator(collected.source)) {
        return of_carrying(&collected);
    }
    reduced(expression).map(|(end, operators)| of_reduced(end, &operators, name))
}

/// For one whose items continue a variable that its closures change.
fn of_carrying(collected: &Collected) -> Option<Vec<Attempt>> {
    let carried = collected.carries().first().map(|place| place_text(place))?;
    let mut operators = Operators::default();
    let mut add = |expression: &Expr| {
        if let Expr::Binary(update) = expression {
            operators.0.extend(compound(&update.op).into_iter().flatten().map(ToString::to_string));
        }
        operators.add(expression)
    };
    collected.functions().for_each(|function| Expressions(&mut add).visit_expr(function));
    operators.0.dedup();
    operators.0.truncate(OPERATORS);
    Some(operators.0.iter().map(|operator| vec![format!("scan({operator} : {carried})")]).collect())
}

/// For the one iterator that comes to a value of which an expression is computed, bound to a name or not.
pub(super) fn of_part(expression: &Expr, name: Option<&str>) -> Option<Vec<Attempt>> {
    fn add<'e>(expression: &'e Expr, found: &mut Vec<(&'e syn::ExprMethodCall, Vec<String>)>) {
        match reduced(expression) {
            Some(one) => found.push(one),
            None => operands(expression).into_iter().for_each(|operand| add(operand, found)),
        }
    }
    let mut found = Vec::new();
    add(expression, &mut found);
    let [(end, operators)] = found.as_slice() else { return None };
    Some(of_reduced(end, operators, name))
}

/// For an iterator that comes to a value, bound to a name or not.
fn of_reduced(end: &syn::ExprMethodCall, operators: &[String], name: Option<&str>) -> Vec<Attempt> {
    if is_search(end) {
        return vec![vec!["parallel_for".to_owned()]];
    }
    let method = end.method.to_string();
    let place = name.unwrap_or(&method);
    operators.iter().map(|operator| vec![format!("reduce({operator} : {place})")]).collect()
}

/// What the compiler would derive an operator for, by its help, `write `#[scan(auto : s)]``: alone, and beside what else was tried.
pub(super) fn derived(help: &str, tried: &Attempt) -> Vec<Attempt> {
    let attribute = help.split("#[").nth(1).and_then(|rest| rest.split_once(")]")).map(|(attribute, _)| format!("{attribute})"));
    let Some(attribute) = attribute.filter(|attribute| attribute.contains("(auto : ")) else { return Vec::new() };
    let of =
        |attribute: &str| attribute.split_once('(').map(|(word, rest)| (word.to_owned(), rest.trim_end_matches(')').to_owned()));
    let place = |target: &str| target.rsplit(" : ").next().unwrap_or(target).to_owned();
    let Some((_, list)) = of(&attribute) else { return Vec::new() };
    let named: Vec<String> = list.split(", ").map(place).collect();
    let others = tried.iter().filter_map(|attribute| of(attribute)).filter_map(|(word, list)| {
        let others: Vec<&str> =
            list.split(", ").filter(|target| target.contains(" : ") && !named.contains(&place(target))).collect();
        (!others.is_empty()).then(|| format!("{word}({})", others.join(", ")))
    });
    let beside: Attempt = std::iter::once(attribute.clone()).chain(others).collect();
    let alone = vec![attribute];
    if beside == alone { vec![alone] } else { vec![beside, alone] }
}

/// `y`, `mut y`, `y: Vec<i32>`
pub(super) fn bound_name(pattern: &Pat) -> Option<String> {
    match pattern {
        Pat::Ident(name) => Some(name.ident.to_string()),
        Pat::Type(typed) => bound_name(&typed.pat),
        _ => None,
    }
}

/// A place that the body assigns.
#[derive(Clone)]
struct Place {
    text: String,
    is_array: bool,
    /// A `Vec` to which some iterations push.
    is_pushed: bool,
    /// In order; what `#[scan(…)]` names.
    operators: Vec<String>,
}

#[derive(Default)]
struct Body {
    places: Vec<Place>,
    /// Names of this loop's own.
    own: HashSet<String>,
    /// Arrays that are read.
    read: HashSet<String>,
    /// What an `if` may choose by.
    comparisons: Vec<String>,
    /// Conditions around what is visited.
    conditions: usize,
    /// Not every iteration comes to its end.
    continues: bool,
}

impl Body {
    /// The places that may carry a value; where there are none, one of which no operator is seen.
    fn carried(mut self) -> (Vec<Place>, Option<String>) {
        for place in &mut self.places {
            if place.operators.is_empty() {
                place.operators.clone_from(&self.comparisons);
            }
            place.operators.truncate(OPERATORS);
        }
        let (own, read) = (&self.own, &self.read);
        self.places.retain(|place| {
            let root = place.text.split('.').next().unwrap_or_default();
            !own.contains(root) && (place.is_pushed || !place.is_array || read.contains(&place.text))
        });
        let other = self.places.iter().find(|place| place.operators.is_empty()).map(|place| place.text.clone());
        self.places.retain(|place| !place.operators.is_empty());
        self.places.truncate(PLACES);
        (self.places, other)
    }

    /// What only some iterations do.
    fn under_a_condition(&mut self, visit: impl FnOnce(&mut Self)) {
        self.conditions += 1;
        visit(self);
        self.conditions -= 1;
    }

    fn bound(&mut self, pattern: &Pat) {
        Bound(&mut |name| _ = self.own.insert(name.ident.to_string())).visit_pat(pattern);
    }

    fn assigned(&mut self, left: &Expr, operators: Vec<String>) {
        let (place, is_array) = match bare(left) {
            Expr::Index(element) => (bare(&element.expr), true),
            Expr::Unary(syn::ExprUnary { op: UnOp::Deref(_), expr, .. }) => (bare(expr), false),
            other => (other, false),
        };
        if !matches!(place, Expr::Path(_) | Expr::Field(_)) {
            return;
        }
        let text = place_text(place);
        match self.places.iter_mut().find(|known| known.text == text) {
            Some(known) => known.operators.extend(operators),
            None => self.places.push(Place { text, is_array, is_pushed: false, operators }),
        }
        for place in &mut self.places {
            let mut seen = HashSet::new();
            place.operators.retain(|operator| seen.insert(operator.clone()));
        }
    }
}

impl<'ast> Visit<'ast> for Body {
    fn visit_local(&mut self, local: &'ast syn::Local) {
        self.bound(&local.pat);
        visit::visit_local(self, local);
    }

    fn visit_expr_assign(&mut self, assign: &'ast syn::ExprAssign) {
        let mut operators = Operators::default();
        Expressions(&mut |expression| operators.add(expression)).visit_expr(&assign.right);
        self.assigned(&assign.left, operators.0);
        // What is assigned is not read.
        if let Expr::Index(element) = bare(&assign.left) {
            self.visit_expr(&element.index);
        }
        self.visit_expr(&assign.right);
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        if let Some(operators) = compound(&binary.op) {
            self.assigned(&binary.left, operators.iter().map(|&operator| operator.to_owned()).collect());
        }
        if matches!(binary.op, BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_)) && self.comparisons.is_empty() {
            self.comparisons = vec!["max".to_owned(), "min".to_owned()];
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_index(&mut self, element: &'ast syn::ExprIndex) {
        self.read.insert(place_text(bare(&element.expr)));
        visit::visit_expr_index(self, element);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        // Where all iterations push, the place is the iteration's number.
        let is_counted = self.conditions > 0 || self.continues;
        if call.method == "push" && call.args.len() == 1 && is_counted {
            let place = bare(&call.receiver);
            let text = place_text(place);
            if matches!(place, Expr::Path(_) | Expr::Field(_)) && !self.places.iter().any(|known| known.text == text) {
                self.places.push(Place { text, is_array: true, is_pushed: true, operators: vec!["+".to_owned()] });
            }
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_if(&mut self, syntax: &'ast syn::ExprIf) {
        self.under_a_condition(|this| visit::visit_expr_if(this, syntax));
    }

    fn visit_expr_match(&mut self, syntax: &'ast syn::ExprMatch) {
        self.under_a_condition(|this| visit::visit_expr_match(this, syntax));
    }

    fn visit_expr_continue(&mut self, _: &'ast syn::ExprContinue) {
        self.continues = true;
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

fn compound(op: &BinOp) -> Option<&'static [&'static str]> {
    Some(match op {
        BinOp::AddAssign(_) => &["+"],
        BinOp::SubAssign(_) => &["-", "+"],
        BinOp::MulAssign(_) => &["*"],
        BinOp::BitAndAssign(_) => &["&"],
        BinOp::BitOrAssign(_) => &["|"],
        BinOp::BitXorAssign(_) => &["^"],
        _ => return None,
    })
}

/// The operators of an expression, the outermost first.
#[derive(Default)]
struct Operators(Vec<String>);

impl Operators {
    /// Those of the expression itself. What an element is chosen by, or where it stands, is no operator of it.
    fn add(&mut self, expression: &Expr) -> bool {
        match expression {
            Expr::Binary(binary) => self.binary(&binary.op),
            Expr::MethodCall(call) => self.method(&call.method.to_string()),
            Expr::Call(call) => {
                if let Expr::Path(path) = &*call.func
                    && let Some(last) = path.path.segments.last()
                {
                    self.method(&last.ident.to_string());
                }
            }
            _ => {}
        }
        !matches!(expression, Expr::Index(_))
    }

    fn binary(&mut self, operator: &BinOp) {
        let names: &[&str] = match operator {
            BinOp::Add(_) => &["+"],
            BinOp::Sub(_) => &["-", "+"],
            BinOp::Mul(_) => &["*"],
            BinOp::BitAnd(_) => &["&"],
            BinOp::BitOr(_) => &["|"],
            BinOp::BitXor(_) => &["^"],
            BinOp::And(_) => &["&&"],
            BinOp::Or(_) => &["||"],
            _ => &[],
        };
        self.0.extend(names.iter().map(|&name| name.to_owned()));
    }

    fn method(&mut self, name: &str) {
        match name {
            "max" | "min" => self.0.push(name.to_owned()),
            "wrapping_add" => self.0.push("+".to_owned()),
            "wrapping_sub" => self.0.extend(["-".to_owned(), "+".to_owned()]),
            "wrapping_mul" => self.0.push("*".to_owned()),
            _ => {}
        }
    }
}

/// All places, the variables, the arrays, and each alone; no choice twice.
fn subsets(places: &[Place]) -> Vec<Vec<Place>> {
    let only = |is_array: bool| places.iter().filter(|place| place.is_array == is_array).cloned().collect();
    let mut several: Vec<Vec<Place>> = vec![places.to_vec(), only(false), only(true)];
    several.extend(places.iter().map(|place| vec![place.clone()]));
    let mut seen = HashSet::new();
    several.retain(|several| seen.insert(several.iter().map(|place| place.text.clone()).collect::<Vec<_>>()));
    several
}

/// Every choice of operators, and of what is scanned and what is reduced: scans first.
fn worded(places: &[Place]) -> Vec<Attempt> {
    let mut choices: Vec<Vec<(bool, &str, &str)>> = vec![Vec::new()];
    for place in places {
        let more = |choice: &Vec<(bool, _, _)>| {
            let choice = choice.clone();
            // How many are pushed is known by a scan.
            let reduced = (!place.is_pushed).then_some(true);
            let ways = place
                .operators
                .iter()
                .flat_map(|operator| std::iter::once(false).chain(reduced).map(move |reduced| (reduced, operator)));
            ways.map(move |(reduced, operator)| {
                let mut choice = choice.clone();
                choice.push((reduced, operator.as_str(), place.text.as_str()));
                choice
            })
            .collect::<Vec<_>>()
        };
        choices = choices.iter().flat_map(more).take(4 * MOST).collect();
    }
    choices.sort_by_key(|choice| choice.iter().filter(|(reduced, ..)| *reduced).count());
    choices.into_iter().map(|choice| attributes(&choice)).collect()
}

/// `scan(+ : a, max : b)`, `reduce(min : c)`
fn attributes(choice: &[(bool, &str, &str)]) -> Attempt {
    let of = |word: &str, reduced: bool| {
        let targets: Vec<String> = choice
            .iter()
            .filter(|target| target.0 == reduced)
            .map(|(_, operator, place)| format!("{operator} : {place}"))
            .collect();
        (!targets.is_empty()).then(|| format!("{word}({})", targets.join(", ")))
    };
    of("scan", false).into_iter().chain(of("reduce", true)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempts(looped: &str) -> Vec<String> {
        let looped: Expr = syn::parse_str(looped).expect("a loop");
        of(&looped, None).into_iter().map(|attempt| attempt.join(" ")).collect()
    }

    #[test]
    fn the_places_and_the_operators_of_the_body_are_tried_and_scans_first() {
        assert_eq!(attempts("for v in x { s += v; }"), ["scan(+ : s)", "reduce(+ : s)", "parallel_for"]);
        assert_eq!(attempts("for i in 1..n { y[i] = x[i] * 2; }"), ["parallel_for"]);
        assert_eq!(attempts("for i in 1..n { y[i] = y[i - 1].max(x[i]); }")[0], "scan(max : y)");
        assert_eq!(attempts("for v in x { let t = v; let mut u = 0; u += t; }"), ["parallel_for"]);
        let both = attempts("for i in 0..n { s += x[i]; if x[i] > m { m = x[i]; } y[i] = s; }");
        for attempt in ["scan(+ : s, max : m)", "scan(+ : s) reduce(max : m)", "reduce(+ : s, min : m)", "scan(+ : s)"] {
            assert!(both.iter().any(|known| known == attempt), "{attempt} is not in {both:?}");
        }
    }

    #[test]
    fn a_vector_is_a_place_where_only_some_iterations_push() {
        assert_eq!(attempts("for v in x { if *v > 0 { out.push(*v); } }"), ["scan(+ : out)", "parallel_for"]);
        assert_eq!(
            attempts("for v in x { if *v == 0 { continue; } self.out.push(*v); }"),
            ["scan(+ : self.out)", "parallel_for"]
        );
        assert_eq!(attempts("for v in x { out.push(2 * v); }"), ["parallel_for"]);
        let both = attempts("for v in x { s += v; if *v > 0 { out.push(s); } }");
        assert_eq!(both[..2], ["scan(+ : s, + : out)", "scan(+ : out) reduce(+ : s)"]);
    }

    #[test]
    fn an_operator_may_be_derived_where_none_is_seen() {
        assert_eq!(attempts("for v in x { last = *v; }"), ["scan(+ : last)", "reduce(+ : last)", "parallel_for"]);
        let derived = |help, tried: &[&str]| {
            let tried = tried.iter().map(|&attribute| attribute.to_owned()).collect();
            derived(help, &tried).iter().map(|attempt| attempt.join(" ")).collect::<Vec<_>>()
        };
        let help = "this is a linear recurrence: write `#[scan(auto : a, reassociate)]`";
        assert_eq!(derived(help, &["scan(+ : a)"]), ["scan(auto : a, reassociate)"]);
        let beside = derived(help, &["scan(+ : a, max : m)", "reduce(+ : s)"]);
        assert_eq!(beside, ["scan(auto : a, reassociate) scan(max : m) reduce(+ : s)", "scan(auto : a, reassociate)"]);
        assert_eq!(derived("write `#[scan(auto : b)]`", &["scan(auto : b, reassociate)"]), ["scan(auto : b)"]);
        assert!(derived("write `#[reduce(+ : s)]`", &["scan(+ : s)"]).is_empty());
    }

    #[test]
    fn an_iterator_that_comes_to_a_value_has_the_operator_of_its_end() {
        let of = |chain: &str, name| {
            let chain: Expr = syn::parse_str(chain).expect("a chain");
            of_iterator(&chain, name).map(|attempts| attempts.concat())
        };
        assert_eq!(of("x.iter().map(|v| v * v).sum()", Some("s")), Some(vec!["reduce(+ : s)".to_owned()]));
        assert_eq!(of("x.iter().filter(|v| **v > 0).count()", None), Some(vec!["reduce(+ : count)".to_owned()]));
        assert_eq!(of("x.iter().copied().fold(0.0, f64::max)", Some("m")), Some(vec!["reduce(max : m)".to_owned()]));
        assert_eq!(of("(1..=n).product::<u64>()", Some("p")), Some(vec!["reduce(* : p)".to_owned()]));
        assert_eq!(of("matrix.sum()", Some("s")), None);
        assert_eq!(of("x.iter().position(|v| *v > 3)", Some("at")), Some(vec!["parallel_for".to_owned()]));
        assert_eq!(of("text.find(|c| c == b)", Some("at")), None);
        assert_eq!(of("x.iter().copied().filter(|v| *v > 3).collect()", Some("y")), Some(vec!["scan(+ : y)".to_owned()]));
        assert_eq!(of("(0..n).filter_map(|k| f(k)).collect::<Vec<_>>()", None), Some(vec!["scan(+ : collect)".to_owned()]));
        assert_eq!(of("x.iter().map(|v| v + 1).collect()", Some("y")), None);
    }

    #[test]
    fn no_loop_is_tried_for_ever() {
        let body: String = (0..9).map(|at| format!("a{at} = a{at} + a{at} * b - c | d; ")).collect();
        assert!(attempts(&format!("while x < n {{ {body} }}")).len() <= MOST);
    }
}
