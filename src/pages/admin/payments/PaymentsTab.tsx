import { useState } from 'react';
import { loadDesk, storedDesk } from '../../../bridge/actions/admins';
import { useIsOffline } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { OfflineNote } from '../../shared/form/OfflineNote';
import { useSnapshot } from '../../shared/answers/use-snapshot';
import { CorrectionLists, Outcome } from '../corrections/CorrectionLists';
import { whatOf } from '../corrections/texts';
import { useCorrectionDecision } from '../corrections/use-correction-decision';
import { useCorrections } from '../corrections/use-corrections';
import { Freshness, ListMissing } from '../desk/ListParts';
import { Differences, MismatchedDeposits, ReturnedPayouts } from './CaseLists';
import { CompareForm } from './CompareForm';
import type { Solution } from './solution';
import { SolutionDialog } from './SolutionDialog';
import { useCases } from './use-cases';
import { words } from './words';

/** Payments that need people: what came back, what does not match, what differs; and the solutions that wait for a second person. */
export default function PaymentsTab() {
  const { cases, at, error, reload } = useCases();
  const list = useCorrections('payments');
  const reloadAll = (): void => {
    list.reload();
    reload();
  };
  const decision = useCorrectionDecision(reloadAll);
  const { data: desk } = useSnapshot(storedDesk, loadDesk);
  const [solution, setSolution] = useState<Solution | null>(null);
  const isOffline = useIsOffline();
  const isProposer = desk?.roles.includes('payments') ?? true;
  const { outcome } = decision;

  if (cases === null || list.open === null) return <ListMissing error={error ?? list.error} offlineText={words.offlineText} onReload={reloadAll} />;
  const shared = { nowMs: at, mayPropose: isProposer && !isOffline, onSolve: setSolution };
  return (
    <div className="stack">
      <div className="row spread">
        <p className="quiet">{words.intro}</p>
        <Freshness at={at} isOld={isOffline || error !== null} onReload={reloadAll} label={words.reload} />
      </div>
      {isProposer ? null : <p className="quiet">{words.onlyPayments}</p>}
      <OfflineNote>{words.offline}</OfflineNote>
      {outcome === null ? null : <Outcome outcome={outcome} />}
      <ReturnedPayouts items={cases.payouts} count={cases.counts.payouts} {...shared} />
      {isProposer ? (
        <div className="row">
          <Button variant="secondary" disabled={isOffline} onClick={() => setSolution({ kind: 'give', what: words.reportText, reference: '' })}>{words.report}</Button>
        </div>
      ) : null}
      <MismatchedDeposits items={cases.deposits} count={cases.counts.deposits} {...shared} />
      <Differences items={cases.differences} count={cases.counts.differences} {...shared} />
      <CorrectionLists list={list} decision={decision} />
      {isProposer ? (
        <CompareForm
          gateways={cases.gateways}
          onCompared={(text) => {
            decision.say({ kind: 'success', text });
            reloadAll();
          }}
        />
      ) : null}
      {solution === null ? null : (
        <SolutionDialog
          solution={solution}
          onClose={() => setSolution(null)}
          onProposed={(correction) => {
            setSolution(null);
            decision.say({ kind: 'success', text: words.proposed(whatOf(correction)) });
            reloadAll();
          }}
        />
      )}
    </div>
  );
}
