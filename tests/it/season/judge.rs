//! A second judge of clocks. It knows what has happened, from those who let it happen, and the rules as
//! players read them; it asks nothing of the program, and goes through each run piece by piece.

use std::collections::BTreeMap;

use table::{DAY, HOUR, Millis};

use super::people::Quiet;

/// How much time a game gives.
#[derive(Clone, Copy, Debug)]
pub(super) enum Control {
    None,
    PerMove(Millis),
    Bank(Millis, Millis),
}

/// A time from an instant to another, which may not be known yet.
type Span = (Millis, Option<Millis>);

/// Why a clock stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stands {
    No,
    Outage,
    Vacation,
}

/// The clock of one seat.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    pub(super) person: usize,
    pub(super) left: Millis,
    pub(super) run: Option<Run>,
    /// What was not counted so far: by outages, and by vacations outside of them.
    pub(super) outage: Millis,
    pub(super) vacation: Millis,
}

/// A clock that runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) since: Millis,
    /// How many of its reminders are done.
    reminded: usize,
    /// Whether time was given since, which moves the reminders.
    is_given: bool,
    /// When it is over, as far as that was asked for since anything changed.
    deadline: Option<Option<Millis>>,
}

/// The clocks of a game.
#[derive(Clone, Debug)]
struct Game {
    channel: usize,
    control: Control,
    clocks: Vec<Clock>,
}

/// What happened, and what follows from it.
#[derive(Debug, Default)]
pub(super) struct Judge {
    games: BTreeMap<usize, Game>,
    platform: Vec<Span>,
    channels: BTreeMap<usize, Vec<Span>>,
    away: BTreeMap<usize, Vec<Span>>,
}

/// Begins a time, unless one goes on.
fn begin(spans: &mut Vec<Span>, at: Millis) {
    if !spans.iter().any(|(_, to)| to.is_none()) {
        spans.push((at, None));
    }
}

/// Ends the time that goes on.
fn end(spans: &mut [Span], at: Millis) {
    spans.iter_mut().filter(|(_, to)| to.is_none()).for_each(|(_, to)| *to = Some(at));
}

fn covers(spans: &[Span], at: Millis) -> bool {
    spans.iter().any(|(from, to)| *from <= at && to.is_none_or(|to| at < to))
}

impl Judge {
    pub(super) fn begin_game(
        &mut self,
        game: usize,
        channel: usize,
        control: Control,
        people: &[usize],
    ) {
        let left = match control {
            Control::None => 0,
            Control::PerMove(time) => time,
            Control::Bank(bank, _) => bank,
        };
        let clock = |&person| Clock { person, left, run: None, outage: 0, vacation: 0 };
        let clocks = people.iter().map(clock).collect();
        self.games.insert(game, Game { channel, control, clocks });
    }

    pub(super) fn clocks(&self, game: usize) -> &[Clock] {
        &self.games[&game].clocks
    }

    /// Nothing can be heard or said from then on, or again.
    pub(super) fn lost(&mut self, at: Millis) {
        begin(&mut self.platform, at);
        self.forget_deadlines();
    }

    pub(super) fn back(&mut self, at: Millis) {
        end(&mut self.platform, at);
        self.forget_deadlines();
    }

    /// The same in one channel.
    pub(super) fn closed(&mut self, channel: usize, at: Millis) {
        begin(self.channels.entry(channel).or_default(), at);
        self.forget_deadlines();
    }

    pub(super) fn open(&mut self, channel: usize, at: Millis) {
        end(self.channels.entry(channel).or_default(), at);
        self.forget_deadlines();
    }

    /// A person is on vacation.
    pub(super) fn leaves(&mut self, person: usize, from: Millis, to: Millis) {
        self.away.entry(person).or_default().push((from, Some(to)));
        self.forget_deadlines();
    }

    /// A person is back before the end of the vacation.
    pub(super) fn returns(&mut self, person: usize, at: Millis) {
        let away = self.away.entry(person).or_default();
        let present = away.iter_mut().filter(|(from, to)| *from <= at && *to > Some(at));
        present.for_each(|(_, to)| *to = Some(at));
        self.forget_deadlines();
    }

    pub(super) fn is_away(&self, person: usize, at: Millis) -> bool {
        self.away.get(&person).is_some_and(|away| covers(away, at))
    }

    /// All outages of the platform, those that touch made one.
    pub(super) fn outages(&self) -> Vec<(Millis, Millis)> {
        let mut joined: Vec<(Millis, Millis)> = Vec::new();
        let mut all: Vec<(Millis, Millis)> =
            self.platform.iter().map(|(from, to)| (*from, to.expect("it is over"))).collect();
        all.sort_unstable();
        for (from, to) in all {
            match joined.last_mut() {
                Some((_, end)) if from <= *end => *end = to.max(*end),
                _ => joined.push((from, to)),
            }
        }
        joined
    }

