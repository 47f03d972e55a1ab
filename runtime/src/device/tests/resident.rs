//! Arrays that stay on the device: what is where, and when it moves.

use std::any::TypeId;

use super::failures::QUOTIENTS;
use super::*;
use crate::device::Residents;
use crate::model::job::Transfers;
use crate::model::job::{Stored, Whole};
use crate::model::site::Site;

static LOOP: Site = Site::without_kernels("resident", line!());
/// Large enough for pinned memory, piece by piece.
const N: usize = 1_300_000;

/// The elements `from..to` of an array, as a window of all of it.
fn part(array: &[i32], from: usize, to: usize) -> Window {
    let pointer: *mut u8 = array.as_ptr().cast_mut().cast();
    let whole = Whole { pointer, bytes: size_of_val(array), kind: TypeId::of::<i32>(), any_bytes: true };
    Window { whole: Some(whole), ..window(&array[from..to], from as i64) }
}

/// `y[k + 1] = start + 3 * (x[from] + … + x[from + k])`, for `k` up to `to - from`; `y` is as long as `x` and one more.
fn sum(
    residents: &mut Residents,
    device: &'static Device,
    algorithm: Algorithm,
    x: Window,
    y: Window,
) -> Result<Transfers, Error> {
    let kernels = SUM.kernels(algorithm);
    let n = x.bytes / 4;
    let first = x.from + 1;
    let output = OutputWindow {
        window: y,
        dense: true,
        input: None,
        reads_its_own: false,
        staging_copy: None,
        counted: false,
        needs_old: false,
    };
    let start = 7i32.to_ne_bytes();
    let job = Job {
        first,
        inputs: vec![x],
        outputs: vec![output],
        captures: vec![capture(&3i32.to_ne_bytes())],
        ..job(&kernels, n, &start)
    };
    // SAFETY: the windows of the tests are slices that live longer than the jobs; nobody else uses them.
    unsafe { residents.run(device, &LOOP, &job, &|_| Some(vec![Stored::Window])) }.map(|outcome| outcome.times.transfers)
}

fn fetch(residents: &mut Residents, array: &mut [i32]) -> Vec<Transfers> {
    let start = array.as_ptr().addr();
    let addresses = start..start + size_of_val(array);
    // SAFETY: the array's own memory.
    let fetched = unsafe { residents.fetch(&addresses, TypeId::of::<i32>(), array.as_mut_ptr().cast()) };
    fetched.expect("the device is there").into_iter().map(|fetched| fetched.times.transfers).collect()
}

fn up(bytes: usize) -> Transfers {
    Transfers { uploads: u64::from(bytes > 0), uploaded: bytes as u64, ..Transfers::default() }
}

#[test]
fn what_is_there_is_not_sent_again_and_what_is_stored_stays() {
    for (device, algorithm) in everywhere() {
        let x = numbers(N);
        let (mut y, mut z) = (vec![1; N], vec![2; N + 1]);
        let mut residents = Residents::new();
        let half = N / 2;
        // The second half of `x` into the second half of `y`; then all of `y`, whose first half is still to be sent.
        let moved = sum(&mut residents, device, algorithm, part(&x, half, N - 1), part(&y, half + 1, N)).expect("it runs");
        assert_eq!(moved, up(4 * (N - 1 - half)), "{algorithm:?}");
        let moved = sum(&mut residents, device, algorithm, part(&y, 0, N), part(&z, 1, N + 1)).expect("it runs");
        assert_eq!(moved, up(4 * (half + 1)));
        assert!(y.iter().all(|&y| y == 1) && z.iter().all(|&z| z == 2), "nothing comes back before somebody asks");
        let moved = sum(&mut residents, device, algorithm, part(&y, 0, N), part(&z, 1, N + 1)).expect("it runs");
        assert_eq!(moved, up(0));
        let back = |bytes: usize| Transfers { downloads: 1, downloaded: bytes as u64, ..Transfers::default() };
        assert_eq!(fetch(&mut residents, &mut y), [back(4 * (N - 1 - half))]);
        assert_eq!(fetch(&mut residents, &mut y), []);
        assert_eq!(fetch(&mut residents, &mut z[N - 2..]), [back(12)]);
        assert_eq!(fetch(&mut residents, &mut z), [back(4 * (N - 2) - 4)]);
        assert_eq!(y[..=half], vec![1; half + 1]);
        assert_eq!(y[half + 1..], sums(&x[half..N - 1], 3, 7));
        assert_eq!(z[1..], sums(&y, 3, 7));
    }
}

#[test]
fn what_the_host_changes_is_sent_again() {
    for (device, algorithm) in everywhere() {
        let (mut x, mut y) = (numbers(5000), vec![0; 5001]);
        let mut residents = Residents::new();
        sum(&mut residents, device, algorithm, part(&x, 0, 5000), part(&y, 1, 5001)).expect("it runs");
        x[4000] += 1;
        let start = x.as_ptr().addr() + 4 * 4000;
        residents.forget(&(start..start + 4));
        let moved = sum(&mut residents, device, algorithm, part(&x, 0, 5000), part(&y, 1, 5001)).expect("it runs");
        assert_eq!(moved, up(4));
        fetch(&mut residents, &mut y);
        assert_eq!(y[1..], sums(&x, 3, 7));
    }
}

