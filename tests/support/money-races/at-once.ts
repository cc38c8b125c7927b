/** Many equal requests at the same moment. */
import { ProblemError } from '../../../server/http/problem';
import type { RawAnswer } from '../../../server/http/router';

export interface Outcomes {
  readonly answers: readonly RawAnswer[];
  readonly refusals: readonly ProblemError[];
}

/** Runs `work` `times` times at once and returns answers and refusals separately; throws any other error. */
export async function runAtOnce(times: number, work: (at: number) => Promise<RawAnswer>): Promise<Outcomes> {
  const answers: RawAnswer[] = [];
  const refusals: ProblemError[] = [];
  const settled = await Promise.allSettled(Array.from({ length: times }, (_, at) => work(at)));
  for (const each of settled) {
    if (each.status === 'fulfilled') answers.push(each.value);
    else if (each.reason instanceof ProblemError) refusals.push(each.reason);
    else throw each.reason;
  }
  return { answers, refusals };
}
