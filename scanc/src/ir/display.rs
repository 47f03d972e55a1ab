//! The IR as text: Rust-like, complete and deterministic. The golden tests compare it.
//!
//! Every type can be read off: literals carry their suffix, `let`s and casts their type, arrays and captures are listed.

use super::{
    ArrayId, Batches, Binary, Block, Builtin, CaptureId, CarriedId, Computed, Expr, ExprKind, Float, Function, Literal, LocalId,
    LoopIndex, LoopKernel, Method, Operator, OperatorKind, Output, Scalar, Statement, Type, Unary, is_element,
};
use std::fmt;

impl fmt::Display for LoopKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "loop {}({}: {}, step {})", self.function, self.index.name, self.index.ty, self.index.step)?;
        for carried in &self.carried {
            let name = if self.carried.len() > 1 { format!("{} ", carried.name) } else { String::new() };
            writeln!(f, "carries {name}{}: {}", carried.ty, carried.operator)?;
        }
        for array in &self.arrays {
            let use_ = match (array.read, array.written) {
                (true, true) => "reads and writes",
                (false, true) => "writes",
                _ => "reads",
            };
            writeln!(f, "{use_} {}: [{}]", array.name, array.element)?;
        }
        for capture in &self.captures {
            writeln!(f, "captures {}: {}", capture.name, capture.ty)?;
        }
        for carried in &self.carried {
            let name = if self.carried.len() > 1 { format!("element of {}", carried.name) } else { "element".to_owned() };
            writeln!(f, "{name} = {}", carried.element.text(self))?;
        }
        self.outputs.iter().try_for_each(|output| writeln!(f, "{}", store(self, output)))?;
        match (&self.batches, self.outputs.first()) {
            (Batches::Lagged(lag), Some(output)) => {
                writeln!(f, "lag {}", Names { kernel: Some(self), function: &output.value }.expr(lag, 0))
            }
            (Batches::Outer(outer), _) => {
                let LoopIndex { name, ty, step } = &outer.index;
                writeln!(f, "for each {name}: {ty}, step {step}")
            }
            _ => Ok(()),
        }
    }
}

fn store(kernel: &LoopKernel, output: &Output) -> String {
    let names = Names { kernel: Some(kernel), function: &output.value };
    let guard = output.guard.as_ref().map(|guard| format!("if {}: ", Names { kernel: Some(kernel), function: guard }.body(0)));
    let (guard, array, value) = (guard.unwrap_or_default(), names.array(output.array), names.body(0));
    let Some(Computed { operator, place }) = &output.computed else {
        return format!("{guard}{array}[{}] = {value}", names.expr(&output.index, 0));
    };
    let place = Names { kernel: Some(kernel), function: place }.body(0);
    format!("{guard}{array}[{place}] {}= {value}", operator.map_or("", Builtin::name))
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (left, right) = if self.flipped { ("element", "before") } else { ("before", "element") };
        match &self.kind {
            OperatorKind::Builtin(builtin) => match builtin.symbol() {
                Some(symbol) => write!(f, "{left} {symbol} {right}"),
                None => write!(f, "{}({left}, {right})", builtin.name()),
            },
            OperatorKind::Declared(path) => write!(f, "{path}({left}, {right})"),
            OperatorKind::Best(best) => {
                let symbol = best.comparison().symbol();
                write!(f, "if element {symbol} before {{ element }} else {{ before }}")
            }
            OperatorKind::Map(map) => {
                write!(f, "{}", map.family.name())?;
                let [source, coefficient] = [map.source, map.coefficient].map(|id| id.map(|id| id.0));
                source.map_or(Ok(()), |source| write!(f, ", of carried value {source}"))?;
                coefficient.map_or(Ok(()), |coefficient| write!(f, ", with carried value {coefficient}"))
            }
            OperatorKind::Along(key) => write!(f, "along with carried value {}", key.0),
        }
    }
}

impl Builtin {
    /// All of them.
    pub const ALL: [Self; 9] =
        [Self::Add, Self::Mul, Self::BitAnd, Self::BitOr, Self::BitXor, Self::And, Self::Or, Self::Min, Self::Max];

