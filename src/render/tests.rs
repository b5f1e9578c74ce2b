use super::*;
use crate::scene;

#[path = "samples.rs"]
mod samples;
