//! Loops with enums' variants, which are numbers in kernels.

use scan_runtime::{reduce, scan};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum State {
    Code,
    Slash,
    Line,
    Block,
    Star = 77,
    Unseen,
}

/// What of a source text is a comment, and the state after it.
#[scan(auto : state)]
pub fn comments(source: &[u8], mut state: State, is_comment: &mut [bool]) -> State {
    for i in 0..source.len() {
        state = match (state, source[i]) {
            (State::Code, b'/') => State::Slash,
            (State::Slash, b'/') => State::Line,
            (State::Slash, b'*') => State::Block,
            (State::Slash, _) | (State::Line, b'\n') | (State::Star, b'/') => State::Code,
            (State::Block | State::Star, b'*') => State::Star,
            (State::Star, _) => State::Block,
            (same, _) => same,
        };
        is_comment[i] = matches!(state, State::Line | State::Block | State::Star);
    }
    state
}

/// By `if`, of which each state is stored as a number.
#[scan(auto : state)]
pub fn stored(x: &[u8], start: State, y: &mut [u8]) -> State {
    let mut state = start;
    for (y, &c) in y.iter_mut().zip(x) {
        let next = if let State::Code = state {
            if c.is_ascii_digit() { State::Line } else { State::Code }
        } else if state == State::Line && c != b'*' {
            State::Star
        } else {
            State::Code
        };
        state = next;
        *y = next as u8;
    }
    state
}

pub mod roman {
    /// Neither copied nor compared, and written as constants are.
    #[derive(Debug)]
    pub enum S {
        A,
        B,
        C,
    }

    impl S {
        pub const ALL: [Self; 3] = [Self::A, Self::B, Self::C];
    }
}

pub struct Machine {
    pub state: roman::S,
    pub turns: u32,
}

impl Machine {
    #[scan(auto : self.state, + : self.turns)]
    pub fn run(&mut self, x: &[u16], y: &mut [u32]) {
        use roman::S;
        for i in 0..x.len() {
            self.state = match self.state {
                S::A if x[i] > 300 => S::B,
                S::B if x[i] > 200 => S::C,
                S::A | S::C => S::A,
                S::B => S::B,
            };
            self.turns += u32::from(x[i] > 300);
            y[i] = if matches!(self.state, S::B if x[i] != 7) { 2 } else { self.turns };
        }
    }
}

/// How often the kind of a character is not that of the one before.
#[scan(+ : changes)]
pub fn changes(x: &[u8], before: &mut State, y: &mut [u32]) {
    let mut changes = 0;
    for i in 0..x.len() {
        let kind = match x[i] {
            c if c.is_ascii_digit() => State::Code,
            b'a'..=b'f' => State::Line,
            _ => State::Block,
        };
        changes += u32::from(kind != *before);
        *before = kind;
        y[i] = changes;
    }
}

/// Two of them, one of which goes to what the function is given, and how they compare at the end.
#[reduce(auto : one, two)]
pub fn pair(x: &[u8], to: State) -> (State, State) {
    let (mut one, mut two) = (State::Code, State::Line);
    for &c in x {
        one = match one {
            State::Code if c < 100 => to,
            State::Code => State::Code,
            _ if c & 1 == 0 => State::Code,
            other => other,
        };
        two = match two {
            State::Line if c.is_multiple_of(3) => State::Block,
            State::Block if c.is_multiple_of(5) => State::Line,
            other => other,
        };
    }
    if one == to { (two, one) } else { (one, two) }
}

/// What an iteration goes to, and what it counts and stores, at once.
#[scan(auto : state, + : count)]
pub fn at_once(x: &[u8], y: &mut [u32]) -> (State, u32) {
    let (mut state, mut count) = (State::Code, 3);
    for i in 0..x.len() {
        let (weight, is_digit) = if x[i].is_ascii_digit() { (u32::from(x[i] - b'0'), true) } else { (7, false) };
        (state, y[i]) = match (state, x[i]) {
            (State::Code, b'/') => (State::Slash, weight),
            (State::Slash, c) if c != b'*' => {
                let twice = weight * 2;
                (State::Code, twice)
            }
            (same, _) if is_digit => (same, 1),
            (same, _) => (same, count),
        };
        count += weight;
    }
    (state, count)
}

/// All that it ever goes to is one variant, by way of the other.
#[scan(auto : state)]
pub fn latched(x: &[u8], mut state: State, y: &mut [bool]) -> State {
    for i in (0..x.len()).rev() {
        let next = if let (State::Line, b'0'..=b'9') = (state, x[i]) {
            state
        } else if x[i] == b'*' {
            State::Star
        } else {
            state
        };
        y[i] = next == state;
        state = next;
    }
    state
}

/// The state of an iterator.
#[scan(auto : y)]
pub fn collected(x: &[u8]) -> Vec<u8> {
    let y: Vec<u8> = x
        .iter()
        .scan(State::Unseen, |state, &c| {
            *state = match (*state, c) {
                (State::Unseen, _) => State::Code,
                (State::Code, b'/') => State::Line,
                (State::Line, b'\n') => State::Code,
                (same, _) => same,
            };
            Some(if *state == State::Line { c.to_ascii_uppercase() } else { b' ' })
        })
        .collect();
    y
}

/// The state begins anew in each row.
#[scan(auto : state)]
pub fn rows(x: &[u8], width: usize, y: &mut [u8]) {
    for row in 0..x.len() / width {
        let mut state = State::Code;
        for i in 0..width {
            state = match (state, x[row * width + i]) {
                (State::Code, b'*') => State::Line,
                (State::Line, b'*') => State::Block,
                (State::Block, b'*') => State::Code,
                (same, _) => same,
            };
            y[row * width + i] = u8::from(state == State::Block);
        }
    }
}

/// Names that conditions bind, beside one of the function's.
#[scan(+ : sum)]
pub fn named(x: &[u8], k: u32, y: &mut [u32]) -> u32 {
    let mut sum = 0;
    for i in 0..x.len() {
        if let k @ b'*'..=b'/' = x[i] {
            sum += u32::from(k);
        } else if let k = x[i]
            && k != b'\n'
            && i % 3 == 0
        {
            sum += u32::from(k) + 1;
        } else {
            sum += k;
        }
        y[i] = sum;
    }
    sum
}

/// The same of a pair with the state.
#[scan(auto : state)]
pub fn letters(x: &[u8], mut state: State, k: u8, y: &mut [u8]) -> State {
    for i in 0..x.len() {
        if let (State::Code, k @ b'a'..=b'z') = (state, x[i]) {
            state = State::Line;
            y[i] = k;
        } else if x[i] == b'*' {
            state = State::Code;
            y[i] = k;
        }
    }
    state
}
