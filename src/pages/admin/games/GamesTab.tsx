import { useDeferredValue, useMemo, useState } from 'react';
import { patchGame } from '../../../bridge/actions/admin';
import type { AdminGame } from '../../../core/contract/admin';
import { createIndex } from '../../../core/text-search';
import { notify } from '../../../state/notifications';
import { Age } from '../../../ui/Age';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { SearchField } from '../../../ui/SearchField';
import { EmptyState, Notice, Skeleton } from '../../../ui/States';
import { EditGame } from './EditGame';
import { GamesTable } from './GamesTable';
import { useAdminGames } from './use-admin-games';
import { words } from './words';

/** Asks before a game goes dark for everybody; switching on needs no question. */
function AskDisable({ game, onYes, onClose }: { game: AdminGame; onYes: () => void; onClose: () => void }) {
  return (
    <Dialog open title={words.disableTitle(game.name)} closeLabel={words.close} onClose={onClose}>
      <p>{words.disableText}</p>
      <div className="row">
        <Button variant="danger" onClick={onYes}>{words.disableYes}</Button>
        <Button variant="ghost" onClick={onClose}>{words.cancel}</Button>
      </div>
    </Dialog>
  );
}

/** The games area: list, search, switch on and off, edit. */
export function GamesTab() {
  const { games, savedAt, error, reload, replace } = useAdminGames();
  const [query, setQuery] = useState('');
  const settled = useDeferredValue(query);
  const [editing, setEditing] = useState<AdminGame | null>(null);
  const [asking, setAsking] = useState<AdminGame | null>(null);
  const search = useMemo(
    () => createIndex(games ?? [], (game) => [game.name, game.gameId, game.categories.join(' '), game.kind]),
    [games],
  );
  const found = useMemo(() => search(settled), [search, settled]);

  async function setEnabled(game: AdminGame, enabled: boolean): Promise<void> {
    const result = await patchGame(game.gameId, game.version, { enabled });
    if (result.ok) {
      replace(result.data);
      notify({ kind: 'success', text: words.saved(result.data.name) });
      return;
    }
    if (result.error.status === 412) reload();
    const { problem } = result.error;
    notify({ kind: 'error', text: problem?.detail ?? problem?.title ?? words.offline });
  }

  function toggle(game: AdminGame): void {
    if (game.enabled) setAsking(game);
    else void setEnabled(game, true);
  }

  return (
    <div className="stack">
      {error === null ? null : (
        <Notice kind="warning" live title={words.failed} action={<Button variant="secondary" onClick={reload}>{words.reload}</Button>}>
          <p>{games === null ? words.nothingKept : words.oldList}</p>
        </Notice>
      )}
      <SearchField
        label={words.search}
        value={query}
        onChange={setQuery}
        {...(games === null ? {} : { found: words.found(found.length, games.length) })}
      />
      {games === null && error === null ? <Skeleton lines={5} /> : null}
      {games === null ? null : (
        <div className="row spread">
          <p className="quiet small">
            {words.found(found.length, games.length)}
            {savedAt === null ? null : <>, <Age at={savedAt} /></>}
          </p>
          <Button variant="secondary" onClick={reload}>{words.reload}</Button>
        </div>
      )}
      {games !== null && found.length > 0 ? <GamesTable games={found} onEdit={setEditing} onToggle={toggle} /> : null}
      {games !== null && found.length === 0 ? <EmptyState title={words.none}>{words.noneHint}</EmptyState> : null}
      {asking === null ? null : (
        <AskDisable
          game={asking}
          onClose={() => setAsking(null)}
          onYes={() => {
            setAsking(null);
            void setEnabled(asking, false);
          }}
        />
      )}
      {editing === null ? null : (
        <Dialog open title={words.editTitle(editing.name)} closeLabel={words.close} onClose={() => setEditing(null)}>
          <EditGame game={editing} onSaved={replace} onClose={() => setEditing(null)} />
        </Dialog>
      )}
    </div>
  );
}
