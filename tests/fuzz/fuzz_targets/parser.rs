//! The command on any file: no panic, and time and memory that libFuzzer bounds (`-timeout=30 -rss_limit_mb=2048`).
#![no_main]

use libfuzzer_sys::fuzz_target;
use scan_tests::hostile;

fuzz_target!(|text: &str| hostile::parser(text));
