//! The recurrences of TSVC (Callahan, Dongarra and Levine 1988; Maleki et al. 2011) and of the Livermore kernels (McMahon 1986), restated in
//! Rust, one a file: what the compiler makes of each, in `TABLE.md` (`UPDATE_GOLDEN=1` writes it anew), and that each which is taken gives
//! in every place what it gives as written. `NAME_mended.rs` is what the message for `NAME.rs` leads to.

#![expect(clippy::needless_range_loop, reason = "loops as they are in C")]

use scan_tests::{Random, check_places_by};
use scanc::cli::{Devices, Source, compile_file_for, suggested};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// What places may differ in.
#[derive(Clone, Copy, PartialEq)]
enum Agreement {
    /// Nothing: no float is combined in another order.
    Exact,
    /// Nothing, where all sums and products are floats, else roundings.
    Sums,
    /// Roundings.
    Rounds,
}
use Agreement::{Exact, Rounds, Sums};

/// A loop that is taken.
struct Loop {
    name: &'static str,
    agreement: Agreement,
    /// It has an iteration in arrays of this length, or of matrices of this side, and in no shorter ones.
    least: usize,
    /// All that it leaves.
    run: fn(usize, &mut Draw) -> Vec<f64>,
}

macro_rules! loops {
    ($list:ident |$n:ident| $($name:ident $agreement:ident $least:literal [$($array:ident $kind:ident $length:expr),*] ($($argument:expr),*);)*) => {
        $(mod $name;)*

        const $list: &[Loop] = &[$(Loop {
            name: stringify!($name),
            agreement: $agreement,
            least: $least,
            run: |$n, _draw| {
                $(#[allow(unused_mut, reason = "some loops only read it")]
                let mut $array = _draw.$kind($length);)*
                let mut left = Vec::new();
                $name::$name($($argument),*).put(&mut left);
                $($array.put(&mut left);)*
                left
            },
        }),*];
    };
}

loops! { ON_ARRAYS |n|
    s111 Exact 2 [a numbers n, b numbers n] (&mut a, &b);
    s112 Exact 2 [a numbers n, b numbers n] (&mut a, &b);
    s1112 Exact 1 [a numbers n, b numbers n] (&mut a, &b);
    s113_mended Exact 2 [a numbers n, b numbers n] (&mut a, &b);
    s123 Exact 2 [a numbers n, b numbers n, c numbers n, d numbers n, e numbers n] (&mut a, &b, &c, &d, &e);
    s211_mended Exact 3 [a numbers n, b numbers n, c numbers n, d numbers n, e numbers n] (&mut a, &mut b, &c, &d, &e);
    s212 Exact 2 [a numbers n, b numbers n, c numbers n, d numbers n] (&mut a, &mut b, &c, &d);
    s1213_mended Exact 3 [a numbers n, b numbers n, c numbers n, d numbers n] (&mut a, &mut b, &c, &d);
    s221 Sums 2 [a numbers n, b numbers n, c numbers n, d numbers n] (&mut a, &mut b, &c, &d);
    s1221 Sums 5 [a numbers n, b numbers n] (&a, &mut b);
    s2244_mended Exact 2 [a numbers n, b numbers n, c numbers n, e numbers n] (&mut a, &b, &c, &e);
    s241 Exact 2 [a numbers n, b numbers n, c numbers n, d numbers n] (&mut a, &mut b, &c, &d);
    s242 Sums 2 [a numbers n, b numbers n, c numbers n, d numbers n] (&mut a, &b, &c, &d, 1.0, -2.0);
    s243 Exact 2 [a numbers n, b numbers n, c numbers n, d numbers n, e numbers n] (&mut a, &mut b, &c, &d, &e);
    s1244 Exact 2 [a numbers n, b numbers n, c numbers n, d numbers n] (&mut a, &b, &c, &mut d);
    s251 Exact 1 [a numbers n, b numbers n, c numbers n, d numbers n] (&mut a, &b, &c, &d);
    s1251 Exact 1 [a numbers n, b numbers n, c numbers n, d numbers n, e numbers n] (&mut a, &mut b, &c, &d, &e);
    s2251 Exact 1 [a numbers n, b numbers n, c numbers n, d numbers n, e numbers n] (&mut a, &mut b, &c, &d, &e);
    s3251 Exact 2 [a numbers n, b numbers n, c numbers n, d numbers n, e numbers n] (&mut a, &mut b, &c, &mut d, &e);
    s252 Exact 1 [a numbers n, b numbers n, c numbers n] (&mut a, &b, &c);
    s253 Exact 1 [a numbers n, b numbers n, c numbers n, d numbers n] (&mut a, &b, &mut c, &d);
    s254 Exact 1 [a numbers n, b numbers n] (&mut a, &b);
    s255 Exact 1 [a numbers n, b numbers n] (&mut a, &b, 3.5, 0.25);
    s258 Exact 1 [a numbers n, aa numbers n, b numbers n, c numbers n, d numbers n, e numbers n] (&a, &aa, &mut b, &c, &d, &mut e);
    s291 Exact 1 [a numbers n, b numbers n] (&mut a, &b);
    s292 Exact 1 [a numbers n, b numbers n] (&mut a, &b);
    s311 Sums 1 [a numbers n] (&a);
    s312 Sums 1 [a factors n] (&a);
    s313 Sums 1 [a numbers n, b numbers n] (&a, &b);
    s314 Exact 1 [a numbers n] (&a, f32::NEG_INFINITY);
    s315 Exact 1 [a numbers n] (&a, -9.0);
    s316 Exact 2 [a numbers n] (&a, 1.0);
    s317 Rounds 2 [] (n);
    s318 Exact 2 [a numbers 3 * n] (&a, 3, n, 0.0);
    s319 Sums 1 [a numbers n, b numbers n, c numbers n, d numbers n, e numbers n] (&mut a, &mut b, &c, &d, &e);
    s3111 Sums 1 [a numbers n] (&a);
    s3112 Sums 1 [a numbers n, b numbers n] (&a, &mut b);
    s3113 Exact 1 [a numbers n] (&a, 0.0);
    s321 Sums 2 [a numbers n, b factors n] (&mut a, &b);
    s322 Rounds 3 [a numbers n, b halves n, c halves n] (&mut a, &b, &c);
    s323 Sums 2 [a numbers n, b numbers n, c numbers n, d numbers n, e numbers n] (&mut a, &mut b, &c, &d, &e);
    s331 Exact 1 [a numbers n] (&a);
    s341 Exact 1 [a numbers n, b numbers n] (&mut a, &b);
    s342 Exact 1 [a numbers n, b numbers n] (&mut a, &b);
    k3 Sums 1 [z numbers n, x numbers n] (&z, &x);
    k5 Sums 2 [x numbers n, y numbers n, z factors n] (&mut x, &y, &z);
    k11 Sums 2 [x numbers n, y numbers n] (&mut x, &y);
    k19 Sums 1 [b5 numbers n, sa numbers n, sb factors_and_1 n] (&mut b5, &sa, &sb, 3.0);
}

