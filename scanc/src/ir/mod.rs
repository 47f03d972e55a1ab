//! The typed intermediate representation: what a kernel computes per element, with Rust's meaning.
//!
//! `lower` makes it from Rust expressions, `render` makes OpenCL C of it, `interpret` runs it. Loop bodies and declared functions
//! share it. Every expression carries its type; integer arithmetic wraps; division, remainder and indexing may panic; nothing else
//! has a side effect.

mod batches;
pub mod bounded;
pub mod build;
pub mod counted;
mod declared;
mod display;
pub mod interpret;
mod map;
mod methods;
pub mod proof;
pub mod query;
mod retype;
mod types;
pub mod walk;

use crate::diagnostic::Span;
pub use batches::{Batches, Dependence, Outer};
pub use declared::{DeclaredOperator, Enum, Module, Place, Struct};
pub use map::{Family, MOST_STATES, Map, Of, REACH, Row, SAME_STATES, Semiring, Term, With, is_coefficient};
pub use methods::Method;
pub(crate) use methods::{Argument, Outcome, Set, Signature};
pub use retype::retype;
pub use types::{Float, Int, Scalar, Type};

/// An index into [`Function::locals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LocalId(pub usize);

/// An index into [`LoopKernel::arrays`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ArrayId(pub usize);

/// An index into [`LoopKernel::captures`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CaptureId(pub usize);

/// An index into [`LoopKernel::carried`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CarriedId(pub usize);

/// All that a kernel of one annotated loop computes, before an algorithm is wrapped around it.
///
/// Iteration `k` of `n` has the loop variable `i = first + step * k`, and for each carried value the element `e = element(i)`, the
/// value before it (`before`) and after it (`after = combine(before, e)`); every output stores `value(i, before, after)` at `index(i)`,
/// or combines it with what is there, where its guard, if it has one, holds.
#[derive(Clone, Debug)]
pub struct LoopKernel {
    /// The function's name, for names and comments.
    pub function: String,
    /// The loop as the user wrote it, for the comment above the kernel; one entry a line.
    pub source: Vec<String>,
    /// The loop variable.
    pub index: LoopIndex,
    /// A function of which elements, and what outputs compute, begin with all statements: those that begin with any of them. Every
    /// iteration may evaluate them.
    pub common: Option<Function>,
    /// What is carried from one iteration to the next.
    pub carried: Vec<Carried>,
    /// The arrays that the loop reads or writes.
    pub arrays: Vec<Array>,
    /// Values from outside the loop, fixed while it runs.
    pub captures: Vec<Capture>,
    /// What is stored in each iteration. Of several outputs into one array at most one is stored, or all are at one counter
    /// and at different places; and all are at counters, or at computed places.
    pub outputs: Vec<Output>,
    /// Which iterations make a scan.
    pub batches: Batches,
}

/// A value that is carried from one iteration to the next.
#[derive(Clone, Debug)]
pub struct Carried {
    /// Its name in the source: the variable's or the array's.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// The operator and the side on which the carried value stands.
    pub operator: Operator,
    /// `e(i)`: a function without parameters; its leaves are loads, captures and the loop variable.
    pub element: Function,
}

/// The loop variable.
#[derive(Clone, Debug)]
pub struct LoopIndex {
    /// Its name in the source (`i`; iterator loops get one).
    pub name: String,
    /// Its type: an integer.
    pub ty: Type,
    /// What an iteration adds to it; never 0.
    pub step: i64,
}

/// The operator of a scan as the kernels apply it: `combine(earlier, later)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Operator {
    /// Which one.
    pub kind: OperatorKind,
    /// The source wrote `e ⊕ carried` instead of `carried ⊕ e`; `combine` swaps its operands.
    pub flipped: bool,
}

/// What the operator is.
#[derive(Clone, Debug, PartialEq)]
pub enum OperatorKind {
    /// One of the built-in operators.
    Builtin(Builtin),
    /// A declared one, by its path as written.
    Declared(String),
    /// The greatest or the least of primitive values, chosen by a comparison; [`OperatorKind::Along`] goes with it.
    Best(Best),
    /// Of two values the one that stands beside the choice of this carried value, whose operator is a [`Best`].
    Along(CarriedId),
    /// Maps of this family in a row are one.
    Map(Map),
}

/// How a comparison chooses. A NaN is chosen only where there is nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// The greatest; otherwise the least.
    pub greatest: bool,
    /// Of equals the later; otherwise the earlier.
    pub later_wins: bool,
}

