//! Random expressions of a type.

use crate::loops::{Expr, Kind, Loop, Subscript};
use scan_tests::Random;
use scanc::ir::{Float, Int, Scalar, interpret::Value};

/// Types that loops are made of.
pub const TYPES: [Scalar; 13] = [
    Scalar::Bool,
    Scalar::Int(Int::I8),
    Scalar::Int(Int::I16),
    Scalar::Int(Int::I32),
    Scalar::Int(Int::I64),
    Scalar::Int(Int::Isize),
    Scalar::Int(Int::U8),
    Scalar::Int(Int::U16),
    Scalar::Int(Int::U32),
    Scalar::Int(Int::U64),
    Scalar::Int(Int::Usize),
    Scalar::Float(Float::F32),
    Scalar::Float(Float::F64),
];

/// Makes choices.
pub struct Dice<'r>(pub &'r mut Random);

impl Dice<'_> {
    pub fn below(&mut self, bound: usize) -> usize {
        (self.0.next() % bound as u64) as usize
    }

    /// True once in `bound` times.
    pub fn once_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    pub fn of<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }

    pub fn ty(&mut self) -> Scalar {
        self.of(&TYPES)
    }

    pub fn integer(&mut self) -> Int {
        self.of(&Int::ALL)
    }

    /// Any value of the type, small ones and those at the borders oftener.
    pub fn value(&mut self, ty: Scalar) -> Value {
        match ty {
            Scalar::Bool => Value::Bool(self.once_in(2)),
            Scalar::Int(int) => match self.below(8) {
                0 => Value::int(int, int.max() - self.below(2) as i128),
                1 => Value::int(int, int.min() + self.below(2) as i128),
                2 => Value::int(int, self.0.next().into()),
                _ => Value::int(int, self.below(21) as i128 - 10),
            },
            Scalar::Float(float) => match self.below(12) {
                0 => Value::float(float, f64::NAN),
                1 => Value::float(float, f64::INFINITY),
                2 => Value::float(float, -0.0),
                3 => Value::float(float, self.0.float()),
                _ => Value::float(float, (self.below(65) as f64 - 32.0) * 0.25),
            },
        }
    }
}

/// Makes expressions for a loop.
pub struct Expressions<'a, 'r> {
    pub dice: &'a mut Dice<'r>,
    pub program: &'a mut Loop,
    /// The subscripts that arrays may be loaded at: those that are written only where the iteration itself writes.
    pub loads: &'a [(usize, Subscript)],
    /// The locals in scope.
    pub scope: &'a mut Vec<usize>,
    /// Whether the loop has a variable with a name.
    pub indexed: bool,
    /// Whether a division may be by zero.
    pub panics: bool,
}

impl Expressions<'_, '_> {
    /// A random expression.
    pub fn any(&mut self, ty: Scalar, depth: usize) -> Expr {
        if depth == 0 || self.dice.once_in(6) {
            return self.leaf(ty);
        }
        match self.dice.below(10) {
            0 => {
                let from = self.dice.ty();
                let castable = from != ty && (ty != Scalar::Bool) && !(from == Scalar::Bool && matches!(ty, Scalar::Float(_)));
                if castable { self.any(from, depth - 1).cast(ty) } else { self.any(ty, depth - 1) }
            }
            1 => {
                let condition = self.any(Scalar::Bool, depth - 1);
                Expr::choice(condition, self.any(ty, depth - 1), self.any(ty, depth - 1))
            }
            2 => self.block(ty, depth),
            3 if self.indexed && self.dice.once_in(3) => self.guarded(ty, depth),
            _ => match ty {
                Scalar::Bool => self.logical(depth),
                Scalar::Int(int) => self.integer(int, depth),
                Scalar::Float(_) => self.float(ty, depth),
            },
        }
    }

    /// `if i >= 9 { x[i - 9] } else { … }`: a load that only the condition keeps in range, if it does.
    fn guarded(&mut self, ty: Scalar, depth: usize) -> Expr {
        let other = self.any(ty, depth - 1);
        let inputs: Vec<usize> = self.loads.iter().map(|(array, _)| *array).collect();
        let inputs: Vec<usize> =
            inputs.into_iter().filter(|&x| !self.program.arrays[x].written && self.program.arrays[x].ty == ty).collect();
        let (Some(_), Scalar::Int(int)) = (inputs.first(), crate::evaluate::index_type(self.program)) else { return other };
        let distance = 1 + self.dice.below(20);
        let load = Expr::new(ty, Kind::Load(self.dice.of(&inputs), Subscript::at(-(distance as i64))));
        let least = if self.panics && self.dice.once_in(4) { distance - 1 } else { distance };
        let (index, least) = (Expr::new(Scalar::Int(int), Kind::Index), Expr::literal(Value::int(int, least as i128)));
        match self.dice.below(3) {
            0 => Expr::choice(Expr::binary(Scalar::Bool, ">=", index, least), load, other),
            1 => Expr::choice(Expr::binary(Scalar::Bool, ">", least, index), other, load),
            _ => {
                let condition = Expr::new(Scalar::Bool, Kind::Not(Box::new(Expr::binary(Scalar::Bool, "<", index, least))));
                Expr::choice(condition, load, other)
            }
        }
    }

