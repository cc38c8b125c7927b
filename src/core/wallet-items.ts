/**
 * Reads the lists of a platform's wallets: only what is shown as the player's money has to be as the contract says. One odd
 * item about something else is left out; without the item that counts the answer is refused as a whole, and the figure
 * that is known stays, with its age. It is a file of its own, because every realm needs it, and most of them need nothing else
 * about money.
 */
import { MAX_KOBO, nearestKobo } from './nearest-kobo';

export interface BalanceItem {
  readonly type: string;
  /** Decimal units of `currency`. */
  readonly amount: number;
  readonly currency?: string | null | undefined;
}

export interface WalletItem {
  readonly walletId: string;
  readonly status: string;
  readonly name: string;
  readonly currentAmount: number;
  readonly currency?: string | null | undefined;
  readonly totalWR?: number | null | undefined;
  readonly progressWR?: number | null | undefined;
  readonly extension?: { readonly grantedPlayerCurrencyAmount?: number | null | undefined } | null | undefined;
}

type UnknownObject = Readonly<Record<string, unknown>>;

const NAIRA = 'NGN';

const isObject = (value: unknown): value is UnknownObject => typeof value === 'object' && value !== null && !Array.isArray(value);
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;

/** A currency's code in capitals, as it is compared; null where none is given. Undefined for what is no code. */
export function currencyOf(value: unknown): string | null | undefined {
  if (isAbsent(value)) return null;
  return typeof value === 'string' ? value.toUpperCase() : undefined;
}

function balanceItemOf(item: unknown): BalanceItem | null {
  if (!isObject(item)) return null;
  const { type, amount } = item;
  const currency = currencyOf(item['currency']);
  return typeof type === 'string' && isNumber(amount) && currency !== undefined ? { type, amount, currency } : null;
}

const isReal = (item: unknown): boolean => isObject(item) && item['type'] === 'Real';
const isInNaira = (item: unknown): item is UnknownObject => isObject(item) && currencyOf(item['currency']) === NAIRA;

/** The readable items of the list, in its order. */
export function readBalanceItems(items: readonly unknown[]): BalanceItem[] {
  return items.map(balanceItemOf).filter((item) => item !== null);
}

/**
 * Returns true if the player's own money can be read: one of the `Real` items is in naira, and is a whole number of kobo.
 * A list without a `Real` item says that there is none, unless something in it was unreadable: that may have been it.
 */
export function hasReadableReal(items: readonly unknown[]): boolean {
  const real = items.filter(isReal);
  if (real.length === 0) return readBalanceItems(items).length === items.length;
  const inNaira = real.filter(isInNaira);
  return inNaira.length > 0 && inNaira.every((item) => nearestKobo(item['amount']) !== null);
}

/** A text as platforms send it, a number among them; empty for what is neither. */
export const textOf = (value: unknown): string => (typeof value === 'string' || isNumber(value) ? String(value) : '');

/** An id as platforms send it: a text or a number. */
function idOf(id: unknown): string | null {
  return typeof id === 'string' || isNumber(id) ? String(id) : null;
}

/** The parts of a wallet beside its amount may be missing, so they are left out where they can't be read. */
function walletOf(item: unknown): WalletItem | null {
  if (!isObject(item)) return null;
  const { status, currentAmount, totalWR, progressWR, extension } = item;
  const walletId = idOf(item['walletId']);
  const currency = currencyOf(item['currency']);
  if (walletId === null || typeof status !== 'string' || !isNumber(currentAmount) || currency === undefined) return null;
  const granted = isObject(extension) ? extension['grantedPlayerCurrencyAmount'] : undefined;
  return {
    walletId, status, currentAmount, currency,
    name: textOf(item['name']),
    ...(isNumber(totalWR) && { totalWR }),
    ...(isNumber(progressWR) && { progressWR }),
    ...(isNumber(granted) && { extension: { grantedPlayerCurrencyAmount: granted } }),
  };
}

/** The codes of currencies. */
const CODE = /^[A-Z]{3,}$/;

/** Returns true if the wallet is active and names no currency but naira. Without such a wallet the bonus amount would silently be too low. */
function countsTowardBonus(item: unknown): boolean {
  if (!isObject(item) || item['status'] !== 'active') return false;
  const currency = currencyOf(item['currency']);
  return currency === NAIRA || !CODE.test(currency ?? '');
}

/** The readable wallets of the list, in its order. One that is sent twice is one. */
export function readWallets(items: readonly unknown[]): WalletItem[] {
  const wallets = items.map(walletOf).filter((item) => item !== null);
  const names = wallets.map(({ walletId, status }) => `${status} ${walletId}`);
  return wallets.filter((_, n) => names.indexOf(names[n] ?? '') === n);
}

/**
 * Returns true if every active wallet that may be in naira says so, and can be read to the kobo. The bonus amount is their sum,
 * which has to be a valid amount, too.
 */
export function hasReadableActive(items: readonly unknown[]): boolean {
  if (!items.every((item) => !countsTowardBonus(item) || (isInNaira(item) && nearestKobo(walletOf(item)?.currentAmount) !== null))) return false;
  const amounts = readWallets(items).filter(countsTowardBonus).map((item) => Math.abs(nearestKobo(item.currentAmount) ?? 0));
  return amounts.reduce((sum, amount) => sum + amount, 0) <= MAX_KOBO;
}
