-- Nobody proves a phone number, and a second account may be a stranger's: a number that was seen on one counts for that account alone, and no more for
-- the person whose NIN it has shown. An older Ayo may run on this schema.
-- min_reader: 93
CREATE OR REPLACE FUNCTION is_own_player(of_admin text, of_player text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM admin_own_player o JOIN player seen ON seen.user_id = o.player_id
    WHERE o.admin_id = of_admin AND (o.kind <> 'phone' OR o.player_id = of_player OR NOT seen.is_second) AND o.player_id IN (
      SELECT of_player UNION SELECT other.user_id FROM player own JOIN player other USING (person_id) WHERE own.user_id = of_player))
$$;
