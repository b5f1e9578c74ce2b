-- What moderators and players decide about people.

-- Whom a server keeps from something. Who was forgotten stands here as a keyed hash.
CREATE TABLE ban (
    scope    TEXT NOT NULL CHECK (length(scope) BETWEEN 1 AND 300),     -- server:ID
    person   TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 300),
    activity TEXT NOT NULL CHECK (activity IN ('rated', 'events', 'all')),
    until    INTEGER,                   -- NULL: without end
    why      TEXT NOT NULL CHECK (length(why) <= 1000),
    PRIMARY KEY (scope, person, activity)
) STRICT, WITHOUT ROWID;

CREATE TABLE moderation (
    n      INTEGER PRIMARY KEY,
    scope  TEXT NOT NULL CHECK (length(scope) BETWEEN 1 AND 300),
    at     INTEGER NOT NULL,
    by     TEXT NOT NULL,
    act    TEXT NOT NULL,
    person TEXT,
    game   INTEGER REFERENCES game (no),
    words  TEXT NOT NULL CHECK (length(words) <= 1000)
) STRICT;

CREATE INDEX moderation_of ON moderation (scope, n);
CREATE INDEX moderation_by ON moderation (by, act, at);

-- Whom a person does not want to meet.
CREATE TABLE block (
    person  TEXT NOT NULL,
    blocked TEXT NOT NULL,
    PRIMARY KEY (person, blocked)
) STRICT, WITHOUT ROWID;

-- When somebody last asked somebody for a game, and was declined. It counts for a day.
CREATE TABLE asked (
    person   TEXT NOT NULL,
    whom     TEXT NOT NULL,
    at       INTEGER,
    declined INTEGER,
    latest   INTEGER NOT NULL,          -- of both
    PRIMARY KEY (person, whom)
) STRICT, WITHOUT ROWID;

CREATE INDEX asked_latest ON asked (latest);

-- What a person is told in private with their next command.
CREATE TABLE notice (
    n      INTEGER PRIMARY KEY,
    person TEXT NOT NULL,
    words  TEXT NOT NULL CHECK (length(words) <= 2000)
) STRICT;

CREATE INDEX notice_person ON notice (person, n);
