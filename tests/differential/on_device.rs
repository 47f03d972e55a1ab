//! The loops' kernels on an OpenCL device.

use crate::compiled::{self, Arguments};
use crate::driver::{Configuration, Device, POISON, Stall, Window, Work};
use crate::evaluate::{self, State};
use crate::{campaign, difference, generate, shown, starts_with_nan};
use scanc::Compiled;
use scanc::ir::{Float, Int, Scalar, interpret::Value};
use scanc::parse::Algorithm;

/// Algorithms in sizes that give a few hundred iterations several tiles and levels.
const CONFIGURATIONS: [Configuration; 7] = [
    kernels(Algorithm::Lookback, 1, 7),
    kernels(Algorithm::Lookback, 8, 5),
    Configuration { stall: Stall::Impatience, ..kernels(Algorithm::Lookback, 1, 16) },
    kernels(Algorithm::ReduceThenScan, 1, 64),
    kernels(Algorithm::ReduceThenScan, 8, 5),
    kernels(Algorithm::Blelloch, 4, 1),
    kernels(Algorithm::HillisSteele, 8, 1),
];

/// Random loops have constants where nobody would write them, such as `true & false && c`, and compilers say so.
const CONSTANTS: &str = "#pragma clang diagnostic ignored \"-Wconstant-logical-operand\"\n\
                         #pragma clang diagnostic ignored \"-Wtautological-compare\"\n\
                         #pragma clang diagnostic ignored \"-Wconstant-conversion\"\n\
                         #pragma clang diagnostic ignored \"-Wxor-used-as-pow\"\n";

const fn kernels(algorithm: Algorithm, group_size: usize, items: usize) -> Configuration {
    Configuration { algorithm, group_size, items, deterministic: false, stall: Stall::Nothing, in_place: false, streams: false }
}

#[test]
fn the_kernels_mean_the_loop() {
    let device = Device::first();
    let (mut ran, mut panicked, mut unlaunched, seeds) = (0, 0, 0, campaign(24, 2_000));
    for seed in seeds.clone() {
        let (program, state) = generate::generate(seed, 250);
        let Ok(compiled) = compiled::compile(&program) else { continue };
        let arguments = Arguments::new(&program, &compiled, &state);
        let Some(start) = arguments.start.clone().filter(|start| !starts_with_nan(&compiled, start)) else { continue };
        let (mut expected, mut found) = (state.clone(), state.clone());
        let outcome = evaluate::run(&program, &mut expected);
        let configuration = CONFIGURATIONS[seed as usize % CONFIGURATIONS.len()];
        let is_sound = compiled.text.checks.iter().all(|check| check.holds(&arguments.captures));
        if !is_sound || arguments.has_ends {
            // The host does not launch the kernels, which may be made to stop by such a division, or to load what is not there.
            unlaunched += 1;
            continue;
        }
        let has_panicked = run(&device, &compiled, &arguments, &start, configuration, &mut found);
        assert_eq!(has_panicked, outcome.is_err(), "whether it panics: {}{configuration:?}", shown(seed, &program));
        if outcome.is_ok() {
            let difference = difference(&program, &expected, &found);
            assert!(difference.is_none(), "{}{configuration:?}\n{}", shown(seed, &program), difference.unwrap_or_default());
        }
        (ran, panicked) = (ran + 1, panicked + usize::from(has_panicked));
    }
    eprintln!("{ran} loops on the device, {panicked} of them panic; {unlaunched} are not launched");
    assert!((ran + unlaunched) * 10 >= seeds.end.abs_diff(seeds.start) * 8, "only {ran} loops ran on the device");
}

