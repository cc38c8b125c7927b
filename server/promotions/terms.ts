/** Translates the terms of a promotion between its row and the contract. */
import type { Promotion, PromotionTerms } from '../../src/core/contract/promotions';
import type { FieldError } from '../../src/core/contract/problem';
import type { PromotionId } from '../../src/core/promotions';
import { formatNaira, kobo, koboToNaira, nairaToKobo } from '../../src/core/money';
import { DEFAULT_CAP_TIMES } from '../../src/core/wagering';
import { ProblemError } from '../http/problem';

/** The columns of the terms. Columns that the promotion's kind does not use are null. Money is kobo. */
export interface TermsRow {
  readonly kind: PromotionTerms['kind'];
  readonly wagering: number | null;
  readonly max_stake: number | null;
  readonly valid_days: number | null;
  readonly percent: number | null;
  readonly min_deposit: number | null;
  readonly max_bonus: number | null;
  readonly claim_days: number | null;
  readonly weekdays: readonly number[] | null;
  readonly once: 'ever' | 'week' | null;
  readonly game_id: string | null;
  readonly spins: number | null;
  readonly spin_stake: number | null;
  readonly prizes: readonly number[] | null;
  readonly cap_times: number | null;
  readonly budget: number | null;
}

export interface PromotionRow extends TermsRow {
  readonly promotion_id: PromotionId;
  readonly name: string;
  readonly enabled: boolean;
  /** Under which the regulator has approved its advertising. */
  readonly approval_number: string | null;
  /** False where every game that it can be played in is closed. */
  readonly playable: boolean;
  readonly version: number;
  readonly updated_at: Date;
  /** The admin's username. */
  readonly updated_by: string | null;
}

export const TERMS_COLUMNS = [
  'kind', 'wagering', 'max_stake', 'valid_days', 'percent', 'min_deposit', 'max_bonus', 'claim_days', 'weekdays', 'once', 'game_id',
  'spins', 'spin_stake', 'prizes', 'cap_times', 'budget',
] as const satisfies readonly (keyof TermsRow)[];

const NO_TERMS = {
  wagering: null, max_stake: null, valid_days: null, percent: null, min_deposit: null, max_bonus: null, claim_days: null, weekdays: null,
  once: null, game_id: null, spins: null, spin_stake: null, prizes: null, cap_times: null, budget: null,
} as const;

/** Returns the value of a column that the promotion's kind uses. A check of the database guarantees that it is not null. */
export function notNull<T>(value: T | null): T {
  if (value === null) throw new Error('the promotion lacks a term of its kind');
  return value;
}

const naira = (amount: number | null): number => koboToNaira(kobo(notNull(amount)));

export function termsOf(row: TermsRow): PromotionTerms {
  switch (row.kind) {
    case 'deposit-match':
      return {
        kind: row.kind, percent: notNull(row.percent), minDeposit: naira(row.min_deposit), maxBonus: naira(row.max_bonus),
        wagering: notNull(row.wagering), maxStake: naira(row.max_stake), validDays: notNull(row.valid_days), claimDays: notNull(row.claim_days),
        weekdays: row.weekdays === null ? null : [...row.weekdays], once: notNull(row.once),
        ...capAndBudgetOf(row),
      };
    case 'free-spins':
      return {
        kind: row.kind, gameId: notNull(row.game_id), spins: notNull(row.spins), stake: naira(row.spin_stake), wagering: notNull(row.wagering),
        maxStake: naira(row.max_stake), validDays: notNull(row.valid_days), ...capAndBudgetOf(row),
      };
    case 'draw':
      return { kind: row.kind, prizes: notNull(row.prizes).map(naira) };
  }
}

const capAndBudgetOf = (row: TermsRow) => ({ capTimes: notNull(row.cap_times), budget: naira(row.budget) });

/** ₦1,000,000,000, in naira. A percentage or a multiple of a larger amount could be too large to be counted in single kobo. */
const MAX_NAIRA = 1_000_000_000;

/** Throws 400 `validation` with errors at the fields where an amount is larger than any promotion can pay. */
export function refuseHugeAmounts(terms: PromotionTerms): void {
  const errors = Object.entries(terms).flatMap(([field, value]): FieldError[] => {
    const amounts = AMOUNTS.has(field) ? [value].flat() : [];
    const isHuge = amounts.some((amount) => Number(amount) > MAX_NAIRA);
    return isHuge ? [{ field: `terms.${field}`, message: `Enter at most ${formatNaira(kobo(MAX_NAIRA * 100), { whole: true })}.` }] : [];
  });
  if (errors.length > 0) throw new ProblemError('validation', 'Check what you typed.', { errors });
}

/** The terms that are in naira. */
const AMOUNTS: ReadonlySet<string> = new Set(['minDeposit', 'maxBonus', 'maxStake', 'stake', 'prizes', 'budget']);

/** Converts an amount in naira, which the contract has checked. */
function toKobo(amount: number): number {
  return notNull(nairaToKobo(amount));
}

interface CapAndBudget {
  readonly capTimes?: number | undefined;
  readonly budget?: number | undefined;
}

/** Terms without a budget get the most that a claim can give as their budget, because no claim can be worth more. */
const capAndBudgetColumns = ({ capTimes = DEFAULT_CAP_TIMES, budget }: CapAndBudget, maxGrant: number) => ({
  cap_times: capTimes, budget: budget === undefined ? maxGrant : toKobo(budget),
});

/** Makes the columns for these terms, with the weekdays sorted and without repetition. */
export function termsToRow(terms: PromotionTerms): TermsRow {
  switch (terms.kind) {
    case 'deposit-match': {
      const { kind, percent, wagering, once } = terms;
      const weekdays = terms.weekdays === null ? null : [...new Set(terms.weekdays)].sort((a, b) => a - b);
      return {
        ...NO_TERMS, kind, percent, wagering, once, weekdays, min_deposit: toKobo(terms.minDeposit), max_bonus: toKobo(terms.maxBonus),
        max_stake: toKobo(terms.maxStake), valid_days: terms.validDays, claim_days: terms.claimDays,
        ...capAndBudgetColumns(terms, toKobo(terms.maxBonus)),
      };
    }
    case 'free-spins': {
      const { kind, gameId, spins, wagering } = terms;
      return {
        ...NO_TERMS, kind, spins, wagering, game_id: gameId, spin_stake: toKobo(terms.stake), max_stake: toKobo(terms.maxStake),
        valid_days: terms.validDays, ...capAndBudgetColumns(terms, spins * toKobo(terms.stake)),
      };
    }
    case 'draw':
      return { ...NO_TERMS, kind: terms.kind, prizes: terms.prizes.map(toKobo) };
  }
}

export function toPromotion(row: PromotionRow): Promotion {
  return {
    promotionId: row.promotion_id,
    name: row.name,
    enabled: row.enabled,
    terms: termsOf(row),
    approvalNumber: row.approval_number,
    version: row.version,
    updatedAt: row.updated_at.toISOString(),
  };
}
