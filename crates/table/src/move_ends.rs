//! Where a move leads, by its text alone.

/// The first and the last cell that a move in canonical text names; the first is empty where it names one alone.
#[must_use]
pub fn move_ends(text: &str) -> (String, String) {
    // A cell is a letter with digits behind it.
    let mut cells: Vec<String> = Vec::new();
    let mut before = None;
    for sign in text.chars() {
        match (before, cells.last_mut()) {
            (Some(letter), _) if sign.is_ascii_digit() && char::is_ascii_alphabetic(&letter) => {
                cells.push(format!("{letter}{sign}"));
            }
            (Some(digit), Some(cell)) if sign.is_ascii_digit() && char::is_ascii_digit(&digit) => {
                cell.push(sign);
            }
            _ => {}
        }
        before = Some(sign);
    }
    match &cells[..] {
        [] => (String::new(), String::new()),
        [only] => (String::new(), only.clone()),
        [first, .., last] => (first.clone(), last.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_moves_are_found() {
        let found = |text| {
            let (from, to) = move_ends(text);
            format!("{from} {to}")
        };
        assert_eq!(found("c2-c3"), "c2 c3");
        assert_eq!(found("c3xe5xg7"), "c3 g7");
        assert_eq!(found("e7-e8=Q"), "e7 e8");
        assert_eq!(found("A24-B13*"), "A24 B13");
        assert_eq!(found("D@f4"), " f4");
        assert_eq!(found("k10xk11"), "k10 k11");
        assert_eq!(found("pass"), " ");
    }
}
