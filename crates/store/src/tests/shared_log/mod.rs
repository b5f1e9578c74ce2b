//! The shared log on real PostgreSQL servers.

#[path = "../../../../../tests/support/postgres.rs"]
mod postgres;

use postgres::Server;

#[test]
fn what_a_server_has_confirmed_survives_its_crash_and_its_loss() {
    let Some(mut server) = Server::start(&[]) else { return };
    let url = server.database();
    let numbers = |server: &Server, url: &str| -> Vec<i32> {
        let rows = server.client(url).query("SELECT n FROM kept ORDER BY n", &[]).unwrap();
        rows.into_iter().map(|row| row.get(0)).collect()
    };
    let put = |server: &Server, sql: &str| server.client(&url).batch_execute(sql).unwrap();
    put(&server, "CREATE TABLE kept (n int); INSERT INTO kept VALUES (7)");
    server.crash();
    server.restart();
    assert_eq!(numbers(&server, &url), [7]);
    let standby = server.standby();
    put(&server, "INSERT INTO kept VALUES (8)");
    server.crash();
    standby.promote();
    let (_, name) = url.rsplit_once('/').unwrap();
    assert_eq!(numbers(&standby, &standby.url(name)), [7, 8]);
}
