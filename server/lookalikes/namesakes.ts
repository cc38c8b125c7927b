/** Finds accounts with the same name and birthday. They prove nothing, but people who decide about money should see them. */
import type { Db } from '../ledger/accounts';
import type { PersonName } from '../person-name';
import { isSameName } from './same-name';

interface Row {
  readonly of_user: string;
  readonly own_firstname: string;
  readonly own_lastname: string;
  readonly user_id: string;
  readonly firstname: string;
  readonly lastname: string;
}

/** Selects the newest first, because somebody who opens accounts to get something twice has just done so. */
const BORN_ON_ONE_DAY = `
  SELECT p.user_id AS of_user, p.firstname AS own_firstname, p.lastname AS own_lastname, o.user_id, o.firstname, o.lastname
  FROM player p CROSS JOIN LATERAL (
    SELECT user_id, firstname, lastname FROM player other
    WHERE other.date_of_birth = p.date_of_birth AND other.user_id <> p.user_id AND other.role = 'player'
    ORDER BY other.created_at DESC, other.user_id LIMIT 2000) o
  WHERE p.user_id = ANY($1)`;

/** Returns, for each of these players, the other accounts with their name and birthday, newest first. */
export async function readNamesakes(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await db.query<Row>(BORN_ON_ONE_DAY, [userIds]);
  const namesakes = new Map<string, string[]>();
  for (const row of rows) {
    const own: PersonName = { firstname: row.own_firstname, lastname: row.own_lastname };
    if (isSameName(own, row)) namesakes.set(row.of_user, [...(namesakes.get(row.of_user) ?? []), row.user_id]);
  }
  return namesakes;
}
