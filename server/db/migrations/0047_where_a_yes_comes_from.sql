-- What takes two persons keeps where the first yes came from, so that the second one is compared with it whenever it comes.
-- As in admin_trace: the network is an IPv4 address or the /64 of an IPv6 one, the device SHA-256 of its cookie, hex. NULL: it was
-- given before this, or the browser has no cookie.

ALTER TABLE withdrawal_approval ADD COLUMN network text, ADD COLUMN device text;
ALTER TABLE promotion_proposal ADD COLUMN network text, ADD COLUMN device text;
-- Two people of one office may let a third in, so its network is not compared.
ALTER TABLE invitation ADD COLUMN device text;

CREATE FUNCTION keep_origin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'where a yes came from stays';
END $$;
CREATE TRIGGER promotion_proposal_origin_stays BEFORE UPDATE ON promotion_proposal FOR EACH ROW
  WHEN (ROW (NEW.network, NEW.device) IS DISTINCT FROM ROW (OLD.network, OLD.device)) EXECUTE FUNCTION keep_origin();
CREATE TRIGGER invitation_origin_stays BEFORE UPDATE ON invitation FOR EACH ROW
  WHEN (NEW.device IS DISTINCT FROM OLD.device) EXECUTE FUNCTION keep_origin();
