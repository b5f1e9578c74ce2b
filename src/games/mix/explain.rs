//! How the men move, in words and marks.
