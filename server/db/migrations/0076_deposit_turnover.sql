-- Money that was paid in is played once before it can be withdrawn. What is on balances already counts as played.

ALTER TABLE ledger_account
  -- Kobo, of a real account: paid in and not staked yet; and how much that was since nothing was left of it.
  ADD COLUMN unplayed bigint NOT NULL DEFAULT 0,
  ADD COLUMN unplayed_of bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT ledger_account_unplayed CHECK (unplayed BETWEEN 0 AND unplayed_of AND (unplayed_of = 0 OR kind = 'real'));

-- Kobo that were unplayed when they were staked or held: they are so again where the stake or the payout comes back.
ALTER TABLE open_round ADD COLUMN unplayed bigint NOT NULL DEFAULT 0 CHECK (unplayed >= 0);
ALTER TABLE frame_round ADD COLUMN unplayed bigint NOT NULL DEFAULT 0 CHECK (unplayed >= 0);
ALTER TABLE withdrawal
  ADD COLUMN unplayed bigint NOT NULL DEFAULT 0,
  -- Why it may be withdrawn unplayed: the player can't play, asks for a deposit made by mistake, closes the account, or the place asks for none.
  ADD COLUMN unplayed_reason text CHECK (unplayed_reason IN ('barred', 'limit', 'games', 'mistake', 'closing', 'place')),
  ADD CONSTRAINT withdrawal_unplayed CHECK (unplayed BETWEEN 0 AND amount AND (unplayed = 0) = (unplayed_reason IS NULL));
CREATE TRIGGER withdrawal_unplayed_stays BEFORE UPDATE ON withdrawal FOR EACH ROW
  WHEN (ROW (OLD.unplayed, OLD.unplayed_reason) IS DISTINCT FROM ROW (NEW.unplayed, NEW.unplayed_reason)) EXECUTE FUNCTION refuse_change();

-- The player has asked for everything to be paid out and the account to be closed: nothing is played or paid in any more.
ALTER TABLE player ADD COLUMN closing_at timestamptz;