/// Runs the kernels, and returns whether an iteration panicked.
fn run(
    device: &Device,
    compiled: &Compiled,
    arguments: &Arguments,
    start: &[Value],
    configuration: Configuration,
    state: &mut State,
) -> bool {
    let Some(first) = arguments.indices.first() else { return false };
    let Configuration { group_size, items, .. } = configuration;
    let reduces = compiled.kernel.outputs.is_empty();
    let configuration = if reduces { kernels(Algorithm::Reduce, group_size, items) } else { configuration };
    let text = scanc::render::render(&compiled.kernel, configuration.how(), "the tests");
    let kernel = &compiled.kernel;
    let window = |place: usize| window(&state.arrays[arguments.arrays[place]], scalar(&kernel.arrays[place].element));
    let inputs: Vec<usize> = (0..kernel.arrays.len()).filter(|&place| kernel.arrays[place].read).collect();
    let outputs: Vec<usize> = (0..kernel.arrays.len()).filter(|&place| kernel.arrays[place].written).collect();
    let alias =
        |place: &usize| inputs.iter().position(|input| input == place).filter(|_| !compiled.recurrence.arrays[*place].delayed);
    let work = Work {
        n: arguments.indices.len() as u64,
        first: *first,
        inputs: inputs.iter().map(|&place| window(place)).collect(),
        outputs: outputs.iter().map(|&place| window(place)).collect(),
        aliases: outputs.iter().map(alias).collect(),
        captures: arguments.captures.iter().map(bytes).collect(),
        takes_flag: text.may_panic || text.asks_for_domain,
        start: product(start),
    };
    let options = format!(
        "-D GROUP_SIZE={} -D ITEMS={} -D SPINS=1024 -D STREAMED_FROM=16777216 -D IN_PLACE=0",
        configuration.group_size, configuration.items
    );
    let built = device.build(&format!("{CONSTANTS}{}", text.in_groups_of(configuration.group_size)), &options);
    let done = device.run(&built, configuration, &work);
    for (place, bytes) in outputs.iter().zip(&done.outputs) {
        let ty = scalar(&kernel.arrays[*place].element);
        state.arrays[arguments.arrays[*place]] = bytes.chunks_exact(size(ty)).map(|bytes| value(bytes, ty)).collect();
    }
    let types: Vec<Scalar> = kernel.carried.iter().map(|carried| scalar(&carried.ty)).collect();
    for ((variable, ty), at) in arguments.variables.iter().zip(&types).zip(offsets(&types)) {
        let value = value(&done.carry[at..at + size(*ty)], *ty);
        variable.iter().for_each(|variable| state.variables[*variable] = value.clone());
    }
    done.panicked
}

/// The carried values as a `scan_t`: where there are several, as a struct of C.
fn product(values: &[Value]) -> Vec<u8> {
    let types: Vec<Scalar> = values.iter().map(|value| value.scalar().expect("a primitive type")).collect();
    let largest = types.iter().map(|ty| size(*ty)).max().unwrap_or(1);
    let mut product = Vec::new();
    for (value, at) in values.iter().zip(offsets(&types)) {
        product.resize(at, POISON);
        product.extend(bytes(value));
    }
    product.resize(product.len().next_multiple_of(largest), POISON);
    product
}

/// Where the fields of a struct of C are.
fn offsets(types: &[Scalar]) -> Vec<usize> {
    let mut end = 0;
    let mut place = |ty: &Scalar| {
        let at = usize::next_multiple_of(end, size(*ty));
        end = at + size(*ty);
        at
    };
    types.iter().map(&mut place).collect()
}

fn scalar(ty: &scanc::ir::Type) -> Scalar {
    ty.scalar().expect("a primitive type")
}

fn window(values: &[Value], ty: Scalar) -> Window {
    let bytes: Vec<u8> = values.iter().flat_map(bytes).collect();
    // An empty buffer is none.
    let bytes = if bytes.is_empty() { vec![POISON; size(ty)] } else { bytes };
    Window { bytes, element: size(ty), from: 0 }
}

fn size(ty: Scalar) -> usize {
    match ty {
        Scalar::Bool => 1,
        Scalar::Int(int) => int.bits() as usize / 8,
        Scalar::Float(Float::F32) => 4,
        Scalar::Float(Float::F64) => 8,
    }
}

fn bytes(value: &Value) -> Vec<u8> {
    match value {
        Value::Bool(value) => vec![u8::from(*value)],
        Value::Int(ty, value) => value.to_le_bytes()[..ty.bits() as usize / 8].to_vec(),
        Value::F32(value) => value.to_le_bytes().to_vec(),
        Value::F64(value) => value.to_le_bytes().to_vec(),
        other => panic!("{other}"),
    }
}

fn value(bytes: &[u8], ty: Scalar) -> Value {
    let mut wide = [0; 8];
    wide[..bytes.len()].copy_from_slice(bytes);
    match ty {
        Scalar::Bool => Value::Bool(wide[0] == 1),
        Scalar::Int(int) => Value::int(int, u64::from_le_bytes(wide).into()),
        Scalar::Float(Float::F32) => Value::F32(f32::from_bits(Int::U32.wrap(u64::from_le_bytes(wide).into()) as u32)),
        Scalar::Float(Float::F64) => Value::F64(f64::from_le_bytes(wide)),
    }
}
