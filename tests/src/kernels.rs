//! Loops written down as IR, for tests of the templates: what the kernels make of them must not depend on the stages before.

use scanc::diagnostic::Span;
use scanc::ir::{
    Array, ArrayId, Best, Binary, Block, Builtin, Capture, CaptureId, Carried, CarriedId, Expr, ExprKind, Function, Literal,
    Local, LocalId, LoopIndex, LoopKernel, Operator, OperatorKind, Output, Scalar, Statement, Type,
};

/// `i32`, `+`, from one array into another, with a start value in `y[0]`.
pub fn prefix_sum() -> LoopKernel {
    let (x, y) = (array("x", scalar("i32"), true, false), array("y", scalar("i32"), false, true));
    let source = ["for i in 1..y.len() {", "    y[i] = y[i - 1] + x[i - 1];", "}"];
    let element = value(load(0, back(index(), 1), scalar("i32")));
    let outputs = vec![output(1, index(), value(after(scalar("i32"))))];
    LoopKernel { arrays: vec![x, y], outputs, ..skeleton("prefix_sum", &source, scalar("i32"), Builtin::Add, element) }
}

/// Nothing is carried: `u8`, backwards.
pub fn flipped_bits() -> LoopKernel {
    let (x, y) = (array("x", scalar("u8"), true, false), array("y", scalar("u8"), false, true));
    let source = ["for i in (0..y.len()).rev() {", "    y[i] = x[i] ^ mask;", "}"];
    let stored = xor(load(0, index(), scalar("u8")), captured(0, &scalar("u8")));
    let outputs = vec![output(1, index(), value(stored))];
    let mut kernel = skeleton("flipped_bits", &source, scalar("u8"), Builtin::Add, value(load(0, index(), scalar("u8"))));
    kernel.carried.clear();
    kernel.index.step = -1;
    let captures = vec![Capture { name: "mask".to_owned(), ty: scalar("u8") }];
    LoopKernel { arrays: vec![x, y], captures, outputs, ..kernel }
}

/// `f32`, `max`, exclusive and backwards.
pub fn maximum_to_the_right() -> LoopKernel {
    let (x, y) = (array("heights", scalar("f32"), true, false), array("tallest", scalar("f32"), false, true));
    let source = ["for i in (0..heights.len()).rev() {", "    tallest[i] = m;", "    m = m.max(heights[i]);", "}"];
    let element = value(load(0, index(), scalar("f32")));
    let outputs = vec![output(1, index(), value(before(scalar("f32"))))];
    let mut kernel = skeleton("maximum_to_the_right", &source, scalar("f32"), Builtin::Max, element);
    kernel.index.step = -1;
    LoopKernel { arrays: vec![x, y], outputs, ..kernel }
}

/// `i16`, `min`, exclusive and forwards.
pub fn least_before() -> LoopKernel {
    let (x, y) = (array("levels", scalar("i16"), true, false), array("lows", scalar("i16"), false, true));
    let source = ["for i in 0..levels.len() {", "    lows[i] = low;", "    low = low.min(levels[i]);", "}"];
    let element = value(load(0, index(), scalar("i16")));
    let outputs = vec![output(1, index(), value(before(scalar("i16"))))];
    LoopKernel { arrays: vec![x, y], outputs, ..skeleton("least_before", &source, scalar("i16"), Builtin::Min, element) }
}

/// `i64`, `+`, in place.
pub fn accumulate() -> LoopKernel {
    let y = array("y", scalar("i64"), true, true);
    let source = ["for i in 1..y.len() {", "    y[i] += y[i - 1];", "}"];
    let element = value(load(0, index(), scalar("i64")));
    let outputs = vec![output(0, index(), value(after(scalar("i64"))))];
    let mut kernel = skeleton("accumulate", &source, scalar("i64"), Builtin::Add, element);
    kernel.carried[0].operator.flipped = true;
    LoopKernel { arrays: vec![y], outputs, ..kernel }
}

