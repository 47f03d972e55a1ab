//! The same functions twice: compiled by rustc, and lowered and interpreted.

use super::lowered;
use crate::ir::interpret::{Env, Value, evaluate};
use crate::ir::{Int, Module, proof};

/// Defines the items for rustc, and keeps their text.
macro_rules! declare {
    ($name:ident { $($items:tt)* }) => {
        #[allow(clippy::all, reason = "written as users may write it")]
        mod $name {
            $($items)*
            pub const SOURCE: &str = stringify!($($items)*);
        }
    };
}

declare!(numbers {
    pub const LIMIT: u32 = START * 4 + 3;
    const START: u32 = 5;
    const TABLE: [i32; 4] = [3, -1, 4, squared(5)];

    pub const fn squared(a: i32) -> i32 {
        a.wrapping_mul(a)
    }

    pub fn gcd(mut a: u64, mut b: u64) -> u64 {
        while b != 0 {
            let t = a % b;
            a = b;
            b = t;
        }
        a
    }

    pub fn collatz(start: u64) -> u32 {
        let mut n = start % 1000 + 1;
        let mut steps = 0;
        loop {
            if n == 1 {
                return steps;
            }
            n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
            steps += 1;
            if steps > LIMIT {
                break;
            }
        }
        LIMIT
    }

    pub fn sign(a: i32) -> i32 {
        if a < 0 {
            return -1;
        }
        let b = match a {
            0 => return 0,
            1..=9 | 100 => 1,
            n if n % 2 == 0 => n / 2,
            LAST => 7,
            other => other - 1,
        };
        b
    }
    const LAST: i32 = i32::MAX;

    pub fn xor_to(n: u8, last: u8) -> u8 {
        let mut s = 0u8;
        for i in n..=last {
            if i % 3 == 0 {
                continue;
            }
            s ^= i;
            if s == 0x55 {
                break;
            }
        }
        for i in (n..=last).rev() {
            s = s.rotate_left(1) ^ i;
        }
        s
    }

    pub fn backwards(low: i64, high: i64) -> i64 {
        let (low, high) = (low % 50, high % 50);
        let mut s = 1i64;
        for i in (low..high).rev() {
            s = s.wrapping_mul(31) ^ i;
        }
        for i in low..high {
            let low = i & 3;
            s = s.wrapping_sub(low);
        }
        for i in i64::MIN..=i64::MIN + 2 {
            s ^= i;
        }
        for i in (i64::MAX - 2..=i64::MAX).rev() {
            s ^= i;
        }
        s
    }

    pub fn look_up(i: i32) -> i32 {
        let index = (i & 3) as usize;
        TABLE[index] + TABLE[TABLE.len() - 1 - index]
    }

    pub fn sorted(a: i32, b: i32, c: i32, k: i32) -> i32 {
        let mut list = [a, b, c, 0];
        list[3] = k;
        for i in 0..list.len() {
            for j in (0..3).rev() {
                if list[j] > list[j + 1] {
                    let kept = list[j];
                    list[j] = list[j + 1];
                    list[j + 1] = kept;
                }
            }
            if i == 3 && list[0] == list[3] { return i32::MIN }
        }
        list[(k & 3) as usize]
    }

    pub fn shadows(a: i32) -> i32 {
        let a = { let b = a & 0xff; b ^ 0x5a };
        let c = { let a = a >> 1; if a > 20 { let a = a - 20; a } else { a } };
        let mut d;
        d = c | 1;
        { let d = 5; let _e = d; }
        if c > 3 { d += a } else if c == 2 { d -= 1 } else { d *= 2 }
        d
    }
});

fn functions() -> Module {
    lowered(numbers::SOURCE)
}

trait Lift {
    fn lift(self) -> Value;
}

macro_rules! lift {
    ($($ty:ident $name:ident),*) => { $(impl Lift for $ty {
        fn lift(self) -> Value { Value::Int(Int::$name, self as i128) }
    })* };
}
lift!(i32 I32, i64 I64, u8 U8, u32 U32, u64 U64);

#[track_caller]
fn run(module: &Module, name: &str, arguments: &[Value]) -> Value {
    let function = module.functions.iter().find(|function| function.name == name).expect("a function of that name");
    evaluate(function, arguments, &Env { functions: &module.functions, ..Env::default() }).expect("a value")
}

/// Numbers that look like anything, the same in every run.
fn random() -> impl Iterator<Item = u64> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let edges = [0, 1, 2, 3, 7, 100, 127, 128, 255, u64::MAX, i32::MAX as u64, i32::MIN as u64];
    edges.into_iter().chain(std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> (state % 60)
    }))
}

macro_rules! compare {
    ($module:expr, $name:ident ( $($argument:ident : $ty:ident),* )) => {
        let mut numbers = random();
        for _ in 0..400 {
            $(let $argument = numbers.next().expect("more numbers") as $ty;)*
            let found = run($module, stringify!($name), &[$($argument.lift()),*]);
            assert_eq!(found, numbers::$name($($argument),*).lift(), "{}{:?}", stringify!($name), ($($argument,)*));
        }
    };
}

