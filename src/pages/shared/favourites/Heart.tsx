import { useState } from 'react';
import { openSignUp } from '../../../state/session';
import { useCan, useSignedIn } from '../../../state/use';
import { classNames } from '../../../ui/class-names';
import './heart.css';
import { mark, useAskFavourites, useIsFavourite } from './use-favourites';
import { words } from './words';

/** On the icons' grid. */
const SHAPE = 'M12 20.2 4.9 13a4.7 4.7 0 0 1 0-6.6 4.6 4.6 0 0 1 6.5 0l.6.6.6-.6a4.6 4.6 0 0 1 6.5 0 4.7 4.7 0 0 1 0 6.6Z';

async function say(kind: 'info' | 'error', text: string): Promise<void> {
  const { notify } = await import('../../../state/notifications');
  notify({ kind, text });
}

interface Props {
  gameId: string;
  name: string;
  className?: string;
}

/**
 * Marks a game as a favourite. Nothing of it waits: it shows at once, and only a failure is a word worth. Busy until the device has
 * it: a page that goes away before that takes the wish along. A guest is asked to join.
 */
export default function Heart({ gameId, name, className }: Props) {
  const signedIn = useSignedIn();
  const can = useCan('favourites');
  useAskFavourites();
  const isOne = useIsFavourite(gameId);
  const [pending, setPending] = useState(0);
  if (!can) return null;

  const press = async () => {
    if (!signedIn) {
      openSignUp();
      await say('info', words.joinFirst);
      return;
    }
    setPending((count) => count + 1);
    const isTaken = await mark(gameId, !isOne);
    setPending((count) => count - 1);
    if (!isTaken) await say('error', words.failed);
  };
  return (
    <button type="button" className={classNames('heart', className)} aria-pressed={isOne} aria-busy={pending > 0} aria-label={words.heart(name)} onClick={() => void press().catch(() => undefined)}>
      <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d={SHAPE} /></svg>
    </button>
  );
}
