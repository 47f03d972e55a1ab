//! Who writes by hand what carries OpenCL C to kernels has to vouch for it.
use scan_runtime::{Add, Function, Semigroup, declared_enum, declared_struct};

#[repr(C)]
#[derive(Clone, Copy)]
struct Pair {
    x: i32,
    y: i32,
}

#[repr(u8)]
#[derive(Clone, Copy)]
enum Letter {
    A,
}

declared_struct! { Pair = "Pair" { x: i32 = "x", y: i32 = "y" } &["typedef struct { int x; } Pair;"] }
declared_enum! { Letter: u8 = "Letter" { A } &["typedef ulong Letter;"] }

struct Op;

impl Semigroup<Op> for i32 {
    const COMBINE: &'static str = "return *(__global int *)0;";

    fn combine(earlier: Self, _later: Self) -> Self {
        earlier
    }
}

#[derive(Clone, Copy)]
struct Named;

impl Function for Named {
    type Arguments = ();
    type Result = scan_runtime::launch::Type<i32>;
    const NAME: &'static str = "named";
    const PARAMETERS: &'static [&'static str] = &[];
    const RETURNS: &'static str = "int";
    const DEFINITIONS: &'static [&'static str] = &["int named() { return *(__global int *)0; }"];
}

fn main() {
    let _: fn(Add) = |_| ();
}
