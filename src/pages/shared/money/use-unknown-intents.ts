/** The calls about money that were sent and have no known answer, and how those ended. */
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { isFinal } from '../../../core/intent';
import type { Intent, IntentKind } from '../../../core/intent';
import { intentsStore } from '../../../state/intents';
import { useIntents } from '../../../state/use';

const ignore = () => undefined;

/** Decimal naira of a deposit or withdrawal; null where the amount can't be read. */
export function intentAmount(intent: Intent): number | null {
  return intent.kind === 'deposit' || intent.kind === 'withdrawal' ? (intent.body?.amount ?? null) : null;
}

/** The intents of one kind without a known answer, oldest first. */
export function useOpenIntents(kind: IntentKind): readonly Intent[] {
  const byKey = useIntents((intents) => intents.byKey);
  return useMemo(
    () => Object.values(byKey).filter((intent) => intent.kind === kind && !isFinal(intent)).sort((a, b) => a.at - b.at),
    [byKey, kind],
  );
}

/**
 * The intents that were unknown while this page was open and turned out not to have happened. The page says so, because otherwise nobody
 * would. `onConfirmed` is called for the others.
 */
export function useLateRefusals(kind: IntentKind, onConfirmed: (intent: Intent) => void = ignore): readonly Intent[] {
  const [lateRefusals, setLateRefusals] = useState<readonly Intent[]>([]);
  const reportConfirmed = useEffectEvent(onConfirmed);
  useEffect(
    () =>
      intentsStore.subscribe((now, before) => {
        const endedIntents = Object.values(now.byKey).filter(
          (intent) => intent.kind === kind && isFinal(intent) && before.byKey[intent.key]?.state === 'unknown',
        );
        const refusedIntents = endedIntents.filter(({ state }) => state === 'refused');
        if (refusedIntents.length > 0) setLateRefusals((before) => [...before, ...refusedIntents]);
        for (const intent of endedIntents) if (intent.state === 'confirmed') reportConfirmed(intent);
      }),
    [kind],
  );
  return lateRefusals;
}
