/**
 * Decides whether the device believes that a round is still open. Only the platform says so, and it could call a nonce open that it has used
 * up in silence. Pure.
 */
import { ONE_STEP_GAMES } from '../games/one-step';

/** The published rule ends a round after 24 hours. The platform may do that late, but not a whole day late. */
const MAX_OPEN_MS = 48 * 60 * 60_000;

/** A round that the platform, or an answer that this device has, calls open. */
export interface OpenDraw {
  readonly commit: string;
  readonly nonce: number;
  readonly gameId: string;
  /** Epoch ms at which it began, as the platform says. */
  readonly at: number;
}

/** A game of one step is over with its bet, so a round of it is never open. */
export const canBeOpen = ({ gameId }: Pick<OpenDraw, 'gameId'>): boolean => !ONE_STEP_GAMES.has(gameId);

/** `rounds` are the ended ones of the same pair, whose nonces are used in order. */
export function mayStillBeOpen(open: OpenDraw, rounds: readonly { readonly nonce: number; readonly at: number }[], now: number): boolean {
  // The open round began before every round with a later nonce, so the earliest of their times bounds its start.
  const laterRounds = rounds.filter(({ nonce }) => nonce > open.nonce);
  const startedBefore = laterRounds.reduce((earliest, { at }) => Math.min(earliest, at), open.at);
  return canBeOpen(open) && now - startedBefore <= MAX_OPEN_MS;
}
