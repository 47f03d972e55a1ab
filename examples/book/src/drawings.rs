//! The book's pictures, as SVG: each algorithm is run on eight numbers, and what happens is drawn. Nothing has a background: fills have
//! dark text on them, and what stands outside of fills is a grey that can be read on white and on black.

use std::fmt::Write;

/// What is scanned.
const NUMBERS: [u32; 8] = [3, 1, 4, 1, 5, 9, 2, 6];

/// Every picture by its file's name.
pub fn all() -> Vec<(&'static str, String)> {
    vec![
        ("sequential.svg", sequential()),
        ("hillis_steele.svg", hillis_steele()),
        ("blelloch.svg", blelloch()),
        ("reduce_then_scan.svg", reduce_then_scan()),
        ("lookback.svg", lookback()),
        ("tiles.svg", tiles()),
    ]
}

/// What a cell holds.
#[derive(Clone, Copy, PartialEq)]
enum Fill {
    /// An element of the input, or what has not changed.
    Plain,
    /// A total of several elements.
    Total,
    /// What comes before an element or a tile.
    Prefix,
    /// An element of the result.
    Result,
}

const FILLS: [(Fill, &str); 4] =
    [(Fill::Plain, "#d9d9d9"), (Fill::Total, "#f2b84b"), (Fill::Prefix, "#7cc4ec"), (Fill::Result, "#8fce9b")];

impl Fill {
    fn colour(self) -> &'static str {
        FILLS.iter().find(|(fill, _)| *fill == self).map_or("none", |(_, colour)| colour)
    }
}

const GREY: &str = "#7c7c7c";
const CELL: [f64; 2] = [44.0, 28.0];
/// From one column to the next, and from one row to the next.
const PITCH: [f64; 2] = [60.0, 66.0];
/// What stands to the left of the columns.
const MARGIN: f64 = 176.0;
const TOP: f64 = 14.0;

/// A picture in the making.
struct Picture {
    size: [f64; 2],
    body: String,
}

impl Picture {
    fn new(size: [f64; 2]) -> Self {
        Self { size, body: String::new() }
    }

    /// With room for columns and rows, and for a legend.
    fn of(columns: usize, rows: usize) -> Self {
        let width = MARGIN + columns as f64 * PITCH[0];
        Self::new([width, TOP + (rows - 1) as f64 * PITCH[1] + CELL[1] + 48.0])
    }

    fn add(&mut self, line: &str) {
        // A `String` takes all that is written.
        let _ = writeln!(self.body, "  {line}");
    }

