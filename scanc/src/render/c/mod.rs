//! IR → OpenCL C 1.2, for loop bodies and declared functions alike: the one place.
//!
//! It takes well-typed IR and gives C that computes exactly what Rust computes. Where C's operator has Rust's meaning it is used;
//! elsewhere stands a small named function (`add_i32`, `div_u8`), defined once beside the kernel. Afterwards: every name is one that C
//! allows and that nothing around it has; nothing is evaluated that Rust would not evaluate, but for what follows a panic: that sets
//! `*panicked`, goes on with a harmless value, and the host throws the results away.
//!
//! What makes the C exact:
//! - a `bool` is a `uchar` of 0 or 1, in buffers and in variables;
//! - C promotes 8-bit and 16-bit integers to `int`: expressions may have that type, but their value is always in the IR type's range;
//! - C conversions between integers keep the low bits (the OpenCL specification promises it of `convert_T`, every compiler does it for
//!   casts), conversions to floats round to nearest even, floats become integers by helpers that saturate;
//! - the file says `#pragma OPENCL FP_CONTRACT OFF`, and nobody passes `-cl-fast-relaxed-math` or the like.

mod arrays;
mod body;
mod declared;
#[cfg(test)]
mod declared_tests;
mod expressions;
mod floats;
mod helpers;
mod integers;
mod layout;
mod literals;
mod methods;
mod names;
mod needs;
mod operations;
mod panics;
mod product;
mod text;
mod types;
mod words;

pub(super) use body::IN_ORDER;
pub use declared::{Declarations, Definition, declared_name, field_name, identity};
pub use needs::{Needs, checks};
pub use types::type_name;

use crate::ir::{
    ArrayId, Binary, Block, Builtin, CaptureId, Carried, CarriedId, Enum, Expr, ExprKind, Function, Int, LoopKernel, Module,
    OperatorKind, Output, Scalar, Term, Type, query, walk,
};
use body::{Body, World};
use floats::CFloat;
use helpers::{Helper, Helpers, PANICKED};
use names::{Names, c_name};
use operations::{exact, symbol};
use panics::Callees;
use std::collections::HashMap;
use text::Text;

/// The names of a kernel's things in C.
#[derive(Clone, Debug)]
struct KernelNames {
    index: String,
    /// What an iteration adds to it.
    step: i64,
    arrays: Vec<String>,
    captures: Vec<String>,
    /// The fields of `scan_t`, where it is a struct: one for each carried value of several.
    fields: Vec<String>,
    /// The functions that the runtime defines, by their paths.
    calls: Vec<(String, String)>,
}

/// The function of elements that says where one does not lie in the operator's domain.
pub const WITHIN_DOMAIN: &str = "within_domain";

/// What the locals of a guard are called.
#[derive(Clone, Debug)]
pub struct GuardNames(body::LocalNames);

/// Prints the parts of one loop's kernels. The helpers that the parts need add up; print everything, then ask for [`Self::helpers`].
#[derive(Clone, Debug)]
pub struct Printer<'k> {
    kernel: &'k LoopKernel,
    functions: &'k [Function],
    callees: Callees<'k>,
    named: KernelNames,
    /// Taken at file scope and by the kernels' parameters.
    names: Names,
    /// And by the statements of the outputs so far.
    output_names: Names,
    helpers: Helpers,
    /// What the outputs have in common, and the names of its locals, once it has been printed.
    common: Option<(&'k Function, body::LocalNames)>,
    /// Elements go through [`WITHIN_DOMAIN`].
    asks_for_domain: bool,
}

impl<'k> Printer<'k> {
    /// A printer for a loop that calls no declared functions.
    pub fn new(kernel: &'k LoopKernel) -> Self {
        Self::with_functions(kernel, &[])
    }

    /// A printer for a loop that uses types and the operator of `module`.
    pub fn among(kernel: &'k LoopKernel, module: &Module) -> Self {
        let mut names = Names::default();
        declared::reserve(module, &mut names);
        Self::with_names(kernel, &[], names)
    }

    /// A printer for a loop that may call `functions`.
    pub fn with_functions(kernel: &'k LoopKernel, functions: &'k [Function]) -> Self {
        let mut names = Names::default();
        functions.iter().for_each(|function| names.reserve(&c_name(&function.name)));
        Self::with_names(kernel, functions, names)
    }

