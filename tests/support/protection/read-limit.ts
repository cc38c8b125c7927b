import type { Limit, Protection } from '../../../src/core/contract/protection';
import type { LimitKind, LimitPeriod } from '../../../src/core/protection';

/** Returns one of the nine limits of an answer. */
export function readLimit({ limits }: Protection, kind: LimitKind, period: LimitPeriod): Limit {
  const limit = limits.find((limit) => limit.kind === kind && limit.period === period);
  if (limit === undefined) throw new Error('there are nine');
  return limit;
}
