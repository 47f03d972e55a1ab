//! Launches on an OpenCL device, where there is one.

mod common;

use common::map::{Map, maps};
use common::{KERNELS, LENGTHS, numbers};
use scan_runtime::declared::Vouched;
use scan_runtime::launch::{self, Affine, DeviceKind, Kernels, Launch};
use scan_runtime::{Monoid, Place, Report, Semigroup, Settings, declared_struct, devices, last_report};

/// The kernels leave types and operator open, so they fit every inclusive scan into another array.
const INCLUSIVE: Kernels = KERNELS.any(include_str!("common/inclusive.cl"));

/// A loop with these kernels, for `inclusive`.
const fn site(name: &'static str) -> launch::Loop {
    // SAFETY: the kernels take an input and an output, as `inclusive` does.
    unsafe { launch::Loop::new(name, file!(), line!(), INCLUSIVE) }
}

/// Settings under which every loop is launched on an OpenCL device; `None` where there is none, which fails where one is needed.
fn device() -> Option<Settings> {
    let found = !devices().is_empty();
    if !found {
        assert!(std::env::var_os("SCAN_TESTS_NEED_DEVICE").is_none(), "no OpenCL device");
        eprintln!("skipped: no OpenCL device");
    }
    found.then(|| Settings::default().device(DeviceKind::Any))
}

#[track_caller]
fn report() -> Report {
    let report = last_report().expect("a loop has run");
    assert!(matches!(report.place, Place::Device { .. }), "{report}");
    report
}

/// `for i in (1..y.len()) { y[i] = y[i - 1] ⊕ x[i] }`; in the loop as written, `wrong` takes the place of the value at index 1.
fn inclusive<Op, T: Monoid<Op>>(site: &'static launch::Loop, op: Op, x: &[T], y: &mut [T], wrong: Option<T>) {
    let range = launch::Range::ascending(1, y.len());
    let start = launch::at(&y[..], range.index(Affine::new(1, -1)));
    let carry = Launch::new(site, range, start, op)
        .open_scan()
        .open_type("x_t", x)
        .input(x, &[Affine::new(1, 0)])
        .output(&mut y[..], Affine::new(1, 0))
        .run(|i, ()| x[i], |_i, _before, after, ()| ((), after));
    if carry.is_none() {
        for i in 1..y.len() {
            y[i] = <T as Semigroup<Op>>::combine(y[i - 1], x[i]);
        }
        if let (Some(wrong), Some(second)) = (wrong, y.get_mut(1)) {
            *second = wrong;
        }
    }
    launch::verify(site, |check| check.output(&y[..]));
}

/// The results on the device and as written.
fn both<Op: Copy, T: Monoid<Op>>(settings: Settings, site: &'static launch::Loop, op: Op, x: &[T]) -> (Vec<T>, Vec<T>) {
    let (mut launched, mut as_written) = (x.to_vec(), x.to_vec());
    settings.scope(|| inclusive(site, op, x, &mut launched, None));
    if x.len() > 1 {
        assert_eq!(report().iterations, x.len() as u64 - 1);
    }
    Settings::default().device(DeviceKind::Loop).scope(|| inclusive(site, op, x, &mut as_written, None));
    (launched, as_written)
}

#[test]
fn a_user_type_keeps_its_order_on_the_device() {
    static LOOP: launch::Loop = site("maps").stores_never_panic();
    let Some(settings) = device() else { return };
    for &n in LENGTHS {
        let (launched, as_written) = both(settings.clone(), &LOOP, launch::Mul, &maps(n));
        assert!(launched == as_written, "{n}");
    }
}

#[test]
fn a_flipped_operator_is_flipped_on_the_device() {
    static LOOP: launch::Loop = site("flipped").stores_never_panic();
    let Some(settings) = device() else { return };
    let (launched, as_written) = both(settings, &LOOP, launch::Flipped(launch::Mul), &maps(3000));
    assert!(launched == as_written);
}

#[test]
fn one_loop_takes_several_types() {
    static LOOP: launch::Loop = site("sums").stores_never_panic();
    let Some(settings) = device() else { return };
    macro_rules! sums {
        ($($type:ident)*) => { $( {
            let x: Vec<$type> = numbers(3000).into_iter().map(|x| x as $type).collect();
            let (launched, as_written) = both(settings.clone(), &LOOP, launch::Add, &x);
            assert_eq!(launched, as_written);
        } )* };
    }
    sums!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);
}

#[test]
fn every_operator_of_bool_gives_bools() {
    static LOOP: launch::Loop = site("flags").stores_never_panic();
    let Some(settings) = device() else { return };
    let x: Vec<bool> = numbers(3000).into_iter().map(|x| x % 3 == 0).collect();
    let (launched, as_written) = both(settings.clone().check(true), &LOOP, launch::BitXor, &x);
    assert_eq!(launched, as_written);
    assert!(both(settings, &LOOP, launch::Or, &x).0[2999]);
}

