//! What the book shows beside its blocks of Rust: files, what programs print, what the command says, links, drawings, and the tables that
//! repeat what the compiler and the runtime know.
//!
//! `UPDATE_GOLDEN=1 cargo test -p scan-book` writes anew what programs make. (`--test book` alone builds none of the programs.)

mod drawings;
mod links;
mod pages;
mod shown;
mod tables;
