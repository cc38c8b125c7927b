import { useEffect, useState } from 'react';
import { storedSeedPairs } from '../../bridge/actions/fairness';
import type { RoundHistoryItem } from '../../core/contract/games';
import { dateTime } from '../../core/time';
import { useConnection } from '../../state/use';
import { Dialog } from '../../ui/Dialog';
import { Notice, Skeleton } from '../../ui/States';
import type FramedReplay from '../shared/framed/FramedReplay';
import { Figures, RoundStage } from '../shared/replay/RoundStage';
import { words } from './words';

/** The secret of the round's seeds; null where this device does not know it. */
function useSecret(commit: string): string | null {
  const [secret, setSecret] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    void storedSeedPairs().then((pairs) => {
      if (isWanted) setSecret(pairs?.data.revealed.find((pair) => pair.commit === commit)?.serverSeed ?? null);
    });
    return () => {
      isWanted = false;
    };
  }, [commit]);
  return secret;
}

type Loaded = { readonly is: 'framed'; readonly Framed: typeof FramedReplay } | { readonly is: 'loading' | 'failed' };

/** The provider's view of its round, whose code few players need. */
function useFramedReplay(): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ is: 'loading' });
  // A file that could not be loaded offline is requested again with a connection.
  const isOnline = useConnection(({ reach }) => reach === 'online');
  useEffect(() => {
    let isWanted = true;
    import('../shared/framed/FramedReplay').then(
      (module) => isWanted && setLoaded({ is: 'framed', Framed: module.default }),
      () => isWanted && setLoaded({ is: 'failed' }),
    );
    return () => {
      isWanted = false;
    };
  }, [isOnline]);
  return loaded;
}

function OwnRound({ round }: { round: RoundHistoryItem }) {
  return <RoundStage round={round} secret={useSecret(round.fairness?.commit ?? '')} />;
}

function ProvidersRound({ round, name, provider }: { round: RoundHistoryItem; name: string; provider: string }) {
  const loaded = useFramedReplay();
  return (
    <>
      {loaded.is === 'loading' ? <Skeleton lines={4} /> : null}
      {loaded.is === 'failed' ? <Notice kind="warning" live>{words.replay.unshown(provider)}</Notice> : null}
      {loaded.is === 'framed' ? <loaded.Framed round={round} name={name} provider={provider} /> : null}
      <Figures round={round} />
    </>
  );
}

interface Props {
  round: RoundHistoryItem;
  name: string;
  onClose: () => void;
}

/** Shows one round as it was shown when it was played. It needs this device alone, so it works offline, unless a provider shows it. */
export function Replay({ round, name, onClose }: Props) {
  return (
    <Dialog open title={name} closeLabel={words.replay.close} onClose={onClose}>
      <p className="quiet small">{dateTime(Date.parse(round.at))}</p>
      {round.provider === undefined ? <OwnRound round={round} /> : <ProvidersRound round={round} name={name} provider={round.provider} />}
    </Dialog>
  );
}
