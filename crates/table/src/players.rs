//! Who plays in a hosted game, and who it waits for.

use games::{Seat, SeatSet};

use super::{
    game::Game,
    ids::{Person, PersonId},
    log::LogEvent,
    occupant::Occupant,
};

impl Game {
    /// The seat of a person; the first one if they play several, `None` if they play none.
    #[must_use]
    pub fn seat_of(&self, person: &PersonId) -> Option<Seat> {
        self.seats_of(person).next()
    }

    /// All seats of a person.
    pub fn seats_of<'a>(&'a self, person: &'a PersonId) -> impl Iterator<Item = Seat> + 'a {
        self.seats().iter().zip(0..).filter_map(move |(occupant, index)| match occupant {
            Occupant::Person(sits) if sits.id == *person => Seat::from_index(index),
            _ => None,
        })
    }

    /// Returns `true` if this person plays, and none of their seats is in the game any more.
    #[must_use]
    pub fn has_left(&self, person: &PersonId) -> bool {
        let active = self.position().active();
        let mut seats = self.seats_of(person).peekable();
        self.is_running() && seats.peek().is_some() && seats.all(|seat| !active.contains(seat))
    }

    /// Returns who is on the seat; [`Occupant::Open`] for a seat that the game does not have.
    #[must_use]
    pub fn occupant(&self, seat: Seat) -> &Occupant {
        self.seats().get(seat.index()).unwrap_or(&Occupant::Open)
    }

    /// Returns `true` if the same person sits on both of these seats.
    #[must_use]
    pub fn is_same_person(&self, seat: Seat, other: Seat) -> bool {
        match (self.occupant(seat), self.occupant(other)) {
            (Occupant::Person(one), Occupant::Person(two)) => one.id == two.id,
            _ => false,
        }
    }

    /// The seats on which people sit, with those people.
    pub fn people(&self) -> impl Iterator<Item = (Seat, &Person)> {
        self.seats().iter().zip(0..).filter_map(|(occupant, index)| match occupant {
            Occupant::Person(person) => Some((Seat::from_index(index)?, person)),
            Occupant::Asked(_) | Occupant::Bot(_) | Occupant::Open => None,
        })
    }

    /// The people who sit on seats that have not left the game.
    pub fn active_people(&self) -> impl Iterator<Item = (Seat, &Person)> {
        let active = self.position().active();
        self.people().filter(move |(seat, _)| active.contains(*seat))
    }

    /// Returns `true` if everyone who is to play has sat down.
    #[must_use]
    pub fn is_full(&self) -> bool {
        !self.seats().iter().any(|occupant| matches!(occupant, Occupant::Asked(_) | Occupant::Open))
    }

    /// Returns `true` if a seat has moved, or has begun to arrange its men.
    #[must_use]
    pub fn has_acted(&self, seat: Seat) -> bool {
        self.log().iter().any(|entry| match &entry.event {
            LogEvent::Ply { seat: one, .. }
            | LogEvent::Draft(one, _)
            | LogEvent::Army { seat: one, .. }
            | LogEvent::Place(one, _)
            | LogEvent::Hold(one) => *one == seat,
            _ => false,
        })
    }

    /// The bot's level if the seat to move of a running game is a bot's.
    #[must_use]
    pub fn bot_to_move(&self) -> Option<u8> {
        let plays = self.is_running() && self.position().arranging().is_none();
        match (plays, self.occupant(self.position().to_move())) {
            (true, Occupant::Bot(level)) => Some(*level),
            _ => None,
        }
    }

    /// The person whose turn led to the present one: of those who still play, or of all if nobody does,
    /// the one who sits nearest before the seat to move. `None` if no person sits in the game.
    #[must_use]
    pub fn person_before(&self) -> Option<&Person> {
        let (active, to_move) = (self.position().active(), self.position().to_move().index());
        let nearness = |seat: Seat| (active.contains(seat), seat.index() < to_move, seat.index());
        self.people().max_by_key(|(seat, _)| nearness(*seat)).map(|(_, person)| person)
    }

    /// Returns `true` if it is this person's turn in a running game.
    #[must_use]
    pub fn waits_for(&self, person: &PersonId) -> bool {
        let awaits = self.position().awaits();
        self.is_running() && self.seats_of(person).any(|seat| awaits.contains(seat))
    }

    /// Returns `true` if every seat has moved at least once, or has left.
    #[must_use]
    pub fn all_have_moved(&self) -> bool {
        let events = self.log().iter().map(|entry| &entry.event);
        let counted = events.filter(|event| event.is_ply() || event.leaver().is_some());
        let moved: SeatSet = counted.filter_map(LogEvent::seat).collect();
        Seat::all(self.position().n_seats()).all(|seat| moved.contains(seat))
    }

    /// The seat at the bottom of the picture that everyone sees: in a game with one person theirs,
    /// in any other game the seat to move.
    #[must_use]
    pub fn facing(&self) -> Seat {
        self.lone_person().unwrap_or_else(|| self.position().to_move())
    }

    /// The seat at the bottom of every picture of a replay: in a game with one person theirs, in any other
    /// game the first.
    #[must_use]
    pub fn replay_facing(&self) -> Seat {
        self.lone_person().unwrap_or(Seat::FIRST)
    }

    /// The seat of the person who plays bots alone.
    fn lone_person(&self) -> Option<Seat> {
        let mut people = self.people();
        people.next().filter(|_| people.next().is_none()).map(|(seat, _)| seat)
    }
}
