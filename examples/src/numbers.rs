//! Columns of numbers from text: one a line, or a column of a CSV file.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use thiserror::Error;

/// A column of numbers: integers where every field is one, floats otherwise.
#[derive(Debug, PartialEq)]
pub enum Numbers {
    /// Every field is an integer that `i64` holds.
    Integers(Vec<i64>),
    /// At least one field has a point or an exponent, or is too large for `i64`.
    Floats(Vec<f64>),
}

/// Which column of a CSV file.
#[derive(Clone, Debug, PartialEq)]
pub enum Column {
    /// By its heading; the first line is headings.
    Name(String),
    /// By its number, from 1; a first line whose field is no number is taken as headings.
    Number(usize),
}

/// Why a text holds no column of numbers. Lines count from 1.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "each variant's message says what it is")]
pub enum Error {
    #[error("line {line}: `{field}` is not a number")]
    NotANumber { line: u64, field: String, source: std::num::ParseFloatError },
    #[error("there is no column `{name}`; the columns are {known}")]
    NoSuchColumn { name: String, known: String },
    #[error("line {line}: there is no column {number}, the line has {count}")]
    TooFewColumns { line: u64, number: usize, count: usize },
    #[error("columns are numbered from 1")]
    ColumnZero,
    #[error("line {line}: not UTF-8 text")]
    NotText { line: u64 },
    #[error("the CSV text is broken: {0}")]
    Csv(#[from] csv::Error),
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl std::str::FromStr for Column {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.parse() {
            Ok(0) => Err(Error::ColumnZero),
            Ok(number) => Ok(Self::Number(number)),
            Err(_) => Ok(Self::Name(text.to_owned())),
        }
    }
}

impl Numbers {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Integers(values) => values.len(),
            Self::Floats(values) => values.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The same numbers as floats; integers beyond 2^53 are rounded.
    pub fn into_floats(self) -> Vec<f64> {
        match self {
            Self::Integers(values) => values.into_iter().map(|value| value as f64).collect(),
            Self::Floats(values) => values,
        }
    }

    /// The same, unless one is an infinity or a NaN.
    ///
    /// # Errors
    /// Which one, counted from 1.
    pub fn into_finite_floats(self) -> Result<Vec<f64>, String> {
        let values = self.into_floats();
        match values.iter().position(|value| !value.is_finite()) {
            Some(position) => Err(format!("number {} is {}, which nothing can be computed with", position + 1, values[position])),
            None => Ok(values),
        }
    }
}

/// Reads a column of a CSV file, or one number a line where no column is asked for; `-`, and no file, is standard input.
///
/// # Errors
/// What [`read_lines`] and [`read_column`] say, behind the name of the file.
pub fn read(file: Option<&Path>, column: Option<&Column>) -> Result<Numbers, String> {
    let mut numbers = Gathered::default();
    read_each(file, column, &mut |line, field| numbers.push(line, field))?;
    Ok(numbers.finish())
}

/// Hands every field that [`read`] reads to `take`, with its line.
///
/// # Errors
/// As [`read`]; what `take` says counts as the field's error.
pub fn read_each(file: Option<&Path>, column: Option<&Column>, take: Take<'_>) -> Result<(), String> {
    let named = file.filter(|file| *file != Path::new("-"));
    let name = named.map_or("standard input".into(), |file| file.display().to_string());
    let input: Box<dyn BufRead> = match named {
        Some(file) => Box::new(BufReader::new(File::open(file).map_err(|error| format!("{name}: {error}"))?)),
        None => Box::new(io::stdin().lock()),
    };
    let outcome = match column {
        Some(column) => each_of_column(input, column, take),
        None => each_of_lines(input, take),
    };
    outcome.map_err(|error| format!("{name}: {error}"))
}

/// What takes the fields one by one, each with its line.
pub type Take<'t> = &'t mut dyn FnMut(u64, &str) -> Result<(), Error>;

/// Reads numbers that stand alone, such as arguments; an error's line is the number of the field.
///
/// # Errors
/// The first that is no number.
pub fn read_fields<'f>(fields: impl IntoIterator<Item = &'f str>) -> Result<Numbers, Error> {
    let mut numbers = Gathered::default();
    for (number, field) in (1..).zip(fields) {
        numbers.push(number, field)?;
    }
    Ok(numbers.finish())
}

/// Reads one number a line. Blank lines are passed over; line ends may be `\n` or `\r\n`; the last one may be missing.
///
/// # Errors
/// The first line that is no number, or the reader's own error.
pub fn read_lines(input: impl BufRead) -> Result<Numbers, Error> {
    let mut numbers = Gathered::default();
    each_of_lines(input, &mut |line, field| numbers.push(line, field))?;
    Ok(numbers.finish())
}

fn each_of_lines(mut input: impl BufRead, take: Take<'_>) -> Result<(), Error> {
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        let Ok(text) = std::str::from_utf8(&bytes) else { return Err(Error::NotText { line }) };
        let field = text.trim();
        if !field.is_empty() {
            take(line, field)?;
        }
    }
    Ok(())
}

/// Reads one column of a CSV text.
///
/// # Errors
/// A missing column, the first field that is no number, broken quoting, or the reader's own error.
pub fn read_column(input: impl Read, column: &Column) -> Result<Numbers, Error> {
    let mut numbers = Gathered::default();
    each_of_column(input, column, &mut |line, field| numbers.push(line, field))?;
    Ok(numbers.finish())
}

