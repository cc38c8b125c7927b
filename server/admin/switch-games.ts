/** Switches all games on or off at once. */
import type { switchAdminGames } from '../../src/core/contract/admin';
import type { AnswerOf } from '../../src/core/contract/endpoint';
import { raiseCatalogueVersion, readGames } from '../catalogue';
import { transaction } from '../db/transaction';
import { requireRole } from '../four-eyes';
import type { Platform } from '../platform';
import { lockGames } from './game-order';
import { saveGame } from './game-rows';
import { listGames } from './games';

/**
 * Switches every game and ignores versions, because in an emergency a concurrent change must not prevent it. Each game that
 * changes gets a line in the audit trail. Open rounds go on to their end.
 */
export async function switchGames(
  platform: Pick<Platform, 'pool' | 'now'>,
  { adminId, enabled }: { readonly adminId: string; readonly enabled: boolean },
): Promise<AnswerOf<typeof switchAdminGames>> {
  return transaction(platform.pool, async (tx) => {
    await requireRole(tx, adminId, 'games');
    await lockGames(tx);
    const others = (await readGames(tx)).filter(({ row }) => row.enabled !== enabled);
    const at = platform.now();
    for (const { row } of others) {
      await saveGame(tx, { before: row, after: { ...row, enabled } }, { adminId, at });
    }
    if (others.length > 0) await raiseCatalogueVersion(tx);
    return { ...(await listGames(tx)), changed: others.length };
  });
}
