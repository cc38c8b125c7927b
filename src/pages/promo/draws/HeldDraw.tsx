import type { Draw, DrawAttempt } from '../../../core/contract/draws';
import { dateTime } from '../../../core/time';
import { Card } from '../../../ui/States';
import { DecidedBy, FailedAttempts } from './DecidedBy';
import { words } from './words';

const when = (instant: string): string => dateTime(Date.parse(instant));

/** Says what the draw waits for. */
function waitWords({ source, beacon, commits, until }: DrawAttempt): string {
  if (beacon !== null) return words.waitsForBeacon(when(beacon.at));
  if (source !== 'admins') return words.waits;
  return until === null ? words.waitsForSeals : words.waitsForSecrets(commits.filter(({ revealedAt }) => revealedAt !== null).length, when(until));
}

/** A draw whose entries are closed, and whose winners nobody knows yet. */
export function HeldDraw({ draw: { entries, frozenAt, closesAt, entriesHash, commit, attempts = [] } }: { draw: Draw }) {
  const attempt = attempts.at(-1);
  return (
    <Card className="stack">
      <p>{words.frozen(entries, when(frozenAt ?? closesAt))}</p>
      <FailedAttempts attempts={attempts} />
      {attempt === undefined ? null : (
        <>
          <DecidedBy attempt={attempt} />
          <p><strong>{waitWords(attempt)}</strong></p>
        </>
      )}
      {entriesHash === null || entriesHash === undefined ? null : <p className="quiet small">{words.entriesHash}: <span className="commit">{entriesHash}</span></p>}
      <p className="quiet small">{words.commit}: <span className="commit">{commit}</span></p>
    </Card>
  );
}
