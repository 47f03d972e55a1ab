//! What an iteration does.

use super::{BOOL, Maker};
use crate::loops::{Expr, Header, Kind, Statement, Subscript, Target, Variable};
use scanc::ir::{Builtin, Int, Scalar, interpret::Value};

impl Maker<'_, '_> {
    /// `e(i)`. Sums and products of floats are exact, so that their order shows nothing.
    pub(super) fn element(&mut self) -> Expr {
        let ty = self.carried.ty;
        let Scalar::Float(_) = ty else { return self.any(ty) };
        let number = |value: f64| {
            Expr::literal(match ty {
                Scalar::Float(float) => Value::float(float, value),
                _ => unreachable!("a float"),
            })
        };
        match self.carried.operator {
            Builtin::Mul => Expr::choice(self.any(BOOL), number(1.0), number(-1.0)),
            Builtin::Add => {
                let (int, mask) = (self.dice.integer(), Scalar::Int);
                let small = Expr::binary(mask(int), "&", self.any(mask(int)), Expr::literal(Value::int(int, 7)));
                let half = number(0.5);
                Expr::binary(ty, "*", small.cast(ty), half)
            }
            _ => {
                let int = self.dice.integer();
                let element = self.any(Scalar::Int(int)).cast(ty);
                if self.dice.once_in(3) { Expr::choice(self.any(BOOL), number(f64::NAN), element) } else { element }
            }
        }
    }

    /// `before ⊕ element` in one of its spellings.
    pub(super) fn combined(&mut self, before: Expr, element: Expr) -> Expr {
        let (ty, symbol) = (self.carried.ty, self.carried.symbol());
        let path = self.dice.once_in(3);
        let flipped = self.dice.once_in(3);
        let ordered = |flipped: bool, before: Expr, element: Expr| if flipped { (element, before) } else { (before, element) };
        match (self.carried.operator, ty) {
            (Builtin::Min | Builtin::Max, _) if self.dice.once_in(3) && !element.binds() => {
                let relation = if self.carried.operator == Builtin::Max { ">" } else { "<" };
                let condition = Expr::binary(BOOL, relation, element.clone(), before.clone());
                Expr::choice(condition, element, before)
            }
            (Builtin::Min | Builtin::Max, _) => {
                // A method of a literal would not know its type.
                let flipped = flipped
                    && !matches!(
                        element.kind,
                        Kind::Literal(_) | Kind::Neg(_) | Kind::Not(_) | Kind::Binary(..) | Kind::If(..) | Kind::Block(..)
                    );
                let (left, right) = ordered(flipped, before, element);
                let path = path && ty != BOOL;
                Expr::method(ty, self.carried.operator.name(), path, vec![left, right])
            }
            (Builtin::Add | Builtin::Mul, Scalar::Int(_)) if self.dice.once_in(3) => {
                let name = match symbol {
                    "+" => "wrapping_add",
                    "-" => "wrapping_sub",
                    _ => "wrapping_mul",
                };
                Expr::method(ty, name, path, vec![before, element])
            }
            (Builtin::And | Builtin::Or, _) => {
                let (left, right) = ordered(flipped || element.divides(), before, element);
                Expr::binary(ty, symbol, left, right)
            }
            _ => {
                let (left, right) = ordered(flipped && !self.carried.subtraction, before, element);
                Expr::binary(ty, symbol, left, right)
            }
        }
    }

    /// Now and then `if i == lo { e } else { … }`: the first iteration sets what is carried. Of floats a NaN is not to be compared with.
    fn set_first(&mut self, value: Expr) -> Expr {
        let index = crate::evaluate::index_type(&self.program);
        let low = match self.program.header {
            Header::Range { reversed: false, .. } => Expr::new(index, Kind::Low),
            Header::Items { enumerated: true, skipped: 0, reversed: false, .. } => Expr::literal(Value::int(Int::Usize, 0)),
            _ => return value,
        };
        let is_compared = matches!((self.carried.operator, self.carried.ty), (Builtin::Min | Builtin::Max, Scalar::Float(_)));
        if is_compared || self.exclusive || !self.dice.once_in(3) {
            return value;
        }
        let set = self.element();
        let (index, is_later) = (Expr::new(index, Kind::Index), self.dice.once_in(2));
        match is_later {
            true => Expr::choice(Expr::binary(BOOL, self.dice.of(&[">", "!="]), index, low), value, set),
            false => Expr::choice(Expr::binary(BOOL, self.dice.of(&["==", "<="]), index, low), set, value),
        }
    }

