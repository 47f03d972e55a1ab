use super::{check_refused, everywhere, file, program, run, told};
use std::fs;

fn text() -> Vec<u8> {
    (0..60_001u32).flat_map(|i| vec![(i % 3) as u8 + b'a'; if i % 1000 == 0 { 300 } else { (i % 4) as usize }]).collect()
}

#[test]
fn what_is_encoded_is_decoded() {
    let folder = tempfile::tempdir().unwrap();
    let (encoded, decoded) = (folder.path().join("encoded"), folder.path().join("decoded"));
    for text in [&b""[..], b"a", b"aaa", b"abc", b"\0\0\xff\xff", &[7; 100_000], &text()] {
        let original = file(text);
        told(&run(program("run_length").arg("encode").arg(original.path()).arg(&encoded), b""));
        told(&run(program("run_length").arg("decode").args([&encoded, &decoded]), b""));
        assert!(fs::read(&decoded).unwrap() == text);
    }
}

#[test]
fn runs_are_listed() {
    let text = file(b"aabbbc");
    let listed = told(&run(program("run_length").arg("list").arg(text.path()), b""));
    assert_eq!(listed, "0 2 0x61\n2 3 0x62\n5 1 0x63\n");
}

#[test]
fn the_format_is_a_byte_and_its_length() {
    let folder = tempfile::tempdir().unwrap();
    let encoded = folder.path().join("encoded");
    let original = file(&[vec![b'x'; 300], vec![b'y']].concat());
    told(&run(program("run_length").arg("encode").arg(original.path()).arg(&encoded), b""));
    assert_eq!(fs::read(&encoded).unwrap(), [b'x', 0xac, 0x02, b'y', 1]);
}

#[test]
fn a_long_text_on_every_place() {
    let text = file(&text());
    let path = text.path().to_str().unwrap();
    everywhere("run_length", &["list", path], |listed| assert!(listed.lines().count() > 30_000));
}

#[test]
fn what_is_no_run_is_named() {
    let check = |bytes: &[u8], expected: &str| {
        let encoded = file(bytes);
        check_refused(&run(program("run_length").arg("decode").arg(encoded.path()).arg("/dev/null"), b""), expected);
    };
    check(b"x", "no run at byte 0");
    check(b"x\x01y", "no run at byte 2");
    check(b"x\x00", "no run at byte 0");
    check(b"x\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", "no run at byte 0");
    check(b"x\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "do not fit in memory");
    check(b"x\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01y\x01", "no run at byte 13");
    check_refused(&run(program("run_length").args(["list", "no/such/file"]), b""), "no/such/file: No such file");
}
