import { loadDesk, storedDesk } from '../../../bridge/actions/admins';
import { useSnapshot } from '../../shared/answers/use-snapshot';
import { CorrectionLists, Outcome } from '../corrections/CorrectionLists';
import { whatOf } from '../corrections/texts';
import { useCorrectionDecision } from '../corrections/use-correction-decision';
import { useCorrections } from '../corrections/use-corrections';
import { words as shared } from '../corrections/words';
import { ListMissing } from '../desk/ListParts';
import { ProposeSection } from './ProposeSection';
import { words } from './words';

/** Corrections of balances: proposing one, those that wait for a second person, and those that were decided. */
export default function AdjustmentsTab() {
  const list = useCorrections('adjustments');
  const decision = useCorrectionDecision(list.reload);
  const { data: desk } = useSnapshot(storedDesk, loadDesk);
  const mayPropose = desk?.roles.includes('payments') ?? true;
  const { outcome } = decision;

  return (
    <div className="stack">
      <p className="quiet">{words.intro}</p>
      {outcome === null ? null : <Outcome outcome={outcome} />}
      {mayPropose ? (
        <ProposeSection
          onProposed={(correction) => {
            decision.say({ kind: 'success', text: words.proposed(whatOf(correction)) });
            list.reload();
          }}
        />
      ) : <p className="quiet">{words.onlyPayments}</p>}
      {list.open === null
        ? <ListMissing error={list.error} offlineText={shared.offlineText} onReload={list.reload} />
        : <CorrectionLists list={list} decision={decision} />}
    </div>
  );
}
