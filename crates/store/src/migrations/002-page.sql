-- The local page: whose a name is, and what was said.

CREATE TABLE page_name (
    key         TEXT PRIMARY KEY NOT NULL,  -- the name folded
    name        TEXT NOT NULL,
    secret_hash BLOB NOT NULL CHECK (length(secret_hash) = 32),
    since       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

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

CREATE INDEX page_line_place ON page_line (place);
CREATE UNIQUE INDEX page_line_client ON page_line (client) WHERE client IS NOT NULL;
