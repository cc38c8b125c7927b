import { formatNaira } from '../../../../src/core/money';
import type { Kobo } from '../../../../src/core/money';
import type { VerifiedPayout } from '../../../gateways';
import { toOneLine } from '../../../one-line';
import type { WithdrawalState } from '../withdrawal-rows';

export interface PayoutFacts {
  readonly reference: string;
  readonly amount: Kobo;
  readonly currency: string;
  readonly state: WithdrawalState;
}

/** The next step for a withdrawal. */
export type PayoutDecision =
  | { readonly do: 'nothing' }
  /** The gateway has accepted the payout and has no final answer yet. */
  | { readonly do: 'sent' }
  | { readonly do: 'pay' }
  | { readonly do: 'give-back'; readonly reason: string }
  /** Staff must look at it, and no money moves; with `reversed` the player is told, too. */
  | { readonly do: 'alert'; readonly problem: string; readonly reversed?: true };

const NOTHING: PayoutDecision = { do: 'nothing' };
const MAX_REASON_LENGTH = 200;

/**
 * Decides about a withdrawal from the gateway's answer. This pure function is the only way to the end of a withdrawal: a success of
 * exactly our reference, amount and currency pays it, and a final failure gives the money back. While the gateway does not know the
 * reference, or has no final answer, the withdrawal stays as it is. An answer that contradicts an end in our books, or has another amount,
 * goes to staff: the money may be in two places then, and a program that moved it again would add a third.
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
      return { do: 'alert', problem: `the gateway says ${answer.state}, but the withdrawal is paid in our books`, reversed: true };
    case 'refused':
    case 'failed':
      return answer.state === 'success' ? { do: 'alert', problem: `the gateway says success, but the withdrawal is ${facts.state} in our books` } : NOTHING;
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
      return { do: 'give-back', reason: reasonLine(answer) || 'Your bank did not take the payment.' };
    case 'reversed':
      return { do: 'give-back', reason: reasonLine(answer) || 'Your bank sent the money back.' };
  }
}

/** Returns the gateway's reason as one line, short enough for a page; empty where it gave none. */
const reasonLine = ({ reason = '' }: VerifiedPayout): string => toOneLine(reason, MAX_REASON_LENGTH);
