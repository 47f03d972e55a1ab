//! Random functions: nested expressions of all types, `let`s, `if`s and blocks in the middle of expressions, assignments, loops.

use super::program::{Accuracy, Case};
use super::values::boundaries;
use scanc::ir::build::{binary, block, cast, expr, int, method, unary};
use scanc::ir::interpret::Value;
use scanc::ir::{Binary, Block, Expr, ExprKind, Function, Int, Literal, Local, LocalId, Method, Scalar, Statement, Type, Unary};

/// Numbers that look random: xorshift64*.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }

    pub fn of<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }
}

/// A random function of one parameter of each type.
pub fn function(random: &mut Random, name: &str, parameters: &[(&str, Scalar)], returns: &Type) -> Case {
    let locals = parameters.iter().map(|(name, scalar)| Local { name: (*name).into(), ty: Type::Scalar(*scalar), mutable: true });
    let mut maker = Maker { random, locals: locals.collect(), visible: (0..parameters.len()).collect() };
    let body = maker.block(returns, 4);
    let locals = maker.locals;
    let function = Function { name: name.into(), parameters: parameters.len(), locals, body, returns: returns.clone() };
    Case::new(function, Accuracy::Exact)
}

struct Maker<'r> {
    random: &'r mut Random,
    locals: Vec<Local>,
    /// The locals in scope.
    visible: Vec<usize>,
}

