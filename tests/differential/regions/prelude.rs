#![allow(warnings, unconditional_panic, clippy::all)]

use scan_runtime::DeviceKind;
use scan_runtime::{Place, Settings, with_reports};
use shared::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What both kinds of functions use.
mod shared {
    pub use std::ops::AddAssign;
    use std::cell::Cell;

    pub const LENGTH: usize = 700;

    #[scan_runtime::declare_target]
    pub mod points {
        #[repr(C)]
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub struct Point {
            pub a: i32,
            pub b: i32,
        }
    }
    pub use points::Point;

    thread_local! {
        static LOG: Cell<u64> = const { Cell::new(0) };
    }

    pub fn log(value: usize) {
        LOG.set(LOG.get().wrapping_mul(31).wrapping_add(value as u64 + 1));
    }

    pub fn logged() -> u64 {
        LOG.replace(0)
    }

    pub fn ints(seed: u64) -> Vec<i32> {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as i32 % 90
        };
        (0..LENGTH).map(|_| next()).collect()
    }

    pub fn points(seed: u64) -> Vec<Point> {
        ints(seed).into_iter().map(|a| Point { a, b: 7 }).collect()
    }

    pub fn see(slice: &[i32]) -> i32 {
        log(slice[0] as usize & 7);
        slice.iter().fold(0, |a, b| a ^ b)
    }

    pub fn change(slice: &mut [i32]) -> i32 {
        slice[1] ^= 5;
        std::mem::swap(&mut slice[0], &mut 9);
        slice[1]
    }

    pub fn check(number: i32) {
        assert!(number & 31 != 11, "checked");
    }

    pub fn call(mut function: impl FnMut()) {
        function();
        function();
    }

    pub fn maybe(number: i32) -> Option<Log> {
        (number & 3 != 0).then_some(Log(4))
    }

    /// Not the library's.
    pub fn swap<T>(one: &mut T, other: &mut T) {
        log(6);
        std::mem::swap(one, other);
    }

    /// Names of the program's own for what changes elements.
    pub trait Touch {
        fn touch(&mut self);
        fn len_of_touched(&mut self) -> usize;
    }

    impl Touch for [i32] {
        fn touch(&mut self) {
            self[2] ^= 11;
        }
        fn len_of_touched(&mut self) -> usize {
            self[3] ^= 12;
            self.len()
        }
    }

    pub trait TouchOne {
        fn touch_one(&mut self);
    }

    impl TouchOne for i32 {
        fn touch_one(&mut self) {
            *self ^= 13;
        }
    }

    pub struct Log(pub usize);

    impl Log {
        pub fn twice(&self) -> usize {
            self.0
        }
    }

    impl Drop for Log {
        fn drop(&mut self) {
            log(self.0);
        }
    }

    pub struct Bomb(pub bool);

    impl Drop for Bomb {
        fn drop(&mut self) {
            log(8);
            if self.0 && !std::thread::panicking() {
                panic!("dropped");
            }
        }
    }

    /// Its length is nobody's business.
    pub struct Loud(pub i32);

    impl Loud {
        pub fn len(&self) -> usize {
            assert!(self.0 & 31 != 10, "loud");
            3
        }
    }

    pub struct Keeper<'a>(pub &'a mut [i32]);

    impl Drop for Keeper<'_> {
        fn drop(&mut self) {
            log(self.0[2] as usize & 15);
            self.0[1] ^= 9;
        }
    }

    pub struct Inner {
        pub y: Vec<i32>,
        pub n: i32,
    }

    #[derive(Clone)]
    pub struct Logged {
        pub y: Vec<i32>,
    }

    impl Drop for Logged {
        fn drop(&mut self) {
            log(self.y.iter().fold(0, |a, b| a ^ b) as usize & 63);
        }
    }
}

macro_rules! look {
    ($array:expr, $number:ident) => {
        $number ^= $array[2]
    };
}

macro_rules! poke {
    ($array:expr) => {
        $array[2] ^= 21
    };
}

macro_rules! slice {
    ($whole:ident) => {
        &mut $whole[..]
    };
}

/// All that a call leaves.
macro_rules! left {
    ($result:ident $(, $array:expr)*) => {{
        let mut text = format!("{} log {}", $result, shared::logged());
        $(text += &format!(" {}: {:?}", stringify!($array), $array);)*
        text
    }};
}

fn caught(call: impl FnOnce() -> Option<i32>) -> String {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(value) => format!("{value:?}"),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned().or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
            format!("panics: {}", text.unwrap_or_default())
        }
    }
}

/// Where loops run, and whether arrays stay there.
fn places() -> [(&'static str, bool, Settings); 5] {
    let on = |kind: DeviceKind| Settings::from_environment().device(kind);
    [
        ("on a device with memory of its own", true, on(DeviceKind::Any).copy(true)),
        ("checked there", true, on(DeviceKind::Any).copy(true).check(true)),
        ("on the device", false, on(DeviceKind::Any)),
        ("on host threads", false, on(DeviceKind::Host).threads(2)),
        ("left to itself", false, Settings::from_environment().copy(true)),
    ]
}

#[derive(Default)]
struct Count {
    programs: usize,
    panics: usize,
    kept: usize,
    different: usize,
}

impl Count {
    fn compare(&mut self, name: &str, plain: &dyn Fn() -> String, scanned: &dyn Fn() -> String) {
        // What an earlier call has dropped after its end is none of this one.
        let run = |call: &dyn Fn() -> String| (logged(), call()).1;
        let expected = run(plain);
        self.programs += 1;
        self.panics += usize::from(expected.starts_with("panics"));
        for (how, stays, settings) in places() {
            let (found, reports) = settings.scope(|| with_reports(|| run(scanned)));
            let is_there = reports.iter().filter(|report| matches!(report.place, Place::Device { .. }));
            let stayed = is_there.filter(|report| report.transfers.uploads == 0).count() > 0;
            self.kept += usize::from(stays && stayed && how != "checked there");
            let unsure = reports.iter().any(|report| report.checked == Some(false));
            if found != expected || unsure {
                self.different += 1;
                let at = expected.chars().zip(found.chars()).position(|(a, b)| a != b).unwrap_or(0).saturating_sub(60);
                let cut = |text: &str| text.chars().take(40).chain(" … ".chars()).chain(text.chars().skip(at).take(160)).collect::<String>();
                println!("{name} {how}{}\n  plain   {}\n  scanned {}", if unsure { ", by its check" } else { "" }, cut(&expected), cut(&found));
            }
        }
    }
}
