/** Asks the gateway whether a payout came back. What it says has no daily cap; a return that only people report has one. */
import { withGatewayDeadline } from '../../cashier';
import type { WithdrawalRow } from '../../cashier';
import { GatewayUnavailableError } from '../../gateways';
import type { Platform } from '../../platform';

const ASK_DEADLINE_MS = 5_000;

export const NO_ANSWER = 'no answer';

/** Returns the gateway's word for the payout, for people to read, or `NO_ANSWER`. */
export async function askAboutPayout({ gateways, log }: Pick<Platform, 'gateways' | 'log'>, row: WithdrawalRow): Promise<string> {
  const gateway = row.gateway === null ? null : gateways.byName(row.gateway);
  try {
    if (gateway === null) throw new GatewayUnavailableError('it is not configured any more');
    const answer = await withGatewayDeadline(gateway.payouts.verifyPayout(row.reference), ASK_DEADLINE_MS);
    return answer.reference === row.reference ? answer.state : 'another payout';
  } catch (error) {
    if (!(error instanceof GatewayUnavailableError)) throw error;
    log('withdrawal.gateway-silent', { withdrawalId: row.withdrawal_id, cause: 'correction', why: error.message });
    return NO_ANSWER;
  }
}

/** A payout that failed after it was paid came back, too (`decide-payout.ts`). */
export const cameBack = (word: string | undefined): boolean => word === 'reversed' || word === 'failed';
