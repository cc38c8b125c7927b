import { useState } from 'react';
import { loadAdminPromotions, patchPromotion } from '../../../bridge/actions/admin-promotions';
import type { AdminPromotion } from '../../../bridge/actions/admin-promotions';
import { errorWords } from '../../../core/error-words';
import type { PromotionId } from '../../../core/promotions';
import { notify } from '../../../state/notifications';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Notice } from '../../../ui/States';
import { PasswordDialog } from '../../shared/PasswordDialog';
import { useKept } from '../../shared/use-kept';
import { Freshness, ListMissing } from '../ListParts';
import { EditPromotion } from './EditPromotion';
import { PromotionCard } from './PromotionCard';
import { words } from './words';

const nothingStored = () => Promise.resolve(null);

/** What is being done about one of them. */
interface Doing {
  readonly what: 'edit' | 'ask-off' | 'password';
  readonly promotion: AdminPromotion;
}

/** The promotions tab: terms, on and off, and what each has cost. */
export default function PromotionsTab() {
  const { data, savedAt, error, reload } = useKept(nothingStored, loadAdminPromotions);
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => setDoing(null);

  async function setEnabled(promotion: AdminPromotion): Promise<void> {
    const result = await patchPromotion(promotion.promotionId as PromotionId, promotion.version, { enabled: !promotion.enabled });
    if (!result.ok && result.error.problem?.code === 'password-needed') {
      setDoing({ what: 'password', promotion });
      return;
    }
    close();
    reload();
    if (result.ok) notify({ kind: 'success', text: words.saved(result.data.name) });
    else notify({ kind: 'error', text: result.error.problem === undefined ? words.offline : errorWords(result.error) });
  }

  if (data === null) return <ListMissing error={error} offlineText={words.offlineText} onReload={reload} />;
  return (
    <div className="stack">
      <div className="row spread">
        <p className="quiet small">{words.intro}</p>
        <Freshness at={savedAt ?? 0} isOld={error !== null} onReload={reload} />
      </div>
      {error === null ? null : <Notice kind="warning" live>{errorWords(error)}</Notice>}
      {data.items.map((promotion) => (
        <PromotionCard
          key={promotion.promotionId}
          promotion={promotion}
          onEdit={() => setDoing({ what: 'edit', promotion })}
          onToggle={() => (promotion.enabled ? setDoing({ what: 'ask-off', promotion }) : void setEnabled(promotion))}
        />
      ))}
      <p className="quiet small">{words.costNote}</p>
      {doing?.what === 'edit' ? (
        <Dialog open title={words.editTitle(doing.promotion.name)} closeLabel={words.close} onClose={close}>
          <EditPromotion promotion={doing.promotion} onSaved={reload} onClose={close} />
        </Dialog>
      ) : null}
      {doing?.what === 'ask-off' ? (
        <Dialog open title={words.disableTitle(doing.promotion.name)} closeLabel={words.close} onClose={close}>
          <p>{words.disableText}</p>
          <div className="row">
            <Button variant="danger" onClick={() => void setEnabled(doing.promotion)}>{words.disableYes}</Button>
            <Button variant="ghost" onClick={close}>{words.cancel}</Button>
          </div>
        </Dialog>
      ) : null}
      {doing?.what === 'password' ? <PasswordDialog onClose={close} onConfirmed={() => void setEnabled(doing.promotion)} /> : null}
    </div>
  );
}
