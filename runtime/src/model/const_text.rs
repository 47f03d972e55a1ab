//! OpenCL C that is put together while the program is compiled: names and definitions of types that only rustc knows.

/// How many definitions a type and its parts may have together.
const DEFINITIONS: usize = 64;

/// Text that is put together while the program is compiled.
pub(super) struct Text<const N: usize> {
    bytes: [u8; N],
    length: usize,
}

impl<const N: usize> Text<N> {
    pub(super) const fn new() -> Self {
        Self { bytes: [0; N], length: 0 }
    }

    pub(super) const fn add(&mut self, text: &str) {
        let text = text.as_bytes();
        assert!(self.length + text.len() <= N, "the types of these parts have names that are too long for a kernel");
        let mut at = 0;
        while at < text.len() {
            self.bytes[self.length] = text[at];
            self.length += 1;
            at += 1;
        }
    }

    pub(super) const fn add_number(&mut self, number: usize) {
        if number >= 10 {
            self.add_number(number / 10);
        }
        let digit = [b'0' + (number % 10) as u8];
        if let Ok(digit) = std::str::from_utf8(&digit) {
            self.add(digit);
        }
    }

    pub(super) const fn text(&self) -> &str {
        match std::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => panic!("made of whole texts"),
        }
    }
}

/// The definitions of several types, one after the other.
pub(super) struct Definitions {
    texts: [&'static str; DEFINITIONS],
    count: usize,
}

impl Definitions {
    pub(super) const fn new() -> Self {
        Self { texts: [""; DEFINITIONS], count: 0 }
    }

    pub(super) const fn add(&mut self, texts: &[&'static str]) {
        assert!(self.count + texts.len() <= DEFINITIONS, "the types of these parts have too many definitions for a kernel");
        let mut at = 0;
        while at < texts.len() {
            self.texts[self.count] = texts[at];
            self.count += 1;
            at += 1;
        }
    }

    pub(super) const fn texts(&self) -> &[&'static str] {
        self.texts.split_at(self.count).0
    }
}