    fn leaf(&mut self, ty: Scalar) -> Expr {
        let loads: Vec<_> = self.loads.iter().filter(|(array, _)| self.program.arrays[*array].ty == ty).cloned().collect();
        let captures: Vec<_> = (0..self.program.captures.len()).filter(|&k| self.program.captures[k].ty == ty).collect();
        let locals: Vec<_> = self.scope.iter().copied().filter(|&local| self.program.locals[local].0 == ty).collect();
        match self.dice.below(8) {
            0..=2 if !loads.is_empty() => {
                let (array, subscript) = self.dice.of(&loads);
                Expr::new(ty, Kind::Load(array, subscript))
            }
            3 if !captures.is_empty() => Expr::new(ty, Kind::Capture(self.dice.of(&captures))),
            4 | 5 if !locals.is_empty() => Expr::new(ty, Kind::Local(self.dice.of(&locals))),
            6 if self.indexed && matches!(ty, Scalar::Int(_) | Scalar::Float(_)) => {
                let index = crate::evaluate::index_type(self.program);
                let index = Expr::new(index, Kind::Index);
                if index.ty == ty { index } else { index.cast(ty) }
            }
            0..=2 | 7 if !self.loads.is_empty() && ty != Scalar::Bool => self.converted(ty),
            _ => Expr::literal(self.dice.value(ty)),
        }
    }

    /// A load of another type, cast.
    fn converted(&mut self, ty: Scalar) -> Expr {
        let (array, subscript) = self.dice.of(self.loads);
        let load = Expr::new(self.program.arrays[array].ty, Kind::Load(array, subscript));
        match (load.ty, ty) {
            (from, to) if from == to => load,
            (Scalar::Bool, Scalar::Float(_)) => load.cast(Scalar::Int(Int::U8)).cast(ty),
            _ => load.cast(ty),
        }
    }

    /// `{ let t = …; … }`
    fn block(&mut self, ty: Scalar, depth: usize) -> Expr {
        let inner = self.dice.ty();
        let value = self.any(inner, depth - 1);
        let local = self.local(inner);
        let known = self.scope.len();
        self.scope.push(local);
        let result = self.any(ty, depth - 1);
        self.scope.truncate(known);
        Expr::new(ty, Kind::Block(local, Box::new(value), Box::new(result)))
    }

    /// A new local; now and then with a name that another has.
    pub fn local(&mut self, ty: Scalar) -> usize {
        let number = self.program.locals.len();
        self.program.locals.push((ty, format!("t{number}")));
        number
    }

    fn logical(&mut self, depth: usize) -> Expr {
        let bool = Scalar::Bool;
        match self.dice.below(5) {
            0 => Expr::new(bool, Kind::Not(Box::new(self.any(bool, depth - 1)))),
            1 => {
                let operator = self.dice.of(&["&&", "||", "&", "|", "^"]);
                let (left, right) = (self.any(bool, depth - 1), self.any(bool, depth - 1));
                Expr::binary(bool, operator, left, right)
            }
            _ => {
                let (ty, operator) = (self.dice.ty(), self.dice.of(&["==", "!=", "<", "<=", ">", ">="]));
                let (left, right) = (self.any(ty, depth - 1), self.any(ty, depth - 1));
                Expr::binary(bool, operator, left, right)
            }
        }
    }

    fn integer(&mut self, int: Int, depth: usize) -> Expr {
        let ty = Scalar::Int(int);
        match self.dice.below(12) {
            0 => Expr::new(ty, Kind::Not(Box::new(self.any(ty, depth - 1)))),
            1 if int.signed() => Expr::new(ty, Kind::Neg(Box::new(self.any(ty, depth - 1)))),
            2 => {
                let amount = Scalar::Int(self.dice.integer());
                let (operator, left) = (self.dice.of(&["<<", ">>"]), self.any(ty, depth - 1));
                Expr::binary(ty, operator, left, self.any(amount, depth - 1))
            }
            3 => self.quotient(int, depth),
            4..=6 => self.integer_method(int, depth),
            _ => {
                let operator = self.dice.of(&["+", "-", "*", "&", "|", "^"]);
                let (left, right) = (self.any(ty, depth - 1), self.any(ty, depth - 1));
                Expr::binary(ty, operator, left, right)
            }
        }
    }

