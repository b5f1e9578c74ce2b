-- As the sixteenth schema's program wrote it: an event that has not begun.
INSERT INTO tournament (no, event, edition, platform, place, server, name, state)
    VALUES (90, 90, 1, 'discord', 'discord:channel:500', 'discord:500', 'Friday', 'open');
INSERT INTO tournament_log (tournament, n, at, person, text) VALUES (90, 1, 9600, NULL, '{}');