impl Maker<'_> {
    /// Statements and a value; what they declare is not seen outside.
    fn block(&mut self, ty: &Type, depth: usize) -> Block {
        let outside = self.visible.len();
        let statements = (0..self.random.below(3)).map(|_| self.statement(depth)).collect();
        let value = self.expression(ty, depth);
        self.visible.truncate(outside);
        block(statements, Some(value))
    }

    /// Mostly without statements, as in real code.
    fn arm(&mut self, ty: &Type, depth: usize) -> Block {
        if self.random.below(3) == 0 { self.block(ty, depth) } else { block(vec![], Some(self.expression(ty, depth))) }
    }

    fn statement(&mut self, depth: usize) -> Statement {
        let ty = self.any_type();
        match self.random.below(8) {
            0 => self.assignment(depth),
            1 => {
                let condition = self.expression(&Type::BOOL, depth.min(2));
                let (then, otherwise) = (self.assignment(1), self.assignment(1));
                Statement::If(condition, block(vec![then], None), block(vec![otherwise], None))
            }
            2 => self.loop_to(depth),
            _ => {
                let value = self.expression(&ty, depth.saturating_sub(1));
                Statement::Let(self.declare(&["t", "u", "float", "value"], &ty), value)
            }
        }
    }

    fn declare(&mut self, names: &[&str], ty: &Type) -> LocalId {
        let name = (*self.random.of(names)).to_owned();
        self.locals.push(Local { name, ty: ty.clone(), mutable: true });
        self.visible.push(self.locals.len() - 1);
        LocalId(self.locals.len() - 1)
    }

    fn assignment(&mut self, depth: usize) -> Statement {
        let local = *self.random.of(&self.visible);
        let ty = self.locals[local].ty.clone();
        let value = self.expression(&ty, depth.saturating_sub(1));
        Statement::Assign(expr(ExprKind::Local(LocalId(local)), ty), value)
    }

    /// `{ let k = 0; while k < 5 { k = k + 1; … } }` with nobody else to change `k`.
    fn loop_to(&mut self, depth: usize) -> Statement {
        let i32 = Type::Scalar(Scalar::Int(Int::I32));
        let id = self.declare(&["k"], &i32);
        self.visible.pop();
        let k = || expr(ExprKind::Local(id), Type::Scalar(Scalar::Int(Int::I32)));
        let step = Statement::Assign(k(), binary(Binary::Add, k(), int(Int::I32, 1)));
        let jump = if self.random.below(2) == 0 { Statement::Break } else { Statement::Continue };
        let early = Statement::If(self.expression(&Type::BOOL, 2), block(vec![jump], None), block(vec![], None));
        let body = block(vec![step, early, self.assignment(depth.min(2))], None);
        let repeat = Statement::While(binary(Binary::Lt, k(), int(Int::I32, 5)), body);
        let always = expr(ExprKind::Literal(Literal::Bool(true)), Type::BOOL);
        Statement::If(always, block(vec![Statement::Let(id, int(Int::I32, 0)), repeat], None), block(vec![], None))
    }

    fn any_type(&mut self) -> Type {
        let all: Vec<_> = Scalar::all().collect();
        Type::Scalar(*self.random.of(&all))
    }

    fn expression(&mut self, ty: &Type, depth: usize) -> Expr {
        if depth == 0 {
            return self.leaf(ty);
        }
        match self.random.below(12) {
            0 => self.leaf(ty),
            1 => {
                let condition = self.expression(&Type::BOOL, depth - 1);
                let (then, otherwise) = (self.arm(ty, depth - 1), self.arm(ty, depth - 1));
                expr(ExprKind::If(Box::new(condition), then, otherwise), ty.clone())
            }
            2 => expr(ExprKind::Block(self.block(ty, depth - 1)), ty.clone()),
            _ => match ty.scalar() {
                Some(Scalar::Bool) => self.condition(depth - 1),
                Some(Scalar::Int(int)) => self.integer(int, ty, depth - 1),
                _ => self.float(ty, depth - 1),
            },
        }
    }

    fn leaf(&mut self, ty: &Type) -> Expr {
        let fitting: Vec<_> = self.visible.iter().copied().filter(|&local| self.locals[local].ty == *ty).collect();
        if self.random.below(3) > 0 {
            return expr(ExprKind::Local(LocalId(*self.random.of(&fitting))), ty.clone());
        }
        let literal = match self.random.of(&boundaries(ty.scalar().expect("a primitive type"))) {
            Value::Bool(value) => Literal::Bool(*value),
            Value::F32(value) => Literal::Float(f64::from(*value)),
            Value::F64(value) => Literal::Float(*value),
            value => Literal::Int(value.as_int()),
        };
        expr(ExprKind::Literal(literal), ty.clone())
    }

    fn pair(&mut self, ty: &Type, depth: usize) -> [Expr; 2] {
        [self.expression(ty, depth), self.expression(ty, depth)]
    }

    fn operation(&mut self, operators: &[Binary], ty: &Type, depth: usize) -> Expr {
        let operator = *self.random.of(operators);
        let [a, b] = self.pair(ty, depth);
        binary(operator, a, b)
    }

    fn condition(&mut self, depth: usize) -> Expr {
        let ty = self.any_type();
        match self.random.below(6) {
            0 => unary(Unary::Not, self.expression(&Type::BOOL, depth)),
            1 => self.operation(&[Binary::And, Binary::Or], &Type::BOOL, depth),
            2 => self.operation(&[Binary::BitAnd, Binary::BitOr, Binary::BitXor, Binary::Eq, Binary::Le], &Type::BOOL, depth),
            _ => self.operation(&[Binary::Eq, Binary::Ne, Binary::Lt, Binary::Le, Binary::Gt, Binary::Ge], &ty, depth),
        }
    }

    fn integer(&mut self, int: Int, ty: &Type, depth: usize) -> Expr {
        use Binary::*;
        match self.random.below(8) {
            0 => unary(*self.random.of(&[Unary::Neg, Unary::Not]), self.expression(ty, depth)),
            1 => {
                let amount = Type::Scalar(Scalar::Int(*self.random.of(&Int::ALL)));
                binary(*self.random.of(&[Shl, Shr]), self.expression(ty, depth), self.expression(&amount, depth))
            }
            2 => {
                let from = self.any_type();
                cast(self.expression(&from, depth), ty)
            }
            3 => self.integer_method(int, ty, depth),
            _ => self.operation(&[Add, Sub, Mul, Add, Sub, Mul, Div, Rem, BitAnd, BitOr, BitXor], ty, depth),
        }
    }

    fn integer_method(&mut self, int: Int, ty: &Type, depth: usize) -> Expr {
        use Method::*;
        let two = [Min, Max, SaturatingAdd, SaturatingSub, WrappingMul, RemEuclid, DivEuclid];
        match self.random.below(4) {
            0 => method(*self.random.of(&[SwapBytes, ReverseBits, WrappingNeg]), vec![self.expression(ty, depth)]),
            1 => {
                let amount = self.expression(&Type::Scalar(Scalar::Int(Int::U32)), depth);
                method(*self.random.of(&[Pow, RotateLeft, RotateRight, WrappingShl]), vec![self.expression(ty, depth), amount])
            }
            2 if int == Int::U32 => {
                let of = Type::Scalar(Scalar::Int(*self.random.of(&Int::ALL)));
                method(*self.random.of(&[CountOnes, LeadingZeros, TrailingZeros]), vec![self.expression(&of, depth)])
            }
            _ => method(*self.random.of(&two), self.pair(ty, depth).into()),
        }
    }

    /// Nothing that shows the sign of a NaN, which Rust leaves open.
    fn float(&mut self, ty: &Type, depth: usize) -> Expr {
        use Method::*;
        match self.random.below(6) {
            0 => unary(Unary::Neg, self.expression(ty, depth)),
            1 => method(*self.random.of(&[Abs, Sqrt, Floor, Round, Fract, Signum]), vec![self.expression(ty, depth)]),
            2 => {
                let from = self.any_type();
                if from == Type::BOOL { self.leaf(ty) } else { cast(self.expression(&from, depth), ty) }
            }
            _ => self.operation(&[Binary::Add, Binary::Sub, Binary::Mul, Binary::Div, Binary::Rem], ty, depth),
        }
    }
}
