import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { steadyNow } from '../../../bridge/platform/clock';
import { subKobo } from '../../../core/money';
import type { SessionFigures } from './SessionBar';
import { usePracticeStore } from '../../../games/practice-store';
import { useIntents } from '../../../state/use';
import { playSessionOf } from './play-session';
import { practiceStart } from './play-times';
import type { Rounds } from '../rounds/rounds';

interface Props {
  children: (figures: SessionFigures) => ReactNode;
}

/** The figures of the practice session. The win of a round that is being shown is left out. */
export function PracticeSession({ rounds: { phase, showing }, children }: Props & { rounds: Rounds }) {
  const [since] = useState(practiceStart);
  const staked = usePracticeStore((state) => state.staked);
  const won = usePracticeStore((state) => state.won);
  const net = subKobo(won, staked);
  return children({ startedAt: since, staked, net: phase === 'showing' && showing !== null ? subKobo(net, showing.win) : net });
}

/** The figures of the session for money. */
export function MoneySession({ keyStillShown, children }: Props & { keyStillShown: string | null }) {
  const [openedAt] = useState(steadyNow);
  const byKey = useIntents((state) => state.byKey);
  return children(useMemo(() => playSessionOf(Object.values(byKey), openedAt, keyStillShown), [byKey, openedAt, keyStillShown]));
}
