import { alertFor } from '../../alert-for';
import { isUnavailable } from '../../db/errors';
import { ProblemError } from '../../http/problem';
import type { Platform } from '../../platform';
import { DEPOSIT_OPERATION, resumeStart } from './start-deposit';

const BATCH = 20;

/**
 * Answers the keys of starts that were interrupted (the process died) and whose deposit has ended since, because it was paid or it
 * expired. Otherwise these keys would stay "running" for ever.
 */
export async function finishInterruptedStarts(platform: Platform): Promise<void> {
  const { rows } = await platform.pool.query<{ user_id: string; key: string; deposit_id: string }>(
    `SELECT o.user_id, o.key, d.deposit_id FROM operation o JOIN deposit d ON d.user_id = o.user_id AND d.operation_key = o.key
     WHERE o.state = 'running' AND o.lease_until <= $1 AND o.kind = $2 AND d.state <> 'pending' LIMIT ${BATCH}`,
    [platform.now(), DEPOSIT_OPERATION],
  );
  for (const { user_id: userId, key, deposit_id: depositId } of rows) {
    try {
      await resumeStart(platform, { userId, key });
    } catch (error) {
      if (isUnavailable(error)) throw error;
      platform.log('deposit.sweep-failed', { depositId, code: error instanceof ProblemError ? error.code : String(error), ...alertFor(error) });
    }
  }
}
