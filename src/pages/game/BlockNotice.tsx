import { Link } from 'react-router-dom';
import { openSignIn, openSignUp } from '../../state/session';
import { Button, buttonClass } from '../../ui/Button';
import { Notice } from '../../ui/States';
import { useCan } from '../shared/shelf/use-shelf';
import type { MoneyBlock } from './rounds/spin-state';
import { words } from './words';

/** Says why no money can be staked now, and what the player can do instead. It does not urge. */
export default function BlockNotice({ block, onPractice }: { block: MoneyBlock; onPractice: () => void }) {
  const canSignIn = useCan('sign-in');
  const { title, text } = words.blocked[block];
  const practise = <Button variant="secondary" onClick={onPractice}>{words.toPractice}</Button>;
  return (
    <Notice
      title={title}
      action={
        block === 'guest' && canSignIn ? (
          <>
            <Button variant="secondary" onClick={openSignUp}>{words.join}</Button>
            <Button variant="ghost" onClick={openSignIn}>{words.signIn}</Button>
          </>
        ) : block === 'email' ? (
          <Link className={buttonClass('secondary')} to="/activate-email">{words.toActivate}</Link>
        ) : block === 'place' ? (
          <>
            {practise}
            <Link className={buttonClass('ghost')} to="/location-restriction">{words.whyNot}</Link>
          </>
        ) : (
          practise
        )
      }
    >
      <p>{text}</p>
    </Notice>
  );
}
