//! Type inference by unification: classes of types that must be equal, in a union-find.
//!
//! While a loop is lowered, a type that is not known yet stands in the IR as a *variable*, `Type::Opaque("?n")` (no name in a source
//! contains a `?`). [`Unifier::resolve`] replaces variables by what they were found to be.

use crate::ir::{Float, Int, Scalar, Type};

/// What may be said of a type before it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing.
    Any,
    /// That of an integer literal.
    Int,
    /// That of a float literal.
    Float,
}

/// A thing whose type the function's text does not show; an index into the lowerer's list of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct UnseenId(pub usize);

/// Types that must be equal and are not known yet.
#[derive(Clone, Debug)]
pub(super) struct Class {
    pub(super) kind: Kind,
    /// Things of this type whose type is not visible.
    pub(super) unseen: Vec<UnseenId>,
    /// An error has been reported that explains why it is not known.
    pub(super) excused: bool,
}

#[derive(Clone, Debug)]
enum Node {
    SameAs(usize),
    Is(Type),
    Open(Class),
}

/// The union-find.
#[derive(Debug, Default)]
pub(super) struct Unifier {
    nodes: Vec<Node>,
}

/// Two types that cannot be equal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mismatch;

impl Unifier {
    /// A new variable.
    pub(super) fn fresh(&mut self, kind: Kind) -> Type {
        self.open(Class { kind, unseen: Vec::new(), excused: false })
    }

    /// A new variable: the type of something whose type is not visible.
    pub(super) fn unseen(&mut self, id: UnseenId) -> Type {
        self.open(Class { kind: Kind::Any, unseen: vec![id], excused: false })
    }

    /// A new variable: the type of an expression with an error.
    pub(super) fn excused(&mut self) -> Type {
        self.open(Class { kind: Kind::Any, unseen: Vec::new(), excused: true })
    }

    fn open(&mut self, class: Class) -> Type {
        self.nodes.push(Node::Open(class));
        Type::Opaque(format!("?{}", self.nodes.len() - 1))
    }

    /// Makes two types equal.
    pub(super) fn unify(&mut self, left: &Type, right: &Type) -> Result<(), Mismatch> {
        match (self.head(left), self.head(right)) {
            (Head::Open(left), Head::Open(right)) => self.join(left, right),
            (Head::Open(class), Head::Known(ty)) | (Head::Known(ty), Head::Open(class)) => self.bind(class, &ty),
            (Head::Known(Type::Array(left, m)), Head::Known(Type::Array(right, n))) if m == n => self.unify(&left, &right),
            (Head::Known(left), Head::Known(right)) => {
                if left == right {
                    Ok(())
                } else {
                    Err(Mismatch)
                }
            }
        }
    }

    fn join(&mut self, left: usize, right: usize) -> Result<(), Mismatch> {
        if left == right {
            return Ok(());
        }
        let (Node::Open(first), Node::Open(second)) = (&self.nodes[left], &self.nodes[right]) else { return Err(Mismatch) };
        self.nodes[left] = Node::Open(first.clone().join(second)?);
        self.nodes[right] = Node::SameAs(left);
        Ok(())
    }

    /// Gives an open class its type.
    pub(super) fn bind(&mut self, class: usize, ty: &Type) -> Result<(), Mismatch> {
        match &self.nodes[class] {
            Node::Open(Class { kind, .. }) if kind.allows(ty) && !self.mentions(ty, class) => {
                self.nodes[class] = Node::Is(ty.clone());
                Ok(())
            }
            _ => Err(Mismatch),
        }
    }

    /// Whether `ty` contains the class: a type cannot be an array of itself.
    fn mentions(&self, ty: &Type, class: usize) -> bool {
        match self.head(ty) {
            Head::Open(open) => open == class,
            Head::Known(Type::Array(element, _)) => self.mentions(&element, class),
            Head::Known(_) => false,
        }
    }

    /// What `ty` is, apart from what it may contain.
    fn head(&self, ty: &Type) -> Head {
        let Some(mut at) = variable(ty) else { return Head::Known(ty.clone()) };
        loop {
            match &self.nodes[at] {
                Node::SameAs(next) => at = *next,
                Node::Is(known) => return Head::Known(known.clone()),
                Node::Open(_) => return Head::Open(at),
            }
        }
    }

