/** The requests for money of one kind whose answer is not known, and how those ended. */
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { isFinal } from '../../../core/intent';
import type { Intent, IntentKind } from '../../../core/intent';
import { intentsStore } from '../../../state/intents';
import { useIntents } from '../../../state/use';

const nobody = () => undefined;

/** Decimal naira of a deposit or a withdrawal that was asked for; null where that can't be read. */
export function intentAmount(intent: Intent): number | null {
  return intent.kind === 'deposit' || intent.kind === 'withdrawal' ? (intent.body?.amount ?? null) : null;
}

/** Requests whose answer is not known, oldest first. */
export function useOpenStarts(kind: IntentKind): readonly Intent[] {
  const byKey = useIntents((intents) => intents.byKey);
  return useMemo(
    () => Object.values(byKey).filter((intent) => intent.kind === kind && !isFinal(intent)).sort((a, b) => a.at - b.at),
    [byKey, kind],
  );
}

/**
 * Requests that were unknown while this page is open and turned out not to have happened: told, or nobody would know.
 * `onConfirmed` hears of the others.
 */
export function useNotStarted(kind: IntentKind, onConfirmed: (intent: Intent) => void = nobody): readonly Intent[] {
  const [notStarted, setNotStarted] = useState<readonly Intent[]>([]);
  const reportConfirmed = useEffectEvent(onConfirmed);
  useEffect(
    () =>
      intentsStore.subscribe((now, before) => {
        const ended = Object.values(now.byKey).filter(
          (intent) => intent.kind === kind && isFinal(intent) && before.byKey[intent.key]?.state === 'unknown',
        );
        const refusedIntents = ended.filter(({ state }) => state === 'refused');
        if (refusedIntents.length > 0) setNotStarted((before) => [...before, ...refusedIntents]);
        for (const intent of ended) if (intent.state === 'confirmed') reportConfirmed(intent);
      }),
    [kind],
  );
  return notStarted;
}
