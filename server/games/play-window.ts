/**
 * One window of play at a time: while a round has begun in one window a short time ago, none begins in another one unless its player
 * asks to go on there.
 */
import { PLAY_WINDOW_MS } from '../../src/core/play-times';
import { ProblemError } from '../http/problem';

/** The window of the newest round, and when it began. Null: there was no round. */
export interface LastWindow {
  readonly play_window: string | null;
  readonly played_at: Date | null;
}

/** Names a window of play: the session, and the window of its browser where that is not the first one. */
export function windowOf(sessionHash: string, playWindow = ''): string {
  return `${sessionHash}/${playWindow}`;
}

/** Throws `playing-elsewhere` where the newest round began in another window less than `PLAY_WINDOW_MS` ago. Pure. */
export function refuseOtherWindow({ play_window: last, played_at: playedAt }: LastWindow, playWindow: string, now: Date): void {
  if (last === null || playedAt === null || playWindow === last) return;
  const elapsedMs = now.getTime() - playedAt.getTime();
  // A round in the future means that the platform's clock was set back, so the player need not wait for it.
  if (elapsedMs < 0 || elapsedMs >= PLAY_WINDOW_MS) return;
  throw new ProblemError('playing-elsewhere', 'You are playing in another window.');
}