    fn with_names(kernel: &'k LoopKernel, functions: &'k [Function], mut names: Names) -> Self {
        let suffixes: &[&str] = if kernel.outer().is_some() { &["_of_batch"] } else { &[] };
        let named = KernelNames {
            index: names.fresh(&kernel.index.name),
            step: kernel.index.step,
            arrays: kernel
                .arrays
                .iter()
                .map(|array| {
                    names.fresh_with(&array.name, &["_from", "_len", "_out", "_out_from", "_own", "_fits", "_combine", "_taken"])
                })
                .collect(),
            captures: kernel.captures.iter().map(|capture| names.fresh_with(&capture.name, suffixes)).collect(),
            fields: product::fields(kernel),
            calls: calls(kernel, functions).into_iter().map(|path| (path.clone(), names.fresh(&call_name(&path)))).collect(),
        };
        let mut helpers = Helpers::default();
        if keeps_panics_to_item(kernel) {
            helpers.keep_to_item();
        }
        kernel.types().for_each(|ty| helpers.define_type(ty));
        let (callees, output_names) = (Callees::of(functions), names.clone());
        Self { kernel, functions, callees, named, output_names, names, helpers, common: None, asks_for_domain: false }
    }

    /// Has elements go through [`WITHIN_DOMAIN`].
    pub fn ask_for_domain(&mut self) {
        self.asks_for_domain = true;
    }

    /// Whether the kernels that evaluate elements have the parameter `panicked`.
    pub fn takes_flag(&self) -> bool {
        self.asks_for_domain || self.needs().panicked
    }

    /// The functions that the loop calls and that are not seen here: their paths, and what the kernels call them.
    pub fn calls(&self) -> &[(String, String)] {
        &self.named.calls
    }

    /// The C name of the loop variable, a `const long`.
    pub fn index_name(&self) -> &str {
        &self.named.index
    }

    /// The C name of an array; its other parameters are called after it: `x_from`, `x_len`, `x_out`, `x_out_from`.
    pub fn array_name(&self, array: ArrayId) -> &str {
        &self.named.arrays[array.0]
    }

    /// The C name of a captured value.
    pub fn capture_name(&self, capture: CaptureId) -> &str {
        &self.named.captures[capture.0]
    }

    /// The lines of the body of `element`, with `return`, not indented.
    pub fn element(&mut self) -> String {
        let mut names = self.names.clone();
        let world = World { kernel: Some(&self.named), callees: &self.callees, enums: &[] };
        let element = product::element(self.kernel, &self.named.fields);
        let check = self.asks_for_domain.then_some(WITHIN_DOMAIN);
        let text = Body::new(&element, world, &mut self.helpers, &mut names).checked_by(check).returning();
        if self.named.fields.is_empty() { text } else { broken(&text) }
    }

    /// The type `scan_t`: that of the one carried value, or a struct of several.
    pub fn carried_type(&self) -> String {
        match self.kernel.carried.as_slice() {
            [carried] => type_name(&carried.ty),
            several => product::structure(several, &self.named.fields),
        }
    }

