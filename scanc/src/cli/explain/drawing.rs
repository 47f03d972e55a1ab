//! The data's way through each loop, as one SVG: columns of boxes for inputs, elements, scans and outputs. The template has the style.

use super::facts::{FileFacts, LoopFacts};
use super::flow::{Node, Stage};
use super::text::wrapped;
use serde::Serialize;
use tera::{Context, Tera};

/// The size of the picture that it is made for; it may be shown at any.
const WIDTH: f64 = 800.0;
const MARGIN: f64 = 14.0;
/// Between columns.
const GAP: f64 = 34.0;
/// Between the boxes of a column: the arrow of what is carried goes there.
const BETWEEN: f64 = 28.0;
/// Between edges that go around boxes.
const LANE: f64 = 7.0;
/// A letter of the template's monospaced text, and a line of it.
const LETTER: f64 = 7.25;
const LINE: f64 = 16.0;
const PADDING: f64 = 8.0;

#[derive(Serialize)]
struct Picture {
    width: f64,
    height: f64,
    loops: Vec<Panel>,
}

/// A loop, from `y` on; what is in it counts from there.
#[derive(Serialize)]
struct Panel {
    y: f64,
    title: String,
    formula: Vec<Line>,
    boxes: Vec<Shape>,
    edges: Vec<String>,
    notes: Vec<Line>,
    height: f64,
}

#[derive(Serialize)]
struct Line {
    y: f64,
    text: String,
}

#[derive(Serialize)]
struct Shape {
    class: &'static str,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    title: Vec<Line>,
    lines: Vec<Line>,
    /// The arrow from an iteration to the next.
    carries: Option<String>,
}

/// All loops of some files, one below the other.
///
/// # Panics
/// If the template asks for what is not there: a mistake in this crate.
pub(super) fn svg(files: &[FileFacts]) -> String {
    let mut y = 0.0;
    let loops: Vec<Panel> = files.iter().flat_map(|file| &file.loops).map(|facts| panel(facts, &mut y)).collect();
    let picture = Picture { width: WIDTH, height: y + MARGIN, loops };
    let context = Context::from_serialize(&picture).expect("a picture is an object");
    Tera::one_off(include_str!("drawing.svg.tera"), &context, true).expect("the template has what it asks for")
}

fn panel(facts: &LoopFacts, y: &mut f64) -> Panel {
    let top = *y;
    let mut at = MARGIN + LINE;
    let title = format!("loop {} of {}, {}:{}", facts.number, facts.function, facts.at.file, facts.at.line);
    let formula = paragraph(facts.formula.iter().map(String::as_str), &mut at);
    at += BETWEEN;
    let mut boxes = boxes(&facts.flow.nodes);
    let tallest = Stage::ALL.map(|stage| column_height(&boxes, stage)).into_iter().fold(0.0, f64::max);
    for stage in Stage::ALL {
        let mut next = at + (tallest - column_height(&boxes, stage)) / 2.0;
        for shape in boxes.iter_mut().filter(|shape| shape.class == stage.word()) {
            shape.place(next);
            next += shape.height + BETWEEN;
        }
    }
    at += tallest;
    let mut lanes: Vec<usize> = Vec::new();
    let edges = facts.flow.edges.iter().map(|&(from, to)| {
        let (left, right) = (&boxes[from], &boxes[to]);
        if is_next(&boxes, left, right) {
            return straight(left, right);
        }
        let lane = lanes.iter().position(|known| *known == from).unwrap_or_else(|| {
            lanes.push(from);
            lanes.len() - 1
        });
        around(left, right, (lane + 1) as f64 * LANE, at)
    });
    let edges = edges.collect();
    at += lanes.len() as f64 * LANE + LINE / 2.0;
    let passes = facts.passes.iter().map(|passes| format!("passes, {}: {}", passes.of, passes.says));
    let moves = facts.moves.iter().map(|moves| format!("moves: {moves}").replace('`', ""));
    let notes: Vec<String> = std::iter::once(facts.shape.replace('`', "")).chain(moves).chain(passes).collect();
    let notes = paragraph(notes.iter().map(String::as_str), &mut at);
    *y = top + at + LINE;
    Panel { y: top, title: clean(&title), formula, boxes, edges, notes, height: at }
}

/// Lines over the whole width, from `at` on, which then is behind them.
fn paragraph<'a>(texts: impl Iterator<Item = &'a str>, at: &mut f64) -> Vec<Line> {
    let letters = ((WIDTH - 2.0 * MARGIN) / LETTER) as usize;
    let mut line = |text: &String| {
        *at += LINE;
        Line { y: *at, text: clean(text) }
    };
    texts.flat_map(|text| wrapped(text, letters)).map(|text| line(&text)).collect()
}

