/** Switches all games on or off at once. */
import type { switchAdminGames } from '../../src/core/contract/admin';
import type { AnswerOf } from '../../src/core/contract/endpoint';
import { writeAudit } from '../audit';
import { raiseCatalogueVersion, readGames } from '../catalogue';
import { transaction } from '../db/transaction';
import { requireRole } from '../four-eyes';
import type { Platform } from '../platform';
import { lockGames } from './game-order';
import { editableFields, writeGame } from './game-rows';
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
      const newRow = await writeGame(tx, { ...row, enabled }, adminId, at);
      await writeAudit(tx, { at, userId: adminId, action: 'game-changed', subject: row.game_id, before: editableFields(row), after: editableFields(newRow) });
    }
    if (others.length > 0) await raiseCatalogueVersion(tx);
    return { ...(await listGames(tx)), changed: others.length };
  });
}
