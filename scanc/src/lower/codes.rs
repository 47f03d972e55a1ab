//! The codes of this stage's diagnostics.

use crate::diagnostic::Code;

/// A type that matters is not visible in the function's text.
pub(super) const NOT_VISIBLE: Code = Code(501);
/// Two types that should be one.
pub(super) const MISMATCH: Code = Code(502);
/// An operator or method on a type that does not have it.
pub(super) const NOT_DEFINED: Code = Code(503);
/// A kind of expression or statement that kernels do not know.
pub(super) const NOT_SUPPORTED: Code = Code(504);
/// A call of something that is not a function of a primitive type.
pub(super) const NOT_CALLABLE: Code = Code(505);
/// A method that kernels do not know, or a wrong number of arguments.
pub(super) const NO_METHOD: Code = Code(506);
/// A type that kernels do not know.
pub(super) const NO_SUCH_TYPE: Code = Code(507);
/// A cast that Rust does not allow.
pub(super) const BAD_CAST: Code = Code(508);
/// A literal outside its type's range.
pub(super) const OUT_OF_RANGE: Code = Code(509);
/// A name that stands for nothing a kernel can use.
pub(super) const NOT_KNOWN: Code = Code(510);
/// A pattern that kernels do not know.
pub(super) const BAD_PATTERN: Code = Code(511);
/// An assignment that kernels do not allow.
pub(super) const BAD_ASSIGNMENT: Code = Code(512);
/// An expression that must be known at compile time, and is not.
pub(super) const NOT_CONSTANT: Code = Code(513);
/// A struct or an enum whose layout is not fixed.
pub(super) const NO_LAYOUT: Code = Code(520);
/// A declaration that kernels do not know: generic, `unsafe`, without a value, …
pub(super) const NOT_DECLARABLE: Code = Code(521);
/// Functions that call each other in a circle.
pub(super) const RECURSION: Code = Code(522);
/// More values than anybody computes with in a kernel.
pub(super) const TOO_MUCH: Code = Code(524);
/// Two declarations of one name in kernels.
pub(super) const NAME_TAKEN: Code = Code(523);
/// A scan's operator on a carried type that does not have it.
pub(super) const BAD_OPERATOR: Code = Code(601);
/// A declared operator that does not take two values of one type and return a third.
pub(super) const BAD_SIGNATURE: Code = Code(620);
/// A declared operator that may panic.
pub(super) const MAY_PANIC: Code = Code(621);
