-- As the twentieth schema's program wrote it: somebody is banned, blocked, and still to be told of it.
INSERT INTO ban VALUES ('server:none', 'local:ben', 'all', 99000, 'ten challenges a minute');
INSERT INTO moderation VALUES (1, 'server:none', 7000, 'local:ann', 'ban', 'local:ben', NULL, 'all 30d');
INSERT INTO block VALUES ('local:ann', 'local:ben');
INSERT INTO asked VALUES ('local:ben', 'local:ann', 6000, 6500, 6500);
INSERT INTO notice VALUES (1, 'local:ben', 'A manager keeps you from new games here.');
