import { openSignUp, sessionStore } from '../../../state/session';
import { useCan } from '../../../state/use';
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

/** Marks a game as a favourite. Nothing of it waits: it shows at once, and only a failure is a word worth. A guest is asked to join. */
export default function Heart({ gameId, name, className }: Props) {
  const can = useCan('favourites');
  const isOne = useIsFavourite(gameId);
  if (!can) return null;

  const press = async () => {
    if (sessionStore.getState().sessionId === null) {
      openSignUp();
      await say('info', words.joinFirst);
    } else if (!(await mark(gameId, !isOne))) await say('error', words.failed);
  };
  return (
    <button type="button" className={classNames('heart', className)} aria-pressed={isOne} aria-label={words.heart(name)} onClick={() => void press().catch(() => undefined)}>
      <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d={SHAPE} /></svg>
    </button>
  );
}

/** On a page without a list of games, which would ask for all of them. */
export function LoneHeart(props: Props) {
  useAskFavourites();
  return <Heart {...props} />;
}
