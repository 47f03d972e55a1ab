//! Many functions in one kernel, run over rows of arguments and compared with the interpreter.

use ocl::{Buffer, ProQue};
// Defines the entry points that `ocl` links to.
use scan_opencl as _;
use scanc::ir::interpret::{Env, Panic, Value, combine, evaluate};
use scanc::ir::{Builtin, Float, Function, Scalar};
use scanc::render::c;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};

/// How near the device must come.
#[derive(Clone, Copy, Debug)]
pub enum Accuracy {
    /// The same bits; all NaNs are one.
    Exact,
    /// Zeros may differ in sign, which Rust leaves open.
    SignOfZero,
    /// So many units in the last place away.
    Ulps(u64),
}

/// A function in both forms.
pub struct Case {
    pub function: Function,
    pub text: String,
    pub helpers: Vec<String>,
    pub accuracy: Accuracy,
    /// It is this scan operator on the first two arguments, and not `function`.
    pub operator: Option<(Builtin, bool)>,
}

impl Case {
    pub fn new(function: Function, accuracy: Accuracy) -> Self {
        let rendered = c::functions(std::slice::from_ref(&function));
        Self { text: rendered.functions.concat(), helpers: rendered.helpers, function, accuracy, operator: None }
    }

    fn expected(&self, arguments: &[Value]) -> Result<Value, Panic> {
        match self.operator {
            Some((operator, false)) => Ok(combine(operator, &arguments[0], &arguments[1])),
            Some((operator, true)) => Ok(combine(operator, &arguments[1], &arguments[0])),
            None => evaluate(&self.function, arguments, &Env::default()),
        }
    }

    fn returns(&self) -> Scalar {
        self.function.returns.scalar().expect("a primitive value")
    }
}

