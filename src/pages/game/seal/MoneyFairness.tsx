import { Link } from 'react-router-dom';
import { listReceipts, revealSeeds } from '../../../bridge/actions/fairness';
import { errorWords } from '../../../core/error-words';
import { kobo } from '../../../core/money';
import { useSeeds } from '../../../state/use';
import { buttonClass } from '../../../ui/Button';
import { Notice, Skeleton } from '../../../ui/States';
import { ChooseSeed } from '../../shared/fairness/ChooseSeed';
import { SealFacts } from '../../shared/fairness/SealFacts';
import { useCan } from '../../shared/shelf/use-shelf';
import { seedWords as words } from '../../shared/fairness/words';
import { words as gameWords } from '../words';
import { HowLinks } from './HowLinks';
import { Reveal } from './Reveal';

async function reveal() {
  const answer = await revealSeeds();
  if (!answer.ok) return errorWords(answer.error);
  const { previous } = answer.data;
  if (previous === null) return gameWords.noRounds;
  const receipts = (await listReceipts('real')).map((receipt) => ({ ...receipt, stake: kobo(receipt.stake), win: kobo(receipt.win) }));
  return { revealed: { ...previous, firstNonce: 0 }, receipts };
}

/** The whole seal of the next round for money: the platform's commit, the player's part, what follows, and the reveal. */
export default function MoneyFairness() {
  const canFairness = useCan('fairness');
  const canBind = useCan('binding');
  const { status, pair, evidence } = useSeeds((seeds) => seeds);
  const evidenceNotice = evidence.length === 0 ? null : (
    <Notice kind="danger" title={words.evidenceTitle} action={<Link className={buttonClass('secondary')} to="/games-history?view=fairness">{words.toCheck}</Link>}>
      <p>{words.evidenceText}</p>
    </Notice>
  );
  if (!canFairness) {
    return (
      <div className="stack">
        <p>{words.unbound}</p>
        {evidenceNotice}
        <HowLinks />
      </div>
    );
  }
  return (
    <div className="stack">
      <p>{gameWords.fairnessText}</p>
      <p>{canBind ? words.bound : words.unbound} {canBind && pair !== null ? words.part(pair.takesParts === true) : ''}</p>
      {evidenceNotice}
      {pair === null ? (
        status === 'failed' ? <p className="quiet">{gameWords.needsNetwork}</p> : <Skeleton lines={3} />
      ) : (
        <>
          <SealFacts />
          <ChooseSeed />
          <Reveal reveal={reveal} />
        </>
      )}
      <HowLinks withHistory />
    </div>
  );
}
