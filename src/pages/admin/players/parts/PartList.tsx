import { useCallback } from 'react';
import type { ReactNode } from 'react';
import { loadPart } from '../../../../bridge/actions/desk-players';
import type { PagedPart, PartPage } from '../../../../bridge/actions/desk-players';
import { errorWords } from '../../../../core/error-words';
import { Button } from '../../../../ui/Button';
import { Notice } from '../../../../ui/States';
import { usePaged } from '../../../shared/history/use-paged';
import type { PagedList } from '../../../shared/history/use-paged';
import { ListMissing } from '../../desk/ListParts';
import { words } from '../words';

export type ItemOf<P extends PagedPart> = PartPage<P>['items'][number];

/** The pages of one part, newest first. */
export function usePart<P extends PagedPart>(part: P, playerId: string): PagedList<ItemOf<P>, object> {
  const load = useCallback(
    async (cursor: string | undefined, signal: AbortSignal) => {
      const result = await loadPart(part, playerId, cursor, signal);
      return result.ok ? { ...result, data: { items: result.data.items, next: result.data.next, totals: {} } } : result;
    },
    [part, playerId],
  );
  return usePaged<ItemOf<P>, object>(`${part} ${playerId}`, load);
}

interface Props<P extends PagedPart> {
  part: P;
  playerId: string;
  draw: (item: ItemOf<P>) => ReactNode;
}

export function PartList<P extends PagedPart>({ part, playerId, draw }: Props<P>) {
  return <PartPages part={part} list={usePart(part, playerId)} draw={draw} />;
}

interface PagesProps<P extends PagedPart> {
  part: P;
  list: PagedList<ItemOf<P>, object>;
  draw: (item: ItemOf<P>) => ReactNode;
}

export function PartPages<P extends PagedPart>({ part, list, draw }: PagesProps<P>) {
  const { items, totals, next, more, error, showMore, reload } = list;
  if (totals === null) return <ListMissing error={error} offlineText={words.playerOffline} onReload={reload} />;
  return (
    <>
      {error === null ? null : <Notice kind="warning" live>{errorWords(error)}</Notice>}
      {items.length === 0 ? <p className="quiet">{words.empty[part]}</p> : <ul className="cards">{items.map(draw)}</ul>}
      {next === null ? null : (
        <div className="row">
          <Button variant="secondary" busy={more === 'loading'} busyLabel={words.loading} onClick={showMore}>{more === 'failed' ? words.moreAgain : words.more}</Button>
        </div>
      )}
    </>
  );
}
