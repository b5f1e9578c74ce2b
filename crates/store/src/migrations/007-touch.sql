-- What an adapter needs to stay in touch with its platform. No row holds a name.

-- Texts that an adapter keeps for itself over restarts.
CREATE TABLE kept (
    platform TEXT NOT NULL,
    key      TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
    value    TEXT NOT NULL CHECK (length(value) <= 65536),
    PRIMARY KEY (platform, key)
) STRICT, WITHOUT ROWID;

-- Up to which message everything that was said in a place has its end.
CREATE TABLE place_mark (
    place   TEXT PRIMARY KEY NOT NULL,
    message TEXT NOT NULL,
    at      INTEGER NOT NULL            -- when that was known
) STRICT, WITHOUT ROWID;

-- Places that their platform has deleted while games were played there.
CREATE TABLE gone_place (
    place TEXT PRIMARY KEY NOT NULL,
    at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
