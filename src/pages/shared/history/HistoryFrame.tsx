import type { ReactNode } from 'react';
import { errorWords } from '../../../core/error-words';
import { DAY_MS, clock } from '../../../core/time';
import { useFigures } from '../../../state/use';
import { Age } from '../../../ui/Age';
import { Button } from '../../../ui/Button';
import { Illustration } from '../../../ui/illustrations';
import { EmptyState, Notice } from '../../../ui/States';
import { ErrorHelp } from '../form/ErrorNotice';
import { historyWords as words } from './words';
import type { PagedList } from './use-paged';

interface Props {
  list: Pick<
    PagedList<unknown, unknown>,
    'items' | 'totals' | 'next' | 'savedAt' | 'error' | 'more' | 'isLoading' | 'showMore' | 'reload'
  >;
  /** The chosen period is the one that the device stores: the default period without a filter. */
  isStoredView: boolean;
  onStoredView: () => void;
  /** The period has no rows. */
  empty: ReactNode;
  /** Drawn above the list, together with it. */
  head?: ReactNode;
  skeleton: ReactNode;
  children: ReactNode;
}

/** The list could not be loaded, and the device has no copy of it. */
function LoadFailure({ list, isStoredView, onStoredView }: Pick<Props, 'list' | 'isStoredView' | 'onStoredView'>) {
  const { error } = list;
  const isUnreached = error?.problem === undefined;
  const isUnstoredView = isUnreached && !isStoredView;
  const retryButton = <Button variant="secondary" onClick={list.reload}>{words.again}</Button>;
  return (
    <EmptyState
      title={isUnstoredView ? words.offlineTitle : words.failedTitle}
      art={<Illustration name={isUnreached ? 'offline' : 'error'} />}
      action={
        <div className="row">
          {retryButton}
          {isUnstoredView ? <Button onClick={onStoredView}>{words.showStored}</Button> : null}
        </div>
      }
    >
      {isUnstoredView ? words.offlineText : isUnreached ? words.offlineNothing : <>{errorWords(error)}<ErrorHelp text={errorWords(error)} /></>}
    </EmptyState>
  );
}

/** Says how old the list is when it is not live. A failed try over an old list makes no noise. */
function Freshness({ list }: Pick<Props, 'list'>) {
  const { savedAt, error } = list;
  if (savedAt === null && error === null) return null;
  return (
    <div className="row spread small">
      <p className="quiet">
        {words.stale}
        {savedAt === null ? null : <>, <Age at={savedAt} /></>}
      </p>
      <button type="button" className="link-button" onClick={list.reload}>{words.again}</button>
    </div>
  );
}

function More({ list }: Pick<Props, 'list'>) {
  if (list.next === null) return <p className="quiet small history-end">{words.shownCount(list.items.length, true)}</p>;
  return (
    <div className="stack">
      {list.more === 'failed' ? <Notice kind="warning" live>{words.moreFailed}</Notice> : null}
      <Button variant="secondary" wide busy={list.more === 'loading'} busyLabel={words.moreBusy} onClick={list.showMore}>
        {words.more}
      </Button>
      <p className="quiet small history-end" role="status">{words.shownCount(list.items.length, false)}</p>
    </div>
  );
}

/** The period that a device stores has 30 days, the present one among them. */
const NEW_FOR_MS = 29 * DAY_MS;

/** True where the player has joined within the stored period, so that no other period or filter can have anything that this one has not. */
function useIsNew(): boolean {
  const memberSince = useFigures(({ accountData }) => accountData?.memberSince);
  return memberSince !== undefined && clock.now() - Date.parse(memberSince) < NEW_FOR_MS;
}

/** Draws every state of a history around its rows. */
export function HistoryFrame({ list, isStoredView, onStoredView, empty, head, skeleton, children }: Props) {
  const isNew = useIsNew();
  if (list.isLoading) {
    return (
      <div key="wait" className="holds" aria-busy="true">
        <p className="unseen" role="status">{words.loading}</p>
        {skeleton}
      </div>
    );
  }
  // Totals come with the first answer, so without them nothing was loaded.
  if (list.totals === null) return <LoadFailure list={list} isStoredView={isStoredView} onStoredView={onStoredView} />;
  return (
    <div className="stack">
      {head}
      <Freshness list={list} />
      {list.items.length > 0 ? children : isNew && isStoredView ? <div className="nothing-yet">{empty}</div> : empty}
      {list.items.length === 0 ? null : <More list={list} />}
    </div>
  );
}
