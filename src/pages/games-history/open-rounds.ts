import { useMemo } from 'react';
import type { OpenRound, RoundAnswer } from '../../core/contract/games';
import { roundOf } from '../../core/intent';
import type { Intent } from '../../core/intent';
import { useIntents } from '../../state/use';
import { useOpenRounds } from '../shared/open-rounds/use-open-rounds';

/** An open round. Only the platform knows when the rule for unfinished rounds ends it. */
export type ListedOpenRound = RoundAnswer & Partial<Pick<OpenRound, 'settlesAt'>>;

/** The open rounds that this device knows from the answers to its own calls. Pure. */
export function openRoundsOfIntents(intents: readonly Intent[]): readonly ListedOpenRound[] {
  const newest = new Map<string, RoundAnswer>();
  for (const intent of intents) {
    const answer = roundOf(intent);
    if (answer === null) continue;
    const listed = newest.get(answer.roundId);
    const isNewer = listed === undefined || answer.state !== 'open' || (listed.state === 'open' && (answer.step ?? 0) >= (listed.step ?? 0));
    if (isNewer) newest.set(answer.roundId, answer);
  }
  return [...newest.values()].filter(({ state }) => state === 'open');
}

/** The open rounds of all devices. Without a connection they are those that this device knows. */
export function useOpenRoundList(): readonly ListedOpenRound[] {
  const { items } = useOpenRounds();
  const byKey = useIntents((state) => state.byKey);
  const deviceRounds = useMemo(() => openRoundsOfIntents(Object.values(byKey)), [byKey]);
  return items ?? deviceRounds;
}
