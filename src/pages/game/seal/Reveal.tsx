import { useState } from 'react';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import { words } from '../words';
import type { CheckWords, RevealedSeeds } from './check-rounds';

type Receipts = Parameters<typeof import('./check-rounds').checkRounds>[1];

/** Ends a pair of seeds, shows its secret, and says what the check of its rounds found. */
export function Reveal({ reveal }: { reveal: () => Promise<{ revealed: RevealedSeeds; receipts: Receipts } | string> }) {
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
      {report === null ? null : <Notice kind={report.ok ? (report.leavesSome ? 'info' : 'success') : 'danger'} live><p>{report.text}</p></Notice>}
    </div>
  );
}