    /// As clauses write it: `+`, `max`.
    pub fn name(self) -> &'static str {
        match (self.symbol(), self) {
            (Some(symbol), _) => symbol,
            (None, Self::Min) => "min",
            (None, _) => "max",
        }
    }

    /// The value that changes nothing, in Rust, numbers without their type; `None` on types that it does not combine.
    pub fn identity(self, scalar: Scalar) -> Option<String> {
        let text = match (self, scalar) {
            // `x + 0.0` is not `x` for -0.0.
            (Self::Add, Scalar::Float(_)) => "-0.0",
            (Self::Mul, Scalar::Float(_)) => "1.0",
            (Self::BitAnd | Self::And | Self::Min, Scalar::Bool) => "true",
            (Self::BitOr | Self::BitXor | Self::Or | Self::Max, Scalar::Bool) => "false",
            (Self::Add | Self::BitOr | Self::BitXor, Scalar::Int(_)) => "0",
            (Self::Mul, Scalar::Int(_)) => "1",
            (Self::BitAnd, Scalar::Int(_)) => "!0",
            (Self::Max, Scalar::Int(_)) => return Some(format!("{}::MIN", scalar.rust())),
            (Self::Min, Scalar::Int(_)) => return Some(format!("{}::MAX", scalar.rust())),
            (Self::Min | Self::Max, Scalar::Float(_)) => return Some(format!("{}::NAN", scalar.rust())),
            _ => return None,
        };
        Some(text.to_owned())
    }

    /// The symbol of those that have one.
    pub fn symbol(self) -> Option<&'static str> {
        Some(match self {
            Self::Add => "+",
            Self::Mul => "*",
            Self::BitAnd => "&",
            Self::BitOr => "|",
            Self::BitXor => "^",
            Self::And => "&&",
            Self::Or => "||",
            Self::Min | Self::Max => return None,
        })
    }
}

impl Binary {
    /// The symbol in Rust.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::Rem => "%",
            Self::BitAnd => "&",
            Self::BitOr => "|",
            Self::BitXor => "^",
            Self::Shl => "<<",
            Self::Shr => ">>",
            Self::And => "&&",
            Self::Or => "||",
            Self::Eq => "==",
            Self::Ne => "!=",
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
        }
    }
}

impl Function {
    /// The function's body as text, with the names of the kernel's arrays and captures.
    pub fn text(&self, kernel: &LoopKernel) -> String {
        Names { kernel: Some(kernel), function: self }.body(0)
    }
}

/// A function with its parameters and types; arrays and captures, if any, by number.
impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Names { kernel: None, function: self };
        let parameters: Vec<String> = (0..self.parameters).map(|id| names.declared(LocalId(id))).collect();
        write!(f, "fn {}({}) -> {} {}", self.name, parameters.join(", "), self.returns, names.braced(&self.body, 0))
    }
}

/// What names are printed with.
struct Names<'a> {
    kernel: Option<&'a LoopKernel>,
    function: &'a Function,
}

