/** Writes the player's figures into the stores. Nothing else writes the session's balance and bonus amount. */
import { createStore } from 'zustand/vanilla';
import { bonusAmountOf, heldBalanceOf, realBalanceOf } from '../core/balance';
import type { Account, Balance, BonusWallet, Profile } from '../core/contract/player';
import type { Kobo } from '../core/money';
import { figuresStore } from './figures';
import type { FigureKind, FigureSource } from './figures';
import { sessionStore, showProfile } from './session';

/** Where an answer came from: `savedAt` in epoch ms. */
export interface AnswerOrigin {
  readonly live: boolean;
  readonly savedAt: number;
}

/**
 * For this long after a balance, one with a lower version counts as late, because no poll is under way for longer. After that it
 * counts as what the platform says now, because a platform that was restored from a backup counts from a lower version.
 */
export const LATE_FOR_MS = 12_000;

interface ReceivedBalance {
  readonly balance: Balance;
  readonly version: number | null;
}

/** The last balance that was received, shown or not, and the time (by the steady clock) at which the version on screen came. */
const receivedStore = createStore<{ readonly last: ReceivedBalance | null; readonly versionAt: number }>()(() => ({ last: null, versionAt: 0 }));

export function resetFigures(): void {
  receivedStore.setState({ last: null, versionAt: 0 });
  figuresStore.setState(figuresStore.getInitialState(), true);
}

/** Returns true if an answer comes too late: a stored answer never replaces a newer one. */
function isLate(kind: FigureKind, origin: AnswerOrigin): boolean {
  const figure = figuresStore.getState()[kind];
  return !origin.live && figure.savedAt !== null && figure.savedAt > origin.savedAt;
}

function markFigure(kind: FigureKind, origin: AnswerOrigin): void {
  figuresStore.setState({ [kind]: { source: origin.live ? 'live' : 'dated', savedAt: origin.savedAt } });
}

export function applyProfile(profile: Profile, origin: AnswerOrigin): void {
  if (isLate('profile', origin)) return;
  showProfile(profile);
  markFigure('profile', origin);
}

export function applyAccount(account: Account, origin: AnswerOrigin): void {
  if (isLate('account', origin)) return;
  figuresStore.setState({ accountData: account });
  markFigure('account', origin);
}

/** Sums the wallets in the balance's currency; where there is no balance yet, in naira, which is the site's currency. */
function setBonusAmount(): void {
  const { wallets } = figuresStore.getState();
  const { balanceCurrency, bonusAmount } = sessionStore.getState();
  const sum = wallets === null ? null : bonusAmountOf(wallets, balanceCurrency ?? 'NGN');
  if (sum !== bonusAmount) sessionStore.setState({ bonusAmount: sum });
}

/** Returns true if an answer of that version is older than the balance on screen. Without versions no answer counts as older. */
function isOldVersion(version: number | null): boolean {
  const currentVersion = figuresStore.getState().balanceVersion;
  return version !== null && currentVersion !== null && version < currentVersion;
}

function showVersion(version: number | null): void {
  figuresStore.setState({ balanceVersion: version });
  receivedStore.setState({ versionAt: performance.now() });
}

export function applyBalance(balance: Balance, version: number | null, origin: AnswerOrigin): void {
  receivedStore.setState({ last: { balance, version } });
  const mayBeLate = !origin.live || performance.now() - receivedStore.getState().versionAt < LATE_FOR_MS;
  if (isLate('balance', origin) || (mayBeLate && isOldVersion(version))) return;
  const real = realBalanceOf(balance.items);
  sessionStore.setState({ balance: real?.amount ?? null, balanceCurrency: real?.currency ?? null });
  figuresStore.setState({ heldBalance: heldBalanceOf(balance.items, real?.currency ?? null) });
  // A stored version proves nothing about the platform of today, which may have been restored from a backup.
  if (origin.live) showVersion(version);
  markFigure('balance', origin);
  setBonusAmount();
}

/** Shows the balance of a money answer, which is live and newer than every poll with a lower version. */
export function applyMoneyAnswer(balance: Kobo, currency: string, version: number, nowMs: number): void {
  if (isOldVersion(version)) return;
  sessionStore.setState({ balance, balanceCurrency: currency });
  showVersion(version);
  markFigure('balance', { live: true, savedAt: nowMs });
  setBonusAmount();
}

export function applyBonusWallet(wallet: BonusWallet, origin: AnswerOrigin): void {
  if (isLate('bonusWallet', origin)) return;
  figuresStore.setState({ wallets: wallet.items });
  markFigure('bonusWallet', origin);
  setBonusAmount();
}

/**
 * Renews the age of a figure, because the platform said that its last answer has not changed. If the balance on screen has
 * another version than that answer, the answer is shown instead.
 */
export function confirmFigure(kind: FigureKind, savedAt: number): void {
  const origin = { live: true, savedAt };
  const { last } = receivedStore.getState();
  const { [kind]: figure, balanceVersion } = figuresStore.getState();
  if (kind === 'balance' && last && last.version !== null && last.version !== balanceVersion) applyBalance(last.balance, last.version, origin);
  else if (figure.savedAt !== null) markFigure(kind, origin);
}

function setSource(kind: FigureKind, source: FigureSource): void {
  const figure = figuresStore.getState()[kind];
  if (figure.source !== source) figuresStore.setState({ [kind]: { ...figure, source } });
}

/** Marks a figure as no longer live, because a try failed. */
export function markFigureDated(kind: FigureKind): void {
  setSource(kind, figuresStore.getState()[kind].savedAt === null ? 'unknown' : 'dated');
}

/** Marks a figure whose answer could not be read; the last known one stays on screen. */
export function markFigureUnread(kind: FigureKind): void {
  setSource(kind, 'unread');
}

/** Shows this balance until the game has shown its round to the end; null shows the true one again. */
export function showBalanceDuringRound(balanceDuringRound: Kobo | null): void {
  if (figuresStore.getState().balanceDuringRound !== balanceDuringRound) figuresStore.setState({ balanceDuringRound });
}
