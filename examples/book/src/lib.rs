//! The book, as tests: `cargo test -p scan-book` compiles and runs every block of Rust in it, `tests/` looks at everything else that it
//! shows.
//!
//! [`drawings`] draws its pictures: `cargo run -p scan-book --example draw` writes them.

pub mod drawings;

/// A chapter's blocks of code are tests of a module of its own.
macro_rules! chapters {
    ($($name:ident: $file:literal),* $(,)?) => {
        $(
            #[cfg(doctest)]
            #[doc = include_str!($file)]
            mod $name {}
        )*
    };
}

chapters! {
    readme: "../../../README.md",
    introduction: "introduction.md",
    tutorial: "tutorial.md",
    howto_own_operators: "howto/own_operators.md",
    howto_directions: "howto/directions.md",
    howto_reductions: "howto/reductions.md",
    howto_selection: "howto/selection.md",
    howto_searches: "howto/searches.md",
    howto_two_dimensions: "howto/two_dimensions.md",
    howto_inner_loops: "howto/inner_loops.md",
    howto_several_loops: "howto/several_loops.md",
    howto_ranks: "howto/ranks.md",
    howto_where_it_runs: "howto/where_it_runs.md",
    howto_look_inside: "howto/look_inside.md",
    reference_annotations: "reference/annotations.md",
    reference_loops: "reference/loops.md",
    reference_derived: "reference/derived.md",
    reference_settings: "reference/settings.md",
    reference_results: "reference/results.md",
    reference_command: "reference/command.md",
    reference_limits: "reference/limits.md",
    reference_versions: "reference/versions.md",
    reference_codes: "reference/codes.md",
    how_it_works: "how_it_works.md",
    coming_from: "coming_from.md",
    twenty_loops: "twenty_loops.md",
}
