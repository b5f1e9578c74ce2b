//! Time zones by name, from the data that the program brings along: what the machine has installed
//! makes no difference.

use std::sync::LazyLock;

use jiff::tz::{TimeZone, TimeZoneDatabase};

/// The most names that are proposed for one that no zone has.
const MOST_NAMES: usize = 3;
/// From how many letters on a city may be mistyped in two of them, and not in one only.
const LONG_NAME: usize = 8;

/// Abbreviations, in lower case, with a city where each is used. None of them says when summer time
/// begins, and those that the data know as zones of their own never have any.
const ABBREVIATIONS: [(&[&str], &str); 15] = [
    (&["est", "edt", "et", "est5edt"], "America/New_York"),
    (&["cst", "cdt", "ct", "cst6cdt"], "America/Chicago"),
    (&["mst", "mdt", "mt", "mst7mdt"], "America/Denver"),
    (&["pst", "pdt", "pt", "pst8pdt"], "America/Los_Angeles"),
    (&["akst", "akdt"], "America/Anchorage"),
    (&["hst"], "Pacific/Honolulu"),
    (&["cet", "cest", "met", "mest", "mez", "mesz"], "Europe/Berlin"),
    (&["eet", "eest"], "Europe/Helsinki"),
    (&["wet", "west"], "Europe/Lisbon"),
    (&["bst"], "Europe/London"),
    (&["msk"], "Europe/Moscow"),
    (&["ist"], "Asia/Kolkata"),
    (&["jst"], "Asia/Tokyo"),
    (&["aest", "aedt"], "Australia/Sydney"),
    (&["nzst", "nzdt"], "Pacific/Auckland"),
];

/// The reason why a text names no zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoZone {
    /// It is an offset from UTC, or an abbreviation that is used in this city.
    Offset(Option<&'static str>),
    /// It is none of the names; these come near, the nearest first. There may be none.
    Unknown(Vec<String>),
}

static ZONES: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);

/// The zone that somebody means by `Europe/Berlin`, `america/new york` or, where only one zone is
/// called after it, `Berlin`.
///
/// # Errors
/// Why it is none.
pub(crate) fn find_zone(typed: &str) -> Result<TimeZone, NoZone> {
    let typed = typed.trim().replace(' ', "_");
    let lower = typed.to_lowercase();
    if let Some(city) = offset(&lower) {
        return Err(NoZone::Offset(city));
    }
    if let Some(zone) = zone_called(&typed) {
        return Ok(zone);
    }
    let names: Vec<String> = ZONES.available().map(|name| name.to_string()).collect();
    let cities = || names.iter().filter(|name| city(name).to_lowercase() == city(&lower));
    let mut zones = cities().filter_map(|name| ZONES.get(name).ok());
    match (zones.next(), zones.next()) {
        (Some(zone), None) => Ok(zone),
        (Some(_), Some(_)) => Err(NoZone::Unknown(cities().take(MOST_NAMES).cloned().collect())),
        (None, _) => Err(NoZone::Unknown(nearest(&lower, &names))),
    }
}

/// The zone of exactly this name.
pub(crate) fn zone_called(name: &str) -> Option<TimeZone> {
    ZONES.get(name).ok()
}

/// The names of zones that have this text in lower case in them, in their order.
pub(crate) fn zones_with(lower: &str) -> Vec<String> {
    let names = ZONES.available().map(|name| name.to_string());
    // Abbreviations are names too, but know no summer time.
    let fits = |lower_name: String| lower_name.contains(lower) && offset(&lower_name).is_none();
    names.filter(|name| fits(name.to_lowercase())).collect()
}

/// Returns whether a text in lower case is an offset from UTC, and in which city it is used if it is an
/// abbreviation.
fn offset(lower: &str) -> Option<Option<&'static str>> {
    if let Some((_, city)) = ABBREVIATIONS.iter().find(|(short, _)| short.contains(&lower)) {
        return Some(Some(city));
    }
    let behind = lower.strip_prefix("utc").or_else(|| lower.strip_prefix("gmt")).unwrap_or(lower);
    let digits = behind.trim_start_matches('_').strip_prefix(['+', '-'])?;
    digits.trim_start_matches('_').starts_with(|c: char| c.is_ascii_digit()).then_some(None)
}

/// The last part of a name: `Berlin` of `Europe/Berlin`.
fn city(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// The names whose city a text in lower case was probably meant to spell. Names that merely resemble
/// it, as `Zurich` does `Munich`, are no help.
fn nearest(lower: &str, names: &[String]) -> Vec<String> {
    let typed = city(lower);
    let most = if typed.chars().count() < LONG_NAME { 1 } else { 2 };
    let slips = |name: &String| strsim::damerau_levenshtein(&city(name).to_lowercase(), typed);
    let mut near: Vec<(usize, &String)> = names.iter().map(|name| (slips(name), name)).collect();
    near.retain(|(slips, name)| *slips <= most && city(name).len() > 3);
    near.sort();
    near.into_iter().take(MOST_NAMES).map(|(_, name)| name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::{NoZone, find_zone};

    fn name(typed: &str) -> Option<String> {
        find_zone(typed).ok()?.iana_name().map(str::to_owned)
    }

    #[test]
    fn zones_are_found_as_people_type_them() {
        for (typed, zone) in [
            ("Europe/Berlin", "Europe/Berlin"),
            ("europe/berlin", "Europe/Berlin"),
            ("Berlin", "Europe/Berlin"),
            ("america/new york", "America/New_York"),
            ("kathmandu", "Asia/Kathmandu"),
            ("UTC", "UTC"),
        ] {
            assert_eq!(name(typed).as_deref(), Some(zone), "{typed}");
        }
    }

    #[test]
    fn what_is_no_zone_is_answered_with_names_near_to_it() {
        for (typed, near) in [("Europe/Berln", "Europe/Berlin"), ("Kathmandoo", "Asia/Kathmandu")] {
            let why = find_zone(typed).unwrap_err();
            let NoZone::Unknown(names) = why else { panic!("{typed}: {why:?}") };
            assert!(
                names.len() <= 3 && names.iter().any(|name| name == near),
                "{typed}: {names:?}"
            );
        }
        for typed in ["1234567890", "Germany", "Munich", "Europe/Munich", "XYZ", ""] {
            assert_eq!(find_zone(typed), Err(NoZone::Unknown(Vec::new())), "{typed}");
        }
    }

    #[test]
    fn offsets_and_abbreviations_are_answered_with_a_city() {
        for (typed, city) in [
            ("UTC+2", None),
            ("gmt -5", None),
            ("+02:00", None),
            ("EST", Some("America/New_York")),
            ("pst", Some("America/Los_Angeles")),
            ("HST", Some("Pacific/Honolulu")),
            ("CET", Some("Europe/Berlin")),
        ] {
            assert_eq!(find_zone(typed), Err(NoZone::Offset(city)), "{typed}");
        }
        for (_, city) in super::ABBREVIATIONS {
            assert_eq!(name(city).as_deref(), Some(city));
        }
    }
}
