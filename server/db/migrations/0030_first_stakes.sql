-- Returns are told as shares of first stakes: what was staked first belongs to what the sums over a game's rounds are read from.
DROP INDEX round_of_game;
CREATE INDEX round_of_game ON round (game_id) INCLUDE (stake, win, first_stake);
