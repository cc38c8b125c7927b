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

/** The player's name, money and links. `children`: open tasks, shown before the money. */
export function HeaderProfile({ children }: { children?: ReactNode }) {
  const isKnown = useFigures((figures) => figures.accountData !== null);
  // What the platform says only after this was drawn stands below the links, because above them it would push them from under a finger.
  const [isFirst] = useState(isKnown);
  return (
    <>
      <PlayerHeader>{isFirst ? <IdentityHint /> : null}</PlayerHeader>
      {isFirst ? children : null}
      <div className="profile-main">
        <Balances />
        <MyLinks />
      </div>
      {isFirst ? null : <>{children}<IdentityHint /></>}
    </>
  );
}
