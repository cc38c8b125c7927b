import { useState } from 'react';
import { confirmTwo, loadLookalikes, withdrawTwo } from '../../../bridge/actions/lookalikes';
import type { AdminLookalike, LookalikeProposal } from '../../../bridge/actions/lookalikes';
import { errorWords } from '../../../core/error-words';
import type { Result } from '../../../core/errors';
import { notify } from '../../../state/notifications';
import { Dialog } from '../../../ui/Dialog';
import { Notice } from '../../../ui/States';
import { PasswordDialog } from '../../shared/PasswordDialog';
import { useKept } from '../../shared/use-kept';
import { Freshness, ListMissing } from '../ListParts';
import { useFocusAfter } from '../use-focus-after';
import { LookalikeCard } from './LookalikeCard';
import { ProposeForm } from './ProposeForm';
import { words } from './words';

const nothingStored = () => Promise.resolve(null);

interface Act {
  readonly what: 'confirm' | 'withdraw';
  readonly item: AdminLookalike;
  readonly proposal: LookalikeProposal;
}

type Doing = { readonly is: 'propose'; readonly item: AdminLookalike } | { readonly is: 'sending' | 'password'; readonly act: Act };

const send = ({ what, item, proposal: { proposalId } }: Act): Promise<Result<undefined>> =>
  what === 'confirm' ? confirmTwo(item, proposalId) : withdrawTwo(item, proposalId);

/** The players tab: whom an excluded account stops that looks like theirs, and what people decide about it. */
export default function PlayersTab() {
  const { data, savedAt, error, reload } = useKept(nothingStored, loadLookalikes);
  const [doing, setDoing] = useState<Doing | null>(null);
  const { heading, onActed } = useFocusAfter(data);
  const close = () => setDoing(null);

  async function run(act: Act): Promise<void> {
    setDoing({ is: 'sending', act });
    const result = await send(act);
    if (!result.ok && result.error.problem?.code === 'password-needed') {
      setDoing({ is: 'password', act });
      return;
    }
    close();
    onActed();
    reload();
    if (result.ok) notify({ kind: 'success', text: act.what === 'confirm' ? words.confirmed(act.item.player.username) : words.withdrawn });
    else notify({ kind: 'error', text: result.error.problem === undefined ? words.unknown : errorWords(result.error) });
  }

  if (data === null) return <ListMissing error={error} offlineText={words.offlineText} onReload={reload} />;
  return (
    <section className="stack" aria-labelledby="lookalikes">
      <div className="row spread">
        <h2 id="lookalikes" ref={heading} tabIndex={-1}>{words.title}</h2>
        <Freshness at={savedAt ?? 0} isOld={error !== null} onReload={reload} />
      </div>
      <p className="quiet">{words.intro}</p>
      {error === null ? null : <Notice kind="warning" live>{errorWords(error)}</Notice>}
      {data.items.length === 0 ? <p>{words.none}</p> : null}
      {data.items.map((item) => (
        <LookalikeCard
          key={`${item.player.userId} ${item.other.userId}`}
          item={item}
          busy={doing?.is === 'sending'}
          onPropose={() => setDoing({ is: 'propose', item })}
          onConfirm={(proposal) => void run({ what: 'confirm', item, proposal })}
          onWithdraw={(proposal) => void run({ what: 'withdraw', item, proposal })}
        />
      ))}
      {doing?.is === 'propose' ? (
        <Dialog open title={words.proposeTitle(doing.item.player.username, doing.item.other.username)} closeLabel={words.close} onClose={close}>
          <ProposeForm
            item={doing.item}
            onClose={close}
            onDone={() => {
              notify({ kind: 'success', text: words.proposed(doing.item.player.username) });
              close();
              onActed();
              reload();
            }}
          />
        </Dialog>
      ) : null}
      {doing?.is === 'password' ? <PasswordDialog onClose={close} onConfirmed={() => void run(doing.act)} /> : null}
    </section>
  );
}
