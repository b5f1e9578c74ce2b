-- By which version of the formulas the ratings were computed; without a row, by one before there were any.

CREATE TABLE rating_formulas (
    one     INTEGER PRIMARY KEY CHECK (one = 1),
    version INTEGER NOT NULL
) STRICT;

-- What there is not need not be computed anew.
INSERT INTO rating_formulas (one, version) SELECT 1, 2 WHERE NOT EXISTS (SELECT 1 FROM rating);
