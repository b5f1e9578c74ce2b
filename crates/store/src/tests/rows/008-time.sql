-- As the eighth schema's program wrote it: a person with a time zone who is away, and who has planned.
INSERT INTO setting (scope, key, value) VALUES
    ('person:local:ann', 'zone', 'Asia/Kathmandu'), ('server:none', 'clock', '2d/move');
INSERT INTO vacation (person, scope, since, until) VALUES ('local:ann', 'server:none', 4000, 9000);
INSERT INTO plan (game, seat, ply, body, salt, at) VALUES (2, 0, 2, 'if any then a2-a3', '9', 3500);
INSERT INTO outage (area, since, until) VALUES
    ('platform:local', 5000, 6000), ('place:local:channel', 7000, NULL);
INSERT INTO alive (platform, at) VALUES ('local', 8000);
