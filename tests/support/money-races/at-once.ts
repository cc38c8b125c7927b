/** Many of the same at the same moment. */
import { ProblemError } from '../../../server/http/problem';
import type { RawAnswer } from '../../../server/http/router';

export interface AtOnce {
  readonly answers: readonly RawAnswer[];
  readonly refusals: readonly ProblemError[];
}

/** Runs `work` so often at once, and tells answers and refusals apart; anything else is thrown. */
export async function atOnce(times: number, work: (at: number) => Promise<RawAnswer>): Promise<AtOnce> {
  const answers: RawAnswer[] = [];
  const refusals: ProblemError[] = [];
  const ended = await Promise.allSettled(Array.from({ length: times }, (_, at) => work(at)));
  for (const each of ended) {
    if (each.status === 'fulfilled') answers.push(each.value);
    else if (each.reason instanceof ProblemError) refusals.push(each.reason);
    else throw each.reason;
  }
  return { answers, refusals };
}