    /// `y[i] = y[i - 1] ⊕ e`
    pub(super) fn array_carried(&mut self) {
        self.range();
        self.load_inputs();
        let y = self.array("y", self.carried.ty, true);
        let reversed_places = self.dice.once_in(8);
        let offset = self.dice.below(3) as i64 - 1;
        let store = match reversed_places {
            true => Subscript { coefficient: -1, offset: self.high + 6, plus: None, style: 0 },
            false => Subscript { style: self.dice.below(4) as u8, ..Subscript::at(offset) },
        };
        let before = Subscript { offset: store.offset - store.coefficient * self.step(), ..store.clone() };
        if self.in_place {
            self.loads.push((y, store.clone()));
            self.read_ahead(y, &store);
        }
        self.program.clause.2 = "y".into();
        self.lets();
        let element = self.element();
        let before_load = Expr::new(self.carried.ty, Kind::Load(y, before.clone()));
        let target = Target::Element(y, store.clone());
        let compound = !matches!(self.carried.operator, Builtin::And | Builtin::Or | Builtin::Min | Builtin::Max)
            && !self.carried.subtraction;
        let statement = if self.family.is_some() {
            let value = match self.family {
                Some(family) if family.is_of_two() => self.of_two(y, &before, self.step()),
                _ => self.mapped(before_load),
            };
            Statement::Assign { target, operator: None, value }
        } else if self.in_place && compound && self.dice.once_in(3) {
            Statement::Assign { target, operator: Some(self.carried.symbol()), value: before_load }
        } else {
            let value = self.combined(before_load, element);
            Statement::Assign { target, operator: None, value: self.set_first(value) }
        };
        self.program.body.push(statement);
        self.loads.retain(|(array, _)| *array != y);
        if self.dice.once_in(3) {
            let after = Expr::new(self.carried.ty, Kind::Load(y, store));
            self.second_output(after);
        }
    }

    /// Loads of cells that later iterations store, or none.
    fn read_ahead(&mut self, array: usize, store: &Subscript) {
        let step = store.coefficient * self.step();
        let between = if step.abs() > 1 { 1 } else { 2 * step };
        for distance in [step, between] {
            let load = Subscript { offset: store.offset + distance, style: self.dice.below(4) as u8, ..store.clone() };
            // Every iteration finds such a cell in the array.
            if self.dice.once_in(2) && (load.coefficient < 0 || load.offset >= -4) {
                self.loads.push((array, load));
            }
        }
    }

    /// `z[i] = g(carried)`
    fn second_output(&mut self, carried: Expr) {
        let ty = self.dice.ty();
        let z = self.array("z", ty, true);
        let value = self.of_carried(carried, ty);
        let target = Target::Element(z, Subscript::at(self.dice.below(3) as i64));
        self.program.body.push(Statement::Assign { target, operator: None, value });
    }

    /// An expression with the carried value in it.
    fn of_carried(&mut self, carried: Expr, ty: Scalar) -> Expr {
        if carried.ty == ty && self.dice.once_in(2) {
            return carried;
        }
        let converted = match (carried.ty, ty) {
            (from, to) if from == to => carried,
            (from, Scalar::Bool) => {
                let value = self.dice.value(from);
                Expr::binary(BOOL, self.dice.of(&["<", ">=", "=="]), carried, Expr::literal(value))
            }
            (Scalar::Bool, Scalar::Float(_)) => carried.cast(Scalar::Int(Int::U8)).cast(ty),
            _ => carried.cast(ty),
        };
        match self.dice.below(3) {
            0 => converted,
            1 => Expr::choice(self.any(BOOL), converted, self.any(ty)),
            _ => {
                let operator = match ty {
                    Scalar::Bool => self.dice.of(&["&", "^", "&&"]),
                    Scalar::Int(_) => self.dice.of(&["+", "-", "*", "^"]),
                    Scalar::Float(_) => self.dice.of(&["+", "-", "*"]),
                };
                let other = self.expression(ty, 1);
                Expr::binary(ty, operator, converted, other)
            }
        }
    }