/// A box for each node, at the left of its column.
fn boxes(nodes: &[Node]) -> Vec<Shape> {
    /// How wide a column is beside the others.
    fn share(stage: Stage) -> f64 {
        match stage {
            Stage::Input => 1.0,
            Stage::Element => 1.25,
            Stage::Scan => 1.25,
            Stage::Output => 1.2,
        }
    }
    let used: Vec<Stage> = Stage::ALL.into_iter().filter(|stage| nodes.iter().any(|node| node.stage == *stage)).collect();
    let all: f64 = used.iter().map(|stage| share(*stage)).sum();
    let unit = (WIDTH - 2.0 * MARGIN - GAP * used.len().saturating_sub(1) as f64) / all;
    let left = |stage: Stage| {
        let before = used.iter().take_while(|other| **other != stage);
        before.fold(MARGIN, |x, other| x + share(*other) * unit + GAP)
    };
    nodes.iter().map(|node| Shape::of(node, left(node.stage), share(node.stage) * unit)).collect()
}

impl Shape {
    fn of(node: &Node, x: f64, width: f64) -> Self {
        let letters = ((width - 2.0 * PADDING) / LETTER) as usize;
        let mut y = PADDING - 4.0;
        let mut lines = |text: &str| -> Vec<Line> {
            let lines = wrapped(text, letters).into_iter().flat_map(|line| cut(&line, letters));
            let place = |text: String| {
                y += LINE;
                Line { y, text: clean(&text) }
            };
            lines.map(place).collect()
        };
        let title = lines(&node.title);
        let lines: Vec<Line> = node.lines.iter().flat_map(|text| lines(text)).collect();
        let height = LINE * (title.len() + lines.len()) as f64 + 2.0 * PADDING;
        Self { class: node.stage.word(), x, y: 0.0, width, height, title, lines, carries: None }
    }

    fn place(&mut self, y: f64) {
        self.y = y;
        self.title.iter_mut().chain(&mut self.lines).for_each(|line| line.y += y);
        if self.class == Stage::Scan.word() {
            let (right, left) = (self.x + self.width - 24.0, self.x + 24.0);
            let above = y - 14.0;
            self.carries = Some(format!("M{right:.1} {y:.1} V{above:.1} H{left:.1} V{:.1}", y - 2.0));
        }
    }
}

fn column_height(boxes: &[Shape], stage: Stage) -> f64 {
    let heights = boxes.iter().filter(|shape| shape.class == stage.word()).map(|shape| shape.height + BETWEEN);
    (heights.sum::<f64>() - BETWEEN).max(0.0)
}

/// Whether no column is between two boxes.
fn is_next(boxes: &[Shape], from: &Shape, to: &Shape) -> bool {
    !boxes.iter().any(|between| from.x < between.x && between.x < to.x)
}

/// Where edges leave a box and reach another.
fn ends(from: &Shape, to: &Shape) -> [f64; 4] {
    [from.x + from.width, from.y + from.height / 2.0, to.x - 2.0, to.y + to.height / 2.0]
}

/// From a box to one in the next column.
fn straight(from: &Shape, to: &Shape) -> String {
    let [x1, y1, x2, y2] = ends(from, to);
    let middle = GAP / 2.0;
    format!("M{x1:.1} {y1:.1} C{:.1} {y1:.1} {:.1} {y2:.1} {x2:.1} {y2:.1}", x1 + middle, x2 - middle)
}

/// From a box to one behind other columns, so far below the lowest box, whose end is `bottom`.
fn around(from: &Shape, to: &Shape, lane: f64, bottom: f64) -> String {
    let [x1, y1, x2, y2] = ends(from, to);
    // Between columns there is room for so many.
    let aside = lane.min(GAP - 2.0 * LANE);
    format!("M{x1:.1} {y1:.1} H{:.1} V{:.1} H{:.1} V{:.1} H{x2:.1}", x1 + aside, bottom + lane, x2 - GAP + aside, y2 + LANE)
}

/// Pieces of a word that is too long for a box.
fn cut(word: &str, letters: usize) -> Vec<String> {
    let all: Vec<char> = word.chars().collect();
    all.chunks(letters.max(1)).map(|piece| piece.iter().collect()).collect()
}

/// Without letters that XML does not know.
fn clean(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}
