import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { listReceipts, loadFairness, revealSeeds } from '../../../bridge/actions/fairness';
import type { SeedPair } from '../../../bridge/actions/fairness';
import { kobo } from '../../../core/money';
import { errorWords } from '../../../core/error-words';
import { revealPracticePair, usePracticeStore } from '../../../games/practice-store';
import { Button } from '../../../ui/Button';
import { Notice, Skeleton } from '../../../ui/States';
import { ChooseSeed } from '../../shared/fairness/ChooseSeed';
import { Seeds } from '../../shared/fairness/Seeds';
import { useCan } from '../../shared/shelf/use-shelf';
import type { CheckWords, Revealed } from './check-rounds';
import { words } from '../words';

type Receipts = Parameters<typeof import('./check-rounds').checkRounds>[1];

/** Ends a pair of seeds, shows its secret, and says what the check of its rounds found. */
function Reveal({ reveal }: { reveal: () => Promise<{ revealed: Revealed; receipts: Receipts } | string> }) {
  const [busy, setBusy] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [report, setReport] = useState<CheckWords | null>(null);

  const run = async () => {
    setBusy(true);
    setReport(null);
    const revealed = await reveal();
    if (typeof revealed === 'string') {
      setReport({ ok: false, text: revealed });
    } else {
      setSecret(revealed.revealed.serverSeed);
      const { checkRounds } = await import('./check-rounds');
      setReport(await checkRounds(revealed.revealed, revealed.receipts));
    }
    setBusy(false);
  };

  return (
    <div className="stack">
      <p className="quiet small">{words.revealHint}</p>
      <Button
        variant="secondary"
        busy={busy}
        busyLabel={words.checkingRounds}
        onClick={() => {
          run().catch(() => {
            setBusy(false);
            setReport({ ok: false, text: words.faceFailed });
          });
        }}
      >
        {words.reveal}
      </Button>
      {secret === null ? null : (
        <dl className="seeds">
          <dt>{words.revealed}</dt>
          <dd><code>{secret}</code></dd>
        </dl>
      )}
      {report === null ? null : <Notice kind={report.ok ? 'success' : 'danger'} live><p>{report.text}</p></Notice>}
    </div>
  );
}

function HowLinks({ withHistory = false }: { withHistory?: boolean }) {
  return (
    <p className="fairness-links">
      {withHistory ? <Link to="/games-history?view=fairness">{words.checkAll}</Link> : null}
      <Link to="/help#fair-results">{words.howFairness}</Link>
      <Link to="/help#check-result">{words.howCheck}</Link>
    </p>
  );
}

/** Fairness in practice: the secret is drawn on this device, by the same rules. */
export function PracticeFairness() {
  const pair = usePracticeStore((state) => state.pair);
  return (
    <div className="stack">
      <p>{words.fairnessText}</p>
      <Seeds {...pair} />
      <Reveal
        reveal={() => {
          const pairs = revealPracticePair();
          if (pairs === null) return Promise.resolve(words.revealOpen);
          const { receipts, ...revealed } = pairs;
          return Promise.resolve({ revealed, receipts });
        }}
      />
      <HowLinks />
    </div>
  );
}

/**
 * Fairness for money: the platform's commit, the player's own seed, the reveal. `rounds` grows with each round, so that the seeds are
 * loaded again.
 */
export function MoneyFairness({ rounds }: { rounds: number }) {
  const canFairness = useCan('fairness');
  const [pair, setPair] = useState<SeedPair | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (!canFairness) return;
    const control = new AbortController();
    void loadFairness(control.signal).then((answer) => {
      if (control.signal.aborted) return;
      setFailed(!answer.ok);
      if (answer.ok) setPair(answer.data);
    });
    return () => control.abort();
  }, [canFairness, rounds]);

  const reveal = async () => {
    const answer = await revealSeeds();
    if (!answer.ok) return errorWords(answer.error);
    setPair(answer.data);
    const { previous } = answer.data;
    if (previous === null) return words.noRounds;
    const storedReceipts = await listReceipts('real');
    const receipts = storedReceipts.map((receipt) => ({ ...receipt, stake: kobo(receipt.stake), win: kobo(receipt.win) }));
    return { revealed: { commit: previous.commit, serverSeed: previous.serverSeed, firstNonce: 0 }, receipts };
  };

  if (!canFairness) return <HowLinks />;
  return (
    <div className="stack">
      <p>{words.fairnessText}</p>
      {pair === null ? (
        failed ? <p className="quiet">{words.needsNetwork}</p> : <Skeleton lines={3} />
      ) : (
        <>
          <Seeds {...pair} />
          <ChooseSeed pair={pair} onPair={setPair} />
          <Reveal reveal={reveal} />
        </>
      )}
      <HowLinks withHistory />
    </div>
  );
}
