import { brand } from '../../../core/brand';
import { activateSupportChat } from '../../../state/session';
import { useCan, useFigures } from '../../../state/use';
import { Button, buttonClass } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import { secondWords as words } from './second-words';

/** True for a second account: another account has the person's identity, and plays. */
export function useIsSecond(): boolean {
  return useFigures((figures) => figures.accountData?.secondAccount === true);
}

/**
 * Explains to the player what a second account is, and whom to write to if there is no other account. It draws nothing for other players.
 */
export function SecondAccount() {
  const isSecond = useIsSecond();
  const canWrite = useCan('support');
  if (!isSecond) return null;
  const write = canWrite
    ? <Button variant="secondary" onClick={activateSupportChat}>{words.write}</Button>
    : <a className={buttonClass('secondary')} href={`mailto:${brand.supportEmail}`}>{words.write}</a>;
  return (
    <Notice kind="info" title={words.title} action={write}>
      <p>{words.text}</p>
      <p>{words.closed} {words.none}</p>
    </Notice>
  );
}