    /// A division, by a literal or by what is not zero, or by anything.
    fn quotient(&mut self, int: Int, depth: usize) -> Expr {
        let (ty, left) = (Scalar::Int(int), self.any(Scalar::Int(int), depth - 1));
        let divisor = Expr::literal(Value::int(int, 2 + self.dice.below(9) as i128));
        let operator = self.dice.of(&["/", "%"]);
        match self.dice.below(4) {
            0 if self.panics => Expr::binary(ty, operator, left, self.any(ty, depth - 1)),
            1 => {
                // `if d > 0 { left / d } else { left }`: only where it holds.
                let divisor = self.leaf(ty);
                let zero = Expr::literal(Value::int(int, 0));
                let positive = Expr::binary(Scalar::Bool, ">", divisor.clone(), zero);
                Expr::choice(positive, Expr::binary(ty, operator, left.clone(), divisor), left)
            }
            2 => Expr::method(ty, self.dice.of(&["rem_euclid", "div_euclid"]), false, vec![left, divisor]),
            _ => Expr::binary(ty, operator, left, divisor),
        }
    }

    fn integer_method(&mut self, int: Int, depth: usize) -> Expr {
        let (ty, path) = (Scalar::Int(int), self.dice.once_in(3));
        let mut receiver = self.any(ty, depth - 1);
        // Literals alone have no methods that rustc could choose from.
        if matches!(receiver.kind, Kind::Literal(_) | Kind::Neg(_) | Kind::Not(_)) {
            receiver = receiver.cast(ty);
        }
        let small = Expr::literal(Value::int(Int::U32, self.dice.below(6) as i128));
        match self.dice.below(6) {
            0 => Expr::method(
                ty,
                self.dice.of(&["wrapping_shl", "wrapping_shr", "rotate_left", "rotate_right", "pow"]),
                path,
                vec![receiver, small],
            ),
            1 => Expr::method(ty, self.dice.of(&["swap_bytes", "reverse_bits", "wrapping_neg"]), path, vec![receiver]),
            2 if int.signed() => Expr::method(ty, self.dice.of(&["signum", "abs"]), path, vec![receiver]),
            3 if !int.signed() => {
                let other = self.any(ty, depth - 1);
                Expr::method(ty, "abs_diff", path, vec![receiver, other])
            }
            4 if int == Int::U32 => {
                let counted = Scalar::Int(self.dice.integer());
                let receiver = self.leaf(counted);
                let receiver = if matches!(receiver.kind, Kind::Literal(_)) { receiver.cast(counted) } else { receiver };
                Expr::method(ty, self.dice.of(&["count_ones", "leading_zeros", "trailing_zeros"]), path, vec![receiver])
            }
            5 => {
                let (low, high) = (self.dice.value(ty).as_int(), self.dice.value(ty).as_int());
                let bounds = [low.min(high), low.max(high)].map(|bound| Expr::literal(Value::int(int, bound)));
                Expr::method(ty, "clamp", path, [receiver].into_iter().chain(bounds).collect())
            }
            _ => {
                let name = self.dice.of(&[
                    "wrapping_add",
                    "wrapping_sub",
                    "wrapping_mul",
                    "min",
                    "max",
                    "saturating_add",
                    "saturating_sub",
                ]);
                let other = self.any(ty, depth - 1);
                Expr::method(ty, name, path, vec![receiver, other])
            }
        }
    }

    fn float(&mut self, ty: Scalar, depth: usize) -> Expr {
        match self.dice.below(5) {
            0 => Expr::new(ty, Kind::Neg(Box::new(self.any(ty, depth - 1)))),
            1 => {
                let receiver = self.any(ty, depth - 1).cast(ty);
                Expr::method(
                    ty,
                    self.dice.of(&["abs", "floor", "ceil", "trunc", "round", "sqrt"]),
                    self.dice.once_in(3),
                    vec![receiver],
                )
            }
            _ => {
                let operator = self.dice.of(&["+", "-", "*", "/"]);
                let (left, right) = (self.any(ty, depth - 1), self.any(ty, depth - 1));
                Expr::binary(ty, operator, left, right)
            }
        }
    }
}
