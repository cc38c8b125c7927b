import type { DrawAttempt } from '../../../core/contract/draws';
import { dateTime } from '../../../core/time';
import { entryOf } from '../../../core/words/is-key-of';
import { words } from './words';

const when = (instant: string): string => dateTime(Date.parse(instant));

/** Says what decides a draw, with the commits of two people where they do. A newer platform may name something without words here. */
export function DecidedBy({ attempt: { source, beacon, commits } }: { attempt: DrawAttempt }) {
  const text = beacon === null ? entryOf(words.decidedBy, source) : words.decidedByBeacon(beacon.round, when(beacon.at));
  return (
    <>
      {text === undefined ? null : <p>{text}</p>}
      {commits.map(({ commit }, index) => (
        <p key={commit} className="quiet small">{words.sealed(index + 1)}: <span className="commit">{commit}</span></p>
      ))}
    </>
  );
}

/** One line for each try that failed, so that everybody sees it. */
export function FailedAttempts({ attempts }: { attempts: readonly DrawAttempt[] }) {
  const failed = attempts.filter(({ voidedAt }) => voidedAt !== null);
  if (failed.length === 0) return null;
  return (
    <ul>
      {failed.map(({ number, voidedAt, voidReason }) => (
        <li key={number}>{voidedAt === null ? '' : `${when(voidedAt)}: `}{entryOf(words.failed, voidReason ?? '') ?? words.failedOther}</li>
      ))}
    </ul>
  );
}
