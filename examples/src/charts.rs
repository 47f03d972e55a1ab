//! What the charts of the benchmarks have in common.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// The drawing area of a chart's picture or of a part of it.
pub type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

/// Colours that differ, for people who see red and green alike as well: Okabe and Ito's eight, and some between them.
pub const COLOURS: [RGBColor; 16] = [
    RGBColor(0, 0, 0),
    RGBColor(213, 94, 0),
    RGBColor(0, 114, 178),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(140, 86, 75),
    RGBColor(120, 94, 240),
    RGBColor(100, 143, 0),
    RGBColor(220, 38, 127),
    RGBColor(127, 127, 127),
    RGBColor(0, 80, 80),
    RGBColor(170, 170, 60),
    RGBColor(90, 40, 120),
    RGBColor(180, 180, 180),
];

/// A line of a legend: a sample of a line of that colour and width, and what it stands for.
///
/// # Errors
/// The picture cannot be written.
pub fn legend(
    area: &Area<'_>,
    place: usize,
    (colour, width): (RGBColor, u32),
    name: &str,
) -> Result<(), Box<dyn std::error::Error>> {
    let y = 60 + 22 * place as i32;
    area.draw(&PathElement::new([(8, y), (26, y)], colour.stroke_width(width)))?;
    let style = ("sans-serif", 13).into_text_style(area).pos(Pos::new(HPos::Left, VPos::Center));
    area.draw(&Text::new(name.to_owned(), (34, y), style))?;
    Ok(())
}
