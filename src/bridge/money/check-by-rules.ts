/** Checks rounds by the rules that each of them names: by the programs of this build, or with the numbers of a par sheet. */
import type { KeptVerdict, RevealedSeeds } from '../../core/fairness/check-slice';
import type { CheckedRound } from '../../core/fairness/rounds-report';
import type { RawSheet } from '../../core/fairness/sheet-version';
import type { KeptReceipt } from '../../data/schema';
import type { Bridge } from '../bridge';
import { loadRules } from '../fairness/par-sheets';
import type { NamedRules } from '../fairness/par-sheets';
import type { RoundChecker } from './round-checker';

/** Returns the rounds in the order of their receipts; null where the worker died. */
export type CheckByRules = (receipts: readonly KeptReceipt[], pairs: readonly RevealedSeeds[]) => Promise<readonly CheckedRound[] | null>;

/** Makes the check, which plays the rounds by the rules of this build first. Par sheets are loaded only for the others. */
export function createCheckByRules(bridge: Bridge, checker: RoundChecker): CheckByRules {
  const loads = new Map<string, Promise<NamedRules>>();

  /** Loads each version once, because a platform that is out of reach stays so for the next slice. */
  function load({ gameId, rules = '' }: KeptReceipt): Promise<NamedRules> {
    const name = `${gameId} ${rules}`;
    const loading = loads.get(name) ?? loadRules(bridge, gameId, rules);
    loads.set(name, loading);
    return loading;
  }

  async function verdictsOf(
    receipts: readonly KeptReceipt[], pairs: readonly RevealedSeeds[], sheets: readonly RawSheet[],
  ): Promise<readonly KeptVerdict[] | null> {
    const verdicts = await checker.check({ pairs, receipts, refusedBets: [], sheets });
    return verdicts?.receipts.length === receipts.length ? verdicts.receipts : null;
  }

  async function checkBySheets(receipts: readonly KeptReceipt[], pairs: readonly RevealedSeeds[]): Promise<readonly KeptVerdict[] | null> {
    if (receipts.length === 0) return [];
    const namedRules = await Promise.all(receipts.map(load));
    const sheets = new Set(namedRules.filter((rules) => typeof rules === 'object'));
    const verdicts = await verdictsOf(receipts, pairs, [...sheets]);
    return verdicts && verdicts.map((verdict, nth) => (verdict === 'no-rules' && namedRules[nth] === 'unpublished' ? 'unpublished-rules' : verdict));
  }

  return async (receipts, pairs) => {
    const ownVerdicts = await verdictsOf(receipts, pairs, []);
    if (ownVerdicts === null) return null;
    const places = ownVerdicts.flatMap((verdict, nth) => (verdict === 'no-rules' ? [nth] : []));
    const bySheets = await checkBySheets(receipts.filter((_receipt, nth) => ownVerdicts[nth] === 'no-rules'), pairs);
    if (bySheets === null) return null;
    const sheetVerdicts = new Map(places.map((place, nth) => [place, bySheets[nth]]));
    return receipts.map(({ roundId, gameId, commit, clientSeed, nonce, at, seeds, rules }, nth): CheckedRound => {
      const bySheet = sheetVerdicts.get(nth);
      return {
        roundId, gameId, commit, clientSeed, nonce, at, isSealed: seeds !== undefined,
        verdict: bySheet ?? ownVerdicts[nth] ?? 'malformed', ruleSet: rules === undefined ? 'none' : bySheet === undefined ? 'own' : 'other',
      };
    });
  };
}
