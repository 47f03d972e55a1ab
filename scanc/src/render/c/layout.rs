//! Long lines of declared functions, broken as a person would.

/// Lines longer than this are broken.
const WIDTH: usize = 110;

/// `line`, with the fields of a struct literal, or the arguments of a call, on lines of their own where it is too long.
///
/// The line ends in a newline. What is broken stands in the last pair of braces or parentheses that closes right before the `;`.
pub(super) fn broken(line: &str) -> String {
    if line.len() <= WIDTH {
        return line.to_owned();
    }
    let text = line.trim_end();
    let Some((open, close)) = outermost(text) else { return line.to_owned() };
    let indent = " ".repeat(text.len() - text.trim_start().len());
    let items = split(&text[open + 1..close]);
    if items.len() < 2 {
        return line.to_owned();
    }
    let separator = |position: usize| if position + 1 < items.len() { "," } else { "" };
    let lines = items.iter().enumerate().map(|(position, item)| format!("{indent}    {item}{}\n", separator(position)));
    let lines: String = lines.map(|line| broken(&line)).collect();
    format!("{}\n{lines}{indent}{}\n", &text[..=open], &text[close..])
}

/// The brackets that enclose the most, and what is behind which is only punctuation.
fn outermost(text: &str) -> Option<(usize, usize)> {
    let mut open = Vec::new();
    let mut found = None;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '{' | '[' => open.push(at),
            ')' | '}' | ']' => {
                let start = open.pop()?;
                let last = text[at + 1..].chars().all(|letter| matches!(letter, ')' | '}' | ';' | ','));
                if letter != ']' && last && split(&text[start + 1..at]).len() > 1 {
                    found = Some((start, at));
                }
            }
            _ => {}
        }
    }
    found
}

/// What stands between the commas that are in no brackets.
fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut items) = (0usize, 0, Vec::new());
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                items.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    items.push(text[start..].trim());
    items
}
