import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useCan, useFigures } from '../../../state/use';
import { useIsSecond } from '../gates/SecondAccount';
import { Balances } from './Balances';
import { MyLinks } from './MyLinks';
import { PlayerHeader } from './PlayerHeader';
import { words } from './words';
import './header-profile.css';

function IdentityHint() {
  const canVerify = useCan('identity');
  const isSecond = useIsSecond();
  const isOpen = useFigures((figures) => figures.accountData?.verification === 'none');
  if (!isOpen || isSecond) return null;
  return (
    <p className="quiet small">
      {words.identityHint} {canVerify ? <Link to="/nin?next=%2Fprofile">{words.identityDo}</Link> : words.identityWait}
    </p>
  );
}

interface Props {
  /** Open tasks, shown before the money. */
  children?: ReactNode;
  /** What stands below the links, and on a wide screen beside them, below the money. */
  beside?: ReactNode;
}

/** The player's name, money and links. */
export function HeaderProfile({ children, beside }: Props) {
  const isKnown = useFigures((figures) => figures.accountData !== null);
  // Lines that depend on a later answer of the platform stand below all that, because above it they would push it from under a finger.
  const [wasKnownAtFirst] = useState(isKnown);
  return (
    <>
      <PlayerHeader>{wasKnownAtFirst ? <IdentityHint /> : null}</PlayerHeader>
      {wasKnownAtFirst ? children : null}
      <div className="profile-main">
        <Balances />
        <MyLinks />
        {beside}
        {wasKnownAtFirst ? null : <>{children}<IdentityHint /></>}
      </div>
    </>
  );
}
