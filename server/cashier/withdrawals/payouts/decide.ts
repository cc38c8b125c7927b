import { formatNaira } from '../../../../src/core/money';
import type { Kobo } from '../../../../src/core/money';
import type { VerifiedPayout } from '../../../gateways';
import type { WithdrawalState } from '../withdrawal-rows';

export interface PayoutFacts {
  readonly reference: string;
  readonly amount: Kobo;
  readonly currency: string;
  readonly state: WithdrawalState;
}

/** What becomes of a withdrawal. */
export type PayoutDecision =
  | { readonly do: 'nothing' }
  /** The gateway has it, and does not know yet. */
  | { readonly do: 'sent' }
  | { readonly do: 'pay' }
  | { readonly do: 'give-back'; readonly reason: string }
  /** People must look at it; `reversed`: the player is told, too. Moves nothing. */
  | { readonly do: 'alert'; readonly problem: string; readonly reversed?: true };

const NOTHING: PayoutDecision = { do: 'nothing' };
const MAX_REASON_LENGTH = 200;

/**
 * What the gateway's answer makes of a withdrawal. Pure, and the only way to its end: paid by a success of exactly the
 * reference, amount and currency that were sent, given back by a final failure; what the gateway never heard of, or does
 * not know yet, stays as it is. Whatever contradicts an end that was written down, or says another amount, is for people:
 * by then the money may be in two places, and a program that moved it again would make it three.
 */
export function decidePayout(facts: PayoutFacts, answer: VerifiedPayout): PayoutDecision {
  if (answer.reference !== facts.reference) return { do: 'alert', problem: 'the gateway answered about another payout' };
  switch (facts.state) {
    case 'checking':
      return NOTHING;
    case 'sending':
      return decideSent(facts, answer);
    case 'paid':
      if (answer.state !== 'reversed' && answer.state !== 'failed') return NOTHING;
      return { do: 'alert', problem: `the gateway says ${answer.state} after it was paid`, reversed: true };
    case 'refused':
    case 'failed':
      return answer.state === 'success' ? { do: 'alert', problem: `the gateway says success after it was ${facts.state}` } : NOTHING;
  }
}

function decideSent(facts: PayoutFacts, answer: VerifiedPayout): PayoutDecision {
  switch (answer.state) {
    case 'unknown':
      return NOTHING;
    case 'pending':
      return { do: 'sent' };
    case 'success':
      if (answer.amount === facts.amount && answer.currency === facts.currency) return { do: 'pay' };
      return { do: 'alert', problem: `the gateway paid ${formatNaira(answer.amount)} ${answer.currency} instead of ${formatNaira(facts.amount)}` };
    case 'failed':
      return { do: 'give-back', reason: reasonLine(answer) ?? 'Your bank did not take the payment.' };
    case 'reversed':
      return { do: 'give-back', reason: reasonLine(answer) ?? 'Your bank sent the money back.' };
  }
}

/** A gateway's words, as one line of a length that a page can show. */
function reasonLine({ reason }: VerifiedPayout): string | null {
  const line = reason?.replace(/[\p{Cc}\s]+/gu, ' ').trim() ?? '';
  return line === '' ? null : line.slice(0, MAX_REASON_LENGTH);
}
