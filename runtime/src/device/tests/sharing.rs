//! Memory and devices that are used by several at once.

use super::*;

#[test]
fn many_threads_at_once() {
    let devices = both_ways();
    std::thread::scope(|scope| {
        for thread in (0..8).filter(|_| !devices.is_empty()) {
            let device = devices[thread % devices.len()];
            scope.spawn(move || {
                for round in 0..10 {
                    let x = numbers(1000 * thread + 37 * round + 1);
                    let mut y = vec![0; x.len()];
                    run_sum(device, ALGORITHMS[(thread + round) % 3], &x, &mut y).expect("it runs");
                    assert_eq!(y, sums(&x, 3, 7), "thread {thread}, round {round}");
                }
            });
        }
    });
}

/// `for i in 0..n { sum += a[i] * b[i]; y[i] = sum }` on `i64`.
static PRODUCTS: Sources = sources!(
    "typedef long scan_t;
     scan_t scan_op(const scan_t left, const scan_t right) { return left + right; }
     #define STEP 1
     #define LOOP_PARAMETERS __global const long *a, const long a_from, __global const long *b, const long b_from, \\
         const long first, const ulong n
     #define STORE_PARAMETERS __global const long *a, const long a_from, __global const long *b, const long b_from, \\
         __global long *y, const long y_from, const long first, const ulong n
     #define LOOP_ARGUMENTS a, a_from, b, b_from, first, n
     #define ELEMENT(i) (a[(i) - a_from] * b[(i) - b_from])
     #define STORE(i, before, after) y[(i) - y_from] = after
    "
);

/// Runs `PRODUCTS` on windows of `n` elements wherever they are.
fn check_products(device: &Device, n: usize, a: Window, b: Window, mut y: Window) {
    // SAFETY: the tests pass windows of `n` initialised elements.
    let read = |window: &Window| (0..n).map(|k| unsafe { window.pointer.cast::<i64>().add(k).read_unaligned() }).collect();
    let (left, right): (Vec<i64>, Vec<i64>) = (read(&a), read(&b));
    y.from = 0;
    let result = y.clone();
    let kernels = PRODUCTS.kernels(Algorithm::ReduceThenScan);
    let outputs = vec![OutputWindow {
        window: y,
        dense: true,
        input: None,
        reads_its_own: false,
        staging_copy: None,
        counted: false,
        needs_old: false,
    }];
    let start = 0i64.to_ne_bytes();
    run(device, &Job { first: 0, inputs: vec![a, b], outputs, ..job(&kernels, n, &start) }).expect("it runs");
    let products = left.iter().zip(&right).scan(0, |sum, (a, b)| {
        *sum += a * b;
        Some(*sum)
    });
    assert_eq!(read(&result), products.collect::<Vec<i64>>());
}

#[test]
fn one_array_twice_and_two_that_overlap() {
    for device in both_ways() {
        let x: Vec<i64> = numbers(5000).into_iter().map(i64::from).collect();
        let mut y = vec![0i64; 5000];
        check_products(device, 5000, window(&x, 0), window(&x, 0), output(&mut y, 0).window);
        check_products(device, 4000, window(&x[..4000], 0), window(&x[1000..], 0), output(&mut y[..4000], 0).window);
    }
}

#[test]
fn memory_that_is_not_aligned_for_the_device() {
    let Some(device) = device() else { return };
    let n = 3000;
    let mut memory = vec![0i32; 6 * n + 3];
    for (k, cell) in memory.iter_mut().enumerate() {
        *cell = (k % 100) as i32;
    }
    let start = memory.as_mut_ptr();
    // An address that is 4 more than a multiple of 8.
    let odd = start.addr().is_multiple_of(8) as usize;
    let at = |element: usize| Window {
        // SAFETY: within the vector.
        pointer: unsafe { start.add(odd + 2 * element) }.cast(),
        bytes: 8 * n,
        element: 8,
        from: 0,
        uses: Vec::new(),
        is_checked: false,
        whole: None,
    };
    // The products of such numbers overflow; they wrap in OpenCL too, and are kept small here.
    for cell in memory.iter_mut().skip(1 - odd).step_by(2) {
        *cell = 0;
    }
    for cell in memory.iter_mut().skip(odd + 1).step_by(2) {
        *cell = 0;
    }
    check_products(device, n, at(0), at(n), at(2 * n));
}

#[test]
fn a_vector_without_values_yet_is_filled() {
    let Some(device) = device() else { return };
    let x = numbers(20_000);
    let mut y: Vec<i32> = Vec::with_capacity(x.len());
    let kernels = SUM.kernels(Algorithm::ReduceThenScan);
    let window_of_y = Window {
        pointer: y.as_mut_ptr().cast(),
        bytes: 4 * x.len(),
        element: 4,
        from: 1,
        uses: Vec::new(),
        is_checked: false,
        whole: None,
    };
    let outcome = run(
        device,
        &Job {
            inputs: vec![window(&x, 0)],
            outputs: vec![OutputWindow {
                window: window_of_y,
                dense: true,
                input: None,
                reads_its_own: false,
                staging_copy: None,
                counted: false,
                needs_old: false,
            }],
            captures: vec![capture(&1i32.to_ne_bytes())],
            ..job(&kernels, x.len(), &0i32.to_ne_bytes())
        },
    );
    outcome.expect("it runs");
    // SAFETY: every iteration has stored its element.
    unsafe { y.set_len(x.len()) };
    assert_eq!(y, sums(&x, 1, 0));
}
