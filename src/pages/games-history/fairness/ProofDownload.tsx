import { useEffect, useRef, useState } from 'react';
import { readKeptRounds, readKeptSheets } from '../../../bridge/actions/check-rounds';
import type { SeedPairs } from '../../../bridge/actions/fairness';
import type { CheckedRefusedBet } from '../../../core/fairness/refused-bets';
import type { CheckedRound } from '../../../core/fairness/rounds-report';
import type { SeenSeeds } from '../../../core/seen-seeds';
import { clock, lagosDay } from '../../../core/time';
import { useSession } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import { saveFile } from '../../shared/history/save-file';
import { proofWriter } from './proof';
import { words } from './words';

type State = { readonly is: 'idle' | 'writing' | 'failed' } | { readonly is: 'saved'; readonly count: number };

interface Props {
  pairs: SeedPairs;
  checked: readonly CheckedRound[];
  refusedBets: readonly CheckedRefusedBet[];
  seen: SeenSeeds;
}

/** Makes the file on this device from its own data, so it works offline, too. */
export function ProofDownload({ pairs, checked, refusedBets, seen }: Props) {
  const [state, setState] = useState<State>({ is: 'idle' });
  const userId = useSession((session) => session.userId);
  const control = useRef<AbortController | null>(null);
  useEffect(() => () => control.current?.abort(), []);

  async function save(): Promise<void> {
    if (userId === null) return;
    const running = new AbortController();
    control.current = running;
    setState({ is: 'writing' });
    const madeAt = clock.now();
    const writer = proofWriter({ userId, madeAt, pairs, refusedBets, seen }, checked);
    const isWhole = await readKeptRounds(writer.add, running.signal);
    const sheets = await readKeptSheets(writer.versions());
    if (running.signal.aborted) return;
    if (isWhole) saveFile(writer.end(sheets), 'application/json', `rounds-proof-${lagosDay(madeAt)}.json`);
    setState(isWhole ? { is: 'saved', count: writer.count() } : { is: 'failed' });
  }

  return (
    <div className="stack">
      <div className="row">
        <Button variant="secondary" busy={state.is === 'writing'} busyLabel={words.saving} onClick={() => void save()}>{words.save}</Button>
      </div>
      <p className="quiet small">{words.saveHint}</p>
      {state.is === 'saved' ? <Notice kind="success" live>{words.saved(state.count)}</Notice> : null}
      {state.is === 'failed' ? <Notice kind="warning" live>{words.saveFailed}</Notice> : null}
    </div>
  );
}