loops! { ON_MATRICES |n|
    s1115 Exact 1 [aa numbers n * n, bb numbers n * n, cc numbers n * n] (&mut aa, &bb, &cc, n);
    s115_mended Exact 2 [a numbers n, aa factors n * n] (&mut a, &aa, n);
    s118_mended Rounds 2 [a numbers n, bb weights n * n] (&mut a, &bb, n);
    s119 Sums 2 [aa numbers n * n, bb numbers n * n] (&mut aa, &bb, n);
    s1119 Sums 2 [aa numbers n * n, bb numbers n * n] (&mut aa, &bb, n);
    s231 Sums 2 [aa numbers n * n, bb numbers n * n] (&mut aa, &bb, n);
    s1232 Exact 1 [aa numbers n * n, bb numbers n * n, cc numbers n * n] (&mut aa, &bb, &cc, n);
    s233 Sums 2 [aa numbers n * n, bb numbers n * n, cc numbers n * n] (&mut aa, &mut bb, &cc, n);
    s2233 Sums 2 [aa numbers n * n, bb numbers n * n, cc numbers n * n] (&mut aa, &mut bb, &cc, n);
    s235 Sums 2 [a numbers n, b numbers n, c numbers n, aa numbers n * n, bb numbers n * n] (&mut a, &b, &c, &mut aa, &bb, n);
    s256 Sums 2 [a numbers n, aa numbers n * n, bb numbers n * n, d numbers n] (&mut a, &mut aa, &bb, &d, n);
    s3110 Exact 1 [aa numbers n * n] (&aa, n, f32::NEG_INFINITY);
    s343 Exact 1 [aa numbers n * n, bb numbers n * n, flat numbers n * n] (&aa, &bb, &mut flat, n);
    k6_mended Rounds 2 [w numbers n, b weights n * n] (&mut w, &b, n);
}

const LENGTHS: &[usize] = &[0, 1, 2, 31, 33, 255, 257, 1000, 4099];
/// Elements of matrices.
const SQUARES: &[usize] = &[0, 1, 2 * 2, 31 * 31, 33 * 33, 65 * 65];

