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

/** `rounds` are the ended ones of the same pair. Nonces are used in order, so the open round began before each round with a later nonce. */
export function mayStillBeOpen(open: OpenDraw, rounds: readonly { readonly nonce: number; readonly at: number }[], now: number): boolean {
  const latestStart = rounds.reduce((first, { nonce, at }) => (nonce > open.nonce ? Math.min(first, at) : first), open.at);
  return canBeOpen(open) && now - latestStart <= MAX_OPEN_MS;
}
