//! The fight of an edition that people talk about: the least likely hit in a game that was won by whoever
//! landed it.

use event::table;
use games::Outcome;
use scene::FightVerdict;
use table::{Game, GameNo};

use super::progress::Progress;
use crate::{handling::step::InternalError, naming::names::name_at, text};

/// How many games are looked through, those of the best players first.
const MOST_GAMES: usize = 60;

/// The best fight of an edition in words; `None` where nobody has won by one.
///
/// # Errors
/// [`InternalError`] if a game cannot be read.
pub(super) fn best_fight(progress: &Progress<'_>) -> Result<Option<String>, InternalError> {
    let mut best: Option<(u8, GameNo, String)> = None;
    for no in games_of_the_best(progress) {
        let Some(game) = progress.scope.world.game(no)? else { continue };
        let Some((percent, name)) = luckiest(&game) else { continue };
        if best.as_ref().is_none_or(|(least, ..)| percent < *least) {
            best = Some((percent, no, name));
        }
    }
    Ok(best.map(|(percent, no, name)| text::best_fight(&name, percent, no)))
}

/// The games of an edition, those of the best players first.
fn games_of_the_best(progress: &Progress<'_>) -> Vec<GameNo> {
    let tables = table(&progress.edition, &progress.results);
    let order = tables.iter().flat_map(|table| &table.standings.lines).map(|line| line.number);
    let mut games: Vec<GameNo> = Vec::new();
    for number in order {
        let rounds = progress.edition.rounds().iter();
        let boards = rounds.flat_map(|round| &round.boards);
        let theirs = boards.filter(|board| board.white == number || board.black == number);
        for no in theirs.map(|board| board.game) {
            if games.len() < MOST_GAMES && !games.contains(&no) {
                games.push(no);
            }
        }
    }
    games
}

/// The least likely hit of the winner of a game, in percent, and the winner's name.
fn luckiest(game: &Game) -> Option<(u8, String)> {
    let Some(Outcome::Win(winners, _)) = game.outcome() else { return None };
    let winner = winners.iter().next()?;
    let fights = game.position().fights();
    let hits =
        fights.iter().filter(|(seat, fight)| *seat == winner && fight.verdict == FightVerdict::Hit);
    Some((hits.map(|(_, fight)| fight.percent).min()?, name_at(game, winner)))
}
