-- Who has asked to be forgotten: nothing but a keyed hash of the id says who that was.

CREATE TABLE forgotten (
    key      BLOB NOT NULL CHECK (length(key) = 32),    -- of the hash, the same for all where nothing was merged
    hash     BLOB NOT NULL CHECK (length(hash) = 32),
    at       INTEGER NOT NULL,
    returned INTEGER,                   -- NULL: the mark stands
    PRIMARY KEY (key, hash)
) STRICT, WITHOUT ROWID;

-- The games of a person that came to nothing: all others have an index.
CREATE INDEX seat_void ON seat (person, game) WHERE phase = 2 AND person IS NOT NULL;

CREATE INDEX outbox_private ON outbox (place) WHERE instr(place, ':private:') > 0;
