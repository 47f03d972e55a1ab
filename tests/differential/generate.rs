//! Random loops of the shapes L1 to L7 with what they are called with.

mod bodies;
mod derived;
mod others;

use crate::evaluate::State;
use crate::expressions::{Dice, Expressions, TYPES};
use crate::loops::{Array, Capture, Expr, Header, Loop, Subscript};
use scan_tests::Random;
use scanc::ir::{Builtin, Int, Scalar, interpret::Value};

const USIZE: Scalar = Scalar::Int(Int::Usize);
const BOOL: Scalar = Scalar::Bool;

/// The loop of that seed, and what it is called with. A loop has about `iterations` iterations, or few.
pub fn generate(seed: u64, iterations: usize) -> (Loop, State) {
    let mut random = Random::new(seed);
    (0..8).for_each(|_| {
        random.next();
    });
    let mut dice = Dice(&mut random);
    let carried = Carried::choose(&mut dice);
    let mut maker = Maker::new(&mut dice, carried, iterations);
    maker.make();
    let Maker { program, low, high, family, .. } = maker;
    let mut state = arguments(&mut dice, &program, low, high);
    if family == Some(derived::Family::States) {
        start_from_states(&program, &mut state);
    }
    (program, state)
}

/// A step between a few states starts from one of the first two, which there always are.
fn start_from_states(program: &Loop, state: &mut State) {
    let y = program.arrays.iter().position(|array| array.written && array.name == program.clause.2);
    let carried = y.map(|y| &mut state.arrays[y][..]).or(state.variables.first_mut().map(std::slice::from_mut));
    for value in carried.into_iter().flatten() {
        if let Value::Int(_, number) = value {
            *number &= 1;
        }
    }
}

/// What is carried.
#[derive(Clone, Copy)]
struct Carried {
    operator: Builtin,
    /// It is written `-`.
    subtraction: bool,
    ty: Scalar,
}

impl Carried {
    fn choose(dice: &mut Dice) -> Self {
        use Builtin::{Add, And, BitAnd, BitOr, BitXor, Max, Min, Mul, Or};
        let operator = dice.of(&[Add, Add, Add, Mul, BitAnd, BitOr, BitXor, And, Or, Min, Max]);
        let suits = |ty: &Scalar| match operator {
            Add | Mul => *ty != BOOL,
            And | Or => *ty == BOOL,
            Min | Max => true,
            BitAnd | BitOr | BitXor => !matches!(ty, Scalar::Float(_)),
        };
        let types: Vec<Scalar> = TYPES.into_iter().filter(suits).collect();
        Self { operator, subtraction: operator == Add && dice.once_in(4), ty: dice.of(&types) }
    }

    fn symbol(&self) -> &'static str {
        if self.subtraction { "-" } else { self.operator.name() }
    }
}

struct Maker<'a, 'r> {
    dice: &'a mut Dice<'r>,
    carried: Carried,
    program: Loop,
    low: i64,
    high: i64,
    loads: Vec<(usize, Subscript)>,
    /// Where each written array is written.
    stores: Vec<(usize, Subscript)>,
    scope: Vec<usize>,
    indexed: bool,
    panics: bool,
    in_place: bool,
    /// What is carried is stored before it is updated.
    exclusive: bool,
    /// The update is a map of this family, if its operator is to be derived.
    family: Option<derived::Family>,
}