    /// A few `let`s, some of which change.
    fn lets(&mut self) {
        for _ in 0..self.dice.below(3) {
            let ty = self.dice.ty();
            let value = self.any(ty);
            let (local, mutable) = (self.local(ty), self.dice.once_in(3));
            self.program.body.push(Statement::Let { local, annotated: self.dice.once_in(2), mutable, value });
            self.scope.push(local);
            if mutable {
                let change = self.change(local, ty);
                self.program.body.push(change);
            }
        }
        if self.panics && self.dice.once_in(4) {
            let value = self.any(Scalar::Int(Int::I32));
            let condition = self.any(BOOL);
            self.program.body.push(Statement::If(condition, vec![Statement::Unused(value)], Vec::new()));
        }
    }

    fn local(&mut self, ty: Scalar) -> usize {
        let number = self.program.locals.len();
        // Now and then an earlier name is hidden; what hides it is in scope instead.
        let hidden = self.scope.last().copied().filter(|_| self.dice.once_in(6));
        let name = hidden.map_or(format!("t{number}"), |hidden| self.program.locals[hidden].1.clone());
        if let Some(hidden) = hidden {
            self.scope.retain(|&local| local != hidden);
        }
        self.program.locals.push((ty, name));
        number
    }

    fn change(&mut self, local: usize, ty: Scalar) -> Statement {
        let target = Target::Local(local);
        let assign = Statement::Assign { target: target.clone(), operator: None, value: self.any(ty) };
        if !self.dice.once_in(3) {
            let condition = self.any(BOOL);
            let no = if self.dice.once_in(2) {
                vec![Statement::Assign { target, operator: None, value: self.any(ty) }]
            } else {
                Vec::new()
            };
            return Statement::If(condition, vec![assign], no);
        }
        assign
    }

    pub(super) fn scalar_carried(&mut self) {
        let behind_reference = self.dice.once_in(5);
        self.program.variables.push(Variable { name: "acc".into(), ty: self.carried.ty, behind_reference });
        self.program.clause.2 = "acc".into();
        self.second_variable();
        self.program.reduces = self.dice.once_in(4);
        if self.dice.once_in(3) {
            self.items()
        } else {
            self.range_and_stores()
        }
        self.statements();
    }

    /// `for i in lo..hi` with arrays that are indexed.
    fn range_and_stores(&mut self) {
        self.range();
        self.load_inputs();
        let stored = if self.program.reduces { 0 } else { 1 + self.dice.below(2) };
        for name in ["y", "z"].iter().take(stored) {
            let ty = if self.dice.once_in(2) { self.carried.ty } else { self.dice.ty() };
            let array = self.array(name, ty, true);
            let subscript = if self.dice.once_in(6) {
                Subscript { coefficient: -1, offset: self.high + 6, plus: None, style: 0 }
            } else {
                Subscript { style: self.dice.below(4) as u8, ..Subscript::at(self.dice.below(4) as i64 - 2) }
            };
            self.stores.push((array, subscript));
        }
    }

    /// `for (y, x) in y.iter_mut().zip(x)`
    fn items(&mut self) {
        let ty = if self.dice.once_in(2) { self.carried.ty } else { self.dice.ty() };
        let reduces = self.program.reduces;
        let y = self.array("y", ty, !reduces);
        let mut arrays: Vec<usize> = (0..self.program.arrays.len()).collect();
        if self.dice.once_in(2) {
            arrays.rotate_right(1);
        }
        let (enumerated, skipped) = (self.dice.once_in(2), if self.dice.once_in(3) { 1 + self.dice.below(3) } else { 0 });
        let reversed = arrays.len() == 1 && self.dice.once_in(2);
        let item = Subscript::at(skipped as i64);
        self.loads = arrays.iter().filter(|array| reduces || **array != y).map(|array| (*array, item.clone())).collect();
        if !reduces {
            self.stores.push((y, item));
        }
        self.indexed = enumerated;
        self.program.header = Header::Items { arrays, enumerated, skipped, reversed };
    }

