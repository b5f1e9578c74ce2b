//! The page's own cases, from `tests/data/martian/`; its properties are in the modules below.

use super::*;
