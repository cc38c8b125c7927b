/** Reads who the players in the register of payments are, because the register that the law asks for has names and addresses. */
import { stateName } from '../../src/core/nigeria-states';
import type { Db } from '../ledger/accounts';

export interface Payer {
  readonly name: string;
  /** Empty where the player has given none. */
  readonly address: string;
}

interface PayerRow {
  readonly user_id: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly street: string | null;
  readonly city: string | null;
  readonly state: string | null;
}

export async function readPayers(db: Db, playerIds: readonly (string | null)[]): Promise<ReadonlyMap<string, Payer>> {
  const { rows } = await db.query<PayerRow>(
    'SELECT user_id, firstname, lastname, street, city, state FROM player WHERE user_id = ANY($1)', [[...new Set(playerIds)].filter((id) => id !== null)],
  );
  return new Map(rows.map(({ user_id: id, firstname, lastname, street, city, state }) => [id, {
    name: `${firstname} ${lastname}`,
    address: street === null || city === null || state === null ? '' : `${street}, ${city}, ${stateName(state)}`,
  }]));
}