    /// The fields of [`Self::carried_type`], each with its `type` and its `name`; none where one value is carried.
    pub fn typed_fields(&self) -> Vec<HashMap<&'static str, String>> {
        let fields = self.kernel.carried.iter().zip(&self.named.fields);
        let fields = fields.map(|(carried, name)| HashMap::from([("type", type_name(&carried.ty)), ("name", name.clone())]));
        fields.filter(|_| self.kernel.carried.len() > 1).collect()
    }

    /// What outputs begin with, as statements in front of all of [`Self::output`] and [`Self::guard`] that are printed from now on; none where
    /// no output does.
    pub fn common(&mut self) -> String {
        let outputs = || self.kernel.outputs.iter().flat_map(Output::functions);
        let common = self.kernel.common.as_ref().filter(|common| outputs().any(|function| function.begins_with(common)));
        let Some(common) = common else { return String::new() };
        let world = World { kernel: Some(&self.named), callees: &self.callees, enums: &[] };
        let (statements, _, names) = Body::new(common, world, &mut self.helpers, &mut self.output_names).value_after(None);
        self.common = Some((common, names));
        statements
    }

    /// One store of an iteration: statements (lines, not indented; often none), then the index as `long` arithmetic, then the value.
    /// They see the loop variable, `before` and `after`. The names that the statements declare differ from those of earlier calls.
    ///
    /// They stand after the statements of the output's guard, if it has one, whose locals have these `names`.
    pub fn output(&mut self, output: &Output, names: Option<&GuardNames>) -> (String, String, String) {
        let world = World { kernel: Some(&self.named), callees: &self.callees, enums: &[] };
        let known = output.guard.as_ref().zip(names).map(|(guard, GuardNames(names))| (guard, names));
        let common = self.common.as_ref().map(|(common, names)| (*common, names));
        if let Some(computed) = &output.computed {
            let place = Body::new(&computed.place, world, &mut self.helpers, &mut self.output_names);
            let (before, place, names) = place.after_common(common).value_after(known);
            let body = Body::new(&output.value, world, &mut self.helpers, &mut self.output_names);
            let (statements, value, _) = body.after_common(common).value_after(known.or(Some((&computed.place, &names))));
            let lines: Vec<String> = [before, statements].into_iter().filter(|lines| !lines.is_empty()).collect();
            let arguments = [place.text, format!("{}_len", self.named.arrays[output.array.0]), "panicked".to_owned()];
            let index = self.helpers.call(&integers::checked_index(), &arguments);
            return (lines.join("\n"), index.text, value.text);
        }
        let index = Body::new(&output.value, world, &mut self.helpers, &mut self.output_names).index(&output.index);
        let body = Body::new(&output.value, world, &mut self.helpers, &mut self.output_names);
        let (statements, value, _) = body.after_common(common).value_after(known);
        (statements, index.text, value.text)
    }

    /// Whether an iteration stores: statements, and then a condition, as for [`Self::output`].
    pub fn guard(&mut self, guard: &Function) -> (String, String, GuardNames) {
        let world = World { kernel: Some(&self.named), callees: &self.callees, enums: &[] };
        let body = Body::new(guard, world, &mut self.helpers, &mut self.output_names);
        let common = self.common.as_ref().map(|(common, names)| (*common, names));
        let (statements, condition, names) = body.after_common(common).value_after(None);
        (statements, condition.text, GuardNames(names))
    }

    /// A name beside those of the outputs so far.
    pub fn fresh(&mut self, name: &str) -> String {
        self.output_names.fresh(name)
    }

    /// A carried value in the `scan_t` that is called `partial`.
    pub fn carried_in(&self, partial: &str, carried: CarriedId) -> String {
        self.named.fields.get(carried.0).map_or_else(|| partial.to_owned(), |field| format!("{partial}.{field}"))
    }

    /// An integer that is the same in all iterations.
    pub fn fixed(&mut self, value: &Expr) -> String {
        let body = Block { statements: Vec::new(), value: Some(Box::new(value.clone())) };
        let function = Function { name: String::new(), parameters: 0, locals: Vec::new(), body, returns: value.ty.clone() };
        let mut names = self.names.clone();
        let world = World { kernel: Some(&self.named), callees: &self.callees, enums: &[] };
        Body::new(&function, world, &mut self.helpers, &mut names).value_after(None).1.text
    }

    /// The operator on two `scan_t`: `left` is the earlier. Both are names, or expressions that bind as tightly.
    ///
    /// The operator of a carried type that is opaque, or declared, is a call of that operator.
    pub fn combine(&mut self, left: &str, right: &str) -> String {
        match self.kernel.carried.as_slice() {
            [carried] => self.combine_one(carried, left, right),
            [key, rest @ ..] if is_one_choice(rest) => {
                let condition = self.chooses(key, &self.named.fields[0], left, right);
                format!("{condition} ? {right} : {left}")
            }
            several => self.combine_fields(several, left, right),
        }
    }

    /// The body of `scan_op`, not indented.
    pub fn combine_body(&mut self) -> String {
        broken(&format!("return {};", self.combine("left", "right")))
    }

    fn combine_fields(&mut self, several: &[Carried], left: &str, right: &str) -> String {
        let fields = self.named.fields.clone();
        let each = several.iter().zip(&fields).enumerate();
        let values = each.map(|(number, (carried, field))| {
            let of = |partial: &str| format!("{partial}.{field}");
            let value = match carried.operator.kind {
                OperatorKind::Along(CarriedId(key)) => {
                    let condition = self.chooses(&several[key], &fields[key], left, right);
                    format!("{condition} ? {} : {}", of(right), of(left))
                }
                OperatorKind::Map(map) => {
                    let scalar = carried.ty.scalar().expect("what goes through maps is of a primitive type");
                    self.term(&map.composed(CarriedId(number)), scalar, [left, right]).text
                }
                _ => self.combine_one(carried, &of(left), &of(right)),
            };
            format!(".{field} = {value}")
        });
        format!("(scan_t){{{}}}", values.collect::<Vec<_>>().join(", "))
    }

    /// What two maps in a row have, with these names for both.
    fn term(&mut self, term: &Term, scalar: Scalar, runs: [&str; 2]) -> Text {
        match term {
            Term::Earlier(CarriedId(number)) => Text::atom(format!("{}.{}", runs[0], self.named.fields[*number])),
            Term::Later(CarriedId(number)) => Text::atom(format!("{}.{}", runs[1], self.named.fields[*number])),
            Term::Sum(left, right) | Term::Difference(left, right) => {
                let (function, operator) = match term {
                    Term::Sum(..) => ("add_sat", Binary::Add),
                    _ => ("sub_sat", Binary::Sub),
                };
                let (left, right) = (self.term(left, scalar, runs), self.term(right, scalar, runs));
                match scalar {
                    Scalar::Int(_) => Text::call(function, &[exact(left, scalar), exact(right, scalar)]),
                    _ => self.arithmetic(operator, scalar, left, right),
                }
            }
            Term::Quotient(left, right) => {
                let (left, right) = (self.term(left, scalar, runs), self.term(right, scalar, runs));
                self.arithmetic(Binary::Div, scalar, left, right)
            }
            Term::Clamped(terms) => {
                let wide = Scalar::Int(Int::I64);
                let [value, change, low, high] = terms.each_ref().map(|term| self.term(term, scalar, runs));
                let [value, low, high] =
                    [value, low, high].map(|term| if scalar == wide { term } else { term.cast(wide.opencl()) });
                let changed = self.arithmetic(Binary::Add, wide, value, change);
                let low = self.builtin(Builtin::Max, wide, changed, low);
                let clamped = self.builtin(Builtin::Min, wide, low, high);
                if scalar == wide { clamped } else { clamped.cast(scalar.opencl()) }
            }
            Term::One => Text::atom("1.0"),
            Term::WherePositive(source, then, otherwise) => {
                let [source, then, otherwise] = [source, then, otherwise].map(|term| self.term(term, scalar, runs));
                Text::ternary(Text::binary(">", text::Level::Relation, source, Text::atom("0")), then, otherwise)
            }
            Term::Combined(operator, left, right) => {
                let (left, right) = (self.term(left, scalar, runs), self.term(right, scalar, runs));
                self.builtin(*operator, scalar, left, right)
            }
            Term::Choice(terms) => {
                let [goes_on, on, reset] = terms.each_ref().map(|term| self.term(term, scalar, runs));
                Text::ternary(goes_on, on, reset)
            }
            Term::State(terms) => {
                let arguments = terms.each_ref().map(|term| self.term(term, scalar, runs).text);
                self.helpers.call(&Helper::state_after(), &arguments).cast(scalar.opencl())
            }
            Term::States(states, tables) => {
                let [earlier, later] = tables.each_ref().map(|term| self.term(term, scalar, runs).text);
                self.helpers.call(&Helper::states_after(), &[earlier, later, states.to_string()])
            }
        }
    }

    /// Whether the choice between two partials falls on `right`.
    fn chooses(&self, carried: &Carried, field: &str, left: &str, right: &str) -> String {
        let of = |partial: &str| if field.is_empty() { partial.to_owned() } else { format!("{partial}.{field}") };
        let OperatorKind::Best(best) = carried.operator.kind else {
            unreachable!("a value that goes along with another operator")
        };
        let comparison = format!("{} {} {}", of(right), best.comparison().symbol(), of(left));
        match carried.ty.scalar() {
            Some(Scalar::Float(_)) => format!("({comparison} || isnan({}))", of(left)),
            _ => comparison,
        }
    }

    fn combine_one(&mut self, carried: &Carried, left: &str, right: &str) -> String {
        if let OperatorKind::Best(_) = carried.operator.kind {
            return format!("{} ? {right} : {left}", self.chooses(carried, "", left, right));
        }
        let (left, right) = if carried.operator.flipped { (right, left) } else { (left, right) };
        let (left, right) = (Text::atom(left), Text::atom(right));
        match (&carried.operator.kind, carried.ty.scalar()) {
            (OperatorKind::Builtin(operator), Some(scalar)) => self.builtin(*operator, scalar, left, right).text,
            (OperatorKind::Builtin(_), None) => Text::call("scan_op", &[left.text, right.text]).text,
            (OperatorKind::Best(_) | OperatorKind::Along(_) | OperatorKind::Map(_), _) => unreachable!("it is of several fields"),
            (OperatorKind::Declared(path), _) => {
                let name = path.rsplit("::").next().unwrap_or(path);
                Text::call(&c_name(name.trim()), &[left.text, right.text]).text
            }
        }
    }

    /// Two values of a type, of these names, combined by an operator.
    pub fn combined(&mut self, operator: Builtin, scalar: Scalar, left: &str, right: &str) -> String {
        self.builtin(operator, scalar, Text::atom(left), Text::atom(right)).text
    }

    fn builtin(&mut self, operator: Builtin, scalar: Scalar, left: Text, right: Text) -> Text {
        match operator {
            Builtin::Add => self.arithmetic(Binary::Add, scalar, left, right),
            Builtin::Mul => self.arithmetic(Binary::Mul, scalar, left, right),
            Builtin::BitAnd => self.arithmetic(Binary::BitAnd, scalar, left, right),
            Builtin::BitOr => self.arithmetic(Binary::BitOr, scalar, left, right),
            Builtin::BitXor => self.arithmetic(Binary::BitXor, scalar, left, right),
            Builtin::And => self.arithmetic(Binary::And, scalar, left, right),
            Builtin::Or => self.arithmetic(Binary::Or, scalar, left, right),
            Builtin::Min => self.extreme("min", "<", scalar, left, right),
            Builtin::Max => self.extreme("max", ">", scalar, left, right),
        }
    }

    fn arithmetic(&mut self, operator: Binary, scalar: Scalar, left: Text, right: Text) -> Text {
        match operations::wrapping_helper(operator, scalar) {
            Some(helper) => self.helpers.call(&helper, &[left.text, right.text]),
            None => {
                let (symbol, level) = symbol(operator);
                Text::binary(symbol, level, left, right)
            }
        }
    }

    fn extreme(&mut self, name: &str, comparison: &str, scalar: Scalar, left: Text, right: Text) -> Text {
        match scalar {
            Scalar::Float(float) => self.helpers.call(&CFloat(float).extreme(name, comparison), &[left.text, right.text]),
            _ => Text::call(name, &[exact(left, scalar), exact(right, scalar)]),
        }
    }

    /// A declared function, whole.
    pub fn function(&mut self, function: &Function) -> String {
        print(function, &self.callees, &[], &of_functions(self.functions), &mut self.helpers)
    }

    /// The definitions of the helpers that what has been printed needs, each after those that it calls.
    pub fn helpers(&self) -> &[String] {
        self.helpers.functions()
    }

    /// The definitions of the array types that what has been printed needs. They stand before the helpers, and after the structs.
    pub fn types(&self) -> &[String] {
        self.helpers.types()
    }

    /// What the kernel asks of its device and its host.
    pub fn needs(&self) -> Needs {
        Needs::of(self.kernel, self.functions)
    }

    /// Whether the element mentions the loop variable, in an index or as a value.
    pub fn uses_index(&self) -> bool {
        self.element_mentions(|kind| matches!(kind, ExprKind::Index | ExprKind::IsAmongFirst(_)))
    }

    /// Whether the element asks if it is the first.
    pub fn uses_is_first(&self) -> bool {
        self.element_mentions(|kind| matches!(kind, ExprKind::IsAmongFirst(_)))
    }

    /// The fields of `scan_t`, where it is a struct.
    pub fn fields(&self) -> &[String] {
        &self.named.fields
    }

    /// Whether an output mentions this carried value.
    pub fn uses(&self, carried: CarriedId) -> bool {
        self.outputs_mention(|kind| matches!(kind, ExprKind::Before(used) | ExprKind::After(used) if *used == carried))
    }

    /// Whether an output mentions the carried value before the iteration.
    pub fn uses_before(&self) -> bool {
        self.outputs_mention(|kind| matches!(kind, ExprKind::Before(_)))
    }

    /// Whether an output mentions the carried value after the iteration.
    pub fn uses_after(&self) -> bool {
        self.outputs_mention(|kind| matches!(kind, ExprKind::After(_)))
    }

    fn element_mentions(&self, wanted: impl Fn(&ExprKind) -> bool) -> bool {
        let mut found = false;
        for carried in &self.kernel.carried {
            walk::block(&carried.element.body, &mut |expr| found |= wanted(&expr.kind));
        }
        found
    }

    fn outputs_mention(&self, wanted: impl Fn(&ExprKind) -> bool) -> bool {
        let mut found = false;
        for output in &self.kernel.outputs {
            output.functions().for_each(|function| walk::block(&function.body, &mut |expr| found |= wanted(&expr.kind)));
            walk::expression(&output.index, &mut |expr| found |= wanted(&expr.kind));
        }
        found
    }
}