#[test]
fn loops_on_arrays_are_the_loops_as_written() {
    ON_ARRAYS.iter().for_each(|one| check(one, scan_tests::lengths(LENGTHS)));
}

#[test]
fn loops_on_matrices_are_the_loops_as_written() {
    ON_MATRICES.iter().for_each(|one| check(one, scan_tests::lengths(SQUARES).map(usize::isqrt)));
}

fn check(one: &Loop, lengths: impl Iterator<Item = usize>) {
    for n in lengths {
        let iterations = (n + 1).saturating_sub(one.least);
        for is_whole in [true, false] {
            let may_round = one.agreement == Rounds || one.agreement == Sums && !is_whole;
            let same = |found: &Vec<f64>, expected: &Vec<f64>| {
                let tolerance = if may_round { tolerance(n, expected) } else { 0.0 };
                found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| a == b || (a - b).abs() <= tolerance)
            };
            check_places_by(one.name, iterations, &|| (one.run)(n, &mut Draw { random: Random::new(n as u64), is_whole }), &same);
        }
    }
}

/// How far apart floats may be, as `SCAN_CHECK` has it.
fn tolerance(iterations: usize, values: &[f64]) -> f64 {
    let magnitude = values.iter().fold(0.0, |greatest: f64, value| greatest.max(value.abs()));
    let is_f32 = values.iter().all(|&value| f64::from(value as f32) == value);
    let rounding = if is_f32 { f32::EPSILON.into() } else { f64::EPSILON };
    (iterations as f64 + 16.0) * rounding * magnitude
}

/// Numbers for loops: whole ones, of which no sum or product is rounded, or others.
struct Draw {
    random: Random,
    is_whole: bool,
}

impl Draw {
    fn numbers<T: Number>(&mut self, n: usize) -> Vec<T> {
        self.all(n, |bits| bits as f64 % 9.0 - 4.0, |bits| bits as f64 / 8192.0 - 4.0)
    }

    /// By which numbers do not grow, nor soon vanish.
    fn factors<T: Number>(&mut self, n: usize) -> Vec<T> {
        let sign = |bits: u64| if bits.is_multiple_of(2) { 1.0 } else { -1.0 };
        self.all(n, sign, |bits| sign(bits) * (1.0 - (bits / 64) as f64 / 1_048_576.0))
    }

    /// Two of which let nothing grow.
    fn halves<T: Number>(&mut self, n: usize) -> Vec<T> {
        self.factors::<T>(n).into_iter().map(|factor| T::of(factor.wide() / 2.0)).collect()
    }

    fn factors_and_1<T: Number>(&mut self, n: usize) -> Vec<T> {
        self.factors::<T>(n).into_iter().map(|factor| T::of(1.0 + factor.wide())).collect()
    }

    /// Of which the sum over a row of a matrix of `n` elements is less than 1.
    fn weights<T: Number>(&mut self, n: usize) -> Vec<T> {
        let side = (n as f64).sqrt();
        self.factors::<T>(n).into_iter().map(|factor| T::of(factor.wide() / side)).collect()
    }

    fn all<T: Number>(&mut self, n: usize, whole: impl Fn(u64) -> f64, other: impl Fn(u64) -> f64) -> Vec<T> {
        (0..n)
            .map(|_| self.random.next() >> 48)
            .map(|bits| T::of(if self.is_whole { whole(bits) } else { other(bits) }))
            .collect()
    }
}

trait Number {
    fn of(value: f64) -> Self;
    fn wide(self) -> f64;
}

macro_rules! numbers {
    ($($t:ident)*) => {
        $(impl Number for $t {
            fn of(value: f64) -> Self {
                value as $t
            }

            fn wide(self) -> f64 {
                self as f64
            }
        })*
    };
}

numbers! { f32 f64 i64 usize }

/// What a loop leaves, as numbers.
trait Left {
    fn put(self, left: &mut Vec<f64>);
}

impl Left for () {
    fn put(self, _: &mut Vec<f64>) {}
}

impl<T: Number> Left for T {
    fn put(self, left: &mut Vec<f64>) {
        left.push(self.wide());
    }
}

impl<T: Number> Left for Vec<T> {
    fn put(self, left: &mut Vec<f64>) {
        left.extend(self.into_iter().map(T::wide));
    }
}

impl<T: Number, U: Number> Left for (T, U) {
    fn put(self, left: &mut Vec<f64>) {
        left.extend([self.0.wide(), self.1.wide()]);
    }
}

