import type { Limit, Protection } from '../../../src/core/contract/protection';
import type { LimitKind, LimitPeriod } from '../../../src/core/protection';

/** One of the nine limits of an answer. */
export function readLimitsOf({ limits }: Protection, kind: LimitKind, period: LimitPeriod): Limit {
  const found = limits.find((limit) => limit.kind === kind && limit.period === period);
  if (found === undefined) throw new Error('there are nine');
  return found;
}
