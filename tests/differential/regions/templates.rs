//! What random functions with several annotated loops are made of, as text.
//!
//! `@w` is an array of `i32`s that may be written, `@u` another one, which is read; `@v` a `Vec`, `@p` an array of points, each as the
//! function has it. `@W` is the name of `@w`, where that is a variable, and `@X` that of another one, of the same type. `@i` is a small
//! index, `@c` a small number, `@n` a number that makes a name new. `@{` is where more statements stand, `@}` more of which none is a loop.

/// An array that a function has.
pub struct Origin {
    /// Among the parameters.
    pub parameter: &'static str,
    /// At the beginning of the body.
    pub declared: &'static str,
    /// How the body names it; `@a` is the name.
    pub places: &'static [&'static str],
    /// Before the call.
    pub before: &'static str,
    /// In the call.
    pub argument: &'static str,
    /// What is compared.
    pub left: &'static str,
    /// Its elements may be written.
    pub written: bool,
    /// It is a `Vec`.
    pub grows: bool,
    /// It is a variable of its own.
    pub is_name: bool,
}

/// Of which nothing is said.
pub const NO_ORIGIN: Origin = Origin {
    parameter: "",
    declared: "",
    places: &["@a"],
    before: "",
    argument: "",
    left: "",
    written: true,
    grows: false,
    is_name: true,
};

/// Where arrays of `i32`s come from.
pub const ORIGINS: &[Origin] = &[
    Origin { parameter: "mut @a: &'t mut [i32]", before: "let mut @a = ints(@s);", argument: "&mut @a", left: "@a", ..NO_ORIGIN },
    Origin { parameter: "mut @a: &'t mut [i32]", before: "let mut @a = ints(@s);", argument: "&mut @a", left: "@a", ..NO_ORIGIN },
    Origin {
        parameter: "@a: &mut Vec<i32>",
        before: "let mut @a = ints(@s);",
        argument: "&mut @a",
        left: "@a",
        grows: true,
        is_name: false,
        ..NO_ORIGIN
    },
    Origin { parameter: "mut @a: Vec<i32>", argument: "ints(@s)", grows: true, ..NO_ORIGIN },
    Origin {
        parameter: "@a: &[i32]",
        before: "let @a = ints(@s);",
        argument: "&@a",
        written: false,
        is_name: false,
        ..NO_ORIGIN
    },
    Origin { parameter: "mut @a: [i32; LENGTH]", argument: "ints(@s).try_into().unwrap()", ..NO_ORIGIN },
    Origin { parameter: "mut @a: Box<[i32]>", argument: "ints(@s).into_boxed_slice()", ..NO_ORIGIN },
    Origin { declared: "let mut @a = vec![3i32; LENGTH];", grows: true, ..NO_ORIGIN },
    Origin { declared: "let mut @a = ints(@s);", grows: true, ..NO_ORIGIN },
    Origin { declared: "let mut @a = [2i32; LENGTH];", ..NO_ORIGIN },
    Origin {
        parameter: "whole_@a: &mut Vec<i32>",
        declared: "let @a = Vec::as_mut_slice(whole_@a);",
        before: "let mut @a = ints(@s);",
        argument: "&mut @a",
        left: "@a",
        is_name: false,
        ..NO_ORIGIN
    },
    Origin {
        parameter: "whole_@a: &mut Vec<i32>",
        declared: "let @a = slice!(whole_@a);",
        before: "let mut @a = ints(@s);",
        argument: "&mut @a",
        left: "@a",
        is_name: false,
        ..NO_ORIGIN
    },
    // A field, and one whose owner looks at it when it is dropped.
    Origin {
        parameter: "@a: &mut Inner",
        places: &["@a.y"],
        before: "let mut @a = Inner { y: ints(@s), n: 1 };",
        argument: "&mut @a",
        left: "@a.y",
        grows: true,
        is_name: false,
        ..NO_ORIGIN
    },
    Origin { declared: "let mut @a = Logged { y: ints(@s) };", places: &["@a.y"], grows: true, is_name: false, ..NO_ORIGIN },
    Origin {
        parameter: "like_@a: &Logged",
        declared: "let mut @a = like_@a.clone();",
        places: &["@a.y"],
        before: "let @a = Logged { y: ints(@s) };",
        argument: "&@a",
        grows: true,
        is_name: false,
        ..NO_ORIGIN
    },
];