impl<'a, 'r> Maker<'a, 'r> {
    fn new(dice: &'a mut Dice<'r>, carried: Carried, iterations: usize) -> Self {
        let low = 4 + dice.below(4) as i64;
        let count = match dice.below(3) {
            0 => dice.of(&[0, 1, 2, 3, 5, 255, 256, 257]).min(iterations),
            _ => iterations / 2 + dice.below(iterations),
        };
        let high = low + count as i64;
        let program = Loop {
            clause: (carried.operator, carried.subtraction, String::new()),
            derived: false,
            reduces: false,
            others: Vec::new(),
            header: Header::Range { ty: USIZE, inclusive: false, reversed: false, step: 1 },
            arrays: Vec::new(),
            captures: Vec::new(),
            variables: Vec::new(),
            locals: Vec::new(),
            body: Vec::new(),
        };
        let (panics, in_place) = (dice.once_in(12), dice.once_in(3));
        let (loads, stores, scope) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            dice,
            carried,
            program,
            low,
            high,
            loads,
            stores,
            scope,
            indexed: true,
            panics,
            in_place,
            exclusive: false,
            family: None,
        }
    }

    fn make(&mut self) {
        self.captures();
        let inputs = self.dice.below(3);
        (0..inputs).for_each(|number| {
            let ty = self.dice.ty();
            self.array(&format!("x{number}"), ty, false);
        });
        match self.dice.below(10) {
            0..=3 => {
                self.choose_family();
                self.array_carried();
            }
            4 => self.collected(),
            _ => {
                self.choose_family();
                self.scalar_carried();
            }
        }
        // What a matrix makes is carried alone.
        let is_alone =
            matches!(self.program.header, Header::Collected { .. }) || self.family.is_some_and(derived::Family::is_of_two);
        if self.dice.once_in(3) && !is_alone {
            self.others();
        }
    }

    fn captures(&mut self) {
        for number in 0..self.dice.below(4) {
            let (ty, by_reference) = (self.dice.ty(), self.dice.once_in(5));
            self.program.captures.push(Capture { name: format!("k{number}"), ty, by_reference });
        }
        self.program.captures.push(Capture { name: "shift".into(), ty: USIZE, by_reference: false });
    }

    fn array(&mut self, name: &str, ty: Scalar, written: bool) -> usize {
        self.program.arrays.push(Array { name: name.into(), ty, written });
        self.program.arrays.len() - 1
    }

    fn range(&mut self) {
        let int = if self.dice.once_in(2) { Int::Usize } else { self.dice.integer() };
        let fits = int.max() > i128::from(self.high) + 4;
        let ty = Scalar::Int(if fits { int } else { Int::Usize });
        let signed = fits && int.signed();
        let (inclusive, reversed) = (self.dice.once_in(4), self.dice.once_in(3));
        let step = if self.dice.once_in(4) { 2 + self.dice.below(2) as i64 } else { 1 };
        self.program.header = if self.dice.once_in(4) {
            let inclusive = inclusive && (!reversed || signed);
            let step = if reversed && !inclusive { 1 } else { step };
            Header::While { ty, inclusive, reversed, step, early: self.dice.once_in(3) }
        } else {
            Header::Range { ty, inclusive, reversed, step }
        };
    }

    fn step(&self) -> i64 {
        match self.program.header {
            Header::Range { reversed, step, .. } | Header::While { reversed, step, .. } => {
                if reversed {
                    -step
                } else {
                    step
                }
            }
            Header::Items { reversed, .. } => {
                if reversed {
                    -1
                } else {
                    1
                }
            }
            Header::Collected { .. } => 1,
        }
    }

    /// A subscript within every array for every iteration of a range.
    fn subscript(&mut self) -> Subscript {
        let style = self.dice.below(4) as u8;
        let offset = self.dice.below(8) as i64 - 4;
        let plus = self.program.captures.len() - 1;
        match self.dice.below(12) {
            0 => Subscript { coefficient: 2, offset: offset + 2, plus: None, style },
            1 => Subscript { coefficient: -1, offset: self.high + 4 + offset, plus: None, style },
            2 => Subscript { coefficient: 0, offset: offset.abs(), plus: None, style },
            3 => Subscript { coefficient: 1, offset, plus: Some(plus), style },
            4..=7 => Subscript { style, ..Subscript::at(0) },
            _ => Subscript { coefficient: 1, offset, plus: None, style },
        }
    }

    /// Loads of the inputs.
    fn load_inputs(&mut self) {
        for array in 0..self.program.arrays.len() {
            for _ in 0..2 {
                let subscript = self.subscript();
                self.loads.push((array, subscript));
            }
        }
    }

    fn any(&mut self, ty: Scalar) -> Expr {
        let depth = self.dice.below(4);
        self.expression(ty, depth)
    }

    fn expression(&mut self, ty: Scalar, depth: usize) -> Expr {
        let Self { dice, program, loads, scope, indexed, panics, .. } = self;
        Expressions { dice, program, loads, scope, indexed: *indexed, panics: *panics }.any(ty, depth)
    }
}

/// Values for the parameters.
fn arguments(dice: &mut Dice, program: &Loop, low: i64, high: i64) -> State {
    let indexed = matches!(program.header, Header::Range { .. } | Header::While { .. });
    let length = if indexed { 2 * high + 16 } else { high - low } as usize;
    let array = |dice: &mut Dice, array: &Array| {
        let length = if indexed { length } else { length + dice.below(4) };
        (0..length).map(|_| dice.value(array.ty)).collect::<Vec<Value>>()
    };
    let mut arrays: Vec<Vec<Value>> = program.arrays.iter().map(|made| array(dice, made)).collect();
    if let Header::Collected { array, .. } = program.header {
        let (items, out) = (arrays[array].len(), program.arrays.len() - 1);
        arrays[out] = vec![dice.value(program.arrays[out].ty); items];
    }
    let captures = program.captures.iter().map(|capture| match capture.name.as_str() {
        "shift" => Value::int(Int::Usize, dice.below(4) as i128),
        _ => dice.value(capture.ty),
    });
    let captures = captures.collect();
    let exact = |dice: &mut Dice, ty: Scalar, operator: Builtin| match (ty, operator) {
        (Scalar::Float(float), Builtin::Add) => Value::float(float, dice.below(9) as f64),
        (Scalar::Float(float), Builtin::Mul) => Value::float(float, dice.of(&[-2.0, 0.5, 3.0])),
        (Scalar::Float(float), _) => Value::float(float, dice.of(&[-2.0, 0.5, f64::NAN, f64::NEG_INFINITY])),
        (ty, _) => dice.value(ty),
    };
    let operator = |variable: usize| {
        let other = program.others.iter().find(|other| other.variable == variable);
        other.map_or(program.clause.0, |other| other.operator)
    };
    let variables = program.variables.iter().enumerate().map(|(number, variable)| exact(dice, variable.ty, operator(number)));
    let variables = variables.collect();
    let mut state = State { arrays, captures, variables, low, high, index: 0 };
    // A carried array's sums are exact from its first value on.
    if let Some(y) = program.arrays.iter().position(|array| array.written && array.name == program.clause.2) {
        let ty = program.arrays[y].ty;
        state.arrays[y].iter_mut().for_each(|value| {
            *value = match (ty, program.clause.0) {
                // In place all of them may be multiplied, in any order.
                (Scalar::Float(float), Builtin::Mul) => Value::float(float, dice.of(&[-1.0, 1.0])),
                (ty, operator) => exact(dice, ty, operator),
            }
        });
    }
    state
}