#[test]
fn numbers_as_in_rust() {
    let module = functions();
    compare!(&module, gcd(a: u64, b: u64));
    compare!(&module, collatz(a: u64));
    compare!(&module, sign(a: i32));
    compare!(&module, xor_to(a: u8, b: u8));
    compare!(&module, backwards(a: i64, b: i64));
    compare!(&module, look_up(a: i32));
    compare!(&module, sorted(a: i32, b: i32, c: i32, d: i32));
    compare!(&module, shadows(a: i32));
    compare!(&module, squared(a: i32));
}

#[test]
fn none_of_them_panics() {
    let module = functions();
    for function in &module.functions {
        let panics = proof::panics(function, &module.functions);
        let texts: Vec<String> = panics.iter().filter_map(|expr| expr.span.source_text()).collect();
        assert!(texts.is_empty(), "{}: {texts:?}", function.name);
    }
}

declare!(types {
    use std::ops::{Add, Mul, Neg};

    #[repr(u8)]
    #[derive(Clone, Copy, PartialEq, PartialOrd)]
    pub enum State { Out, Word = 3, Number }

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Text { pub bytes: [u8; 8], pub used: u32, pub state: State }

    impl Text {
        pub const EMPTY: Text = Text { bytes: [0; 8], used: 0, state: State::Out };

        pub fn of(byte: u8) -> Self {
            let mut bytes = [0; 8];
            bytes[0] = byte;
            let state = match byte {
                b'a'..=b'z' => State::Word,
                b'0'..=b'9' => State::Number,
                _ => State::Out,
            };
            Self { bytes, used: 1, state }
        }

        pub fn last(&self, next: &State) -> State {
            match (self.state, next) {
                (State::Out, s) => *s,
                (_, State::Out) => self.state,
                (a, b) if a < *b => *b,
                _ => self.state,
            }
        }
    }

    impl Add for Text {
        type Output = Text;
        fn add(self, other: Text) -> Text {
            let mut all = Text { state: self.last(&other.state), ..self };
            let mut i = 0;
            while i < other.used && i < 8 {
                if all.used >= 8 {
                    return all;
                }
                all.bytes[all.used as usize] = other.bytes[i as usize];
                all.used += 1;
                i += 1;
            }
            all
        }
    }

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct M { pub m: [[i64; 2]; 2] }

    impl Mul for M {
        type Output = Self;
        fn mul(self, b: Self) -> Self {
            let mut m = [[0i64; 2]; 2];
            for i in 0..2 {
                for j in 0..2 {
                    for k in 0..2 {
                        m[i][j] = m[i][j].wrapping_add(self.m[i][k].wrapping_mul(b.m[k][j]));
                    }
                }
            }
            M { m }
        }
    }

    impl Mul<i64> for M {
        type Output = M;
        fn mul(self, by: i64) -> M {
            let mut r = self;
            for row in 0..2 { for column in 0..=1 { r.m[row][column] = r.m[row][column].wrapping_mul(by); } }
            r
        }
    }

    impl Neg for M {
        type Output = M;
        fn neg(self) -> M { self * -1 }
    }

    pub fn both(a: M, b: M) -> M {
        let c = a * b * 3;
        -(c * a)
    }
});

fn types() -> Module {
    lowered(types::SOURCE)
}

impl Lift for types::State {
    fn lift(self) -> Value {
        Value::Int(Int::U8, self as i128)
    }
}

impl Lift for types::Text {
    fn lift(self) -> Value {
        let bytes = self.bytes.into_iter().map(Lift::lift).collect();
        let fields = [("bytes", Value::Array(bytes)), ("used", self.used.lift()), ("state", self.state.lift())];
        Value::Struct("Text".to_owned(), fields.map(|(name, value)| (name.to_owned(), value)).into())
    }
}

impl Lift for types::M {
    fn lift(self) -> Value {
        let rows = self.m.into_iter().map(|row| Value::Array(row.into_iter().map(Lift::lift).collect())).collect();
        Value::Struct("M".to_owned(), vec![("m".to_owned(), Value::Array(rows))])
    }
}

#[test]
fn types_as_in_rust() {
    let module = types();
    let mut numbers = random();
    let mut next = || numbers.next().expect("more numbers");
    let (mut text, mut product) = (types::Text::EMPTY, types::M { m: [[1, 1], [1, 0]] });
    for round in 0..300 {
        let byte = next() as u8;
        let one = types::Text::of(byte);
        assert_eq!(run(&module, "Text_of", &[byte.lift()]), one.lift());
        let longer = text + one;
        assert_eq!(run(&module, "Text_add", &[text.lift(), one.lift()]), longer.lift());
        text = if round % 11 == 0 { types::Text::EMPTY } else { longer };
        let other = types::M { m: [[next() as i64, next() as i64], [next() as i64, round]] };
        let both = types::both(product, other);
        assert_eq!(run(&module, "both", &[product.lift(), other.lift()]), both.lift());
        assert_eq!(run(&module, "M_mul_i64", &[product.lift(), round.lift()]), (product * round).lift());
        product = both;
    }
}

#[test]
fn a_tested_index_cannot_panic() {
    let module = types();
    for function in &module.functions {
        let panics = proof::panics(function, &module.functions);
        let texts: Vec<String> = panics.iter().filter_map(|expr| expr.span.source_text()).collect();
        assert!(texts.is_empty(), "{}: {texts:?}", function.name);
    }
}
