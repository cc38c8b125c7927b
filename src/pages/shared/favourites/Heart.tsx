import { useState } from 'react';
import { openSignUp, sessionStore } from '../../../state/session';
import { useCan } from '../../../state/use';
import { classNames } from '../../../ui/class-names';
import './heart.css';
import { saveFavourite, useLoadFavourites, useIsFavourite } from './use-favourites';
import { words } from './words';

/** The path of the heart, on the grid of the icons. */
const SHAPE = 'M12 20.2 4.9 13a4.7 4.7 0 0 1 0-6.6 4.6 4.6 0 0 1 6.5 0l.6.6.6-.6a4.6 4.6 0 0 1 6.5 0 4.7 4.7 0 0 1 0 6.6Z';

async function showToast(kind: 'info' | 'error', text: string): Promise<void> {
  const { notify } = await import('../../../state/notifications');
  notify({ kind, text });
}

export interface HeartProps {
  readonly gameId: string;
  readonly name: string;
  readonly className?: string;
  /** The page has no list of games, which would load the player's favourites, so the heart loads them. */
  readonly isLone?: boolean;
}
type Props = Omit<HeartProps, 'isLone'>;

/**
 * Makes a game a favourite, or takes it out. The change shows at once, and only a failure is announced. The button is busy until the device
 * has stored the wish; a page that closes earlier takes the wish along. A guest is asked to join.
 */
export default function Heart({ gameId, name, className }: Props) {
  const canFavourite = useCan('favourites');
  const isFavourite = useIsFavourite(gameId);
  const [pending, setPending] = useState(0);
  if (!canFavourite) return null;

  const press = async () => {
    if (sessionStore.getState().sessionId === null) {
      openSignUp();
      await showToast('info', words.joinFirst);
      return;
    }
    setPending((count) => count + 1);
    const isStored = await saveFavourite(gameId, !isFavourite);
    setPending((count) => count - 1);
    if (!isStored) await showToast('error', words.failed);
  };
  return (
    <button type="button" className={classNames('heart', className)} aria-pressed={isFavourite} aria-busy={pending > 0} aria-label={words.heart(name)} onClick={() => void press().catch(() => undefined)}>
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d={SHAPE} /></svg>
    </button>
  );
}

/** A heart that loads the player's favourites itself. */
export function LoneHeart(props: Props) {
  useLoadFavourites();
  return <Heart {...props} />;
}
