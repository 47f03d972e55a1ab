#![allow(warnings, arithmetic_overflow, unconditional_panic, clippy::all)]

use scan_runtime::Place;
use scan_runtime::DeviceKind;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

static DIFFERENT: AtomicUsize = AtomicUsize::new(0);
static LAUNCHED: AtomicUsize = AtomicUsize::new(0);
static COMPARED: AtomicUsize = AtomicUsize::new(0);

/// Runs the same calls of the plain and of the annotated loops, of which nothing is asked where there is no `kind`. Where the plain one
/// panics because it overflows, the other may wrap, unless it runs on one thread.
macro_rules! same {
    ($name:expr, $kind:expr, |$module:ident| $call:expr) => {{
        let settings = scan_runtime::Settings::from_environment();
        let settings = match $kind { Some(kind) => settings.device(kind), None => settings };
        let plain = { use plain as $module; $call };
        let scanned = settings.scope(|| { use scanned as $module; $call });
        let overflows = plain.starts_with("panics: attempt to") && plain.contains("overflow");
        if !overflows || matches!($kind, None | Some(DeviceKind::Loop)) {
            compare($name, $kind, &plain, &scanned);
        }
    }};
}

fn compare(name: &str, kind: Option<DeviceKind>, plain: &str, scanned: &str) {
    let report = scan_runtime::last_report();
    let launched = report.as_ref().is_some_and(|report| match kind {
        None | Some(DeviceKind::Loop) => report.place == Place::Loop,
        Some(DeviceKind::Host) => matches!(report.place, Place::HostThreads { .. }),
        _ => matches!(report.place, Place::Device { .. }),
    });
    LAUNCHED.fetch_add(usize::from(launched), Ordering::Relaxed);
    COMPARED.fetch_add(1, Ordering::Relaxed);
    if plain != scanned {
        DIFFERENT.fetch_add(1, Ordering::Relaxed);
        let at = plain.chars().zip(scanned.chars()).position(|(a, b)| a != b).unwrap_or(0).saturating_sub(30);
        let cut = |text: &str| text.chars().skip(at).take(160).collect::<String>();
        let report = report.map(|report| report.to_string()).unwrap_or_default();
        println!("{name} {kind:?}\n  the loop …{}\n  the scan …{}\n  {report}", cut(plain), cut(scanned));
    }
}

/// A result, or a panic's message.
fn caught<T: Show>(call: impl FnOnce() -> T) -> String {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(value) => value.show(),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned().or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
            format!("panics: {}, in column {}", text.unwrap_or_default(), COLUMN.load(Ordering::Relaxed))
        }
    }
}

trait Show {
    fn show(&self) -> String;
}

trait Random: Copy {
    fn random(bits: u64) -> Self;
    fn exact(bits: u64) -> Self;
    fn bits(self) -> String;
}

macro_rules! integers { ($($t:ident)*) => { $(
    impl Random for $t {
        fn random(bits: u64) -> Self {
            match if SMALL { 7 } else { bits % 8 } { 0 => $t::MAX - (bits >> 8) as $t % 2, 1 => $t::MIN + ((bits >> 8) % 2) as $t, 2 => (bits >> 8) as $t, _ => ((bits >> 8) % if SMALL { 3 } else { 21 }) as $t }
        }
        fn exact(bits: u64) -> Self { Self::random(bits) }
        fn bits(self) -> String { self.to_string() }
    }
    impl Show for $t { fn show(&self) -> String { self.to_string() } }
)* } }
integers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

macro_rules! floats { ($($t:ident)*) => { $(
    impl Random for $t {
        fn random(bits: u64) -> Self {
            match bits % 12 { 0 => $t::NAN, 1 => $t::INFINITY, 2 => -0.0, 3 => (bits >> 8) as $t, _ => (((bits >> 8) % 65) as $t - 32.0) * 0.25 }
        }
        fn exact(bits: u64) -> Self { ((bits >> 8) % 9) as $t + 1.0 }
        fn bits(self) -> String { if self.is_nan() { "NaN".into() } else { format!("{self:?}") } }
    }
    impl Show for $t { fn show(&self) -> String { self.bits() } }
)* } }
floats!(f32 f64);

impl Random for bool {
    fn random(bits: u64) -> Self { bits % 3 == 0 }
    fn exact(bits: u64) -> Self { bits % 3 == 0 }
    fn bits(self) -> String { self.to_string() }
}
impl Show for bool { fn show(&self) -> String { self.to_string() } }
impl Show for () { fn show(&self) -> String { String::new() } }
macro_rules! show_tuples {
    ($($name:ident)*) => {
        impl<$($name: Show),*> Show for ($($name,)*) {
            fn show(&self) -> String {
                let ($($name,)*) = self;
                [$($name.show()),*].join(" ")
            }
        }
    };
}

show_tuples!(A);
show_tuples!(A B);
show_tuples!(A B C);
show_tuples!(A B C D);
show_tuples!(A B C D E);
show_tuples!(A B C D E F);
show_tuples!(A B C D E F G);
show_tuples!(A B C D E F G H);
impl<A: Random> Show for Vec<A> { fn show(&self) -> String { bits(self) } }

fn bits<T: Random>(values: &[T]) -> String {
    values.iter().map(|value| value.bits()).collect::<Vec<_>>().join(" ")
}

fn bits_of(seed: u64) -> impl Iterator<Item = u64> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    std::iter::repeat_with(move || {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        state.wrapping_mul(0x2545_F491_4F6C_DD1D).rotate_left(32)
    })
}

fn random<T: Random>(seed: u64, length: usize) -> Vec<T> {
    bits_of(seed).skip(8).take(length).map(T::random).collect()
}

fn exact<T: Random>(seed: u64, length: usize) -> Vec<T> {
    bits_of(seed).skip(8).take(length).map(T::exact).collect()
}

/// Where the last panic began: the loops stand in the same columns of other lines.
static COLUMN: AtomicUsize = AtomicUsize::new(0);

fn start() {
    std::panic::set_hook(Box::new(|panic| {
        COLUMN.store(panic.location().map_or(0, |location| location.column() as usize), Ordering::Relaxed);
    }));
}

/// What one kind of place has made of the loops: at least `floor` of them did not overflow, and two thirds of these ran there.
fn end(kind: Option<DeviceKind>, floor: usize) {
    let [launched, different, compared] = [&LAUNCHED, &DIFFERENT, &COMPARED].map(|count| count.swap(0, Ordering::Relaxed));
    println!("{kind:?}: {compared} loops compared, {launched} of them ran there, {different} are different");
    let too_few = floor > 0 && (compared < floor || launched * 3 < compared * 2);
    if different > 0 || too_few {
        std::process::exit(1);
    }
}
