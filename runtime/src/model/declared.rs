//! What the attributes `#[declare_target]` and `#[declare_scan]` become.
//!
//! A struct becomes a call of [`declared_struct!`](crate::declared_struct), an enum one of [`declared_enum!`](crate::declared_enum), an
//! operator an implementation of [`Semigroup`](crate::Semigroup), and of [`Monoid`](crate::Monoid) where it has an identity. Of what the
//! two macros are told rustc checks the fields, and the first program with a struct compares its layout with the device's. Only the OpenCL
//! C is trusted, as that of kernels is: somebody has to have [vouched](Vouched) for it.

pub use crate::model::function::is_same;
pub use crate::model::value::{Field, Layout};

/// Whether `domain`, a condition, holds of `value`; its closure's parameter is of that type.
#[inline]
pub fn holds<T>(value: T, domain: impl FnOnce(T) -> bool) -> bool {
    domain(value)
}

/// OpenCL C that somebody vouches for.
#[derive(Clone, Copy, Debug)]
pub struct Vouched(&'static [&'static str]);

impl Vouched {
    /// What defines a type, after what it mentions.
    ///
    /// # Safety
    /// It is used for the declaration of the very type that the last of `texts` defines: a struct with the fields that are declared, of
    /// the types that are declared, or the integer that an enum is represented by. The others define the types that it mentions, each as
    /// its own declaration does.
    pub const unsafe fn new(texts: &'static [&'static str]) -> Self {
        Self(texts)
    }

    /// The texts.
    pub const fn texts(self) -> &'static [&'static str] {
        self.0
    }
}

/// The greatest of some numbers, none of which is NaN or less than 0.
pub const fn greatest(numbers: &[f64]) -> f64 {
    let (mut greatest, mut at) = (0.0, 0);
    while at < numbers.len() {
        if numbers[at] > greatest {
            greatest = numbers[at];
        }
        at += 1;
    }
    greatest
}

/// What is left of a way after its first field: after `place` of `place.x` that is `x`.
pub fn after<'w>(way: &'w str, field: &str) -> Option<&'w str> {
    let rest = way.strip_prefix(field)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('.') }
}

/// Where the end of a way is, the rest of which begins at a field of type `F`.
pub fn further<F: crate::Value>(offset: usize, rest: &str) -> Option<usize> {
    Some(offset + if rest.is_empty() { 0 } else { F::offset(rest)? })
}

/// `Pair { x: 1, y: 2 }`, from the fields' names and values.
pub fn describe(name: &str, fields: &[(&str, String)]) -> String {
    let fields: Vec<String> = fields.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    format!("{name} {{ {} }}", fields.join(", "))
}

