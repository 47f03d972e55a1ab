//! What fails, and what has become of the program.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

use crate::common::Ended;
use crate::setting::Setting;

/// A call that fails.
#[derive(Clone, Debug)]
pub struct Case {
    function: String,
    call: u64,
    code: i32,
    how: &'static str,
    is_lasting: bool,
}

/// What any function may return.
const ANY: [i32; 2] = [-5, -9999];

/// What is plausible of one function besides.
const PARTICULAR: &[(&str, i32)] = &[
    ("clGetPlatformIDs", -1001),
    ("clGetDeviceIDs", -1),
    ("clCreateContext", -2),
    ("clCreateCommandQueue", -35),
    ("clCreateBuffer", -4),
    ("clCreateProgramWithBinary", -42),
    ("clBuildProgram", -11),
    ("clCreateKernel", -46),
    ("clSetKernelArg", -51),
    ("clEnqueueNDRangeKernel", -54),
    ("clEnqueueReadBuffer", -4),
    ("clEnqueueWriteBuffer", -4),
    ("clEnqueueMapBuffer", -12),
    ("clFinish", -36),
    ("clWaitForEvents", -14),
    ("clGetEventProfilingInfo", -7),
];

/// How functions begin that a device which is lost does no more, as the library has it (`plan::is_lost`).
const WORK: [&str; 5] = ["clCreate", "clEnqueue", "clBuild", "clFinish", "clFlush"];

/// Every call of these functions.
pub fn cases_of(calls: &BTreeMap<String, u64>) -> Vec<Case> {
    let of = |(function, calls): (&String, &u64)| {
        let particular = PARTICULAR.iter().filter(|(known, _)| *known == function.as_str()).map(|(_, code)| *code);
        let codes: Vec<i32> = ANY.into_iter().chain(particular).collect();
        let function = function.clone();
        (1..=*calls).flat_map(move |call| cases_of_call(&function, call, &codes)).collect::<Vec<_>>()
    };
    let works = calls.iter().filter(|(function, _)| WORK.iter().any(|begin| function.starts_with(begin)));
    let lost = (1..=works.map(|(_, calls)| calls).sum()).map(|call| Case {
        function: "lost".to_owned(),
        call,
        code: -2,
        how: "refuse",
        is_lasting: true,
    });
    calls.iter().flat_map(of).chain(lost).collect()
}

fn cases_of_call(function: &str, call: u64, codes: &[i32]) -> Vec<Case> {
    let case = |code, how, is_lasting| Case { function: function.to_owned(), call, code, how, is_lasting };
    let mut cases: Vec<Case> = codes.iter().map(|code| case(*code, "refuse", false)).collect();
    // Which code it is matters less from here on.
    let code = codes[call as usize % codes.len()];
    cases.push(case(code, "refuse", true));
    cases.push(case(code, "after", false));
    if function.starts_with("clEnqueue") {
        cases.push(case(code, "status", false));
    }
    // Where kernels begin with what was there before, instead of zeroes, nobody can say what they do.
    if function.starts_with("clEnqueue") && function != "clEnqueueFillBuffer" {
        cases.push(case(code, "abandon", false));
    }
    cases
}

impl Case {
    /// Nothing fails.
    pub const NONE: Case = Case { function: String::new(), call: 0, code: 0, how: "", is_lasting: false };

    /// Whether the call was there to fail: how often a program asks whether a device is done is a matter of time.
    fn has_come(&self, ended: &Ended) -> bool {
        self.function == "lost" || ended.calls.get(&self.function).is_some_and(|calls| *calls >= self.call)
    }

    fn exception(&self) -> Option<Exception> {
        match (self.function.as_str(), self.is_lasting) {
            ("lost", true) => Some(Exception::Results),
            ("clEnqueueUnmapMemObject", true) => Some(Exception::Buffers),
            _ => None,
        }
    }

