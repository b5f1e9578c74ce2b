//! From where moves lead, read from their text.

/// The squares from which these moves lead, each once: letters and digits at the beginning.
pub(super) fn origins(moves: &[String]) -> Vec<String> {
    let mut squares: Vec<String> = Vec::new();
    for mv in moves {
        let letters = mv.bytes().take_while(u8::is_ascii_lowercase).count();
        let digits = mv.bytes().skip(letters).take_while(u8::is_ascii_digit).count();
        let square = mv.get(..letters + digits).unwrap_or_default();
        if letters > 0 && digits > 0 && !squares.iter().any(|known| known == square) {
            squares.push(square.to_owned());
        }
    }
    squares
}
