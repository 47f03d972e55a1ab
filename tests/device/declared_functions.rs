// Declarations of all kinds; the test calls those that take and return integers.

pub const LIMIT: u32 = START * 4 + 3;
const START: u32 = 5;
const TABLE: [i32; 4] = [3, -1, 4, squared(5)];
const LAST: i32 = i32::MAX;

pub const fn squared(a: i32) -> i32 {
    a * a
}

pub fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        let t = a % b;
        a = b;
        b = t;
    }
    a
}

pub fn quotients(a: i32, b: i32, c: u8, d: u8) -> i32 {
    (a / b) ^ (a % b) ^ a.rem_euclid(b) ^ a.div_euclid(b) ^ ((c / d.max(1)) as i32)
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
        s = s * 31 ^ i;
    }
    for i in low..high {
        let low = i & 3;
        s -= low;
        s <<= 1;
    }
    for i in i64::MIN..=i64::MIN + 2 {
        s ^= i;
    }
    for i in (i64::MAX - 2..=i64::MAX).rev() {
        s ^= i;
    }
    for i in (-3i8..4).rev() {
        if i == 2 {
            continue;
        }
        s = s * 7 + i as i64;
    }
    s
}

pub fn look_up(i: i32) -> i32 {
    let index = (i & 3) as usize;
    TABLE[index] + TABLE[TABLE.len() - 1 - index]
}

pub fn anywhere(i: u64, j: u8) -> i32 {
    let mut list = [i as i32; 5];
    list[j as usize] = TABLE[i as usize];
    list[0] + list[4]
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
        if i == 3 && list[0] == list[3] {
            return i32::MIN;
        }
    }
    list[(k & 3) as usize]
}

pub fn shadows(a: i32) -> i32 {
    let a = {
        let b = a & 0xff;
        b ^ 0x5a
    };
    let c = {
        let a = a >> 1;
        if a > 20 { a - 20 } else { a }
    };
    let mut d;
    d = c | 1;
    if c > 3 {
        d += a
    } else if c == 2 {
        d -= 1
    } else {
        d *= 2
    }
    d
}

#[repr(i8)]
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub enum State {
    Out = -2,
    Word = 3,
    Number,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Text {
    pub bytes: [u8; 8],
    pub count: u32,
    pub state: State,
    pub seen: bool,
}

impl Text {
    pub const EMPTY: Text = Text { bytes: [0; 8], count: 0, state: State::Out, seen: false };

    pub fn of(byte: u8) -> Self {
        let mut bytes = [0; 8];
        bytes[0] = byte;
        let state = match byte {
            b'a'..=b'z' => State::Word,
            b'0'..=b'9' => State::Number,
            _ => State::Out,
        };
        Self { bytes, count: 1, state, seen: byte > 7 }
    }

    pub fn last(&self, next: &State) -> State {
        match (self.state, next) {
            (State::Out, s) => *s,
            (_, State::Out) => self.state,
            (a, b) if a < *b => *b,
            _ => self.state,
        }
    }

    fn hash(&self) -> u64 {
        let mut h = self.count as u64;
        for i in 0..self.bytes.len() {
            h = h * 31 + self.bytes[i] as u64;
        }
        h * 4 + (self.state as i8) as u64 + self.seen as u64
    }
}

impl Add for Text {
    type Output = Text;
    fn add(self, other: Text) -> Text {
        let mut all = Text { state: self.last(&other.state), seen: self.seen | !other.seen, ..self };
        let mut i = 0;
        while i < other.count && i < 8 {
            if all.count >= 8 {
                return all;
            }
            all.bytes[all.count as usize] = other.bytes[i as usize];
            all.count += 1;
            i += 1;
        }
        all
    }
}

pub fn texts(a: u64, b: u8, c: u64) -> u64 {
    let mut all = Text::EMPTY;
    for i in 0..9u32 {
        let one = Text::of((a >> i) as u8);
        all = if c >> i & 1 == 1 { all + one } else { one + all };
    }
    (all + Text::of(b)).hash()
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct M {
    pub m: [[i64; 2]; 2],
}

impl Mul for M {
    type Output = Self;
    fn mul(self, b: Self) -> Self {
        let mut m = [[0i64; 2]; 2];
        for i in 0..2 {
            for j in 0..2 {
                for k in 0..2 {
                    m[i][j] += self.m[i][k] * b.m[k][j];
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
        for row in 0..2 {
            for column in 0..=1 {
                r.m[row][column] *= by;
            }
        }
        r.m = [r.m[1], r.m[0]];
        r
    }
}

impl Neg for M {
    type Output = M;
    fn neg(self) -> M {
        self * -1
    }
}

fn trace(m: &[[i64; 2]; 2]) -> i64 {
    m[0][0] - m[1][1] * 3 + m[0][1]
}

pub fn matrices(a: i64, b: i64, c: i64) -> i64 {
    let p = M { m: [[a, b], [c, 1]] };
    let M { m } = -(p * p * 3) * p;
    let q = M { m, ..p };
    trace(&m) ^ trace(&(q * p).m)
}

#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct ModP(u64);

impl ModP {
    const P: u64 = (1 << 31) - 1;
    const ONE: Self = Self::new(1);
    const fn new(value: u64) -> Self {
        Self(value % Self::P)
    }
}

impl Mul for ModP {
    type Output = Self;
    fn mul(self, other: Self) -> Self::Output {
        Self::new(self.0 * other.0)
    }
}

pub fn power(base: u64, exponent: u32) -> u64 {
    let (mut result, mut base, mut left) = (ModP::ONE, ModP::new(base), exponent);
    while left > 0 {
        if left % 2 == 1 {
            result = result * base;
        }
        base = base * base;
        left /= 2;
    }
    result.0
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Statistics {
    n: f64,
    mean: f64,
    m2: f64,
}

/// Chan's combination.
pub fn combined(a: Statistics, b: Statistics) -> Statistics {
    let n = a.n + b.n;
    if n == 0.0 {
        return a;
    }
    let delta = b.mean - a.mean;
    Statistics { n, mean: a.mean + delta * b.n / n, m2: a.m2 + b.m2 + delta * delta * a.n * b.n / n }
}

pub fn variance(a: i32, b: i32, c: i32) -> u64 {
    let mut all = Statistics { n: 0.0, mean: 0.0, m2: 0.0 };
    let values = [a, b, c];
    for i in 0..3 {
        all = combined(all, Statistics { n: 1.0, mean: values[i] as f64, m2: 0.0 });
    }
    (all.m2 / all.n).to_bits()
}

pub fn floats(a: u32, b: u32) -> u32 {
    let (x, y) = (f32::from_bits(a), f32::from_bits(b));
    let z = if x < y { x.min(y) * 2.0 } else { x / y - y };
    if z.is_nan() { 1 } else { z.to_bits() ^ (z as i32 as u32) }
}