impl<T: Number, U: Number, V: Number> Left for (T, U, V) {
    fn put(self, left: &mut Vec<f64>) {
        left.extend([self.0.wide(), self.1.wide(), self.2.wide()]);
    }
}

/// One row for each file, in the order of their numbers.
#[test]
fn the_table_is_what_the_compiler_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("recurrences");
    let entries = std::fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = entries.filter(|path| path.extension().is_some_and(|end| end == "rs")).collect();
    files.retain(|path| path.file_stem().is_some_and(|stem| stem != "main"));
    files.sort_by_key(|path| place_in_the_table(&stem(path)));
    let rows: Vec<Row> = files.iter().map(|path| Row::of(path)).collect();

    let names = |is_taken: bool| rows.iter().filter(|row| row.is_taken == is_taken).map(|row| row.name.clone()).collect();
    let (taken, refused): (BTreeSet<String>, BTreeSet<String>) = (names(true), names(false));
    let run = ON_ARRAYS.iter().chain(ON_MATRICES).map(|one| one.name.to_owned()).collect();
    assert_eq!(taken, run, "what is taken is run");
    let is_mended = |name: &&String| name.ends_with("_mended");
    let mended = taken.iter().filter(is_mended).count();
    assert_eq!(refused.iter().find(is_mended), None, "what a message leads to is taken");

    let mut table = format!(
        "# Recurrences of TSVC and of the Livermore kernels\n\nWritten by `tests/recurrences/main.rs`. Of {} loops {} are taken as they are and \
         {} refused, {mended} of which\nare taken after what the message says.\n\n",
        rows.len() - mended,
        taken.len() - mended,
        refused.len(),
    );
    table += "| loop | what it does | clause | taken | as what, or why not |\n|---|---|---|---|---|\n";
    rows.iter().for_each(|row| writeln!(table, "{}", row.text).expect("a text"));
    let path = folder.join("TABLE.md");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &table).expect("the table can be written");
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    let differing = table.lines().zip(stored.lines()).find(|(new, old)| new != old);
    assert!(table == stored, "TABLE.md differs, first in {differing:#?}; UPDATE_GOLDEN=1 rewrites it");
}

fn stem(path: &Path) -> String {
    path.file_stem().expect("a file").to_string_lossy().into_owned()
}

/// The Livermore kernels stand behind TSVC's loops, and what is mended behind what is not.
fn place_in_the_table(name: &str) -> (bool, Option<u32>, usize) {
    let number = name.split(['k', 's', '_']).nth(1).and_then(|number| number.parse().ok());
    (name.starts_with('k'), number, name.len())
}

struct Row {
    name: String,
    is_taken: bool,
    text: String,
}

impl Row {
    fn of(path: &Path) -> Self {
        let source = Source::read(path).unwrap_or_else(|finding| panic!("{}", finding.message));
        let is_clause = |line: &&str| line.trim_start().starts_with("#[");
        let (clauses, rest): (Vec<&str>, Vec<&str>) = source.text.lines().partition(is_clause);
        let compiled = compile_file_for(&source, Devices::Gpu);
        let said = |code: u16, message: &str| {
            // Those from 900 on say that this is no file to be compiled.
            assert!(code < 900, "{path:?}: {message}");
            format!("SC{code:04}: {message}")
        };
        let mut told: Vec<String> = compiled.findings.iter().map(|found| said(found.code.0, &found.message)).collect();
        told.dedup();
        let is_taken = told.is_empty();
        // No other attribute does better, but what the message leads to.
        let plain = Source::new(path, &rest.join("\n"));
        let is_mended = path.with_file_name(format!("{}_mended.rs", stem(path))).is_file();
        let is_best = is_taken || is_mended || suggested(&plain).is_empty();
        assert!(is_best, "{path:?}: `cargo scanc suggest` knows more than its clause");
        if is_taken {
            told = compiled.loops.iter().map(|found| found.recognised()).collect();
        }
        let name = stem(path);
        let what = source.text.lines().next().and_then(|line| line.strip_prefix("//! ")).expect("a first line");
        let named: Vec<String> = clauses.iter().filter(|line| !line.ends_with("#[scan]")).map(|line| code(line.trim())).collect();
        let word = if is_taken { "yes" } else { "no" };
        let cells = [&format!("[{name}]({name}.rs)"), what, &named.join("<br>"), word, &told.join("<br>")];
        Self { name, is_taken, text: format!("| {} |", cells.map(|cell| cell.replace('|', "\\|")).join(" | ")) }
    }
}

fn code(text: &str) -> String {
    format!("`{text}`")
}
