//! The least age of an account for the rated games of a server.

use table::{DAY, Millis, PersonId, ServerId, parse_span};

use super::asked::{Asked, Read};
use crate::{
    handling::{
        context::Context,
        step::{Handled, InternalError},
    },
    text,
    world::{World, scopes},
};

/// The key of the least age, in days.
const MIN_AGE: &str = "rated_min_age_days";
/// The greatest age that a server can ask for, in days.
const MOST_DAYS: u32 = 3_650;

/// Returns how old accounts have to be for rated games of a server: how many days, and how long this one still
/// lacks at an instant; `None` if it may play. An account of which nobody knows when it was made may.
///
/// # Errors
/// [`InternalError`] if the store cannot be read.
pub(crate) fn too_new(
    world: &dyn World,
    who: &PersonId,
    server: Option<&ServerId>,
) -> Result<Option<(u32, Millis)>, InternalError> {
    let least = min_age(world, &scopes::of_server(server))?;
    let Some(made) = who.made_at() else { return Ok(None) };
    let left = made.saturating_add(Millis::from(least) * DAY).saturating_sub(world.now());
    Ok((left > 0).then_some((least, left)))
}

fn min_age(world: &dyn World, scope: &str) -> Result<u32, InternalError> {
    let days = world.setting(scope, MIN_AGE)?.and_then(|text| text.parse().ok());
    Ok(days.unwrap_or(0))
}

pub(super) fn show_min_age(ctx: Context<'_>, scope: &str) -> Result<String, InternalError> {
    Ok(text::rated_min_age_shown(min_age(ctx.world, scope)?))
}

pub(super) fn read_min_age(asked: Asked<'_>) -> Handled<Read> {
    let lower = asked.lower();
    let days = if matches!(&*lower, "off" | "none" | "0") { Some(0) } else { days(&lower) };
    asked.or_unread(
        days.map(|days| Read::one(MIN_AGE, days.to_string(), text::rated_min_age_is_set(days))),
    )
}

/// A whole number of days in `30d`, `2 weeks` or `30`.
fn days(typed: &str) -> Option<u32> {
    let plain = typed.bytes().all(|byte| byte.is_ascii_digit());
    let span = if plain { parse_span(&format!("{typed}d"))? } else { parse_span(typed)? };
    let days = (span % DAY == 0).then(|| u32::try_from(span / DAY).ok()).flatten()?;
    (days <= MOST_DAYS).then_some(days)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::NewWorld;
    use table::{Platform, Setting};

    #[test]
    fn an_account_that_is_too_new_has_to_wait() {
        let (world, server) = (NewWorld::default(), ServerId::new(Platform::Discord, "7"));
        // Made on 30 April 2016.
        let who = PersonId::new(Platform::Discord, "175928847299117063");
        let made = who.made_at().unwrap();
        world.now.set(made + 10 * DAY);
        assert_eq!(too_new(&world, &who, Some(&server)).unwrap(), None, "nothing is set");
        let scope = scopes::of_server(Some(&server));
        world.set(&Setting { scope, key: MIN_AGE.to_owned(), value: Some("30".to_owned()) });
        assert_eq!(too_new(&world, &who, Some(&server)).unwrap(), Some((30, 20 * DAY)));
        assert_eq!(too_new(&world, &who, None).unwrap(), None, "another server asks for nothing");
        world.now.set(made + 30 * DAY);
        assert_eq!(too_new(&world, &who, Some(&server)).unwrap(), None);
        let of_page = PersonId::new(Platform::Local, "ann");
        assert_eq!(too_new(&world, &of_page, Some(&server)).unwrap(), None);
    }

    #[test]
    fn an_age_is_read_as_people_type_it() {
        for (typed, read) in [("30d", 30), ("2 weeks", 14), ("7", 7), ("3650d", 3_650)] {
            assert_eq!(days(typed), Some(read), "{typed}");
        }
        for typed in ["", "1.5d", "4000d", "soon", "-3d", "36h"] {
            assert_eq!(days(typed), None, "{typed}");
        }
    }
}
