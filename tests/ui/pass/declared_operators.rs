//! Declared operators from everywhere: the same module, another one, a path, a `use`, a generic function; newtypes, enums, no identity.
#![deny(warnings)]

use poly::{Pair, op};
use scan_runtime::{Monoid, Mul, Semigroup, declare_scan, declare_target, scan};

/// Loops beside the operator, in its module.
#[declare_target]
mod poly {
    use scan_runtime::scan;

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Pair {
        pub x: i32,
        pub y: i32,
    }

    #[declare_scan(identity = Pair { x: 0, y: 1 })]
    pub fn op(a: Pair, b: Pair) -> Pair {
        Pair { x: a.x.wrapping_mul(b.y).wrapping_add(b.x), y: a.y.wrapping_mul(b.y) }
    }

    #[scan(op : t)]
    pub fn in_the_same_module(h: &[Pair], t: &mut [Pair]) {
        for i in 1..t.len() {
            t[i] = op(t[i - 1], h[i - 1]);
        }
    }
}

#[scan(poly::op : t)]
fn by_a_path(h: &[poly::Pair], t: &mut [poly::Pair]) {
    for i in 1..t.len() {
        t[i] = poly::op(t[i - 1], h[i - 1]);
    }
}

#[scan(op : t)]
fn by_a_use(h: &[Pair], t: &mut [Pair]) {
    for i in 1..t.len() {
        t[i] = op(t[i - 1], h[i - 1]);
    }
}

/// A newtype with constants and methods, and an operator symbol.
#[declare_target]
pub mod modular {
    use std::ops::Mul;

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct ModP(pub u64);

    impl ModP {
        pub const P: u64 = 1_000_003;
        pub const ONE: Self = Self(1);

        pub const fn new(number: u64) -> Self {
            Self(number % Self::P)
        }
    }

    // Numbers from P on occur nowhere.
    #[declare_scan(identity = ModP::ONE, assume_associative)]
    impl Mul for ModP {
        type Output = Self;

        fn mul(self, other: Self) -> Self {
            Self::new((self.0 % Self::P) * (other.0 % Self::P))
        }
    }
}

#[scan(* : y)]
fn of_a_newtype(y: &mut [modular::ModP]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] * y[i];
    }
}

#[scan(* : acc)]
fn generic<T: Monoid<Mul> + std::ops::Mul<Output = T>>(x: &[T], y: &mut [T]) -> T {
    let mut acc = T::identity();
    for i in 0..x.len() {
        acc = acc * x[i];
        y[i] = acc;
    }
    acc
}

/// An enum among the fields, and no identity.
#[declare_target]
mod sightings {
    #[repr(u8)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Light {
        Off,
        On = 3,
    }

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Sighting {
        pub seen: bool,
        pub light: Light,
        pub at: [u16; 2],
    }

    /// The last that was seen.
    #[declare_scan]
    pub fn latest(a: Sighting, b: Sighting) -> Sighting {
        if b.seen { b } else { a }
    }
}

use sightings::{Light, Sighting};

#[scan(sightings::latest : y)]
fn without_an_identity(y: &mut [Sighting]) {
    for i in 1..y.len() {
        y[i] = sightings::latest(y[i - 1], y[i]);
    }
}

/// Alone, on a primitive type.
#[declare_scan(identity = 0)]
fn either(a: u32, b: u32) -> u32 {
    a | b
}

#[scan(either : y)]
fn of_primitives(y: &mut [u32]) {
    for i in (0..y.len() - 1).rev() {
        y[i] = either(y[i], y[i + 1]);
    }
}

fn twice<Op, T: Semigroup<Op>>(value: T) -> T {
    T::combine(value, value)
}

fn main() {
    let h = [Pair { x: 1, y: 2 }, Pair { x: 1, y: 2 }, Pair { x: 0, y: 2 }, Pair { x: 1, y: 2 }];
    for run in [poly::in_the_same_module, by_a_path, by_a_use] {
        let mut t = [Pair { x: 0, y: 1 }; 5];
        run(&h, &mut t);
        assert_eq!(t[4], Pair { x: 13, y: 16 });
    }
    assert_eq!(<Pair as Monoid<op>>::identity(), Pair { x: 0, y: 1 });
    assert_eq!(twice::<op, Pair>(h[0]), Pair { x: 3, y: 4 });

    let factors = [2, 3, 500_002].map(modular::ModP::new);
    let mut y = factors;
    of_a_newtype(&mut y);
    assert_eq!(y[2].0, 6 * 500_002 % modular::ModP::P);
    let mut products = factors;
    assert_eq!(generic(&factors, &mut products), y[2]);
    assert_eq!(products, y);
    let mut numbers = [0u32; 3];
    assert_eq!(generic(&[2u32, 3, 4], &mut numbers), 24);

    let sighting = |seen, light, at| Sighting { seen, light, at: [at; 2] };
    let mut y = [sighting(true, Light::On, 1), sighting(false, Light::Off, 2), sighting(true, Light::Off, 3)];
    without_an_identity(&mut y);
    assert_eq!(y, [sighting(true, Light::On, 1), sighting(true, Light::On, 1), sighting(true, Light::Off, 3)]);

    let mut bits = [1, 2, 4];
    of_primitives(&mut bits);
    assert_eq!(bits, [7, 6, 4]);
}
