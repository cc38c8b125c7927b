import { useState } from 'react';
import { checkDrawHere } from '../../../bridge/actions/draws';
import type { DeviceCheck, DrawProof } from '../../../bridge/actions/draws';
import type { Draw } from '../../../core/contract/draws';
import type { DrawPin } from '../../../core/draw-pins';
import { dateTime } from '../../../core/time';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import { words } from './words';

interface Findings {
  readonly lines: readonly string[];
  readonly address: string | null;
}

/** The lines that say what was checked, and the address where the beacon says the same. */
export function findingsOf(draw: Draw, { decided, entryIds, passedOver = [] }: DrawProof, pin: DrawPin | null): Findings {
  const beacon = decided?.beacon ?? null;
  const named = draw.attempts?.at(-1)?.beacon ?? null;
  const bySource =
    beacon !== null ? [words.fitsBeacon(beacon.round)]
    : decided?.source === 'admins' ? [words.fitsSecrets]
    : [words.fitsAlone];
  const seen = pin?.isHashEarly === true && pin.hashSeenAt !== null ? [words.fitsSeen(dateTime(pin.hashSeenAt))] : [];
  return {
    lines: [
      words.fitsSeed,
      // By the first rule nothing was shown when entries closed.
      ...(decided === undefined ? [] : [words.fitsEntries(entryIds.length), ...seen]),
      ...bySource,
      words.fitsWinners(passedOver.length),
    ],
    address: beacon === null || named === null ? null : `${named.url}/${beacon.chain}/public/${beacon.round}`,
  };
}

function Result({ draw, result }: { draw: Draw; result: DeviceCheck }) {
  switch (result.is) {
    case 'not-loaded':
      return <Notice kind="warning" live>{words.checkFailed}</Notice>;
    case 'unknown':
      return <Notice kind="warning" live>{words.unknown}</Notice>;
    case 'right': {
      const { lines, address } = findingsOf(draw, result.proof, result.pin);
      return (
        <Notice kind="success" live title={words.fits}>
          <ul>{lines.map((line) => <li key={line}>{line}</li>)}</ul>
          {address === null ? null : <p className="small">{words.notChecked} <span className="commit">{address}</span></p>}
        </Notice>
      );
    }
    default:
      return <Notice kind="danger" live title={words.differs}><p>{words.wrong[result.is]}</p><p>{words.writeToUs}</p></Notice>;
  }
}

/** Checks a finished draw on this device. */
export function CheckDraw({ draw }: { draw: Draw }) {
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<DeviceCheck | null>(null);
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
