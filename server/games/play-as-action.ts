/** Plays a round as a session's newest action, which is recorded in the round's transaction, so that it costs no trip and no commit of its own. */
import { recordAction } from '../accounts';
import { afterCommit } from '../db/after-commit';
import type { Caller, RawAnswer } from '../http/router';
import type { Platform } from '../platform';
import { playRound } from './play-round';
import type { RoundRequest } from './play-round';

/** Plays a round as `playRound` does. Where none was played, the action is recorded by itself. */
export async function playAsAction(
  platform: Platform, request: Omit<RoundRequest, 'writeBeside'>, session: Pick<Caller, 'sessionHash' | 'lastActionAt'>,
): Promise<RawAnswer> {
  const { pool, now } = platform;
  const progress = { isRecorded: false };
  try {
    return await playRound(platform, {
      ...request,
      writeBeside: (tx) => {
        afterCommit(tx, () => (progress.isRecorded = true));
        return recordAction(tx, session, now(), 'skip');
      },
    });
  } finally {
    // The answer is there already, and nothing that goes wrong here may take its place.
    if (!progress.isRecorded) await recordAction(pool, session, now(), 'wait').catch(() => undefined);
  }
}
