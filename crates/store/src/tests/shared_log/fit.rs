//! Servers and machines on which nobody becomes active, and what is said then.

use std::{io::Write as _, net::TcpListener};

use flate2::{Compression, write::ZlibEncoder};

use super::{
    super::sample::{put, running, with_game},
    lines,
    party::{Party, close},
    postgres::{PASSWORD, Server},
};
use crate::LogAddress;

/// Has this process follow until it says so, and looks whether it has become active.
fn is_refused(mut party: Party, words: &str) {
    party.follow();
    party.says(words);
    assert!(party.said().iter().any(|line| line.contains("cannot become the active one")));
    party.end();
}

#[test]
fn nobody_is_active_without_a_standby_unless_that_is_wanted() {
    let Some(server) = Server::shared() else { return };
    let url = server.database();
    let address = LogAddress::new(&url, None, true).unwrap();
    is_refused(Party::at(address, 0), "synchronous_standby_names is empty");
    close(Party::new(&url).begin());
}

#[test]
fn nobody_is_active_whose_clock_is_off() {
    let Some(server) = Server::shared() else { return };
    let url = server.database();
    for ahead in [-5_000, 5_000] {
        let address = LogAddress::new(&url, None, false).unwrap();
        is_refused(Party::at(address, ahead), "off the database server's, and 1,000 is the most");
    }
}

#[test]
fn nobody_is_active_where_two_servers_can_be_written_to() {
    let (Some(server), Some(other)) = (Server::shared(), Server::start(&[])) else { return };
    let url = server.database();
    let (_, name) = url.rsplit_once('/').unwrap();
    other.admin().batch_execute(&format!("CREATE DATABASE {name}")).unwrap();
    let both = url.replace(&server.host(), &format!("{},{}", server.host(), other.host()));
    let words = "2 of the servers that DATABASE_URL names can be written to";
    let party = Party::new(&both);
    let error = party.log.pull(&party.folder.path("pulled.db")).unwrap_err().to_string();
    assert!(error.contains(words), "{error}");
    assert_eq!(party.folder.names(), [""; 0]);
    is_refused(party, words);
    drop(other);
    close(Party::new(&both).begin());
}

fn packed(text: &str) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(text.as_bytes()).unwrap();
    packed.finish().unwrap()
}

#[test]
fn no_line_and_no_error_shows_a_password_or_what_is_in_a_row() {
    let Some(server) = Server::shared() else { return };
    let url = server.database();
    let mut client = server.client(&url);
    let mut party = Party::new(&url);
    let active = party.begin();
    put(&active.store, with_game(&running(1))).unwrap();
    close(active);

    let mut wrong = Party::new(&url.replace(PASSWORD, "hush-hush-4711"));
    wrong.follow();
    let refused = wrong.followed().unwrap_err();
    assert!(refused.to_string().contains("password authentication failed"), "{refused}");
    let mut gone = Party::new(&url.replace(&server.host(), "127.0.0.1:1"));
    gone.follow();
    gone.says("the log cannot be followed just now");
    gone.end();
    let last = "SELECT body FROM martian_cake.entry ORDER BY n DESC LIMIT 1";
    let again: Vec<u8> = client.query_one(last, &[]).unwrap().get(0);
    let bodies = [
        ("does not unpack", b"hush-hush".to_vec(), "cannot be read"),
        ("newer", packed("{\"format\":99,\"entries\":\"hush-hush\"}"), "a newer martian-cake"),
        ("no JSON", packed("hush-hush"), "cannot be read"),
        ("does not apply", again, "makes this copy anew"),
    ];
    let mut errors = vec![format!("{refused} {refused:?}")];
    for (name, body, words) in bodies {
        let late = "INSERT INTO martian_cake.entry SELECT max(n) + 1, 7, 1, false, $1 FROM martian_cake.entry";
        client.execute(late, &[&body]).unwrap();
        client.batch_execute("UPDATE martian_cake.log SET through = through + 1").unwrap();
        party.follow();
        let error = party.followed().unwrap_err();
        assert!(error.to_string().contains(words), "{name}: {error}");
        errors.push(format!("{error} {error:?}"));
        let undone = "DELETE FROM martian_cake.entry WHERE n = (SELECT through FROM martian_cake.log); \
                      UPDATE martian_cake.log SET through = through - 1";
        client.batch_execute(undone).unwrap();
    }
    assert!(!party.copy().exists(), "it was made anew");
    close(party.begin());
    let said = [lines::of(None), errors, vec![server.log()]].concat();
    for line in said {
        let shown = ["hush-hush", "a7a7a7a7", "\"entries\""].iter().any(|word| line.contains(word));
        assert!(!shown, "{line}");
    }
}

#[test]
fn a_server_that_hangs_holds_nobody_up() {
    let Some(server) = Server::shared() else { return };
    let url = server.database();
    // It is connected to, and says nothing.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let hung = listener.local_addr().unwrap();
    let both = url.replace(&server.host(), &format!("{hung},{}", server.host()));
    close(Party::new(&both).begin());
}
