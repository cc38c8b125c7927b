import { useState } from 'react';
import { chooseLeaderboard, loadLeaderboardChoice } from '../../bridge/actions/leaderboard';
import { Button } from '../../ui/Button';
import { Card, Notice, Skeleton } from '../../ui/States';
import { OfflineNote } from '../shared/form/OfflineNote';
import { useLoaded } from '../shared/answers/use-loaded';
import { timesWords } from '../../games/facts';
import { words } from './words';

/** Lets the player choose to be listed, and under which name. `onChanged` is called when the list has changed. */
export function ListingChoice({ nameOf, onChanged }: { nameOf: (gameId: string) => string; onChanged: () => void }) {
  const { data, error, set } = useLoaded(loadLeaderboardChoice);
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const choose = async (optedIn: boolean) => {
    setState('busy');
    const result = await chooseLeaderboard(optedIn);
    setState(result.ok ? 'idle' : 'failed');
    if (!result.ok) return;
    set(result.data);
    onChanged();
  };
  if (data === null) return error === null ? <Skeleton lines={2} className="hold" /> : <p className="quiet">{words.unknown}</p>;
  const { optedIn, name, best } = data;
  return (
    <Card className="stack" label={words.me}>
      <div className="row spread">
        <span id="see-me">{words.see(name)}</span>
        <Button
          id="see-me-switch" variant="secondary" role="switch" aria-checked={optedIn} aria-labelledby="see-me see-me-switch" busy={state === 'busy'} busyLabel={words.saving}
          onClick={() => void choose(!optedIn)}
        >
          {optedIn ? words.on : words.off}
        </Button>
      </div>
      <p className="quiet small">{words.seeHint}</p>
      <p>{best === null ? words.noBest : words.best(timesWords(best.multiplier), nameOf(best.gameId))}</p>
      {state === 'failed' ? <Notice kind="danger" live>{words.failed}</Notice> : null}
      <OfflineNote>{words.offline}</OfflineNote>
    </Card>
  );
}
