//! Values that are one text wherever they are stored or sent: that by which they are printed and read.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use super::{
    area::Area,
    ids::Platform,
    key::Key,
    rated::{RatingArea, ScaleName},
};

macro_rules! as_text {
    ($($name:ty),*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                String::deserialize(from)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

as_text!(Area, Key, Platform, RatingArea, ScaleName);
