-- As the fifteenth schema's program wrote it: an edition of an event with a game.
INSERT INTO tournament (no, event, edition, platform, place, server, name, state)
    VALUES (1, 1, 1, 'local', 'local:channel', NULL, 'Friday', 'running');
INSERT INTO tournament_log (tournament, n, at, person, text)
    VALUES (1, 1, 9000, 'local:ann', '{"what":"reminded"}');
INSERT INTO tournament_game (tournament, round, pair, game) VALUES (1, 1, 1, 3);
INSERT INTO tournament_person (person, tournament) VALUES ('local:ann', 1);
INSERT INTO tournament_post (key, at) VALUES ('1:round:1', 9000);
