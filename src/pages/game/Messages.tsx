import { Suspense, lazy } from 'react';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/States';
import type { PlayMode } from './rounds/spin-state';
import type { MoneyRounds } from './rounds/rounds';
import { words as sealWords } from './seal/words';
import { words } from './words';

/** These notices are loaded late, because they are rarely needed. Where one can't be loaded, its title is shown alone. */
const titleAlone = (title: string) => ({ default: () => <Notice kind="warning" live><p>{title}</p></Notice> });
const RefusalNotice = lazy(() => import('./RefusalNotice').then((loaded) => ({ default: loaded.RefusalNotice }), () => titleAlone(words.refusedTitle)));
const MismatchNotice = lazy(() => import('./seal/SealNotices').then((loaded) => ({ default: loaded.MismatchNotice }), () => titleAlone(sealWords.mismatchTitle)));
const SealChangedNotice = lazy(() => import('./seal/SealNotices').then((loaded) => ({ default: loaded.SealChangedNotice }), () => titleAlone(sealWords.changedTitle)));

/** The platform has answered while the player was practising. The result is shown when the player asks for it. */
function ResultNotice({ onShow }: { onShow: () => void }) {
  return (
    <Notice kind="success" title={words.resultTitle} live action={<Button variant="secondary" onClick={onShow}>{words.showResult}</Button>}>
      <p>{words.resultText}</p>
    </Notice>
  );
}

function CheckingNotice() {
  return (
    <Notice title={words.checkingTitle} live>
      <p>{words.checkingText}</p>
    </Notice>
  );
}

/** True if a round for money needs a message in the place of its result. */
export function hasMessage({ phase, refusal, isUnreadable, mismatch }: MoneyRounds): boolean {
  return phase === 'checking' || ((phase === 'idle' || phase === 'open') && (refusal !== null || isUnreadable || mismatch !== null));
}

interface MessagesProps {
  money: MoneyRounds;
  mode: PlayMode;
  onMode: (mode: PlayMode) => void;
}

/** The messages about the last round for money. They are shown in practice, too, because money comes first. */
export function MoneyMessages({ money, mode, onMode }: MessagesProps) {
  if (money.phase === 'checking') return <CheckingNotice />;
  if (mode === 'practice' && money.phase === 'showing') return <ResultNotice onShow={() => onMode('money')} />;
  if (money.phase !== 'idle' && money.phase !== 'open') return null;
  const { refusal, mismatch, showing } = money;
  const isSealChanged = refusal?.problem?.code === 'seed-changed';
  if (isSealChanged && refusal.isAction !== true) return <Suspense><SealChangedNotice /></Suspense>;
  // A step was refused for a changed seal, and its round is not the one that was asked for. The notice about the round explains both.
  const isExplainedByMismatch = isSealChanged && mismatch !== null;
  if (refusal !== null && !isExplainedByMismatch) return <Suspense><RefusalNotice refusal={refusal} onPractice={() => onMode('practice')} /></Suspense>;
  if (mismatch !== null && showing !== null) return <Suspense><MismatchNotice mismatch={mismatch} showing={showing} /></Suspense>;
  return money.isUnreadable ? <Notice live><p>{words.lost}</p></Notice> : null;
}
