/** What a rule that watches is made of: SQL that reads figures of players about whom something is new, and a judgement of these figures. */
import type { RiskRule } from '../../src/core/risk-rules';

/** What a rule read of one player. */
export interface Figures {
  readonly user_id: string;
  /** The day, week, play, account or other player that it is about: the same again is no second flag. */
  readonly period: string;
  /** Whole numbers (of kobo where the name ends in `Kobo`), texts, or lists of them. */
  readonly [name: string]: FigureValue;
}
export type FigureValue = number | string | null | readonly number[];

/** The thresholds that hold, by name. Amounts are in naira. */
export type Thresholds = Readonly<Record<string, number>>;

export interface WatchedRule {
  readonly rule: RiskRule;
  /**
   * Selects `user_id`, `period` and figures. It may name the thresholds and these values as parameters:
   * - `$entry`, `$depositStep`, `$payoutStep`, `$change`: what has a greater id is new; `$since`: what is later is new;
   * - `$player`: the one player that it is about; null: all. The rules that hold payouts take it;
   * - `$now`, and `$day`, `$week` (its Monday) and `$month` in Lagos;
   * - `$automaticKobo`: the limit for payouts without approval.
   */
  readonly sql: string;
  readonly fires: (figures: Figures, thresholds: Thresholds) => boolean;
}

/** Returns a figure that is a number; 0 where it is none. */
export function figure(figures: Figures, name: string): number {
  const value = figures[name];
  return typeof value === 'number' ? value : 0;
}

export const threshold = (thresholds: Thresholds, name: string): number => {
  const value = thresholds[name];
  if (value === undefined) throw new Error(`There is no threshold ${name}.`);
  return value;
};

export const KOBO = 100;

/** SQL: players who have entries of one of these kinds that are new, as `active`. */
export const activeSql = (...kinds: readonly string[]): string =>
  `active AS (SELECT DISTINCT user_id FROM ledger_entry WHERE entry_id > $entry AND user_id IS NOT NULL AND balance_after IS NOT NULL AND kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')}))`;

/** SQL: the person of an account `p`, under which all accounts of one person count. */
export const PERSON = 'coalesce(p.person_id, p.user_id)';
