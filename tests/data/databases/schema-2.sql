-- As a program of schema 2 left it.
PRAGMA foreign_keys = OFF;
PRAGMA application_id = 1296264037;
PRAGMA user_version = 2;
BEGIN TRANSACTION;
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
INSERT INTO "event" VALUES(1,1,1,0,'ply','c2-c3',NULL,NULL,NULL,1795399441950);
INSERT INTO "event" VALUES(1,2,NULL,1,'resign','',NULL,NULL,NULL,1795399442237);
INSERT INTO "event" VALUES(2,1,1,0,'ply','c2-c3',NULL,NULL,NULL,1795399442551);
INSERT INTO "event" VALUES(2,2,2,1,'ply','d5-d4',NULL,NULL,NULL,1795399442722);
INSERT INTO "event" VALUES(3,1,1,0,'ply','c2-c3',NULL,NULL,NULL,1795399443314);
INSERT INTO "event" VALUES(3,2,2,1,'ply','e5-e4',NULL,NULL,NULL,1795399443330);
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
INSERT INTO "game" VALUES(1,'lyra',1,'v3=on','local:channel','over','{"colour":"Black","look":""}',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F','m5',1,1,NULL,0,4,1795399439502,1795399442237,NULL,'win 1 resignation',1795399442237);
INSERT INTO "game" VALUES(2,'lyra',1,'','local:channel','running','{"colour":"Black","look":""}',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F','m20',2,2,0,0,4,1795399442400,1795399442722,NULL,NULL,NULL);
INSERT INTO "game" VALUES(3,'lyra',1,'','local:private','running','{"colour":"White","look":""}',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F','m23',2,2,0,0,3,1795399443178,1795399443330,NULL,NULL,NULL);
INSERT INTO "game" VALUES(4,'lyra',1,'v1=on','local:channel','offered','{"colour":"Random","look":""}',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F','m24',0,0,NULL,0,1,1795399443469,1795399443469,1795485843469,NULL,NULL);
CREATE TABLE handled (
    source TEXT PRIMARY KEY NOT NULL,
    at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "handled" VALUES('local:m3',1795399439417);
INSERT INTO "handled" VALUES('local:m4',1795399439502);
INSERT INTO "handled" VALUES('local:m5',1795399441950);
INSERT INTO "handled" VALUES('local:m16',1795399442237);
INSERT INTO "handled" VALUES('local:m17',1795399442328);
INSERT INTO "handled" VALUES('local:m18',1795399442400);
INSERT INTO "handled" VALUES('local:m19',1795399442551);
INSERT INTO "handled" VALUES('local:m20',1795399442722);
INSERT INTO "handled" VALUES('local:m22',1795399443178);
INSERT INTO "handled" VALUES('local:m23',1795399443314);
INSERT INTO "handled" VALUES('local:m24',1795399443469);
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
INSERT INTO "outbox" VALUES(2,1,'local:channel',1795399439417,1795399439438,'local:b1',NULL);
INSERT INTO "outbox" VALUES(3,1,'local:channel',1795399439502,1795399441951,'local:b7',NULL);
INSERT INTO "outbox" VALUES(4,1,'local:channel',1795399441950,1795399442246,'local:b9',NULL);
INSERT INTO "outbox" VALUES(5,1,'local:channel',1795399442237,1795399442330,'local:b14',NULL);
INSERT INTO "outbox" VALUES(6,2,'local:channel',1795399442328,1795399442338,'local:b15',NULL);
INSERT INTO "outbox" VALUES(7,2,'local:channel',1795399442400,1795399442488,'local:b16',NULL);
INSERT INTO "outbox" VALUES(8,2,'local:channel',1795399442551,1795399442654,'local:b17',NULL);
INSERT INTO "outbox" VALUES(9,2,'local:channel',1795399442722,1795399442802,'local:b18',NULL);
INSERT INTO "outbox" VALUES(10,3,'local:private',1795399443178,1795399443252,'local:b20',NULL);
INSERT INTO "outbox" VALUES(11,3,'local:private',1795399443330,1795399443408,'local:b21',NULL);
INSERT INTO "outbox" VALUES(12,4,'local:channel',1795399443469,1795399443482,'local:b22',NULL);
CREATE TABLE page_line (
    id       INTEGER PRIMARY KEY CHECK (id >= 1),
    place    TEXT NOT NULL,
    author   TEXT,                          -- NULL: the bot
    name     TEXT,
    audience TEXT NOT NULL,                 -- JSON, like ping, chips and scene
    reply_to TEXT,
    text     TEXT NOT NULL,
    ping     TEXT NOT NULL,
    alt      TEXT,
    game     INTEGER REFERENCES game (no),
    chips    TEXT NOT NULL,
    at       INTEGER NOT NULL,
    client   TEXT,
    scene    TEXT,                          -- last, so that listing lines never reads it
    CHECK ((author IS NULL) = (name IS NULL)),
    CHECK ((alt IS NULL) = (scene IS NULL))
) STRICT;
CREATE TABLE page_name (
    key         TEXT PRIMARY KEY NOT NULL,  -- the name folded
    name        TEXT NOT NULL,
    secret_hash BLOB NOT NULL CHECK (length(secret_hash) = 32),
    since       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE person (
    id       TEXT PRIMARY KEY NOT NULL,
    platform TEXT NOT NULL,
    name     TEXT NOT NULL,
    folded   TEXT NOT NULL,             -- the name in lower case, also beyond ASCII
    since    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "person" VALUES('local:ann','local','ann','ann',1795399439417);
INSERT INTO "person" VALUES('local:ben','local','ben','ben',1795399439417);
INSERT INTO "person" VALUES('local:jim','local','jim','jim',1795399443178);
INSERT INTO "person" VALUES('local:kim','local','kim','kim',1795399443469);
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
INSERT INTO "seat" VALUES(1,0,'local:ben',NULL,1,1795399442237);
INSERT INTO "seat" VALUES(1,1,'local:ann',NULL,1,1795399442237);
INSERT INTO "seat" VALUES(2,0,'local:ben',NULL,0,NULL);
INSERT INTO "seat" VALUES(2,1,'local:ann',NULL,0,NULL);
INSERT INTO "seat" VALUES(3,0,'local:jim',NULL,0,NULL);
INSERT INTO "seat" VALUES(3,1,NULL,1,0,NULL);
INSERT INTO "seat" VALUES(4,0,'local:kim',NULL,0,NULL);
INSERT INTO "seat" VALUES(4,1,NULL,NULL,0,NULL);
CREATE INDEX person_named ON person (platform, folded);
CREATE INDEX game_open ON game (place) WHERE state <> 'over';
CREATE INDEX game_bot ON game (bot_turn) WHERE state = 'running' AND bot_turn = 1;
CREATE INDEX game_offer ON game (expires) WHERE state = 'offered' AND expires IS NOT NULL;
CREATE INDEX seat_open ON seat (person, game) WHERE phase = 0 AND person IS NOT NULL;
CREATE INDEX seat_finished ON seat (person, ended, game) WHERE phase = 1 AND person IS NOT NULL;
CREATE UNIQUE INDEX event_ply ON event (game, ply) WHERE ply IS NOT NULL;
CREATE UNIQUE INDEX event_roll ON event (game, roll_n) WHERE roll_n IS NOT NULL;
CREATE INDEX outbox_waiting ON outbox (sent) WHERE sent IS NULL;
CREATE INDEX outbox_message ON outbox (message) WHERE message IS NOT NULL AND game IS NOT NULL;
CREATE INDEX handled_at ON handled (at);
CREATE INDEX page_line_place ON page_line (place);
CREATE UNIQUE INDEX page_line_client ON page_line (client) WHERE client IS NOT NULL;
COMMIT;