/// `bool`, `||`.
pub fn seen_so_far() -> LoopKernel {
    let (x, y) = (array("found", scalar("bool"), true, false), array("seen", scalar("bool"), false, true));
    let source = ["for k in 0..found.len() {", "    any = any || found[k];", "    seen[k] = any;", "}"];
    let element = value(load(0, index(), scalar("bool")));
    let mut kernel = skeleton("seen_so_far", &source, scalar("bool"), Builtin::Or, element);
    kernel.index.name = "k".to_owned();
    let outputs = vec![output(1, index(), value(after(scalar("bool"))))];
    LoopKernel { arrays: vec![x, y], outputs, ..kernel }
}

/// `u8`, `^`, with a `let` in the element, and captured values in the element and in what is stored.
pub fn running_check() -> LoopKernel {
    let ty = scalar("u8");
    let (x, y) = (array("message", ty.clone(), true, false), array("checks", ty.clone(), false, true));
    let source = [
        "for i in 0..message.len() {",
        "    let masked = message[i] ^ key;",
        "    check ^= masked;",
        "    checks[i] = check ^ salt;",
        "}",
    ];
    let captures = ["key", "salt"].map(|name| Capture { name: name.to_owned(), ty: ty.clone() });
    let masked = xor(load(0, index(), ty.clone()), captured(0, &ty));
    let element = Function {
        locals: vec![Local { name: "masked".to_owned(), ty: ty.clone(), mutable: false }],
        body: Block {
            statements: vec![Statement::Let(LocalId(0), masked)],
            value: Some(Box::new(expr(ExprKind::Local(LocalId(0)), ty.clone()))),
        },
        ..value(load(0, index(), ty.clone()))
    };
    let outputs = vec![output(1, index(), value(xor(after(ty.clone()), captured(1, &ty))))];
    let kernel = skeleton("running_check", &source, ty, Builtin::BitXor, element);
    LoopKernel { arrays: vec![x, y], captures: captures.to_vec(), outputs, ..kernel }
}

/// Listing 3.5b of the thesis, in place where the old values have been copied: the first iteration adds 77, the others what
/// stood before their own element.
pub fn delayed() -> LoopKernel {
    let ty = scalar("i32");
    let source = ["for i in 1..x.len() {", "    let old = x[i];", "    x[i] = x[i - 1] + delayed;", "    delayed = old;", "}"];
    let one = |value: Expr| Block { statements: Vec::new(), value: Some(Box::new(value)) };
    let first = expr(ExprKind::Literal(Literal::Int(77)), ty.clone());
    let is_first = Box::new(expr(ExprKind::IsAmongFirst(1), Type::BOOL));
    let element = ExprKind::If(is_first, one(first), one(load(0, back(index(), 1), ty.clone())));
    let element = value(expr(element, ty.clone()));
    let outputs = vec![output(0, index(), value(after(ty.clone())))];
    LoopKernel {
        common: None,
        arrays: vec![array("x", ty.clone(), true, true)],
        outputs,
        ..skeleton("delayed", &source, ty, Builtin::Add, element)
    }
}

/// A division: it may panic.
pub fn quotients() -> LoopKernel {
    let ty = scalar("i32");
    let (x, y) = (array("x", ty.clone(), true, false), array("y", ty.clone(), false, true));
    let source = ["for i in 0..x.len() {", "    sum += parts / x[i];", "    y[i] = sum;", "}"];
    let captures = vec![Capture { name: "parts".to_owned(), ty: ty.clone() }];
    let quotient = ExprKind::Binary(Binary::Div, Box::new(captured(0, &ty)), Box::new(load(0, index(), ty.clone())));
    let element = value(expr(quotient, ty.clone()));
    let outputs = vec![output(1, index(), value(after(ty.clone())))];
    LoopKernel { arrays: vec![x, y], captures, outputs, ..skeleton("quotients", &source, ty, Builtin::Add, element) }
}

