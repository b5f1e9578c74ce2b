-- Which games run in a server, since its settings say when something about them is due.

CREATE INDEX game_server ON game (server) WHERE state = 'running';
