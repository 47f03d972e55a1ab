//! What functions become: exact IR.

use super::{check, lowered, refused};

/// Listing 4.6 of the thesis, in Rust.
pub(crate) const POLYNOMIAL: &str = "
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Pair { pub x: i32, pub y: i32 }

#[declare_scan(identity = Pair { x: 0, y: 1 })]
pub fn op(a: Pair, c: Pair) -> Pair {
    Pair { x: a.x * c.y + c.x, y: a.y * c.y }
}";

/// Listing 4.8.
pub(crate) const FIBONACCI: &str = "
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Matrix { x00: i64, x01: i64, x10: i64, x11: i64 }

impl Matrix {
    pub const fn new(x00: i64, x01: i64, x10: i64, x11: i64) -> Self {
        Self { x00, x01, x10, x11 }
    }
}

#[declare_scan(identity = Matrix::new(1, 0, 0, 1))]
impl std::ops::Mul for Matrix {
    type Output = Matrix;
    fn mul(self, c: Matrix) -> Matrix {
        Matrix::new(
            self.x00 * c.x00 + self.x01 * c.x10,
            self.x00 * c.x01 + self.x01 * c.x11,
            self.x10 * c.x00 + self.x11 * c.x10,
            self.x10 * c.x01 + self.x11 * c.x11,
        )
    }
}";

#[test]
fn the_pair_of_listing_4_6() {
    check(POLYNOMIAL, "fn op(a: Pair, c: Pair) -> Pair { Pair { x: (a.x * c.y) + c.x, y: a.y * c.y } }");
    let module = lowered(POLYNOMIAL);
    let [op] = module.operators.as_slice() else { panic!("one operator") };
    assert_eq!((op.name.as_str(), op.function.as_str(), op.operand.to_string().as_str()), ("op", "op", "Pair"));
    let identity = op.identity.as_ref().expect("an identity").to_string();
    assert_eq!(identity, "fn op_identity() -> Pair { Pair { x: 0i32, y: 1i32 } }");
}

#[test]
fn the_matrix_of_listing_4_8() {
    let expected = "\
fn Matrix_new(x00: i64, x01: i64, x10: i64, x11: i64) -> Matrix { Matrix { x00: x00, x01: x01, x10: x10, x11: x11 } }
fn Matrix_mul(self: Matrix, c: Matrix) -> Matrix { Matrix_new(\
(self.x00 * c.x00) + (self.x01 * c.x10), (self.x00 * c.x01) + (self.x01 * c.x11), \
(self.x10 * c.x00) + (self.x11 * c.x10), (self.x10 * c.x01) + (self.x11 * c.x11)) }";
    check(FIBONACCI, expected);
    let module = lowered(FIBONACCI);
    let [product] = module.operators.as_slice() else { panic!("one operator") };
    assert_eq!((product.name.as_str(), product.function.as_str()), ("*", "Matrix_mul"));
    let identity = product.identity.as_ref().expect("an identity").to_string();
    assert_eq!(identity, "fn Matrix_mul_identity() -> Matrix { Matrix_new(1i64, 0i64, 0i64, 1i64) }");
}

#[test]
fn loops_over_arrays() {
    check(
        "#[repr(C)] #[derive(Clone, Copy)] struct M { m: [[u64; N]; N] }
         const N: usize = 2;
         #[declare_scan]
         fn product(a: M, b: M) -> M {
             let mut c = M { m: [[0; N]; N] };
             for i in 0..N { for j in 0..=1 { for k in (0..N).rev() { c.m[i][j] += a.m[i][k] * b.m[k][j]; } } }
             c
         }",
        "\
fn product(a: M, b: M) -> M {
    let mut c: M = M { m: [[0u64, 0u64], [0u64, 0u64]] };
    let mut i#3: usize = 0usize;
    while i#3 < 2usize {
        let i#4: usize = i#3;
        i#3 = i#3 + 1usize;
        let mut j#5: usize = 0usize;
        while j#5 < 2usize {
            let j#6: usize = j#5;
            j#5 = j#5 + 1usize;
            let mut k#7: usize = 2usize;
            while k#7 > 0usize {
                k#7 = k#7 - 1usize;
                let k#8: usize = k#7;
                c.m[i#4][j#6] = c.m[i#4][j#6] + (a.m[i#4][k#8] * b.m[k#8][j#6]);
            }
        }
    }
    c
}",
    );
}

#[test]
fn enums_match_and_early_returns() {
    check(
        "#[repr(u8)] #[derive(Clone, Copy, PartialEq)] enum State { Open, Shut }
         use State::*;
         fn next(s: State, k: i32) -> State {
             if k < 0 { return s; }
             match (s, k) { (State::Open, 0 | 5..=7) => State::Shut, (state, _) if k > LIMIT => state, _ => { if s == State::Shut { return State::Open } else { return s } } }
         }
         const LIMIT: i32 = 9;",
        "\
fn next(s: State, k: i32) -> State {
    if k < 0i32 {
        return s;
    }
    if (s == State(0)) && ((k == 0i32) || ((k >= 5i32) && (k <= 7i32))) { State(1) } else { if k > 9i32 {
        let state: State = s;
        state
    } else {
        if s == State(1) {
            return State(0);
        } else {
            return s;
        }
    } }
}",
    );
}

