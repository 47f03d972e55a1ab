//! The functions on an OpenCL device.

// Its entry points are what `ocl` links.
use scan_opencl as _;

use crate::calls::{Calls, Outcomes, ROWS};
use crate::module::Module;
use crate::types::{Leaf, Types};
use ocl::{Buffer, ProQue};
use scanc::ir::{Float, Scalar};
use scanc::render::c;

/// Functions in one kernel.
const BATCH: usize = 20;

/// What the device makes of the calls.
pub fn run(module: &Module, ir: &scanc::ir::Module, calls: &[Calls]) -> Vec<Outcomes> {
    let declared = c::Declarations::of(ir);
    let definitions: String = declared.definitions().iter().map(|definition| format!("{}\n\n", definition.text)).collect();
    let batches = calls.chunks(BATCH).enumerate();
    let kernels: String = batches.map(|(number, batch)| kernel(&module.types, &declared, number, batch)).collect();
    let source = format!("#pragma OPENCL FP_CONTRACT OFF\n#define BY_REFERENCE\n\n{definitions}{kernels}");
    let mut program = ocl::Program::builder();
    program.src(&source).cmplr_opt("-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt");
    let queue = ProQue::builder().prog_bldr(program).dims(ROWS).build();
    let queue = queue.unwrap_or_else(|error| panic!("{error}\n{source}"));
    let batches = calls.chunks(BATCH).enumerate();
    batches.flat_map(|(number, batch)| run_batch(&queue, number, batch)).collect()
}

fn run_batch(queue: &ProQue, number: usize, batch: &[Calls]) -> Vec<Outcomes> {
    let input: Vec<u64> = batch.iter().flat_map(|calls| calls.bits.iter().copied()).collect();
    let words: usize = batch.iter().map(Calls::words).sum();
    let buffer =
        Buffer::builder().queue(queue.queue().clone()).len(input.len()).copy_host_slice(&input).build().expect("a buffer");
    let output: Buffer<u64> = queue.buffer_builder().len(words).fill_val(0).build().expect("a buffer");
    let panics: Buffer<i32> = queue.buffer_builder().len(ROWS * batch.len()).fill_val(0).build().expect("a buffer");
    let mut kernel = queue.kernel_builder(format!("batch_{number}"));
    let kernel = kernel.arg(&buffer).arg(&output).arg(&panics).build().expect("a kernel");
    // SAFETY: each work-item reads and writes its own rows of buffers that are as large as the launch.
    unsafe { kernel.enq() }.expect("a launch");
    let (mut words, mut flags) = (vec![0; words], vec![0; ROWS * batch.len()]);
    output.read(&mut words).enq().expect("the output");
    panics.read(&mut flags).enq().expect("the panics");
    let mut rest = words.as_mut_slice();
    let outcomes = batch.iter().zip(flags.chunks_exact(ROWS)).map(|(calls, flags)| {
        let (words, others) = std::mem::take(&mut rest).split_at_mut(calls.words());
        rest = others;
        let rows = words.chunks_exact_mut(1 + calls.result.len());
        rows.zip(flags).for_each(|(row, flag)| row[0] = u64::from(*flag != 0));
        calls.outcomes(words)
    });
    outcomes.collect()
}

/// A kernel whose work-item `k` calls every function of the batch on row `k` of its arguments.
fn kernel(types: &Types, declared: &c::Declarations, number: usize, batch: &[Calls]) -> String {
    let (mut input, mut output) = (0, 0);
    let calls = batch.iter().enumerate().map(|(position, calls)| {
        let text = call(types, declared, calls, position, input, output);
        input += calls.bits.len();
        output += calls.words();
        text
    });
    let calls: String = calls.collect();
    format!(
        "__kernel void batch_{number}(__global const ulong *in, __global ulong *out, __global int *panicked)\n\
         {{\n    const ulong row = get_global_id(0);\n{calls}}}\n\n"
    )
}

fn call(types: &Types, declared: &c::Declarations, calls: &Calls, position: usize, input: usize, output: usize) -> String {
    let function = calls.function;
    let name = function.ir_name(types);
    let c_type = |ty| match types.leaves(ty).as_slice() {
        [Leaf { path, scalar, .. }] if path.is_empty() => scalar.opencl().to_owned(),
        _ => c::declared_name(&types.name(ty)),
    };
    let mut text = "    {\n".to_owned();
    let (mut at, mut arguments) = (0, Vec::new());
    for (number, ty) in function.parameters.iter().enumerate() {
        text += &format!("        {} p{number};\n", c_type(ty));
        for leaf in types.leaves(ty) {
            let word = format!("in[{input} + row * {} + {at}]", calls.arguments.len());
            text += &format!("        p{number}{} = {};\n", leaf.path, from_bits(leaf.scalar, &word));
            at += 1;
        }
        arguments.push(format!("p{number}"));
    }
    if declared.needs(&name).panicked {
        arguments.push(format!("panicked + {} + row", position * ROWS));
    }
    text +=
        &format!("        const {} result = {}({});\n", c_type(&function.returns), c::declared_name(&name), arguments.join(", "));
    for (number, leaf) in calls.result.iter().enumerate() {
        let word = format!("out[{output} + row * {} + {}]", 1 + calls.result.len(), 1 + number);
        text += &format!("        {word} = {};\n", to_bits(leaf.scalar, &format!("result{}", leaf.path)));
    }
    text + "    }\n"
}

fn from_bits(scalar: Scalar, word: &str) -> String {
    match scalar {
        Scalar::Float(Float::F32) => format!("as_float((uint){word})"),
        Scalar::Float(Float::F64) => format!("as_double({word})"),
        other => format!("({}){word}", other.opencl()),
    }
}

fn to_bits(scalar: Scalar, value: &str) -> String {
    match scalar {
        Scalar::Float(Float::F32) => format!("as_uint({value})"),
        Scalar::Float(Float::F64) => format!("as_ulong({value})"),
        _ => format!("(ulong){value}"),
    }
}
