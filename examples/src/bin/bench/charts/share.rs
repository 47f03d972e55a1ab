//! Where the time of launches on the first device goes: a bar for each type and length.

use super::{PLOT_WIDTH, SIZE};
use crate::figures::{Split, Table};
use crate::options::Kind;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use scan_examples::charts::{COLOURS, legend};
use scan_examples::telling::grouped;
use std::error::Error;
use std::path::Path;

/// The parts of a launch, in the order of the bar.
const PARTS: [&str; 4] = ["upload", "kernel", "download", "management"];
const BAR: u32 = 22;
const MARGIN: u32 = 110;

pub fn draw(tables: &[Table], path: &Path) -> Result<(), Box<dyn Error>> {
    let bars: Vec<(String, [f64; 4])> = tables.iter().filter_map(bar).collect();
    let count = bars.len().max(1);
    let root = SVGBackend::new(path, (SIZE.0, MARGIN + BAR * count as u32)).into_drawing_area();
    root.fill(&WHITE)?;
    let (left, right) = root.split_horizontally(PLOT_WIDTH);
    let mut chart = ChartBuilder::on(&left)
        .caption("Where the time of a launch goes (lookback, first device)", ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(160)
        .build_cartesian_2d(0.0..100.0, 0.0..count as f64)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .max_light_lines(0)
        .x_label_formatter(&|percent| format!("{percent}"))
        .disable_y_axis()
        .x_desc("% of the time of a launch")
        .label_style(("sans-serif", 13))
        .draw()?;
    for (place, (name, parts)) in bars.iter().enumerate() {
        let bottom = (count - 1 - place) as f64;
        let mut from = 0.0;
        for (part, colour) in parts.iter().zip(COLOURS.iter().skip(1)) {
            let to = from + part;
            chart.draw_series([Rectangle::new([(from, bottom + 0.15), (to, bottom + 0.85)], colour.filled())])?;
            from = to;
        }
        let (x, y) = chart.plotting_area().map_coordinate(&(0.0, bottom + 0.5));
        let style = ("sans-serif", 13).into_text_style(&left).pos(Pos::new(HPos::Right, VPos::Center));
        left.draw(&Text::new(name.clone(), (x - 8, y), style))?;
    }
    for (place, part) in PARTS.iter().enumerate() {
        legend(&right, place, (COLOURS[place + 1], 12), part)?;
    }
    root.present()?;
    Ok(())
}

/// What a bar is called, and its parts in percent.
fn bar(table: &Table) -> Option<(String, [f64; 4])> {
    let Split { upload, kernel, download, management } = table.row(Kind::Device)?.split()?;
    let parts = [upload, kernel, download, management];
    let whole: f64 = parts.iter().sum();
    (whole > 0.0).then(|| (format!("{}, {}", table.element, grouped(table.n as u64)), parts.map(|part| 100.0 * part / whole)))
}
