-- Who is asked to play and has not answered. Until now that was everyone but the challenger.

ALTER TABLE seat ADD COLUMN asked INTEGER NOT NULL DEFAULT 0
    CHECK (asked = 0 OR asked = 1 AND person IS NOT NULL);

UPDATE seat SET asked = 1
    WHERE seat > 0 AND person IS NOT NULL
        AND game IN (SELECT no FROM game WHERE state = 'offered');