    fn forget_deadlines(&mut self) {
        let clocks = self.games.values_mut().flat_map(|game| &mut game.clocks);
        clocks.filter_map(|clock| clock.run.as_mut()).for_each(|run| run.deadline = None);
    }

    /// Returns whether a clock of this game and person stands at an instant.
    fn stands(&self, game: &Game, person: usize, at: Millis) -> Stands {
        let in_channel = self.channels.get(&game.channel).is_some_and(|spans| covers(spans, at));
        if covers(&self.platform, at) || in_channel {
            Stands::Outage
        } else if self.is_away(person, at) {
            Stands::Vacation
        } else {
            Stands::No
        }
    }

    /// The instants behind this one at which it may begin or end that such a clock stands.
    fn edges(&self, game: &Game, person: usize, from: Millis) -> Vec<Millis> {
        let none = Vec::new();
        let channel = self.channels.get(&game.channel).unwrap_or(&none);
        let away = self.away.get(&person).unwrap_or(&none);
        let spans = self.platform.iter().chain(channel).chain(away);
        let edges = spans.flat_map(|(from, to)| [Some(*from), *to]).flatten();
        let mut edges: Vec<Millis> = edges.filter(|edge| *edge > from).collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// For how long a clock runs and stands between two instants: counted, by outages, by vacations.
    fn parts(&self, game: &Game, person: usize, (from, to): (Millis, Millis)) -> [Millis; 3] {
        let mut parts = [0; 3];
        let mut at = from;
        let edges = self.edges(game, person, from).into_iter().filter(|edge| *edge < to);
        for next in edges.chain([to]) {
            let part = match self.stands(game, person, at) {
                Stands::No => 0,
                Stands::Outage => 1,
                Stands::Vacation => 2,
            };
            parts[part] += (next - at).max(0);
            at = next;
        }
        parts
    }

    /// Returns when a clock that has run since an instant has run for so long; `None` if nobody knows that.
    fn after(&self, game: &Game, person: usize, since: Millis, time: Millis) -> Option<Millis> {
        let (mut at, mut left) = (since, time);
        for next in self.edges(game, person, since) {
            if self.stands(game, person, at) == Stands::No {
                if left <= next - at {
                    return Some(at + left);
                }
                left -= next - at;
            }
            at = next;
        }
        (self.stands(game, person, at) == Stands::No).then_some(at + left)
    }

    /// The board that asks a seat for a move has reached the platform.
    pub(super) fn asked(&mut self, game: usize, seat: usize, at: Millis) {
        let game = self.games.get_mut(&game).expect("it has begun");
        if !matches!(game.control, Control::None) {
            let run = Run { since: at, reminded: 0, is_given: false, deadline: None };
            game.clocks[seat].run.get_or_insert(run);
        }
    }

    /// A seat moved in a message of this instant. Whoever has said the move beforehand was not asked.
    pub(super) fn moved(&mut self, game: usize, seat: usize, at: Millis) {
        let used = self.stopped(game, seat, at);
        let game = self.games.get_mut(&game).expect("it has begun");
        let clock = &mut game.clocks[seat];
        clock.left = match game.control {
            Control::None => 0,
            Control::PerMove(time) => time,
            Control::Bank(bank, increment) => {
                let rest = clock.left - used;
                // Time that was given beyond the bank is kept, but grows no further.
                if rest >= bank { rest } else { bank.min(rest + increment) }
            }
        };
    }

    /// A clock is stopped; gives for how long it ran.
    fn stopped(&mut self, game: usize, seat: usize, at: Millis) -> Millis {
        let of = &self.games[&game];
        let Some(run) = of.clocks[seat].run else { return 0 };
        let end = at.max(run.since);
        let [used, outage, vacation] = self.parts(of, of.clocks[seat].person, (run.since, end));
        let clock = &mut self.games.get_mut(&game).expect("it has begun").clocks[seat];
        clock.run = None;
        clock.outage += outage;
        clock.vacation += vacation;
        used
    }

    /// A seat has run out of time.
    pub(super) fn timed_out(&mut self, game: usize, seat: usize, at: Millis) {
        self.stopped(game, seat, at);
        self.games.get_mut(&game).expect("it has begun").clocks[seat].left = 0;
    }

    /// A seat has given up: its clock shows for good what was left.
    pub(super) fn left(&mut self, game: usize, seat: usize, at: Millis) {
        let used = self.stopped(game, seat, at);
        self.games.get_mut(&game).expect("it has begun").clocks[seat].left -= used;
    }

    /// A seat was given time.
    pub(super) fn given(&mut self, game: usize, seat: usize, span: Millis) {
        let clock = &mut self.games.get_mut(&game).expect("it has begun").clocks[seat];
        clock.left += span;
        if let Some(run) = &mut clock.run {
            (run.is_given, run.deadline) = (true, None);
        }
    }

    /// A game is over: its clocks stand for ever.
    pub(super) fn over(&mut self, game: usize) -> Vec<Clock> {
        let of = self.games.remove(&game).expect("it was played");
        of.clocks
    }

    /// Returns when the time of a seat is over; `None` while nobody knows that.
    pub(super) fn deadline(&mut self, game: usize, seat: usize) -> Option<Millis> {
        let of = &self.games[&game];
        let clock = &of.clocks[seat];
        let run = clock.run?;
        let deadline = match run.deadline {
            Some(known) => known,
            None => self.after(of, clock.person, run.since, clock.left),
        };
        let clock = &mut self.games.get_mut(&game).expect("it is there").clocks[seat];
        clock.run = Some(Run { deadline: Some(deadline), ..run });
        deadline
    }

    /// All deadlines that are known, the first one first.
    pub(super) fn deadlines(&mut self) -> Vec<(Millis, usize, usize)> {
        let seats = |(&no, game): (&usize, &Game)| {
            let running = game.clocks.iter().enumerate().filter(|(_, clock)| clock.run.is_some());
            running.map(move |(seat, _)| (no, seat)).collect::<Vec<_>>()
        };
        let running: Vec<(usize, usize)> = self.games.iter().flat_map(seats).collect();
        let known = running
            .into_iter()
            .filter_map(|(game, seat)| Some((self.deadline(game, seat)?, game, seat)));
        let mut known: Vec<_> = known.collect();
        known.sort_unstable();
        known
    }

    /// Returns how much a clock has run for when each of the usual reminders of a run comes, the first one
    /// first.
    fn reminders(left: Millis) -> Vec<Millis> {
        if left < HOUR {
            return Vec::new();
        }
        let last_call = if left >= DAY { HOUR } else { left / 50 };
        let mut points: Vec<Millis> =
            [left / 2, left / 10, last_call].map(|rest| left - rest).into();
        points.sort_unstable();
        points.dedup();
        points
    }

    /// A seat is reminded. `is_exact` says whether the program knew all that it should know.
    pub(super) fn reminded(
        &mut self,
        game: usize,
        seat: usize,
        at: Millis,
        quiet: Option<Quiet>,
        is_exact: bool,
    ) {
        let deadline = self.deadline(game, seat);
        let of = &self.games[&game];
        let clock = &of.clocks[seat];
        let told = format!("game {game}, seat {seat} at {at}: {clock:?}");
        if clock.run.is_none() && !is_exact {
            return;
        }
        let run = clock.run.unwrap_or_else(|| panic!("reminded of a clock that stands: {told}"));
        let points = Self::reminders(clock.left);
        // With time that was given, some of them come once more.
        assert!(run.is_given || run.reminded < points.len(), "one reminder too many: {told}");
        let ran = self.parts(of, clock.person, (run.since, at))[0];
        let passed = points.iter().filter(|point| **point <= ran).count();
        if is_exact {
            assert_eq!(self.stands(of, clock.person, at), Stands::No, "it stands: {told}");
            let deadline = deadline.unwrap_or_else(|| panic!("no deadline: {told}"));
            assert!(at < deadline, "too late: {told}");
            match quiet {
                None if !run.is_given => {
                    assert!(passed > run.reminded, "again, or too early: {told}");
                    assert_eq!(points[passed - 1], ran, "not at its instant: {told}");
                }
                None => {}
                Some(quiet) => {
                    let is_late = covers_end(&self.edges(of, clock.person, 0), quiet, at);
                    let outlasts = quiet.end(at).is_none_or(|end| end >= deadline);
                    assert!(!quiet.covers(at) || outlasts || is_late, "in quiet hours: {told}");
                }
            }
        }
        let done = passed.max(run.reminded + 1);
        let clock = &mut self.games.get_mut(&game).expect("it is there").clocks[seat];
        clock.run = Some(Run { reminded: done, ..run });
    }

    /// Returns `true` if every reminder of the present run of a seat has come that was due before an instant.
    pub(super) fn were_reminded(&self, game: usize, seat: usize, at: Millis) -> bool {
        let of = &self.games[&game];
        let clock = &of.clocks[seat];
        let Some(run) = clock.run.filter(|run| !run.is_given) else { return true };
        let ran = self.parts(of, clock.person, (run.since, at))[0];
        let due = Self::reminders(clock.left).iter().filter(|point| **point < ran).count();
        due <= run.reminded
    }
}

/// Returns `true` if it was only after such an edge, in the same quiet hours, that something could be said.
fn covers_end(edges: &[Millis], quiet: Quiet, at: Millis) -> bool {
    quiet.begin(at).is_some_and(|begin| edges.iter().any(|edge| begin <= *edge && *edge <= at))
}