/// Functions of the same parameters.
pub struct Program {
    parameters: Vec<(&'static str, Scalar)>,
    cases: Vec<Case>,
}

impl Program {
    pub fn new(parameters: Vec<(&'static str, Scalar)>) -> Self {
        Self { parameters, cases: vec![] }
    }

    pub fn add(&mut self, case: Case) {
        self.cases.push(case);
    }

    /// Runs every function on every row of arguments.
    pub fn check(&self, rows: &[Vec<Value>]) {
        let (results, panics) = self.run(rows);
        let mut failures = Vec::new();
        for (number, case) in self.cases.iter().enumerate() {
            for (row, arguments) in rows.iter().enumerate() {
                let at = number * rows.len() + row;
                failures.extend(case.compare(arguments, results[at], panics[at] != 0));
            }
        }
        assert!(failures.is_empty(), "{} differences:\n{}", failures.len(), shown(&failures));
    }

    fn source(&self) -> String {
        let mut source = String::from("#pragma OPENCL FP_CONTRACT OFF\n");
        let mut helpers: Vec<&String> = vec![];
        for helper in self.cases.iter().flat_map(|case| &case.helpers) {
            if !helpers.contains(&helper) {
                helpers.push(helper);
            }
        }
        let texts = helpers.into_iter().chain(self.cases.iter().map(|case| &case.text));
        texts.for_each(|text| source.extend([text.as_str(), "\n"]));
        source + &self.kernel()
    }

    fn kernel(&self) -> String {
        let mut kernel = String::from("__kernel void check(");
        for (name, scalar) in &self.parameters {
            write!(kernel, "__global const {} *in_{name}, ", scalar.opencl()).expect("memory");
        }
        kernel +=
            "__global ulong *out, __global int *panics)\n{\n    const ulong i = get_global_id(0), rows = get_global_size(0);\n";
        for (number, case) in self.cases.iter().enumerate() {
            let mut arguments: Vec<_> = self.parameters.iter().map(|(name, _)| format!("in_{name}[i]")).collect();
            let panics = case.text.split('{').next().is_some_and(|head| head.contains("*panicked"));
            arguments.extend(panics.then(|| format!("panics + {number} * rows + i")));
            let call = format!("{}({})", case.function.name, arguments.join(", "));
            writeln!(kernel, "    out[{number} * rows + i] = {};", bits(case.returns(), &call)).expect("memory");
        }
        kernel + "}\n"
    }

    fn run(&self, rows: &[Vec<Value>]) -> (Vec<u64>, Vec<i32>) {
        // One test at a time: a driver that two threads wake up at once may say that there is no device.
        let _alone = DEVICE.lock().unwrap_or_else(PoisonError::into_inner);
        let source = self.source();
        let device = ProQue::builder().src(source).dims(rows.len()).build().expect("an OpenCL device that builds the program");
        let out: Buffer<u64> = device.buffer_builder().len(rows.len() * self.cases.len()).build().expect("a buffer");
        let panics: Buffer<i32> = device.buffer_builder().len(out.len()).fill_val(0).build().expect("a buffer");
        let mut kernel = device.kernel_builder("check");
        let inputs: Vec<_> = (0..self.parameters.len()).map(|column| upload(&device, rows, column)).collect();
        for input in &inputs {
            kernel.arg(input);
        }
        // SAFETY: the inputs are bytes to `ocl`; they hold values of the parameters' types.
        unsafe { kernel.disable_arg_type_check() };
        let kernel = kernel.arg(&out).arg(&panics).build().expect("a kernel");
        // SAFETY: a work-item reads its row of each input, and writes its own elements of `out` and `panics`, which are long enough.
        unsafe { kernel.enq().expect("a launch") };
        let (mut results, mut flags) = (vec![0; out.len()], vec![0; out.len()]);
        out.read(&mut results).enq().expect("the results");
        panics.read(&mut flags).enq().expect("the panics");
        (results, flags)
    }
}

static DEVICE: Mutex<()> = Mutex::new(());

/// A column of the rows as the device stores it.
fn upload(device: &ProQue, rows: &[Vec<Value>], column: usize) -> Buffer<u8> {
    let bytes: Vec<u8> = rows.iter().flat_map(|row| bytes(&row[column])).collect();
    device.buffer_builder().len(bytes.len()).copy_host_slice(&bytes).build().expect("a buffer")
}

fn bytes(value: &Value) -> Vec<u8> {
    match value {
        Value::Bool(value) => vec![u8::from(*value)],
        Value::Int(ty, value) => value.to_le_bytes()[..ty.bits() as usize / 8].to_vec(),
        Value::F32(value) => value.to_le_bytes().to_vec(),
        Value::F64(value) => value.to_le_bytes().to_vec(),
        Value::Array(_) | Value::Struct(..) => unreachable!("primitive values only"),
    }
}

/// `call` as 64 bits.
fn bits(scalar: Scalar, call: &str) -> String {
    match scalar {
        Scalar::Float(Float::F32) => format!("as_uint({call})"),
        Scalar::Float(Float::F64) => format!("as_ulong({call})"),
        _ => call.to_owned(),
    }
}

fn value(scalar: Scalar, bits: u64) -> Value {
    match scalar {
        // Not `!= 0`: another byte than 0 and 1 must be seen.
        Scalar::Bool if bits < 2 => Value::Bool(bits == 1),
        Scalar::Bool => Value::Int(scanc::ir::Int::U64, i128::from(bits)),
        Scalar::Int(ty) => Value::int(ty, i128::from(bits)),
        Scalar::Float(Float::F32) => Value::F32(f32::from_bits(bits as u32)),
        Scalar::Float(Float::F64) => Value::F64(f64::from_bits(bits)),
    }
}

impl Case {
    fn compare(&self, arguments: &[Value], bits: u64, panicked: bool) -> Option<String> {
        let (found, expected) = (value(self.returns(), bits), self.expected(arguments));
        let right = match &expected {
            Ok(expected) => !panicked && near(&found, expected, self.accuracy),
            Err(_) => panicked,
        };
        let shown = || {
            let arguments: Vec<_> = arguments.iter().map(ToString::to_string).collect();
            let flag = if panicked { " and a panic" } else { "" };
            format!("{}({}): {found}{flag}, expected {expected:?}\n{}", self.function.name, arguments.join(", "), self.text)
        };
        (!right).then(shown)
    }
}

fn near(found: &Value, expected: &Value, accuracy: Accuracy) -> bool {
    found.same(expected)
        || match accuracy {
            Accuracy::Exact => false,
            Accuracy::SignOfZero => found == expected,
            Accuracy::Ulps(ulps) => distance(found, expected).is_some_and(|distance| distance <= ulps),
        }
}

/// How many floats lie between, and one.
fn distance(found: &Value, expected: &Value) -> Option<u64> {
    // The bits of floats of one sign are ordered as the floats are.
    let ordered = |bits: i64, sign: i64| if bits & sign == 0 { bits } else { -(bits & !sign) };
    match (found, expected) {
        (Value::F32(a), Value::F32(b)) if !a.is_nan() && !b.is_nan() => {
            let [a, b] = [a, b].map(|value| ordered(i64::from(value.to_bits()), 1 << 31));
            Some(a.abs_diff(b))
        }
        (Value::F64(a), Value::F64(b)) if !a.is_nan() && !b.is_nan() => {
            let [a, b] = [a, b].map(|value| ordered(value.to_bits() as i64, i64::MIN));
            Some(a.abs_diff(b))
        }
        _ => None,
    }
}

fn shown(failures: &[String]) -> String {
    // The first of each function says enough.
    let mut seen: Vec<&str> = vec![];
    let mut text = String::new();
    for failure in failures {
        let name = failure.split('(').next().unwrap_or_default();
        if !seen.contains(&name) && seen.len() < 20 {
            seen.push(name);
            text.extend([failure, "\n"]);
        }
    }
    text
}
