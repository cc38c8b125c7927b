import { refreshSeeds } from '../../../bridge/actions/fairness';
import type { PairInUse } from '../../../core/seed-pairs';
import { usePracticeStore } from '../../../games/practice-store';
import { useSeeds } from '../../../state/use';
import { useCan } from '../../shared/shelf/use-shelf';
import { openFairness } from '../facts/folds';
import type { PlayMode } from '../rounds/spin-state';
import { words } from './words';

/** So many letters tell one commit from the next, and fit on the smallest screen. */
const COMMIT_LETTERS = 8;
const PART_LETTERS = 8;

function short(text: string, letters: number): string {
  return text.length > letters ? `${text.slice(0, letters)}…` : text;
}

const lineOf = ({ commit, clientSeed }: Pick<PairInUse, 'commit' | 'clientSeed'>, isOwn = true) =>
  (isOwn ? words.line : words.otherLine)(short(commit, COMMIT_LETTERS), short(clientSeed, PART_LETTERS));

/** The line says so where the platform takes no part with each bet, because a player has to know that first. */
const moneyLineOf = (pair: PairInUse, isOwn: boolean) =>
  pair.takesParts === true ? lineOf(pair, isOwn) : words.noParts(short(pair.commit, COMMIT_LETTERS));

function Line({ text, tone }: { text: string; tone?: 'danger' }) {
  return <button type="button" className="seal-line" data-tone={tone} aria-description={words.lineLabel} onClick={openFairness}>{text}</button>;
}

function MoneySeal() {
  const canBind = useCan('binding');
  const { status, pair, isOwn, evidence } = useSeeds((seeds) => seeds);
  if (!useCan('fairness') || !canBind) {
    return evidence.some(({ kind }) => kind === 'binding-dropped') ? <Line text={words.dropped} tone="danger" /> : <Line text={words.unbound} />;
  }
  if (pair !== null && evidence.some(({ answered }) => answered === pair.commit)) return <Line text={words.replaced} tone="danger" />;
  if (pair !== null && status === 'ready') return <Line text={moneyLineOf(pair, isOwn)} />;
  if (status !== 'failed') return <p className="seal-line" role="status">{words.getting}</p>;
  return (
    <p className="seal-line" role="status">
      {words.failed} <button type="button" onClick={() => void refreshSeeds()}>{words.again}</button>
    </p>
  );
}

function PracticeSeal() {
  const pair = usePracticeStore((state) => state.pair);
  return <Line text={lineOf(pair)} />;
}

/** Shows in one quiet line what the next round is bound to. A press opens the whole seal. */
export function SealLine({ mode, signedIn }: { mode: PlayMode; signedIn: boolean }) {
  if (mode === 'practice') return <PracticeSeal />;
  return signedIn ? <MoneySeal /> : null;
}