/// The annotated loops.
pub const LOOPS: &[&str] = &[
    "#[scan(+ : @w)]\nfor i in 1..@w.len() { @w[i] = @w[i - 1].wrapping_add(@u[i]); }",
    "#[scan(+ : @w)]\nfor i in 1..@w.len() { @w[i] = @w[i].wrapping_add(@w[i - 1]); }",
    "#[scan(max : @w)]\nfor i in (0..@u.len() - 1).rev() { @w[i] = @w[i + 1].max(@u[i]); }",
    "#[scan(^ : @w)]\nfor i in 1..@u.len() / 2 { @w[i] = @w[i - 1] ^ @u[i] ^ number; }",
    "#[scan(+ : @w)]\nfor i in k - 2..@w.len() { @w[i] = @w[i - 1].wrapping_add(@u[i / 2]); }",
    "let mut t@n = number;\n#[scan(+ : t@n)]\nfor i in 0..@w.len() { t@n = t@n.wrapping_add(@u[i]); @w[i] = t@n; }\nnumber ^= t@n;",
    "let mut t@n = 0i32;\n#[reduce(^ : t@n)]\nfor i in 0..@u.len() { t@n ^= @u[i]; }\nnumber ^= t@n;",
    "#[parallel_for]\nfor i in 0..@w.len() { @w[i] ^= @c; }",
    "#[parallel_for]\nfor i in 0..@u.len() { @w[i] = @u[i] & 255; }",
    "#[scan(+ : @w)]\nfor i in 1..@w.len() { @w[i] = @w[i - 1].wrapping_add(@p[i].a); }",
    "let before@n = @u[k];\n#[parallel_for]\nfor i in 0..@w.len() { @w[i] ^= before@n; }",
];

