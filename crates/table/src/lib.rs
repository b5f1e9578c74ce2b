//! A hosted game: its position, its log, its offer, and its record as text.
//!
//! From an offer to a record:
//!
//! ```
//! use dice::Secret;
//! use games::GameKind;
//! use martian_cake_table::{ Game, GameNo, NewGame, Occupant, OfferTerms, PlaceId, Platform, Stamp, record::Record, };
//!
//! let new = NewGame {
//!     no: GameNo(12),
//!     kind: GameKind::ALL[0],
//!     options: String::new(),
//!     place: PlaceId::channel(Platform::Local, "channel"),
//!     server: None,
//!     seats: vec![Occupant::Bot(1), Occupant::Bot(2)],
//!     terms: OfferTerms::default(),
//!     secret: Secret::from_bytes([7; 32]),
//!     salt: "m1".to_owned(),
//!     at: 0,
//! };
//! let mut game = Game::offer(new).expect("every game has default options");
//! game.start(|_| 0, Stamp { at: 1_000, salt: Some("m2") }).expect("all seats are taken");
//!
//! let typed = game.position().example_move().expect("a start has a legal move");
//! let mv = game.position().read(&typed).expect("an example reads back");
//! let added = game.play(&mv, false, Stamp { at: 2_000, salt: Some("m3") }).expect("it is legal");
//! assert!(added[0].event.is_ply());
//! assert_eq!(game.position().ply(), 1);
//!
//! let record = Record::of_game(&game);
//! assert!(record.to_text().ends_with("ongoing\n"));
//! assert_eq!(Record::parse(&record.to_text()), Ok(record));
//! ```

mod any_position;
mod area;
mod board_recipe;
mod card;
mod clocks;
mod confusables;
mod fight_tally;
mod forgotten;
mod game;
mod game_replay;
mod ids;
mod invisible;
mod key;
mod limits;
mod line;
mod log;
mod moderation;
mod move_ends;
mod names;
mod occupant;
mod offer;
mod pause;
mod person_rows;
pub mod picture;
mod place;
mod plan;
mod played_position;
mod players;
mod rated;
pub mod record;
mod replay;
mod span;
mod standings;
mod stored_plan;
mod text_form;
mod time_control;

pub use any_position::{AnyPosition, Explanation, LegalMove, NotPlayed};
pub use area::Area;
pub use board_recipe::{BoardRecipe, BoardReplay, ShownSeats};
pub use card::CardRecipe;
pub use clocks::{Claim, Clock, ClockEvent, Clocks, Run};
pub use confusables::{name_key, skeleton, without_piles};
pub use fight_tally::FightTally;
pub use forgotten::Forgotten;
pub use game::{
    ActionError, Answer, Followed, Game, HeldPlan, RestoreError, Stage, Stamp, StoredGame,
};
pub use game_replay::{GameReplay, ReplayRecipe};
pub use ids::{EditionNo, GameNo, IdError, MessageId, Person, PersonId, Platform, ServerId};
pub use invisible::{is_invisible, without_invisible};
pub use key::{Key, KeyError};
pub use limits::{
    MAX_MESSAGE, MAX_NAME, MAX_OFFERS, MAX_PLIES, MAX_RUNNING, OFFER_LIFE, SURE_WITHIN,
};
pub use line::Line;
pub use log::{LogEntry, LogEvent, Millis, PlyRoll};
pub use moderation::{Asked, Ban, BannedFrom, ModAct, ModEntry, ModWrite};
pub use move_ends::move_ends;
pub use names::{first_seen, harmless, is_nameless, plain_name, told_apart, unlinked};
pub use occupant::{ANYONE, BOT, Occupant};
pub use offer::{EventGame, NewGame, OfferTerms, SeatChoice};
pub use pause::{Pause, PauseCause, Paused, paused, runs_out};
pub use person_rows::{Setting, Vacation};
pub use picture::{Caption, Highlight};
pub use place::{PlaceId, PlaceKind};
pub use plan::{
    Continuation, LEGAL, MAX_PLAN_DEPTH, MAX_PLAN_NODES, MAX_PLAN_TEXT, Plan, PlanFault, PlanStep,
    PlayedPly, TypedClause, verdict_of, verdict_word,
};
pub use played_position::{PlayedPosition, sample_position, start_position};
pub use rated::{Correction, RatedGame, RatedPlayer, RatingArea, ScaleName, StoredRating};
pub use replay::{Proposal, Proposed, Replayed};
pub use span::{DAY, HOUR, MINUTE, SECOND, WEEK, parse_span, span_text};
pub use standings::Standing;
pub use stored_plan::StoredPlan;
pub use time_control::{
    LONGEST_BANK, LONGEST_MOVE, RATED_CLOCK, SHORTEST_TIME, TimeControl, TimeControlError,
};
