/** Works out costs beside everything else that the process does: a little at a time, one after the other, and each only once. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { workOutCosts } from '../../src/core/bonus-cost/promotion-costs';
import type { CostFacts, PromotionCosts } from '../../src/core/bonus-cost/promotion-costs';
import type { PromotionCosts as CostsAnswer, PromotionTerms } from '../../src/core/contract/promotions';
import { koboToNaira } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';

/** Work that is done before other work gets its turn. */
const SLICE_MS = 8;
const MOST_REMEMBERED = 50;

const remembered = new Map<string, PromotionCosts>();
let queue: Promise<unknown> = Promise.resolve();

/** The costs of one claim on these terms. */
export async function solveCosts(terms: PromotionTerms, facts: CostFacts): Promise<PromotionCosts> {
  const name = JSON.stringify([terms, facts], (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  const work = queue.then(async () => remembered.get(name) ?? (await solve(terms, facts)));
  queue = work.catch(() => undefined);
  const costs = await work;
  remembered.set(name, costs);
  const [oldest] = remembered.keys();
  if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
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
