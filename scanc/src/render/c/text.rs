//! C expressions with what is needed to put them together: how tightly they bind, and whether their C type is the IR's.

/// How tightly an expression binds, loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Ternary,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relation,
    Shift,
    Sum,
    Product,
    Unary,
    Postfix,
}

/// A C expression that has the value of an IR expression.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub text: String,
    pub level: Level,
    /// Whether the C type is the IR type's. Otherwise C has promoted an 8-bit, 16-bit or `bool` value to `int`: the value is right all
    /// the same, but an overloaded function would see the wrong type. Wider integers and floats are always exact.
    pub exact: bool,
}

impl Text {
    /// A name, a call, an element.
    pub fn atom(text: impl Into<String>) -> Self {
        Self { text: text.into(), level: Level::Postfix, exact: true }
    }

    /// `name(arguments…)`, of the type it should have.
    pub fn call(name: &str, arguments: &[String]) -> Self {
        Self::atom(format!("{name}({})", arguments.join(", ")))
    }

    /// `(ty)self`.
    pub fn cast(self, ty: &str) -> Self {
        Self::prefix(&format!("({ty})"), self)
    }

    /// `-operand` and the like.
    pub fn prefix(operator: &str, operand: Self) -> Self {
        let operand = operand.bound(Level::Unary);
        // `--a` is another operator.
        let text =
            if operator == "-" && operand.starts_with('-') { format!("-({operand})") } else { format!("{operator}{operand}") };
        Self { text, level: Level::Unary, exact: true }
    }

    /// `left operator right`; all C operators of one level group to the left.
    pub fn binary(operator: &str, level: Level, left: Self, right: Self) -> Self {
        let left = if confusing(level, left.level) { left.parenthesised() } else { left.bound(level) };
        let right =
            if confusing(level, right.level) || right.level == level { right.parenthesised() } else { right.bound(level) };
        Self { text: format!("{left} {operator} {right}"), level, exact: true }
    }

    /// `condition ? then : otherwise`.
    pub fn ternary(condition: Self, then: Self, otherwise: Self) -> Self {
        let bitwise = Level::BitOr <= condition.level && condition.level <= Level::BitAnd;
        let condition = if bitwise { condition.parenthesised() } else { condition.bound(Level::Or) };
        let text = format!("{condition} ? {} : {}", then.bound(Level::Or), otherwise.text);
        Self { text, level: Level::Ternary, exact: true }
    }

    /// The same with `exact` as given.
    pub fn exactly(self, exact: bool) -> Self {
        Self { exact, ..self }
    }

    /// The expression as an operand that must bind at least as tightly as `level`.
    fn bound(self, level: Level) -> String {
        if self.level < level { self.parenthesised() } else { self.text }
    }

    fn parenthesised(self) -> String {
        format!("({})", self.text)
    }
}

/// Whether C's precedence is right but few readers know it.
fn confusing(level: Level, operand: Level) -> bool {
    match level {
        Level::Shift | Level::BitAnd | Level::BitXor | Level::BitOr => operand != level && operand < Level::Unary,
        Level::Or => operand == Level::And,
        Level::Equality | Level::Relation => matches!(operand, Level::Equality | Level::Relation),
        _ => false,
    }
}
