/** The terms of a promotion as a row and as the contract tells them. */
import type { Promotion, PromotionTerms } from '../../src/core/contract/promotions';
import type { PromotionId } from '../../src/core/promotions';
import { kobo, koboToNaira, nairaToKobo } from '../../src/core/money';

/** Columns that hold the terms; all others of them are null. Money is kobo. */
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
}

export interface PromotionRow extends TermsRow {
  readonly promotion_id: PromotionId;
  readonly name: string;
  readonly enabled: boolean;
  /** The game of its free spins is open; true where it is for none. */
  readonly playable: boolean;
  readonly version: number;
  readonly updated_at: Date;
  /** The admin's username. */
  readonly updated_by: string | null;
}

/** In the order in which `valuesOf` gives them. */
export const TERMS_COLUMNS = [
  'kind', 'wagering', 'max_stake', 'valid_days', 'percent', 'min_deposit', 'max_bonus', 'claim_days', 'weekdays', 'once', 'game_id',
  'spins', 'spin_stake', 'prizes',
] as const satisfies readonly (keyof TermsRow)[];

const NO_TERMS = {
  wagering: null, max_stake: null, valid_days: null, percent: null, min_deposit: null, max_bonus: null, claim_days: null, weekdays: null,
  once: null, game_id: null, spins: null, spin_stake: null, prizes: null,
} as const;

/** A column that the kind of promotion has: that it is there is a check of the database. */
export function notNull<T>(value: T | null): T {
  if (value === null) throw new Error('the terms of a promotion are those of its kind, whole');
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
      };
    case 'free-spins':
      return {
        kind: row.kind, gameId: notNull(row.game_id), spins: notNull(row.spins), stake: naira(row.spin_stake), wagering: notNull(row.wagering),
        maxStake: naira(row.max_stake), validDays: notNull(row.valid_days),
      };
    case 'draw':
      return { kind: row.kind, prizes: notNull(row.prizes).map(naira) };
  }
}

/** The contract lets nothing through that is no amount. */
function inKobo(amount: number): number {
  return notNull(nairaToKobo(amount));
}

/** The columns of terms. Days of the week in their order, each once. */
export function termsToRow(terms: PromotionTerms): TermsRow {
  switch (terms.kind) {
    case 'deposit-match': {
      const { kind, percent, wagering, once } = terms;
      const weekdays = terms.weekdays === null ? null : [...new Set(terms.weekdays)].sort((a, b) => a - b);
      return {
        ...NO_TERMS, kind, percent, wagering, once, weekdays, min_deposit: inKobo(terms.minDeposit), max_bonus: inKobo(terms.maxBonus),
        max_stake: inKobo(terms.maxStake), valid_days: terms.validDays, claim_days: terms.claimDays,
      };
    }
    case 'free-spins': {
      const { kind, gameId, spins, wagering } = terms;
      return {
        ...NO_TERMS, kind, spins, wagering, game_id: gameId, spin_stake: inKobo(terms.stake), max_stake: inKobo(terms.maxStake),
        valid_days: terms.validDays,
      };
    }
    case 'draw':
      return { ...NO_TERMS, kind: terms.kind, prizes: terms.prizes.map(inKobo) };
  }
}

export function toPromotion(row: PromotionRow): Promotion {
  return {
    promotionId: row.promotion_id,
    name: row.name,
    enabled: row.enabled,
    terms: termsOf(row),
    version: row.version,
    updatedAt: row.updated_at.toISOString(),
  };
}
