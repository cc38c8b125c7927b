/** Writes the player's figures into the stores: the only way into the session's balance and bonus amount. */
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

export function resetFigures(): void {
  figuresStore.setState(figuresStore.getInitialState(), true);
}

/** A stored answer never takes the place of a newer one. */
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

/**
 * Whether an answer of that version is older than the balance on screen. Platforms without versions are taken as they come.
 */
function isOldVersion(version: number | null): boolean {
  const currentVersion = figuresStore.getState().balanceVersion;
  return version !== null && currentVersion !== null && version < currentVersion;
}

export function applyBalance(balance: Balance, version: number | null, origin: AnswerOrigin): void {
  if (isLate('balance', origin) || isOldVersion(version)) return;
  const real = realBalanceOf(balance.items);
  sessionStore.setState({ balance: real?.amount ?? null, balanceCurrency: real?.currency ?? null });
  figuresStore.setState({ heldBalance: heldBalanceOf(balance.items, real?.currency ?? null) });
  // A stored version proves nothing about the platform of today, which may have been restored from a backup.
  if (origin.live) figuresStore.setState({ balanceVersion: version });
  markFigure('balance', origin);
  setBonusAmount();
}

/** The balance that a money answer carries: it is live, and newer than every poll with a lower version. */
export function applyMoneyAnswer(balance: Kobo, currency: string, version: number, nowMs: number): void {
  if (isOldVersion(version)) return;
  sessionStore.setState({ balance, balanceCurrency: currency });
  figuresStore.setState({ balanceVersion: version });
  markFigure('balance', { live: true, savedAt: nowMs });
  setBonusAmount();
}

export function applyBonusWallet(wallet: BonusWallet, origin: AnswerOrigin): void {
  if (isLate('bonusWallet', origin)) return;
  figuresStore.setState({ wallets: wallet.items });
  markFigure('bonusWallet', origin);
  setBonusAmount();
}

/** Renews the age of a figure, because the platform said that it has not changed. */
export function confirmFigure(kind: FigureKind, savedAt: number): void {
  if (figuresStore.getState()[kind].savedAt !== null) markFigure(kind, { live: true, savedAt });
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