impl Names<'_> {
    fn array(&self, id: ArrayId) -> String {
        self.kernel.map_or_else(|| format!("array#{}", id.0), |kernel| kernel.arrays[id.0].name.clone())
    }

    fn capture(&self, id: CaptureId) -> String {
        self.kernel.map_or_else(|| format!("capture#{}", id.0), |kernel| kernel.captures[id.0].name.clone())
    }

    /// `before`; `before.sum` where there are several.
    fn carried(&self, when: &str, id: CarriedId) -> String {
        let several = self.kernel.filter(|kernel| kernel.carried.len() > 1);
        several.map_or_else(|| when.to_owned(), |kernel| format!("{when}.{}", kernel.carried[id.0].name))
    }

    fn index(&self) -> String {
        self.kernel.map_or_else(|| "index".to_owned(), |kernel| kernel.index.name.clone())
    }

    /// The source's name, with a number where two locals share it.
    fn local(&self, id: LocalId) -> String {
        let name = &self.function.locals[id.0].name;
        let shared = self.function.locals.iter().filter(|local| local.name == *name).count() > 1;
        if shared { format!("{name}#{}", id.0) } else { name.clone() }
    }

    fn declared(&self, id: LocalId) -> String {
        let local = &self.function.locals[id.0];
        let mutable = if local.mutable { "mut " } else { "" };
        format!("{mutable}{}: {}", self.local(id), local.ty)
    }

    /// The function's body: a value where it is nothing else.
    fn body(&self, depth: usize) -> String {
        match &self.function.body {
            Block { statements, value: Some(value) } if statements.is_empty() => self.expr(value, depth),
            block => self.braced(block, depth),
        }
    }

    fn braced(&self, block: &Block, depth: usize) -> String {
        match block {
            Block { statements, value: None } if statements.is_empty() => "{}".to_owned(),
            Block { statements, value: Some(value) } if statements.is_empty() => format!("{{ {} }}", self.expr(value, depth)),
            Block { statements, value } => {
                let indent = "    ".repeat(depth + 1);
                let value = value.as_ref().map(|value| self.expr(value, depth + 1));
                let lines = statements.iter().map(|statement| self.statement(statement, depth + 1)).chain(value);
                let lines: String = lines.map(|line| format!("{indent}{line}\n")).collect();
                format!("{{\n{lines}{}}}", "    ".repeat(depth))
            }
        }
    }

    fn statement(&self, statement: &Statement, depth: usize) -> String {
        match statement {
            Statement::Let(id, value) => format!("let {} = {};", self.declared(*id), self.expr(value, depth)),
            Statement::Declare(id) => format!("let {};", self.declared(*id)),
            Statement::Assign(place, value) => format!("{} = {};", self.expr(place, depth), self.expr(value, depth)),
            Statement::If(condition, then, otherwise) => self.branches(condition, then, otherwise, depth),
            Statement::While(condition, body) => format!("while {} {}", self.expr(condition, depth), self.braced(body, depth)),
            Statement::Return(value) => format!("return {};", self.expr(value, depth)),
            Statement::Break => "break;".to_owned(),
            Statement::Continue => "continue;".to_owned(),
        }
    }

    fn branches(&self, condition: &Expr, then: &Block, otherwise: &Block, depth: usize) -> String {
        let head = format!("if {} {}", self.expr(condition, depth), self.braced(then, depth));
        match otherwise {
            Block { statements, value: None } if statements.is_empty() => head,
            _ => format!("{head} else {}", self.braced(otherwise, depth)),
        }
    }

    fn expr(&self, expr: &Expr, depth: usize) -> String {
        match &expr.kind {
            ExprKind::Literal(value) => literal(*value, &expr.ty),
            ExprKind::Local(id) => self.local(*id),
            ExprKind::Index => self.index(),
            ExprKind::IsAmongFirst(1) => "is_first".to_owned(),
            ExprKind::IsAmongFirst(count) => format!("is_among_first({count})"),
            ExprKind::Captured(id) => self.capture(*id),
            ExprKind::Before(id) => self.carried("before", *id),
            ExprKind::After(id) => self.carried("after", *id),
            ExprKind::Load(array, index) | ExprKind::Gather(array, index) | ExprKind::Item(array, index) => {
                format!("{}[{}]", self.array(*array), self.expr(index, depth))
            }
            ExprKind::Slice(array, from, length) => {
                let (from, length) = (self.expr(from, depth), self.expr(length, depth));
                format!("start of {}[{from}..][..{length}]", self.array(*array))
            }
            ExprKind::Unary(Unary::Neg, inner) => format!("-{}", self.operand(inner, depth)),
            ExprKind::Unary(Unary::Not, inner) => format!("!{}", self.operand(inner, depth)),
            ExprKind::Binary(operator, left, right) => {
                format!("{} {} {}", self.operand(left, depth), operator.symbol(), self.operand(right, depth))
            }
            ExprKind::Cast(inner) => format!("{} as {}", self.operand(inner, depth), expr.ty),
            ExprKind::If(condition, then, otherwise) => self.branches(condition, then, otherwise, depth),
            ExprKind::Block(block) => self.braced(block, depth),
            ExprKind::Method(method, operands) => self.method(*method, operands, &expr.ty, depth),
            ExprKind::Call(name, operands) => format!("{name}({})", self.list(operands, depth)),
            ExprKind::Field(inner, field) if is_element(field) => format!("{}{field}", self.operand(inner, depth)),
            ExprKind::Field(inner, field) => format!("{}.{field}", self.operand(inner, depth)),
            ExprKind::Element(inner, index) => format!("{}[{}]", self.operand(inner, depth), self.expr(index, depth)),
            ExprKind::Struct(name, fields) => {
                let fields: Vec<String> =
                    fields.iter().map(|(field, value)| format!("{field}: {}", self.expr(value, depth))).collect();
                format!("{name} {{ {} }}", fields.join(", "))
            }
            ExprKind::List(items) => format!("[{}]", self.list(items, depth)),
        }
    }

    fn method(&self, method: Method, operands: &[Expr], ty: &Type, depth: usize) -> String {
        match operands {
            [bits] if method == Method::FromBits => format!("{ty}::from_bits({})", self.expr(bits, depth)),
            [receiver, rest @ ..] => format!("{}.{}({})", self.operand(receiver, depth), method.name(), self.list(rest, depth)),
            [] => format!("{}()", method.name()),
        }
    }

    fn list(&self, items: &[Expr], depth: usize) -> String {
        items.iter().map(|item| self.expr(item, depth)).collect::<Vec<_>>().join(", ")
    }

    /// In parentheses unless it binds tighter than any operator.
    fn operand(&self, expr: &Expr, depth: usize) -> String {
        let text = self.expr(expr, depth);
        let loose = matches!(
            expr.kind,
            ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Cast(_) | ExprKind::If(..) | ExprKind::Block(_)
        );
        if loose || text.starts_with('-') { format!("({text})") } else { text }
    }
}

fn literal(value: Literal, ty: &Type) -> String {
    match value {
        Literal::Bool(value) => value.to_string(),
        Literal::Int(value) if matches!(ty, Type::Enum(..)) => format!("{ty}({value})"),
        Literal::Int(value) => format!("{value}{ty}"),
        Literal::Float(value) if value.is_nan() => format!("{ty}::NAN"),
        Literal::Float(value) if value == f64::INFINITY => format!("{ty}::INFINITY"),
        Literal::Float(value) if value == f64::NEG_INFINITY => format!("{ty}::NEG_INFINITY"),
        #[expect(clippy::cast_possible_truncation, reason = "an `f32` literal holds a value that `f32` represents")]
        Literal::Float(value) if *ty == Type::Scalar(Scalar::Float(Float::F32)) => format!("{:?}{ty}", value as f32),
        Literal::Float(value) => format!("{value:?}{ty}"),
    }
}
