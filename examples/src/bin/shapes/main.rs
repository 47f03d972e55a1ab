//! Every shape of loop that README.md names, annotated, beside the plain loop: inlined into a caller that knows the lengths of its arrays,
//! and in a function of its own. The better of the two counts.
//!
//! ```text
//! cargo run --release -p scan-examples --features shapes --bin shapes                 every shape and type: an hour
//! … -- --quick                                                                        a look, some minutes
//! … -- --types f32 --shapes zip,rows --sizes 1k,64M                                   a part of it
//! … -- --markdown                                                                     the tables of RESULTS.md
//! ```
//!
//! Each type and length is measured in processes of their own: one with `SCAN_DEVICE=loop`, and some with nothing asked for, which keep
//! what they learn in a folder, empty at first.

mod data;
mod measure;
mod processes;
mod shapes;

use clap::Parser;
use data::{Element, Pair};
use measure::measure;
use scan_examples::machine::Machine;
use scan_examples::shapes::figures::Figures;
use scan_examples::shapes::table;
use scan_examples::size::Size;
use scan_examples::telling::finish;
use shapes::Shapes;
use std::process::ExitCode;

/// Measures annotated loops of every shape beside the plain ones.
#[derive(Clone, Debug, Parser)]
pub struct Options {
    /// Element types
    #[arg(long, value_delimiter = ',', default_value = "i32,f32,f64,u8,u64,pairs")]
    types: Vec<String>,
    /// Parts of the names of shapes; all without it
    #[arg(long, value_delimiter = ',')]
    shapes: Vec<String>,
    /// Numbers of elements, such as 1000, 10k or 2.5M
    #[arg(long, value_delimiter = ',', default_value = "10,100,1k,10k,100k,64M")]
    sizes: Vec<Size>,
    /// How often each loop is measured in a process
    #[arg(long, default_value_t = 15)]
    rounds: usize,
    /// How many processes run with nothing asked for, one after the other
    #[arg(long, default_value_t = 3)]
    processes: usize,
    /// Measure five shapes of three types in four lengths, in some minutes
    #[arg(long, conflicts_with_all = ["types", "shapes", "sizes", "rounds", "processes"])]
    quick: bool,
    /// Print the tables in Markdown
    #[arg(long)]
    markdown: bool,
    /// Measure here, and print the figures: what the processes are started with
    #[arg(long, hide = true)]
    child: bool,
}

impl Options {
    /// As `--quick` has them.
    fn shortened(self) -> Self {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Self {
            types: owned(&["i32", "f32", "pairs"]),
            shapes: owned(&["y[i] = y[i-1] + x[i]", "y[i] = y[i-1] + y[i]", "acc += x[i]; y[i] = acc", "zip", "collect"]),
            sizes: [10, 1000, 100_000, 64_000_000].map(Size).to_vec(),
            rounds: 7,
            processes: 2,
            ..self
        }
    }
}

fn main() -> ExitCode {
    env_logger::init();
    let options = Options::parse();
    let options = if options.quick { options.shortened() } else { options };
    finish("shapes", if options.child { in_this_process(&options) } else { run(&options) })
}

fn run(options: &Options) -> Result<(), String> {
    println!("{}", Machine::here());
    for device in scan_runtime::devices() {
        println!("device {device}");
    }
    for ty in &options.types {
        for size in &options.sizes {
            let figures = processes::measure(options, ty, *size)?;
            println!("\n{}", table::of(ty, *size, &figures, options.markdown));
        }
    }
    Ok(())
}

/// Measures one type and length.
fn in_this_process(options: &Options) -> Result<(), String> {
    let (Some(ty), Some(size)) = (options.types.first(), options.sizes.first()) else { return Ok(()) };
    match ty.as_str() {
        "i32" => of_type::<i32>(options, size.0),
        "f32" => of_type::<f32>(options, size.0),
        "f64" => of_type::<f64>(options, size.0),
        "u8" => of_type::<u8>(options, size.0),
        "u64" => of_type::<u64>(options, size.0),
        "pairs" => of_type::<Pair>(options, size.0),
        other => Err(format!("{other} is none of the types: i32, f32, f64, u8, u64, pairs")),
    }
}

fn of_type<T: Shapes + Element>(options: &Options, n: usize) -> Result<(), String> {
    let is_asked_for = |name: &str| options.shapes.is_empty() || options.shapes.iter().any(|part| name.contains(part));
    let shapes = T::shapes().into_iter().filter(|shape| is_asked_for(shape.name));
    shapes.map(|shape| measure(&shape, n, options.rounds)).try_for_each(|figures: Result<Figures, String>| {
        println!("{}", figures?.json());
        Ok(())
    })
}