fn each_of_column(input: impl Read, column: &Column, take: Take<'_>) -> Result<(), Error> {
    let mut records = csv::ReaderBuilder::new().has_headers(false).flexible(true).trim(csv::Trim::All).from_reader(input);
    let mut record = csv::StringRecord::new();
    let mut at = match column {
        Column::Number(number) => Some(number - 1),
        Column::Name(_) => None,
    };
    let mut first = true;
    while records.read_record(&mut record)? {
        let line = record.position().map_or(0, csv::Position::line);
        let headings = std::mem::take(&mut first);
        match at {
            None => at = Some(find_column(&record, column)?),
            Some(index) => {
                let missing = || Error::TooFewColumns { line, number: index + 1, count: record.len() };
                let field = record.get(index).ok_or_else(missing)?;
                match take(line, field) {
                    Err(Error::NotANumber { .. }) if headings => {}
                    taken => taken?,
                }
            }
        }
    }
    Ok(())
}

fn find_column(headings: &csv::StringRecord, column: &Column) -> Result<usize, Error> {
    let Column::Name(name) = column else { unreachable!("a numbered column needs no search") };
    let name = name.trim();
    headings.iter().position(|heading| heading.trim_start_matches('\u{feff}') == name).ok_or_else(|| Error::NoSuchColumn {
        name: name.to_owned(),
        known: headings.iter().map(|heading| format!("`{heading}`")).collect::<Vec<_>>().join(", "),
    })
}

/// Integers as long as all are; from the first other number on, floats.
#[derive(Default)]
struct Gathered {
    integers: Vec<i64>,
    floats: Vec<f64>,
}

impl Gathered {
    fn push(&mut self, line: u64, field: &str) -> Result<(), Error> {
        if self.floats.is_empty()
            && let Ok(value) = field.parse()
        {
            self.integers.push(value);
            return Ok(());
        }
        let value = field.parse().map_err(|source| Error::NotANumber { line, field: field.to_owned(), source })?;
        self.floats.extend(self.integers.drain(..).map(|value| value as f64));
        self.floats.push(value);
        Ok(())
    }

    fn finish(self) -> Numbers {
        if self.floats.is_empty() { Numbers::Integers(self.integers) } else { Numbers::Floats(self.floats) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_lines(text: &str, expected: Result<Numbers, &str>) {
        assert_eq!(read_lines(text.as_bytes()).map_err(|error| error.to_string()), expected.map_err(str::to_owned));
    }

    fn check_column(text: &str, column: &str, expected: Result<Numbers, &str>) {
        let column = column.parse().unwrap();
        assert_eq!(read_column(text.as_bytes(), &column).map_err(|error| error.to_string()), expected.map_err(str::to_owned));
    }

    #[test]
    fn lines_of_integers() {
        check_lines("", Ok(Numbers::Integers(vec![])));
        check_lines("1\n-2\n+3\n", Ok(Numbers::Integers(vec![1, -2, 3])));
        check_lines("1\r\n\r\n 2 \r\n3", Ok(Numbers::Integers(vec![1, 2, 3])));
    }

    #[test]
    fn one_float_makes_all_floats() {
        check_lines("1\n2.5\n3\n", Ok(Numbers::Floats(vec![1.0, 2.5, 3.0])));
        check_lines("9223372036854775808\n", Ok(Numbers::Floats(vec![9_223_372_036_854_775_808.0])));
    }

    #[test]
    fn a_field_that_is_no_number_is_named_with_its_line() {
        check_lines("1\n\nabc\n", Err("line 3: `abc` is not a number"));
        check_lines("1,5\n", Err("line 1: `1,5` is not a number"));
    }

    #[test]
    fn fields_that_stand_alone() {
        let read = |fields: &[&str]| read_fields(fields.iter().copied()).map_err(|error| error.to_string());
        assert_eq!(read(&["1", "-2.5"]), Ok(Numbers::Floats(vec![1.0, -2.5])));
        assert_eq!(read(&["1", ""]), Err("line 2: `` is not a number".to_owned()));
    }

    #[test]
    fn what_is_not_finite_is_told_apart() {
        assert_eq!(Numbers::Integers(vec![1, 2]).into_finite_floats(), Ok(vec![1.0, 2.0]));
        let refused = Numbers::Floats(vec![1.0, f64::INFINITY]).into_finite_floats();
        assert_eq!(refused, Err("number 2 is inf, which nothing can be computed with".to_owned()));
    }

    #[test]
    fn columns_by_name_and_number() {
        let text = "city,people\nA,3\nB,4\n";
        check_column(text, "people", Ok(Numbers::Integers(vec![3, 4])));
        check_column(text, "2", Ok(Numbers::Integers(vec![3, 4])));
        check_column("\u{feff}n\r\n1.5\r\n", "n", Ok(Numbers::Floats(vec![1.5])));
        check_column("1;2\n", "1", Ok(Numbers::Integers(vec![])));
    }

    #[test]
    fn columns_that_are_not_there() {
        check_column("a,b\n1,2\n", "c", Err("there is no column `c`; the columns are `a`, `b`"));
        check_column("1,2\n3\n", "2", Err("line 2: there is no column 2, the line has 1"));
        check_column("a\n1\nx\n", "1", Err("line 3: `x` is not a number"));
        assert_eq!("0".parse::<Column>().unwrap_err().to_string(), "columns are numbered from 1");
    }
}
