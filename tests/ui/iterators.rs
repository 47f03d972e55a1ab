use scan_runtime::{reduce, scan};
use std::num::Wrapping;

#[reduce(max : reduce)]
fn reference(x: &[i32]) -> Option<&i32> {
    x.iter().reduce(|a, b| if a > b { a } else { b })
}

#[reduce(+ : s)]
fn unknown_type(x: &[Wrapping<i32>]) -> Wrapping<i32> {
    let s: Wrapping<i32> = x.iter().sum();
    s
}

#[reduce(+ : s)]
fn other_place(x: &[i32], mut k: i32) -> i32 {
    let s: i32 = x.iter().map(|v| { k += 1; v * k }).sum();
    s
}

#[reduce(+ : s)]
fn behind(x: &[i32]) -> i32 {
    let s: i32 = x.iter().filter(|v| **v > 0).take(7).sum();
    s
}

#[reduce(+ : sum)]
fn part(x: &[f64]) -> f64 {
    (|| x.iter().map(|v| v * v).sum::<f64>())()
}

#[reduce(+ : x)]
fn names_another(x: &[f64]) -> f64 {
    x.iter().sum()
}

#[scan(+ : s)]
fn no_scan(x: &[f64]) -> f64 {
    let s: f64 = x.iter().sum();
    s
}

#[reduce(* : s)]
fn another_operator(x: &[f64]) -> f64 {
    let s: f64 = x.iter().sum();
    s
}

#[reduce(+ : a)]
fn pairs(x: &[i32], y: &[i32]) -> i32 {
    x.iter().zip(y).map(|pair| weigh(pair)).fold(0, |a, v| a + v)
}

#[scan]
fn two(x: &[i32]) -> i32 {
    #[reduce(+ : s, max : m)]
    let s: i32 = x.iter().sum();
    s
}

fn main() {}
