//! The parts of a move, read from its text: who moves, where to, and what else belongs to it.

/// The parts of a move in the order in which somebody chooses them: the man, as the square on which it
/// stands, `c2`, or as its letter if it comes from the hand, `D@`; the squares to which it goes; then
/// what else the move does, `=L`. A move without squares is one part.
pub(crate) fn parts(mv: &str) -> Vec<&str> {
    let mut words: Vec<&str> = mv.split_whitespace().collect();
    let Some(action) = words.pop() else { return Vec::new() };
    let mut parts = Vec::new();
    let mut rest = action;
    while let Some((part, after)) = first_square(rest) {
        parts.push(part);
        rest = after;
    }
    if parts.is_empty() || !rest.is_empty() {
        parts.push(rest);
    }
    // A merge leads where a step could lead as well.
    if let Some(at) = action.find('+') {
        parts.extend(action.get(at..=at));
    }
    parts.extend(words);
    parts
}

/// The square at the beginning of a text, behind the sign that leads to it, and what follows.
fn first_square(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_prefix(['-', 'x', '+']).unwrap_or(text);
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    if letters == 0 {
        return None;
    }
    let after = text.get(letters..)?;
    let digits = after.bytes().take_while(u8::is_ascii_digit).count();
    let end = letters + if after.starts_with('@') { 1 } else { digits };
    (end > letters).then(|| text.split_at(end))
}

/// The squares from which these moves lead, each once.
pub(crate) fn origins(moves: &[String]) -> Vec<String> {
    let mut squares: Vec<String> = Vec::new();
    for mv in moves {
        let man = parts(mv).first().copied().unwrap_or_default();
        let is_square = man.ends_with(|end: char| end.is_ascii_digit());
        if is_square && !squares.iter().any(|known| known == man) {
            squares.push(man.to_owned());
        }
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_has_a_man_its_way_and_what_else_it_does() {
        for (mv, expected) in [
            ("c2-c3", "c2 c3"),
            ("b5-b6=L", "b5 b6 =L"),
            ("A24xB41*", "A24 B41 *"),
            ("a2+b2", "a2 b2 +"),
            ("c3xe5xg7=Q", "c3 e5 g7 =Q"),
            ("@a6 =L c2d3=K", "c2 d3 =K @a6 =L"),
            ("D@f10", "D@ f10"),
            ("pass", "pass"),
            ("", ""),
        ] {
            assert_eq!(parts(mv).join(" "), expected, "{mv}");
        }
    }

    #[test]
    fn moves_lead_from_squares() {
        let moves = ["D@f3", "=L c2d3", "c2d4", "A24-B41", "pass"].map(str::to_owned);
        assert_eq!(origins(&moves), ["c2", "A24"]);
    }
}