/// Statements between them.
pub const STATEMENTS: &[&str] = &[
    // Elements and their fields are assigned.
    "@w[@i] = @c;",
    "@w[@i] ^= @u[@i];",
    "@w[@u[@i] as usize & 7] = @c;",
    "@p[@i].a = @c;",
    "@p[@i].b ^= @u[@i];",
    "(@w[1], @w[2]) = (@c, @u[3]);",
    "[@w[@i], _] = [@u[@i], 4];",
    "Point { a: @w[@i], .. } = Point { a: @u[@i], b: 0 };",
    "(number, (@w[@i], _)) = (@c, (number, 3));",
    "*@w.last_mut().unwrap() = @c;",
    "*(&mut @w[@i]) = @c;",
    "@w[1..][@i] = @c;",
    // They are lent.
    "std::mem::swap(&mut @w[@i], &mut number);",
    "core::mem::swap(&mut @p[@i].a, &mut number);",
    "let old@n = std::mem::replace(&mut @w[@i], @c);\nnumber ^= old@n;",
    "let part@n = &mut @w[@i];\n*part@n = @c;",
    "let part@n = &mut @p[@i].a;\n*part@n = @c;",
    "let part@n = &mut @w[1..4];\npart@n[1] = @c;\nnumber ^= part@n[0];",
    "let (left@n, right@n) = @w.split_at_mut(4);\nleft@n[0] = right@n[1];",
    "change(&mut @w[..]);",
    "number ^= change(&mut @w[2..5]);",
    "@p.iter_mut().for_each(|p| p.a ^= 3);",
    // Patterns refer to them.
    "match @w[@i] { ref mut v => *v = @c }",
    "let ref mut v@n = @w[@i];\n*v@n ^= @c;",
    "let Point { a: ref mut v@n, .. } = @p[@i];\n*v@n = @c;",
    "if let Some(v) = @w.get_mut(@i) { *v = @c; }",
    "if let [first, ..] = &mut @w[..] { *first = @c; }",
    "match &mut @p[@i] { Point { a, .. } => *a = @c }",
    "for v in &mut @w[..5] { *v ^= @c; }",
    "for v in @w.iter_mut() { *v ^= @c; }",
    // Methods of arrays and of elements.
    "@w[@i].add_assign(@c & 7);",
    "@w[@i].clone_from(&@c);",
    "@w.fill(@c);",
    "@w.swap(1, 2);",
    "@w.reverse();",
    "@w[2..].sort_unstable();",
    "@w.rotate_left(1);",
    "@w.iter_mut().for_each(|v| *v ^= @c);",
    "number ^= @w.iter_mut().map(|v| { *v ^= 1; *v }).fold(0, |a, b| a ^ b);",
    "number ^= @w.chunks_mut(3).map(|v| { v[0] ^= 1; v[0] }).count() as i32;",
    "number ^= @w.iter_mut().rev().take(3).map(|v| { *v ^= 1; *v & 15 }).sum::<i32>();",
    "@w.touch();",
    "@w[@i].touch_one();",
    "number ^= @w.len_of_touched() as i32;",
    // `Vec`s grow and shrink.
    "@v.push(@c);\n@v.pop();",
    "number ^= @v.drain(1..3).count() as i32;\n@v.extend_from_slice(&[7, 8]);",
    "let taken@n = @v.split_off(5).len();\n@v.resize(taken@n + 5, @c);",
    "@v.retain(|v| *v != @c);",
    "@v.insert(1, @c);\nnumber ^= @v.remove(3);",
    "@v.reserve(100_000);\n@v[@i] = @c;\n@v.shrink_to_fit();",
    "@v.truncate(LENGTH - 3);",
    "@v.extend(std::iter::repeat_n(@c, 3));",
    "let taken@n: Vec<i32> = @v.drain(..).collect();\n@v.extend(taken@n.iter().map(|v| v ^ 1));",
    "@v.clear();\n@v.extend_from_slice(&@u[..]);",
    // They are read.
    "number ^= @u[@i];",
    "let value@n = @u[@i] & 15;\nnumber ^= value@n;",
    "number ^= @u.iter().fold(0, |a, b| a ^ b);",
    "number ^= @u[1..6].iter().map(|v| v & 15).sum::<i32>();",
    "let most@n = *@u.iter().max().unwrap();\nnumber ^= most@n;",
    "number ^= see(&@u[..]);",
    "number ^= see(&@u[2..4]);",
    "for v in @u.iter() { number ^= v; }",
    "for v in &@u[..] { number ^= v; }",
    "number ^= @u[@i].max(@u[1]);",
    "number ^= (0..5).map(|i| @u[i]).fold(0, |a, b| a ^ b);",
    "if @u[@i] & 1 == 0 { number ^= 1; } else { @w[2] ^= 1; }",
    "number ^= match @u[@i] & 3 { 0 => 5, 1 | 2 => 6, other => other };",
    "let (a@n, b@n) = (@u[@i], @u[1]);\nnumber ^= a@n ^ b@n;",
    "number ^= *@u.first().unwrap();",
    "number ^= @u.len() as i32;",
    "number ^= @p[@i].a;",
    "let copy@n = @u.to_vec();\nnumber ^= copy@n[@i];",
    // Macros.
    "look!(@u, number);",
    "poke!(@w);",
    "assert!({ @w[@i] = @c; true });",
    "assert!(@u[@i] != i32::MIN || number != 77);",
    "assert_eq!(@u[@i], @u[@i]);",
    "let text@n = format!(\"{:?}\", &@u[..3]);\nlog(text@n.len());",
    "debug_assert!(number == number);",
    "let spare@n = vec![@c; 10];\nnumber ^= spare@n[@i];",
    "log(format!(\"{number}\").len());",
    "own!();",
    "number ^= own_value!();",
    // Closures.
    "let mut bump@n = |v: i32| @w[@i] ^= v;\nbump@n(3);\nbump@n(@c);",
    "(0..3).for_each(|i| @w[i] ^= @c);",
    "let look@n = || @u[@i];\nnumber ^= look@n();",
    "call(|| @w[@i] ^= 1);",
    // What is dropped looks, changes, and panics.
    "{ let _log = Log(number as usize & 7); number ^= 1; }",
    "{ let keeper = Keeper(&mut @w[..]); keeper.0[1] ^= 1; }",
    "drop(Keeper(&mut @w[..]));",
    "let _ = Keeper(&mut @w[..]);",
    "{ let _bomb = Bomb(number & 31 == 3); number ^= 4; }",
    "let _log@n = Log(5);",
    // Other names.
    "let k = k + 1;",
    "let number_@n = number;\nnumber = number_@n ^ 1;",
    // The function is left, by a panic too.
    "if number & 31 == 5 { return Some(number); }",
    "let odd@n = Some(number).filter(|number| number & 31 != 6)?;\nlog(odd@n as usize & 3);",
    "let Some(even@n) = Some(number).filter(|number| number & 31 != 7) else { return None };\nlog(even@n as usize & 3);",
    "assert!(number & 31 != 8, \"an unlucky number\");",
    "number ^= 10 / (number & 31);",
    "number ^= @u[if number & 31 == 9 { LENGTH * 9 } else { 1 }];",
    "let less@n = k - 3;\nlog(less@n);",
    "check(number);",
    "number ^= Loud(number).len() as i32;",
    // Names are exchanged.
    "std::mem::swap(&mut @W, &mut @X);",
    "swap(&mut @W, &mut @X);",
    "@w[..].swap_with_slice(&mut @x[..]);",
];

/// Blocks around statements and loops.
pub const BLOCKS: &[&str] = &[
    "for round@n in 0..2 {\nnumber ^= round@n;\n@{\n}",
    "for round@n in (0..3usize).rev() {\nif round@n == 1 { continue; }\n@{\n}",
    "if number & 1 == 0 {\n@{\n} else {\n@}\n}",
    "let mut count@n = 0;\nwhile count@n < 2 {\ncount@n += 1;\n@{\n}",
    "loop {\n@{\nif number & 3 != 9 { break; }\n}",
    "{\nlet _log@n = Log(3);\n@{\n}",
    "{\nlet _bomb@n = Bomb(number & 15 == 3);\n@{\n}",
    "for round@n in 0..3 {\nlet _bomb@n = Bomb(number & 7 == round@n);\n@{\nif number & 3 == 1 { continue; }\n@}\n}",
    "if let Some(log@n) = maybe(number) {\n@{\nlog(log@n.0);\n}",
    "let given@n = maybe(number);\nif let Some(_log@n) = given@n {\n@{\n}",
    "for round@n in 0..Log(2).twice() {\nnumber ^= round@n as i32;\n@{\n}",
    "{\nlet k = 5;\n@{\nlog(k);\n}",
];
