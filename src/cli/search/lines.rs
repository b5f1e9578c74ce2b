//! Reads the output of another program line by line.

use std::io::{self, BufRead};

/// The greatest number of bytes of a line that are read; the rest of a longer line is dropped.
const MAX_LINE: usize = 4096;

/// The next line without its end; `None` at the end of the input. Bytes that are not UTF-8 become
/// replacement characters.
pub(super) fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let mut any = false;
    loop {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            break;
        }
        any = true;
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        let room = MAX_LINE.saturating_sub(line.len()).min(part.len());
        line.extend_from_slice(&part[..room]);
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(any.then(|| String::from_utf8_lossy(&line).trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_and_strange_bytes_survived() {
        let mut input: &[u8] = b"one\r\n\n\xff\xfe\nlast";
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input).unwrap() {
            lines.push(line);
        }
        assert_eq!(lines, ["one", "", "\u{fffd}\u{fffd}", "last"]);
        let long = vec![b'x'; 100_000];
        assert_eq!(next_line(&mut long.as_slice()).unwrap().unwrap().len(), MAX_LINE);
    }
}
