import type { FoundPlayer } from '../../../core/contract/desk-players';
import { dateTime } from '../../../core/time';
import { Pill } from '../../../ui/States';
import { words } from './words';

interface Props {
  player: Pick<FoundPlayer, 'isVerified' | 'isClosed' | 'protection'>;
  /** The end of the break; null = without one. Missing: it is not said. */
  until?: string | null;
}

/** What holds for the player, in pills; nothing where all is as usual. */
export function Standing({ player: { isVerified, isClosed, protection }, until }: Props) {
  return (
    <>
      {isClosed ? <Pill kind="danger">{words.closed}</Pill> : null}
      {protection === 'none' ? null : (
        <Pill kind="warning">{until === null || until === undefined ? words.protection[protection] : words.until(words.protection[protection], dateTime(Date.parse(until)))}</Pill>
      )}
      {isVerified ? <Pill kind="success">{words.verified}</Pill> : <Pill>{words.unverified}</Pill>}
    </>
  );
}
