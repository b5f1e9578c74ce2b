//! stub
mod dice;
