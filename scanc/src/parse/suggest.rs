//! "Did you mean": the known word nearest to the one that was written.

/// The word of `known` within two edits of `written`, if `written` is long enough for that to mean something.
pub(crate) fn nearest<'a>(written: &str, known: &[&'a str]) -> Option<&'a str> {
    let limit = (written.chars().count() / 2).min(2);
    known.iter().map(|word| (distance(written, word), *word)).filter(|(edits, _)| *edits <= limit).min().map(|(_, word)| word)
}

/// The Levenshtein distance, one row of the table at a time.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (deleted, a) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = deleted + 1;
        for (j, b) in to.iter().enumerate() {
            let substituted = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: &[&str] = &["map", "device", "algorithm", "group_size"];

    fn check(written: &str, expected: Option<&str>) {
        assert_eq!(nearest(written, WORDS), expected, "{written}");
    }

    #[test]
    fn a_slip_is_recognised() {
        check("algoritm", Some("algorithm"));
        check("groupsize", Some("group_size"));
        check("devise", Some("device"));
        check("mpa", None);
        check("maps", Some("map"));
    }

    #[test]
    fn another_word_is_left_alone() {
        check("schedule", None);
        check("m", None);
        check("", None);
        check("größe", None);
    }

    #[test]
    fn distances() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("same", "same"), 0);
    }
}
