import { useEffect, useMemo, useState } from 'react';
import { isFinal } from '../../core/intent';
import type { Intent } from '../../core/intent';
import { intentsStore } from '../../state/intents';
import { useIntents } from '../../state/use';

/** Starts whose answer is not known, oldest first. */
export function useOpenStarts(): readonly Intent[] {
  const byKey = useIntents((intents) => intents.byKey);
  return useMemo(
    () =>
      Object.values(byKey)
        .filter((intent) => intent.kind === 'deposit' && !isFinal(intent))
        .sort((a, b) => a.at - b.at),
    [byKey],
  );
}

/** Starts that were unknown while this page is open and turned out not to have happened: told, or nobody would know. */
export function useNotStarted(): readonly Intent[] {
  const [found, setFound] = useState<readonly Intent[]>([]);
  useEffect(
    () =>
      intentsStore.subscribe((now, before) => {
        const ended = Object.values(now.byKey).filter(
          ({ key, kind, state }) => kind === 'deposit' && state === 'refused' && before.byKey[key]?.state === 'unknown',
        );
        if (ended.length > 0) setFound((known) => [...known, ...ended]);
      }),
    [],
  );
  return found;
}
