/** The bet of plinko: the risk, its odds and pays, and the reading of what the platform sends. Pure. */
import { PLINKO_PATHS, PLINKO_PAYS, PLINKO_PAY_SCALE, PLINKO_RISKS, pathsTo, plinkoOutcome } from '../../core/games/plinko';
import type { PlinkoRisk } from '../../core/games/plinko';
import type { GameOdds } from '../embedded-game';

export interface PlinkoChoice {
  readonly risk: PlinkoRisk;
}

export const FIRST_CHOICE: PlinkoChoice = { risk: 'medium' };

/** The multiple that a bucket pays: "0.46", "150". */
export const paysFigure = (risk: PlinkoRisk, bucket: number): string => String((PLINKO_PAYS[risk][bucket] ?? 0) / PLINKO_PAY_SCALE);

export function nextRisk({ risk }: PlinkoChoice, by: 1 | -1): PlinkoChoice {
  const at = Math.min(PLINKO_RISKS.length - 1, Math.max(0, PLINKO_RISKS.indexOf(risk) + by));
  return { risk: PLINKO_RISKS[at] ?? risk };
}

export function readOutcome(outcome: unknown) {
  const parsed = plinkoOutcome.safeParse(outcome);
  return parsed.success ? parsed.data : null;
}

/** The risk of a round that was sent; null where it is unknown. */
export function riskOf(bet: unknown): PlinkoRisk | null {
  const risk = typeof bet === 'object' && bet !== null && 'risk' in bet ? bet.risk : null;
  return PLINKO_RISKS.find((each) => each === risk) ?? null;
}

/** How often a risk pays anything, more than the stake, and the most. */
export function riskOdds(risk: PlinkoRisk): GameOdds & { readonly profitRate: number } {
  const pays = PLINKO_PAYS[risk];
  const most = Math.max(...pays);
  const shareWhere = (fits: (pay: number) => boolean) => pays.reduce((sum, pay, bucket) => sum + (fits(pay) ? pathsTo(bucket) : 0), 0) / PLINKO_PATHS;
  return {
    hitRate: shareWhere((pay) => pay > 0),
    profitRate: shareWhere((pay) => pay > PLINKO_PAY_SCALE),
    maxWin: most / PLINKO_PAY_SCALE,
    maxWinEvery: 1 / shareWhere((pay) => pay === most),
  };
}
