/**
 * Decides which numbers of a pair of seeds are believed to be those of rounds that are not over. Only the platform says that a round is open,
 * so a number that it used up in silence could hide behind that. Pure.
 */
import { ONE_STEP_GAMES } from '../games/one-step';

/** The published rule ends a round after 24 hours. The platform may be late with it, but not by a day. */
const MOST_OPEN_MS = 48 * 60 * 60_000;

/** A round that the platform, or an answer that this device has, calls open. */
export interface OpenDraw {
  readonly commit: string;
  readonly nonce: number;
  readonly gameId: string;
  /** Epoch ms at which it began, by the platform's word. */
  readonly at: number;
}

/** A round of a game that is over with its bet is never open. */
export const canBeOpen = ({ gameId }: Pick<OpenDraw, 'gameId'>): boolean => !ONE_STEP_GAMES.has(gameId);

/** `rounds` are those of its pair that are over. Numbers are drawn in order, so the open round began before each later one did. */
export function mayStillBeOpen(open: OpenDraw, rounds: readonly { readonly nonce: number; readonly at: number }[], now: number): boolean {
  const beganBefore = rounds.reduce((first, { nonce, at }) => (nonce > open.nonce ? Math.min(first, at) : first), open.at);
  return canBeOpen(open) && now - beganBefore <= MOST_OPEN_MS;
}
