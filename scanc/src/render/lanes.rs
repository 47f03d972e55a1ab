//! Which scans go through the lanes of vector registers, and the texts of `lookback_lanes`.

use super::stores::Store;
use crate::ir;
use crate::ir::walk;
use crate::ir::{
    Array, ArrayId, Binary, Builtin, Expr, ExprKind, Float, Function, Int, LoopKernel, OperatorKind, Output, Scalar, Type,
};
use tera::Context;

/// The bytes of a vector: as many as common processors have in a register.
const VECTOR: u32 = 32;
/// OpenCL C has no longer vectors.
const MOST: u32 = 16;

/// A scan in lanes.
pub(super) struct Lanes {
    operator: Builtin,
    carried: Scalar,
    stores: Stores,
    /// The arrays that are read one element after the other.
    fetched: Vec<String>,
}

/// How lanes are stored.
enum Stores {
    /// Whole: for each output its place, and whether what is stored is the carried value after the iteration.
    Lanes(Vec<(String, bool)>),
    /// One by one, as something is computed of them: whether of the values before iterations, and whether of those after.
    Mapped { before: bool, after: bool },
}

impl Lanes {
    /// The scan of `kernel`, if its lanes are iterations in a row and its operator is built in, commutes exactly and takes vectors.
    ///
    /// `stores` are its outputs as printed.
    pub fn of(kernel: &LoopKernel, stores: &[Store], array_name: impl Fn(ArrayId) -> String) -> Option<Self> {
        let [ir::Carried { operator: ir::Operator { kind: OperatorKind::Builtin(operator), .. }, ty, element, .. }] =
            &*kernel.carried
        else {
            return None;
        };
        let Type::Scalar(carried) = ty else { return None };
        // Of two zeros the earlier is the lesser and the greater.
        let is_exact = !matches!((operator, carried), (Builtin::Min | Builtin::Max, Scalar::Float(_)));
        let in_a_row = kernel.index.step == 1 && kernel.outputs.iter().all(|output| follows_index(&output.index));
        if !is_exact || !in_a_row || kernel.outputs.is_empty() {
            return None;
        }
        let stores = Stores::of(kernel, ty, stores);
        let fetched = arrays_in_a_row(kernel, element).map(array_name).collect();
        Some(Self { operator: *operator, carried: *carried, stores, fetched })
    }

    /// What `lookback_lanes` asks for.
    pub fn insert(&self, context: &mut Context) {
        let (neutral, meaning) = self.neutral();
        context.insert("lane_count", &self.count());
        context.insert("lane_scalar", self.lane().opencl());
        context.insert("lane_wraps", &(self.lane() != self.carried));
        context.insert("lane_combine", self.combine());
        context.insert("lane_steps", &self.steps());
        context.insert("lane_delay", &self.list((0..self.count()).map(|lane| lane.checked_sub(1))));
        context.insert("lane_last", &format!("{:x}", self.count() - 1));
        context.insert("neutral", &neutral);
        context.insert("neutral_meaning", meaning);
        context.insert("fetched", &self.fetched);
        self.stores.insert(context, self.count(), self.lane().opencl());
    }

    fn count(&self) -> u32 {
        (VECTOR / self.carried.bytes()).min(MOST)
    }

    /// The type of a lane: sums and products of signed numbers would overflow.
    fn lane(&self) -> Scalar {
        match (self.operator, self.carried) {
            (Builtin::Add | Builtin::Mul, Scalar::Int(int)) => Scalar::Int(int.unsigned()),
            _ => self.carried,
        }
    }

    fn combine(&self) -> &'static str {
        match self.operator {
            Builtin::Add => "left + right",
            Builtin::Mul => "left * right",
            Builtin::BitAnd | Builtin::And => "left & right",
            Builtin::BitOr | Builtin::Or => "left | right",
            Builtin::BitXor => "left ^ right",
            Builtin::Min => "min(left, right)",
            Builtin::Max => "max(left, right)",
        }
    }

    /// What changes nothing when it is combined with a lane, and why.
    fn neutral(&self) -> (String, &'static str) {
        let suffix = match self.carried {
            Scalar::Float(Float::F32) => ".0f",
            Scalar::Float(Float::F64) => ".0",
            _ => "",
        };
        let bits = |ones: bool| match self.carried {
            Scalar::Bool => u8::from(ones).to_string(),
            _ if ones => "~0".to_owned(),
            _ => "0".to_owned(),
        };
        match self.operator {
            Builtin::Add if suffix.is_empty() => ("0".to_owned(), "added to a lane it changes nothing"),
            Builtin::Add => (format!("-0{suffix}"), "added to a lane it changes nothing, not even a zero's sign"),
            Builtin::Mul => (format!("1{suffix}"), "multiplied with a lane it changes nothing"),
            Builtin::BitAnd | Builtin::And => (bits(true), "combined with a lane it changes nothing"),
            Builtin::BitOr | Builtin::Or | Builtin::BitXor => (bits(false), "combined with a lane it changes nothing"),
            Builtin::Min => (self.limit(Int::max), "no lane is greater"),
            Builtin::Max => (self.limit(Int::min), "no lane is less"),
        }
    }

    /// The greatest or the least value.
    fn limit(&self, of: fn(Int) -> i128) -> String {
        match self.carried {
            Scalar::Int(int) => super::c::int_literal(of(int), int),
            _ => u8::from(of(Int::U8) > 0).to_string(),
        }
    }

    /// For each step of Sklansky's network what is combined with which lane: in the upper half of every block the lower half's last.
    fn steps(&self) -> Vec<String> {
        let halves = std::iter::successors(Some(1), |half| Some(half * 2)).take_while(|half| *half < self.count());
        let step = |half: u32| (0..self.count()).map(move |lane| (lane & half != 0).then(|| (lane & !(half - 1)) - 1));
        halves.map(|half| self.list(step(half))).collect()
    }

    /// A vector's elements: these of `lanes`, or neutral ones.
    fn list(&self, lanes: impl Iterator<Item = Option<u32>>) -> String {
        let element = |lane: Option<u32>| lane.map_or("NEUTRAL".to_owned(), |lane| format!("lanes.s{lane:x}"));
        let elements: Vec<_> = lanes.map(element).collect();
        let rows: Vec<_> = elements.chunks(8).map(|row| row.join(", ")).collect();
        rows.join(",\n        ")
    }
}

