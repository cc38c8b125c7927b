/** Ends withdrawals that people look at: refused by an admin, or released by two and sent to the bank. */
import { approveWithdrawal, refuseWithdrawal } from '../../server/admin/approvals';
import { sweepPayouts } from '../../server/cashier/withdrawals/payouts/sweep-payouts';
import { newKey } from './keys';
import type { TestPlatform } from './platform';
import { makePlayer } from './players';
import { acceptBonusEnds, ask } from './withdrawals';
import type { PaidPlayer } from './withdrawals';

/** Payouts to an account with this ending are rejected by the bank. */
export const REJECTED_ENDING = '02';

export async function refusePayout({ platform, pool }: TestPlatform, withdrawalId: string): Promise<void> {
  await refuseWithdrawal(platform, { adminId: await makePlayer(pool, { role: 'admin' }), withdrawalId }, 'Tell us more, please.');
}

export async function releasePayout({ platform, pool }: TestPlatform, withdrawalId: string): Promise<void> {
  for (const adminId of [await makePlayer(pool, { role: 'admin' }), await makePlayer(pool, { role: 'admin' })]) {
    await approveWithdrawal(platform, { adminId, withdrawalId });
  }
}

export async function sendPayout(ayo: TestPlatform, withdrawalId: string): Promise<void> {
  await releasePayout(ayo, withdrawalId);
  while ((await sweepPayouts(ayo.platform)) > 0);
}

/** Asks for unplayed money, agrees to the end of the bonuses that the page names, and returns the id. */
export async function takeUnplayed(player: PaidPlayer, naira: number, unplayed: 'mistake' | 'closing' = 'mistake'): Promise<string> {
  const answer = await ask(player, naira, newKey(), { unplayed, endsBonuses: await acceptBonusEnds(player, unplayed === 'closing') });
  if (answer.status !== 201) throw new Error(`refused with ${answer.problem?.code ?? answer.status}`);
  return answer.data.withdrawalId;
}
