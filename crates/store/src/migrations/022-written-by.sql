-- The version of the program that had the database last: an older one names it, and refuses the database. From this
-- schema on a log may tell of claims.

CREATE TABLE written_by (
    one     INTEGER PRIMARY KEY CHECK (one = 1),
    version TEXT NOT NULL
) STRICT;
