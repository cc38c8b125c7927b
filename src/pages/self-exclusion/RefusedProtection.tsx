import { dropFromOutbox } from '../../bridge/actions/outbox';
import { useOutbox } from '../../bridge/outbox/use-outbox';
import { errorWords } from '../../core/error-words';
import { failure } from '../../core/errors';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/States';
import { ErrorHelp } from '../shared/form/ErrorNotice';
import { words } from './words';

/** A stricter break that the platform refused for good is shown until the player has read that. */
export function RefusedProtection() {
  const item = useOutbox((outbox) => outbox.items.find(({ kind, state }) => (kind === 'exclude' || kind === 'lower-limit') && state === 'refused'));
  if (item === undefined) return null;
  const { problem } = item;
  const { error } = failure('bad-request', problem === null ? {} : { problem });
  const title = item.kind === 'exclude' ? words.refused : words.refusedWait;
  return (
    <Notice kind="danger" live title={title} action={<Button variant="secondary" onClick={() => void dropFromOutbox(item)}>{words.refusedOk}</Button>}>
      <p>{errorWords(error)}</p>
      <ErrorHelp text={errorWords(error)} />
    </Notice>
  );
}