    /// The open class that `ty` is a variable of.
    pub(super) fn open_class(&self, ty: &Type) -> Option<usize> {
        match self.head(ty) {
            Head::Open(class) => Some(class),
            Head::Known(Type::Array(element, _)) => self.open_class(&element),
            Head::Known(_) => None,
        }
    }

    /// Whether two types are known to be equal.
    pub(super) fn is_same(&self, left: &Type, right: &Type) -> bool {
        match (self.head(left), self.head(right)) {
            (Head::Open(left), Head::Open(right)) => left == right,
            (Head::Known(left), Head::Known(right)) => self.resolve(&left) == self.resolve(&right),
            _ => false,
        }
    }

    /// What is known of an open type.
    pub(super) fn kind(&self, ty: &Type) -> Option<Kind> {
        match &self.nodes[self.open_class(ty)?] {
            Node::Open(class) => Some(class.kind),
            _ => None,
        }
    }

    /// All open classes.
    pub(super) fn open_classes(&self) -> Vec<(usize, Class)> {
        let open = |(at, node): (usize, &Node)| match node {
            Node::Open(class) => Some((at, class.clone())),
            _ => None,
        };
        self.nodes.iter().enumerate().filter_map(open).collect()
    }

    /// Whether an error has been reported that explains why the class is open; from now on one has.
    pub(super) fn excuse(&mut self, class: usize) -> bool {
        match &mut self.nodes[class] {
            Node::Open(class) => std::mem::replace(&mut class.excused, true),
            _ => true,
        }
    }

    /// `ty` with every variable replaced whose type is known.
    pub(super) fn resolve(&self, ty: &Type) -> Type {
        match self.head(ty) {
            Head::Open(_) => ty.clone(),
            Head::Known(Type::Array(element, length)) => Type::Array(Box::new(self.resolve(&element)), length),
            Head::Known(known) => known,
        }
    }

    /// `ty` in an error message.
    pub(super) fn describe(&self, ty: &Type) -> String {
        let Some(class) = self.open_class(ty) else { return format!("`{}`", self.resolve(ty)) };
        match &self.nodes[class] {
            Node::Open(Class { kind: Kind::Int, .. }) => "an integer".to_owned(),
            Node::Open(Class { kind: Kind::Float, .. }) => "a float".to_owned(),
            _ => "another type".to_owned(),
        }
    }
}

/// See [`Unifier::head`].
enum Head {
    Known(Type),
    Open(usize),
}

impl Class {
    fn join(mut self, other: &Self) -> Result<Self, Mismatch> {
        self.kind = self.kind.join(other.kind)?;
        self.unseen.extend(other.unseen.iter().copied());
        self.excused |= other.excused;
        Ok(self)
    }
}

impl Kind {
    fn join(self, other: Self) -> Result<Self, Mismatch> {
        match (self, other) {
            (Self::Any, kind) | (kind, Self::Any) => Ok(kind),
            _ if self == other => Ok(self),
            _ => Err(Mismatch),
        }
    }

    /// Whether `ty` is of the kind.
    pub(super) fn allows(self, ty: &Type) -> bool {
        match self {
            Self::Any => true,
            Self::Int => matches!(ty, Type::Scalar(Scalar::Int(_))),
            Self::Float => matches!(ty, Type::Scalar(Scalar::Float(_))),
        }
    }

    /// What Rust makes of a literal whose type nothing decides.
    pub(super) fn default_type(self) -> Option<Type> {
        match self {
            Self::Any => None,
            Self::Int => Some(Type::Scalar(Scalar::Int(Int::I32))),
            Self::Float => Some(Type::Scalar(Scalar::Float(Float::F64))),
        }
    }
}

/// The number of a variable.
fn variable(ty: &Type) -> Option<usize> {
    match ty {
        Type::Opaque(name) => name.strip_prefix('?')?.parse().ok(),
        _ => None,
    }
}
