//! What a process measures of shapes of loops.

use crate::turns::median;
use serde_json::{Value, json};

/// What one process has measured of one shape, in seconds.
#[derive(Clone, Debug)]
pub struct Figures {
    /// Its loop, as README.md names it.
    pub shape: String,
    /// The plain loop, inlined into a caller that knows the lengths of its arrays.
    pub plain: Vec<f64>,
    /// The same in a function of its own.
    pub apart: Vec<f64>,
    /// The annotated loop's first runs.
    pub first: Vec<f64>,
    /// Those after them.
    pub ours: Vec<f64>,
    /// Where it ran in the end.
    pub place: String,
}

/// What all processes have measured of one type and length.
pub struct Processes {
    /// Of the one in which loops run as written.
    pub as_written: Vec<Figures>,
    /// Of those in which nothing is asked for, one after the other.
    pub left_alone: Vec<Vec<Figures>>,
}

impl Figures {
    /// As a process tells it.
    pub fn json(&self) -> Value {
        let Self { shape, plain, apart, first, ours, place } = self;
        json!({ "shape": shape, "plain": plain, "apart": apart, "first": first, "ours": ours, "place": place })
    }

    /// What [`json`](Self::json) gave, on a line.
    ///
    /// # Errors
    /// The line is no JSON.
    pub fn parse(line: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let text = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
        let times = |name: &str| value[name].as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
        let (shape, place) = (text("shape"), text("place"));
        Ok(Self { shape, plain: times("plain"), apart: times("apart"), first: times("first"), ours: times("ours"), place })
    }

    /// The better of the plain loops, in seconds.
    pub fn better(&self) -> f64 {
        median(self.plain.iter().copied()).min(median(self.apart.iter().copied()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_process_tells_is_understood() {
        let figures = Figures {
            shape: "zip".to_owned(),
            plain: vec![1.0, 2.0],
            apart: vec![3.0],
            first: vec![9.0, 8.0],
            ours: vec![1.5],
            place: "the loop as written".to_owned(),
        };
        let parsed = Figures::parse(&figures.json().to_string()).expect("JSON");
        assert_eq!(format!("{parsed:?}"), format!("{figures:?}"));
        assert_eq!(parsed.better(), 1.5);
    }
}