/// An operator and types that only the runtime knows, from an `x_t` to a `y_t`.
pub fn compose() -> LoopKernel {
    let ty = Type::Opaque("scan_t".to_owned());
    let (x, y) =
        (array("x", Type::Opaque("x_t".to_owned()), true, false), array("y", Type::Opaque("y_t".to_owned()), false, true));
    let source = ["for i in 1..y.len() {", "    y[i] = compose(y[i - 1], x[i]);", "}"];
    let element = value(load(0, index(), Type::Opaque("x_t".to_owned())));
    let outputs = vec![output(1, index(), value(after(ty.clone())))];
    let operator = Operator { kind: OperatorKind::Declared("compose".to_owned()), flipped: false };
    let mut kernel = skeleton("compose", &source, ty, Builtin::Add, element);
    kernel.carried[0].operator = operator;
    LoopKernel { arrays: vec![x, y], outputs, ..kernel }
}

/// The same operator with the carried value on its right, from the last element to the first.
pub fn compose_backwards() -> LoopKernel {
    let mut kernel = compose();
    kernel.function = "compose_backwards".to_owned();
    kernel.source = ["for i in (0..y.len() - 1).rev() {", "    y[i] = compose(x[i], y[i + 1]);", "}"].map(str::to_owned).to_vec();
    kernel.carried[0].operator.flipped = true;
    kernel.index.step = -1;
    kernel
}

/// Two outputs, one of them in place, one before and one after the iteration; every third element.
pub fn both_sides() -> LoopKernel {
    let ty = scalar("i32");
    let (x, y) = (array("x", ty.clone(), true, true), array("y", ty.clone(), false, true));
    let source = [
        "for i in (0..x.len()).step_by(3) {",
        "    let old = x[i];",
        "    x[i] = total;",
        "    total += old;",
        "    y[i] = total + old;",
        "}",
    ];
    let element = value(load(0, index(), ty.clone()));
    let with_old =
        expr(ExprKind::Binary(Binary::Add, Box::new(after(ty.clone())), Box::new(load(0, index(), ty.clone()))), ty.clone());
    let outputs = vec![output(0, index(), value(before(ty.clone()))), output(1, index(), value(with_old))];
    let mut kernel = skeleton("both_sides", &source, ty, Builtin::Add, element);
    kernel.index.step = 3;
    LoopKernel { arrays: vec![x, y], outputs, ..kernel }
}

/// Two scans, one of whose values is stored as it is before the iteration.
pub fn sum_and_most() -> LoopKernel {
    let ty = scalar("u32");
    let (x, y) = (array("x", ty.clone(), true, false), array("y", ty.clone(), false, true));
    let source = ["for i in 0..x.len() {", "    sum += x[i];", "    y[i] = sum ^ most;", "    most = most.max(x[i]);", "}"];
    let carries = |name: &str, operator| Carried {
        name: name.to_owned(),
        ..carried(ty.clone(), operator, value(load(0, index(), ty.clone())))
    };
    let before_most = expr(ExprKind::Before(CarriedId(1)), ty.clone());
    let outputs = vec![output(1, index(), value(xor(after(ty.clone()), before_most)))];
    let mut kernel = skeleton("sum_and_most", &source, ty.clone(), Builtin::Add, value(before(ty.clone())));
    kernel.carried = vec![carries("sum", Builtin::Add), carries("most", Builtin::Max)];
    LoopKernel { arrays: vec![x, y], outputs, ..kernel }
}

/// Two reductions, in steps of two.
pub fn sum_and_parity() -> LoopKernel {
    let mut kernel = sum_and_most();
    kernel.function = "sum_and_parity".to_owned();
    kernel.source =
        ["for i in (0..x.len()).step_by(2) {", "    sum += x[i];", "    parity ^= x[i];", "}"].map(str::to_owned).to_vec();
    kernel.carried[1].name = "parity".to_owned();
    kernel.carried[1].operator.kind = OperatorKind::Builtin(Builtin::BitXor);
    kernel.index.step = 2;
    kernel.arrays.truncate(1);
    LoopKernel { outputs: Vec::new(), ..kernel }
}

