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
    if 2 * (close - open) < text.len() {
        // Breaking a short tail of the line does not help.
        return line.to_owned();
    }
    let inner = filled(&split(&text[open + 1..close]), &format!("{indent}    "));
    let lines: String = inner.iter().map(|line| broken(line)).collect();
    format!("{}\n{lines}{indent}{}\n", &text[..=open], &text[close..])
}

/// The items between commas, each field on a line of its own, others as many as fit.
fn filled(items: &[&str], indent: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (position, item) in items.iter().enumerate() {
        let separator = if position + 1 < items.len() { "," } else { "" };
        match lines.last_mut() {
            Some(line) if !item.starts_with('.') && line.len() + item.len() + 2 <= WIDTH => {
                line.push_str(&format!(" {item}{separator}"));
            }
            _ => lines.push(format!("{indent}{item}{separator}")),
        }
    }
    lines.into_iter().map(|line| line + "\n").collect()
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

#[cfg(test)]
mod tests {
    use super::broken;

    #[track_caller]
    fn check(line: &str, expected: &str) {
        assert_eq!(broken(line), expected);
    }

    #[test]
    fn short_lines_stay() {
        check("    return f(a, b);\n", "    return f(a, b);\n");
    }

    #[test]
    fn fields_get_lines_and_elements_share_them() {
        let value = "self.coefficients[0] + other.coefficients[0]";
        let line = format!("    return (P){{.x = {value}, .list = {{{value}, {value}, {value}}}}};\n");
        let expected = format!(
            "    return (P){{\n        .x = {value},\n        .list = {{\n            {value}, {value},\n            {value}\n        }}\n    }};\n"
        );
        check(&line, &expected);
    }

    #[test]
    fn a_short_tail_is_not_broken() {
        let line = format!("    return {} ^ max(a, b);\n", "something_long + ".repeat(8));
        check(&line, &line);
    }
}
