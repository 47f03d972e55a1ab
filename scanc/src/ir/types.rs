//! The types of the IR.

use std::fmt;

/// An integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the primitive type of the same name")]
pub enum Int {
    I8,
    I16,
    I32,
    I64,
    Isize,
    U8,
    U16,
    U32,
    U64,
    Usize,
}

/// A float type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the primitive type of the same name")]
pub enum Float {
    F32,
    F64,
}

/// A primitive type. `isize` and `usize` are 64 bits wide: a host of another width runs the loop itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// One byte, 0 or 1, in buffers.
    Bool,
    /// An integer.
    Int(Int),
    /// A float.
    Float(Float),
}

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A primitive type.
    Scalar(Scalar),
    /// `[T; N]`.
    Array(Box<Type>, u64),
    /// A declared struct, by name.
    Struct(String),
    /// A declared C-like enum, by name. Its values are integers of this type, and no others than its variants'.
    Enum(String, Int),
    /// A type the compiler cannot see. Its values are loaded, stored, and passed to operators; the name stands in kernels and the
    /// runtime defines it (`scan_t`, `x_t`).
    Opaque(String),
}

impl Int {
    /// All of them.
    pub const ALL: [Self; 10] =
        [Self::I8, Self::I16, Self::I32, Self::I64, Self::Isize, Self::U8, Self::U16, Self::U32, Self::U64, Self::Usize];

    /// The unsigned type of the same width; itself if it is unsigned.
    pub fn unsigned(self) -> Self {
        match self {
            Self::I8 => Self::U8,
            Self::I16 => Self::U16,
            Self::I32 => Self::U32,
            Self::I64 => Self::U64,
            Self::Isize => Self::Usize,
            unsigned => unsigned,
        }
    }

    /// Width in bits.
    pub fn bits(self) -> u32 {
        match self {
            Self::I8 | Self::U8 => 8,
            Self::I16 | Self::U16 => 16,
            Self::I32 | Self::U32 => 32,
            Self::I64 | Self::U64 | Self::Isize | Self::Usize => 64,
        }
    }

    /// Whether it has negative values.
    pub fn signed(self) -> bool {
        matches!(self, Self::I8 | Self::I16 | Self::I32 | Self::I64 | Self::Isize)
    }

    /// The least value.
    pub fn min(self) -> i128 {
        if self.signed() { -(1 << (self.bits() - 1)) } else { 0 }
    }

    /// The greatest value.
    pub fn max(self) -> i128 {
        if self.signed() { (1 << (self.bits() - 1)) - 1 } else { (1 << self.bits()) - 1 }
    }

    /// `value` modulo 2^bits, in this type's range.
    pub fn wrap(self, value: i128) -> i128 {
        let low = value & ((1 << self.bits()) - 1);
        if self.signed() && low > self.max() { low - (1 << self.bits()) } else { low }
    }
}

impl Scalar {
    /// What a value takes in an array.
    pub fn bytes(self) -> u32 {
        match self {
            Self::Bool => 1,
            Self::Int(int) => int.bits() / 8,
            Self::Float(Float::F32) => 4,
            Self::Float(Float::F64) => 8,
        }
    }

    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        Int::ALL.into_iter().map(Self::Int).chain([Self::Bool, Self::Float(Float::F32), Self::Float(Float::F64)])
    }

    /// The primitive type of that name in Rust.
    pub fn from_rust(name: &str) -> Option<Self> {
        Self::all().find(|scalar| scalar.rust() == name)
    }

    /// Its name in Rust.
    pub fn rust(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::Int(Int::I8) => "i8",
            Self::Int(Int::I16) => "i16",
            Self::Int(Int::I32) => "i32",
            Self::Int(Int::I64) => "i64",
            Self::Int(Int::Isize) => "isize",
            Self::Int(Int::U8) => "u8",
            Self::Int(Int::U16) => "u16",
            Self::Int(Int::U32) => "u32",
            Self::Int(Int::U64) => "u64",
            Self::Int(Int::Usize) => "usize",
            Self::Float(Float::F32) => "f32",
            Self::Float(Float::F64) => "f64",
        }
    }

    /// Its name in OpenCL C, in buffers and for values (`bool` is a `uchar` of 0 or 1 everywhere).
    pub fn opencl(self) -> &'static str {
        match self {
            Self::Bool => "uchar",
            Self::Int(Int::I8) => "char",
            Self::Int(Int::I16) => "short",
            Self::Int(Int::I32) => "int",
            Self::Int(Int::I64 | Int::Isize) => "long",
            Self::Int(Int::U8) => "uchar",
            Self::Int(Int::U16) => "ushort",
            Self::Int(Int::U32) => "uint",
            Self::Int(Int::U64 | Int::Usize) => "ulong",
            Self::Float(Float::F32) => "float",
            Self::Float(Float::F64) => "double",
        }
    }
}

impl Type {
    /// `bool`.
    pub const BOOL: Self = Self::Scalar(Scalar::Bool);
    /// `usize`.
    pub const USIZE: Self = Self::Scalar(Scalar::Int(Int::Usize));

    /// The primitive type of its values, if they are of one; a C-like enum's are integers.
    pub fn scalar(&self) -> Option<Scalar> {
        match self {
            Self::Scalar(scalar) => Some(*scalar),
            Self::Enum(_, repr) => Some(Scalar::Int(*repr)),
            _ => None,
        }
    }
}

/// As written in Rust.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(scalar) => f.write_str(scalar.rust()),
            Self::Array(element, length) => write!(f, "[{element}; {length}]"),
            Self::Struct(name) | Self::Enum(name, _) | Self::Opaque(name) => f.write_str(name),
        }
    }
}
