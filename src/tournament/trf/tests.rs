use super::{
    super::event::{Bye, Colour, Entry, Score},
    Reading, read, write,
};

const FILE: &str = "\
012 Club
XXR 5
XXC black1
162  W 3.0    D 1.0
XXP 1 3
001    1      One                               2100                             4.0    1     2 w 1     3 b =  0000 - H
001    2      Two                               2000                             0.0    3     1 b 0     4 w -
001    3      Three                             1900                             4.0    2  0000 - U     1 w =
001    4      Four                                                               3.0    4               2 b +
";

#[test]
fn what_is_written_is_read_as_the_same() {
    let Reading { event, remarks } = read(FILE).expect("is in the form");
    assert_eq!(remarks, [] as [String; 0]);
    assert_eq!((event.name.as_str(), event.rounds, event.played), ("Club", 5, 2));
    assert_eq!(event.initial, Some(Colour::Black));
    assert_eq!((event.points.win, event.points.draw, event.points.allocated), (30, 10, 30));
    assert_eq!(event.players[0].entries[2], Entry::Bye { bye: Bye::Half });
    let forfeit = Entry::Forfeit { opponent: 4, colour: Some(Colour::White), score: Score::Loss };
    assert_eq!(event.players[1].entries[1], forfeit);
    assert_eq!(event.players[3].entries[0], Entry::Absent);
    assert_eq!(read(&write(&event)).expect("is in the form").event, event);
    for ends in ["\r", "\r\n"] {
        assert_eq!(
            read(&FILE.replace('\n', ends)).expect("ends its lines in another way").event,
            event
        );
    }
}

#[test]
fn points_that_do_not_fit_are_told() {
    let remarks = read(&FILE.replace("4.0    2", "5.0    2")).expect("is in the form").remarks;
    assert_eq!(remarks, ["player 3 has 4.0 points by the results, not 5.0"]);
}

#[test]
fn faults_name_their_line() {
    for (from, to, said) in [
        ("2 w 1", "9 w 1", "line 6: round 1: there is no player 9"),
        ("2 w 1", "1 w 1", "line 6: round 1: nobody plays against himself"),
        ("2 w 1", "2 b 1", "line 6: round 1: the line of player 2 says something else"),
        ("2 w 1", "2 x 1", "line 6: round 1: the colour is w, b or -, not x"),
        ("XXR 5", "XXR five", "line 2: the round is no number: five"),
        ("001    4", "001    3", "line 9: the start number 3 stands there for the second time"),
        ("XXP 1 3", "XXP 1 8", "there is no player 8, who is named in another line"),
        ("XXR 5", "XXR 1", "2 rounds were played, though the event has 1"),
    ] {
        let fault = read(&FILE.replacen(from, to, 1)).expect_err(said);
        assert_eq!(fault.to_string(), said);
    }
}

#[test]
fn no_file_is_worse_than_refused() {
    let chars: Vec<char> = FILE.chars().collect();
    let signs = ['0', '9', ' ', '\n', '\r', 'w', '-', 'é', 'X', 'U', '.', '\t', '\u{0}'];
    for at in 0..chars.len() {
        for sign in signs {
            let mut changed = chars.clone();
            changed[at] = sign;
            let _ = read(&changed.iter().collect::<String>());
        }
        let _ = read(&chars[..at].iter().collect::<String>());
        let _ = read(&chars[at..].iter().collect::<String>());
    }
}
