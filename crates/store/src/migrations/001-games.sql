-- Games, their logs, and what is still to be said. Times are milliseconds since 1970 UTC.

PRAGMA application_id = 1296264037; -- 'MCke': tells our file from another program's.

CREATE TABLE person (
    id       TEXT PRIMARY KEY NOT NULL,
    platform TEXT NOT NULL,
    name     TEXT NOT NULL,
    folded   TEXT NOT NULL,             -- the name in lower case, also beyond ASCII
    since    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX person_named ON person (platform, folded);

CREATE TABLE game (
    no         INTEGER PRIMARY KEY CHECK (no BETWEEN 1 AND 4294967295),
    kind       TEXT NOT NULL,
    rules      INTEGER NOT NULL CHECK (rules >= 0),
    options    TEXT NOT NULL,
    place      TEXT NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('offered', 'running', 'over')),
    terms      TEXT NOT NULL,
    secret     BLOB NOT NULL CHECK (length(secret) = 32),
    start_salt TEXT NOT NULL,
    ply        INTEGER NOT NULL CHECK (ply >= 0),
    told       INTEGER NOT NULL CHECK (told >= 0),
    to_move    INTEGER CHECK (to_move BETWEEN 0 AND 255),
    bot_turn   INTEGER NOT NULL CHECK (bot_turn IN (0, 1)),
    version    INTEGER NOT NULL CHECK (version >= 1),
    created    INTEGER NOT NULL,
    moved      INTEGER NOT NULL,
    expires    INTEGER,
    result     TEXT,
    ended      INTEGER,                 -- when it became 'over'
    CHECK ((state = 'over') = (ended IS NOT NULL))
) STRICT;

-- Partial, so that finished games cost nothing: these hold what is going on and no more.
CREATE INDEX game_open ON game (place) WHERE state <> 'over';
CREATE INDEX game_bot ON game (bot_turn) WHERE state = 'running' AND bot_turn = 1;
CREATE INDEX game_offer ON game (expires) WHERE state = 'offered' AND expires IS NOT NULL;

CREATE TABLE seat (
    game   INTEGER NOT NULL REFERENCES game (no),
    seat   INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 255),
    person TEXT REFERENCES person (id),
    bot    INTEGER CHECK (bot BETWEEN 0 AND 255),
    -- Of its game: 0 offered or running, 1 finished, 2 came to nothing. Kept here so that one
    -- index answers "the open games of this person".
    phase  INTEGER NOT NULL CHECK (phase IN (0, 1, 2)),
    ended  INTEGER,
    PRIMARY KEY (game, seat),
    CHECK (person IS NULL OR bot IS NULL)
) STRICT, WITHOUT ROWID;

CREATE INDEX seat_open ON seat (person, game) WHERE phase = 0 AND person IS NOT NULL;
CREATE INDEX seat_finished ON seat (person, ended, game) WHERE phase = 1 AND person IS NOT NULL;

CREATE TABLE event (
    game       INTEGER NOT NULL REFERENCES game (no),
    n          INTEGER NOT NULL CHECK (n >= 1),
    ply        INTEGER CHECK (ply >= 1),
    seat       INTEGER CHECK (seat BETWEEN 0 AND 255),
    kind       TEXT NOT NULL,
    text       TEXT NOT NULL,
    roll_n     INTEGER CHECK (roll_n >= 1),
    roll_faces TEXT,
    roll_salt  TEXT,
    at         INTEGER NOT NULL,
    PRIMARY KEY (game, n),
    CHECK ((roll_n IS NULL) = (roll_faces IS NULL) AND (roll_n IS NULL) = (roll_salt IS NULL))
) STRICT, WITHOUT ROWID;

-- Two writers can never both play a ply, and no roll number is used twice.
CREATE UNIQUE INDEX event_ply ON event (game, ply) WHERE ply IS NOT NULL;
CREATE UNIQUE INDEX event_roll ON event (game, roll_n) WHERE roll_n IS NOT NULL;

CREATE TABLE outbox (
    id      INTEGER PRIMARY KEY CHECK (id >= 0),
    game    INTEGER REFERENCES game (no),
    place   TEXT NOT NULL,
    created INTEGER NOT NULL,
    sent    INTEGER,
    message TEXT,                       -- the platform's id of it
    body    TEXT,                       -- the reply as JSON until it is sent
    CHECK ((sent IS NULL) = (body IS NOT NULL))
) STRICT;

CREATE INDEX outbox_waiting ON outbox (sent) WHERE sent IS NULL;
CREATE INDEX outbox_message ON outbox (message) WHERE message IS NOT NULL AND game IS NOT NULL;

CREATE TABLE handled (
    source TEXT PRIMARY KEY NOT NULL,
    at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX handled_at ON handled (at);
