//! The likeliest mistakes: the message of each, in `mistakes/NAME.stderr`, has the words that `mistakes/mended/NAME.rs` begins with,
//! and what these say makes a program of it that is right.

use std::fs;
use std::path::Path;

macro_rules! mended {
    ($($name:ident)*) => {
        #[expect(clippy::needless_range_loop, clippy::ptr_arg, reason = "as people write it")]
        #[path = "mistakes/mended"]
        mod mended {
            $(pub mod $name;)*
        }

        /// The names of the mistakes, each with what runs the mended program.
        const MISTAKES: &[(&str, fn())] = &[$((stringify!($name), mended::$name::check)),*];
    };
}

mended! {
    break_out
    chunks
    closure
    endless_loop
    float_index
    generic_without_bound
    hash_map
    i128_sum
    iterator_chain
    local_function
    missing_mut
    not_associative
    nothing_inside
    on_a_loop_alone
    on_a_struct
    open_range
    openmp
    println
    swapped_clause
    undeclared_struct
    unknown_clause
    vec_of_vecs
    wide_conversion
    wrong_identity
    wrong_operator
    wrong_variable
}

#[test]
fn every_mended_program_is_right() {
    MISTAKES.iter().for_each(|(_, check)| check());
}

#[test]
fn every_message_names_its_mend() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("mistakes");
    let mut found = 0;
    for entry in fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        let Some(name) = entry.file_stem().filter(|_| entry.extension().is_some_and(|end| end == "stderr")) else { continue };
        let mended = fs::read_to_string(folder.join("mended").join(name).with_extension("rs")).expect("a mended program");
        let words = mended.lines().next().and_then(|line| line.strip_prefix("//! ")).expect("words of the message");
        let message = fs::read_to_string(&entry).expect("a message");
        assert!(message.contains(words), "{name:?} does not say {words}");
        // What stands between backquotes is what to write, if not in each of several ways; `…` is anything.
        let written: String = mended.lines().skip(1).flat_map(str::split_whitespace).collect();
        let mut snippets = words.split('`').skip(1).step_by(2).peekable();
        let is_written =
            |snippet: &str| snippet.split_whitespace().collect::<String>().split('…').all(|part| written.contains(part));
        assert!(snippets.peek().is_none() || snippets.any(is_written), "{name:?} is not mended by {words}");
        found += 1;
    }
    assert_eq!(found, MISTAKES.len());
}

/// What no compiler sees: the loop as written panics, at its place and with its words.
#[test]
fn arrays_of_different_lengths_panic_as_the_loop_does() {
    let panicked = std::panic::catch_unwind(|| mended::wrong_operator::sums(&[1; 2], &mut [0; 3]));
    let panicked = panicked.expect_err("a panic");
    let message = panicked.downcast_ref::<String>().expect("words");
    assert_eq!(message, "index out of bounds: the len is 2 but the index is 2");
}

/// This one is none: a scan starts from what it finds, and asks for no identity.
#[test]
fn an_operator_needs_no_identity() {
    #[scan_runtime::declare_scan]
    fn later(_a: u32, b: u32) -> u32 {
        b
    }

    #[scan_runtime::scan(later : y)]
    fn last(x: &[u32], y: &mut [u32]) {
        for i in 1..y.len() {
            y[i] = later(y[i - 1], x[i]);
        }
    }

    let mut y = [1, 0, 0];
    last(&[7, 8, 9], &mut y);
    assert_eq!(y, [1, 8, 9]);
}

/// The attributes alone: the manifest is what is mended, and the program stays as it is.
#[test]
fn the_attributes_alone_are_not_enough() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("attributes_alone");
    fs::create_dir_all(&folder).expect("a folder");
    let message_for = |dependency: &str| {
        let manifest = format!("[package]\nname = 'sums'\n[dependencies]\n{dependency} = '0.1'\n");
        fs::write(folder.join("Cargo.toml"), manifest).expect("a manifest");
        scanc::emit::without_runtime(Some(&folder)).map(|error| error.to_string())
    };
    let message = message_for("scan-macros").expect("a message");
    assert!(message.contains("write `scan-runtime` instead of `scan-macros` in Cargo.toml"), "{message}");
    assert_eq!(message_for("scan-runtime"), None);
}
