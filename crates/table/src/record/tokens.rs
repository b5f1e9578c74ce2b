//! The form of a record: its tags line by line, then the words and braces of its plies and events,
//! each with the line on which it stands.

use std::collections::HashSet;

use dice::Secret;

use super::fault::{RecordError, excerpt};

/// A tag of the text, `[Name "value"]`, with the escapes in its value resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tag {
    pub(super) line: usize,
    pub(super) name: String,
    pub(super) value: String,
}

/// A word or a brace after the tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) line: usize,
    pub(super) kind: TokenKind<'a>,
}

/// The kind of a token in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind<'a> {
    /// Anything between spaces.
    Word(&'a str),
    /// The inside of `{…}`, a comment or a salt.
    Brace(&'a str),
    /// A `{` without its end.
    Unclosed,
}

/// Reads the tags at the beginning. Returns the tags before the first fault, the fault, the number
/// of the line after the tags, and the text from there on.
pub(super) fn tags(text: &str) -> (Vec<Tag>, Option<RecordError>, usize, &str) {
    let mut tags: Vec<Tag> = Vec::new();
    let mut names = HashSet::new();
    let (mut line, mut rest) = (1, text);
    while !rest.is_empty() {
        let (row, after) = rest.split_once('\n').unwrap_or((rest, ""));
        let row = row.trim_end();
        if !row.is_empty() {
            if !row.starts_with('[') {
                break;
            }
            let read = tag(row).and_then(|(name, value)| {
                if names.insert(name) {
                    Ok((name, value))
                } else {
                    Err(format!("the tag {} is given twice", excerpt(name)))
                }
            });
            match read {
                Ok((name, value)) => tags.push(Tag { line, name: name.to_owned(), value }),
                Err(what) => return (tags, Some(RecordError { line, what }), line, ""),
            }
        }
        line += 1;
        rest = after;
    }
    (tags, None, line, rest)
}

/// Reads one tag, `[Name "value"]`.
fn tag(row: &str) -> Result<(&str, String), String> {
    let no_tag = || format!("`{}` is no tag; a tag is [Name \"value\"]", excerpt(row));
    let inner = row.strip_prefix('[').and_then(|row| row.strip_suffix(']')).ok_or_else(no_tag)?;
    let (name, value) = inner.split_once(' ').ok_or_else(no_tag)?;
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if name.is_empty() || name.len() > 64 || !name.chars().all(is_allowed) {
        return Err(no_tag());
    }
    let quoted =
        value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).ok_or_else(no_tag)?;
    Ok((name, unescaped(quoted)?))
}

/// Resolves the escapes `\"` and `\\` in a value.
fn unescaped(quoted: &str) -> Result<String, String> {
    let mut value = String::with_capacity(quoted.len());
    let mut chars = quoted.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some(c @ ('"' | '\\')) => value.push(c),
                _ => return Err("a \\ in a value must be written \\\\, a \" must be \\\"".into()),
            },
            '"' => return Err("a \" in a value must be written \\\"".into()),
            c if c.is_control() => {
                return Err("a value cannot have control characters".into());
            }
            c => value.push(c),
        }
    }
    Ok(value)
}

/// Splits the text after the tags, whose first line has this number, into tokens.
pub(super) fn tokens(text: &str, first_line: usize) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let (mut line, mut rest) = (first_line, text);
    loop {
        // A no-break space parts words like any other.
        let trimmed = rest.trim_start();
        line += newlines(&rest[..rest.len() - trimmed.len()]);
        if trimmed.is_empty() {
            return tokens;
        }
        if let Some(inside) = trimmed.strip_prefix('{') {
            let Some((comment, after)) = inside.split_once('}') else {
                tokens.push(Token { line, kind: TokenKind::Unclosed });
                return tokens;
            };
            tokens.push(Token { line, kind: TokenKind::Brace(comment) });
            line += newlines(comment);
            rest = after;
        } else {
            let end = trimmed.find(|c: char| c.is_whitespace() || c == '{');
            let (word, after) = trimmed.split_at(end.unwrap_or(trimmed.len()));
            tokens.push(Token { line, kind: TokenKind::Word(word) });
            rest = after;
        }
    }
}

/// The number of line feeds in a text.
fn newlines(text: &str) -> usize {
    text.bytes().filter(|b| *b == b'\n').count()
}

/// Returns `true` if a value can be a hash or a dice secret: 64 small hex digits.
pub(super) fn is_hash(text: &str) -> bool {
    Secret::from_hex(text).is_some()
}
