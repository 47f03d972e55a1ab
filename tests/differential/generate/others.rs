//! Reductions beside what is scanned or reduced, each of a type and with an operator of its own.

use super::{BOOL, Carried, Maker};
use crate::loops::{Expr, Kind, Other, Statement, Target, Variable};
use scanc::ir::{Builtin, Scalar};

impl Maker<'_, '_> {
    /// Up to three of them, behind all other statements. Their elements read no array that is stored.
    pub(super) fn others(&mut self) {
        let Self { loads, program, .. } = self;
        loads.retain(|(array, _)| !program.arrays[*array].written);
        let main = self.carried;
        for number in 0..1 + self.dice.below(3) {
            self.carried = Carried::choose(self.dice);
            let compares = matches!(self.carried.operator, Builtin::Min | Builtin::Max);
            let others = self.program.others.iter().map(|other| 1 + usize::from(other.along.is_some())).sum::<usize>();
            // A loop carries no more than six values together.
            if compares && others < 4 && self.dice.once_in(2) { self.choice(number) } else { self.other(number) }
        }
        self.carried = main;
    }

    /// `other = other ⊕ e;`
    fn other(&mut self, number: usize) {
        let variable = self.variable(format!("other{number}"), self.carried.ty, None);
        let element = self.element();
        let value = self.combined(Expr::new(self.carried.ty, Kind::Variable(variable)), element);
        let target = Target::Variable(variable);
        self.program.body.push(Statement::Assign { target, operator: None, value });
    }

    /// `if e > other { other = e; along = …; }`
    fn choice(&mut self, number: usize) {
        let (ty, along_ty) = (self.carried.ty, self.dice.ty());
        let along = self.program.variables.len() + 1;
        let variable = self.variable(format!("other{number}"), ty, Some(along));
        self.program.variables.push(Variable { name: format!("along{number}"), ty: along_ty, behind_reference: false });
        let element = self.element();
        let element = self.bound(element, true);
        // What is taken along is evaluated for every element, taken or not.
        let value = self.any(along_ty);
        let taken = self.bound(value.clone(), value.divides());
        let relation = match self.carried.operator {
            Builtin::Max => self.dice.of(&[">", ">="]),
            _ => self.dice.of(&["<", "<="]),
        };
        let condition = Expr::binary(BOOL, relation, element.clone(), Expr::new(ty, Kind::Variable(variable)));
        let set = |variable: usize, value: Expr| Statement::Assign { target: Target::Variable(variable), operator: None, value };
        let mut statements = vec![set(variable, element), set(along, taken)];
        if self.dice.once_in(2) {
            statements.reverse();
        }
        self.program.body.push(Statement::If(condition, statements, Vec::new()));
    }

    fn variable(&mut self, name: String, ty: Scalar, along: Option<usize>) -> usize {
        let variable = self.program.variables.len();
        self.program.variables.push(Variable { name, ty, behind_reference: self.dice.once_in(5) });
        let Carried { operator, subtraction, .. } = self.carried;
        self.program.others.push(Other { operator, subtraction, variable, along });
        variable
    }
}