    /// `let`s, the stores before, the update, the stores after.
    fn statements(&mut self) {
        let acc = Expr::new(self.carried.ty, Kind::Variable(0));
        let register = if self.family.is_some() { None } else { self.register() };
        if self.in_place {
            self.loads.extend(self.stores.clone());
            if matches!(self.program.header, Header::Range { .. } | Header::While { .. }) {
                self.stores.clone().iter().for_each(|(array, store)| self.read_ahead(*array, store));
            }
        }
        self.lets();
        let next = register.map(|register| self.next(register));
        let (mut exclusive, mut inclusive) = (Vec::new(), Vec::new());
        for (array, subscript) in self.stores.clone() {
            if self.dice.once_in(3) { exclusive.push((array, subscript)) } else { inclusive.push((array, subscript)) }
        }
        if self.family.is_some() {
            exclusive.into_iter().for_each(|store| self.store(store, acc.clone()));
            match self.family {
                Some(family) if family.is_of_two() => self.matrix_updates(&acc),
                _ => self.map_updates(&acc),
            }
            return inclusive.into_iter().for_each(|store| self.store(store, acc.clone()));
        }
        // What is written before the update is read before that.
        let element = self.element();
        let further = register.and_then(|register| self.further_register(register));
        let element = further.or(register).map_or(element.clone(), |register| self.with_register(register, element));
        let element_local = self.bound(element, !exclusive.is_empty());
        self.exclusive = !exclusive.is_empty();
        exclusive.into_iter().for_each(|store| self.store(store, acc.clone()));
        self.update(acc.clone(), element_local);
        inclusive.into_iter().for_each(|store| self.store(store, acc.clone()));
        if let (Some(register), Some(next)) = (register, next) {
            let values = further.map(|further| (further, self.held(register))).into_iter().chain([(register, next)]);
            for (register, value) in values {
                let target = Target::Variable(register);
                self.program.body.push(Statement::Assign { target, operator: None, value });
            }
        }
    }

    /// The element under a name of its own.
    pub(super) fn bound(&mut self, element: Expr, always: bool) -> Expr {
        if !always && !self.dice.once_in(4) {
            return element;
        }
        let ty = element.ty;
        let local = self.program.locals.len();
        self.program.locals.push((ty, format!("t{local}")));
        let annotated = self.dice.once_in(2);
        self.program.body.push(Statement::Let { local, annotated, mutable: false, value: element });
        Expr::new(ty, Kind::Local(local))
    }

    /// A delay register.
    fn register(&mut self) -> Option<usize> {
        if !self.dice.once_in(5) || self.carried.ty == BOOL {
            return None;
        }
        let exact = matches!(self.carried.ty, Scalar::Float(_));
        let ty = if exact { Scalar::Int(Int::U8) } else { self.carried.ty };
        self.program.variables.push(Variable { name: "before".into(), ty, behind_reference: self.dice.once_in(5) });
        Some(1)
    }

    /// A register that is set to what another one holds.
    fn further_register(&mut self, register: usize) -> Option<usize> {
        if !self.dice.once_in(2) {
            return None;
        }
        let ty = self.program.variables[register].ty;
        self.program.variables.push(Variable { name: "before_that".into(), ty, behind_reference: false });
        Some(register + 1)
    }

    fn held(&self, variable: usize) -> Expr {
        Expr::new(self.program.variables[variable].ty, Kind::Variable(variable))
    }

    /// What the register is set to, under a name of its own where it is of the array in place.
    fn next(&mut self, register: usize) -> Expr {
        let ty = self.program.variables[register].ty;
        let value = self.any(ty);
        self.bound(value, self.in_place)
    }

