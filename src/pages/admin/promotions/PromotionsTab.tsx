import { useState } from 'react';
import { confirmProposal, dropProposal, loadAdminPromotions, proposeChange, switchPromotionOff } from '../../../bridge/actions/admin-promotions';
import type { AdminPromotion, PromotionProposal } from '../../../bridge/actions/admin-promotions';
import { errorWords } from '../../../core/error-words';
import type { Result } from '../../../core/errors';
import { notify } from '../../../state/notifications';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Notice } from '../../../ui/States';
import { PasswordDialog } from '../../shared/form/PasswordDialog';
import { useSnapshot } from '../../shared/answers/use-snapshot';
import { Freshness, ListMissing } from '../desk/ListParts';
import { DrawDesk } from './draws/DrawDesk';
import { EditPromotion } from './EditPromotion';
import { PromotionCard } from './PromotionCard';
import { words } from './words';

const nothingStored = () => Promise.resolve(null);

type Act =
  | { readonly what: 'off' | 'on'; readonly promotion: AdminPromotion }
  | { readonly what: 'confirm' | 'withdraw'; readonly promotion: AdminPromotion; readonly proposal: PromotionProposal };

/** The open task about one promotion. */
type PromotionTask =
  | { readonly is: 'edit'; readonly promotion: AdminPromotion }
  | { readonly is: 'asking' | 'sending' | 'password'; readonly act: Act };

interface ActResult {
  readonly result: Result<unknown>;
  readonly successText: string;
}

async function send(act: Act): Promise<ActResult> {
  const { promotion } = act;
  const { name } = promotion;
  switch (act.what) {
    case 'off':
      return { result: await switchPromotionOff(promotion), successText: words.switchedOff(name) };
    case 'on':
      return { result: await proposeChange(promotion, { enabled: true }), successText: words.proposed(name) };
    case 'confirm':
      return { result: await confirmProposal(promotion, act.proposal.proposalId), successText: words.confirmed(name) };
    case 'withdraw':
      return { result: await dropProposal(promotion.promotionId, act.proposal.proposalId), successText: words.withdrawn(name) };
  }
}

/** The promotions tab: terms with their proposals, switches, the cost of each promotion, and the draws that are not over. */
export default function PromotionsTab() {
  const { data, savedAt, error, reload } = useSnapshot(nothingStored, loadAdminPromotions);
  const [task, setTask] = useState<PromotionTask | null>(null);
  const close = () => setTask(null);

  async function run(act: Act): Promise<void> {
    setTask({ is: 'sending', act });
    const { result, successText } = await send(act);
    if (!result.ok && result.error.problem?.code === 'password-needed') {
      setTask({ is: 'password', act });
      return;
    }
    close();
    reload();
    if (result.ok) notify({ kind: 'success', text: successText });
    else notify({ kind: 'error', text: result.error.problem === undefined ? words.offline : errorWords(result.error) });
  }

  if (data === null) return <ListMissing error={error} offlineText={words.offlineText} onReload={reload} />;
  return (
    <div className="stack">
      <DrawDesk />
      <div className="row spread">
        <p className="quiet small">{words.intro}</p>
        <Freshness at={savedAt ?? 0} isOld={error !== null} onReload={reload} />
      </div>
      {error === null ? null : <Notice kind="warning" live>{errorWords(error)}</Notice>}
      {data.items.map((promotion) => (
        <PromotionCard
          key={promotion.promotionId}
          promotion={promotion}
          busy={task?.is === 'sending'}
          onEdit={() => setTask({ is: 'edit', promotion })}
          onToggle={() => setTask({ is: 'asking', act: { what: promotion.enabled ? 'off' : 'on', promotion } })}
          onConfirm={(proposal) => void run({ what: 'confirm', promotion, proposal })}
          onWithdraw={(proposal) => void run({ what: 'withdraw', promotion, proposal })}
        />
      ))}
      <p className="quiet small">{words.costNote}</p>
      {task?.is === 'edit' ? (
        <Dialog open title={words.editTitle(task.promotion.name)} closeLabel={words.close} onClose={close}>
          <EditPromotion promotion={task.promotion} mostWagering={data.mostWagering} onSaved={reload} onClose={close} />
        </Dialog>
      ) : null}
      {task?.is === 'asking' ? <AskSwitch act={task.act} onYes={() => void run(task.act)} onClose={close} /> : null}
      {task?.is === 'password' ? <PasswordDialog onClose={close} onConfirmed={() => void run(task.act)} /> : null}
    </div>
  );
}

/** Switching off is done at once; switching on is proposed. */
function AskSwitch({ act, onYes, onClose }: { act: Act; onYes: () => void; onClose: () => void }) {
  const { name } = act.promotion;
  const isOff = act.what === 'off';
  return (
    <Dialog open title={isOff ? words.disableTitle(name) : words.enableTitle(name)} closeLabel={words.close} onClose={onClose}>
      <p>{isOff ? words.disableText : words.enableText}</p>
      <div className="row">
        <Button variant={isOff ? 'danger' : 'primary'} onClick={onYes}>{isOff ? words.disableYes : words.enableYes}</Button>
        <Button variant="ghost" onClick={onClose}>{words.cancel}</Button>
      </div>
    </Dialog>
  );
}
