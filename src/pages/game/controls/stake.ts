/** The steps of the stake buttons, and the check of typed stakes. Pure; amounts in kobo. */
import { formatNaira, kobo } from '../../../core/money';
import { parseNairaText } from '../../../core/naira-text';
import type { Kobo } from '../../../core/money';
import type { NairaTextError } from '../../../core/naira-text';
import { words } from '../words';

export interface StakeLimits {
  readonly min: Kobo;
  readonly max: Kobo;
  /** Stakes are multiples of this amount. */
  readonly step: Kobo;
}

const LADDER = [1, 2, 5] as const;

/** 1, 2, 5, 10, 20, 50 … naira within the limits, and the limits themselves. */
export function stakeSteps({ min, max, step }: StakeLimits): readonly Kobo[] {
  const steps = new Set<number>([min, max]);
  for (let decade = 1; decade <= max; decade *= 10) {
    for (const digit of LADDER) {
      const stake = digit * decade;
      if (stake > min && stake < max && stake % step === 0) steps.add(stake);
    }
  }
  return [...steps].sort((a, b) => a - b).map(kobo);
}

/** The next step up (`1`) or down (`-1`); the same stake at the end of the ladder. */
export function nextStake(stake: Kobo, direction: 1 | -1, limits: StakeLimits): Kobo {
  const steps = stakeSteps(limits);
  const next = direction === 1 ? steps.find((each) => each > stake) : steps.findLast((each) => each < stake);
  return next ?? (direction === 1 ? limits.max : limits.min);
}

const TYPED_WRONG = {
  empty: words.stakeEmpty,
  'not-a-number': words.stakeNotANumber,
  negative: words.stakeNotANumber,
  grouping: words.stakeGrouping,
  'too-many-decimals': words.stakeDecimals,
  'too-large': words.stakeNotANumber,
} satisfies Record<NairaTextError, string>;

/** Says why a stake can't be played here; null when it can. The platform uses the same words. */
export function stakeProblem(stake: Kobo, { min, max, step }: StakeLimits): string | null {
  if (stake < min) return words.stakeTooSmall(formatNaira(min, { whole: true }));
  if (stake > max) return words.stakeTooLarge(formatNaira(max, { whole: true }));
  if (stake % step !== 0) return words.stakeStep(formatNaira(step));
  return null;
}

export type TypedStake = { readonly ok: true; readonly stake: Kobo } | { readonly ok: false; readonly problem: string };

/** Reads the typed text as a stake of this game, or says why it is none. */
export function readStake(text: string, limits: StakeLimits): TypedStake {
  const parsed = parseNairaText(text);
  if (typeof parsed === 'object') return { ok: false, problem: TYPED_WRONG[parsed.error] };
  const problem = stakeProblem(parsed, limits);
  return problem === null ? { ok: true, stake: parsed } : { ok: false, problem };
}

/** A stake as the field shows it: "250", "12.50". */
export function stakeText(stake: Kobo): string {
  const naira = stake / 100;
  return Number.isInteger(naira) ? String(naira) : naira.toFixed(2);
}
