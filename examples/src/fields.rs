//! The fields of a column of numbers as they stand in the text: a number may be written in more than one way, and the text loses none.

use crate::numbers::{self, Column, Error};
use std::path::Path;
use std::str::FromStr;

/// The fields of a column, each a number, in the order of the file.
#[derive(Debug, Default)]
pub struct Fields {
    /// All of them, one behind the other.
    text: String,
    /// Where each ends.
    ends: Vec<usize>,
    lines: Vec<u64>,
}

impl Fields {
    /// Reads what [`numbers::read`] reads.
    ///
    /// # Errors
    /// As [`numbers::read`].
    pub fn read(file: Option<&Path>, column: Option<&Column>) -> Result<Self, String> {
        let mut fields = Self::default();
        numbers::read_each(file, column, &mut |line, field| fields.push(line, field))?;
        Ok(fields)
    }

    fn push(&mut self, line: u64, field: &str) -> Result<(), Error> {
        field.parse::<f64>().map_err(|source| Error::NotANumber { line, field: field.to_owned(), source })?;
        self.text.push_str(field);
        self.ends.push(self.text.len());
        self.lines.push(line);
        Ok(())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The field `number`, from 0, as it was written.
    ///
    /// # Panics
    /// Where there are not as many.
    pub fn text(&self, number: usize) -> &str {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[number]]
    }

    /// All as numbers of one type, of which the message says that it is `name`.
    ///
    /// # Errors
    /// The first that is none.
    pub fn parse<T: FromStr>(&self, name: &str) -> Result<Vec<T>, String> {
        let parsed = (0..self.len()).map(|number| {
            let field = self.text(number);
            field.parse().ok().ok_or_else(|| format!("line {}: `{field}` is no number of the type {name}", self.lines[number]))
        });
        parsed.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_what_was_written() {
        let mut fields = Fields::default();
        assert!(fields.is_empty());
        for (line, field) in [(1, "1.50"), (3, "-0"), (4, "1e3")] {
            fields.push(line, field).unwrap();
        }
        assert_eq!((0..fields.len()).map(|number| fields.text(number)).collect::<Vec<_>>(), ["1.50", "-0", "1e3"]);
        assert_eq!(fields.parse::<f32>("f32"), Ok(vec![1.5, -0.0, 1000.0]));
        assert_eq!(fields.parse::<u32>("u32"), Err("line 1: `1.50` is no number of the type u32".to_owned()));
        assert_eq!(fields.push(5, "x").unwrap_err().to_string(), "line 5: `x` is not a number");
    }
}