    /// As the library takes it.
    pub fn plan(&self) -> Option<String> {
        let Case { function, call, code, how, is_lasting } = self;
        let long = if *is_lasting { "always" } else { "once" };
        (*call > 0).then(|| format!("{function}:{call}:{code}:{how}:{long}"))
    }
}

/// What may be wrong where nothing can be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exception {
    /// A device is lost for good: what it alone has cannot be had any more, and the program panics saying so.
    Results,
    /// Buffers stay mapped for ever: no driver has to bear that such a buffer goes.
    Buffers,
}

/// Right, and nothing to be told.
pub fn is_flawless(ended: &Ended) -> bool {
    fault(ended, 0..=0).is_none()
}

fn warnings(ended: &Ended) -> usize {
    ended.told.lines().filter(|line| line.starts_with("WARN") || line.starts_with("ERROR")).count()
}

/// What is wrong with a run, in which so many warnings are expected.
fn fault(ended: &Ended, expected: RangeInclusive<usize>) -> Option<String> {
    let leak = ended.objects.iter().find(|(_, (made, given_up))| made != given_up);
    if ended.hung {
        Some("it hung".to_owned())
    } else if ended.told.contains("panicked at") {
        Some("a panic".to_owned())
    } else if ended.code.is_none() {
        Some("a signal".to_owned())
    } else if ended.code != Some(0) {
        Some(format!("exit code {:?}", ended.code))
    } else if !expected.contains(&warnings(ended)) {
        Some(format!("{} warnings", warnings(ended)))
    } else {
        leak.map(|(kind, (made, given_up))| format!("{} of kind {kind}", if made > given_up { "leak" } else { "released twice" }))
    }
}

/// Whether what is wrong is what the exception allows.
fn is_exceptional(ended: &Ended, exception: Exception) -> bool {
    let says = |text: &str| ended.told.contains(text);
    match exception {
        Exception::Results => {
            let is_told = says("are lost with the device that held them") || says("while it wrote to an array in place");
            ended.code == Some(101) && !ended.hung && is_told || is_exceptional(ended, Exception::Buffers)
        }
        Exception::Buffers => {
            let leaks = ended.objects.iter().filter(|(_, (made, given_up))| made != given_up);
            ended.code == Some(0) && says("buffers stay mapped") && leaks.map(|(kind, _)| kind).eq(["buffer"])
        }
    }
}

/// What a campaign has found.
#[derive(Default)]
pub struct Tally {
    pub runs: usize,
    /// So many times results or buffers were given up, where that is all that can be done.
    pub given_up: usize,
    /// By what is wrong: how often, and one of them.
    pub failures: Vec<(String, String)>,
}

impl Tally {
    /// Adds a run.
    pub fn note(&mut self, setting: &Setting, case: &Case, ended: &Ended) {
        self.runs += 1;
        let expected = match case.is_lasting {
            _ if !case.has_come(ended) => 0..=0,
            true => 1..=usize::MAX,
            false => 1..=1,
        };
        if case.exception().is_some_and(|exception| is_exceptional(ended, exception)) {
            self.given_up += 1;
        } else if let Some(fault) = fault(ended, expected) {
            let Case { function, how, is_lasting, .. } = case;
            let class = format!("{fault}: {function} {how} {}", if *is_lasting { "always" } else { "once" });
            let told = ended.told.lines().collect::<Vec<_>>().join(" | ");
            self.failures.push((class, format!("{} [{setting}]: {told}", case.plan().unwrap_or_default())));
        }
    }

    /// Adds what others have found.
    pub fn add(&mut self, other: Tally) {
        self.runs += other.runs;
        self.given_up += other.given_up;
        self.failures.extend(other.failures);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} runs, {} failed, {} given up", self.runs, self.failures.len(), self.given_up)?;
        let mut classes: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        self.failures.iter().for_each(|(class, example)| classes.entry(class).or_default().push(example));
        for (class, examples) in classes {
            writeln!(f, "{} times {class}\n    {}", examples.len(), examples[0])?;
        }
        Ok(())
    }
}
