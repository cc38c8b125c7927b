import { useMemo, useState } from 'react';
import { steadyNow } from '../../../bridge/platform/clock';
import { subKobo } from '../../../core/money';
import { usePracticeStore } from '../../../games/practice-store';
import { useIntents } from '../../../state/use';
import { playSessionOf } from './play-session';
import { practiceStart } from './play-times';
import { SessionBar } from './SessionBar';
import type { Rounds } from '../rounds/rounds';

export function PracticeSession({ rounds: { phase, showing } }: { rounds: Rounds }) {
  const [since] = useState(practiceStart);
  const staked = usePracticeStore((state) => state.staked);
  const won = usePracticeStore((state) => state.won);
  const net = subKobo(won, staked);
  return <SessionBar startedAt={since} staked={staked} net={phase === 'showing' && showing !== null ? subKobo(net, showing.win) : net} />;
}

export function MoneySession({ hiddenKey }: { hiddenKey: string | null }) {
  const [openedAt] = useState(steadyNow);
  const byKey = useIntents((state) => state.byKey);
  const { startedAt, staked, net } = useMemo(() => playSessionOf(Object.values(byKey), openedAt, hiddenKey), [byKey, openedAt, hiddenKey]);
  return <SessionBar startedAt={startedAt} staked={staked} net={net} />;
}
