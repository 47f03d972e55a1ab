//! S-expressions: what a solver answers in.

/// An atom or a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sexpr {
    Atom(String),
    List(Vec<Sexpr>),
}

impl Sexpr {
    /// The list's elements; none of an atom.
    pub(super) fn elements(&self) -> &[Self] {
        match self {
            Self::Atom(_) => &[],
            Self::List(elements) => elements,
        }
    }

    /// The atom's text.
    pub(super) fn atom(&self) -> Option<&str> {
        match self {
            Self::Atom(text) => Some(text),
            Self::List(_) => None,
        }
    }

    /// A number without a sign: `#x0f`, `#b0101`, `(_ bv15 8)`.
    pub(super) fn number(&self) -> Option<u64> {
        match self {
            Self::Atom(text) => match text.split_at_checked(2)? {
                ("#x", digits) => u64::from_str_radix(digits, 16).ok(),
                ("#b", digits) => u64::from_str_radix(digits, 2).ok(),
                _ => None,
            },
            Self::List(elements) => elements.get(1)?.atom()?.strip_prefix("bv")?.parse().ok(),
        }
    }
}

/// All expressions in `text`, up to the first that is not complete.
pub(super) fn parse(text: &str) -> Vec<Sexpr> {
    let mut open: Vec<Vec<Sexpr>> = vec![Vec::new()];
    for token in tokens(text) {
        match token.as_str() {
            "(" => open.push(Vec::new()),
            ")" => {
                let Some(closed) = open.pop().filter(|_| !open.is_empty()) else {
                    return Vec::new();
                };
                open.last_mut().expect("the outer list").push(Sexpr::List(closed));
            }
            _ => open.last_mut().expect("the outer list").push(Sexpr::Atom(token)),
        }
    }
    open.swap_remove(0)
}

fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '(' | ')' => tokens.push(letter.to_string()),
            '"' | '|' => tokens.push(letters.by_ref().take_while(|other| *other != letter).collect()),
            ';' => drop(letters.by_ref().find(|other| *other == '\n')),
            _ if letter.is_whitespace() => {}
            _ => {
                let mut atom = letter.to_string();
                while let Some(next) = letters.next_if(|next| !next.is_whitespace() && !"()\"|;".contains(*next)) {
                    atom.push(next);
                }
                tokens.push(atom);
            }
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_with_values() {
        let found = parse("sat ; a comment )\n((a_0 #x0f)\n (a_1 (_ bv255 8)) (b true) (|c d| #b101))");
        assert_eq!(found[0], Sexpr::Atom("sat".to_owned()));
        let values: Vec<_> = found[1].elements().iter().map(|pair| pair.elements()[1].number()).collect();
        assert_eq!(values, [Some(15), Some(255), None, Some(5)]);
        assert_eq!(found[1].elements()[3].elements()[0].atom(), Some("c d"));
    }

    #[test]
    fn what_is_broken_gives_what_was_whole() {
        assert_eq!(parse("timeout\n(error \"no ) model"), [Sexpr::Atom("timeout".to_owned())]);
        assert_eq!(parse(")"), []);
        assert_eq!(parse(""), []);
    }
}