#[test]
fn deterministic_floats_have_the_bits_of_the_host_threads() {
    static LOOP: launch::Loop = site("floats").stores_never_panic().deterministic();
    let Some(settings) = device() else { return };
    let x: Vec<f32> = numbers(100_003).into_iter().map(|x| x as f32 * 0.37).collect();
    let run = |settings: Settings| {
        let mut y = x.clone();
        settings.scope(|| inclusive(&LOOP, launch::Add, &x, &mut y, None));
        y.into_iter().map(f32::to_bits).collect::<Vec<u32>>()
    };
    let launched = run(settings);
    report();
    assert!(launched == run(common::host(2)));
}

#[test]
fn a_check_of_the_device_finds_what_differs() {
    static LOOP: launch::Loop = site("checked").stores_never_panic();
    let Some(settings) = device() else { return };
    let x = vec![1; 3000];
    let run = |wrong| {
        let mut y = vec![0; x.len()];
        settings.clone().check(true).scope(|| inclusive(&LOOP, launch::Add, &x, &mut y, wrong));
        (report().checked, y[1], y[2999])
    };
    assert_eq!(run(None), (Some(true), 1, 2999));
    assert_eq!(run(Some(7)), (Some(false), 7, 2999));
}

#[test]
fn kernels_that_do_not_build_leave_the_work_to_the_host() {
    const BROKEN: Kernels = KERNELS.any("this is no OpenCL C");
    // SAFETY: no kernel is made of it.
    static LOOP: launch::Loop = unsafe { launch::Loop::new("broken", file!(), line!(), BROKEN) }.stores_never_panic();
    let Some(settings) = device() else { return };
    let run = |n: usize| {
        let mut y = vec![Map { scale: 1, shift: 1 }; n];
        settings.clone().threads(2).scope(|| inclusive(&LOOP, launch::Mul, &maps(n), &mut y, None));
        last_report().map(|report| (report.place, report.reason.is_some()))
    };
    assert_eq!(run(100), Some((Place::Loop, true)));
    assert_eq!(run(40_000), Some((Place::HostThreads { threads: 2 }, true)));
}

#[test]
fn a_loop_without_a_program_for_the_device_runs_elsewhere_and_says_why() {
    const SOURCE: &str = include_str!("common/inclusive.cl");
    // SAFETY: the kernels take an input and an output, as `inclusive` does.
    static FOR_GPUS: launch::Loop = unsafe { launch::Loop::new("for_gpus", file!(), line!(), KERNELS.gpu(SOURCE)) };
    // SAFETY: as above.
    static FOR_CPUS: launch::Loop = unsafe { launch::Loop::new("for_cpus", file!(), line!(), KERNELS.cpu(SOURCE)) };
    let Some(settings) = device() else { return };
    let run = |site: &'static launch::Loop| {
        let (x, mut y) = (vec![1; 40_000], vec![0; 40_000]);
        settings.clone().threads(2).scope(|| inclusive(site, launch::Add, &x, &mut y, None));
        assert_eq!(y[39_999], 39_999);
        let report = last_report().expect("a loop has run");
        match report.place {
            Place::Device { .. } => true,
            Place::HostThreads { .. } => {
                let reason = report.reason.clone().unwrap_or_default();
                assert!(reason.contains("there is no program for this kind of device"), "{report}");
                false
            }
            _ => panic!("{report}"),
        }
    };
    // One of them is for this device.
    assert_ne!(run(&FOR_GPUS), run(&FOR_CPUS));
    assert_ne!(run(&FOR_GPUS), run(&FOR_CPUS));
}

/// A struct whose definition in C has its fields in another order.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
struct Exchanged {
    value: u8,
    count: u32,
}

declared_struct! {
    Exchanged = "Exchanged" { value: u8 = "value", count: u32 = "count" }
    // SAFETY: it defines another struct, which is what the runtime has to see.
    unsafe { Vouched::new(&["typedef struct {\n    uint count;\n    uchar value;\n} Exchanged;"]) }
}

// SAFETY: the text chooses.
unsafe impl Semigroup<launch::Add> for Exchanged {
    const COMBINE: &'static str = "return right;";

    fn combine(_earlier: Self, later: Self) -> Self {
        later
    }
}

impl Monoid<launch::Add> for Exchanged {
    fn identity() -> Self {
        Self { value: 0, count: 0 }
    }
}

#[test]
fn a_struct_that_the_device_lays_out_otherwise_stays_on_the_host() {
    static LOOP: launch::Loop = site("exchanged").stores_never_panic();
    let Some(settings) = device() else { return };
    let x: Vec<Exchanged> = numbers(40_000).into_iter().map(|x| Exchanged { value: x as u8, count: x as u32 }).collect();
    // Once it is known, the device is not asked again.
    for _ in 0..2 {
        let mut y = x.clone();
        settings.clone().threads(2).scope(|| inclusive(&LOOP, launch::Add, &x, &mut y, None));
        let report = last_report().expect("a loop has run");
        assert_eq!(report.place, Place::HostThreads { threads: 2 }, "{report}");
        let reason = report.reason.expect("why not on the device");
        assert!(reason.contains("the kernels do not build: ") && reason.contains("place_of_Exchanged_value_is_0"), "{reason}");
        assert!(y == x);
    }
}
