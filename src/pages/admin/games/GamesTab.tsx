import { useDeferredValue, useMemo, useState } from 'react';
import { dropFromOutbox } from '../../../bridge/actions/outbox';
import { createIndex } from '../../../core/text-search';
import { notify } from '../../../state/notifications';
import { errorWords } from '../../../core/error-words';
import { Age } from '../../../ui/Age';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { SearchField } from '../../../ui/SearchField';
import { EmptyState, Notice } from '../../../ui/States';
import { PasswordDialog } from '../../shared/form/PasswordDialog';
import { AuditList } from '../audit/AuditList';
import { words as auditWords } from '../audit/words';
import { ListMissing } from '../desk/ListParts';
import { ArrangeGames } from './ArrangeGames';
import { CatalogueFile } from './CatalogueFile';
import { EditGame } from './EditGame';
import { editOf, followOn, needsPassword } from './edit';
import { GameArtForm } from './GameArtForm';
import { PasswordNotice } from './PasswordNotice';
import { GamesTable } from './GamesTable';
import { saveEdit } from './save';
import { AskAll, AskDisable } from './SwitchDialogs';
import { useAdminGames } from './use-admin-games';
import type { ListedGame } from './use-admin-games';
import { words } from './words';

const NO_GAMES: readonly ListedGame[] = [];
/** The categories of most games; the others come from the games themselves. */
const USUAL_CATEGORIES = ['slots', 'table', 'instant', 'made-in-naija'];

type GameTask =
  | { readonly what: 'password'; readonly gameId: string; readonly enabled: boolean }
  | { readonly what: 'edit' | 'art' | 'ask-off' | 'trail'; readonly gameId: string }
  | { readonly what: 'arrange' | 'file' | 'all-on' | 'all-off' };

