import { dateTime } from '../../../core/time';
import { useSeeds } from '../../../state/use';
import { Seeds } from './Seeds';
import { seedWords as words } from './words';

/** The pair of seeds that the next round is bound to, since when this device has its commit, and who made the client seed. */
export function SealFacts() {
  const { pair, seenAt, isOwn } = useSeeds((seeds) => seeds);
  if (pair === null) return null;
  const { clientSeedBy } = pair;
  const maker = isOwn ? words.made.here : clientSeedBy === 'player' ? words.made.player : clientSeedBy === 'platform' ? words.made.platform : null;
  return (
    <Seeds
      {...pair}
      {...(seenAt !== null && { seenNote: words.firstSeen(dateTime(seenAt)) })}
      {...(maker !== null && { makerNote: maker })}
    />
  );
}
