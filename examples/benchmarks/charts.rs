//! Figures 6.1 and 6.2 of the thesis, as SVG.

use crate::contest::{Split, Version};
use crate::measure::Measured;
use crate::results::Table;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use scan_examples::charts::{Area, COLOURS, legend};
use scan_examples::telling::grouped;
use std::error::Error;
use std::path::Path;

const PLOT_WIDTH: u32 = 860;
const SIZE: (u32, u32) = (1080, 520);
/// The parts of a bar of Figure 6.2, from below.
const PARTS: [&str; 3] = ["kernel", "offload", "management and host"];

type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// A bar: where it begins, where it ends, its height in parts with their colours.
struct Bar {
    left: f64,
    right: f64,
    parts: Vec<(f64, RGBColor)>,
}

/// Draws both figures.
pub fn draw(table: &Table, folder: &Path) -> Result<(), Box<dyn Error>> {
    draw_times(table, &folder.join(format!("times-{}.svg", table.n)))?;
    draw_splits(table, &folder.join(format!("split-{}.svg", table.n)))
}

/// Figure 6.1: the time of each benchmark and version, as a multiple of the plain loop's.
fn draw_times(table: &Table, path: &Path) -> Result<(), Box<dyn Error>> {
    let shown = Version::MEASURED;
    let width = 0.8 / shown.len() as f64;
    let of_row = |(place, row): (usize, &Measured)| {
        let plain = row.median(Version::Plain).unwrap_or(1.0);
        let bar = |(turn, version): (usize, &Version)| {
            let left = place as f64 + 0.1 + turn as f64 * width;
            let parts = vec![(row.median(*version)? / plain, COLOURS[turn])];
            Some(Bar { left, right: left + 0.9 * width, parts })
        };
        shown.iter().enumerate().filter_map(bar).collect::<Vec<_>>()
    };
    let bars: Vec<Bar> = table.rows.iter().enumerate().flat_map(of_row).collect();
    let names: Vec<&str> = shown.iter().map(|version| version.name()).collect();
    let caption = format!("Time of a run, {} elements; the plain loop takes 1", grouped(table.n as u64));
    picture(path, table, &caption, "time / plain loop", &bars, &names)
}

/// Figure 6.2: where the time on the device goes, by hand on the left, annotated on the right.
fn draw_splits(table: &Table, path: &Path) -> Result<(), Box<dyn Error>> {
    let of_row = |(place, row): (usize, &Measured)| {
        let whole = |split: &Split| (split.kernel + split.offload + split.management).as_secs_f64();
        let by_hand = row.splits.first().map_or(1.0, |(_, split)| whole(split));
        let bar = |(turn, (_, split)): (usize, &(Version, Split))| {
            let left = place as f64 + 0.12 + 0.4 * turn as f64;
            let times = [split.kernel, split.offload, split.management].map(|time| time.as_secs_f64() / by_hand);
            Bar { left, right: left + 0.34, parts: times.into_iter().zip(COLOURS.into_iter().skip(1)).collect() }
        };
        row.splits.iter().enumerate().map(bar).collect::<Vec<_>>()
    };
    let bars: Vec<Bar> = table.rows.iter().enumerate().flat_map(of_row).collect();
    let caption = format!("On the device, {} elements: OpenCL by hand (left, 1) and annotated (right)", grouped(table.n as u64));
    picture(path, table, &caption, "time / OpenCL by hand", &bars, &PARTS)
}

fn picture(path: &Path, table: &Table, caption: &str, axis: &str, bars: &[Bar], names: &[&str]) -> Result<(), Box<dyn Error>> {
    let highest = bars.iter().map(Bar::height).fold(1.0, f64::max);
    let root = SVGBackend::new(path, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let (left, right) = root.split_horizontally(PLOT_WIDTH);
    let mut chart = ChartBuilder::on(&left)
        .caption(caption, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(56)
        .build_cartesian_2d(0.0..table.rows.len() as f64, 0.0..1.05 * highest)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .disable_x_axis()
        .max_light_lines(0)
        .y_desc(axis)
        .label_style(("sans-serif", 13))
        .draw()?;
    bars.iter().try_for_each(|bar| draw_bar(&mut chart, bar))?;
    let style = ("sans-serif", 14).into_text_style(&left).pos(Pos::new(HPos::Center, VPos::Top));
    for (place, row) in table.rows.iter().enumerate() {
        let (x, y) = chart.plotting_area().map_coordinate(&(place as f64 + 0.5, 0.0));
        left.draw(&Text::new(row.number.to_string(), (x, y + 8), style.clone()))?;
    }
    // The splits' parts are coloured from the second colour on, as elsewhere.
    let first = usize::from(names == PARTS);
    names.iter().enumerate().try_for_each(|(place, name)| legend(&right, place, (COLOURS[first + place], 12), name))?;
    numbers(&right, table, names.len() + 1)?;
    root.present()?;
    Ok(())
}

/// What the numbers stand for.
fn numbers(area: &Area<'_>, table: &Table, from: usize) -> Result<(), Box<dyn Error>> {
    let style = ("sans-serif", 10).into_text_style(area).pos(Pos::new(HPos::Left, VPos::Center));
    for (place, row) in table.rows.iter().enumerate() {
        let y = 60 + 22 * from as i32 + 18 * place as i32;
        let short: String = row.name.chars().take(38).collect();
        area.draw(&Text::new(format!("{} {short}", row.number), (8, y), style.clone()))?;
    }
    Ok(())
}

fn draw_bar(chart: &mut Chart<'_, '_>, bar: &Bar) -> Result<(), Box<dyn Error>> {
    let mut bottom = 0.0;
    for &(height, colour) in &bar.parts {
        chart.draw_series([Rectangle::new([(bar.left, bottom), (bar.right, bottom + height)], colour.filled())])?;
        bottom += height;
    }
    Ok(())
}

impl Bar {
    fn height(&self) -> f64 {
        self.parts.iter().map(|(height, _)| height).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::time::Duration;

    #[test]
    fn charts_name_what_they_show() {
        let split = Split { kernel: Duration::from_millis(2), offload: Duration::ZERO, management: Duration::from_millis(1) };
        let row = Measured {
            number: 7,
            name: "Adding big integers",
            seconds: Version::MEASURED.into_iter().map(|version| (version, vec![0.002])).collect(),
            splits: vec![(Version::OpenCl, split), (Version::OnDevice, split)],
            places: vec![],
        };
        let folder = tempfile::tempdir().unwrap();
        draw(&Table { n: 1000, rows: vec![row] }, folder.path()).unwrap();
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        let texts = ["plain loop", "OpenCL by hand", "Adding big integers", "</svg>"];
        texts.iter().for_each(|text| assert!(read("times-1000.svg").contains(text), "{text}"));
        PARTS.iter().for_each(|text| assert!(read("split-1000.svg").contains(text), "{text}"));
    }
}
