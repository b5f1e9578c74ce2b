//! Scripts and styles without what only their readers need.

use std::borrow::Cow;

/// A script or a style sheet without lines of comments and without indentation. Lines keep their numbers, so that a
/// fault is found where it is told. What might have a text of several lines stays as it is.
pub(super) fn slim(text: &'static str) -> Cow<'static, str> {
    let mut slim = String::with_capacity(text.len());
    let mut in_comment = false;
    for line in text.lines().map(str::trim) {
        let opens = !in_comment && line.starts_with("/*");
        // The sign that opens one does not close it.
        let from = if opens { 2 } else { 0 };
        let ends = line.get(from..).and_then(|rest| rest.find("*/")).map(|at| from + at + 2);
        if opens || in_comment {
            in_comment = ends.is_none();
            // Behind the comment stands what it is about.
            if ends.is_some_and(|end| end < line.len()) {
                slim.push_str(if opens { line } else { return Cow::Borrowed(text) });
            }
        } else if !line.starts_with("//") {
            if line.matches('`').count() % 2 == 1 || line.ends_with('\\') {
                return Cow::Borrowed(text);
            }
            slim.push_str(line);
        }
        slim.push('\n');
    }
    Cow::Owned(slim)
}

#[cfg(test)]
mod tests {
    use super::slim;

    #[test]
    fn comments_of_whole_lines_and_indentation_go() {
        let script = "\
// Says hello.
import { a } from \"./a.js\"; // of a

/**
 * Says it.
 * @param {string} b
 */
export function hello(b) {
  /** @type {Map<string, string>} */
  const c = new Map(); /* of
  */
  /* kept: */ const d = `${b} // no comment`;
  return a
    * 2;
}
/* The end. */
";
        let slimmed = "\n\
import { a } from \"./a.js\"; // of a





export function hello(b) {

const c = new Map(); /* of
*/
/* kept: */ const d = `${b} // no comment`;
return a
* 2;
}

";
        assert_eq!(slim(script), slimmed);
        assert_eq!(slim("  a { b: c; }\n/* d\n  e */\n  f {}\n"), "a { b: c; }\n\n\nf {}\n");
    }

    #[test]
    fn what_may_have_a_text_of_several_lines_stays_as_it_is() {
        for text in [
            "const a = `one\n  // two`;\n",
            "const a = \"one\\\n  two\";\n",
            "/*\n*/ const a = 1;\n",
        ] {
            assert_eq!(slim(text), text);
        }
    }
}