impl Best {
    /// The comparison in which the later value wins over the earlier.
    pub fn comparison(self) -> Binary {
        match (self.greatest, self.later_wins) {
            (true, false) => Binary::Gt,
            (true, true) => Binary::Ge,
            (false, false) => Binary::Lt,
            (false, true) => Binary::Le,
        }
    }

    /// As a clause names it.
    pub fn name(self) -> &'static str {
        if self.greatest { "max" } else { "min" }
    }
}

/// The built-in operators. `-` is recognised as `Add` of the negated element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Builtin {
    /// `+`, wrapping on integers.
    Add,
    /// `*`, wrapping on integers.
    Mul,
    /// `&` on integers and `bool`.
    BitAnd,
    /// `|` on integers and `bool`.
    BitOr,
    /// `^` on integers and `bool`.
    BitXor,
    /// `&&`.
    And,
    /// `||`.
    Or,
    /// The lesser; of equals the earlier; of a NaN and a number the number.
    Min,
    /// The greater; of equals the earlier; of a NaN and a number the number.
    Max,
}

/// An array of the loop.
#[derive(Clone, Debug)]
pub struct Array {
    /// Its name in kernels: the source's, with `.` as `_` (`self.y` is `self_y`).
    pub name: String,
    /// The type of an element.
    pub element: Type,
    /// Whether the loop loads from it (the carried `y[i - 1]` does not count).
    pub read: bool,
    /// Whether it is read at indices that are not affine: kernels then know its length.
    pub gathered: bool,
    /// Whether the loop stores into it.
    pub written: bool,
}

/// A value from outside the loop.
#[derive(Clone, Debug)]
pub struct Capture {
    /// Its name in kernels.
    pub name: String,
    /// Its type.
    pub ty: Type,
}

/// One store of an iteration.
#[derive(Clone, Debug)]
pub struct Output {
    /// Where to.
    pub array: ArrayId,
    /// The index, of type `usize`.
    pub index: Expr,
    /// The counter that the index is, if it is not affine: [`ExprKind::Before`] plus what stays fixed.
    pub counter: Option<Counter>,
    /// Where it goes, if that is computed; the index then says nothing.
    pub computed: Option<Computed>,
    /// Whether the iteration stores it, a `bool` of what the value may depend on; `None` where each does.
    pub guard: Option<Function>,
    /// The value; its leaves are those of an element, and [`ExprKind::Before`] and [`ExprKind::After`].
    pub value: Function,
}

/// A carried sum of type `usize` that says where an output goes. It grows whenever the output is stored, and never goes back, so that no
/// two iterations store in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// The sum, of which the value before the iteration counts.
    pub carried: CarriedId,
    /// What is added to it.
    pub offset: i64,
    /// It grows by one where an output into the array is stored at it, and not at all elsewhere.
    pub dense: bool,
}

/// An element at a place that an iteration computes. The array is not read otherwise.
#[derive(Clone, Debug)]
pub struct Computed {
    /// By which operator the value is combined with what is there, in any order; `None` where it is stored, and no two iterations may
    /// have one place.
    pub operator: Option<Builtin>,
    /// The place, of type `usize`; may be past the array's end, which is a panic.
    pub place: Function,
}

impl Output {
    /// What it computes beside an index that is affine or counted.
    pub fn functions(&self) -> impl Iterator<Item = &Function> {
        self.guard.iter().chain(self.computed.iter().map(|computed| &computed.place)).chain([&self.value])
    }

    /// The same, to be changed.
    pub fn functions_mut(&mut self) -> impl Iterator<Item = &mut Function> {
        self.guard.iter_mut().chain(self.computed.iter_mut().map(|computed| &mut computed.place)).chain([&mut self.value])
    }
}

/// A function: of a loop (no parameters) or declared by the user.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// How many of `locals`, from the first, are parameters.
    pub parameters: usize,
    /// Parameters and `let` bindings, each declared once.
    pub locals: Vec<Local>,
    /// What it computes; the block has a value unless every path returns.
    pub body: Block,
    /// The type of its value.
    pub returns: Type,
}

impl Function {
    /// Whether it begins with all statements of `common`: the first locals of both are the same.
    pub fn begins_with(&self, common: &Self) -> bool {
        self.body.statements.starts_with(&common.body.statements) && self.locals.starts_with(&common.locals)
    }
}

/// A parameter or a `let` binding.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    /// Its name in the source; two locals may share one (shadowing).
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Whether it is assigned after its declaration.
    pub mutable: bool,
}

