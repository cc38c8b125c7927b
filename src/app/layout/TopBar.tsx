import { Link } from 'react-router-dom';
import { brand } from '../../core/brand';
import { openSignIn, openSignUp } from '../../state/session';
import { useCan, useSignedIn } from '../../state/use';
import { buttonClass } from '../../ui/Button';
import { DialogLink } from '../../ui/DialogLink';
import { words } from '../words';
import { BalanceChip } from './BalanceChip';
import { Mark } from './Mark';

function ForGuests() {
  if (!useCan('sign-in')) return null;
  return (
    <>
      <DialogLink variant="ghost" to="/sign-in" onOpen={openSignIn}>{words.signIn}</DialogLink>
      <DialogLink to="/sign-up" onOpen={openSignUp}>{words.join}</DialogLink>
    </>
  );
}

function ForPlayers({ canDeposit }: { canDeposit: boolean }) {
  return (
    <>
      <BalanceChip />
      {canDeposit ? <Link className={buttonClass()} to="/deposit">{words.deposit}</Link> : null}
    </>
  );
}

/** With `bare` it shows the mark alone, for areas with a navigation of their own. */
export function TopBar({ bare }: { bare: boolean }) {
  const signedIn = useSignedIn();
  const canDeposit = useCan('deposits');
  return (
    <header className="top-bar">
      <div className="top-bar-row" data-public={!signedIn || undefined} data-deposit={canDeposit || undefined}>
        <Link className="mark" data-public to="/" aria-label={words.home(brand.name)}>
          <Mark />
          <span className="mark-name" aria-hidden="true">{brand.name}</span>
        </Link>
        {bare ? null : signedIn ? <ForPlayers canDeposit={canDeposit} /> : <ForGuests />}
      </div>
    </header>
  );
}
