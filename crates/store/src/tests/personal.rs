//! Data about people: every table is told of.

use rusqlite::Connection;

use super::sample::Folder;
use crate::{DATA, queries};

#[test]
fn every_table_of_the_database_is_told_of() {
    let folder = Folder::new();
    drop(folder.open());
    let conn = Connection::open(folder.db()).unwrap();
    let mut tables = conn.prepare(queries::TABLES.sql).unwrap();
    let tables = tables.query_map([], |row| row.get(0)).unwrap();
    let tables: Vec<String> = tables.collect::<Result<_, _>>().unwrap();
    let mut told: Vec<&str> = DATA.iter().map(|kind| kind.table).collect();
    told.sort_unstable();
    let inner = |name: &&String| name.starts_with("sqlite_");
    assert_eq!(told, tables.iter().filter(|name| !inner(name)).collect::<Vec<_>>());
}
