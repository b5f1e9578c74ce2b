INSERT INTO kept (platform, key, value) VALUES ('discord', 'gateway/session/0', '{"session":"s"}');
INSERT INTO kept (platform, key, value) VALUES ('local', 'gateway/session/0', 'another platform');
INSERT INTO place_mark (place, message, at) VALUES ('discord:77', 'discord:99', 5);
INSERT INTO gone_place (place, at) VALUES ('discord:78', 6);
