import { dateTime } from '../../../core/time';
import { seenAtOf } from '../../../core/fairness/observe-pair';
import { unprovenCountOf, wrongCountOf } from '../../../core/fairness/rounds-report';
import type { RoundsReport, PairReport, Range } from '../../../core/fairness/rounds-report';
import type { SeenSeeds } from '../../../core/seen-seeds';
import { Notice, Pill } from '../../../ui/States';
import { entryOf } from '../../../core/words/is-key-of';
import { words } from './words';

/** This many gaps are named one by one; the others are counted above. */
const NAMED_GAPS = 8;
/** This many letters of a commit tell pairs apart. */
const COMMIT_LETTERS = 10;

const rangesOf = (ranges: readonly Range[]): string => {
  const rangesText = ranges.slice(0, NAMED_GAPS).map(({ first, last }) => words.range(first, last)).join(', ');
  return ranges.length > NAMED_GAPS ? `${rangesText} …` : rangesText;
};

/** The result of the whole check, the worst first. */
export function Summary({ report }: { report: RoundsReport }) {
  const { roundCount, fitCount, waitingCount, unknownCount, unsealedCount, noPartCount, unknownGameCount } = report;
  const { otherRulesCount, noRulesCount, unnotedRulesCount, otherVersionCount, noVersionCount } = report;
  const { goneCount, wrongCount, missingCount, hiddenCount } = report;
  const elsewhereCount = missingCount - hiddenCount;
  const notes = [
    goneCount > 0 ? words.gone(goneCount) : '',
    hiddenCount > 0 ? words.hidden(hiddenCount) : '',
    waitingCount > 0 ? words.waits(waitingCount) : '',
    unknownCount > 0 ? words.unknownRounds(unknownCount) : '',
    unknownGameCount > 0 ? words.unknownGame(unknownGameCount) : '',
    otherRulesCount > 0 ? words.otherRules(otherRulesCount) : '',
    noRulesCount > 0 ? words.noRules(noRulesCount) : '',
    unnotedRulesCount > 0 ? words.unnotedRules(unnotedRulesCount) : '',
    elsewhereCount > 0 ? words.missing(elsewhereCount) : '',
    otherVersionCount > 0 ? words.otherVersion(otherVersionCount) : '',
    noVersionCount > 0 ? words.noVersion(noVersionCount) : '',
    unsealedCount > 0 ? words.unsealed(unsealedCount) : '',
    noPartCount > 0 ? words.noPart(noPartCount) : '',
  ].filter((text) => text !== '');
  // Behind rules that this device can't work out, or had not noted, any result can hide.
  const isUnproven = unprovenCountOf(report) > 0;
  const fitTitle = fitCount === 0 && !isUnproven ? words.allWait : fitCount === roundCount ? words.fit(fitCount) : words.fitOf(fitCount, roundCount);
  const badCount = wrongCount + goneCount + hiddenCount;
  const title = badCount > 0 ? words.wrongTitle(badCount) : fitTitle;
  return (
    <Notice kind={badCount > 0 ? 'danger' : isUnproven ? 'warning' : fitCount === 0 ? 'info' : 'success'} title={title} live>
      {badCount > 0 ? <p>{words.wrongText}</p> : null}
      {notes.map((text) => <p key={text}>{text}</p>)}
    </Notice>
  );
}

interface PairProps {
  pair: PairReport;
  nameOf: (gameId: string) => string;
  /** Epoch ms at which this device first had the commit; null where it was never told of it before a bet. */
  seenAt: number | null;
}

function PairCard({ pair, nameOf, seenAt }: PairProps) {
  const wrong = wrongCountOf(pair);
  const isBad = wrong > 0 || pair.state === 'missing' || pair.hiddenRanges.length > 0;
  const kind = isBad ? 'danger' : unprovenCountOf(pair) > 0 ? 'warning' : pair.state === 'revealed' ? 'success' : 'quiet';
  return (
    <li>
      <details className="history-card" open={isBad}>
        <summary>
          <span className="history-line-title">{words.pair} <code>{pair.commit.slice(0, COMMIT_LETTERS)}…</code></span>
          <Pill kind={kind}>{wrong > 0 ? words.wrongTitle(wrong) : words.states[pair.state]}</Pill>
          <span className="quiet small">{words.pairCount(pair.roundCount)}</span>
        </summary>
        <div className="pair-facts">
          <p className="small"><code>{pair.commit}</code></p>
          <p>{seenAt === null ? words.neverSeen : words.seenSince(dateTime(seenAt))} {pair.unsealedCount > 0 ? words.unsealed(pair.unsealedCount) : ''}</p>
          {pair.state === 'in-use' ? <p>{words.inUse}</p> : null}
          {pair.state === 'unknown' ? <p>{words.unknown}</p> : null}
          {pair.state === 'missing' ? <p>{words.missingPair}</p> : null}
          <p>{pair.missingRanges.length === 0 ? words.noGap : words.missingNumbers(rangesOf(pair.missingRanges))}</p>
          {pair.hiddenRanges.length === 0 ? null : <p>{words.hiddenNumbers(rangesOf(pair.hiddenRanges))}</p>}
          {pair.falselyOpen.length === 0 ? null : <p>{words.falselyOpen(pair.falselyOpen.join(', '))}</p>}
          {pair.repeatedNonces.length === 0 ? null : <p>{words.repeatedNumbers(pair.repeatedNonces.join(', '))}</p>}
          {pair.wrongRounds.length + pair.roundsBeyond.length === 0 ? null : (
            <ul className="bare stack">
              {pair.wrongRounds.map((round) => (
                <li key={round.roundId}>
                  {nameOf(round.gameId)}, {dateTime(round.at)}, {words.number(round.nonce)}: {entryOf(words.why, round.verdict)}.
                  {' '}<code className="small">{round.roundId}</code>
                </li>
              ))}
              {pair.roundsBeyond.map(({ roundId, nonce }) => <li key={`${roundId} beyond`}>{words.beyond(nonce)}</li>)}
            </ul>
          )}
        </div>
      </details>
    </li>
  );
}

/** Each pair of seeds with the rounds that are kept of it. */
export function Pairs({ report, nameOf, seen }: { report: RoundsReport; nameOf: (gameId: string) => string; seen: SeenSeeds }) {
  return (
    <section className="stack" aria-labelledby="pairs-title">
      <h2 id="pairs-title">{words.pairs}</h2>
      <ul className="cards">{report.pairs.map((pair) => <PairCard key={pair.commit} pair={pair} nameOf={nameOf} seenAt={seenAtOf(seen, pair.commit)} />)}</ul>
    </section>
  );
}
