//! The rules in short.