#[test]
fn a_launch_that_fails_leaves_what_was_there() {
    for (device, algorithm) in everywhere() {
        let (x, mut y) = (numbers(5000), vec![0; 5001]);
        let mut divisors = vec![3; 5000];
        let mut residents = Residents::new();
        sum(&mut residents, device, algorithm, part(&x, 0, 5000), part(&y, 1, 5001)).expect("it runs");
        divisors[4999] = 0;
        let kernels = QUOTIENTS.kernels(algorithm).may_panic();
        let output = OutputWindow {
            window: part(&y, 1, 5001),
            dense: true,
            input: None,
            reads_its_own: false,
            staging_copy: None,
            counted: false,
            needs_old: false,
        };
        let start = 0i32.to_ne_bytes();
        let job = Job { inputs: vec![part(&divisors, 0, 5000)], outputs: vec![output], ..job(&kernels, 5000, &start) };
        // SAFETY: as in `sum`.
        let failed = unsafe { residents.run(device, &LOOP, &job, &|_| Some(vec![Stored::Window])) };
        assert!(matches!(failed, Err(Error::Panicked)), "{failed:?}");
        fetch(&mut residents, &mut y);
        assert_eq!(y[1..], sums(&x, 3, 7));
    }
}

#[test]
fn another_part_of_the_same_memory_is_another_array() {
    let Some(device) = device() else { return };
    let algorithm = Algorithm::ReduceThenScan;
    let (x, mut y, z) = (numbers(5000), vec![0; 5001], vec![0; 2001]);
    let mut residents = Residents::new();
    sum(&mut residents, device, algorithm, part(&x, 0, 5000), part(&y, 1, 5001)).expect("it runs");
    // A window of another slice of `y`: it would have to come from the device that it is to go to.
    let other = part(&y[1000..3000], 0, 2000);
    assert!(sum(&mut residents, device, algorithm, other.clone(), part(&z, 1, 2001)).is_err());
    fetch(&mut residents, &mut y);
    assert_eq!(sum(&mut residents, device, algorithm, other, part(&z, 1, 2001)).expect("it runs"), up(8000));
}

#[test]
fn only_what_was_counted_comes_back() {
    let Some(device) = device() else { return };
    let (x, mut y) = (numbers(5000), vec![-9; 5001]);
    let mut residents = Residents::new();
    let kernels = SUM.kernels(Algorithm::ReduceThenScan);
    let output = OutputWindow {
        window: part(&y, 1, 5001),
        dense: false,
        input: None,
        reads_its_own: false,
        staging_copy: None,
        counted: true,
        needs_old: false,
    };
    let start = 7i32.to_ne_bytes();
    let captures = vec![capture(&3i32.to_ne_bytes())];
    let job = Job { inputs: vec![part(&x, 0, 5000)], outputs: vec![output], captures, ..job(&kernels, 5000, &start) };
    let at = y.as_ptr().addr();
    let stored = |_: &[u8]| Some(vec![Stored::Ranges(vec![at + 4 * 10..at + 4 * 20, at + 4 * 4000..at + 4 * 4001])]);
    // SAFETY: as in `sum`.
    let outcome = unsafe { residents.run(device, &LOOP, &job, &stored) }.expect("it runs");
    assert_eq!(outcome.times.transfers, up(4 * 5000), "nothing of `y` goes up");
    assert_eq!(fetch(&mut residents, &mut y)[0].downloaded, 44);
    let all = sums(&x, 3, 7);
    let is_stored = |k: usize| (10..20).contains(&k) || k == 4000;
    (1..5001).for_each(|k| assert_eq!(y[k], if is_stored(k) { all[k - 1] } else { -9 }, "{k}"));
}

#[test]
fn single_elements_are_read_where_they_are() {
    let Some(device) = device() else { return };
    let (x, y) = (numbers(5000), vec![0; 5001]);
    let mut residents = Residents::new();
    sum(&mut residents, device, Algorithm::Lookback, part(&x, 0, 5000), part(&y, 1, 5001)).expect("it runs");
    let mut read = |place: usize, kind: TypeId| {
        let start = y.as_ptr().addr() + 4 * place;
        let mut value = [std::mem::MaybeUninit::new(0u8); 4];
        let is_read = residents.read(&(start..start + 4), kind, &mut value)?;
        // SAFETY: initialised above.
        Ok::<_, Error>(is_read.then(|| i32::from_ne_bytes(value.map(|byte| unsafe { byte.assume_init() }))))
    };
    let int = TypeId::of::<i32>();
    assert_eq!(read(0, int).expect("the host has it"), None);
    assert_eq!(read(3000, int).expect("the device has it"), Some(sums(&x, 3, 7)[2999]));
    assert!(read(3000, TypeId::of::<u32>()).is_err(), "it was stored as something else");
}
