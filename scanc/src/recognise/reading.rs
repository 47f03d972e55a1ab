//! Reads a loop's header and body: once, and anew where what is seen says that its arrays are to be looked at in another way, as parts of
//! elements or as rows.

use super::body::{self, Walked};
use super::header::{self, Header};
use super::names::Names;
use super::rows::Rows;
use super::tables::Tables;
use super::{assigned, refuse};
use crate::diagnostic::{Diagnostics, Result};
use crate::parse::{OperatorName, ScanSite, Target};
use std::collections::{HashMap, HashSet};

/// What a loop's header and body say.
pub(super) type Reading<'s> = (Tables<'s>, Header<'s>, Walked);

/// Reads them: again where an iteration stores several elements of an array, which is then read as rows.
pub(super) fn read<'s>(site: &'s ScanSite, diagnostics: &mut Diagnostics) -> Result<Reading<'s>> {
    let mut found = Diagnostics::default();
    let mut reading = read_parts(site, &HashMap::new(), &mut found);
    let in_rows = reading.as_ref().map(|(tables, ..)| tables.seen_in_rows.clone()).unwrap_or_default();
    if !in_rows.is_empty() {
        let mut of_rows = Diagnostics::default();
        let rows = read_parts(site, &in_rows, &mut of_rows);
        // Nothing else is looked at in the array.
        let are_all = |(tables, _, walked): &Reading| {
            let apart = tables.apart(walked);
            in_rows.values().all(|rows| apart.contains(&rows.place.key))
                && !tables.arrays.iter().any(|array| in_rows.contains_key(&array.place.key))
        };
        let are_apart = of_rows.iter().all(|found| found.code != refuse::STORES);
        if are_apart && rows.as_ref().is_ok_and(are_all) {
            (reading, found) = (rows, of_rows);
        }
    }
    diagnostics.extend(found);
    let reading = reading?;
    diagnostics.stop_if_errors()?;
    Ok(reading)
}

/// Reads them: again where the loop stores parts of elements, each part as an array of its own.
fn read_parts<'s>(site: &'s ScanSite, rows: &HashMap<String, Rows>, diagnostics: &mut Diagnostics) -> Result<Reading<'s>> {
    let mut of_wholes = Diagnostics::default();
    let wholes = read_once(site, HashSet::new(), rows, &mut of_wholes);
    let mut split = wholes.as_ref().map(|(tables, ..)| tables.partial.clone()).unwrap_or_default();
    let (reading, found) = loop {
        if split.is_empty() {
            break (wholes, of_wholes);
        }
        let mut found = Diagnostics::default();
        let reading = read_once(site, split.clone(), rows, &mut found);
        let is_rows = |key: &String| rows.values().any(|rows| rows.place.key == *key);
        let apart = |(tables, _, walked): &Reading| tables.apart(walked).into_iter().filter(|key| !is_rows(key)).collect();
        match reading.as_ref().map(apart) {
            // Of some arrays it looks at whole elements as well.
            Ok(apart) if apart != split => split = apart,
            _ => break (reading, found),
        }
    };
    diagnostics.extend(found);
    reading
}

fn read_once<'s>(
    site: &'s ScanSite,
    split: HashSet<String>,
    rows: &HashMap<String, Rows>,
    diagnostics: &mut Diagnostics,
) -> Result<Reading<'s>> {
    let names = Names::new(header::tokens(&site.syntax), site.types.names.keys());
    let mut tables = Tables::new(&site.types, names);
    tables.operators = declared_operators(&site.attribute.targets);
    tables.split = split;
    let header = header::read(&site.syntax, &mut tables, diagnostics)?;
    tables.range = Some(header.range.clone());
    tables.set_places(assigned::places(&header.body));
    rows.iter().for_each(|(key, rows)| tables.read_as_rows(key.clone(), rows.clone()));
    let walked = body::walk(&header, &site.attribute, &mut tables, diagnostics);
    Ok((tables, header, walked))
}

/// The paths of the operators that clauses name.
fn declared_operators(targets: &[Target]) -> Vec<syn::Path> {
    let paths = targets.iter().filter_map(|target| match &target.operator {
        OperatorName::Path(path) => Some(path.clone()),
        OperatorName::Symbol(..) => None,
    });
    paths.collect()
}
