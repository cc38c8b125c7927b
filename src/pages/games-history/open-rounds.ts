import { useEffect, useMemo, useState } from 'react';
import { loadOpenRounds } from '../../bridge/actions/rounds';
import type { OpenRound, RoundAnswer } from '../../core/contract/games';
import { roundOf } from '../../core/intent';
import type { Intent } from '../../core/intent';
import { connectionStore } from '../../state/connection';
import { useIntents } from '../../state/use';
import { useCan } from '../shared/use-shelf';

/** An open round; when the rule for unfinished rounds ends it only the platform tells. */
export type ShownOpen = RoundAnswer & Partial<Pick<OpenRound, 'settlesAt'>>;

/** Rounds that this device knows to be open, from the answers to what it sent. Pure. */
export function openOfIntents(intents: readonly Intent[]): readonly ShownOpen[] {
  const newest = new Map<string, RoundAnswer>();
  for (const intent of intents) {
    const answer = roundOf(intent);
    if (answer === null) continue;
    const known = newest.get(answer.roundId);
    const isNewer = known === undefined || answer.state !== 'open' || (known.state === 'open' && (answer.step ?? 0) >= (known.step ?? 0));
    if (isNewer) newest.set(answer.roundId, answer);
  }
  return [...newest.values()].filter(({ state }) => state === 'open');
}

/** What is not over, on every device; without a connection what this one knows of. */
export function useOpenList(): readonly ShownOpen[] {
  const canSteps = useCan('steps');
  const byKey = useIntents((state) => state.byKey);
  const [told, setTold] = useState<readonly OpenRound[] | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (!canSteps) return undefined;
    const left = new AbortController();
    void loadOpenRounds(left.signal).then((answer) => {
      if (!left.signal.aborted && answer.ok) setTold(answer.data);
    });
    return () => left.abort();
  }, [canSteps, tries]);
  useEffect(
    () =>
      connectionStore.subscribe((now, before) => {
        if (now.reach === 'online' && before.reach !== 'online') setTries((n) => n + 1);
      }),
    [],
  );
  const here = useMemo(() => openOfIntents(Object.values(byKey)), [byKey]);
  return told ?? here;
}
