//! One file: what it is of, a checksum, and what is kept.
//!
//! ```text
//! scanc 1\n | checksum of all that follows, 16 bytes | length of the key, 8 bytes | the key | what is kept
//! ```
//!
//! Numbers are little-endian. The checksum finds what a disk or a crash has spoilt; against people there is the folder's mode.

use std::mem::size_of;
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

/// How every entry begins. The number changes with the format.
const MAGIC: &[u8; 8] = b"scanc 1\n";
const CHECKSUM: usize = size_of::<u128>();
const LENGTH: usize = size_of::<u64>();
const HEAD: usize = MAGIC.len() + CHECKSUM + LENGTH;

/// What an entry is of.
#[derive(Debug)]
pub(crate) struct Key {
    kind: &'static str,
    /// All that it depends on.
    text: Vec<u8>,
}

impl Key {
    /// Something of this kind, which depends on these texts.
    pub(crate) fn new(kind: &'static str, texts: &[&str]) -> Self {
        let mut text = kind.as_bytes().to_vec();
        for part in texts {
            // With its length, so that nothing that ends one text can begin the next.
            text.extend((part.len() as u64).to_le_bytes());
            text.extend(part.as_bytes());
        }
        Self { kind, text }
    }

    /// Entries of two keys may share a name: then they displace each other.
    pub(crate) fn file_name(&self) -> String {
        format!("{}-{:032x}", self.kind, xxh3_128(&self.text))
    }
}

/// Whether a file of this name is one of [`Key::file_name`].
pub(crate) fn is_name(name: &str) -> bool {
    let is_hash = |text: &str| text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let is_kind = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase());
    name.split_once('-').is_some_and(|(kind, hash)| is_kind(kind) && is_hash(hash))
}

/// What stands before the contents.
pub(crate) fn head(key: &Key, contents: &[u8]) -> Vec<u8> {
    let length = (key.text.len() as u64).to_le_bytes();
    let checksum = checksum(&[&length, &key.text, contents]);
    [&MAGIC[..], &checksum, &length, &key.text].concat()
}

/// What an entry keeps of `key`. An error is what is wrong with it.
pub(crate) fn contents(mut entry: Vec<u8>, key: &Key) -> Result<Vec<u8>, String> {
    if entry.len() < HEAD || entry[..MAGIC.len()] != *MAGIC {
        return Err("it is no entry of this format".to_owned());
    }
    let checked = &entry[MAGIC.len() + CHECKSUM..];
    if entry[MAGIC.len()..][..CHECKSUM] != checksum(&[checked]) {
        return Err("its checksum is wrong".to_owned());
    }
    let (length, rest) = checked.split_at(LENGTH);
    if length != (key.text.len() as u64).to_le_bytes() || !rest.starts_with(&key.text) {
        return Err("it is of something else".to_owned());
    }
    Ok(entry.split_off(HEAD + key.text.len()))
}

fn checksum(parts: &[&[u8]]) -> [u8; CHECKSUM] {
    let mut hasher = Xxh3::new();
    parts.iter().for_each(|part| hasher.update(part));
    hasher.digest128().to_le_bytes()
}

/// An entry that is whole, of the same key, and keeps something else.
#[cfg(test)]
pub(crate) fn with_contents(entry: &[u8], contents: &[u8]) -> Vec<u8> {
    let (length, rest) = entry[MAGIC.len() + CHECKSUM..].split_at(LENGTH);
    let key = &rest[..u64::from_le_bytes(length.try_into().expect("eight bytes")) as usize];
    let checksum = checksum(&[length, key, contents]);
    [&MAGIC[..], &checksum, length, key, contents].concat()
}
