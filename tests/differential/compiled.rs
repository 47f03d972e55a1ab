//! The loops through the compiler, and run by the interpreter of its IR.

use crate::evaluate::{State, index_type, indices};
use crate::loops::Loop;
use crate::source;
use scanc::Compiled;
use scanc::diagnostic::Diagnostics;
use scanc::ir::interpret::{self, Panic, Value};
use scanc::ir::{OperatorKind, Scalar};
use scanc::parse::{Word, function_sites};
use scanc::place_text;
use scanc::recognise::{Affine, Carry};

/// Compiles the loop; the diagnostics where it is refused.
pub fn compile(program: &Loop) -> Result<Compiled, String> {
    let mut diagnostics = Diagnostics::default();
    let word = if program.reduces { Word::Reduce } else { Word::Scan };
    let item = format!("{}{}", source::other_attributes(program), source::function(program, "f"));
    let function = function_sites(word, tokens(&source::clause(program)), tokens(&item), &mut diagnostics);
    let site = function.sites.first().filter(|_| !diagnostics.has_errors());
    let compiled = site.and_then(|site| scanc::compile(site, "the tests", &mut diagnostics).ok());
    compiled.ok_or_else(|| {
        let messages = diagnostics.iter().map(|found| format!("SC{:04} {}", found.code.0, found.message));
        messages.collect::<Vec<_>>().join("\n")
    })
}

fn tokens(text: &str) -> proc_macro2::TokenStream {
    text.parse().unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

/// What a kernel is called with.
pub struct Arguments {
    pub indices: Vec<i64>,
    /// In the order of the kernel's arrays: which of the program's it is.
    pub arrays: Vec<usize>,
    pub captures: Vec<Value>,
    /// The carried values before the first iteration; `None` without one.
    pub start: Option<Vec<Value>>,
    /// The program's variables that are carried; `None` for an array.
    pub variables: Vec<Option<usize>>,
    /// Only a condition keeps some iteration from an index out of range: no device gets that.
    pub has_ends: bool,
}

impl Arguments {
    pub fn new(program: &Loop, compiled: &Compiled, state: &State) -> Self {
        let values = Values { program, state };
        let indices = indices(&program.header, &mut state.clone());
        let named =
            |text: &str| program.arrays.iter().position(|array| array.name == text).unwrap_or_else(|| panic!("no array {text}"));
        let arrays: Vec<usize> = compiled.recurrence.arrays.iter().map(|array| named(&place_text(&array.place))).collect();
        let captures = compiled.recurrence.captures.iter().map(|capture| values.of(&place_text(&capture.value))).collect();
        let carried = compiled.recurrence.carried.iter().zip(&compiled.kernel.carried);
        let carried = carried.map(|(carried, typed)| match &carried.carry {
            Carry::Array { array, read, .. } => {
                let at = |first: &i64| values.index(compiled, read, *first);
                (indices.first().map(|first| state.arrays[arrays[*array]][at(first)].clone()), None)
            }
            Carry::Part { .. } => panic!("a program's elements have no parts"),
            Carry::Scalar(place) => {
                let place = place_text(place);
                let variable = program.variables.iter().position(|variable| place.trim_start_matches('*') == variable.name);
                (variable.map(|variable| state.variables[variable].clone()), variable)
            }
            Carry::State(_) => (Some(state.variables[0].clone()), None),
            Carry::Pushes { .. } => (Some(Value::int(scanc::ir::Int::Usize, 0)), None),
            // Nobody reads what a coefficient starts from.
            Carry::Coefficient(_) => (typed.ty.scalar().map(unread), None),
        });
        let (mut start, variables): (Vec<Option<Value>>, Vec<_>) = carried.unzip();
        // Without an iteration nothing is set, and no loop is launched.
        let set = if indices.is_empty() { &[][..] } else { &compiled.recurrence.carried };
        for ((start, carried), typed) in start.iter_mut().zip(set).zip(&compiled.kernel.carried) {
            if let (Some(_), OperatorKind::Builtin(operator), Some(ty)) =
                (&carried.start, &typed.operator.kind, typed.ty.scalar())
            {
                *start = start.as_ref().map(|_| interpret::identity(*operator, ty));
            }
        }
        let start = start.into_iter().collect();
        let reads = compiled.recurrence.arrays.iter().zip(&arrays);
        let mut reads = reads.flat_map(|(array, number)| array.reads.iter().map(|read| (read, state.arrays[*number].len())));
        let has_ends = reads
            .any(|(read, length)| read.guarded && indices.iter().any(|index| values.index(compiled, read, *index) >= length));
        Self { indices, arrays, captures, start, variables, has_ends }
    }
}

/// Some value of the type.
fn unread(ty: Scalar) -> Value {
    match ty {
        Scalar::Bool => Value::Bool(false),
        Scalar::Int(int) => Value::int(int, 77),
        Scalar::Float(float) => Value::float(float, f64::NAN),
    }
}

/// What the host's expressions are.
struct Values<'a> {
    program: &'a Loop,
    state: &'a State,
}

impl Values<'_> {
    fn of(&self, text: &str) -> Value {
        let text = text.trim_start_matches('*').trim();
        let capture = self.program.captures.iter().position(|capture| capture.name == text);
        let variable = self.program.variables.iter().position(|variable| variable.name == text);
        let length = self.program.arrays.iter().position(|array| text == format!("{}.len()", array.name));
        match (capture, variable, length) {
            (Some(capture), _, _) => self.state.captures[capture].clone(),
            (_, Some(variable), _) => self.state.variables[variable].clone(),
            _ if text == "lo" => {
                let Scalar::Int(int) = index_type(self.program) else { panic!("a loop variable is an integer") };
                Value::int(int, self.state.low.into())
            }
            (_, _, Some(array)) => Value::int(scanc::ir::Int::Usize, self.state.arrays[array].len() as i128),
            _ => panic!("what is {text}?"),
        }
    }

    fn index(&self, compiled: &Compiled, affine: &Affine, index: i64) -> usize {
        let capture = |term: &syn::Expr| {
            let name = place_text(term);
            let capture = compiled.recurrence.captures.iter().find(|capture| capture.name == name).expect("a capture");
            self.of(&place_text(&capture.value)).as_int() as i64
        };
        let terms: i64 = affine.terms.iter().map(|(factor, term)| factor * capture(term)).sum();
        (affine.coefficient * index + affine.constant + terms) as usize
    }
}

/// Runs the compiled loop in the interpreter.
pub fn interpret(program: &Loop, compiled: &Compiled, state: &mut State) -> Result<(), Panic> {
    let arguments = Arguments::new(program, compiled, state);
    let Some(start) = arguments.start else { return Ok(()) };
    let mut arrays: Vec<Vec<Value>> = arguments.arrays.iter().map(|&array| state.arrays[array].clone()).collect();
    let indices = arguments.indices.iter().map(|&index| i128::from(index));
    let last = interpret::run(&compiled.kernel, &[], &mut arrays, &arguments.captures, indices, &start);
    for (array, values) in arguments.arrays.iter().zip(arrays) {
        state.arrays[*array] = values;
    }
    for (variable, last) in arguments.variables.iter().zip(last.iter().flatten()) {
        variable.iter().for_each(|variable| state.variables[*variable] = last.clone());
    }
    let _ = index_type(program);
    last.map(drop)
}