/// The first of the greatest, with its place: an operator that does not commute.
pub fn first_greatest() -> LoopKernel {
    let mut kernel = sum_and_most();
    kernel.function = "first_greatest".to_owned();
    kernel.source =
        ["for i in (0..x.len()).rev() {", "    if x[i] > most {", "        most = x[i];", "        at = i as u32;", "    }", "}"]
            .map(str::to_owned)
            .to_vec();
    kernel.carried.reverse();
    kernel.carried[0].operator.kind = OperatorKind::Best(Best { greatest: true, later_wins: false });
    kernel.carried[1].name = "at".to_owned();
    kernel.carried[1].operator.kind = OperatorKind::Along(CarriedId(0));
    kernel.carried[1].element = value(expr(ExprKind::Cast(Box::new(index())), scalar("u32")));
    kernel.index.step = -1;
    kernel.arrays.truncate(1);
    LoopKernel { outputs: Vec::new(), ..kernel }
}

/// One reduction, of floats, where of two zeros the earlier is the lesser.
pub fn least() -> LoopKernel {
    let ty = scalar("f32");
    let source = ["for i in 0..x.len() {", "    least = least.min(x[i]);", "}"];
    let element = value(load(0, index(), ty.clone()));
    let mut kernel = skeleton("least", &source, ty.clone(), Builtin::Min, element);
    kernel.arrays = vec![array("x", ty, true, false)];
    kernel
}

fn skeleton(function: &str, source: &[&str], ty: Type, operator: Builtin, element: Function) -> LoopKernel {
    LoopKernel {
        common: None,
        batches: Default::default(),
        function: function.to_owned(),
        source: source.iter().map(|line| (*line).to_owned()).collect(),
        index: LoopIndex { name: "i".to_owned(), ty: Type::USIZE, step: 1 },
        carried: vec![carried(ty, operator, element)],
        arrays: Vec::new(),
        captures: Vec::new(),
        outputs: Vec::new(),
    }
}

fn carried(ty: Type, operator: Builtin, element: Function) -> Carried {
    let operator = Operator { kind: OperatorKind::Builtin(operator), flipped: false };
    Carried { name: "total".to_owned(), ty, operator, element }
}

fn array(name: &str, element: Type, read: bool, written: bool) -> Array {
    Array { name: name.to_owned(), element, read, written, gathered: false }
}

fn output(array: usize, index: Expr, value: Function) -> Output {
    Output { array: ArrayId(array), index, counter: None, computed: None, guard: None, value }
}

/// A function without parameters that is one expression.
fn value(value: Expr) -> Function {
    let returns = value.ty.clone();
    let body = Block { statements: Vec::new(), value: Some(Box::new(value)) };
    Function { name: String::new(), parameters: 0, locals: Vec::new(), body, returns }
}

fn scalar(name: &str) -> Type {
    Type::Scalar(Scalar::from_rust(name).expect("the name of a primitive type"))
}

fn expr(kind: ExprKind, ty: Type) -> Expr {
    Expr { kind, ty, span: Span::call_site() }
}

fn index() -> Expr {
    expr(ExprKind::Index, Type::USIZE)
}

fn back(index: Expr, by: i128) -> Expr {
    let by = expr(ExprKind::Literal(Literal::Int(by)), Type::USIZE);
    expr(ExprKind::Binary(Binary::Sub, Box::new(index), Box::new(by)), Type::USIZE)
}

fn load(array: usize, index: Expr, ty: Type) -> Expr {
    expr(ExprKind::Load(ArrayId(array), Box::new(index)), ty)
}

fn xor(left: Expr, right: Expr) -> Expr {
    let ty = left.ty.clone();
    expr(ExprKind::Binary(Binary::BitXor, Box::new(left), Box::new(right)), ty)
}

fn captured(id: usize, ty: &Type) -> Expr {
    expr(ExprKind::Captured(CaptureId(id)), ty.clone())
}

fn before(ty: Type) -> Expr {
    expr(ExprKind::Before(CarriedId(0)), ty)
}

fn after(ty: Type) -> Expr {
    expr(ExprKind::After(CarriedId(0)), ty)
}
