/** Sets the order of all games in the lobby at once. */
import type { PoolClient } from 'pg';
import type { GameOrder } from '../../src/core/contract/admin';
import { writeAudit } from '../audit';
import { raiseCatalogueVersion, readGames } from '../catalogue';
import { transaction } from '../db/transaction';
import { requireRole } from '../four-eyes';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';
import type { Platform } from '../platform';

/** The distance between two positions, so that a game of a later build fits in between. */
const STEP = 10;
/** The subject of audit lines about all games. */
export const ALL_GAMES = 'games';

export async function readOrderVersion(db: Db): Promise<number> {
  const { rows } = await db.query<{ order_version: number }>('SELECT order_version FROM catalogue');
  return rows[0]?.order_version ?? 0;
}

/**
 * Locks every game until the transaction ends, always in the same order to avoid deadlocks. Rounds only refer to games, so they
 * go on.
 */
export async function lockGames(tx: PoolClient): Promise<void> {
  await tx.query('SELECT FROM game ORDER BY game_id FOR NO KEY UPDATE');
}

/**
 * Sets the order of the lobby; `order` names every game once, the first first. Throws 412 `version-conflict` with the present
 * order where `version` is out of date, and 400 `validation` where a game is missing, unknown or named twice.
 */
export async function orderGames(
  platform: Pick<Platform, 'pool' | 'now'>,
  { adminId, version, order }: { readonly adminId: string; readonly version: number; readonly order: readonly string[] },
): Promise<GameOrder> {
  return transaction(platform.pool, async (tx) => {
    await requireRole(tx, adminId, 'games');
    await lockGames(tx);
    const current = { order: (await readGames(tx)).map(({ row }) => row.game_id), version: await readOrderVersion(tx) };
    if (current.version !== version) throw new ProblemError('version-conflict', 'Somebody else changed the order meanwhile.', { current });
    const isWhole = order.length === current.order.length && new Set(order).size === order.length && order.every((id) => current.order.includes(id));
    if (!isWhole) {
      const errors = [{ field: 'order', message: 'The order has to name every game once.' }];
      throw new ProblemError('validation', 'This order does not have every game once.', { errors });
    }
    if (order.every((gameId, place) => gameId === current.order[place])) return current;
    await tx.query(
      `UPDATE game SET position = place * $2 FROM unnest($1::text[]) WITH ORDINALITY new_order (id, place) WHERE game_id = id`,
      [order, STEP],
    );
    await tx.query('UPDATE catalogue SET order_version = order_version + 1');
    await raiseCatalogueVersion(tx);
    await writeAudit(tx, { at: platform.now(), userId: adminId, action: 'games-ordered', subject: ALL_GAMES, before: { order: current.order }, after: { order } });
    return { order: [...order], version: version + 1 };
  });
}
