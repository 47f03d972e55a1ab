//! Declared functions on an OpenCL device, beside the interpreter.

// Its entry points are what `ocl` links.
use scan_opencl as _;

use ocl::{Buffer, ProQue};
use scanc::diagnostic::Diagnostics;
use scanc::ir::interpret::{Env, Value, evaluate};
use scanc::ir::{Function, Int, Module, Scalar, Type};
use scanc::lower::module;
use scanc::parse::declare_target;
use scanc::render::c;

const SOURCE: &str = include_str!("declared_functions.rs");
/// Calls of each function.
const CALLS: usize = 2000;
/// Most parameters.
const WIDTH: usize = 4;

fn declared() -> Module {
    let mut diagnostics = Diagnostics::default();
    let tokens = format!("mod declared {{ {SOURCE} }}").parse().expect("tokens");
    let items = declare_target(Default::default(), tokens, &mut diagnostics).items;
    module(&items, &mut diagnostics).unwrap_or_else(|_stopped| panic!("{diagnostics:#?}"))
}

/// Those whose parameters and result are integers; they try out the others.
fn callable(module: &Module) -> Vec<(&Function, Vec<Int>)> {
    let int = |ty: &Type| match ty {
        Type::Scalar(Scalar::Int(int)) => Some(*int),
        _ => None,
    };
    let found = module.functions.iter().filter_map(|function| {
        int(&function.returns)?;
        let parameters: Option<Vec<Int>> = function.locals[..function.parameters].iter().map(|local| int(&local.ty)).collect();
        Some((function, parameters.filter(|parameters| parameters.len() <= WIDTH)?))
    });
    found.collect()
}

/// `__kernel void call_f(…) { out[k] = f(in[…], …); }`
fn kernel(module: &Module, function: &Function, parameters: &[Int]) -> String {
    let name = c::declared_name(&function.name);
    let mut arguments: Vec<String> = parameters
        .iter()
        .enumerate()
        .map(|(position, ty)| format!("({})in[{WIDTH} * k + {position}]", Scalar::Int(*ty).opencl()))
        .collect();
    arguments.extend(c::Declarations::of(module).needs(&function.name).panicked.then(|| "panicked".to_owned()));
    format!(
        "__kernel void call_{name}(__global const ulong *in, __global ulong *out, __global int *panicked)\n{{\n    \
         const ulong k = get_global_id(0);\n    out[k] = (ulong){name}({});\n}}\n",
        arguments.join(", ")
    )
}

fn program(module: &Module) -> String {
    let declarations = c::Declarations::of(module);
    let definitions = declarations.definitions().iter().map(|definition| format!("{}\n\n", definition.text));
    let kernels = callable(module).into_iter().map(|(function, parameters)| kernel(module, function, &parameters));
    format!("#pragma OPENCL FP_CONTRACT OFF\n#define BY_REFERENCE\n\n{}", definitions.chain(kernels).collect::<String>())
}

/// Numbers that look like anything, the same in every run.
fn numbers() -> Vec<u64> {
    let edges = [0, 1, 2, 3, 7, 100, 127, 128, 255, u64::MAX, 0x7fff_ffff, 0x8000_0000, 0x3f80_0000, 0xff80_0000, 1 << 63];
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let number = state >> ((state >> 20) % 60);
        if state.is_multiple_of(5) { edges[(state >> 8) as usize % edges.len()] } else { number }
    };
    (0..WIDTH * CALLS).map(|_| next()).collect()
}

#[test]
fn functions_compute_what_the_interpreter_does() {
    let module = declared();
    let source = program(&module);
    let queue = ProQue::builder()
        .prog_bldr(
            ocl::Program::builder()
                .src(&source)
                .cmplr_opt("-cl-std=CL1.2 -Werror -cl-fp32-correctly-rounded-divide-sqrt")
                .to_owned(),
        )
        .dims(CALLS)
        .build()
        .unwrap_or_else(|error| panic!("{error}\n{source}"));
    let numbers = numbers();
    let input =
        Buffer::builder().queue(queue.queue().clone()).len(numbers.len()).copy_host_slice(&numbers).build().expect("a buffer");
    let callable = callable(&module);
    assert!(callable.len() > 10, "functions to call");
    for (function, parameters) in callable {
        let found = call(&queue, &input, &function.name);
        for (arguments, found) in numbers.chunks(WIDTH).zip(found) {
            compare(&module, function, &parameters, arguments, found);
        }
    }
}

fn call(queue: &ProQue, input: &Buffer<u64>, name: &str) -> Vec<u64> {
    let output = queue.buffer_builder::<u64>().fill_val(0).build().expect("a buffer");
    let panicked = Buffer::<i32>::builder().queue(queue.queue().clone()).len(1).fill_val(0).build().expect("a buffer");
    let name = format!("call_{}", c::declared_name(name));
    let kernel = queue.kernel_builder(name).arg(input).arg(&output).arg(&panicked).build().expect("a kernel");
    // SAFETY: each work-item reads and writes its own places of buffers that are as large as the launch.
    unsafe { kernel.enq() }.expect("a launch");
    let mut found = vec![0; CALLS];
    output.read(&mut found).enq().expect("the output");
    found
}

fn compare(module: &Module, function: &Function, parameters: &[Int], arguments: &[u64], found: u64) {
    let values: Vec<Value> = parameters.iter().zip(arguments).map(|(ty, value)| Value::int(*ty, i128::from(*value))).collect();
    let env = Env { functions: &module.functions, ..Env::default() };
    if let Ok(Value::Int(_, expected)) = evaluate(function, &values, &env) {
        let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
        assert_eq!(found, expected as u64, "{}({}) is {expected}", function.name, texts.join(", "));
    }
}
