//! An iteration that stores several elements of one array, next to each other: `y[3 * i] = a; y[3 * i + 1] = b;`.
//!
//! Once that has been seen, the array is read anew as the rows that it is made of, `y.as_chunks_mut::<3>().0`, and `y[3 * i + 1]` as a part
//! of one, `y.as_chunks_mut::<3>().0[i][1]`: each part is an array of its own until these are [`joined`](super::joined).

use super::joined::elements;
use super::places::{Place, Step};
use super::tables::{Index, Tables};
use super::{Affine, Carry, Recurrence, header, refuse};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::parse::ScanSite;
use crate::syntax::{rows, text};

/// So many elements a row has at most: all of it is stored, whatever of it the loop changes.
const MOST: i64 = 16;

/// An array as rows.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    /// How many elements each has.
    count: u32,
    /// The array of them.
    pub place: Place,
}

impl Rows {
    /// The rows of `array` of which elements at both of these indices are in the same.
    pub(super) fn of(array: &Place, one: &Affine, other: &Affine) -> Option<Self> {
        let factors = one.scaled.iter().map(|(factor, _)| factor).chain([&one.coefficient]);
        let count = factors.fold(0, |divisor, factor| common_divisor(divisor, factor.unsigned_abs()));
        let count = i64::try_from(count).ok().filter(|count| (2..=MOST).contains(count))?;
        let (row, of_other) = (one.row(count)?.0, other.row(count)?.0);
        (array.way.is_empty() && row.distance(&of_other) == Some(0)).then(|| {
            let place = array.clone().cut(rows(&array.expr, count as u64, array.span().first));
            Self { count: count as u32, place }
        })
    }
}

/// The greatest, by Euclid's algorithm.
fn common_divisor(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { common_divisor(other, one % other) }
}

impl Affine {
    /// The row that it is in, where a row has `count` elements, and which of these it is.
    fn row(&self, count: i64) -> Option<(Self, i64)> {
        let number = self.constant.rem_euclid(count);
        Some((self.minus(&Self::constant(number))?.divided(count)?, number))
    }
}

impl Tables<'_> {
    /// The array is to be read as rows.
    pub(super) fn read_as_rows(&mut self, key: String, rows: Rows) {
        self.stored.insert(rows.place.key.clone());
        self.shapes.insert(rows.place.key.clone(), elements(rows.count, rows.place.span().first));
        self.split.insert(rows.place.key.clone());
        self.rows.insert(key, rows);
    }

    /// The part of a row that an element of an array is that is read as rows; `None` where it is not known which. An index with casts in it
    /// may be cut off.
    pub(super) fn in_rows(&self, place: Place, index: Index) -> Option<(Place, Index)> {
        let Some(rows) = self.rows.get(&place.key) else { return Some((place, index)) };
        let (affine, number) = index.affine.row(i64::from(rows.count)).filter(|_| index.written.is_none())?;
        let step = Step::At(syn::Index { index: u32::try_from(number).ok()?, span: rows.place.span().first });
        Some((rows.place.within(&[step]), Index { affine, written: None }))
    }
}

/// A clause names an array, and no part of a row.
pub(super) fn refuse_carried(recurrence: &Recurrence, tables: &Tables, diagnostics: &mut Diagnostics) {
    for carried in &recurrence.carried {
        let (Carry::Array { array, .. } | Carry::Part { array, .. }) = carried.carry else { continue };
        let place = text(&recurrence.arrays[array].place);
        if let Some((array, _)) = tables.rows.iter().find(|(_, rows)| rows.place.key == place) {
            let message = format!("an iteration continues one of several elements of `{array}` that it stores");
            let help = "continue a variable: `s += …; y[2 * i] = s;`";
            diagnostics.push(Diagnostic::error(refuse::STORES, carried.operator.span, message).help(help));
        }
    }
}

/// What is said of an array's rows, said of the array: unless the loop of `site` cuts arrays into rows itself.
pub(crate) fn without_rows(message: &str, site: &ScanSite) -> String {
    let (mut rest, mut words) = (message, String::new());
    while let Some((before, rows)) = rest.split_once(".as_chunks_mut")
        && let Some((_, after)) = rows.split_once("().0")
        && !header::tokens(&site.syntax).to_string().contains("chunks")
    {
        words.push_str(before);
        rest = after;
    }
    words + rest
}
