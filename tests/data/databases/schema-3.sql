-- As a program of schema 3 left it.
PRAGMA foreign_keys = OFF;
PRAGMA application_id = 1296264037;
PRAGMA user_version = 3;
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
INSERT INTO "event" VALUES(1,1,1,0,'ply','c2-c3',NULL,NULL,NULL,1767225600005);
INSERT INTO "event" VALUES(1,2,2,1,'ply','d5-d4',NULL,NULL,NULL,1767225600007);
INSERT INTO "event" VALUES(1,3,3,0,'ply','d2-d3',NULL,NULL,NULL,1767225600008);
INSERT INTO "event" VALUES(1,4,4,1,'ply','d4xd3',1,'2,2','s6',1767225600009);
INSERT INTO "event" VALUES(1,5,5,0,'ply','a2-a3',NULL,NULL,NULL,1767225600010);
INSERT INTO "event" VALUES(1,6,6,1,'ply','d4xd3',2,'3,1','s17',1767225600011);
INSERT INTO "event" VALUES(1,7,7,0,'ply','f1xd3',3,'1,4','s28',1767225600012);
INSERT INTO "event" VALUES(1,8,8,1,'ply','d3-d2',NULL,NULL,NULL,1767225600013);
INSERT INTO "event" VALUES(1,9,9,0,'ply','c1xd2',4,'7,1','s7',1767225600014);
INSERT INTO "event" VALUES(1,10,NULL,1,'resign','',NULL,NULL,NULL,1767225600016);
INSERT INTO "event" VALUES(2,1,1,0,'ply','c2-c3',NULL,NULL,NULL,1767225600019);
INSERT INTO "event" VALUES(2,2,2,1,'ply','d5-d4',NULL,NULL,NULL,1767225600020);
INSERT INTO "event" VALUES(3,1,1,0,'ply','c2-c3',NULL,NULL,NULL,1767225600023);
INSERT INTO "event" VALUES(3,2,2,1,'ply','e5-e4',NULL,NULL,NULL,1767225600023);
INSERT INTO "event" VALUES(5,1,1,0,'ply','e2e4',NULL,NULL,NULL,1767225600029);
INSERT INTO "event" VALUES(5,2,2,1,'ply','d7d5',NULL,NULL,NULL,1767225600030);
INSERT INTO "event" VALUES(5,3,3,0,'ply','e4d5',NULL,NULL,NULL,1767225600031);
INSERT INTO "event" VALUES(7,1,NULL,0,'draft','T2RRRR2T/MC1SDS1CM/HLM2MLH/1ER1RE1/M1K2M',NULL,NULL,NULL,1767225600044);
INSERT INTO "event" VALUES(7,2,NULL,0,'setup','T2RRRR2T/MC1SDS1CM/HLM2MLH/1ER1RE1/M1K2M:000102030405060708090a0b0c0d0e0f',NULL,NULL,NULL,1767225600045);
INSERT INTO "event" VALUES(7,3,NULL,1,'draft','1RR1RR1RR1/C1MS1SM1C/T1MLLM1T/HEMKMEH/6',NULL,NULL,NULL,1767225600046);
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
INSERT INTO "game" VALUES(1,'lyra',1,'v3=on','local:channel','over','{"colour":"Black","listed":false,"look":""}',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F','s7',9,9,NULL,0,12,1767225600004,1767225600016,NULL,'win 1 resignation',1767225600016);
INSERT INTO "game" VALUES(2,'lyra',1,'','local:channel','running','{"colour":"Black","listed":false,"look":""}',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F','m20',2,2,0,0,4,1767225600018,1767225600020,NULL,NULL,NULL);
INSERT INTO "game" VALUES(3,'lyra',1,'','local:private:jim','running','{"colour":"White","listed":false,"look":""}',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F','m23',2,2,0,0,3,1767225600022,1767225600023,NULL,NULL,NULL);
INSERT INTO "game" VALUES(4,'lyra',1,'v1=on','local:channel','offered','{"colour":"Random","listed":false,"look":""}',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F','m24',0,0,NULL,0,1,1767225600024,1767225600024,1767312000024,NULL,NULL);
INSERT INTO "game" VALUES(5,'mix',1,'','local:channel','running','{"colour":"White","listed":false,"look":""}',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F','m31',3,3,1,0,5,1767225600028,1767225600031,NULL,NULL,NULL);
INSERT INTO "game" VALUES(6,'martian',1,'players=3','local:channel','running','{"colour":"Random","listed":true,"look":""}',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F','m37',0,0,0,0,3,1767225600037,1767225600037,NULL,NULL,NULL);
INSERT INTO "game" VALUES(7,'cyvasse',1,'','local:channel','running','{"colour":"White","listed":false,"look":""}',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F','m45',0,0,1,0,5,1767225600043,1767225600045,NULL,NULL,NULL);
CREATE TABLE handled (
    source TEXT PRIMARY KEY NOT NULL,
    at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "handled" VALUES('local:m3',1767225600003);
INSERT INTO "handled" VALUES('local:m4',1767225600004);
INSERT INTO "handled" VALUES('local:m5',1767225600005);
INSERT INTO "handled" VALUES('local:m7',1767225600007);
INSERT INTO "handled" VALUES('local:m8',1767225600008);
INSERT INTO "handled" VALUES('local:m9',1767225600009);
INSERT INTO "handled" VALUES('local:m10',1767225600010);
INSERT INTO "handled" VALUES('local:m11',1767225600011);
INSERT INTO "handled" VALUES('local:m12',1767225600012);
INSERT INTO "handled" VALUES('local:m13',1767225600013);
INSERT INTO "handled" VALUES('local:m14',1767225600014);
INSERT INTO "handled" VALUES('local:m16',1767225600016);
INSERT INTO "handled" VALUES('local:m17',1767225600017);
INSERT INTO "handled" VALUES('local:m18',1767225600018);
INSERT INTO "handled" VALUES('local:m19',1767225600019);
INSERT INTO "handled" VALUES('local:m20',1767225600020);
INSERT INTO "handled" VALUES('local:m22',1767225600022);
INSERT INTO "handled" VALUES('local:m23',1767225600023);
INSERT INTO "handled" VALUES('local:m24',1767225600024);
INSERT INTO "handled" VALUES('local:m27',1767225600027);
INSERT INTO "handled" VALUES('local:m28',1767225600028);
INSERT INTO "handled" VALUES('local:m29',1767225600029);
INSERT INTO "handled" VALUES('local:m30',1767225600030);
INSERT INTO "handled" VALUES('local:m31',1767225600031);
INSERT INTO "handled" VALUES('local:m35',1767225600035);
INSERT INTO "handled" VALUES('local:m36',1767225600036);
INSERT INTO "handled" VALUES('local:m37',1767225600037);
INSERT INTO "handled" VALUES('local:m42',1767225600042);
INSERT INTO "handled" VALUES('local:m43',1767225600043);
INSERT INTO "handled" VALUES('local:m44',1767225600044);
INSERT INTO "handled" VALUES('local:m45',1767225600045);
INSERT INTO "handled" VALUES('local:m46',1767225600046);
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
INSERT INTO "outbox" VALUES(2,1,'local:channel',1767225600003,1767225600004,'local:b1',NULL);
INSERT INTO "outbox" VALUES(3,1,'local:channel',1767225600004,1767225600005,'local:b2',NULL);
INSERT INTO "outbox" VALUES(4,1,'local:channel',1767225600005,1767225600006,'local:b3',NULL);
INSERT INTO "outbox" VALUES(5,1,'local:channel',1767225600007,1767225600008,'local:b5',NULL);
INSERT INTO "outbox" VALUES(6,1,'local:channel',1767225600008,1767225600008,'local:b6',NULL);
INSERT INTO "outbox" VALUES(7,1,'local:channel',1767225600009,1767225600010,'local:b7',NULL);
INSERT INTO "outbox" VALUES(8,1,'local:channel',1767225600010,1767225600011,'local:b8',NULL);
INSERT INTO "outbox" VALUES(9,1,'local:channel',1767225600011,1767225600012,'local:b9',NULL);
INSERT INTO "outbox" VALUES(10,1,'local:channel',1767225600012,1767225600013,'local:b10',NULL);
INSERT INTO "outbox" VALUES(11,1,'local:channel',1767225600013,1767225600014,'local:b11',NULL);
INSERT INTO "outbox" VALUES(12,1,'local:channel',1767225600014,1767225600015,'local:b12',NULL);
INSERT INTO "outbox" VALUES(13,1,'local:channel',1767225600016,1767225600016,'local:b14',NULL);
INSERT INTO "outbox" VALUES(14,2,'local:channel',1767225600017,1767225600018,'local:b15',NULL);
INSERT INTO "outbox" VALUES(15,2,'local:channel',1767225600018,1767225600019,'local:b16',NULL);
INSERT INTO "outbox" VALUES(16,2,'local:channel',1767225600019,1767225600019,'local:b17',NULL);
INSERT INTO "outbox" VALUES(17,2,'local:channel',1767225600020,1767225600021,'local:b18',NULL);
INSERT INTO "outbox" VALUES(18,3,'local:private:jim',1767225600022,1767225600023,'local:b20',NULL);
INSERT INTO "outbox" VALUES(19,3,'local:private:jim',1767225600023,1767225600024,'local:b21',NULL);
INSERT INTO "outbox" VALUES(20,4,'local:channel',1767225600024,1767225600025,'local:b22',NULL);
INSERT INTO "outbox" VALUES(21,5,'local:channel',1767225600027,1767225600027,'local:b23',NULL);
INSERT INTO "outbox" VALUES(22,5,'local:channel',1767225600028,1767225600028,'local:b24',NULL);
INSERT INTO "outbox" VALUES(23,5,'local:channel',1767225600029,1767225600030,'local:b25',NULL);
INSERT INTO "outbox" VALUES(24,5,'local:channel',1767225600030,1767225600030,'local:b26',NULL);
INSERT INTO "outbox" VALUES(25,5,'local:channel',1767225600031,1767225600032,'local:b27',NULL);
INSERT INTO "outbox" VALUES(26,6,'local:channel',1767225600035,1767225600036,'local:b28',NULL);
INSERT INTO "outbox" VALUES(27,6,'local:channel',1767225600036,1767225600037,'local:b29',NULL);
INSERT INTO "outbox" VALUES(28,6,'local:channel',1767225600037,1767225600038,'local:b30',NULL);
INSERT INTO "outbox" VALUES(29,7,'local:channel',1767225600042,1767225600043,'local:b33',NULL);
INSERT INTO "outbox" VALUES(30,7,'local:channel',1767225600043,1767225600043,'local:b34',NULL);
INSERT INTO "outbox" VALUES(31,7,'local:private:hal',1767225600043,1767225600043,'local:b35',NULL);
INSERT INTO "outbox" VALUES(32,7,'local:private:ivy',1767225600043,1767225600043,'local:b36',NULL);
INSERT INTO "outbox" VALUES(33,7,'local:private:hal',1767225600044,1767225600044,'local:b37',NULL);
INSERT INTO "outbox" VALUES(34,NULL,'local:private:hal',1767225600045,1767225600046,'local:b38',NULL);
INSERT INTO "outbox" VALUES(35,7,'local:channel',1767225600045,1767225600046,'local:b39',NULL);
INSERT INTO "outbox" VALUES(36,7,'local:private:ivy',1767225600046,1767225600046,'local:b40',NULL);
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
INSERT INTO "person" VALUES('local:ann','local','ann','ann',1767225600003);
INSERT INTO "person" VALUES('local:ben','local','ben','ben',1767225600003);
INSERT INTO "person" VALUES('local:carl','local','carl','carl',1767225600027);
INSERT INTO "person" VALUES('local:dora','local','dora','dora',1767225600027);
INSERT INTO "person" VALUES('local:eve','local','eve','eve',1767225600035);
INSERT INTO "person" VALUES('local:finn','local','finn','finn',1767225600035);
INSERT INTO "person" VALUES('local:gus','local','gus','gus',1767225600035);
INSERT INTO "person" VALUES('local:hal','local','hal','hal',1767225600042);
INSERT INTO "person" VALUES('local:ivy','local','ivy','ivy',1767225600042);
INSERT INTO "person" VALUES('local:jim','local','jim','jim',1767225600022);
INSERT INTO "person" VALUES('local:kim','local','kim','kim',1767225600024);
CREATE TABLE seat (
    game   INTEGER NOT NULL REFERENCES game (no),
    seat   INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 255),
    person TEXT REFERENCES person (id),
    bot    INTEGER CHECK (bot BETWEEN 0 AND 255),
    -- Of its game: 0 offered or running, 1 finished, 2 came to nothing. Kept here so that one
    -- index answers "the open games of this person".
    phase  INTEGER NOT NULL CHECK (phase IN (0, 1, 2)),
    ended  INTEGER, asked INTEGER NOT NULL DEFAULT 0
    CHECK (asked = 0 OR asked = 1 AND person IS NOT NULL),
    PRIMARY KEY (game, seat),
    CHECK (person IS NULL OR bot IS NULL)
) STRICT, WITHOUT ROWID;
INSERT INTO "seat" VALUES(1,0,'local:ben',NULL,1,1767225600016,0);
INSERT INTO "seat" VALUES(1,1,'local:ann',NULL,1,1767225600016,0);
INSERT INTO "seat" VALUES(2,0,'local:ben',NULL,0,NULL,0);
INSERT INTO "seat" VALUES(2,1,'local:ann',NULL,0,NULL,0);
INSERT INTO "seat" VALUES(3,0,'local:jim',NULL,0,NULL,0);
INSERT INTO "seat" VALUES(3,1,NULL,1,0,NULL,0);
INSERT INTO "seat" VALUES(4,0,'local:kim',NULL,0,NULL,0);
INSERT INTO "seat" VALUES(4,1,NULL,NULL,0,NULL,0);
INSERT INTO "seat" VALUES(5,0,'local:carl',NULL,0,NULL,0);
INSERT INTO "seat" VALUES(5,1,'local:dora',NULL,0,NULL,0);
INSERT INTO "seat" VALUES(6,0,'local:eve',NULL,0,NULL,0);
INSERT INTO "seat" VALUES(6,1,'local:finn',NULL,0,NULL,0);
INSERT INTO "seat" VALUES(6,2,'local:gus',NULL,0,NULL,0);
INSERT INTO "seat" VALUES(7,0,'local:hal',NULL,0,NULL,0);
INSERT INTO "seat" VALUES(7,1,'local:ivy',NULL,0,NULL,0);
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
