import type { ReactNode } from 'react';
import type { DeviceSession } from '../../bridge/actions/account';
import { dateTime } from '../../core/time';
import { useAgeWords } from '../../ui/Age';
import { Pill } from '../../ui/States';
import { words } from './words';

/** The time in words: "now", "12 min ago", "today at 14:02", "on 3 Nov". */
function seenWords(age: string): string {
  return age.replace(/^as of (?=\d\d:)/, words.seenToday).replace(/^as of /, words.seenOn);
}

function Where({ place, network }: DeviceSession) {
  return <p className="quiet small">{place ?? words.noPlace} · {words.network(network)}</p>;
}

/** One signed-in device. `children` are its buttons. */
export function SessionCard({ session, children }: { session: DeviceSession; children?: ReactNode }) {
  const { device, current, signedInAt, lastSeenAt } = session;
  const age = useAgeWords(Date.parse(lastSeenAt));
  return (
    <li className="device" data-current={current || undefined}>
      <div className="row spread">
        <h3>{device}</h3>
        {current ? <Pill kind="success">{words.thisDevice}</Pill> : null}
      </div>
      <Where {...session} />
      <p><time dateTime={lastSeenAt}>{words.seen(current ? words.seenNow : seenWords(age))}</time></p>
      <p className="quiet small">{words.since(dateTime(Date.parse(signedInAt)))}</p>
      {children}
    </li>
  );
}

/** One session that has ended, and why. */
export function EndedSession({ session }: { session: DeviceSession }) {
  const { device, endedAt, endReason } = session;
  return (
    <li className="device">
      <h3>{device}</h3>
      <Where {...session} />
      {endedAt === null || endReason === null ? null : (
        <p className="small">{words.endedAt(words.because[endReason], dateTime(Date.parse(endedAt)))}</p>
      )}
    </li>
  );
}