    fn with_register(&mut self, register: usize, element: Expr) -> Expr {
        let value = self.held(register);
        match self.carried.ty {
            Scalar::Float(_) => {
                let zero = Expr::literal(Value::int(Int::U8, 9));
                Expr::choice(Expr::binary(BOOL, "<", value, zero), element.clone(), element)
            }
            ty if self.dice.once_in(2) => Expr::method(ty, "wrapping_add", true, vec![value, element]),
            _ => value,
        }
    }

    fn store(&mut self, (array, subscript): (usize, Subscript), acc: Expr) {
        let ty = self.program.arrays[array].ty;
        let value = self.of_carried(acc, ty);
        let target = Target::Element(array, subscript.clone());
        let statement = match self.dice.once_in(8) {
            true => {
                let other = Statement::Assign { target: target.clone(), operator: None, value: self.any(ty) };
                let yes = Statement::Assign { target, operator: None, value };
                Statement::If(self.any(BOOL), vec![yes], vec![other])
            }
            false => Statement::Assign { target, operator: None, value },
        };
        self.program.body.push(statement);
        self.loads.retain(|(other, _)| *other != array);
    }

    /// The statements that give `acc` its new value.
    fn update(&mut self, acc: Expr, element: Expr) {
        let target = Target::Variable(0);
        let set = |value: Expr| Statement::Assign { target: Target::Variable(0), operator: None, value };
        let symbol = self.carried.symbol();
        let compound = !matches!(self.carried.operator, Builtin::And | Builtin::Or | Builtin::Min | Builtin::Max);
        let logical = matches!(self.carried.operator, Builtin::And | Builtin::Or);
        let extreme = matches!(self.carried.operator, Builtin::Min | Builtin::Max);
        let statement = match self.dice.below(8) {
            0 | 1 if compound => Statement::Assign { target, operator: Some(symbol), value: element },
            2 if compound => {
                let condition = self.any(BOOL);
                let yes = Statement::Assign { target: target.clone(), operator: Some(symbol), value: element };
                let other = self.element();
                let no = Statement::Assign { target, operator: Some(symbol), value: other };
                let no = if self.dice.once_in(2) { vec![no] } else { Vec::new() };
                Statement::If(condition, vec![yes], no)
            }
            3 if compound => {
                self.program.body.push(Statement::Assign { target: target.clone(), operator: Some(symbol), value: element });
                let value = self.element();
                Statement::Assign { target, operator: Some(symbol), value }
            }
            4 if !logical => {
                let (condition, combined) = (self.any(BOOL), self.combined(acc.clone(), element));
                set(Expr::choice(condition, combined, acc))
            }
            5 | 6 if extreme && !element.binds() => {
                let relation = if self.carried.operator == Builtin::Max { ">" } else { "<" };
                let condition = Expr::binary(BOOL, relation, element.clone(), acc);
                Statement::If(condition, vec![set(element)], Vec::new())
            }
            _ => {
                let value = self.combined(acc, element);
                set(self.set_first(value))
            }
        };
        self.program.body.push(statement);
    }

    /// `x.iter().scan(…).collect()`
    pub(super) fn collected(&mut self) {
        if self.program.arrays.is_empty() {
            let ty = self.dice.ty();
            self.array("x0", ty, false);
        }
        let array = self.dice.below(self.program.arrays.len());
        let enumerated = self.dice.once_in(3);
        self.program.header = Header::Collected { array, enumerated };
        self.indexed = enumerated;
        self.loads = vec![(array, Subscript::at(0))];
        self.program.variables.push(Variable { name: "state".into(), ty: self.carried.ty, behind_reference: false });
        self.program.clause.2 = "out".into();
        self.lets();
        let acc = Expr::new(self.carried.ty, Kind::Variable(0));
        let element = self.element();
        let exclusive = self.dice.once_in(3);
        let ty = self.dice.ty();
        let before = exclusive.then(|| self.bound(acc.clone(), true));
        self.update(acc.clone(), element);
        let value = self.of_carried(before.unwrap_or(acc), ty);
        let out = self.array("out", ty, true);
        let target = Target::Element(out, Subscript::at(0));
        self.program.body.push(Statement::Assign { target, operator: None, value });
    }
}
