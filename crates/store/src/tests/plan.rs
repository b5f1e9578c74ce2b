//! No statement that runs while games go on walks over a table: SQLite is asked how it would run
//! each of them.

use rusqlite::Connection;

use super::sample::Folder;
use crate::queries::{Query, RUNNING, WHOLE};

fn plan(conn: &Connection, query: Query) -> Vec<String> {
    let mut explain = conn.prepare(&format!("EXPLAIN QUERY PLAN {}", query.sql)).unwrap();
    let steps = explain.raw_query().mapped(|row| row.get::<_, String>("detail"));
    steps.collect::<Result<_, _>>().unwrap()
}

#[test]
fn running_games_never_scans() {
    let folder = Folder::new();
    drop(folder.open());
    let conn = Connection::open(folder.db()).unwrap();
    for &query in RUNNING {
        let plan = plan(&conn, query);
        // A subquery's own result may be walked; `CONSTANT ROW` is a row without a table.
        let walks = plan.iter().filter(|step| {
            step.starts_with("SCAN") && !step.contains("CONSTANT ROW") && !step.contains("subquery")
        });
        assert_eq!(walks.count(), 0, "{}: {plan:?}", query.name);
    }
}

#[test]
fn the_partial_indices_are_used() {
    let folder = Folder::new();
    drop(folder.open());
    let conn = Connection::open(folder.db()).unwrap();
    let uses = [
        ("OPEN_OF", "seat_open"),
        ("HAS_OPEN", "seat_open"),
        ("OPEN_AT", "game_open"),
        ("FINISHED_OF", "seat_finished"),
        ("GLANCES_OPEN_OF", "seat_open"),
        ("GLANCES_FINISHED_OF", "seat_finished"),
        ("GLANCES_OPEN_AT", "game_open"),
        ("GAME_OF_MESSAGE", "outbox_message"),
        ("NEWEST_BOARD", "outbox_board"),
        ("SHOWN_MESSAGES", "outbox_board"),
        ("BOT_TURNS", "game_bot"),
        ("DEADLINES", "wake_at"),
        ("UNDELIVERED", "outbox_waiting"),
        ("PEOPLE_NAMED", "person_named"),
        ("PAGE_LINES", "page_line_place"),
        ("PAGE_LINES_AFTER", "page_line_place"),
        ("LIVE_GAMES", "game_open"),
        ("UNPLACED", "game_unplaced"),
        ("RUNNING_OF", "game_server"),
        ("FINISHED_IN", "game_over"),
        ("LEARN_SERVER", "game_unplaced"),
        ("NAME_TWIN", "page_name_skeleton"),
        ("LINE_OF_CLIENT", "page_line_client"),
        ("RATED_GAMES_IN", "rated_game_period"),
        ("RATED_PERIOD", "rated_game_period"),
        ("RATINGS_IN", "rating_period"),
        ("TOURNAMENTS_AT", "tournament_place"),
        ("LIVE_TOURNAMENTS", "tournament_place"),
    ];
    for (name, index) in uses {
        let query = RUNNING.iter().find(|query| query.name == name).unwrap();
        let plan = plan(&conn, *query);
        assert!(plan.iter().any(|step| step.contains(index)), "{name}: {plan:?}");
        let sorts = plan.iter().filter(|step| step.contains("ORDER BY")).count();
        assert_eq!(sorts, 0, "{name} sorts: {plan:?}");
    }
}

#[test]
fn names_are_unique() {
    let mut names: Vec<_> = RUNNING.iter().chain(WHOLE).map(|query| query.name).collect();
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
}
