-- A bet may bring a part of its own, which stands behind the client seed of the pair: a space and 32 characters.
ALTER TABLE refused_bet
  DROP CONSTRAINT refused_bet_client_seed_check,
  ADD CONSTRAINT refused_bet_client_seed_check CHECK (length(client_seed) BETWEEN 1 AND 97);
