import { Age } from '../../../ui/Age';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import { loadShelf } from './load-shelf';
import type { Shelf } from './use-shelf';
import { words } from '../words';

/** Says that the list is old, or not the platform's. It draws nothing when the list is live. */
export function ShelfAge({ shelf }: { shelf: Shelf }) {
  if (shelf.embeddedOnly && shelf.failed) {
    return (
      <Notice title={words.embeddedTitle} action={<Button variant="secondary" onClick={() => void loadShelf()}>{words.tryAgain}</Button>}>
        <p>{words.embedded}</p>
      </Notice>
    );
  }
  if (shelf.datedAt === null) return null;
  return (
    <p className="shelf-age quiet small">
      {words.listFrom} <Age at={shelf.datedAt} />.
    </p>
  );
}
