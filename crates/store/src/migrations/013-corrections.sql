-- Which games of a server are over, since whoever manages it can put their results right.

CREATE INDEX game_over ON game (server, ended, no) WHERE state = 'over';
