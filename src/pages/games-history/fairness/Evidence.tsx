import { brand } from '../../../core/brand';
import type { SeedEvidence } from '../../../core/seen-seeds';
import { dateTime } from '../../../core/time';
import { entryOf } from '../../../core/words/is-key-of';
import { Notice } from '../../../ui/States';
import { words } from './words';

/** Lists the evidence, newest first: each answer about the seeds that does not fit what this device had seen or sent. */
export function Evidence({ evidence }: { evidence: readonly SeedEvidence[] }) {
  return (
    <section className="card stack" aria-labelledby="evidence-title">
      <h2 id="evidence-title">{words.evidence}</h2>
      <Notice kind="danger"><p>{words.evidenceText(brand.complaintsEmail)}</p></Notice>
      <ul className="bare stack">
        {evidence.toReversed().map(({ kind, expected, answered, roundId, at }) => (
          <li key={`${kind} ${expected} ${answered} ${at}`}>
            {dateTime(at)}: {entryOf(words.evidenceKinds, kind) ?? words.evidenceOther}
            <dl className="seeds">
              <dt>{words.expected}</dt>
              <dd><code>{expected === '' ? '–' : expected}</code></dd>
              <dt>{words.answered}</dt>
              <dd><code>{answered === '' ? '–' : answered}</code></dd>
              {roundId === undefined ? null : (
                <>
                  <dt>{words.round}</dt>
                  <dd><code>{roundId}</code></dd>
                </>
              )}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}
