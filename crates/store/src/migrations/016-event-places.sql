-- In which places events are held, since what is said there must not be lost.

CREATE INDEX tournament_place ON tournament (place) WHERE state <> 'over';