/// Whether a work-item may keep to itself that an iteration of it would have panicked, until it ends: declared functions say so to all.
pub(super) fn keeps_panics_to_item(kernel: &LoopKernel) -> bool {
    kernel.carried.is_empty() && !query::calls(kernel)
}

/// The paths of the functions that the loop calls, but for those of `functions`.
fn calls(kernel: &LoopKernel, functions: &[Function]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    query::each_expr(kernel, &mut |expr| match &expr.kind {
        ExprKind::Call(path, _) if !found.contains(path) && functions.iter().all(|known| known.name != *path) => {
            found.push(path.clone());
        }
        _ => {}
    });
    found
}

/// What the kernels call a function that the runtime defines for them; it takes `panicked`, whatever the declared one does.
fn call_name(path: &str) -> String {
    let last = path.rsplit("::").next().unwrap_or(path);
    format!("checked_{}", last.trim().trim_start_matches("r#"))
}

/// The lines, long ones broken.
fn broken(text: &str) -> String {
    let lines: String = text.lines().map(|line| layout::broken(&format!("{line}\n"))).collect();
    lines.trim_end().to_owned()
}

/// Whether all carried values go along with the choice of the first.
fn is_one_choice(rest: &[Carried]) -> bool {
    rest.iter().all(|carried| carried.operator.kind == OperatorKind::Along(CarriedId(0)))
}

