//! What the template `batched` asks for.

use super::c::type_name;
use super::kernel::{Parts, mentions};
use super::parameters;
use crate::ir::{Batches, Dependence, Outer};
use tera::Context;

impl Parts<'_> {
    /// The parameters and variables of batches.
    pub(super) fn insert_batches(&self, context: &mut Context) {
        context.insert("outer", &self.kernel.outer().is_some());
        context.insert("lag", &self.lag.clone().unwrap_or_default());
        // They stand after others, and begin with a comma.
        let parameters = self.kernel.outer().map(|_| {
            let computed = self.kernel.captures_that_are(Dependence::Computed);
            let tables: Vec<_> = computed.map(|capture| parameters::table(&self.printer, capture)).collect();
            let counted = "const long first_batch, const ulong batches".to_owned();
            let lines = [parameters::text(&tables), counted].into_iter().filter(|line| !line.is_empty());
            lines.map(|line| format!(",\n{line}")).collect::<String>()
        });
        context.insert("batch_parameters", &parameters.unwrap_or_default());
        context.insert("batch_variables", &self.kernel.outer().map(|outer| self.batch_variables(outer)).unwrap_or_default());
    }

    /// What a batch has of its own: the outer loop's variable, and what an iteration of it has computed.
    fn batch_variables(&self, outer: &Outer) -> String {
        let (sign, size) = (if outer.index.step < 0 { '-' } else { '+' }, outer.index.step.unsigned_abs());
        let times = if size == 1 { String::new() } else { format!("{size} * ") };
        let variable = self.kernel.captures_that_are(Dependence::Variable).map(|(id, capture)| {
            let (name, ty) = (self.printer.capture_name(id), type_name(&capture.ty));
            (name, format!("const {ty} {name} = ({ty})(first_batch {sign} {times}(long)batch);"))
        });
        let computed = self.kernel.captures_that_are(Dependence::Computed).map(|(id, capture)| {
            let (name, ty) = (self.printer.capture_name(id), type_name(&capture.ty));
            (name, format!("const {ty} {name} = {}[batch];", parameters::table_name(&self.printer, id)))
        });
        let used = |(name, _): &(&str, String)| self.uses(name);
        variable.chain(computed).filter(used).map(|(_, line)| line).collect::<Vec<_>>().join("\n")
    }

    /// What is said of a loop that is more than one scan.
    pub(super) fn batches_summary(&self, is_one: bool) -> Option<String> {
        let what = match &self.kernel.batches {
            Batches::One => return None,
            Batches::Lagged(_) => {
                let lag = self.lag.as_deref().unwrap_or_default().replace("UL", "");
                format!("each continuing what was stored {lag} iterations before")
            }
            Batches::Outer(outer) => format!("one for each {}", outer.index.name),
        };
        let kinds = if is_one { "Scans" } else { "Fused scans" };
        Some(format!("{kinds} in one launch, {what}: {}, {}{}.", self.operators(), self.destinations(), self.backwards()))
    }

    fn uses(&self, name: &str) -> bool {
        mentions(self.element_text(), name) || mentions(self.stores_text(), name)
    }
}