/** The games area: list, search, switch on and off, edit, arrange. */
export default function GamesTab() {
  const { games, data, savedAt, error, reload, replace, orderItem, orderVersion } = useAdminGames();
  const [query, setQuery] = useState('');
  const deferredQuery = useDeferredValue(query);
  const [task, setTask] = useState<GameTask | null>(null);
  const close = () => setTask(null);
  const all = games ?? NO_GAMES;
  const search = useMemo(
    () => createIndex(all, ({ game }) => [game.name, game.gameId, game.categories.join(' '), game.kind]),
    [all],
  );
  const matches = useMemo(() => search(deferredQuery), [search, deferredQuery]);
  const names = useMemo(() => new Map(all.map(({ game }) => [game.gameId, game.name])), [all]);
  const selected = task !== null && 'gameId' in task ? all.find(({ base }) => base.gameId === task.gameId) : undefined;

  async function setEnabled({ base, game, item }: ListedGame, enabled: boolean): Promise<void> {
    // A change that was refused or met another one is shown first, so that a switch does not overwrite it.
    if (item && item.state !== 'waiting' && !needsPassword(item)) {
      setTask({ what: 'edit', gameId: base.gameId });
      return;
    }
    close();
    // The waiting change is sent again together with the switch.
    const edit = editOf(base, { ...(item ? game : {}), enabled });
    if (edit === null) {
      if (item) await dropFromOutbox(item);
      return;
    }
    const saving = await saveEdit(followOn(edit, item), item);
    if (saving.outcome === 'saved') {
      if (saving.saved) replace(saving.saved);
      notify({ kind: 'success', text: words.saved(base.name) });
    } else if (saving.outcome === 'queued') notify({ kind: 'success', text: words.queued(base.name) });
    else if (saving.outcome === 'conflict') {
      // The waiting change is only a switch, and the other change does not contradict it, so it can be sent again.
      const { version, enabled: enabledNow } = saving.current;
      const retried = await saveEdit({ ...edit, version, base: { enabled: enabledNow }, patch: { enabled } }, item);
      replace(retried.outcome === 'saved' && retried.saved ? retried.saved : saving.current);
    } else if (saving.outcome === 'full') notify({ kind: 'error', text: words.full });
    else if (saving.error.problem?.code === 'password-needed') setTask({ what: 'password', gameId: base.gameId, enabled });
    else notify({ kind: 'error', text: saving.error.problem === undefined ? words.offline : errorWords(saving.error) });
  }

  if (games === null || data === null) return <ListMissing error={error} offlineText={words.nothingKept} onReload={reload} />;
  const flaggedGames = games.filter(({ base }) => base.observed.isOff);
  const on = data.items.filter(({ enabled }) => enabled).length;
  const categories = [...new Set([...USUAL_CATEGORIES, ...games.flatMap(({ game }) => game.categories)])];
  return (
    <div className="stack">
      {error === null ? null : (
        <Notice kind="warning" live action={<Button variant="secondary" onClick={reload}>{words.reload}</Button>}>
          <p>{error.problem === undefined ? words.oldList : errorWords(error)}</p>
        </Notice>
      )}
      {flaggedGames.length === 0 ? null : (
        <Notice kind="danger" title={words.isOffTitle(flaggedGames.map(({ game }) => game.name).join(', '))}><p>{words.isOffText}</p></Notice>
      )}
      <PasswordNotice items={games.flatMap(({ item }) => (item !== undefined && needsPassword(item) ? [item] : []))} />
      {orderItem === undefined ? null : (
        <Notice kind={orderItem.state === 'waiting' ? 'info' : 'danger'} live action={
          <>
            {orderItem.state === 'conflict' ? <Button variant="secondary" onClick={() => setTask({ what: 'arrange' })}>{words.look}</Button> : null}
            <Button variant="ghost" onClick={() => void dropFromOutbox(orderItem)}>{words.takeBack}</Button>
          </>
        }>
          <p>{orderItem.state === 'waiting' ? words.orderKept : words.orderConflictTitle}</p>
        </Notice>
      )}
      <SearchField
        label={words.search}
        placeholder={words.searchShort}
        value={query}
        onChange={setQuery}
        resultText={words.found(matches.length, games.length)}
      />
      <div className="row spread">
        <p className="quiet small">{words.found(matches.length, games.length)}{savedAt === null ? null : <> · {words.updated} <Age at={savedAt} /></>}</p>
        <div className="row">
          <Button variant="secondary" onClick={() => setTask({ what: 'arrange' })}>{words.arrange}</Button>
          <Button variant="secondary" onClick={() => setTask({ what: 'file' })}>{words.files}</Button>
          {on < games.length ? <Button variant="secondary" onClick={() => setTask({ what: 'all-on' })}>{words.allOn}</Button> : null}
          {on > 0 ? <Button variant="danger" onClick={() => setTask({ what: 'all-off' })}>{words.allOff}</Button> : null}
          <Button variant="secondary" onClick={reload}>{words.reload}</Button>
        </div>
      </div>
      {matches.length === 0 ? <EmptyState title={words.none}>{words.noneHint}</EmptyState> : (
        <>
          <p className="quiet small">{words.ofWhat}</p>
          <GamesTable
            games={matches}
            actions={{
              edit: ({ base }) => setTask({ what: 'edit', gameId: base.gameId }),
              art: ({ base }) => setTask({ what: 'art', gameId: base.gameId }),
              trail: ({ base }) => setTask({ what: 'trail', gameId: base.gameId }),
              toggle: (listed) => (listed.game.enabled ? setTask({ what: 'ask-off', gameId: listed.base.gameId }) : void setEnabled(listed, true)),
              drop: ({ item }) => void (item && dropFromOutbox(item)),
            }}
          />
        </>
      )}
      {task?.what === 'ask-off' && selected ? <AskDisable name={selected.game.name} uses={selected.base.uses} onClose={close} onYes={() => void setEnabled(selected, false)} /> : null}
      {task?.what === 'all-on' || task?.what === 'all-off' ? (
        <AskAll enabled={task.what === 'all-on'} count={task.what === 'all-on' ? games.length - on : on} onDone={reload} onClose={close} />
      ) : null}
      {task?.what === 'edit' && selected ? (
        <Dialog open title={words.editTitle(selected.game.name)} closeLabel={words.close} onClose={close}>
          <EditGame listed={selected} categories={categories} onSaved={replace} onClose={close} />
        </Dialog>
      ) : null}
      {task?.what === 'art' && selected ? (
        <Dialog open title={words.artOf(selected.game.name)} closeLabel={words.close} onClose={close}>
          <GameArtForm game={selected.base} onSaved={replace} onClose={close} />
        </Dialog>
      ) : null}
      {task?.what === 'password' && selected ? (
        <PasswordDialog why={words.passwordWhy} onClose={close} onConfirmed={() => void setEnabled(selected, task.enabled)} />
      ) : null}
      {task?.what === 'trail' && selected ? (
        <Dialog open title={words.trailTitle(selected.game.name)} closeLabel={words.close} onClose={close}>
          <AuditList subject={selected.base.gameId} names={names} noneText={auditWords.noneOfGame} />
        </Dialog>
      ) : null}
      {task?.what === 'file' ? (
        <Dialog open title={words.filesTitle} closeLabel={words.close} onClose={close}><CatalogueFile onDone={reload} onClose={close} /></Dialog>
      ) : null}
      {task?.what === 'arrange' ? (
        <Dialog open title={words.arrangeTitle} closeLabel={words.close} onClose={close}>
          <ArrangeGames names={names} version={orderVersion} item={orderItem} onSaved={reload} onClose={close} />
        </Dialog>
      ) : null}
    </div>
  );
}
