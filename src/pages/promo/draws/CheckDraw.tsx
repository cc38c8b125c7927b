import { useState } from 'react';
import { checkDrawHere } from '../../../bridge/actions/draws';
import type { LocalDrawCheck } from '../../../bridge/actions/draws';
import type { Draw, DrawAttempt } from '../../../core/contract/draws';
import { earlySight } from '../../../core/draw-pins';
import type { DrawEvidence, OwnFate } from '../../../core/draw-verdict';
import { dateTime } from '../../../core/time';
import { entryOf } from '../../../core/words/is-key-of';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import { words } from './words';

interface Findings {
  readonly lines: readonly string[];
  /** Where anybody can compare the beacon: the round that decided, and those that did not come, as the platform says. */
  readonly addresses: readonly string[];
}

/** Adds to a finding whether, and when, this device saw the fact before the result could be known. */
const addSight = (finding: string, seenAt: number | null): string => `${finding} ${seenAt === null ? words.notSeen : words.seenBefore(dateTime(seenAt))}`;

function ownLine({ fate, bar }: OwnFate): string {
  if (fate === 'has-bar') return words.ownHasBar(entryOf(words.bars, bar ?? '') ?? words.barOther);
  return fate === 'listed' ? words.ownListed : words.ownNoReason;
}

/** Makes the lines that say what was checked, and whether this device saw it before the result could be known. */
export function findingsOf({ attempts = [] }: Draw, { proof: { decided, entryIds, passedOver = [] }, pin, own }: DrawEvidence): Findings {
  const { beacon = null, attempt: number = 0, source } = decided ?? {};
  // Facts are named as in `core/draw-pins`.
  const decisiveTry = `tries ${number}`;
  const byDecision =
    beacon !== null ? addSight(words.fitsBeacon(beacon.round), earlySight(pin, decisiveTry))
    : source === 'admins' ? addSight(words.fitsSecrets, earlySight(pin, `${decisiveTry} seal 0`, `${decisiveTry} seal 1`))
    : addSight(words.fitsAlone, earlySight(pin, decisiveTry));
  const entries = addSight(words.fitsEntries(entryIds.length), earlySight(pin, 'entries'));
  const isToCompare = ({ voidReason }: DrawAttempt) => voidReason === 'beacon-away' || voidReason === 'beacon-early';
  return {
    lines: [
      addSight(words.fitsSeed, earlySight(pin, 'commit', 'terms')),
      // By the first rule nothing was shown when entries closed.
      ...(decided === undefined ? [words.fitsAlone] : [entries, byDecision]),
      words.fitsWinners(passedOver.length),
      ...(own === null ? [] : [ownLine(own)]),
    ],
    addresses: attempts.flatMap((each) => {
      const isDecisive = beacon !== null && each.number === number;
      return each.beacon !== null && (isDecisive || isToCompare(each)) ? [`${each.beacon.url}/${each.beacon.chain}/public/${each.beacon.round}`] : [];
    }),
  };
}

function Wrong({ text }: { text: string }) {
  return <Notice kind="danger" live title={words.differs}><p>{text}</p><p>{words.writeToUs}</p></Notice>;
}

function Result({ draw, result }: { draw: Draw; result: LocalDrawCheck }) {
  switch (result.is) {
    case 'not-loaded':
      return <Notice kind="warning" live>{words.checkFailed}</Notice>;
    case 'unknown':
      return <Notice kind="warning" live>{words.unknown}</Notice>;
    case 'right': {
      const { lines, addresses } = findingsOf(draw, result);
      return (
        <Notice kind="success" live title={words.fits}>
          <ul>{lines.map((line) => <li key={line}>{line}</li>)}</ul>
          {addresses.length === 0 ? null : <p className="small">{words.notChecked}</p>}
          {addresses.map((address) => <p key={address} className="small commit">{address}</p>)}
        </Notice>
      );
    }
    case 'seen':
      return <Wrong text={entryOf(words.seen, result.what.split(' ', 1)[0] ?? '') ?? words.seen.tries} />;
    default:
      return <Wrong text={words.wrong[result.is]} />;
  }
}

/** Checks a finished draw on this device. */
export function CheckDraw({ draw }: { draw: Draw }) {
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<LocalDrawCheck | null>(null);
  const check = async () => {
    setBusy(true);
    setResult(await checkDrawHere(draw));
    setBusy(false);
  };
  return (
    <>
      {result === null ? null : <Result draw={draw} result={result} />}
      {result?.is === 'right' ? null : (
        <div><Button variant="secondary" busy={isBusy} busyLabel={words.checking} onClick={() => void check()}>{words.check}</Button></div>
      )}
    </>
  );
}