#[test]
fn newtypes_and_associated_constants() {
    check(
        "#[repr(transparent)] #[derive(Clone, Copy)] pub struct ModP(u64);
         impl ModP {
             pub const P: u64 = (1 << 31) - 1;
             pub const ONE: Self = Self::new(1);
             pub const fn new(value: u64) -> Self { Self(value % Self::P) }
             fn get(&self) -> u64 { let &Self(v) = self; v }
         }
         #[declare_scan(identity = ModP::ONE)]
         impl Mul for ModP { type Output = Self; fn mul(self, other: Self) -> Self::Output { Self::new(self.0 * other.get()) } }
         fn square(a: ModP) -> ModP { let b = ModP::ONE; a * (a * b) }",
        "\
fn ModP_new(value: u64) -> ModP { ModP { 0: value % 2147483647u64 } }
fn ModP_get(self: ModP) -> u64 {
    let v: u64 = self.0;
    v
}
fn ModP_mul(self: ModP, other: ModP) -> ModP { ModP_new(self.0 * ModP_get(other)) }
fn square(a: ModP) -> ModP {
    let b: ModP = ModP { 0: 1u64 };
    ModP_mul(a, ModP_mul(a, b))
}",
    );
}

#[test]
fn functions_come_after_what_they_call() {
    let source = "fn a(x: i32) -> i32 { b(x) + K } fn b(x: i32) -> i32 { c(x) } fn c(x: i32) -> i32 { x } const K: i32 = c(4);";
    check(source, "fn c(x: i32) -> i32 { x }\nfn b(x: i32) -> i32 { c(x) }\nfn a(x: i32) -> i32 { b(x) + 4i32 }");
}

#[test]
fn functional_update_and_parts() {
    check(
        "#[repr(C)] struct P { x: f32, y: f32, z: [f32; 2] }
         fn f(p: &P, q: P) -> P { let mut r = P { y: 2.0, ..*p }; r.z[1] = -q.x; r }
         fn g(p: P) -> P { P { x: 1.0, ..f(&p, p) } }
         fn h(p: P) -> f32 { let P { x, z: [..], .. } = p; x }"
            .replace(" fn h(p: P) -> f32 { let P { x, z: [..], .. } = p; x }", "")
            .as_str(),
        "\
fn f(p: P, q: P) -> P {
    let mut r: P = P { x: p.x, y: 2.0f32, z: p.z };
    r.z[1usize] = -q.x;
    r
}
fn g(p: P) -> P {
    let base: P = f(p, p);
    P { x: 1.0f32, y: base.y, z: base.z }
}",
    );
}

#[test]
fn a_compound_assignment_looks_at_its_place_after_a_value_that_may_leave() {
    check(
        "fn f(mut v: [u8; 2], i: usize) -> u8 { v[i] += ({ if i > 1 { return 0; } 1 }); v[0] }",
        "\
fn f(mut v: [u8; 2], i: usize) -> u8 {
    let value: u8 = {
        if i > 1usize {
            return 0u8;
        }
        1u8
    };
    v[i] = v[i] + value;
    v[0usize]
}",
    );
}

#[test]
fn what_the_domain_keeps_from_panicking_is_bounded() {
    let declared = |domain: &str, index: &str| {
        format!(
            "#[repr(C)] #[derive(Clone, Copy)] pub struct Table {{ next: [u8; 2], of: u32, step: i32 }}
            pub fn is_table(a: Table) -> bool {{ a.next[0] < 2 && a.next[1] < 2 && a.of > 0 && a.step > 0 }}
            #[declare_scan(domain = {domain})]
            pub fn then(a: Table, b: Table) -> Table {{ let k = {index}; Table {{ next: [b.next[k], 0], of: b.of, step: 1 }} }}"
        )
    };
    let bounded = |domain: &str, index: &str, expected: &str| {
        let module = lowered(&declared(domain, index));
        assert_eq!(module.operators[0].function, "then_within");
        let function = module.functions.iter().find(|function| function.name == "then_within").expect("it is there");
        assert!(function.to_string().contains(expected), "{function}");
        let plain = module.functions.iter().find(|function| function.name == "then").expect("it is there");
        assert!(!plain.to_string().contains("min"), "{plain}");
    };
    bounded("|a| a.next[0] < 2", "a.next[0] as usize", "b.next[k.min(1usize)]");
    bounded("is_table", "a.next[1] as usize", ".min(1usize)");
    // Of all elements something is known.
    bounded("is_table", "a.next[(a.of % 2) as usize] as usize", ".min(1usize)");
    bounded("is_table", "(3 / a.of) as usize % 2", "3u32 / a.of.max(1u32)");
}

#[test]
fn what_the_domain_does_not_say_is_refused() {
    for domain in ["|a| a.next[0] < 3", "|a| a.next[1] < 2", "|a| a.next[0] < 2 || a.of > 0"] {
        let text = format!(
            "#[repr(C)] #[derive(Clone, Copy)] pub struct Table {{ next: [u8; 2], of: u32 }}
            #[declare_scan(domain = {domain})]
            pub fn then(a: Table, b: Table) -> Table {{ Table {{ next: [b.next[a.next[0] as usize], 0], of: b.of }} }}"
        );
        refused(&text, (621, "b.next[a.next[0] as usize]", "declare a domain"));
    }
}
