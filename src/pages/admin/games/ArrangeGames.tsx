import { useState } from 'react';
import { gameOrder } from '../../../core/contract/admin';
import type { GameOrder } from '../../../core/contract/admin';
import { errorWords } from '../../../core/error-words';
import type { OutboxItem } from '../../../core/outbox/item';
import { notify } from '../../../state/notifications';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import { fitOrder } from './order';
import { OrderList } from './OrderList';
import { saveOrder } from './save';
import { words } from './words';

/** The platform's order when it refused one that waited. */
function conflictOf(item: OutboxItem | undefined): GameOrder | null {
  return item?.state === 'conflict' ? (gameOrder.safeParse(item.problem?.current).data ?? null) : null;
}

interface ColumnProps {
  title: string;
  order: readonly string[];
  /** The other order, so that differences can be marked. */
  other: readonly string[];
  nameOf: (id: string) => string;
}

function Column({ title, order, other, nameOf }: ColumnProps) {
  return (
    <div>
      <h3>{title}</h3>
      <ol>{order.map((id, place) => <li key={id} data-differs={other[place] === id ? undefined : ''}>{nameOf(id)}</li>)}</ol>
    </div>
  );
}

interface Props {
  /** Ids in the order to start from, each with the game's name. */
  names: ReadonlyMap<string, string>;
  /** The version of the order as the platform last said it. */
  version: number;
  item: OutboxItem | undefined;
  onSaved: () => void;
  onClose: () => void;
}

/** The order of the lobby. Rows are dragged, or moved with keys and buttons, and the whole order is saved at once. */
export function ArrangeGames({ names, version, item, onSaved, onClose }: Props) {
  const [order, setOrder] = useState<readonly string[]>([...names.keys()]);
  const [base, setBase] = useState(version);
  const [conflict, setConflict] = useState(() => conflictOf(item));
  const [message, setMessage] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const nameOf = (id: string) => names.get(id) ?? id;

  async function save(newOrder: readonly string[], baseVersion: number): Promise<void> {
    setMessage(null);
    setBusy(true);
    const saving = await saveOrder(baseVersion, newOrder, item);
    setBusy(false);
    if (saving.outcome === 'conflict') {
      setConflict(saving.current);
      return;
    }
    if (saving.outcome === 'refused') {
      setMessage(saving.error.problem === undefined ? words.offline : errorWords(saving.error));
      return;
    }
    if (saving.outcome === 'full') {
      setMessage(words.full);
      return;
    }
    notify({ kind: 'success', text: saving.outcome === 'queued' ? words.orderKept : words.orderSaved });
    onSaved();
    onClose();
  }

  if (conflict !== null) {
    const ownOrder = fitOrder(order, conflict.order);
    return (
      <div className="stack">
        <Notice kind="warning" live title={words.orderConflictTitle}><p>{words.orderConflictText}</p></Notice>
        <div className="admin-orders">
          <Column title={words.mine} order={ownOrder} other={conflict.order} nameOf={nameOf} />
          <Column title={words.theirs} order={conflict.order} other={ownOrder} nameOf={nameOf} />
        </div>
        {message === null ? null : <Notice kind="warning" live>{message}</Notice>}
        <div className="row">
          <Button busy={busy} busyLabel={words.saving} onClick={() => void save(ownOrder, conflict.version)}>{words.keepMine}</Button>
          <Button
            variant="secondary"
            onClick={() => {
              setOrder(conflict.order);
              setBase(conflict.version);
              setConflict(null);
            }}
          >
            {words.takeTheirs}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="stack">
      <p className="quiet small">{words.arrangeHint}</p>
      <OrderList order={order} nameOf={nameOf} onOrder={setOrder} />
      {message === null ? null : <Notice kind="warning" live>{message}</Notice>}
      <div className="row">
        <Button busy={busy} busyLabel={words.saving} onClick={() => void save(order, base)}>{words.save}</Button>
        <Button variant="ghost" onClick={onClose}>{words.cancel}</Button>
      </div>
    </div>
  );
}
