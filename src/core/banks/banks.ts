/** The banks, typed, and the search over them. About 4 KB compressed: import it where it is needed, lazily. */
import { createSlicedIndex } from '../text-search';
import type { Search } from '../text-search';
import { BANK_ROWS } from './banks-data';

export type BankKind = keyof typeof BANK_ROWS;

export interface Bank {
  /** Unique and stable; the gateway's code is neither unique (two pairs share one) nor always digits ("035A"). */
  readonly id: string;
  readonly name: string;
  readonly kind: BankKind;
  /** The code that the payment gateway takes. */
  readonly code: string;
  /** The central bank's code. */
  readonly cbn: string | null;
  /** Six digits of the interbank scheme. */
  readonly nip: string | null;
  /** Six digits for `checkNuban`; null = account numbers carry no check digit. */
  readonly nuban: string | null;
  /** For showing only, such as "*737#". */
  readonly ussd: string | null;
}

function idOf(name: string): string {
  return name.toLowerCase().match(/[a-z0-9]+/g)?.join('-') ?? '';
}

function parseRow(kind: BankKind, row: string): Bank {
  const [name = '', id = '', code = '', cbn = '', nip = '', nuban = '', ussd = ''] = row.split('|');
  const fieldOrNull = (field: string): string | null => (field === '=' ? code : field || null);
  return {
    id: id || idOf(name),
    name,
    kind,
    code,
    cbn: fieldOrNull(cbn),
    nip: fieldOrNull(nip),
    nuban: fieldOrNull(nuban),
    ussd: fieldOrNull(ussd),
  };
}

function isBankKind(kind: string): kind is BankKind {
  return kind in BANK_ROWS;
}

/** All of them: commercial banks, payment service banks and mobile money first, each kind by name. */
export const banks: readonly Bank[] = Object.entries(BANK_ROWS).flatMap(([kind, rows]) =>
  isBankKind(kind) ? rows.trim().split('\n').map((row) => parseRow(kind, row)) : [],
);

const MAIN_KINDS: readonly BankKind[] = ['commercial', 'payment-service-bank', 'mobile-money'];

/** The banks that are shown before the player types; the search finds the others. */
export const mainBanks: readonly Bank[] = banks.filter(({ kind }) => MAIN_KINDS.includes(kind));

const byId = new Map(banks.map((bank) => [bank.id, bank]));

/** The bank with that id, or null. */
export function bankById(id: string): Bank | null {
  return byId.get(id) ?? null;
}

/** The banks with this gateway code: one, none, or two (two codes stand for two banks each). */
export function banksByCode(code: string): Bank[] {
  return banks.filter((bank) => bank.code === code);
}

/**
 * Finds banks by name, code ("058") or USSD code ("*737#" or "737"), the best first: words match by their beginning, and one slip is allowed. An
 * empty query returns all. The first search reads the names, because this module is loaded long before anybody looks for a bank.
 */
export const searchBanks: Search<Bank> = createSlicedIndex(banks, ({ name, code, cbn, nip, ussd }) =>
  [name, code, ussd, cbn, nip].map((text) => text ?? '')).search;
