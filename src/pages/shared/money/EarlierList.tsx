import type { ReactNode } from 'react';
import { Age } from '../../../ui/Age';
import { Button } from '../../../ui/Button';
import { Skeleton } from '../../../ui/States';
import { historyWords as words } from '../history/words';
import type { FollowedList } from './followed-list';

interface Props {
  list: FollowedList<unknown> & { readonly reload: () => void };
  title: string;
  /** Said where the list could not be loaded. */
  unknown: string;
  /** Deposits or withdrawals that have ended. */
  children: readonly ReactNode[];
  after?: ReactNode;
}

/** Lists the items that have ended, below those in progress. It draws nothing where there are none. */
export function EarlierList({ list, title, unknown, children, after }: Props) {
  const { isListed, error, savedAt } = list;
  if (isListed && children.length === 0) return null;
  const isWaiting = !isListed && error === null;
  return (
    <section className={isWaiting ? 'stack holds' : 'stack'} aria-labelledby="earlier">
      <div className="row spread">
        <h2 id="earlier">{title}</h2>
        {savedAt === null ? null : <span className="quiet small">{words.stale}, <Age at={savedAt} /></span>}
      </div>
      {isListed ? <ul className="cards">{children}</ul> : isWaiting ? <Skeleton lines={3} className="hold" /> : (
        <div className="row spread">
          <p className="quiet">{unknown}</p>
          <Button variant="secondary" onClick={list.reload}>{words.again}</Button>
        </div>
      )}
      {after}
    </section>
  );
}
