import { formatNaira, subKobo } from '../../../src/core/money';
import type { Kobo } from '../../../src/core/money';
import { ProblemError } from '../../http/problem';

/** Makes the refusal of an amount that was not played in full. */
export function turnoverProblem(balance: Kobo, unplayed: Kobo): ProblemError {
  const naira = (amount: Kobo): string => formatNaira(amount, { whole: true });
  const detail = `${naira(unplayed)} of your balance is a deposit that you have not played yet. You can withdraw ${naira(subKobo(balance, unplayed))} now, and the rest as you play it.`;
  return new ProblemError('turnover-needed', 'You have not played this money yet', { detail, errors: [{ field: 'amount', message: detail }] });
}