impl Stores {
    /// `printed` are the outputs of `kernel`, which carries a `carried`.
    fn of(kernel: &LoopKernel, carried: &Type, printed: &[Store]) -> Self {
        let whole: Option<Vec<bool>> = kernel.outputs.iter().map(|output| stored(kernel, carried, output)).collect();
        if let Some(after) = whole {
            return Self::Lanes(printed.iter().map(|store| store.place.clone()).zip(after).collect());
        }
        let (mut before, mut after) = (false, false);
        for function in kernel.outputs.iter().flat_map(Output::functions) {
            walk::block(&function.body, &mut |expr| {
                before |= matches!(expr.kind, ExprKind::Before(_));
                after |= matches!(expr.kind, ExprKind::After(_));
            });
        }
        Self::Mapped { before, after }
    }

    /// What `lookback_lanes` asks for.
    fn insert(&self, context: &mut Context, count: u32, lane: &str) {
        let (before, after) = match self {
            Self::Lanes(stores) => (stores.iter().any(|(_, after)| !after), stores.iter().any(|(_, after)| *after)),
            Self::Mapped { before, after } => (*before, *after),
        };
        context.insert("stores_before", &before);
        context.insert("stores_after", &after);
        let whole = if let Self::Lanes(stores) = self { stores.as_slice() } else { &[] };
        let store = |(number, (place, after)): (usize, &(String, bool))| {
            let value = if *after { "after" } else { "before" };
            let cached = format!("vstore{count}({value}, 0, (__global {lane} *)&{place});");
            // The first one's place is where the lanes begin.
            let aligned = if number == 0 { String::new() } else { format!(" && (ulong)&{place} % sizeof(lanes_t) == 0") };
            format!("is_large{aligned} ? STREAM({value}, &{place}) : {cached}")
        };
        context.insert("lane_stores", &whole.iter().enumerate().map(store).collect::<Vec<_>>());
        context.insert("first_place", &whole.first().map(|(place, _)| place));
    }
}

/// Whether `output` stores the carried value as it is after the iteration (`true`) or before it.
fn stored(kernel: &LoopKernel, carried: &Type, output: &Output) -> Option<bool> {
    let as_it_is = kernel.arrays[output.array.0].element == *carried && output.guard.is_none();
    let block = &output.value.body;
    let value = block.value.as_ref().filter(|_| as_it_is && block.statements.is_empty())?;
    match value.kind {
        ExprKind::After(_) => Some(true),
        ExprKind::Before(_) => Some(false),
        _ => None,
    }
}

/// The arrays that iterations read at an index that follows the loop variable.
pub(super) fn arrays_in_a_row<'k>(kernel: &'k LoopKernel, element: &'k Function) -> impl Iterator<Item = ArrayId> + 'k {
    let arrays = kernel.arrays.iter().enumerate();
    let read = arrays.filter(|(_, array): &(usize, &Array)| array.read).map(|(id, _)| ArrayId(id));
    read.filter(|id| reads_in_a_row(element, *id))
}

fn reads_in_a_row(element: &Function, array: ArrayId) -> bool {
    let mut indices = Vec::new();
    walk::block(&element.body, &mut |expr| {
        if let ExprKind::Load(of, index) = &expr.kind
            && *of == array
        {
            indices.push(follows_index(index));
        }
    });
    !indices.is_empty() && indices.into_iter().all(|follows| follows)
}

/// Whether an index is the loop variable, more or less by what is the same in all iterations.
pub(super) fn follows_index(index: &Expr) -> bool {
    match &index.kind {
        ExprKind::Index => true,
        ExprKind::Binary(Binary::Add, left, right) => {
            follows_index(left) && is_fixed(right) || is_fixed(left) && follows_index(right)
        }
        ExprKind::Binary(Binary::Sub, left, right) => follows_index(left) && is_fixed(right),
        _ => false,
    }
}

fn is_fixed(expr: &Expr) -> bool {
    let mut fixed = true;
    walk::expression(expr, &mut |part| {
        fixed &= matches!(part.kind, ExprKind::Literal(_) | ExprKind::Captured(_) | ExprKind::Binary(..) | ExprKind::Cast(_));
    });
    fixed
}
