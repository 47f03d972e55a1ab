//! The data region of a function in its file: where the host asks, and what is to be said of its loops.

use super::layout;
use super::rewrite::Edits;
use super::source::Source;
use crate::compiled::Compiled;
use crate::emit::RegionHost;
use crate::recognise::ArrayUse;
use crate::region::{Call, Insertion, Lent, NoRegion, Region};
use crate::syntax::place_text;
use proc_macro2::TokenStream;
use std::ops::Range;

/// Writes the beginning of the region and its calls. `places` are those of the annotated loops.
pub(super) fn write(region: &RegionHost, places: &[Range<usize>], source: &Source, edits: &mut Edits) -> syn::Result<()> {
    let at = place_of(&region.region().beginning, places);
    edits.replace(at..at, layout::statements(region.beginning(), source, at)?);
    for insertion in &region.region().insertions {
        let at = place_of(insertion, places);
        let is_end = source.text[at..].starts_with('}');
        let calls = region.calls(insertion);
        edits.replace(at..at, if is_end { at_end(calls, source, at)? } else { layout::statements(calls, source, at)? });
    }
    Ok(())
}

/// What stands in front of a block's end, a step deeper than that.
fn at_end(calls: TokenStream, source: &Source, at: usize) -> syn::Result<String> {
    let indentation = source.indentation(at);
    let unit = if indentation.contains('\t') { "\t" } else { "    " };
    let text = layout::statements(calls, source, at)?;
    let newline = source.newline();
    let lines: Vec<&str> = text.split(newline).map(|line| line.strip_prefix(indentation).unwrap_or(line)).collect();
    let lines: Vec<&str> = lines.into_iter().filter(|line| !line.trim().is_empty()).collect();
    Ok(format!("{unit}{}{newline}{indentation}", lines.join(&format!("{newline}{indentation}{unit}"))))
}

fn place_of(insertion: &Insertion, places: &[Range<usize>]) -> usize {
    let hole = insertion.hole.and_then(|number| places.get(number));
    hole.map_or_else(|| insertion.span.byte_range().start, |place| place.start)
}

/// What moves for one loop, and why: a line each.
pub(super) fn moves(
    region: &Result<Option<Region>, NoRegion>,
    compiled: &Compiled,
    places: &[Range<usize>],
    source: &Source,
) -> Vec<String> {
    match region {
        Err(no) => {
            let line = source.line_and_column(no.span.byte_range().start).0;
            vec![format!("all arrays, with each run of the loop: in line {line} {}", no.message)]
        }
        Ok(None) => Vec::new(),
        Ok(Some(region)) => {
            let arrays = compiled.recurrence.arrays.iter().filter(|array| !array.collected);
            arrays.map(|array| of_array(region, array, places, source)).collect()
        }
    }
}

fn of_array(region: &Region, array: &ArrayUse, places: &[Range<usize>], source: &Source) -> String {
    let text = place_text(&array.place);
    let Some(number) = region.arrays.iter().position(|known| place_text(&known.place) == text) else {
        return format!("`{text}` goes and comes with the loop");
    };
    let said = match (array.reads.is_empty(), array.written) {
        (true, _) => format!("`{text}` stays on the device"),
        (false, true) => format!("`{text}` goes to the device unless it is there, and stays"),
        (false, false) => format!("`{text}` goes to the device unless it is there"),
    };
    let asked = asked(region, number, places, source);
    let fate = match region.arrays[number].written {
        true if asked.is_empty() => "; nobody else looks at it".to_owned(),
        true => format!("; what is newer there comes back before {}", asked.join(", ")),
        false => asked.iter().map(|line| format!("; it goes again after {line}")).collect(),
    };
    said + &fate
}

/// Where the host asks for an array, and why.
fn asked(region: &Region, number: usize, places: &[Range<usize>], source: &Source) -> Vec<String> {
    let asked = region.insertions.iter().filter_map(|insertion| {
        let place = place_of(insertion, places);
        let line = source.line_and_column(place).0;
        let is_end = source.text[place..].starts_with('}');
        let is_left = insertion.left.contains(&number);
        let why = insertion.calls.iter().find_map(|call| match call {
            Call::Take(array) if *array == number => Some("the host may change it"),
            Call::Fetch(array) if *array == number && !is_left => Some("the host reads it"),
            Call::Fetch(array) if *array == number && is_end => Some("the function ends"),
            Call::Fetch(array) if *array == number => Some("the function may be left"),
            Call::FetchWhere(_, arrays) if arrays.contains(&number) => Some("if its arithmetic panics"),
            Call::Hold(lent) if lent.contains(&Lent::Guarded(number)) => Some("if the function is left there"),
            _ => None,
        })?;
        Some(format!("line {line} ({why})"))
    });
    asked.collect()
}
