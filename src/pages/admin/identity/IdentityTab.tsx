import { useCallback, useState } from 'react';
import { loadIdentityPairs, loadLookalikes } from '../../../bridge/actions/lookalikes';
import { errorWords } from '../../../core/error-words';
import { Notice } from '../../../ui/States';
import { useSnapshot } from '../../shared/answers/use-snapshot';
import { Freshness, ListMissing } from '../desk/ListParts';
import { useFocusAfter } from '../desk/use-focus-after';
import { IdentitySection } from './IdentitySection';
import { LookalikeCard } from './LookalikeCard';
import { useDecisions } from './use-decisions';
import { words } from './words';

const nothingStored = () => Promise.resolve(null);

/** The identity tab: accounts that block other accounts, identities that several accounts have shown, and the decisions about both. */
export default function IdentityTab() {
  const { data, savedAt, error, reload } = useSnapshot(nothingStored, loadLookalikes);
  const [name, setName] = useState('');
  const pairs = useSnapshot(nothingStored, useCallback((signal: AbortSignal) => loadIdentityPairs(name, signal), [name]));
  const { heading, onActed } = useFocusAfter(data);
  const reloadAll = (): void => {
    reload();
    pairs.reload();
  };
  const decisions = useDecisions(() => {
    onActed();
    reloadAll();
  });

  if (data === null) return <ListMissing error={error} offlineText={words.offlineText} onReload={reload} />;
  return (
    <div className="stack">
      <section className="stack" aria-labelledby="lookalikes">
        <div className="row spread">
          <h2 id="lookalikes" ref={heading} tabIndex={-1}>{words.title}</h2>
          <Freshness at={savedAt ?? 0} isOld={error !== null} onReload={reloadAll} />
        </div>
        <p className="quiet">{words.intro}</p>
        {error === null ? null : <Notice kind="warning" live>{errorWords(error)}</Notice>}
        {data.items.length === 0 ? <p>{words.none}</p> : null}
        {data.items.map((item) => <LookalikeCard key={`${item.player.userId} ${item.other.userId}`} item={item} decisions={decisions} />)}
      </section>
      <IdentitySection pairs={pairs} name={name} onFind={setName} decisions={decisions} />
      {decisions.dialogs}
    </div>
  );
}