/// Statements and a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// In order.
    pub statements: Vec<Statement>,
    /// The block's value; `None` for a block that is run for its assignments, or that always returns.
    pub value: Option<Box<Expr>>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// `let local = value;`
    Let(LocalId, Expr),
    /// `let local;`, assigned later.
    Declare(LocalId),
    /// `place = value;`; the place is a chain of [`ExprKind::Field`] and [`ExprKind::Element`] over a [`ExprKind::Local`].
    Assign(Expr, Expr),
    /// `if condition { … } else { … }` for its assignments.
    If(Expr, Block, Block),
    /// `while condition { … }`; bounded `for` loops become this.
    While(Expr, Block),
    /// `return value;`
    Return(Expr),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
}

/// An expression with its type and where it stood.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// The type of its value.
    pub ty: Type,
    /// Where it stood in the source.
    pub span: Span,
}

/// Equality looks at meaning, not at where it was written.
impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && self.ty == other.ty
    }
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A literal of the expression's type.
    Literal(Literal),
    /// A parameter or `let` binding.
    Local(LocalId),
    /// The loop variable.
    Index,
    /// Whether this is one of so many iterations that the loop begins with, one or more; `bool`.
    IsAmongFirst(u8),
    /// A captured value.
    Captured(CaptureId),
    /// A carried value before this iteration; in outputs only.
    Before(CarriedId),
    /// A carried value after this iteration; in outputs only.
    After(CarriedId),
    /// `array[index]`; the index is of type `usize`, affine in the loop variable, and in range (the host checks it before a launch).
    Load(ArrayId, Box<Expr>),
    /// `array[index]` at any index of type `usize`; may panic. The array is not written.
    Gather(ArrayId, Box<Expr>),
    /// `from`, where `&array[from..][..length]` begins; panics where that is not within the array. Both are of type `usize`.
    Slice(ArrayId, Box<Expr>, Box<Expr>),
    /// `array[index]`, an element of such a slice.
    Item(ArrayId, Box<Expr>),
    /// `-a`, `!a`.
    Unary(Unary, Box<Expr>),
    /// `a + b` and the like. Shifts may have operands of two integer types; otherwise both have one type.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `a as T`, between scalars.
    Cast(Box<Expr>),
    /// `if c { a } else { b }` as a value.
    If(Box<Expr>, Block, Block),
    /// `{ …; value }`.
    Block(Block),
    /// A method or associated function of a primitive type; the receiver is the first operand.
    Method(Method, Vec<Expr>),
    /// A call of a declared function: by its name, in loops by its path as written. There it may panic, as nothing is known of it.
    Call(String, Vec<Expr>),
    /// `a.field`; a tuple struct's fields are `0`, `1`, …, an element of an array that only rustc sees is `[2]`.
    Field(Box<Expr>, String),
    /// `a[index]` on a fixed array; may panic.
    Element(Box<Expr>, Box<Expr>),
    /// `Name { field: value, … }`, in the order of the declaration.
    Struct(String, Vec<(String, Expr)>),
    /// `[a, b, …]`.
    List(Vec<Expr>),
}

/// Whether a field's name is that of an element of an array.
pub fn is_element(name: &str) -> bool {
    name.starts_with('[')
}

/// Whether it is that, or of a part of a tuple.
pub fn is_unnamed(name: &str) -> bool {
    is_element(name) || name.bytes().all(|byte| byte.is_ascii_digit())
}

/// A literal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    /// `true`, `false`.
    Bool(bool),
    /// An integer, within its type's range.
    Int(i128),
    /// A float; an `f32` holds a value that `f32` represents.
    Float(f64),
}

/// Operators of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// `-a`: wrapping; on unsigned integers too (a negated term of a `-` scan).
    Neg,
    /// `!a`: bitwise on integers, logical on `bool`.
    Not,
}

/// Operators of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// `a + b`, wrapping.
    Add,
    /// `a - b`, wrapping.
    Sub,
    /// `a * b`, wrapping.
    Mul,
    /// `a / b`; integers panic on 0 and on MIN / -1.
    Div,
    /// `a % b`; integers panic on 0 and on MIN % -1.
    Rem,
    /// `a & b`.
    BitAnd,
    /// `a | b`.
    BitOr,
    /// `a ^ b`.
    BitXor,
    /// `a << b`, the amount taken modulo the width (as Rust does with overflow checks off).
    Shl,
    /// `a >> b`, arithmetic on signed integers; the amount modulo the width.
    Shr,
    /// `a && b`, lazy.
    And,
    /// `a || b`, lazy.
    Or,
    /// `a == b`.
    Eq,
    /// `a != b`.
    Ne,
    /// `a < b`.
    Lt,
    /// `a <= b`.
    Le,
    /// `a > b`.
    Gt,
    /// `a >= b`.
    Ge,
}