/// An integer as a literal of its type.
pub fn int_literal(value: i128, ty: Int) -> String {
    literals::int(value, ty).text
}

/// Declared functions as C.
#[derive(Clone, Debug)]
pub struct Rendered {
    /// The definitions of array types; they stand before the helpers, and after the structs.
    pub types: Vec<String>,
    /// The definitions of the helpers.
    pub helpers: Vec<String>,
    /// The functions, in the order given.
    pub functions: Vec<String>,
}

/// How functions take and return structs, for the runtime to say.
pub(super) const BY_REFERENCE: &str = "BY_REFERENCE ";

/// Prints declared functions, which may call those before them.
pub fn functions(functions: &[Function]) -> Rendered {
    let (mut helpers, callees, names) = (Helpers::default(), Callees::of(functions), of_functions(functions));
    let texts = functions.iter().map(|function| print(function, &callees, &[], &names, &mut helpers)).collect();
    Rendered { types: helpers.types().to_vec(), helpers: helpers.functions().to_vec(), functions: texts }
}

/// The names at file scope, which locals of functions must not hide.
fn of_functions(functions: &[Function]) -> Names {
    let mut names = Names::of_declared();
    functions.iter().for_each(|known| names.reserve(&c_name(&known.name)));
    names
}

/// A function as C; `taken` are the names at file scope.
fn print(function: &Function, callees: &Callees, enums: &[Enum], taken: &Names, helpers: &mut Helpers) -> String {
    let mut names = taken.clone();
    let mut body = Body::new(function, World { kernel: None, callees, enums }, helpers, &mut names);
    let mut parameters = body.parameters();
    parameters.extend(callees.call_may_panic(&function.name).then(|| PANICKED.to_owned()));
    let (returns, name) = (body.c_type(&function.returns), c_name(&function.name));
    let lines: String = body.returning().lines().map(|line| format!("    {line}\n")).map(|line| layout::broken(&line)).collect();
    let types = function.locals[..function.parameters].iter().map(|local| &local.ty).chain([&function.returns]);
    let passes = if types.into_iter().any(|ty| matches!(ty, Type::Struct(_))) { BY_REFERENCE } else { "" };
    let head = super::kernel::wrap(&format!("static inline {passes}{returns} {name}({})", parameters.join(", ")));
    format!("{head}\n{{\n{lines}}}")
}

#[cfg(test)]
mod tests;
