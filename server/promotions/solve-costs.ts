/** Works out the costs of promotions in short slices, one after the other and each only once, so that the process can do other work in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { workOutCosts } from '../../src/core/bonus-cost/promotion-costs';
import type { CostFacts, PromotionCosts } from '../../src/core/bonus-cost/promotion-costs';
import type { PromotionCosts as CostsAnswer, PromotionTerms } from '../../src/core/contract/promotions';
import { koboToNaira } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';

/** Other work gets its turn after this time. */
const SLICE_MS = 8;
const MAX_CACHED = 50;

/** The costs that were solved last, by terms and facts as JSON. */
const cachedCosts = new Map<string, PromotionCosts>();
let queue: Promise<unknown> = Promise.resolve();

/** Works out the costs of one claim on these terms. */
export async function solveCosts(terms: PromotionTerms, facts: CostFacts): Promise<PromotionCosts> {
  // Only a draw depends on how many enter; every other offer keeps its costs when that changes.
  const relevantFacts = terms.kind === 'draw' ? facts.entries : facts.games;
  // Terms that were stored with a proposal come back with their fields in another order, so the fields are sorted.
  const cacheKey = JSON.stringify([Object.entries(terms).sort(([a], [b]) => (a < b ? -1 : 1)), relevantFacts], (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  const work = queue.then(async () => cachedCosts.get(cacheKey) ?? (await solve(terms, facts)));
  queue = work.catch(() => undefined);
  const costs = await work;
  cachedCosts.set(cacheKey, costs);
  const [oldest] = cachedCosts.keys();
  if (cachedCosts.size > MAX_CACHED && oldest !== undefined) cachedCosts.delete(oldest);
  return costs;
}

async function solve(terms: PromotionTerms, facts: CostFacts): Promise<PromotionCosts> {
  const work = workOutCosts(terms, facts);
  for (let sliceEnd = performance.now() + SLICE_MS; ; ) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() < sliceEnd) continue;
    await nextTurn();
    sliceEnd = performance.now() + SLICE_MS;
  }
}

export function toCostsAnswer({ atMost, best, ordinary, house, wagering }: PromotionCosts): CostsAnswer {
  const naira = (amount: Kobo | null): number | null => (amount === null ? null : koboToNaira(amount));
  return { atMost: koboToNaira(atMost), best: naira(best), ordinary: naira(ordinary), house: naira(house), wagering: naira(wagering) };
}