/// Implements [`Value`](crate::Value) and [`Element`](crate::Element) for a struct: all its fields with their types, the names that
/// struct and fields have in OpenCL C, and the OpenCL C that defines it, for which somebody has to vouch.
///
/// ```
/// use scan_runtime::declared::Vouched;
///
/// #[repr(C)]
/// #[derive(Clone, Copy)]
/// struct Pair {
///     x: i32,
///     y: i32,
/// }
///
/// scan_runtime::declared_struct! {
///     Pair = "Pair" { x: i32 = "x", y: i32 = "y" }
///     // SAFETY: the text defines such a struct.
///     unsafe { Vouched::new(&["typedef struct {\n    int x;\n    int y;\n} Pair;"]) }
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! declared_struct {
    ($type:ident = $name:literal { $($field:tt: $of:ty = $member:literal),+ $(,)? } $definitions:expr) => {
        // SAFETY: the fields are values, and below rustc checks that they are all there are, of these types.
        unsafe impl $crate::Value for $type {
            const NEEDS_FP64: bool = false $(|| <$of as $crate::Value>::NEEDS_FP64)+;
            const ROUNDING: f64 = $crate::declared::greatest(&[$(<$of as $crate::Value>::ROUNDING),+]);
            const ANY_BYTES: bool = true $(&& <$of as $crate::Value>::ANY_BYTES)+;
            const LAYOUT: ::core::option::Option<&'static $crate::declared::Layout> =
                ::core::option::Option::Some(&$crate::declared::Layout {
                    name: $name,
                    size: ::core::mem::size_of::<Self>(),
                    fields: &[$($crate::declared::Field {
                        name: $member,
                        offset: ::core::mem::offset_of!($type, $field),
                        layout: <$of as $crate::Value>::LAYOUT,
                    }),+],
                });

            fn offset(scan_way: &str) -> ::core::option::Option<usize> {
                $(if let ::core::option::Option::Some(scan_rest) = $crate::declared::after(scan_way, $member) {
                    let scan_offset = ::core::mem::offset_of!($type, $field);
                    return $crate::declared::further::<$of>(scan_offset, scan_rest);
                })+
                ::core::option::Option::None
            }

            unsafe fn is_value(scan_memory: *const Self) -> bool {
                // SAFETY: the fields lie within what the caller vouches for.
                true $(&& unsafe { <$of as $crate::Value>::is_value(&raw const (*scan_memory).$field) })+
            }

            fn same(&self, scan_other: &Self, scan_tolerance: f64) -> bool {
                true $(&& $crate::Value::same(&self.$field, &scan_other.$field, scan_tolerance))+
            }

            fn magnitude(&self) -> f64 {
                $crate::declared::greatest(&[$($crate::Value::magnitude(&self.$field)),+])
            }

            fn describe(&self) -> ::std::string::String {
                let scan_fields = [$((::core::stringify!($field), $crate::Value::describe(&self.$field))),+];
                $crate::declared::describe(::core::stringify!($type), &scan_fields)
            }
        }

        // SAFETY: the definition is that of this struct in C, which is vouched for, and where the device puts the fields is compared with `LAYOUT`.
        unsafe impl $crate::Element for $type {
            const OPENCL_TYPE: &'static str = $name;
            const DEFINITIONS: &'static [&'static str] = $crate::declared::Vouched::texts($definitions);
        }

        const _: fn($type) = |scan_value| {
            let $type { $($field: _),+ } = scan_value;
            $(let _: $of = scan_value.$field;)+
        };
    };
}

/// Implements [`Value`](crate::Value) and [`Element`](crate::Element) for a C-like enum: the integer type that it is represented by,
/// its variants, its name in OpenCL C, and the OpenCL C that defines it, for which somebody has to vouch as for a struct's.
#[doc(hidden)]
#[macro_export]
macro_rules! declared_enum {
    ($type:ident: $repr:ty = $name:literal { $($variant:ident),+ $(,)? } $definitions:expr) => {
        // SAFETY: `is_value` looks for a variant's number, and below rustc checks that the type is as large as the integer.
        unsafe impl $crate::Value for $type {
            const ANY_BYTES: bool = false;

            unsafe fn is_value(scan_memory: *const Self) -> bool {
                // SAFETY: an integer of this size, initialised and aligned by the caller's promise.
                let scan_number = unsafe { *scan_memory.cast::<$repr>() };
                false $(|| scan_number == $type::$variant as $repr)+
            }

            fn same(&self, scan_other: &Self, _scan_tolerance: f64) -> bool {
                *self as $repr == *scan_other as $repr
            }

            fn describe(&self) -> ::std::string::String {
                let scan_variant = match *self {
                    $($type::$variant => ::core::stringify!($variant),)+
                };
                ::std::string::String::from(scan_variant)
            }
        }

        // SAFETY: the definition is an integer type of the same size, which is vouched for.
        unsafe impl $crate::Element for $type {
            const OPENCL_TYPE: &'static str = $name;
            const DEFINITIONS: &'static [&'static str] = $crate::declared::Vouched::texts($definitions);
        }

        const _: () = ::core::assert!(::core::mem::size_of::<$type>() == ::core::mem::size_of::<$repr>());
        const _: () = ::core::assert!(::core::mem::align_of::<$type>() == ::core::mem::align_of::<$repr>());
    };
}
