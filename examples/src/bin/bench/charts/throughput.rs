//! Bytes a second over the number of elements, for every contestant.

use super::{PLOT_WIDTH, SIZE};
use crate::figures::Table;
use crate::options::Kind;
use plotters::prelude::*;
use scan_examples::charts::{COLOURS, legend};
use std::error::Error;
use std::ops::Range;
use std::path::Path;

/// A contestant's points: elements and gigabytes a second.
struct Line<'t> {
    name: &'t str,
    is_limit: bool,
    points: Vec<(f64, f64)>,
}

pub fn draw(tables: &[&Table], path: &Path) -> Result<(), Box<dyn Error>> {
    let lines = lines(tables);
    let all = || lines.iter().flat_map(|line| &line.points);
    let (across, up) = (range(all().map(|point| point.0), 1.3), range(all().map(|point| point.1), 1.6));
    let root = SVGBackend::new(path, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let (left, right) = root.split_horizontally(PLOT_WIDTH);
    let (element, operator) = tables.first().map_or(("", ""), |table| (table.element, table.operator));
    let mut chart = ChartBuilder::on(&left)
        .caption(format!("Inclusive scan of {element}, {operator}"), ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(across.log_scale(), up.log_scale())?;
    chart
        .configure_mesh()
        .x_desc("elements")
        .y_desc("GB/s, read and written")
        .x_label_formatter(&|n| short(*n))
        .y_label_formatter(&|speed| format!("{speed}"))
        .light_line_style(WHITE.mix(0.0))
        .label_style(("sans-serif", 13))
        .draw()?;
    for (place, line) in lines.iter().enumerate() {
        let colour = COLOURS[place % COLOURS.len()];
        // The limits are thin.
        let width = if line.is_limit { 1 } else { 3 };
        chart.draw_series(LineSeries::new(line.points.iter().copied(), colour.stroke_width(width)))?;
        chart.draw_series(line.points.iter().map(|&point| Circle::new(point, 3, colour.filled())))?;
        legend(&right, place, (colour, width), line.name)?;
    }
    root.present()?;
    Ok(())
}

fn lines<'t>(tables: &[&'t Table]) -> Vec<Line<'t>> {
    let mut lines: Vec<Line<'t>> = Vec::new();
    let mut sorted = tables.to_vec();
    sorted.sort_by_key(|table| table.n);
    for table in sorted {
        for row in &table.rows {
            let point = (table.n as f64, table.speed(row));
            match lines.iter_mut().find(|line| line.name == row.name) {
                Some(line) => line.points.push(point),
                None => lines.push(Line { name: &row.name, is_limit: row.kind == Kind::Copies, points: vec![point] }),
            }
        }
    }
    lines
}

/// From a little below the least to a little above the most.
fn range(values: impl Iterator<Item = f64>, margin: f64) -> Range<f64> {
    let (least, most) =
        values.fold((f64::INFINITY, f64::MIN_POSITIVE), |(least, most), value| (least.min(value), most.max(value)));
    least.min(most) / margin..most * margin
}

/// `10k`, `64M`
fn short(n: f64) -> String {
    match n {
        n if n >= 1e9 => format!("{}G", n / 1e9),
        n if n >= 1e6 => format!("{}M", n / 1e6),
        n if n >= 1e3 => format!("{}k", n / 1e3),
        n => format!("{n}"),
    }
}
