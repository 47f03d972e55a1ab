//! Which call fails, and how.

use std::env;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use ocl::ffi::cl_int;

/// How a call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// It does nothing, and returns the code.
    Refuse,
    /// It does its work, and returns the code.
    After,
    /// It does its work, and its event has the code as its status.
    Status,
    /// It does nothing, and its event has the code as its status.
    Abandon,
}

/// `FUNCTION:CALL:CODE:HOW:once|always`; the calls of a function are counted from 1. The function `lost` stands for all that make an
/// object, or give the device something to do: it is lost.
#[derive(Debug)]
pub struct Plan {
    function: String,
    call: u64,
    code: cl_int,
    how: How,
    is_lasting: bool,
}

/// A call that fails.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// What it is to say.
    pub code: cl_int,
    /// How.
    pub how: How,
}

/// How call `number` of `function` fails, if it does.
pub fn fault(function: &str, number: u64) -> Option<Fault> {
    let plan = plan()?;
    let number = if plan.function == "lost" && is_lost(function) {
        static CALLS: AtomicU64 = AtomicU64::new(0);
        CALLS.fetch_add(1, Ordering::Relaxed) + 1
    } else if plan.function == function {
        number
    } else {
        return None;
    };
    let is_hit = number == plan.call || plan.is_lasting && number > plan.call;
    is_hit.then_some(Fault { code: plan.code, how: plan.how })
}

/// Whether a device that is lost can do this no more. What has been begun it gives up, which can be asked for.
fn is_lost(function: &str) -> bool {
    ["clCreate", "clEnqueue", "clBuild", "clFinish", "clFlush"].iter().any(|begin| function.starts_with(begin))
}

fn plan() -> Option<&'static Plan> {
    static PLAN: OnceLock<Option<Plan>> = OnceLock::new();
    let read = || env::var("FAULTS").ok().map(|text| parse(&text).unwrap_or_else(|| panic!("FAULTS={text}")));
    PLAN.get_or_init(read).as_ref()
}

fn parse(text: &str) -> Option<Plan> {
    let [function, call, code, how, long] = *text.split(':').collect::<Vec<_>>() else { return None };
    let how = match how {
        "refuse" => How::Refuse,
        "after" => How::After,
        "status" => How::Status,
        "abandon" => How::Abandon,
        _ => return None,
    };
    let is_lasting = match long {
        "once" => false,
        "always" => true,
        _ => return None,
    };
    Some(Plan { function: function.to_owned(), call: call.parse().ok()?, code: code.parse().ok()?, how, is_lasting })
}