    fn text(&mut self, [x, y]: [f64; 2], anchor: &str, colour: &str, text: &str) {
        self.add(&format!(r#"<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{colour}">{text}</text>"#));
    }

    fn rectangle(&mut self, [x, y]: [f64; 2], [width, height]: [f64; 2], fill: Fill) {
        let colour = fill.colour();
        self.add(&format!(r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="4" fill="{colour}"/>"#));
    }

    /// A cell around a middle.
    fn cell_at(&mut self, [x, y]: [f64; 2], fill: Fill, text: &str) {
        self.rectangle([x - CELL[0] / 2.0, y - CELL[1] / 2.0], CELL, fill);
        self.text([x, y + 5.0], "middle", "#1d1d1d", text);
    }

    fn cell(&mut self, column: usize, row: usize, fill: Fill, text: &str) {
        self.cell_at(middle(column, row), fill, text);
    }

    /// A row's name, at the left.
    fn name(&mut self, row: usize, text: &str) {
        self.text([0.0, middle(0, row)[1] + 5.0], "start", GREY, text);
    }

    fn line(&mut self, from: [f64; 2], to: [f64; 2], style: &str) {
        let ([x1, y1], [x2, y2]) = (from, to);
        self.add(&format!(r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{GREY}" {style}/>"#));
    }

    fn arrow(&mut self, from: [f64; 2], to: [f64; 2]) {
        self.line(from, to, r#"stroke-width="1.5" marker-end="url(#head)""#);
    }

    /// From a cell to one of the next row.
    fn down(&mut self, from: (usize, usize), column: usize) {
        let ([x1, y1], [x2, y2]) = (middle(from.0, from.1), middle(column, from.1 + 1));
        // An arrow from the side enters beside the middle, where one from above may come in.
        let aside = (x1 - x2).signum() * if from.0 == column { 0.0 } else { 10.0 };
        self.arrow([x1, y1 + CELL[1] / 2.0 + 2.0], [x2 + aside, y2 - CELL[1] / 2.0 - 3.0]);
    }

    /// What the fills mean, at the bottom.
    fn legend(&mut self, entries: &[(Fill, &str)]) {
        let y = self.size[1] - 12.0;
        let mut x = 0.0;
        for (fill, text) in entries {
            self.rectangle([x, y - 12.0], [18.0, 14.0], *fill);
            self.text([x + 24.0, y], "start", GREY, text);
            x += 24.0 + 7.4 * text.chars().count() as f64 + 26.0;
        }
    }

    /// The whole file.
    fn svg(self, title: &str) -> String {
        let [width, height] = self.size;
        let body = self.body;
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 0 {} {height}" width="{}" height="{height}" role="img" font-family="sans-serif" font-size="14">
  <title>{title}</title>
  <defs>
    <marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
      <path d="M0 0 8 4 0 8z" fill="{GREY}"/>
    </marker>
  </defs>
{body}</svg>
"#,
            width + 12.0,
            width + 12.0,
        )
    }
}

/// The middle of a cell.
fn middle(column: usize, row: usize) -> [f64; 2] {
    [MARGIN + (column as f64 + 0.5) * PITCH[0], TOP + row as f64 * PITCH[1] + CELL[1] / 2.0]
}

fn inclusive(numbers: &[u32], start: u32) -> Vec<u32> {
    numbers
        .iter()
        .scan(start, |sum, number| {
            *sum += number;
            Some(*sum)
        })
        .collect()
}

/// The loop as written: a chain.
fn sequential() -> String {
    let mut picture = Picture::of(8, 2);
    picture.name(0, "input");
    picture.name(1, "the loop as written");
    for (column, sum) in inclusive(&NUMBERS, 0).iter().enumerate() {
        picture.cell(column, 0, Fill::Plain, &NUMBERS[column].to_string());
        picture.cell(column, 1, Fill::Result, &sum.to_string());
        picture.down((column, 0), column);
        if column > 0 {
            let ([x1, y], [x2, _]) = (middle(column - 1, 1), middle(column, 1));
            picture.arrow([x1 + CELL[0] / 2.0 + 1.0, y], [x2 - CELL[0] / 2.0 - 2.0, y]);
        }
    }
    picture.legend(&[(Fill::Plain, "input"), (Fill::Result, "result")]);
    picture.svg("A running sum, one element after the other")
}

/// Hillis and Steele: every step doubles how far a partial reaches.
fn hillis_steele() -> String {
    let mut picture = Picture::of(8, 4);
    let mut values = NUMBERS.to_vec();
    picture.name(0, "input");
    for (column, value) in values.iter().enumerate() {
        picture.cell(column, 0, Fill::Plain, &value.to_string());
    }
    for row in 1..4 {
        let distance = 1 << (row - 1);
        picture.name(row, &format!("add from {distance} before"));
        let before = values.clone();
        for column in 0..8 {
            picture.down((column, row - 1), column);
            if column >= distance {
                picture.down((column - distance, row - 1), column);
                values[column] = before[column - distance] + before[column];
            }
            let fill = if column < 2 * distance { Fill::Result } else { Fill::Total };
            picture.cell(column, row, fill, &values[column].to_string());
        }
    }
    picture.legend(&[(Fill::Plain, "input"), (Fill::Total, "total of some elements"), (Fill::Result, "result")]);
    picture.svg("The scan of Hillis and Steele on eight numbers")
}

/// Blelloch: totals on the way up, prefixes on the way down.
fn blelloch() -> String {
    let mut picture = Picture::of(8, 8);
    let mut values: Vec<Option<u32>> = NUMBERS.map(Some).to_vec();
    let mut fills = [Fill::Plain; 8];
    let show = |value: Option<u32>| value.map_or("–".to_owned(), |value| value.to_string());
    picture.name(0, "input");
    for (column, value) in values.iter().enumerate() {
        picture.cell(column, 0, Fill::Plain, &show(*value));
    }
    for (row, stride) in (1..4).zip([1, 2, 4]) {
        picture.name(row, if row == 1 { "up-sweep" } else { "" });
        for column in (0..8).filter(|column| (column + 1) % (2 * stride) == 0) {
            values[column] = values[column - stride].zip(values[column]).map(|(left, right)| left + right);
            fills[column] = Fill::Total;
            picture.down((column - stride, row - 1), column);
            picture.down((column, row - 1), column);
        }
        for (column, value) in values.iter().enumerate() {
            picture.cell(column, row, fills[column], &show(*value));
        }
    }
    (values[7], fills[7]) = (None, Fill::Prefix);
    picture.name(4, "nothing before the root");
    for (column, value) in values.iter().enumerate() {
        picture.cell(column, 4, fills[column], &show(*value));
    }
    for (row, stride) in (5..8).zip([4, 2, 1]) {
        picture.name(row, if row == 5 { "down-sweep" } else { "" });
        for column in (0..8).filter(|column| (column + 1) % (2 * stride) == 0) {
            let (left, prefix) = (values[column - stride], values[column]);
            values[column - stride] = prefix;
            values[column] = Some(prefix.unwrap_or(0) + left.unwrap_or(0));
            (fills[column - stride], fills[column]) = (Fill::Prefix, Fill::Prefix);
            picture.down((column - stride, row - 1), column);
            picture.down((column, row - 1), column - stride);
            picture.down((column, row - 1), column);
        }
        for (column, value) in values.iter().enumerate() {
            let fill = if row == 7 { Fill::Result } else { fills[column] };
            picture.cell(column, row, fill, &show(*value));
        }
    }
    let entries = [
        (Fill::Plain, "input"),
        (Fill::Total, "total of a node"),
        (Fill::Prefix, "what comes before a node"),
        (Fill::Result, "result"),
    ];
    picture.legend(&entries);
    picture.svg("The scan of Blelloch on eight numbers: up-sweep and down-sweep")
}

/// Three phases over tiles of two elements.
fn reduce_then_scan() -> String {
    let mut picture = Picture::of(8, 4);
    let totals: Vec<u32> = NUMBERS.chunks(2).map(|tile| tile.iter().sum()).collect();
    let prefixes: Vec<u32> = std::iter::once(0).chain(inclusive(&totals, 0)).take(4).collect();
    for (row, name) in ["input, in tiles", "1. reduce the tiles", "2. scan the totals", "3. scan the tiles"].iter().enumerate() {
        picture.name(row, name);
    }
    let between = |tile: usize, row: usize| {
        let ([left, y], [right, _]) = (middle(2 * tile, row), middle(2 * tile + 1, row));
        [(left + right) / 2.0, y]
    };
    let (below, above) = (CELL[1] / 2.0 + 2.0, CELL[1] / 2.0 + 3.0);
    for tile in 0..4 {
        let columns = [2 * tile, 2 * tile + 1];
        let (total, prefix) = (between(tile, 1), between(tile, 2));
        for (column, aside) in columns.into_iter().zip([-8.0, 8.0]) {
            let [x, y] = middle(column, 0);
            picture.cell(column, 0, Fill::Plain, &NUMBERS[column].to_string());
            picture.arrow([x, y + below], [total[0] + aside, total[1] - above]);
        }
        picture.cell_at(total, Fill::Total, &totals[tile].to_string());
        let shown = if tile == 0 { "–".to_owned() } else { prefixes[tile].to_string() };
        picture.cell_at(prefix, Fill::Prefix, &shown);
        if tile > 0 {
            let before = between(tile - 1, 1);
            picture.arrow([before[0] + 14.0, before[1] + below], [prefix[0] - 14.0, prefix[1] - above]);
            let before = between(tile - 1, 2);
            picture.arrow([before[0] + CELL[0] / 2.0 + 1.0, before[1]], [prefix[0] - CELL[0] / 2.0 - 2.0, prefix[1]]);
        }
        for ((column, sum), aside) in
            columns.into_iter().zip(inclusive(&NUMBERS[2 * tile..][..2], prefixes[tile])).zip([-8.0, 8.0])
        {
            let [x, y] = middle(column, 3);
            picture.arrow([prefix[0] + aside, prefix[1] + below], [x, y - above]);
            picture.cell(column, 3, Fill::Result, &sum.to_string());
        }
    }
    let entries = [
        (Fill::Plain, "input"),
        (Fill::Total, "total of a tile"),
        (Fill::Prefix, "what comes before a tile"),
        (Fill::Result, "result"),
    ];
    picture.legend(&entries);
    picture.svg("Reduce, then scan: three phases over tiles")
}

/// A moment of a single pass: one tile looks back.
fn lookback() -> String {
    /// What a tile has published.
    #[derive(Clone, Copy, PartialEq)]
    enum Status {
        Prefix,
        Aggregate,
        Nothing,
    }
    use Status::{Aggregate, Nothing, Prefix};

    let mut picture = Picture::new([MARGIN + 8.0 * PITCH[0], 284.0]);
    let tiles = [Prefix, Prefix, Aggregate, Aggregate, Nothing, Aggregate, Nothing, Nothing];
    let looking = 5;
    let sums = inclusive(&NUMBERS, 0);
    let y = [24.0, 88.0, 132.0];
    for (at, name) in [y[0], y[1], y[2]].into_iter().zip(["tiles, by ticket", "status", "value"]) {
        picture.text([0.0, at + 5.0], "start", GREY, name);
    }
    for (column, status) in tiles.into_iter().enumerate() {
        let x = middle(column, 0)[0];
        let (letter, fill, value) = match status {
            Prefix => ("P", Fill::Prefix, sums[column].to_string()),
            Aggregate => ("A", Fill::Total, NUMBERS[column].to_string()),
            Nothing => ("·", Fill::Plain, "·".to_owned()),
        };
        picture.cell_at([x, y[0]], if status == Prefix { Fill::Result } else { Fill::Plain }, &column.to_string());
        picture.cell_at([x, y[1]], fill, letter);
        picture.cell_at([x, y[2]], fill, &value);
        picture.line([x, y[0] + 16.0], [x, y[1] - 16.0], r#"stroke-width="1" stroke-dasharray="3 3""#);
    }
    // From the tile that looks to those before it, the nearest first, up to one whose prefix is known; one has published nothing yet.
    let from = middle(looking, 0)[0];
    let reached = (0..looking).rev().take_while(|tile| tiles[*tile] != Prefix).last().map_or(0, |tile| tile - 1);
    for (step, tile) in (reached..looking).rev().enumerate() {
        let (x, depth) = (middle(tile, 0)[0], 168.0 + 11.0 * step as f64);
        let start = from + 16.0 - 8.0 * step as f64;
        let top = y[2] + CELL[1] / 2.0;
        picture.add(&format!(
            r##"<path d="M{start} {} V{depth} H{x} V{}" fill="none" stroke="{GREY}" stroke-width="1.5" marker-end="url(#head)"/>"##,
            top + 2.0,
            top + 4.0
        ));
    }
    let says = [
        format!("Tile {looking} asks tile 4 (nothing yet: it asks again, or adds up tile 4 itself), 3, 2 and 1."),
        format!("Tile 1 knows its prefix, so there it ends: {} + 4 + 1 + 5 = {} comes before tile {looking}.", sums[1], sums[4]),
    ];
    for (line, text) in says.iter().enumerate() {
        picture.text([0.0, 226.0 + 20.0 * line as f64], "start", GREY, text);
    }
    let entries = [
        (Fill::Result, "done"),
        (Fill::Prefix, "P: prefix known"),
        (Fill::Total, "A: total known"),
        (Fill::Plain, "nothing known yet"),
    ];
    picture.legend(&entries);
    picture.svg("Decoupled look-back: a tile looks back at those before it")
}

/// A tile of a work-group, and a tile of a work-item.
fn tiles() -> String {
    let mut picture = Picture::new([MARGIN + 8.0 * PITCH[0], 222.0]);
    let (left, cell, gap) = (MARGIN + 8.0, [24.0, 26.0], 4.0);
    let mut row = |y: f64, title: [&str; 2], runs: usize, length: usize, name: &dyn Fn(usize) -> String, fill: Fill| {
        picture.text([0.0, y + 12.0], "start", GREY, title[0]);
        picture.text([0.0, y + 30.0], "start", GREY, title[1]);
        for run in 0..runs {
            let from = left + run as f64 * (length as f64 * (cell[0] + gap) + 12.0);
            for element in 0..length {
                picture.rectangle([from + element as f64 * (cell[0] + gap), y], cell, fill);
            }
            let width = length as f64 * (cell[0] + gap) - gap;
            picture.line([from, y + 34.0], [from + width, y + 34.0], r#"stroke-width="1.5""#);
            picture.text([from + width / 2.0, y + 50.0], "middle", GREY, &name(run));
        }
        let whole = runs as f64 * (length as f64 * (cell[0] + gap) + 12.0) - 12.0 - gap;
        picture.line([left, y + 60.0], [left + whole, y + 60.0], r#"stroke-width="1.5""#);
    };
    row(10.0, ["a GPU's tile", "is a work-group's"], 4, 3, &|run| format!("item {run}"), Fill::Total);
    row(130.0, ["a CPU's tile", "is a work-item's"], 3, 4, &|run| format!("vector {run}"), Fill::Prefix);
    picture.text([left, 90.0], "start", GREY, "each item has a run; the totals of runs meet in local memory");
    picture.text([left, 210.0], "start", GREY, "one vector after the other; the lanes of a vector at once");
    picture.svg("What a tile is on a GPU and on a CPU")
}
